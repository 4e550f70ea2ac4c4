//! Operations of expressions: which one, with which literals.

use super::super::build::Build;
use super::super::rows::Family;
use super::stack::{INDEXED, PROCEDURES, REGISTERS, Stack, are_as_wide};
use irsmith_debuginfo::interpret::expression::{AddressSize, Operation, Type};
use irsmith_debuginfo::tables::{INSTRUCTIONS, Layout, OPERATIONS, Status};
use irsmith_debuginfo::{Id, Info, Literals, OperationCode};
use std::ops::RangeInclusive;

/// An operation that was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) id: Id,
    pub(super) operation: Operation,
}

/// Operations that are alike, and how often one of them is drawn.
pub(super) struct Group {
    weight: u8,
    codes: &'static [RangeInclusive<u32>],
}

const fn group(weight: u8, codes: &'static [RangeInclusive<u32>]) -> Group {
    Group { weight, codes }
}

/// Operations that compute. There are many constants and registers in the list, and few that do something with them.
pub(super) const COMPUTE: &[Group] = &[
    group(2, &[8..=8, 11..=20]),
    group(1, &[46..=77]),
    group(2, &[110..=141]),
    group(2, &[143..=144, 149..=149, 154..=154, 157..=161]),
    group(4, &[0..=0, 6..=6, 146..=147, 162..=163]),
    group(3, &[5..=5, 21..=22]),
    group(5, &[23..=25]),
    group(6, &[1..=3, 28..=30]),
    group(4, &[26..=27, 31..=33, 37..=37]),
    group(3, &[34..=36]),
    group(4, &[39..=44]),
    group(8, &[10..=10]),
    group(3, &[164..=164]),
    group(2, &[38..=38, 45..=45, 148..=148, 150..=153]),
];
/// Operations that say where something is, or what, and end a description.
pub(super) const LOCATIONS: &[Group] = &[group(3, &[7..=7]), group(2, &[78..=109, 142..=142]), group(1, &[156..=156])];
/// Operations that push what lies at an address, or a number.
pub(super) const OPERANDS: &[Group] =
    &[group(4, &[8..=8]), group(3, &[11..=20]), group(3, &[46..=77]), group(3, &[110..=141]), group(1, &[143..=144, 149..=149, 154..=154])];
/// Pieces of a description.
pub(super) const PIECES: &[Group] = &[group(1, &[4..=4, 145..=145])];

/// Codes of DWARF (5, 7.8) for encodings of types.
const FLOAT: u32 = 4;
/// Signed and unsigned numbers; one more are characters.
const SIGNED: u32 = 5;
const UNSIGNED: u32 = 7;
/// A type that no stack entry has.
const BOOLEAN: u32 = 2;

/// Floats of 32 bits that rounding, truncation and ranges of integers depend on.
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

impl Build<'_, '_> {
    /// Whether the operation of a number may be made.
    pub(super) fn has_operation(&self, code: u32, specified: bool) -> bool {
        let own = OperationCode(code).row().is_some_and(|row| self.is_own(row.status));
        (own || (!specified && self.config.experimental > 0)) && self.is_on(Family::Operation, place(code))
    }

    /// Whether the dialect itself has an operation.
    fn is_own(&self, status: Status) -> bool {
        status == Status::Specified || (status == Status::OpenCl && self.layout == Layout::OpenCl)
    }

    /// An operation of one of these groups.
    pub(super) fn operation_of(&mut self, groups: &'static [Group]) -> Option<u32> {
        let specified = !self.choices.chance(self.config.experimental.min(256));
        let total: usize = groups.iter().map(|group| usize::from(group.weight)).sum();
        let mut draw = self.choices.below(total);
        let drawn = groups.iter().position(|group| {
            let weight = usize::from(group.weight);
            let here = draw < weight;
            draw = draw.saturating_sub(weight);
            here
        })?;
        let (before, from) = groups.split_at(drawn);
        from.iter().chain(before).find_map(|group| self.operation_in(group, specified))
    }

    fn operation_in(&mut self, group: &Group, specified: bool) -> Option<u32> {
        let codes = || group.codes.iter().cloned().flatten();
        let count = codes().filter(|&code| self.is_drawn(code, specified)).count();
        let at = self.choices.index(count)?;
        codes().filter(|&code| self.is_drawn(code, specified)).nth(at)
    }

    /// Whether a draw of operations that the dialect has, or of others, may choose this one.
    fn is_drawn(&self, code: u32, specified: bool) -> bool {
        self.has_operation(code, specified) && (specified || !self.has_operation(code, true))
    }

    /// Makes an operation.
    pub(super) fn make_operation(&mut self, code: u32, literals: &[u32]) -> Made {
        self.note_count(30, &INSTRUCTIONS[30].fields[1], literals.len());
        let id = self.id();
        self.put(id, Info::Operation { operation: OperationCode(code), operands: Literals::from_slice(literals) });
        self.note(Family::Operation, place(code));
        self.scratch.graph.pools.add(30, id);
        let made = Made { id, operation: Operation::new(code, literals) };
        self.scratch.graph.operations.push(made);
        made
    }

