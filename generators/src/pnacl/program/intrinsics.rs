//! Statements that call intrinsics.

use super::super::calls::exchange_order;
use super::super::kinds::{BYTE, Kind};
use super::context::Program;
use super::emit::{binary_of, call_named, call_of, define, literal, note_address_of, number, push, temporary};
use super::guards::{Hazard, is_rare_trap, is_rarely_made_trap, is_unguarded};
use super::material::{fresh, operand};
use super::memory::{Access, address_in, pointer, region};
use super::scope::SLACK;
use irsmith_pnacl::tables::{BinaryOp, Intrinsic, IntrinsicArgument, IntrinsicId};
use irsmith_pnacl::{Instruction, Value};
use smallvec::SmallVec;

type Arguments = SmallVec<[Value; 4]>;

/// The effect of an atomic operation on memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Atomic {
    Load,
    Store,
    Exchange,
    Other,
}

/// Generates a call of an intrinsic; intrinsics of control flow or the stack are generated with their counterparts.
pub(super) fn intrinsic(program: &mut Program<'_, '_>, id: IntrinsicId) {
    use IntrinsicId as Id;
    let arguments = match id {
        Id::Memcpy => copy(program, false),
        Id::Memmove => copy(program, true),
        Id::Memset => fill(program),
        Id::CtlzI32 | Id::CtlzI64 | Id::CttzI32 | Id::CttzI64 => count_zeros(program, id.row()),
        Id::Trap if is_rare_trap(program) => Arguments::new(),
        Id::Trap | Id::StackSave | Id::StackRestore | Id::Setjmp => return,
        Id::Longjmp => return bad_jump(program),
        Id::AtomicLoadI8 | Id::AtomicLoadI16 | Id::AtomicLoadI32 | Id::AtomicLoadI64 => atomic(program, id, Atomic::Load),
        Id::AtomicStoreI8 | Id::AtomicStoreI16 | Id::AtomicStoreI32 | Id::AtomicStoreI64 => atomic(program, id, Atomic::Store),
        Id::AtomicCmpxchgI8 | Id::AtomicCmpxchgI16 | Id::AtomicCmpxchgI32 | Id::AtomicCmpxchgI64 => atomic(program, id, Atomic::Exchange),
        Id::AtomicRmwI8 | Id::AtomicRmwI16 | Id::AtomicRmwI32 | Id::AtomicRmwI64 => atomic(program, id, Atomic::Other),
        Id::AtomicFence | Id::AtomicFenceAll | Id::AtomicIsLockFree => atomic(program, id, Atomic::Other),
        Id::BswapI16 | Id::BswapI32 | Id::BswapI64 | Id::CtpopI32 | Id::CtpopI64 => plain(program, id.row()),
        Id::SqrtF32 | Id::SqrtF64 | Id::FabsF32 | Id::FabsF64 | Id::FabsF32X4 | Id::ReadTp => plain(program, id.row()),
    };
    let tail = program.build.choices.chance(24);
    let call = call_of(program, id, tail, arguments);
    match Kind::of(id.row().result) {
        Some(kind) => {
            define(program, kind, call);
            note_address_of(program, id);
        }
        None => push(program, call),
    }
}

/// Draws one of the allowed constants of an argument.
fn one_of(program: &mut Program<'_, '_>, kind: Kind, demand: IntrinsicArgument) -> Value {
    match demand {
        IntrinsicArgument::OneOf(allowed) => {
            let value = allowed[program.build.choices.below(allowed.len())];
            literal(program, kind, value as u64)
        }
        IntrinsicArgument::Any | IntrinsicArgument::Address => operand(program, kind),
    }
}

fn plain(program: &mut Program<'_, '_>, row: &Intrinsic) -> Arguments {
    let edges = program.knobs.edges;
    let mut arguments = Arguments::new();
    for &(ty, demand) in row.parameters {
        let kind = Kind::of(ty).unwrap_or(Kind::I32);
        let edge = !matches!(demand, IntrinsicArgument::OneOf(_)) && program.build.choices.chance(edges);
        arguments.push(if edge { fresh(program, kind) } else { one_of(program, kind, demand) });
    }
    arguments
}

fn count_zeros(program: &mut Program<'_, '_>, row: &Intrinsic) -> Arguments {
    let kind = Kind::of(row.result).unwrap_or(Kind::I32);
    let value = operand(program, kind);
    let zero_is_undefined = program.build.choices.chance(128);
    let value = if zero_is_undefined && !is_unguarded(program, Hazard::Value) {
        let bit = program.build.choices.below(kind.ty().scalar_bits() as usize);
        let bit = literal(program, kind, 1 << bit);
        binary_of(program, kind, BinaryOp::Or, value, bit)
    } else {
        value
    };
    let flag = literal(program, Kind::I1, zero_is_undefined.into());
    [value, flag].into_iter().collect()
}

