//! Operations of expressions: their choice and their literals.

use super::super::build::Build;
use super::fields::put;
use super::literals::literal;
use super::stack::{INDEXED, PROCEDURES, REGISTERS, Stack, are_as_wide};
use super::state::Made;
use irsmith_debuginfo::interpret::expression::{AddressSize, Operation, Type};
use irsmith_debuginfo::tables::{DebugOp, Op, Status};
use irsmith_debuginfo::{Info, Literals};

/// Operations that are drawn equally often, and how often.
pub(super) struct Group {
    weight: u8,
    ops: &'static [&'static [Op]],
}

const fn group(weight: u8, ops: &'static [&'static [Op]]) -> Group {
    Group { weight, ops }
}

/// Constants whose literal has a fixed size.
const SIZED: &[Op] =
    &[Op::Addr, Op::Const1u, Op::Const1s, Op::Const2u, Op::Const2s, Op::Const4u, Op::Const4s, Op::Const8u, Op::Const8s, Op::Consts];

/// Operations that compute. The list contains many constants and registers, and few operations that compute with them.
pub(super) const COMPUTE: &[Group] = &[
    group(2, &[&[Op::Constu], SIZED]),
    group(1, &[&Op::LIT]),
    group(2, &[&Op::BREG]),
    group(
        2,
        &[&[
            Op::Fbreg,
            Op::Bregx,
            Op::PushObjectAddress,
            Op::CallFrameCfa,
            Op::AddrX,
            Op::ConstX,
            Op::EntryValue,
            Op::ConstType,
            Op::RegvalType,
        ]],
    ),
    group(4, &[&[Op::Deref, Op::Xderef, Op::DerefSize, Op::XDerefSize, Op::DerefType, Op::XDerefType]]),
    group(3, &[&[Op::Swap, Op::Dup, Op::Drop]]),
    group(5, &[&[Op::Over, Op::Pick, Op::Rot]]),
    group(6, &[&[Op::Plus, Op::Minus, Op::PlusUconst, Op::Div, Op::Mod, Op::Mul]]),
    group(4, &[&[Op::Abs, Op::And, Op::Neg, Op::Not, Op::Or, Op::Xor]]),
    group(3, &[&[Op::Shl, Op::Shr, Op::Shra]]),
    group(4, &[&[Op::Eq, Op::Ge, Op::Gt, Op::Le, Op::Lt, Op::Ne]]),
    group(8, &[&[Op::Convert]]),
    group(3, &[&[Op::Reinterpret]]),
    group(2, &[&[Op::Bra, Op::Skip, Op::Nop, Op::Call2, Op::Call4, Op::CallRef, Op::FormTlsAddress]]),
];
/// Operations that state a location or a value, and end a description.
pub(super) const LOCATIONS: &[Group] =
    &[group(3, &[&[Op::StackValue]]), group(2, &[&Op::REG, &[Op::Regx]]), group(1, &[&[Op::ImplicitPointer]])];
/// Operations that push the content of an address, or a number.
pub(super) const OPERANDS: &[Group] = &[
    group(4, &[&[Op::Constu]]),
    group(3, &[SIZED]),
    group(3, &[&Op::LIT]),
    group(3, &[&Op::BREG]),
    group(1, &[&[Op::Fbreg, Op::Bregx, Op::PushObjectAddress, Op::CallFrameCfa]]),
];
/// Pieces of a description.
pub(super) const PIECES: &[Group] = &[group(1, &[&[Op::BitPiece, Op::Piece]])];

/// Codes of DWARF (5, 7.8) for encodings of types.
const FLOAT: u32 = 4;
/// Signed and unsigned numbers; the next codes are characters.
const SIGNED: u32 = 5;
const UNSIGNED: u32 = 7;
/// A type that no stack entry has.
const BOOLEAN: u32 = 2;

/// 32-bit floats at the edges of rounding, truncation and ranges of integers.
const FLOATS: [f32; 16] = [
    0.5,
    1.5,
    2.5,
    -0.5,
    -1.5,
    -7.75,
    -0.0,
    127.99,
    -128.5,
    16_777_216.0,
    2_147_483_648.0,
    -2_147_483_648.0,
    4_294_967_296.0,
    9_223_372_036_854_775_808.0,
    18_446_744_073_709_551_616.0,
    f32::INFINITY,
];

