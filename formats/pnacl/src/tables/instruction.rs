//! The instruction table: one row per record form of the function block.
//!
//! A row contains the variant, its name in messages and signatures, its record code, the number of operands that selects it among rows of
//! one code, its outcome, the form of its statement, and its fields in record order, each with its encoding: a method of
//! [`crate::read::OperandReader`] and of [`crate::write::OperandWriter`] under the same name. The enumeration, its reader and writer, the
//! types of results, the visitors of values, blocks and types, and all text except [`Syntax::Special`] are generated from the rows.

use super::field::Field;
use super::row::{InstructionRow, Outcome, Part, Syntax, low_operands, position};
use super::{BinaryOp, CastOp, Predicate};
use crate::read::OperandReader;
use crate::write::OperandWriter;
use crate::{Alignment, BlockId, Error, ErrorKind, Incoming, Result, SwitchCase, TypeId, Value};
use smallvec::SmallVec;

/// A part of a statement; fields are named, and their indices kept.
macro_rules! part {
    (Word($word:literal)) => { Part::Word($word) };
    ($part:ident($($field:ident),*)) => { Part::$part($(position(FIELDS, stringify!($field))),*) };
}

macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident $label:literal = $code:literal, $count:literal operands -> $outcome:ident $(($of:ident))?,
        $mnemonic:literal $syntax:ident [$($part:ident $arguments:tt),*] { $($(#[$field_doc:meta])* $field:ident: $ty:ty = $coding:ident),* $(,)? })*) => {
        /// An instruction, or a forward declaration, of a function. Fields are in record order.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Instruction { $($(#[$doc])* $name { $($(#[$field_doc])* $field: $ty),* },)* }

        /// The rows of the table in order.
        pub const INSTRUCTIONS: &[InstructionRow] = &[$({
            const FIELDS: &[&str] = &[$(stringify!($field)),*];
            const CODINGS: &[&str] = &[$(stringify!($coding)),*];
            const PARTS: &[Part] = &[$(part!($part $arguments)),*];
            InstructionRow {
                name: $label,
                code: $code,
                operands: $count,
                fields: FIELDS,
                codings: CODINGS,
                low_operands: low_operands(CODINGS),
                outcome: Outcome::$outcome $((position(FIELDS, stringify!($of))))?,
                mnemonic: $mnemonic,
                syntax: Syntax::$syntax,
                parts: PARTS,
            }
        }),*];

        /// Indices into [`INSTRUCTIONS`], by name of the variant.
        #[derive(Clone, Copy)]
        enum Row { $($name),* }

        impl Instruction {
            /// Returns the instruction's row in [`INSTRUCTIONS`].
            pub const fn row(&self) -> usize {
                match self { $(Self::$name { .. } => Row::$name as usize),* }
            }

            /// Returns the record code.
            pub const fn code(&self) -> u32 {
                match self { $(Self::$name { .. } => $code),* }
            }

            /// Returns the outcome of the instruction.
            pub const fn outcome(&self) -> Outcome<Value, TypeId> {
                #[allow(unused_variables)] // Most fields say nothing of it.
                match self { $(Self::$name { $($field),* } => Outcome::$outcome $((*$of))?),* }
            }

            #[allow(unused_comparisons)] // Some rows need no operand.
            /// Reads the operands of the row selected by code and operand count: the last row of that code that needs no more operands.
            pub(crate) fn read(code: u32, operands: &mut OperandReader<'_, '_>) -> Result<Self> {
                let count = operands.remaining();
                let mut found = None;
                $(if code == $code && count >= $count { found = Some(Row::$name); })*
                match found {
                    $(Some(Row::$name) => Ok(Self::$name { $($field: operands.$coding()?),* }),)*
                    None => Err(unknown(code, count, operands)),
                }
            }

            /// Writes the operands of the record.
            pub(crate) fn write(&self, operands: &mut OperandWriter<'_>) {
                match self { $(Self::$name { $($field),* } => { $(operands.$coding($field);)* })* }
            }

            /// Calls `f` on every value named, in record order; a forward declaration names the value that it declares.
            pub fn for_each_value(&self, mut f: impl FnMut(Value)) {
                match self { $(#[allow(unused_variables)] Self::$name { $($field),* } => { $(Field::values($field, &mut f);)* })* }
            }

            /// As [`Instruction::for_each_value`], mutably.
            pub fn for_each_value_mut(&mut self, mut f: impl FnMut(&mut Value)) {
                match self { $(#[allow(unused_variables)] Self::$name { $($field),* } => { $(Field::values_mut($field, &mut f);)* })* }
            }

            /// Calls `f` on every basic block named, in record order.
            pub fn for_each_block(&self, mut f: impl FnMut(BlockId)) {
                match self { $(#[allow(unused_variables)] Self::$name { $($field),* } => { $(Field::blocks($field, &mut f);)* })* }
            }

            /// As [`Instruction::for_each_block`], mutably.
            pub fn for_each_block_mut(&mut self, mut f: impl FnMut(&mut BlockId)) {
                match self { $(#[allow(unused_variables)] Self::$name { $($field),* } => { $(Field::blocks_mut($field, &mut f);)* })* }
            }

            /// Calls `f` on every type named, in record order.
            pub fn for_each_type(&self, mut f: impl FnMut(TypeId)) {
                match self { $(#[allow(unused_variables)] Self::$name { $($field),* } => { $(Field::types($field, &mut f);)* })* }
            }

            /// As [`Instruction::for_each_type`], mutably.
            pub fn for_each_type_mut(&mut self, mut f: impl FnMut(&mut TypeId)) {
                match self { $(#[allow(unused_variables)] Self::$name { $($field),* } => { $(Field::types_mut($field, &mut f);)* })* }
            }
        }
    };
}

instructions! {
    /// Leaves the function, with a value unless it returns void (manual, *Return Void Instruction*, *Return Value Instruction*).
    Ret "Ret" = 10, 0 operands -> Ends, "ret" Special [] {
        /// The result.
        value: Option<Value> = optional_relative,
    }
    /// Branches to a block (manual, *Unconditional Branch Instruction*).
    Branch "Branch" = 11, 1 operands -> Ends, "br" Special [] {
        /// The target.
        target: BlockId = block,
    }
    /// Branches to one of two blocks (manual, *Conditional Branch Instruction*).
    BranchIf "BranchIf" = 11, 3 operands -> Ends, "br" Special [] {
        /// The target if true.
        then: BlockId = block,
        /// The target if false.
        otherwise: BlockId = block,
        /// An i1.
        condition: Value = relative,
    }
    /// Branches to the block of the case that equals a value (manual, *Switch Instruction*).
    Switch "Switch" = 12, 4 operands -> Ends, "switch" Special [] {
        /// Type of the value and the cases.
        ty: TypeId = type_id,
        /// The value.
        condition: Value = relative_wide,
        /// The target if no case matches.
        default: BlockId = block_low,
        /// The cases.
        cases: SmallVec<[SwitchCase; 4]> = cases,
    }
    /// Is never reached (manual, *Unreachable*).
    Unreachable "Unreachable" = 15, 0 operands -> Ends, "unreachable" Special [] {}
    /// Computes a value from two of its type (manual, *Integer Binary Instructions*, *Floating Point Binary Instructions*).
    Binary "Binary" = 2, 3 operands -> SameAs(a), "" Special [] {
        /// Left operand.
        a: Value = relative,
        /// Right operand.
        b: Value = relative,
        /// The operation.
        op: BinaryOp = binary_op,
    }
    /// Converts a value (manual, *Conversion Instructions*).
    Cast "Cast" = 3, 3 operands -> Stated(ty), "" Special [] {
        /// The value.
        value: Value = relative,
        /// Type of the result.
        ty: TypeId = type_id,
        /// The conversion.
        op: CastOp = cast_op,
    }
    /// Reads a lane of a vector (manual, *Extract Element Instruction*).
    ExtractElement "ExtractElement" = 6, 2 operands -> ElementOf(vector), "extractelement" WideList [Typed(vector), Typed(index)] {
        /// The vector.
        vector: Value = relative,
        /// The lane, an i32.
        index: Value = relative,
    }
    /// Replaces a lane of a vector (manual, *Insert Element Instruction*).
    InsertElement "InsertElement" = 7, 3 operands -> SameAs(vector),
        "insertelement" WideList [Typed(vector), Typed(element), Typed(index)] {
        /// The vector.
        vector: Value = relative,
        /// The lane's new value.
        element: Value = relative,
        /// The lane, an i32.
        index: Value = relative,
    }
    /// Joins the values of a block's predecessors (manual, *Phi Instruction*).
    Phi "Phi" = 16, 1 operands -> Stated(ty), "phi" Special [] {
        /// Type of the result.
        ty: TypeId = type_id,
        /// A value for each incoming edge.
        incoming: SmallVec<[Incoming; 2]> = incoming,
    }
    /// Allocates memory until the function returns (manual, *Alloca Instruction*).
    Alloca "Alloca" = 19, 2 operands -> Address, "alloca" List [Word("i8"), Typed(size), Aligned(alignment)] {
        /// Number of bytes, an i32.
        size: Value = relative,
        /// Alignment of the address.
        alignment: Alignment = alignment,
    }
    /// Loads a value from memory (manual, *Load Instruction*).
    Load "Load" = 20, 3 operands -> Stated(ty), "load" List [Address(ty, pointer), Aligned(alignment)] {
        /// The address, an i32.
        pointer: Value = relative,
        /// Alignment of the address.
        alignment: Alignment = alignment,
        /// Type of the result.
        ty: TypeId = type_id,
    }
    /// Stores a value to memory (manual, *Store Instruction*).
    Store "Store" = 24, 3 operands -> Nothing, "store" List [Typed(value), AddressOfLast(pointer), Aligned(alignment)] {
        /// The address, an i32.
        pointer: Value = relative,
        /// The value to store.
        value: Value = relative,
        /// Alignment of the address.
        alignment: Alignment = alignment,
    }
    /// Compares two values (manual, *Integer Comparison Instructions*, *Floating Point Comparison Instructions*; the code is 28, not 9).
    Compare "Compare" = 28, 3 operands -> ComparisonOf(a), "" Special [] {
        /// Left operand.
        a: Value = relative,
        /// Right operand.
        b: Value = relative,
        /// The predicate.
        predicate: Predicate = predicate,
    }
    /// Selects one of two values, or lanes of them (manual, *Select Instruction*).
    Select "Select" = 29, 3 operands -> SameAs(a), "select" List [Typed(condition), Typed(a), Typed(b)] {
        /// The value if true.
        a: Value = relative,
        /// The value if false.
        b: Value = relative,
        /// An i1, or a vector of them.
        condition: Value = relative,
    }
    /// Calls a function directly (manual, *Direct Procedure Call*, *Direct Function Call*).
    Call "Call" = 34, 2 operands -> ReturnedBy(callee), "call" Special [] {
        /// Whether the frame may be reused.
        tail: bool = call_flags,
        /// A function.
        callee: Value = relative,
        /// Arguments.
        arguments: SmallVec<[Value; 4]> = arguments,
    }
    /// States the type of a value before its definition; not an instruction (manual, *Forward type declaration*).
    Declare "Declare" = 43, 2 operands -> Nothing, "declare" Special [] {
        /// The value.
        value: Value = absolute,
        /// The type.
        ty: TypeId = type_id,
    }
    /// Calls a function indirectly (manual, *Indirect Procedure Call*, *Indirect Function Call*; the listings have the right order).
    CallIndirect "CallIndirect" = 44, 3 operands -> Returned(result), "call" Special [] {
        /// Whether the frame may be reused.
        tail: bool = call_flags,
        /// The address, an i32.
        pointer: Value = relative,
        /// Type of the result, void for none.
        result: TypeId = type_id,
        /// Arguments.
        arguments: SmallVec<[Value; 4]> = arguments,
    }
}

#[cold]
fn unknown(code: u32, count: usize, operands: &OperandReader<'_, '_>) -> Error {
    let kind = match INSTRUCTIONS.iter().find(|row| row.code == code) {
        Some(row) => ErrorKind::OperandCount { record: row.name, count, expected: "more" },
        None => ErrorKind::UnknownRecord { block: "function", code },
    };
    Error { at: operands.at(), kind }
}

impl Instruction {
    /// Returns whether this ends a basic block.
    pub const fn is_terminator(&self) -> bool {
        matches!(self.outcome(), Outcome::Ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signatures of findings and entries of the ledger contain these names, so a variant may get another name and its row may not.
    #[test]
    fn names_stay_when_variants_are_renamed() {
        let names = [
            "Ret",
            "Branch",
            "BranchIf",
            "Switch",
            "Unreachable",
            "Binary",
            "Cast",
            "ExtractElement",
            "InsertElement",
            "Phi",
            "Alloca",
            "Load",
            "Store",
            "Compare",
            "Select",
            "Call",
            "Declare",
            "CallIndirect",
        ];
        assert_eq!(INSTRUCTIONS.iter().map(|row| row.name).collect::<Vec<_>>(), names);
    }
}
