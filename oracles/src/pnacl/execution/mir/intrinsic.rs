//! Intrinsic functions.

use super::function::{Lowering, STACK};
use super::writer::{Lanes, Reg, Writer};
use irsmith_pnacl::Value;
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::tables::IntrinsicId;

impl Lowering<'_> {
    /// Lowers a call of an intrinsic. Calls of setjmp and longjmp do not get here: [`supported`](super::supported) rejects them.
    pub(super) fn intrinsic(&mut self, id: IntrinsicId, arguments: &[Value]) -> Lanes {
        use IntrinsicId as Id;
        match id {
            Id::Memcpy | Id::Memmove => self.copy_bytes(arguments[0], arguments[1], arguments[2]),
            Id::Memset => self.fill_bytes(arguments[0], arguments[1], arguments[2]),
            Id::BswapI16 | Id::BswapI32 | Id::BswapI64 => {
                return self.bits(arguments[0], |writer, bits, value| writer.scalar(bits, format_args!("G_BSWAP {value}")));
            }
            Id::CtlzI32 | Id::CtlzI64 => return self.bits(arguments[0], leading_zeros),
            Id::CttzI32 | Id::CttzI64 => return self.bits(arguments[0], trailing_zeros),
            Id::CtpopI32 | Id::CtpopI64 => return self.bits(arguments[0], population),
            Id::SqrtF32 | Id::SqrtF64 => {
                let value = self.scalar(arguments[0]);
                return vec![self.square_root(self.type_of(arguments[0]), value)];
            }
            Id::FabsF32 | Id::FabsF64 | Id::FabsF32X4 => {
                let (ty, lanes) = (self.type_of(arguments[0]), self.operand(arguments[0]));
                return self.absolute(ty, &lanes);
            }
            // The thread pointer, 0 without a runtime.
            Id::ReadTp => return vec![self.writer.constant(32, 0)],
            Id::Setjmp | Id::Longjmp => self.always_trap(TrapKind::BadJump),
            Id::AtomicLoadI8 | Id::AtomicLoadI16 | Id::AtomicLoadI32 | Id::AtomicLoadI64 => {
                return vec![self.atomic_load(arguments[0], id.row().result)];
            }
            Id::AtomicStoreI8 | Id::AtomicStoreI16 | Id::AtomicStoreI32 | Id::AtomicStoreI64 => {
                self.atomic_store(arguments[0], arguments[1]);
            }
            Id::AtomicRmwI8 | Id::AtomicRmwI16 | Id::AtomicRmwI32 | Id::AtomicRmwI64 => {
                return vec![self.atomic_update(arguments[0], arguments[1], arguments[2])];
            }
            Id::AtomicCmpxchgI8 | Id::AtomicCmpxchgI16 | Id::AtomicCmpxchgI32 | Id::AtomicCmpxchgI64 => {
                return vec![self.atomic_exchange(arguments[0], arguments[1], arguments[2])];
            }
            Id::AtomicFence | Id::AtomicFenceAll => self.fence(),
            Id::AtomicIsLockFree => return vec![self.writer.constant(1, 1)],
            Id::StackSave => return vec![self.writer.load_variable(32, STACK)],
            Id::StackRestore => self.restore_stack(arguments[0]),
            Id::Trap => self.always_trap(TrapKind::Abort),
        }
        Lanes::new()
    }

    fn bits(&mut self, value: Value, compute: impl FnOnce(&mut Writer, u32, Reg) -> Reg) -> Lanes {
        let bits = self.type_of(value).scalar_bits();
        let value = self.scalar(value);
        vec![compute(&mut self.writer, bits, value)]
    }
}

/// Counts the zeros above the highest one; of 0, the width.
fn leading_zeros(writer: &mut Writer, bits: u32, value: Reg) -> Reg {
    if writer.codegen.is_rich() {
        return writer.scalar(bits, format_args!("G_CTLZ {value}(s{bits})"));
    }
    // Ones from the highest one down leave as many zeros.
    let mut filled = value;
    for step in (0..bits.ilog2()).map(|power| 1 << power) {
        let moved = writer.binary_with("G_LSHR", bits, filled, step);
        filled = writer.binary("G_OR", bits, filled, moved);
    }
    let zeros = writer.binary_with("G_XOR", bits, filled, -1);
    population(writer, bits, zeros)
}

/// Counts the zeros below the lowest one; of 0, the width.
fn trailing_zeros(writer: &mut Writer, bits: u32, value: Reg) -> Reg {
    if writer.codegen.is_rich() {
        return writer.scalar(bits, format_args!("G_CTTZ {value}(s{bits})"));
    }
    // The zeros below the lowest one are the only ones that become ones when 1 is subtracted.
    let less = writer.binary_with("G_ADD", bits, value, -1);
    let zeros = writer.binary_with("G_XOR", bits, value, -1);
    let below = writer.binary("G_AND", bits, less, zeros);
    population(writer, bits, below)
}

/// Counts ones.
fn population(writer: &mut Writer, bits: u32, value: Reg) -> Reg {
    if writer.codegen.is_rich() {
        return writer.scalar(bits, format_args!("G_CTPOP {value}(s{bits})"));
    }
    // Sums of neighbours: of 2 bits, of 4, of 8, and of all bytes.
    let each = |byte: u8| i64::from_le_bytes([byte; 8]);
    let half = writer.binary_with("G_LSHR", bits, value, 1);
    let half = writer.binary_with("G_AND", bits, half, each(0x55));
    let pairs = writer.binary("G_SUB", bits, value, half);
    let upper = writer.binary_with("G_LSHR", bits, pairs, 2);
    let upper = writer.binary_with("G_AND", bits, upper, each(0x33));
    let lower = writer.binary_with("G_AND", bits, pairs, each(0x33));
    let fours = writer.binary("G_ADD", bits, upper, lower);
    let upper = writer.binary_with("G_LSHR", bits, fours, 4);
    let eights = writer.binary("G_ADD", bits, fours, upper);
    let eights = writer.binary_with("G_AND", bits, eights, each(0x0f));
    let sum = writer.binary_with("G_MUL", bits, eights, each(1));
    writer.binary_with("G_LSHR", bits, sum, i64::from(bits) - 8)
}