/// Returns whether an operation is allowed.
pub(super) fn has_operation(build: &Build<'_, '_>, op: Op) -> bool {
    (build.config.experimental > 0 || is_own(build, op.row().status)) && build.is_on(op)
}

/// Returns whether the dialect itself has an operation.
fn is_own(build: &Build<'_, '_>, status: Status) -> bool {
    status == Status::Specified || (status == Status::OpenCl && build.layout.is_opencl())
}

/// Draws an operation of one of these groups.
pub(super) fn operation_of(build: &mut Build<'_, '_>, groups: &'static [Group]) -> Option<Op> {
    let specified = !build.choices.chance(build.config.experimental.min(256));
    let total: usize = groups.iter().map(|group| usize::from(group.weight)).sum();
    let mut draw = build.choices.below(total);
    let drawn = groups.iter().position(|group| {
        let weight = usize::from(group.weight);
        let here = draw < weight;
        draw = draw.saturating_sub(weight);
        here
    })?;
    let (before, from) = groups.split_at(drawn);
    from.iter().chain(before).find_map(|group| operation_in(build, group, specified))
}

fn operation_in(build: &mut Build<'_, '_>, group: &Group, specified: bool) -> Option<Op> {
    let ops = || group.ops.iter().copied().flatten().copied();
    let count = ops().filter(|&op| is_drawn(build, op, specified)).count();
    let at = build.choices.index(count)?;
    ops().filter(|&op| is_drawn(build, op, specified)).nth(at)
}

/// Returns whether this operation belongs to a draw of the dialect's operations, or of the others.
fn is_drawn(build: &Build<'_, '_>, op: Op, specified: bool) -> bool {
    let own = is_own(build, op.row().status);
    (if specified { own } else { !own && build.config.experimental > 0 }) && build.is_on(op)
}

/// Draws an operation.
pub(super) fn make_operation(build: &mut Build<'_, '_>, op: Op, literals: &[u32]) -> Made {
    let id = build.id();
    put(build, id, Info::Operation { operation: op.into(), operands: Literals::from_slice(literals) });
    build.scratch.graph.pools.add(DebugOp::Operation, id);
    let made = Made { id, row: op.row(), operation: Operation::new(op, literals) };
    build.scratch.graph.operations.push(made);
    made
}

/// Draws literals with which an operation can be executed on this stack, if there are any.
pub(super) fn fitting_literals(build: &mut Build<'_, '_>, op: Op, stack: &Stack) -> Literals {
    let of = Literals::from_slice;
    match op {
        Op::Convert => {
            let to = Type::ALL[build.choices.below(Type::ALL.len())];
            of(&conversion(build, to))
        }
        Op::Pick => of(&[build.choices.below(stack.len().min(256)) as u32]),
        Op::Bra | Op::Skip => of(&[0]),
        Op::Breg(_) | Op::Fbreg => of(&[offset(build)]),
        Op::Bregx => of(&[register(build), offset(build)]),
        Op::DerefSize | Op::XDerefSize => of(&[[4, 3, 8, 1, 2, 5, 6, 7][build.choices.below(8)]]),
        Op::Call2 | Op::Call4 | Op::CallRef => of(&[procedure(build)]),
        Op::AddrX | Op::ConstX => of(&[build.choices.below(INDEXED as usize) as u32]),
        Op::EntryValue if build.choices.chance(128) => of(&[1, u32::from(Op::DWARF_REG0) + register(build)]),
        Op::EntryValue => of(&[2, u32::from(Op::DWARF_REGX) | register(build) << 8]),
        Op::ConstType => {
            let ty = base_type(build);
            of(&typed_constant(build, ty))
        }
        Op::RegvalType => of(&[register(build), base_type(build) as u32]),
        Op::DerefType | Op::XDerefType => {
            let ty = base_type(build);
            of(&[ty.bits(AddressSize::Eight) / 8, ty as u32])
        }
        Op::Reinterpret => of(&[reinterpreted(build, stack.ty(0).unwrap_or(Type::Generic))]),
        _ => any_literals(build, op, stack.len()),
    }
}