/// Lengths beyond all memory, some of which end before the address at which they begin.
const TOO_LONG: [u32; 3] = [u32::MAX, u32::MAX - 7, 1 << 31];

/// Draws a number of bytes, at most [`SLACK`], or rarely one that traps.
fn length(program: &mut Program<'_, '_>) -> Value {
    if is_rare_trap(program) {
        let length = TOO_LONG[program.build.choices.below(TOO_LONG.len())];
        return number(program, length);
    }
    if program.build.choices.chance(96) {
        let (value, mask) = (operand(program, Kind::I32), number(program, SLACK - 1));
        return binary_of(program, Kind::I32, BinaryOp::And, value, mask);
    }
    let length = [0, 1, 2, 3, 4, 7, 8, 12, 15, SLACK][program.build.choices.below(10)];
    number(program, length)
}

/// Returns alignment 1, and whether the access is volatile.
fn access_flags(program: &mut Program<'_, '_>) -> [Value; 2] {
    let volatile = u64::from(program.build.choices.chance(32));
    [number(program, 1), literal(program, Kind::I1, volatile)]
}

/// Draws two addresses and a length. The ranges are disjoint unless they may overlap.
fn copy(program: &mut Program<'_, '_>, overlap: bool) -> Arguments {
    let overlap = overlap || is_unguarded(program, Hazard::Value);
    let [read, write] = [false, true].map(|writes| Access { alignment: 1, size: SLACK, writes });
    let target = region(program, write, None);
    let source = if overlap && program.build.choices.chance(192) {
        target
    } else {
        let except = if overlap { None } else { Some(target) };
        region(program, read, except)
    };
    let (target, source) = (address_in(program, target, write), address_in(program, source, read));
    let (length, [one, volatile]) = (length(program), access_flags(program));
    [target, source, length, one, volatile].into_iter().collect()
}

fn fill(program: &mut Program<'_, '_>) -> Arguments {
    let target = pointer(program, Access { alignment: 1, size: SLACK, writes: true });
    let byte = operand(program, Kind::I8);
    let (length, [one, volatile]) = (length(program), access_flags(program));
    [target, byte, length, one, volatile].into_iter().collect()
}

/// Draws arguments of an atomic operation. Its address is a multiple of its size.
fn atomic(program: &mut Program<'_, '_>, id: IntrinsicId, atomic: Atomic) -> Arguments {
    let row = id.row();
    let value = if atomic == Atomic::Store { row.parameters.first().map(|first| first.0) } else { Some(row.result) };
    let kind = value.and_then(Kind::of).unwrap_or(Kind::I32);
    let is_exchange = atomic == Atomic::Exchange;
    let size = (kind.ty().bits() / 8).max(1) as u32;
    let writes = atomic != Atomic::Load;
    let accesses = row.parameters.len() > 1;
    let pointer = accesses.then(|| atomic_pointer(program, size, writes));
    let mut arguments = Arguments::new();
    let mut success = None;
    let mut values = 0;
    for &(ty, demand) in row.parameters {
        let of = Kind::of(ty).unwrap_or(Kind::I32);
        arguments.push(match (pointer, demand) {
            (Some(pointer), IntrinsicArgument::Address) => pointer,
            (Some(pointer), IntrinsicArgument::Any) => {
                values += 1;
                // The expected value is in memory, half of the time.
                let expected = is_exchange && values == 1 && program.build.choices.chance(128);
                if expected { peek(program, kind, pointer) } else { operand(program, of) }
            }
            (_, IntrinsicArgument::OneOf(allowed)) => {
                let drawn = allowed[program.build.choices.below(allowed.len())];
                let value = if is_exchange { exchange_order(success, drawn) } else { drawn };
                success = Some(value);
                literal(program, of, value as u64)
            }
            (None, IntrinsicArgument::Any | IntrinsicArgument::Address) => operand(program, of),
        });
    }
    arguments
}

fn atomic_pointer(program: &mut Program<'_, '_>, size: u32, writes: bool) -> Value {
    let unguarded = size > 1 && is_rarely_made_trap(program);
    let access = Access { alignment: size, size, writes };
    let place = region(program, access, None);
    address_in(program, place, if unguarded { Access { alignment: 1, ..access } } else { access })
}

/// Reads the content of memory.
fn peek(program: &mut Program<'_, '_>, kind: Kind, pointer: Value) -> Value {
    let ty = program.build.types.of(kind);
    temporary(program, kind, Instruction::Load { pointer, alignment: BYTE, ty })
}

/// Generates a jump to a buffer that was never set.
fn bad_jump(program: &mut Program<'_, '_>) {
    if program.knobs.jumps == 0 || !is_unguarded(program, Hazard::Trap) {
        return;
    }
    let (buffer, value) = (program.shared.variable(), operand(program, Kind::I32));
    call_named(program, IntrinsicId::Longjmp, &[buffer, value]);
}
