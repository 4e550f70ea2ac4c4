//! Lowers operations to the bytes of DWARF 5.

use gimli::constants as dw;
use gimli::constants::DwOp;
use irsmith_debuginfo::interpret::expression::{AddressSize, Operation};
use irsmith_debuginfo::tables::Op;

/// Why an expression has no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unlowered {
    /// DWARF has no operation of this number.
    Unknown,
    /// A literal is missing.
    MissingLiteral,
    /// The operand of Pick or Call2, or the block of EntryValue or ConstType, is larger than DWARF can encode.
    TooLarge,
    /// The register number exceeds the 16 bits of gimli.
    Register,
    /// A branch over more bytes than its 16-bit operand can encode.
    BranchTooFar,
    /// A Fragment before the end: DWARF has no such operation, and only at the end it is a piece.
    Fragment,
}

/// Returns the bytes of an expression. At its end, a Fragment becomes a DW_OP_bit_piece of its size.
pub fn lower(operations: &[Operation], address: AddressSize) -> Result<Vec<u8>, Unlowered> {
    let mut bytes = Vec::new();
    let mut starts = Vec::with_capacity(operations.len() + 1);
    for (at, operation) in operations.iter().enumerate() {
        starts.push(bytes.len());
        if operation.code.op() == Some(Op::Fragment) && at + 1 != operations.len() {
            return Err(Unlowered::Fragment);
        }
        Lowering { bytes: &mut bytes, address }.operation(operation)?;
    }
    starts.push(bytes.len());
    for (at, operation) in operations.iter().enumerate().filter(|(_, operation)| matches!(operation.code.op(), Some(Op::Bra | Op::Skip))) {
        let distance = branch(at, operation.literals()[0].cast_signed(), &starts)?;
        let end = starts[at + 1];
        bytes[end - 2..end].copy_from_slice(&distance.to_le_bytes());
    }
    Ok(bytes)
}

/// Returns the distance in bytes, from the end of the branch, of a branch over `distance` operations. If the target is outside of the
/// expression, it is the longest distance that an operand can encode, which is outside of the bytes too.
fn branch(at: usize, distance: i32, starts: &[usize]) -> Result<i16, Unlowered> {
    let length = starts[starts.len() - 1];
    if length > i16::MAX as usize {
        return Err(Unlowered::BranchTooFar);
    }
    let target = (at as i64 + 1) + i64::from(distance);
    let Some(&start) = usize::try_from(target).ok().and_then(|target| starts.get(target)) else {
        return Ok(if target < 0 { i16::MIN } else { i16::MAX });
    };
    i16::try_from(start as i64 - starts[at + 1] as i64).map_err(|_| Unlowered::BranchTooFar)
}

struct Lowering<'a> {
    bytes: &'a mut Vec<u8>,
    address: AddressSize,
}

/// Operations that are one byte in DWARF: our operation and the code.
const PLAIN: &[(Op, DwOp)] = &[
    (Op::Deref, dw::DW_OP_deref),
    (Op::Plus, dw::DW_OP_plus),
    (Op::Minus, dw::DW_OP_minus),
    (Op::Swap, dw::DW_OP_swap),
    (Op::Xderef, dw::DW_OP_xderef),
    (Op::StackValue, dw::DW_OP_stack_value),
    (Op::Dup, dw::DW_OP_dup),
    (Op::Drop, dw::DW_OP_drop),
    (Op::Over, dw::DW_OP_over),
    (Op::Rot, dw::DW_OP_rot),
    (Op::Abs, dw::DW_OP_abs),
    (Op::And, dw::DW_OP_and),
    (Op::Div, dw::DW_OP_div),
    (Op::Mod, dw::DW_OP_mod),
    (Op::Mul, dw::DW_OP_mul),
    (Op::Neg, dw::DW_OP_neg),
    (Op::Not, dw::DW_OP_not),
    (Op::Or, dw::DW_OP_or),
    (Op::Shl, dw::DW_OP_shl),
    (Op::Shr, dw::DW_OP_shr),
    (Op::Shra, dw::DW_OP_shra),
    (Op::Xor, dw::DW_OP_xor),
    (Op::Eq, dw::DW_OP_eq),
    (Op::Ge, dw::DW_OP_ge),
    (Op::Gt, dw::DW_OP_gt),
    (Op::Le, dw::DW_OP_le),
    (Op::Lt, dw::DW_OP_lt),
    (Op::Ne, dw::DW_OP_ne),
    (Op::Nop, dw::DW_OP_nop),
    (Op::PushObjectAddress, dw::DW_OP_push_object_address),
    (Op::FormTlsAddress, dw::DW_OP_form_tls_address),
    (Op::CallFrameCfa, dw::DW_OP_call_frame_cfa),
];