/// Draws any literals, mostly such that the operation may succeed.
pub(super) fn any_literals(build: &mut Build<'_, '_>, op: Op, depth: usize) -> Literals {
    (0..op.row().operands.len()).map(|at| any_literal(build, op, at, depth)).collect()
}

fn any_literal(build: &mut Build<'_, '_>, op: Op, at: usize, depth: usize) -> u32 {
    const WIDTHS: [u32; 4] = [32, 8, 16, 64];
    const ENCODINGS: [u32; 4] = [UNSIGNED, SIGNED, FLOAT, BOOLEAN];
    if build.choices.chance(48) {
        let literal = literal(build);
        // The index of Pick is one byte, and so are sizes.
        return match op {
            Op::Pick => literal & 0xff,
            Op::DerefSize | Op::XDerefSize => literal.clamp(1, 8),
            _ => literal,
        };
    }
    match (op, at) {
        (Op::Convert, 0) => WIDTHS[build.choices.below(4)],
        (Op::Convert, _) => ENCODINGS[build.choices.below(4)],
        (Op::Pick, _) => build.choices.below(depth) as u32,
        (Op::DerefSize | Op::XDerefSize | Op::DerefType | Op::XDerefType, 0) => [4, 1, 2, 8][build.choices.below(4)],
        (Op::Bra | Op::Skip, _) => build.choices.below(4) as u32,
        (Op::BitPiece | Op::Fragment | Op::Piece, _) => 8 * build.choices.below(9) as u32,
        _ => literal(build),
    }
}

/// Draws the operands of Convert to a type.
pub(super) fn conversion(build: &mut Build<'_, '_>, to: Type) -> [u32; 2] {
    if to == Type::Generic {
        return [[64, 32][build.choices.below(2)], 1];
    }
    let bits = to.bits(AddressSize::Eight);
    let character = u32::from(bits == 8 && build.choices.chance(128));
    let encoding = if to.is_float() { FLOAT } else { character + if to.is_signed() { SIGNED } else { UNSIGNED } };
    [bits, encoding]
}

/// Draws the operands of ConstType.
pub(super) fn typed_constant(build: &mut Build<'_, '_>, ty: Type) -> [u32; 3] {
    let size = ty.bits(AddressSize::Eight) / 8;
    let drawn = build.choices.chance(192);
    let word = match ty {
        Type::F32 if drawn => FLOATS[build.choices.below(FLOATS.len())].to_bits(),
        // Negative.
        _ if drawn && size < 4 && ty.is_signed() => u32::MAX << build.choices.below(8 * size as usize - 1) & (u32::MAX >> (32 - 8 * size)),
        _ => literal(build),
    };
    [ty as u32, size, word]
}

/// Draws a type that is not generic.
pub(super) fn base_type(build: &mut Build<'_, '_>) -> Type {
    Type::ALL[1 + build.choices.below(Type::ALL.len() - 1)]
}

/// Returns the number of a type with the same width.
fn reinterpreted(build: &mut Build<'_, '_>, from: Type) -> u32 {
    let start = build.choices.below(Type::ALL.len());
    let all = (start..Type::ALL.len()).chain(0..start);
    all.map(|number| number as u32).find(|&number| are_as_wide(from, Type::ALL[number as usize])).unwrap_or(from as u32)
}

/// Draws the number of a procedure: mostly one that does not exist, because the effect of the others on the stack is unknown.
fn procedure(build: &mut Build<'_, '_>) -> u32 {
    let first = if build.choices.chance(64) { 0 } else { PROCEDURES };
    first + build.choices.below(PROCEDURES as usize) as u32
}

fn register(build: &mut Build<'_, '_>) -> u32 {
    build.choices.below(REGISTERS as usize) as u32
}

/// Draws the offset from a register: mostly zero, so that the number in the register stays unchanged.
fn offset(build: &mut Build<'_, '_>) -> u32 {
    if build.choices.chance(128) { literal(build) } else { 0 }
}
