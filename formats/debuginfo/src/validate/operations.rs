//! Operations of DWARF expressions.

use super::RuleId;
use super::context::Context;
use crate::OperationCode;
use crate::tables::{Layout, Op, Status};

/// Largest index of Pick, whose operand is one byte in DWARF.
const MAX_PICK: u32 = 255;
/// Attribute encodings of DWARF 5 (7.8), which the translator uses for the operand of Convert.
const ENCODINGS: std::ops::RangeInclusive<u32> = 1..=18;

/// Checks a DebugOperation with these literals.
pub(super) fn check(context: &mut Context<'_>, index: usize, layout: Layout, code: OperationCode, literals: &[u32]) {
    let Some(row) = code.row() else {
        context.add(RuleId::OperationUnknown, index, format_args!("operation {} is in no list", code.0));
        return;
    };
    if literals.len() != row.operands.len() {
        let (given, asked) = (literals.len(), row.operands.len());
        context.add(RuleId::OperationLiterals, index, format_args!("{} has {given} literals where the list has {asked}", row.name));
        return;
    }
    status(context, index, layout, row.name, row.status);
    match (row.op, literals) {
        (Op::Pick, &[place]) if place > MAX_PICK => context.add(RuleId::PickIndex, index, format_args!("Pick {place}")),
        (Op::DerefSize | Op::XDerefSize, &[size]) => {
            let most = context.address_size;
            if size > most {
                context.add(RuleId::DerefSize, index, format_args!("{} of {size} bytes, an address has {most}", row.name));
            }
        }
        (Op::Convert, &[_, encoding]) if !ENCODINGS.contains(&encoding) => {
            context.add(RuleId::ConvertEncoding, index, format_args!("encoding {encoding}"));
        }
        _ => {}
    }
}

fn status(context: &mut Context<'_>, index: usize, layout: Layout, name: &str, status: Status) {
    let rule = match status {
        Status::Specified => return,
        Status::OpenCl if layout.is_opencl() => return,
        Status::OpenCl | Status::Experimental => RuleId::OperationBeyondSet,
        Status::Reserved => RuleId::OperationReserved,
    };
    context.add(rule, index, format_args!("operation {name}"));
}
