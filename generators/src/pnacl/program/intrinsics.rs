//! Statements that call intrinsics.

use super::super::calls::exchange_order;
use super::super::declarations::declare_intrinsic;
use super::super::kinds::{BYTE, Kind};
use super::Program;
use super::frame::SLACK;
use super::guards::Spoil;
use super::memory::Access;
use irsmith_pnacl::tables::{BinaryOp, Intrinsic, IntrinsicArgument, IntrinsicId};
use irsmith_pnacl::{Instruction, Value};
use smallvec::SmallVec;

type Arguments = SmallVec<[Value; 4]>;

/// What an atomic operation does with memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Atomic {
    Load,
    Store,
    Exchange,
    Other,
}

impl Program<'_, '_> {
    /// A call of an intrinsic; those that direct control or the stack are made where their partners are.
    pub(super) fn intrinsic(&mut self, id: IntrinsicId) {
        use IntrinsicId as Id;
        let arguments = match id {
            Id::Memcpy => self.copy(false),
            Id::Memmove => self.copy(true),
            Id::Memset => self.fill(),
            Id::CtlzI32 | Id::CtlzI64 | Id::CttzI32 | Id::CttzI64 => self.count_zeros(id.row()),
            Id::Trap if self.is_rare_trap() => Arguments::new(),
            Id::Trap | Id::StackSave | Id::StackRestore | Id::Setjmp => return,
            Id::Longjmp => return self.bad_jump(),
            Id::AtomicLoadI8 | Id::AtomicLoadI16 | Id::AtomicLoadI32 | Id::AtomicLoadI64 => self.atomic(id, Atomic::Load),
            Id::AtomicStoreI8 | Id::AtomicStoreI16 | Id::AtomicStoreI32 | Id::AtomicStoreI64 => self.atomic(id, Atomic::Store),
            Id::AtomicCmpxchgI8 | Id::AtomicCmpxchgI16 | Id::AtomicCmpxchgI32 | Id::AtomicCmpxchgI64 => self.atomic(id, Atomic::Exchange),
            Id::AtomicRmwI8 | Id::AtomicRmwI16 | Id::AtomicRmwI32 | Id::AtomicRmwI64 => self.atomic(id, Atomic::Other),
            Id::AtomicFence | Id::AtomicFenceAll | Id::AtomicIsLockFree => self.atomic(id, Atomic::Other),
            Id::BswapI16 | Id::BswapI32 | Id::BswapI64 | Id::CtpopI32 | Id::CtpopI64 => self.plain(id.row()),
            Id::SqrtF32 | Id::SqrtF64 | Id::FabsF32 | Id::FabsF64 | Id::FabsF32X4 | Id::ReadTp => self.plain(id.row()),
        };
        let tail = self.build.choices.chance(24);
        let call = self.call_of(id, tail, arguments);
        match Kind::of(id.row().result) {
            Some(kind) => {
                self.define(kind, call);
                self.note_address_of(id);
            }
            None => self.push(call),
        }
    }

    /// Calls an intrinsic as part of something else; its result, if any, is for what follows only.
    pub(super) fn call_named(&mut self, id: IntrinsicId, arguments: &[Value]) -> Option<Value> {
        let call = self.call_of(id, false, arguments.into());
        let result = Kind::of(id.row().result);
        let value = self.frame.push(call, result);
        self.note_address_of(id);
        result.map(|_| value)
    }

    fn call_of(&mut self, id: IntrinsicId, tail: bool, arguments: Arguments) -> Instruction {
        Instruction::Call { tail, callee: Value::function(declare_intrinsic(&mut self.build, id)), arguments }
    }

    fn note_address_of(&mut self, id: IntrinsicId) {
        if id.row().returns_address {
            self.frame.note_address();
        }
    }

    /// One of the constants that an argument may be.
    fn one_of(&mut self, kind: Kind, demand: IntrinsicArgument) -> Value {
        match demand {
            IntrinsicArgument::OneOf(allowed) => {
                let value = allowed[self.build.choices.below(allowed.len())];
                self.literal(kind, value as u64)
            }
            IntrinsicArgument::Any | IntrinsicArgument::Address => self.operand(kind),
        }
    }

    fn plain(&mut self, row: &Intrinsic) -> Arguments {
        let edges = self.knobs.edges;
        let mut arguments = Arguments::new();
        for &(ty, demand) in row.parameters {
            let kind = Kind::of(ty).unwrap_or(Kind::I32);
            let edge = !matches!(demand, IntrinsicArgument::OneOf(_)) && self.build.choices.chance(edges);
            arguments.push(if edge { self.fresh(kind) } else { self.one_of(kind, demand) });
        }
        arguments
    }