    /// Literals with which an operation can be executed on this stack, if it can be at all.
    pub(super) fn fitting_literals(&mut self, code: u32, stack: &Stack) -> Literals {
        let of = Literals::from_slice;
        match code {
            10 => {
                let to = Type::ALL[self.choices.below(Type::ALL.len())];
                of(&self.conversion(to))
            }
            24 => of(&[self.choices.below(stack.len().min(256)) as u32]),
            38 | 45 => of(&[0]),
            110..=141 | 143 => of(&[self.offset()]),
            144 => of(&[self.register(), self.offset()]),
            146 | 147 => of(&[[4, 3, 8, 1, 2, 5, 6, 7][self.choices.below(8)]]),
            150..=152 => of(&[self.procedure()]),
            157 | 158 => of(&[self.choices.below(INDEXED as usize) as u32]),
            159 if self.choices.chance(128) => of(&[1, 0x50 + self.register()]),
            159 => of(&[2, 0x90 | self.register() << 8]),
            160 => {
                let ty = self.base_type();
                of(&self.typed_constant(ty))
            }
            161 => of(&[self.register(), self.base_type() as u32]),
            162 | 163 => {
                let ty = self.base_type();
                of(&[ty.bits(AddressSize::Eight) / 8, ty as u32])
            }
            164 => of(&[self.reinterpreted(stack.ty(0).unwrap_or(Type::Generic))]),
            _ => self.any_literals(code, stack.len()),
        }
    }

    /// Any literals, mostly such that the operation may succeed.
    pub(super) fn any_literals(&mut self, code: u32, depth: usize) -> Literals {
        (0..operands(code)).map(|at| self.any_literal(code, at, depth)).collect()
    }

    fn any_literal(&mut self, code: u32, at: usize, depth: usize) -> u32 {
        const WIDTHS: [u32; 4] = [32, 8, 16, 64];
        const ENCODINGS: [u32; 4] = [UNSIGNED, SIGNED, FLOAT, BOOLEAN];
        if self.choices.chance(48) {
            let literal = self.literal();
            // The index of Pick takes one byte, and so do sizes.
            return match code {
                24 => literal & 0xff,
                146 | 147 => literal.clamp(1, 8),
                _ => literal,
            };
        }
        match (code, at) {
            (10, 0) => WIDTHS[self.choices.below(4)],
            (10, _) => ENCODINGS[self.choices.below(4)],
            (24, _) => self.choices.below(depth) as u32,
            (146 | 147 | 162 | 163, 0) => [4, 1, 2, 8][self.choices.below(4)],
            (38 | 45, _) => self.choices.below(4) as u32,
            (4 | 9 | 145, _) => 8 * self.choices.below(9) as u32,
            _ => self.literal(),
        }
    }

    /// The operands of Convert to a type.
    pub(super) fn conversion(&mut self, to: Type) -> [u32; 2] {
        if to == Type::Generic {
            return [[64, 32][self.choices.below(2)], 1];
        }
        let bits = to.bits(AddressSize::Eight);
        let character = u32::from(bits == 8 && self.choices.chance(128));
        let encoding = if to.is_float() { FLOAT } else { character + if to.is_signed() { SIGNED } else { UNSIGNED } };
        [bits, encoding]
    }

    /// The operands of ConstType.
    pub(super) fn typed_constant(&mut self, ty: Type) -> [u32; 3] {
        let size = ty.bits(AddressSize::Eight) / 8;
        let drawn = self.choices.chance(192);
        let word = match ty {
            Type::F32 if drawn => FLOATS[self.choices.below(FLOATS.len())].to_bits(),
            // Below zero.
            _ if drawn && size < 4 && ty.is_signed() => {
                u32::MAX << self.choices.below(8 * size as usize - 1) & (u32::MAX >> (32 - 8 * size))
            }
            _ => self.literal(),
        };
        [ty as u32, size, word]
    }

    /// A type that is not generic.
    pub(super) fn base_type(&mut self) -> Type {
        Type::ALL[1 + self.choices.below(Type::ALL.len() - 1)]
    }

    /// The number of a type as wide as this.
    fn reinterpreted(&mut self, from: Type) -> u32 {
        let start = self.choices.below(Type::ALL.len());
        let all = (start..Type::ALL.len()).chain(0..start);
        all.map(|number| number as u32).find(|&number| are_as_wide(from, Type::ALL[number as usize])).unwrap_or(from as u32)
    }

    /// The number of a procedure: mostly one that there is not, since nobody knows what the others leave.
    fn procedure(&mut self) -> u32 {
        let first = if self.choices.chance(64) { 0 } else { PROCEDURES };
        first + self.choices.below(PROCEDURES as usize) as u32
    }

    fn register(&mut self) -> u32 {
        self.choices.below(REGISTERS as usize) as u32
    }

    /// What is added to a register: mostly nothing, so that the number in it is left as it is.
    fn offset(&mut self) -> u32 {
        if self.choices.chance(128) { self.literal() } else { 0 }
    }
}

/// The place of an operation in the table. Rows stand at their numbers, but for the gap before 156.
pub(super) const fn place(code: u32) -> usize {
    code as usize - (code > 155) as usize
}

/// How many literals the operation of a number has.
fn operands(code: u32) -> usize {
    OPERATIONS[place(code)].operands.len()
}
