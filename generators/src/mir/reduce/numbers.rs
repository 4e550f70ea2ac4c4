//! Numbers of operands and keys.

use crate::mir::edit::each_instruction_mut;
use irsmith_mir::{CfiOperation, File, MemorySize, OperandKind};
use std::ops::Range;

/// A number that may become smaller.
enum Number<'a> {
    Signed(&'a mut i64),
    Small(&'a mut i32),
    Unsigned(&'a mut u64),
}

impl Number<'_> {
    fn get(&self) -> i128 {
        match self {
            Self::Signed(value) => i128::from(**value),
            Self::Small(value) => i128::from(**value),
            Self::Unsigned(value) => i128::from(**value),
        }
    }

    /// Sets it to something nearer to zero than it was.
    fn set(&mut self, number: i128) {
        match self {
            Self::Signed(value) => **value = number as i64,
            Self::Small(value) => **value = number as i32,
            Self::Unsigned(value) => **value = number as u64,
        }
    }
}

pub(super) fn count(file: &File) -> usize {
    let mut count = 0;
    visit(&mut file.clone(), &mut |_| count += 1);
    count
}

pub(super) fn zero(file: &mut File, range: Range<usize>) {
    change(file, range, |_| 0);
}

/// Of the bits of what is left of zero or right of it, the lower half goes.
pub(super) fn halve(file: &mut File, range: Range<usize>) {
    change(file, range, |number| {
        let bits = i128::BITS - number.unsigned_abs().leading_zeros();
        let kept = (number.unsigned_abs() >> bits.div_ceil(2)) as i128;
        if number < 0 { -kept } else { kept }
    });
}

fn change(file: &mut File, range: Range<usize>, f: impl Fn(i128) -> i128) {
    let mut next = 0;
    visit(file, &mut |mut number| {
        if range.contains(&next) {
            let changed = f(number.get());
            number.set(changed);
        }
        next += 1;
    });
}

/// Every number that is not zero.
fn visit(file: &mut File, f: &mut dyn FnMut(Number<'_>)) {
    let mut f = |number: Number<'_>| {
        if number.get() != 0 {
            f(number);
        }
    };
    for function in &mut file.functions {
        for object in &mut function.fixed_stack {
            f(Number::Unsigned(&mut object.size));
        }
        for object in &mut function.stack {
            f(Number::Unsigned(&mut object.size));
        }
        each_instruction_mut(function, &mut |instruction| {
            instruction.operands.iter_mut().for_each(|operand| operand_number(&mut operand.kind, &mut f));
            for memory in &mut instruction.memory {
                if let MemorySize::Bytes(bytes) = &mut memory.size {
                    f(Number::Unsigned(bytes));
                }
            }
        });
    }
}

fn operand_number(kind: &mut OperandKind, f: &mut dyn FnMut(Number<'_>)) {
    match kind {
        OperandKind::Immediate(number) => f(Number::Signed(number)),
        OperandKind::Constant { offset, .. }
        | OperandKind::TargetIndex { offset, .. }
        | OperandKind::ExternalSymbol { offset, .. }
        | OperandKind::Global { offset, .. }
        | OperandKind::BlockAddress { offset, .. } => f(Number::Signed(offset)),
        OperandKind::Integer(integer) => {
            // A constant of more bits than are counted here becomes zero with its first step.
            let mut number = integer.digits.parse::<i64>().unwrap_or(if integer.digits == "0" { 0 } else { i64::MAX });
            let before = number;
            f(Number::Signed(&mut number));
            if number != before {
                integer.digits = number.to_string().into();
            }
        }
        OperandKind::Float(float) => {
            const ZERO: &str = "0.000000e+00";
            let is_decimal = !float.literal.starts_with("0x");
            let mut number = i64::from(is_decimal && float.literal != ZERO);
            f(Number::Signed(&mut number));
            if number == 0 && is_decimal {
                float.literal = ZERO.into();
            }
        }
        OperandKind::Cfi(operation) => match &mut **operation {
            CfiOperation::Offset(_, number)
            | CfiOperation::RelativeOffset(_, number)
            | CfiOperation::DefCfaOffset(number)
            | CfiOperation::AdjustCfaOffset(number)
            | CfiOperation::DefCfa(_, number)
            | CfiOperation::DefAddressSpaceCfa(_, number, _) => f(Number::Small(number)),
            _ => {}
        },
        _ => {}
    }
}