/// Operations with unsigned operands in LEB128, with their number of operands.
const UNSIGNED: &[(Op, DwOp, usize)] = &[
    (Op::PlusUconst, dw::DW_OP_plus_uconst, 1),
    (Op::BitPiece, dw::DW_OP_bit_piece, 2),
    (Op::Constu, dw::DW_OP_constu, 1),
    (Op::Piece, dw::DW_OP_piece, 1),
    (Op::AddrX, dw::DW_OP_addrx, 1),
    (Op::ConstX, dw::DW_OP_constx, 1),
    (Op::Reinterpret, dw::DW_OP_reinterpret, 1),
];

/// Operations with one operand of a fixed number of bytes, to which it is truncated.
const FIXED: &[(Op, DwOp, usize)] = &[
    (Op::Const1u, dw::DW_OP_const1u, 1),
    (Op::Const1s, dw::DW_OP_const1s, 1),
    (Op::Const2u, dw::DW_OP_const2u, 2),
    (Op::Const2s, dw::DW_OP_const2s, 2),
    (Op::Const4u, dw::DW_OP_const4u, 4),
    (Op::Const4s, dw::DW_OP_const4s, 4),
    (Op::Bra, dw::DW_OP_bra, 2),
    (Op::Skip, dw::DW_OP_skip, 2),
    (Op::Call4, dw::DW_OP_call4, 4),
    (Op::CallRef, dw::DW_OP_call_ref, 4),
];

impl Lowering<'_> {
    fn operation(&mut self, operation: &Operation) -> Result<(), Unlowered> {
        let op = operation.code.op().ok_or(Unlowered::Unknown)?;
        let literals = operation.literals();
        let word = |at: usize| literals.get(at).copied().ok_or(Unlowered::MissingLiteral);
        if let Some(&(_, dwarf)) = PLAIN.iter().find(|row| row.0 == op) {
            // In gimli a shift count keeps bits above those of a four-byte address, in DWARF it has none. Adding zero removes them, and
            // changes nothing else.
            if matches!(op, Op::Shl | Op::Shr | Op::Shra) && self.address == AddressSize::Four {
                self.code(dw::DW_OP_plus_uconst).unsigned(0);
            }
            self.code(dwarf);
        } else if let Some(&(_, dwarf, count)) = UNSIGNED.iter().find(|row| row.0 == op) {
            self.code(dwarf);
            for at in 0..count {
                self.unsigned(word(at)?);
            }
        } else if let Some(&(_, dwarf, size)) = FIXED.iter().find(|row| row.0 == op) {
            self.code(dwarf).raw(&word(0)?.to_le_bytes()[..size]);
        } else if let Some((dwarf, offset)) = numbered(op) {
            self.code(dwarf);
            if offset {
                self.signed(word(0)?);
            }
        } else {
            self.special(op, word)?;
        }
        Ok(())
    }

    fn special(&mut self, op: Op, word: impl Fn(usize) -> Result<u32, Unlowered>) -> Result<(), Unlowered> {
        match op {
            Op::Fragment => self.code(dw::DW_OP_bit_piece).unsigned(word(1)?).unsigned(0),
            Op::Convert => {
                let ty = converted(word(0)?, word(1)?, self.address);
                self.code(dw::DW_OP_convert).unsigned(ty)
            }
            Op::Addr => {
                let address = u64::from(word(0)?).to_le_bytes();
                let size = self.address.bytes() as usize;
                self.code(dw::DW_OP_addr).raw(&address[..size])
            }
            Op::Const8u => self.code(dw::DW_OP_const8u).raw(&u64::from(word(0)?).to_le_bytes()),
            Op::Const8s => self.code(dw::DW_OP_const8s).raw(&i64::from(word(0)?.cast_signed()).to_le_bytes()),
            Op::Consts => self.code(dw::DW_OP_consts).signed(word(0)?),
            Op::Pick => self.code(dw::DW_OP_pick).raw(&[small(word(0)?)?]),
            Op::Regx => self.code(dw::DW_OP_regx).unsigned(register(word(0)?)?),
            Op::Fbreg => self.code(dw::DW_OP_fbreg).signed(word(0)?),
            Op::Bregx => self.code(dw::DW_OP_bregx).unsigned(register(word(0)?)?).signed(word(1)?),
            // A size that needs more than a byte is too large, like 255.
            Op::DerefSize => self.code(dw::DW_OP_deref_size).raw(&[small(word(0)?).unwrap_or(u8::MAX)]),
            Op::XDerefSize => self.code(dw::DW_OP_xderef_size).raw(&[small(word(0)?).unwrap_or(u8::MAX)]),
            Op::Call2 => {
                let procedure = u16::try_from(word(0)?).map_err(|_| Unlowered::TooLarge)?;
                self.code(dw::DW_OP_call2).raw(&procedure.to_le_bytes())
            }
            Op::ImplicitPointer => self.code(dw::DW_OP_implicit_pointer).raw(&word(0)?.to_le_bytes()).signed(word(1)?),
            Op::EntryValue => {
                let size = word(0)?;
                self.code(dw::DW_OP_entry_value).unsigned(size).block(word(1)?, size)?
            }
            Op::ConstType => {
                let size = small(word(1)?)?;
                self.code(dw::DW_OP_const_type).unsigned(word(0)?).raw(&[size]).block(word(2)?, size.into())?
            }
            Op::RegvalType => self.code(dw::DW_OP_regval_type).unsigned(register(word(0)?)?).unsigned(word(1)?),
            Op::DerefType => self.code(dw::DW_OP_deref_type).raw(&[small(word(0)?).unwrap_or(u8::MAX)]).unsigned(word(1)?),
            Op::XDerefType => self.code(dw::DW_OP_xderef_type).raw(&[small(word(0)?).unwrap_or(u8::MAX)]).unsigned(word(1)?),
            _ => return Err(Unlowered::Unknown),
        };
        Ok(())
    }

    fn code(&mut self, code: DwOp) -> &mut Self {
        self.raw(&[code.0])
    }

    fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// Appends the bytes of a word, padded with zeros up to eight.
    fn block(&mut self, word: u32, size: u32) -> Result<&mut Self, Unlowered> {
        let bytes = u64::from(word).to_le_bytes();
        Ok(self.raw(bytes.get(..size as usize).ok_or(Unlowered::TooLarge)?))
    }

    /// Appends a number in LEB128.
    fn unsigned(&mut self, mut value: u32) -> &mut Self {
        while value > 0x7f {
            self.bytes.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.raw(&[value as u8])
    }

    /// Appends a number in signed LEB128.
    fn signed(&mut self, word: u32) -> &mut Self {
        let mut value = word.cast_signed();
        loop {
            let low = (value & 0x7f) as u8;
            value >>= 7;
            if (value == 0 && low & 0x40 == 0) || (value == -1 && low & 0x40 != 0) {
                return self.raw(&[low]);
            }
            self.bytes.push(low | 0x80);
        }
    }
}

