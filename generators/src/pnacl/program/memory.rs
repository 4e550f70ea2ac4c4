//! Statements that allocate, read and write memory.

use super::super::forms::{LoadForm, StoreForm};
use super::super::kinds::{BYTE, Kind};
use super::super::lanes::Maker;
use super::context::Program;
use super::costs::nested_calls;
use super::emit::{binary_of, call_named, define, literal, new_global, number, push, temporary};
use super::guards::{Hazard, is_rare_trap, is_unguarded};
use super::material::{noise, operand};
use super::scope::{Region, SLACK};
use irsmith_pnacl::tables::{BinaryOp, IntrinsicId};
use irsmith_pnacl::{Alignment, Global, Initializer, Instruction, Value};

/// Largest alignment of an `alloca` that must not overflow the stack, in bytes: in a place that is executed once, in the function that is
/// executed first, and elsewhere.
const ALIGNMENT_ONCE: u64 = 1 << 10;
const ALIGNMENT: u64 = 1 << 6;
/// Bytes of stack that a call of the first function may use for itself, and a call of another function, in all its recursive calls.
/// Together they stay below [`Execution::STACK`](super::super::execution::Execution::STACK).
const STACK_FIRST: u64 = 2_048;
const STACK: u64 = 640;

/// The requirements of an access on an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// In bytes, at least 1.
    pub(super) alignment: u32,
    /// Bytes that it accesses, up to [`SLACK`].
    pub(super) size: u32,
    pub(super) writes: bool,
}

/// Returns the bytes that a value occupies in memory.
fn bytes(kind: Kind) -> u32 {
    (kind.ty().bits() / 8) as u32
}

/// Adds the memory that all functions share: variables that overlap accesses of all widths, and a constant.
pub(super) fn shared_memory(program: &mut Program<'_, '_>) {
    for place in 0..3 {
        let size = 16 << program.build.choices.below(3);
        let constant = place == 2;
        let alignment = 16 << program.build.choices.below(4);
        let initializer = if constant || program.build.choices.chance(128) {
            let mut noise = noise(program);
            Initializer::Data((0..size + SLACK).map(|_| noise.next() as u8).collect())
        } else {
            Initializer::Zerofill(u64::from(size + SLACK))
        };
        let global =
            Global { alignment: Alignment::from_bytes(alignment.into()).unwrap_or_default(), constant, initializers: vec![initializer] };
        let base = new_global(program, global);
        program.shared.add(Region { base, size, alignment, writable: !constant });
    }
}

/// Returns an address for an access.
pub(super) fn pointer(program: &mut Program<'_, '_>, access: Access) -> Value {
    if is_unguarded(program, Hazard::Trap) {
        return bad_pointer(program);
    }
    let place = region(program, access, None);
    let alignment = if access.alignment > 1 && is_unguarded(program, Hazard::Value) { 1 } else { access.alignment };
    address_in(program, place, Access { alignment, ..access })
}

/// Returns memory that an access may reach, other than `except`. There always is some: a variable of this module.
pub(super) fn region(program: &mut Program<'_, '_>, access: Access, except: Option<usize>) -> usize {
    let count = program.frame.scope.regions().len();
    let start = program.build.choices.below(count);
    let fits = |place: &usize| {
        let region = &program.frame.scope.regions()[*place];
        Some(*place) != except && (region.writable || !access.writes) && region.alignment >= access.alignment
    };
    (start..count).chain(0..start).find(fits).unwrap_or(0)
}

/// Returns an address in a region. Half of them are near its start, so that accesses of different widths overlap; one in eight accesses the
/// region's last bytes, which may be the last of all memory: the first alloca ends there.
pub(super) fn address_in(program: &mut Program<'_, '_>, place: usize, access: Access) -> Value {
    let (alignment, Region { base, size, .. }) = (access.alignment, program.frame.scope.regions()[place]);
    let narrow = if program.build.choices.chance(128) { 15 } else { u32::MAX };
    let mask = (size - 1) & !(alignment - 1) & narrow;
    let offset = u32::from(program.build.choices.byte()) & mask;
    match program.build.choices.below(8) {
        0 => base,
        1 => plus(program, BinaryOp::Add, base, (size + SLACK - access.size) & !(alignment - 1)),
        2 => plus(program, BinaryOp::Add, base, offset),
        3 => plus(program, BinaryOp::Sub, base, offset.wrapping_neg()),
        // Past the end of the address space, and back.
        4 => {
            let far = [0x8000_0000, 0xffff_0000, 0x7fff_ffff, 0xf000_0010][program.build.choices.below(4)];
            let away = plus(program, BinaryOp::Add, base, far);
            plus(program, BinaryOp::Add, away, offset.wrapping_sub(far))
        }
        _ => {
            let index = operand(program, Kind::I32);
            let mask = number(program, mask);
            let offset = binary_of(program, Kind::I32, BinaryOp::And, index, mask);
            binary_of(program, Kind::I32, BinaryOp::Add, base, offset)
        }
    }
}