    fn count_zeros(&mut self, row: &Intrinsic) -> Arguments {
        let kind = Kind::of(row.result).unwrap_or(Kind::I32);
        let value = self.operand(kind);
        let zero_is_undefined = self.build.choices.chance(128);
        let value = if zero_is_undefined && !self.is_spoiled(Spoil::Value) {
            let bit = self.build.choices.below(kind.ty().scalar_bits() as usize);
            let bit = self.literal(kind, 1 << bit);
            self.binary_of(kind, BinaryOp::Or, value, bit)
        } else {
            value
        };
        let flag = self.literal(Kind::I1, zero_is_undefined.into());
        [value, flag].into_iter().collect()
    }

    /// How many bytes, at most [`SLACK`].
    fn length(&mut self) -> Value {
        if self.build.choices.chance(96) {
            let (value, mask) = (self.operand(Kind::I32), self.number(SLACK - 1));
            return self.binary_of(Kind::I32, BinaryOp::And, value, mask);
        }
        let length = [0, 1, 2, 3, 4, 7, 8, 12, 15, SLACK][self.build.choices.below(10)];
        self.number(length)
    }

    /// Alignment 1, and whether the access is volatile.
    fn access_flags(&mut self) -> [Value; 2] {
        let volatile = u64::from(self.build.choices.chance(32));
        [self.number(1), self.literal(Kind::I1, volatile)]
    }

    /// Two places and a length. They lie apart unless they may overlap.
    fn copy(&mut self, overlap: bool) -> Arguments {
        let overlap = overlap || self.is_spoiled(Spoil::Value);
        let [read, write] = [false, true].map(|writes| Access { alignment: 1, size: SLACK, writes });
        let target = self.region(write, None);
        let source = if overlap && self.build.choices.chance(192) {
            target
        } else {
            let except = if overlap { None } else { Some(target) };
            self.region(read, except)
        };
        let (target, source) = (self.address_in(target, write), self.address_in(source, read));
        let (length, [one, volatile]) = (self.length(), self.access_flags());
        [target, source, length, one, volatile].into_iter().collect()
    }

    fn fill(&mut self) -> Arguments {
        let target = self.pointer(Access { alignment: 1, size: SLACK, writes: true });
        let byte = self.operand(Kind::I8);
        let (length, [one, volatile]) = (self.length(), self.access_flags());
        [target, byte, length, one, volatile].into_iter().collect()
    }

    /// Arguments of an atomic operation. Its address is a multiple of its size.
    fn atomic(&mut self, id: IntrinsicId, atomic: Atomic) -> Arguments {
        let row = id.row();
        let value = if atomic == Atomic::Store { row.parameters.first().map(|first| first.0) } else { Some(row.result) };
        let kind = value.and_then(Kind::of).unwrap_or(Kind::I32);
        let is_exchange = atomic == Atomic::Exchange;
        let size = (kind.ty().bits() / 8).max(1) as u32;
        let writes = atomic != Atomic::Load;
        let accesses = row.parameters.len() > 1;
        let pointer = accesses.then(|| self.atomic_pointer(size, writes));
        let mut arguments = Arguments::new();
        let mut success = None;
        let mut values = 0;
        for &(ty, demand) in row.parameters {
            let of = Kind::of(ty).unwrap_or(Kind::I32);
            arguments.push(match (pointer, demand) {
                (Some(pointer), IntrinsicArgument::Address) => pointer,
                (Some(pointer), IntrinsicArgument::Any) => {
                    values += 1;
                    // What is expected is there, half of the time.
                    let expected = is_exchange && values == 1 && self.build.choices.chance(128);
                    if expected { self.peek(kind, pointer) } else { self.operand(of) }
                }
                (_, IntrinsicArgument::OneOf(allowed)) => {
                    let drawn = allowed[self.build.choices.below(allowed.len())];
                    let value = if is_exchange { exchange_order(success, drawn) } else { drawn };
                    success = Some(value);
                    self.literal(of, value as u64)
                }
                (None, IntrinsicArgument::Any | IntrinsicArgument::Address) => self.operand(of),
            });
        }
        arguments
    }

    fn atomic_pointer(&mut self, size: u32, writes: bool) -> Value {
        let spoiled = size > 1 && self.is_rarely_made_trap();
        let access = Access { alignment: size, size, writes };
        let place = self.region(access, None);
        self.address_in(place, if spoiled { Access { alignment: 1, ..access } } else { access })
    }

    /// What memory holds.
    fn peek(&mut self, kind: Kind, pointer: Value) -> Value {
        let ty = self.build.types.of(kind);
        self.temporary(kind, Instruction::Load { pointer, alignment: BYTE, ty })
    }
}