/// Returns the operations that have a number in their name, and whether they have an offset.
fn numbered(op: Op) -> Option<(DwOp, bool)> {
    let (first, number, offset) = match op {
        Op::Lit(number) => (dw::DW_OP_lit0, number, false),
        Op::Reg(number) => (dw::DW_OP_reg0, number, false),
        Op::Breg(number) => (dw::DW_OP_breg0, number, true),
        _ => return None,
    };
    Some((DwOp(first.0 + number.get() as u8), offset))
}

fn small(word: u32) -> Result<u8, Unlowered> {
    u8::try_from(word).map_err(|_| Unlowered::TooLarge)
}

fn register(word: u32) -> Result<u32, Unlowered> {
    if word <= u16::MAX.into() { Ok(word) } else { Err(Unlowered::Register) }
}

/// Returns the number of the type with this size and DW_ATE encoding, as [`super::machine`] reads it; 0 is the generic type.
fn converted(bits: u32, encoding: u32, address: AddressSize) -> u32 {
    const NONE: u32 = 0xff;
    let encoding = dw::DwAte(u8::try_from(encoding).unwrap_or(0));
    let width = match bits {
        8 => 0,
        16 => 2,
        32 => 4,
        64 => 6,
        _ => return NONE,
    };
    match encoding {
        dw::DW_ATE_address if bits == 8 * address.bytes() => 0,
        dw::DW_ATE_signed | dw::DW_ATE_signed_char => 1 + width,
        dw::DW_ATE_unsigned | dw::DW_ATE_unsigned_char => 2 + width,
        dw::DW_ATE_float if bits == 32 => 9,
        dw::DW_ATE_float if bits == 64 => 10,
        _ => NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::tables::OPERATIONS;

    #[test]
    fn every_operation_is_lowered() {
        for row in OPERATIONS {
            let operation = Operation::new(row.op, &[1; 3][..row.operands.len().min(3)]);
            assert_ne!(lower(&[operation], AddressSize::Eight), Err(Unlowered::Unknown), "{}", row.name);
        }
    }
}