fn plus(program: &mut Program<'_, '_>, op: BinaryOp, base: Value, offset: u32) -> Value {
    let offset = number(program, offset);
    binary_of(program, Kind::I32, op, base, offset)
}

/// Returns an address where there may be no memory, or a constant.
fn bad_pointer(program: &mut Program<'_, '_>) -> Value {
    match program.build.choices.below(8) {
        0 => operand(program, Kind::I32),
        1 | 2 => {
            let address = [0, 1, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xf000_0000, 0xffff_fffc, 0xffff_ffff];
            let address = address[program.build.choices.below(address.len())];
            number(program, address)
        }
        // The constant, which must not be written.
        3 => program.shared.constant().unwrap_or(Value::global(0)),
        4 | 5 => edge_of_memory(program),
        _ => {
            let base = program.shared.variable();
            let far = [1 << 20, 1 << 31, 0xffff_0000][program.build.choices.below(3)];
            plus(program, BinaryOp::Add, base, far)
        }
    }
}

/// Returns an address just before the first constant, the first variable or the end of memory, so that an access just crosses the boundary,
/// or just does not.
fn edge_of_memory(program: &mut Program<'_, '_>) -> Value {
    let edge = match program.build.choices.below(3) {
        0 => program.shared.constant(),
        1 => Some(program.shared.total()),
        // Without an alloca, memory ends here.
        _ => call_named(program, IntrinsicId::StackSave, &[]),
    };
    let near = program.build.choices.below(SLACK as usize + 1) as u32;
    plus(program, BinaryOp::Sub, edge.unwrap_or(Value::global(0)), near)
}

/// Generates a load.
pub(super) fn load(program: &mut Program<'_, '_>, LoadForm { kind, alignment, .. }: LoadForm) {
    let pointer = pointer(program, Access { alignment: alignment.bytes() as u32, size: bytes(kind), writes: false });
    let ty = program.build.types.of(kind);
    define(program, kind, Instruction::Load { pointer, alignment, ty });
}

/// Generates a store; one store in four is read again, perhaps with another type.
pub(super) fn store(program: &mut Program<'_, '_>, StoreForm { kind, alignment, .. }: StoreForm) {
    let value = operand(program, kind);
    let again = program.knobs.raw_traps == 0 && program.build.choices.chance(64);
    let size = if again { bytes(kind).max(8) } else { bytes(kind) };
    let pointer = pointer(program, Access { alignment: alignment.bytes() as u32, size, writes: true });
    push(program, Instruction::Store { pointer, value, alignment });
    if again {
        let scalars = [Kind::I8, Kind::I16, Kind::I32, Kind::I64, Kind::F32, Kind::F64];
        let kind = scalars[program.build.choices.below(scalars.len())];
        let ty = program.build.types.of(kind);
        define(program, kind, Instruction::Load { pointer, alignment: BYTE, ty });
    }
}

/// Generates an alloca and fills it: a program reads only what it has written.
pub(super) fn alloca(program: &mut Program<'_, '_>, alignment: Alignment) {
    let bytes = alignment.bytes().max(1);
    let first = program.frame.is_executed_once();
    let (most, limit) = if first { (ALIGNMENT_ONCE, STACK_FIRST) } else { (ALIGNMENT, STACK) };
    // An alignment that is too large for the stack traps by itself.
    let too_large = bytes > ALIGNMENT_ONCE && is_rare_trap(program);
    if too_large || is_unguarded(program, Hazard::Trap) {
        let size = Maker::non_address(program, Kind::I32);
        temporary(program, Kind::I32, Instruction::Alloca { size, alignment });
        return;
    }
    let size = 16_u32 << program.build.choices.below(3);
    let total = size + SLACK;
    let taken = program.frame.stack_with(u64::from(total) + 32 + bytes);
    if bytes > most || taken * nested_calls(program) > limit {
        return;
    }
    program.frame.set_stack(taken);
    if program.build.choices.chance(16) {
        let size = number(program, 0);
        temporary(program, Kind::I32, Instruction::Alloca { size, alignment });
        return;
    }
    let all = if program.build.choices.chance(64) {
        let (more, mask, least) = (operand(program, Kind::I32), number(program, 31), number(program, total));
        let more = binary_of(program, Kind::I32, BinaryOp::And, more, mask);
        binary_of(program, Kind::I32, BinaryOp::Add, more, least)
    } else {
        number(program, total)
    };
    let base = temporary(program, Kind::I32, Instruction::Alloca { size: all, alignment });
    let byte = operand(program, Kind::I8);
    let (length, one, no) = (number(program, total), number(program, 1), literal(program, Kind::I1, 0));
    call_named(program, IntrinsicId::Memset, &[base, byte, length, one, no]);
    program.frame.scope.add_regions(&[Region { base, size, alignment: bytes as u32, writable: true }]);
}

/// Generates an alloca with an alignment of up to 16 bytes.
pub(super) fn small_alloca(program: &mut Program<'_, '_>) {
    let alignment = Alignment::from_bytes(1 << program.build.choices.below(5)).unwrap_or_default();
    alloca(program, alignment);
}
