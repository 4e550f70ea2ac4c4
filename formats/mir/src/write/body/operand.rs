//! Operands (reference, *Machine Operands*).

use super::{cfi, immediate, list, metadata, name, number, put, register, suffixes};
use crate::{Operand, OperandKind, Register};

/// Appends an operand with its target flags.
pub(super) fn operand(operand: &Operand, out: &mut String) {
    if let Some(flags) = &operand.target_flags {
        out.push_str("target-flags(");
        list(flags, out, |flag, out| out.push_str(flag));
        out.push_str(") ");
    }
    kind(&operand.kind, out);
}

fn kind(kind: &OperandKind, out: &mut String) {
    match kind {
        OperandKind::Register(operand) => register::operand(operand, out),
        OperandKind::Immediate(value) => number(*value, out),
        OperandKind::Mnemonic(name) => signed('.', name, out),
        OperandKind::SubregisterIndex(index) => {
            out.push_str("%subreg.");
            name::name(index, out);
        }
        OperandKind::Integer(value) => immediate::integer(value, out),
        OperandKind::Float(value) => immediate::float(value, out),
        OperandKind::Block(block) => name::block(block, out),
        OperandKind::Stack { id, name } => stack(*id, name.as_deref(), out),
        OperandKind::FixedStack(id) => numbered("%fixed-stack.", *id, out),
        OperandKind::Constant { id, offset } => {
            numbered("%const.", *id, out);
            self::offset(*offset, out);
        }
        OperandKind::JumpTable(id) => numbered("%jump-table.", *id, out),
        OperandKind::TargetIndex { name, offset } => {
            put!(out, "target-index({name})");
            self::offset(*offset, out);
        }
        OperandKind::ExternalSymbol { name, offset } => {
            symbol(name, out);
            self::offset(*offset, out);
        }
        OperandKind::Global { value, offset } => {
            name::global(value, out);
            self::offset(*offset, out);
        }
        OperandKind::BlockAddress { function, block, offset } => {
            out.push_str("blockaddress(");
            name::global(function, out);
            out.push_str(", ");
            name::ir_block(block, out);
            out.push(')');
            self::offset(*offset, out);
        }
        OperandKind::Metadata(value) => metadata::metadata(value, out),
        OperandKind::Symbol(symbol) => suffixes::symbol(symbol, out),
        OperandKind::Cfi(operation) => cfi::operation(operation, out),
        _ => words(kind, out),
    }
}

/// Appends the operands that begin with a word, mostly followed by parentheses.
fn words(kind: &OperandKind, out: &mut String) {
    match kind {
        OperandKind::RegisterMask(name) => out.push_str(name),
        OperandKind::CustomRegisterMask(registers) => {
            out.push_str("CustomRegMask(");
            for (position, register) in registers.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                register::name(register, out);
            }
            out.push(')');
        }
        OperandKind::LiveOut(registers) => {
            out.push_str("liveout(");
            list(registers, out, |register: &Register, out| register::name(register, out));
            out.push(')');
        }
        OperandKind::Intrinsic(name) => {
            out.push_str("intrinsic(@");
            name::name(name, out);
            out.push(')');
        }
        OperandKind::IntegerPredicate(predicate) => put!(out, "intpred({})", predicate.name()),
        OperandKind::FloatPredicate(predicate) => put!(out, "floatpred({})", predicate.name()),
        OperandKind::ShuffleMask(lanes) => {
            out.push_str("shufflemask(");
            list(lanes, out, |lane, out| match lane {
                Some(lane) => number(*lane, out),
                None => out.push_str("undef"),
            });
            out.push(')');
        }
        OperandKind::LaneMask(lanes) => put!(out, "lanemask(0x{lanes:016X})"),
        OperandKind::Assembly(words) => out.push_str(words),
        OperandKind::DebugReference { instruction, operand } => put!(out, "dbg-instr-ref({instruction}, {operand})"),
        // These begin with a sigil.
        OperandKind::Register(_)
        | OperandKind::Immediate(_)
        | OperandKind::Mnemonic(_)
        | OperandKind::SubregisterIndex(_)
        | OperandKind::Integer(_)
        | OperandKind::Float(_)
        | OperandKind::Block(_)
        | OperandKind::Stack { .. }
        | OperandKind::FixedStack(_)
        | OperandKind::Constant { .. }
        | OperandKind::JumpTable(_)
        | OperandKind::TargetIndex { .. }
        | OperandKind::ExternalSymbol { .. }
        | OperandKind::Global { .. }
        | OperandKind::BlockAddress { .. }
        | OperandKind::Metadata(_)
        | OperandKind::Symbol(_)
        | OperandKind::Cfi(_) => {}
    }
}

fn signed(sign: char, name: &str, out: &mut String) {
    out.push(sign);
    out.push_str(name);
}

fn numbered(prefix: &str, id: u32, out: &mut String) {
    out.push_str(prefix);
    number(id, out);
}

/// Appends `%stack.N` or `%stack.N.name`.
pub(super) fn stack(id: u32, name: Option<&str>, out: &mut String) {
    numbered("%stack.", id, out);
    name::suffix(name, out);
}

/// Appends `&name`.
pub(super) fn symbol(name: &str, out: &mut String) {
    out.push('&');
    name::name(name, out);
}

/// Appends ` + N` or ` - N`; nothing for 0.
pub(super) fn offset(offset: i64, out: &mut String) {
    if offset != 0 {
        out.push_str(if offset < 0 { " - " } else { " + " });
        // The smallest number stays negative, as llc prints and reads it.
        number(offset.wrapping_abs(), out);
    }
}
