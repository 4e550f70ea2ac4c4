//! Statements that take, read and write memory.

use super::super::forms::{LoadForm, StoreForm};
use super::super::kinds::{BYTE, Kind};
use super::super::lanes::Maker;
use super::Program;
use super::frame::{Region, SLACK};
use super::guards::Spoil;
use irsmith_pnacl::tables::{BinaryOp, IntrinsicId};
use irsmith_pnacl::{Alignment, Global, Initializer, Instruction, Value};

/// Largest alignment of an `alloca` that is not to overflow the stack, in bytes: once in a call of the function that is executed first,
/// and elsewhere.
const ALIGNMENT_ONCE: u64 = 1 << 10;
const ALIGNMENT: u64 = 1 << 6;
/// Bytes of stack that a call of the first function may take for itself, and one of another function, in all calls that it makes of
/// itself. Together they stay below [`Execution::STACK`](super::super::execution::Execution::STACK).
const STACK_FIRST: u64 = 2_048;
const STACK: u64 = 640;

/// What an access demands of an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// In bytes, at least 1.
    pub(super) alignment: u32,
    /// Bytes that it reaches, up to [`SLACK`].
    pub(super) size: u32,
    pub(super) writes: bool,
}

/// Bytes that a value takes in memory.
fn bytes(kind: Kind) -> u32 {
    (kind.ty().bits() / 8) as u32
}

impl Program<'_, '_> {
    /// The memory that all functions share: variables that overlap accesses of all widths, and a constant.
    pub(super) fn shared_memory(&mut self) {
        for place in 0..3 {
            let size = 16 << self.build.choices.below(3);
            let constant = place == 2;
            let alignment = 16 << self.build.choices.below(4);
            let initializer = if constant || self.build.choices.chance(128) {
                let mut noise = self.noise();
                Initializer::Data((0..size + SLACK).map(|_| noise.next() as u8).collect())
            } else {
                Initializer::Zerofill(u64::from(size + SLACK))
            };
            let global = Global {
                alignment: Alignment::from_bytes(alignment.into()).unwrap_or_default(),
                constant,
                initializers: vec![initializer],
            };
            let base = self.new_global(global);
            self.shared.push(Region { base, size, alignment, writable: !constant });
        }
    }

    /// An address for an access.
    pub(super) fn pointer(&mut self, access: Access) -> Value {
        if self.is_spoiled(Spoil::Trap) {
            return self.bad_pointer();
        }
        let place = self.region(access, None);
        let alignment = if access.alignment > 1 && self.is_spoiled(Spoil::Value) { 1 } else { access.alignment };
        self.address_in(place, Access { alignment, ..access })
    }

    /// Memory that an access may reach, other than `except`. There always is some: a variable of this module.
    pub(super) fn region(&mut self, access: Access, except: Option<usize>) -> usize {
        let count = self.frame.regions.len();
        let start = self.build.choices.below(count);
        let fits = |place: &usize| {
            let region = &self.frame.regions[*place];
            Some(*place) != except && (region.writable || !access.writes) && region.alignment >= access.alignment
        };
        (start..count).chain(0..start).find(fits).unwrap_or(0)
    }

    /// An address in a region. Half of them near its start, so that accesses of different widths overlap; one in eight has the region's last
    /// bytes, which may be the last of all memory: what is taken first of the stack ends there.
    pub(super) fn address_in(&mut self, place: usize, access: Access) -> Value {
        let (alignment, Region { base, size, .. }) = (access.alignment, self.frame.regions[place]);
        let narrow = if self.build.choices.chance(128) { 15 } else { u32::MAX };
        let mask = (size - 1) & !(alignment - 1) & narrow;
        let offset = u32::from(self.build.choices.byte()) & mask;
        match self.build.choices.below(8) {
            0 => base,
            1 => self.plus(BinaryOp::Add, base, (size + SLACK - access.size) & !(alignment - 1)),
            2 => self.plus(BinaryOp::Add, base, offset),
            3 => self.plus(BinaryOp::Sub, base, offset.wrapping_neg()),
            // Past the end of the address space, and back.
            4 => {
                let far = [0x8000_0000, 0xffff_0000, 0x7fff_ffff, 0xf000_0010][self.build.choices.below(4)];
                let away = self.plus(BinaryOp::Add, base, far);
                self.plus(BinaryOp::Add, away, offset.wrapping_sub(far))
            }
            _ => {
                let index = self.operand(Kind::I32);
                let mask = self.number(mask);
                let offset = self.binary_of(Kind::I32, BinaryOp::And, index, mask);
                self.binary_of(Kind::I32, BinaryOp::Add, base, offset)
            }
        }
    }

    fn plus(&mut self, op: BinaryOp, base: Value, offset: u32) -> Value {
        let offset = self.number(offset);
        self.binary_of(Kind::I32, op, base, offset)
    }

