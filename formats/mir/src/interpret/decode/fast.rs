//! Chooses the operation of an instruction.

use crate::interpret::meaning::Widening;
use crate::interpret::op::{Access, Action, Node, Op};
use crate::{InstructionFlags, IntegerPredicate};

/// Returns the operation that executes a node where nothing is poison or undefined.
pub(super) fn op(opcode: &str, node: &Node) -> Op {
    direct(opcode, node).unwrap_or(Op::Slow)
}

fn direct(opcode: &str, node: &Node) -> Option<Op> {
    let small = |regs: &[crate::interpret::op::Reg]| regs.iter().all(|reg| reg.shape.lanes == 1 && reg.shape.bits <= 64);
    if !small(&node.results) || !small(&node.operands) {
        return None;
    }
    let slot = |number: usize| node.operands.get(number).map(|reg| reg.slot);
    let bits = |number: usize| node.operands.get(number).map(|reg| reg.shape.bits as u8);
    match &node.action {
        Action::Constant(value) => {
            let number = value.low() as u64;
            return Some(Op::Constant(node.results[0].slot, number as u32, (number >> 32) as u32));
        }
        Action::Load(widening, access) => return load(node, *widening, access),
        Action::Store(_, access) => return store(node, access),
        Action::Lanes(..) => {}
        _ => return None,
    }
    // Flags make poison of some operands.
    if has_flags(node.fixed.flags) {
        return None;
    }
    let (to, width) = (node.results[0].slot, node.results[0].shape.bits as u8);
    let (a, b) = (slot(0)?, slot(1).unwrap_or_default());
    Some(match opcode {
        "G_ADD" => Op::Add(width, to, a, b),
        "G_PTR_ADD" if bits(1) == Some(width) => Op::Add(width, to, a, b),
        "G_SUB" => Op::Sub(width, to, a, b),
        "G_MUL" => Op::Mul(width, to, a, b),
        "G_AND" => Op::And(to, a, b),
        "G_OR" => Op::Or(to, a, b),
        "G_XOR" => Op::Xor(to, a, b),
        "G_SHL" => Op::Shl(width, to, a, b),
        "G_LSHR" => Op::LShr(width, to, a, b),
        "G_ASHR" => Op::AShr(width, to, a, b),
        "G_UDIV" => Op::UDiv(to, a, b),
        "G_UREM" => Op::URem(to, a, b),
        "G_SDIV" => Op::SDiv(width, to, a, b),
        "G_SREM" => Op::SRem(width, to, a, b),
        "G_ZEXT" | "G_TRUNC" | "G_INTTOPTR" | "G_PTRTOINT" => Op::Low(width.min(bits(0)?), to, a),
        "G_SEXT" => Op::SExt(bits(0)?, width, to, a),
        "G_SEXT_INREG" => Op::SExt(u8::try_from(node.fixed.number).ok().filter(|from| (1..=width).contains(from))?, width, to, a),
        "G_SELECT" => Op::Select(to, a, b, slot(2)?),
        "G_ICMP" => compare(node, to, a, b, bits(0)?),
        "G_FADD" if width == 32 => Op::FAdd32(to, a, b),
        "G_FSUB" if width == 32 => Op::FSub32(to, a, b),
        "G_FMUL" if width == 32 => Op::FMul32(to, a, b),
        "G_FDIV" if width == 32 => Op::FDiv32(to, a, b),
        "G_FADD" if width == 64 => Op::FAdd64(to, a, b),
        "G_FSUB" if width == 64 => Op::FSub64(to, a, b),
        "G_FMUL" if width == 64 => Op::FMul64(to, a, b),
        "G_FDIV" if width == 64 => Op::FDiv64(to, a, b),
        "G_FCMP" if bits(0) == Some(32) => Op::FCmp32(node.fixed.number as u8, to, a, b),
        "G_FCMP" if bits(0) == Some(64) => Op::FCmp64(node.fixed.number as u8, to, a, b),
        _ => return None,
    })
}

fn compare(node: &Node, to: u32, a: u32, b: u32, bits: u8) -> Op {
    match IntegerPredicate::ALL[node.fixed.number as usize % IntegerPredicate::ALL.len()] {
        IntegerPredicate::Equal => Op::Equal(to, a, b),
        IntegerPredicate::NotEqual => Op::NotEqual(to, a, b),
        IntegerPredicate::UnsignedLess => Op::Below(to, a, b),
        IntegerPredicate::UnsignedGreater => Op::Below(to, b, a),
        IntegerPredicate::UnsignedLessOrEqual => Op::BelowOrEqual(to, a, b),
        IntegerPredicate::UnsignedGreaterOrEqual => Op::BelowOrEqual(to, b, a),
        IntegerPredicate::SignedLess => Op::Less(bits, to, a, b),
        IntegerPredicate::SignedGreater => Op::Less(bits, to, b, a),
        IntegerPredicate::SignedLessOrEqual => Op::LessOrEqual(bits, to, a, b),
        IntegerPredicate::SignedGreaterOrEqual => Op::LessOrEqual(bits, to, b, a),
    }
}

/// Returns the alignment of an access less one, if it is small.
fn alignment(access: &Access) -> Option<u8> {
    u8::try_from(access.alignment - 1).ok()
}

fn load(node: &Node, widening: Widening, access: &Access) -> Option<Op> {
    let (to, address, alignment) = (node.results[0].slot, node.operands[0].slot, alignment(access)?);
    let fills = access.shape.all() == node.results[0].bits();
    if !(fills || widening == Widening::Zero) {
        return None;
    }
    Some(match access.shape.all() {
        8 => Op::Load8(alignment, to, address),
        16 => Op::Load16(alignment, to, address),
        32 => Op::Load32(alignment, to, address),
        64 => Op::Load64(alignment, to, address),
        _ => return None,
    })
}

fn store(node: &Node, access: &Access) -> Option<Op> {
    let (from, address, alignment) = (node.operands[0].slot, node.operands[1].slot, alignment(access)?);
    if access.shape.all() > node.operands[0].bits() || matches!(node.action, Action::Store(Widening::Float, _)) {
        return None;
    }
    Some(match access.shape.all() {
        8 => Op::Store8(alignment, from, address),
        16 => Op::Store16(alignment, from, address),
        32 => Op::Store32(alignment, from, address),
        64 => Op::Store64(alignment, from, address),
        _ => return None,
    })
}

/// The flags with which an instruction may make poison.
fn has_flags(flags: InstructionFlags) -> bool {
    const KEPT: u32 = InstructionFlags::named("frame-setup").0
        | InstructionFlags::named("frame-destroy").0
        | InstructionFlags::named("nofpexcept").0
        | InstructionFlags::named("unpredictable").0;
    flags.0 & !KEPT != 0
}
