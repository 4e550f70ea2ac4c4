//! The size of a module.

use irsmith_pnacl::{Body, Constant, Global, Initializer, Instruction, Linkage, Literal, Module, Symbol, Type, Value, ValueKind};

/// Returns a number that every reduction decreases; it has no unit.
///
/// An instruction weighs more than the constant and types that may replace it, an operand that is a result more than a parameter, a
/// parameter more than a constant, and a number more the more bits it has.
pub fn size(module: &Module) -> u64 {
    let types: u64 = module.types.iter().map(ty).sum();
    let functions: u64 = module
        .functions
        .iter()
        .map(|function| 200 + u64::from(function.linkage == Linkage::Internal) + function.body.as_ref().map_or(0, body))
        .sum();
    let globals: u64 = module.globals.iter().map(global).sum();
    types + functions + globals + module.symbols.iter().map(symbol).sum::<u64>()
}

fn ty(ty: &Type) -> u64 {
    match ty {
        Type::Function(signature) => 15 + 2 * signature.parameters.len() as u64 + u64::from(signature.varargs),
        Type::Vector { .. } => 17,
        _ => 15,
    }
}

fn bits(value: u64) -> u64 {
    u64::from(64 - value.leading_zeros())
}

fn symbol(symbol: &Symbol) -> u64 {
    10 + symbol.name.iter().map(|&byte| 2 + u64::from(byte != b'a')).sum::<u64>()
}

fn global(global: &Global) -> u64 {
    let initializers: u64 = global.initializers.iter().map(initializer).sum();
    60 + global.alignment.encoding() + u64::from(global.constant) + initializers
}

fn initializer(initializer: &Initializer) -> u64 {
    8 + match initializer {
        Initializer::Zerofill(bytes) => bits(*bytes),
        Initializer::Data(bytes) => 2 + bytes.iter().map(|&byte| 2 + u64::from(byte != 0)).sum::<u64>(),
        Initializer::Relocation { addend, .. } => 12 + addend.map_or(0, |addend| 1 + bits(u64::from(addend))),
    }
}

fn body(body: &Body) -> u64 {
    100 + body.constants.iter().map(constant).sum::<u64>() + body.instructions.iter().map(instruction).sum::<u64>()
}

fn constant(constant: &Constant) -> u64 {
    10 + literal(constant.literal)
}

/// Undef weighs more than zero, whose meaning is certain.
pub(super) fn literal(literal: Literal) -> u64 {
    match literal {
        Literal::Undef => 2,
        Literal::Integer(0) | Literal::Float(0) => 1,
        Literal::Integer(value) => 3 + bits(value.unsigned_abs()) + u64::from(value < 0),
        Literal::Float(value) => 3 + u64::from(value.count_ones()),
    }
}

fn operand(value: Value) -> u64 {
    match value.kind() {
        ValueKind::Constant => 3,
        ValueKind::Function | ValueKind::Global => 4,
        ValueKind::Parameter => 5,
        ValueKind::Instruction => 6,
    }
}

fn instruction(instruction: &Instruction) -> u64 {
    let mut operands = 0;
    instruction.for_each_value(|value| operands += operand(value));
    let mut edges = 0;
    instruction.for_each_block(|_| edges += 5);
    let flags = match instruction {
        Instruction::Alloca { alignment, .. } | Instruction::Load { alignment, .. } | Instruction::Store { alignment, .. } => {
            alignment.encoding()
        }
        Instruction::Call { tail, .. } | Instruction::CallIndirect { tail, .. } => u64::from(*tail),
        Instruction::Switch { cases, .. } => 20 + cases.iter().map(|case| 3 + bits(case.value.unsigned_abs())).sum::<u64>(),
        _ => 0,
    };
    let base = if matches!(instruction, Instruction::Declare { .. }) { 10 } else { 64 };
    base + operands + edges + flags
}
