//! Makes any module readable: every number names something.

use super::position::stand_in;
use irsmith_pnacl::{Body, Initializer, Instruction, Literal, Module, Signature, Symbol, Type, TypeId, Value, ValueKind};

/// Restores properties that the reader requires and an edit may break, so that the module reads back as it was written: numbers of types,
/// values and blocks in range, function types of functions, integers cut to their type, a terminator at the end of each body.
///
/// A module that was read stays unchanged.
pub(in crate::pnacl) fn fixup(module: &mut Module) {
    types(module);
    let (functions, globals) = (module.functions.len() as u32, module.globals.len() as u32);
    let in_module = |value: Value| match value.kind() {
        ValueKind::Function => value.index() < functions,
        ValueKind::Global => value.index() < globals,
        _ => false,
    };
    for initializer in module.globals.iter_mut().flat_map(|global| &mut global.initializers) {
        if matches!(initializer, Initializer::Relocation { value, .. } if !in_module(*value)) {
            *initializer = Initializer::Zerofill(4);
        }
    }
    module.symbols.retain(|symbol: &Symbol| in_module(symbol.value));
    for index in 0..module.functions.len() {
        if let Some(mut body) = module.functions[index].body.take() {
            let parameters = module.signature_of(index as u32).map_or(0, |signature| signature.parameters.len() as u32);
            fix_body(module, &mut body, [functions, globals, parameters]);
            module.functions[index].body = Some(body);
        }
    }
}

/// Types name types, and functions have function types.
fn types(module: &mut Module) {
    if module.types.is_empty() && (!module.functions.is_empty()) {
        module.types.push(Type::Void);
    }
    let count = module.types.len() as u32;
    let clamp = |id: &mut TypeId| id.0 = id.0.min(count - 1);
    for ty in &mut module.types {
        match ty {
            Type::Vector { element, .. } => clamp(element),
            Type::Function(signature) => {
                clamp(&mut signature.result);
                signature.parameters.iter_mut().for_each(clamp);
            }
            _ => {}
        }
    }
    let is_signature = |ty: &Type| matches!(ty, Type::Function(_));
    if module.functions.iter().all(|function| module.signature(function.ty).is_some()) {
        return;
    }
    let first = module.types.iter().position(is_signature).unwrap_or_else(|| {
        let signature = Signature { varargs: false, result: TypeId(0), parameters: Default::default() };
        module.types.push(Type::Function(signature));
        module.types.len() - 1
    });
    for index in 0..module.functions.len() {
        if module.signature(module.functions[index].ty).is_none() {
            module.functions[index].ty = TypeId(first as u32);
        }
    }
}

fn fix_body(module: &Module, body: &mut Body, [functions, globals, parameters]: [u32; 3]) {
    if !body.instructions.last().is_some_and(Instruction::is_terminator) {
        body.instructions.push(Instruction::Unreachable {});
    }
    let types = module.types.len() as u32;
    for constant in &mut body.constants {
        constant.ty.0 = constant.ty.0.min(types.saturating_sub(1));
        constant.literal = cut(constant.literal, module.ty(constant.ty));
    }
    let blocks = body.block_count();
    for instruction in &mut body.instructions {
        instruction.for_each_type_mut(|id| id.0 = id.0.min(types.saturating_sub(1)));
        instruction.for_each_block_mut(|block| block.0 = block.0.min(blocks - 1));
        match instruction {
            Instruction::Call { callee, .. } if callee.kind() != ValueKind::Function || callee.index() >= functions => {
                *callee = Value::function(0);
            }
            Instruction::Switch { ty, cases, .. } => {
                for case in cases {
                    if let Literal::Integer(value) = cut(Literal::Integer(case.value), module.ty(*ty)) {
                        case.value = value;
                    }
                }
            }
            _ => {}
        }
    }
    let results = body.instructions.iter().filter(|instruction| instruction.has_result(module)).count() as u32;
    let limits = [functions, globals, parameters, body.constants.len() as u32, results];
    let substitute = stand_in(body);
    for instruction in &mut body.instructions {
        let declares = matches!(instruction, Instruction::Declare { .. });
        instruction.for_each_value_mut(|value| {
            if value.index() >= limits[value.kind() as usize] {
                // Declarations may name what is never defined, up to a limit.
                let beyond = value.index().min(results + 1_000);
                *value = if declares { Value::instruction(beyond.max(results)) } else { substitute };
            }
        });
    }
}

/// Returns a literal as its type can represent it.
fn cut(literal: Literal, ty: Option<&Type>) -> Literal {
    match (literal, ty) {
        (Literal::Integer(value), Some(Type::Integer(bits @ 1..=63))) => Literal::Integer(super::super::kinds::extend(value as u64, *bits)),
        (Literal::Float(bits), Some(Type::Float)) => Literal::Float(bits & 0xffff_ffff),
        _ => literal,
    }
}