    /// An address where there may be nothing, or a constant.
    fn bad_pointer(&mut self) -> Value {
        match self.build.choices.below(8) {
            0 => self.operand(Kind::I32),
            1 | 2 => {
                let address = [0, 1, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xf000_0000, 0xffff_fffc, 0xffff_ffff];
                let address = address[self.build.choices.below(address.len())];
                self.number(address)
            }
            // The constant, which must not be written.
            3 => self.shared.last().map_or(Value::global(0), |region| region.base),
            4 | 5 => self.edge_of_memory(),
            _ => {
                let base = self.shared.first().map_or(Value::global(0), |region| region.base);
                let far = [1 << 20, 1 << 31, 0xffff_0000][self.build.choices.below(3)];
                self.plus(BinaryOp::Add, base, far)
            }
        }
    }

    /// An address just before the first constant, the first variable or the end of memory, so that an access reaches over the edge, or
    /// just not.
    fn edge_of_memory(&mut self) -> Value {
        let edge = match self.build.choices.below(3) {
            0 => self.shared.last().map(|region| region.base),
            1 => Some(self.total),
            // Where nothing is taken of the stack, memory ends.
            _ => self.call_named(IntrinsicId::StackSave, &[]),
        };
        let near = self.build.choices.below(SLACK as usize + 1) as u32;
        self.plus(BinaryOp::Sub, edge.unwrap_or(Value::global(0)), near)
    }

    /// Memory read.
    pub(super) fn load(&mut self, LoadForm { kind, alignment, .. }: LoadForm) {
        let pointer = self.pointer(Access { alignment: alignment.bytes() as u32, size: bytes(kind), writes: false });
        let ty = self.build.types.of(kind);
        self.define(kind, Instruction::Load { pointer, alignment, ty });
    }

    /// Memory written; one store in four is read again, with another type maybe.
    pub(super) fn store(&mut self, StoreForm { kind, alignment, .. }: StoreForm) {
        let value = self.operand(kind);
        let again = self.knobs.raw_traps == 0 && self.build.choices.chance(64);
        let size = if again { bytes(kind).max(8) } else { bytes(kind) };
        let pointer = self.pointer(Access { alignment: alignment.bytes() as u32, size, writes: true });
        self.push(Instruction::Store { pointer, value, alignment });
        if again {
            let scalars = [Kind::I8, Kind::I16, Kind::I32, Kind::I64, Kind::F32, Kind::F64];
            let kind = scalars[self.build.choices.below(scalars.len())];
            let ty = self.build.types.of(kind);
            self.define(kind, Instruction::Load { pointer, alignment: BYTE, ty });
        }
    }

    /// Memory taken, and filled: what a program reads it has written.
    pub(super) fn alloca(&mut self, alignment: Alignment) {
        let bytes = alignment.bytes().max(1);
        let first = self.frame.place == 0 && self.frame.times == 1;
        let (most, limit) = if first { (ALIGNMENT_ONCE, STACK_FIRST) } else { (ALIGNMENT, STACK) };
        // An alignment that is too large for the stack traps by itself.
        let too_large = bytes > ALIGNMENT_ONCE && self.is_rare_trap();
        if too_large || self.is_spoiled(Spoil::Trap) {
            let size = Maker::non_address(self, Kind::I32);
            self.temporary(Kind::I32, Instruction::Alloca { size, alignment });
            return;
        }
        let size = 16_u32 << self.build.choices.below(3);
        let total = size + SLACK;
        let taken = self.frame.stack + self.frame.times * (u64::from(total) + 32 + bytes);
        if bytes > most || taken * self.nested_calls() > limit {
            return;
        }
        self.frame.stack = taken;
        if self.build.choices.chance(16) {
            let size = self.number(0);
            self.temporary(Kind::I32, Instruction::Alloca { size, alignment });
            return;
        }
        let all = if self.build.choices.chance(64) {
            let (more, mask, least) = (self.operand(Kind::I32), self.number(31), self.number(total));
            let more = self.binary_of(Kind::I32, BinaryOp::And, more, mask);
            self.binary_of(Kind::I32, BinaryOp::Add, more, least)
        } else {
            self.number(total)
        };
        let base = self.temporary(Kind::I32, Instruction::Alloca { size: all, alignment });
        let byte = self.operand(Kind::I8);
        let (length, one, no) = (self.number(total), self.number(1), self.literal(Kind::I1, 0));
        self.call_named(IntrinsicId::Memset, &[base, byte, length, one, no]);
        self.frame.regions.push(Region { base, size, alignment: bytes as u32, writable: true });
    }

    /// Memory taken with an alignment of up to 16 bytes.
    fn small_alloca(&mut self) {
        let alignment = Alignment::from_bytes(1 << self.build.choices.below(5)).unwrap_or_default();
        self.alloca(alignment);
    }

    /// Statements whose memory is given back behind them.
    pub(super) fn stack_scope(&mut self, budget: u32) -> bool {
        // What is saved is not where the stack begins then, and what is taken behind shows what was restored.
        let around = self.build.choices.chance(128);
        if around {
            self.small_alloca();
        }
        let saved = self.call_named(IntrinsicId::StackSave, &[]);
        let regions = self.frame.regions.len();
        self.small_alloca();
        self.sequence(budget);
        self.frame.regions.truncate(regions);
        let saved = if self.is_rare_trap() { Some(self.operand(Kind::I32)) } else { saved };
        if let Some(saved) = saved {
            self.call_named(IntrinsicId::StackRestore, &[saved]);
        }
        if around {
            self.small_alloca();
        }
        true
    }
}
