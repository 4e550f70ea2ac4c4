//! Constants that are loaded from memory.

use super::Partner;
use super::lines::{Line, Lines, type_id};
use irsmith_pnacl::validate::is_access_type;
use irsmith_pnacl::{Alignment, Body, Constant, Global, Initializer, Instruction, Literal, Module, Value, ValueKind, ValueType};

/// Returns the module with an unused constant global: the concatenation of all loadable constants of bodies.
pub(super) fn with_pool(module: &Module) -> Module {
    let mut changed = module.clone();
    let mut bytes = Vec::new();
    for body in module.functions.iter().filter_map(|function| function.body.as_ref()) {
        for constant in &body.constants {
            bytes.extend(bytes_of(module, constant).unwrap_or_default());
        }
    }
    // A global without bytes is not valid.
    bytes.push(0);
    changed.globals.push(Global { alignment: Alignment::NONE, constant: true, initializers: vec![Initializer::Data(bytes)] });
    changed
}

/// Loads the constants of a module that [`with_pool`] made wherever they are operands of computing instructions.
pub(super) fn loaded(module: &Module) -> Partner {
    let pool = Value::global(module.globals.len().saturating_sub(1) as u32);
    let mut offset = 0;
    Partner::new(module, true, |changed, function, lines| {
        let Some(body) = body(module, function) else { return };
        let mut addresses = Vec::with_capacity(body.constants.len());
        for constant in &body.constants {
            let size = bytes_of(module, constant).map(|bytes| bytes.len() as i64);
            addresses.push(size.map(|_| offset));
            offset += size.unwrap_or(0);
        }
        let count = body.constants.len() as u32;
        let constants = Constants { module, body, addresses: &addresses, pool, count };
        constants.load(lines);
        let i32 = type_id(changed, ValueType::I32);
        if let Some(body) = changed.functions[function as usize].body.as_mut() {
            let offsets = addresses.iter().map(|offset| Constant { ty: i32, literal: Literal::Integer(offset.unwrap_or(0)) });
            body.constants.extend(offsets);
        }
    })
}

fn body(module: &Module, function: u32) -> Option<&Body> {
    module.functions.get(function as usize)?.body.as_ref()
}

/// Returns the bytes of a constant in memory, if it can be loaded.
fn bytes_of(module: &Module, constant: &Constant) -> Option<Vec<u8>> {
    let ty = module.value_type(constant.ty);
    let size = (ty.bits() / 8) as usize;
    match constant.literal {
        _ if ty.is_vector() || !is_access_type(ty) => None,
        Literal::Integer(value) => Some(value.to_le_bytes()[..size].to_vec()),
        Literal::Float(bits) => Some(bits.to_le_bytes()[..size].to_vec()),
        Literal::Undef => None,
    }
}

/// The constants of a body, and their offsets in the pool.
struct Constants<'m> {
    module: &'m Module,
    body: &'m Body,
    addresses: &'m [Option<i64>],
    pool: Value,
    /// Constants of the body; offsets into the pool follow them, one for each.
    count: u32,
}

impl Constants<'_> {
    fn load(&self, lines: &mut Lines) {
        let before = std::mem::take(&mut lines.lines);
        for mut line in before {
            if takes_any_value(&line.instruction) {
                let mut values = Vec::new();
                line.instruction.for_each_value(|value| values.push(value));
                for value in &mut values {
                    if let Some(loaded) = self.load_one(lines, *value) {
                        *value = loaded;
                    }
                }
                let mut values = values.into_iter();
                line.instruction.for_each_value_mut(|value| *value = values.next().unwrap_or(*value));
            }
            lines.lines.push(line);
        }
    }

    /// Adds lines that load a constant; returns the result.
    fn load_one(&self, lines: &mut Lines, value: Value) -> Option<Value> {
        let index = (value.kind() == ValueKind::Constant).then(|| value.index() as usize)?;
        (*self.addresses.get(index)?)?;
        let ty = self.body.constants[index].ty;
        let address = lines.new_result(ValueType::I32);
        let offset = Value::constant(self.count + index as u32);
        let add = Instruction::Binary { a: self.pool, b: offset, op: irsmith_pnacl::tables::BinaryOp::Add };
        lines.lines.push(Line { instruction: add, origin: None, result: Some(address) });
        let result = lines.new_result(self.module.value_type(ty));
        let alignment = Alignment::from_bytes(1).unwrap_or_default();
        let load = Instruction::Load { pointer: Value::instruction(address), alignment, ty };
        lines.lines.push(Line { instruction: load, origin: None, result: Some(result) });
        Some(Value::instruction(result))
    }
}

/// Returns whether operands need not be constants, and are defined before the instruction.
const fn takes_any_value(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Binary { .. }
            | Instruction::Cast { .. }
            | Instruction::Compare { .. }
            | Instruction::Select { .. }
            | Instruction::Store { .. }
            | Instruction::Alloca { .. }
            | Instruction::CallIndirect { .. }
            | Instruction::BranchIf { .. }
            | Instruction::Switch { .. }
    )
}
