//! Other forms of a small module: orders, types and operands that may do as well. Of those that do, the minimizer keeps the one that comes
//! first, so that many cases of one fault end in one file.

use super::edit::{constant, fixup, remove_type, swap_functions, swap_globals, swap_types};
use super::reduce::{simplest, used_types};
use irsmith_pnacl::tables::Predicate;
use irsmith_pnacl::{
    Alignment, BlockId, Body, Constant, Function, Instruction, Linkage, Literal, Module, Signature, Symbol, Type, TypeId, Value, ValueKind,
    ValueType, ValueTypes,
};

/// The simple types of values, of which a type becomes each.
const TYPES: [Type; 7] =
    [Type::Integer(32), Type::Integer(8), Type::Integer(1), Type::Integer(16), Type::Integer(64), Type::Float, Type::Double];

/// Returns other forms of a module. They can be written, and may be invalid.
pub fn alternatives(module: &Module) -> Vec<Module> {
    let mut forms = Vec::new();
    let mut add = |change: &dyn Fn(&mut Module)| {
        let mut form = module.clone();
        change(&mut form);
        fixup(&mut form);
        if form != *module {
            forms.push(form);
        }
    };
    let bodies = || module.functions.iter().enumerate().filter_map(|(index, function)| Some((index, function.body.as_ref()?)));
    for (function, body) in bodies() {
        for at in 0..body.instructions.len() {
            for (address, plainest) in [(true, true), (true, false), (false, true), (false, false)] {
                add(&|form| *form = alone(module, function, at, address, plainest));
            }
        }
    }
    for index in 0..module.types.len() {
        let is_function = |index: usize| matches!(module.types[index], Type::Function(_));
        for other in 0..module.types.len() {
            if index != other && is_function(index) == is_function(other) {
                add(&|form| remove_type(form, index, other));
            }
        }
        if !is_function(index) {
            TYPES.iter().for_each(|ty| add(&|form| retype(form, index, ty)));
        }
    }
    for (count, swap) in [
        (module.types.len(), swap_types as fn(&mut Module, usize, usize)),
        (module.functions.len(), swap_functions),
        (module.globals.len(), swap_globals),
        (module.symbols.len(), |form, a, b| form.symbols.swap(a, b)),
    ] {
        (1..count).for_each(|at| add(&|form| swap(form, at - 1, at)));
    }
    for (function, body) in bodies() {
        (1..body.constants.len()).for_each(|at| add(&|form| swap_constants(form, function, at)));
    }
    forms
}

/// Returns a module of an instruction alone: in a start function without parameters, with the plainest operands. `address` says whether an
/// operand of 32 bits is the address of that function, or zero; `plainest` that all integers have 32 bits, that operands are compared for
/// equality, that a call is direct, and that a function without an end returns such an integer, which may be the only type that is needed.
fn alone(module: &Module, function: usize, at: usize, address: bool, plainest: bool) -> Module {
    let types = ValueTypes::of(module, function as u32);
    let mut alone = Module { types: module.types.clone(), ..Module::default() };
    let body = module.functions[function].body.as_ref();
    let Some(mut row) = body.and_then(|body| body.instructions.get(at)).cloned() else { return alone };
    let mut constants = Vec::new();
    row.for_each_value_mut(|value| {
        let ty = types.get(*value);
        let plain = || {
            let id = TypeId(alone.types.iter().position(|known| known.value_type(|id| alone.types.get(id.0 as usize)) == ty)? as u32);
            Some(constant(&mut constants, id, simplest(ty)?))
        };
        let is_word = ty == ValueType::I32 || plainest && ty.is_integer() && !ty.is_vector();
        let is_address = value.kind() == ValueKind::Function || address && is_word;
        *value = Some(Value::function(0)).filter(|_| is_address).or_else(plain).unwrap_or(*value);
    });
    row.for_each_block_mut(|block| *block = BlockId(1));
    if plainest {
        let word = type_of(&mut alone, Type::Integer(32));
        let is_integer = |ty: TypeId| matches!(alone.types.get(ty.0 as usize), Some(Type::Integer(_)));
        row.for_each_type_mut(|ty| *ty = if is_integer(*ty) { word } else { *ty });
    }
    let is_endless = plainest && row.is_terminator();
    let result = type_of(&mut alone, if is_endless { Type::Integer(32) } else { Type::Void });
    match &mut row {
        Instruction::CallIndirect { .. } if plainest => {
            row = Instruction::Call { tail: false, callee: Value::function(0), arguments: Default::default() };
        }
        Instruction::CallIndirect { tail, result: own, arguments, .. } => {
            (*tail, *own) = (false, result);
            arguments.clear();
        }
        Instruction::Call { tail, arguments, .. } => {
            *tail = false;
            arguments.clear();
        }
        Instruction::Switch { cases, .. } => cases.clear(),
        Instruction::Compare { predicate, .. } if plainest => {
            *predicate = if predicate.is_integer() { Predicate::Eq } else { Predicate::Oeq };
        }
        Instruction::Phi { incoming, .. } => {
            incoming.truncate(1);
            incoming.iter_mut().for_each(|incoming| incoming.block = BlockId(0));
        }
        _ => {}
    }
    let signature = type_of(&mut alone, Type::Function(Signature { varargs: false, result, parameters: Default::default() }));
    let end = if is_endless { Instruction::Branch { target: BlockId(1) } } else { Instruction::Ret { value: None } };
    let mut instructions = vec![row, end];
    if matches!(instructions[0], Instruction::Phi { .. }) {
        instructions.insert(0, Instruction::Branch { target: BlockId(1) });
    }
    let body = Body { constants, instructions };
    alone.functions.push(Function { ty: signature, linkage: Linkage::External, body: Some(body) });
    alone.symbols.push(Symbol { value: Value::function(0), name: b"_start".to_vec() });
    // A type that is gone may be the only use of another.
    while let Some(unused) = used_types(&alone).iter().position(|used| !used) {
        remove_type(&mut alone, unused, usize::from(unused == 0));
    }
    alone
}

/// Returns the number of a type, which is added if it is missing.
fn type_of(module: &mut Module, ty: Type) -> TypeId {
    let known = module.types.iter().position(|known| *known == ty);
    TypeId(known.unwrap_or_else(|| {
        module.types.push(ty);
        module.types.len() - 1
    }) as u32)
}

/// Makes a type another one; its constants become zero, and alignments those of bytes.
fn retype(module: &mut Module, index: usize, ty: &Type) {
    module.types[index] = ty.clone();
    let zero = if matches!(ty, Type::Float | Type::Double) { Literal::Float(0) } else { Literal::Integer(0) };
    for body in module.functions.iter_mut().filter_map(|function| function.body.as_mut()) {
        for Constant { literal, .. } in body.constants.iter_mut().filter(|constant| constant.ty == TypeId(index as u32)) {
            *literal = if *literal == Literal::Undef { Literal::Undef } else { zero };
        }
        for row in &mut body.instructions {
            if let Instruction::Load { alignment, .. } | Instruction::Store { alignment, .. } = row {
                *alignment = Alignment::from_encoding(1).unwrap_or(*alignment);
            }
        }
    }
}

/// Exchanges a constant of a function and the one before it.
fn swap_constants(module: &mut Module, function: usize, at: usize) {
    let Some(body) = &mut module.functions[function].body else { return };
    body.constants.swap(at - 1, at);
    let exchange = |value: &mut Value| {
        if value.kind() == ValueKind::Constant {
            match value.index() as usize {
                index if index == at => *value = Value::constant(at as u32 - 1),
                index if index + 1 == at => *value = Value::constant(at as u32),
                _ => {}
            }
        }
    };
    body.instructions.iter_mut().for_each(|instruction: &mut Instruction| instruction.for_each_value_mut(exchange));
}
