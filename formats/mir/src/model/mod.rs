//! The typed values: plain data, not necessarily consistent.

mod block;
mod cfi;
mod fields;
mod file;
mod frame;
mod function;
mod immediate;
mod instruction;
mod memory;
mod metadata;
mod operand;
mod register;
mod types;
mod words;
mod yaml;

pub use block::{Block, BlockAttributes, LiveIn, Section, Successor};
pub use cfi::CfiOperation;
pub use fields::{Field, List, Mapping, Word};
pub use file::{EmbeddedIr, File};
pub use frame::{
    DebugVariable, DebugVariableKey, EntryValue, EntryValueKey, FixedObject, FixedObjectKey, FrameInfo, FrameKey, SavePoint, SavePointKey,
    StackObject, StackObjectKey,
};
pub use function::{
    CallSite, CallSiteKey, CalledGlobal, CalledGlobalKey, Constant, ConstantKey, ForwardedArgument, ForwardedArgumentKey, Function,
    FunctionFlags, FunctionKey, FunctionLiveIn, FunctionLiveInKey, JumpTable, JumpTableEntry, JumpTableEntryKey, JumpTableKey,
    Substitution, SubstitutionKey, VirtualRegister, VirtualRegisterKey,
};
pub use immediate::{FloatImmediate, FloatKind, IntegerImmediate};
pub use instruction::{Instruction, InstructionFlags, Suffixes};
pub use memory::{Access, MemoryFlags, MemoryOperand, MemorySize, Ordering, Pointer};
pub use metadata::{Atom, DebugLocation, Metadata};
pub use operand::{BlockReference, FloatPredicate, IntegerPredicate, IrBlock, IrValue, Lane, Operand, OperandKind};
pub use register::{Class, Register, RegisterFlags, RegisterOperand, RegisterQualifier};
pub use types::{Element, Type};
pub use words::{FixedObjectKind, FramePointerPolicy, JumpTableKind, StackId, StackObjectKind};
pub use yaml::Yaml;

/// Returns the place of a name in a list.
const fn place_of(names: &[&str], name: &str) -> Option<usize> {
    let mut place = 0;
    while place < names.len() {
        if is_same(names[place].as_bytes(), name.as_bytes()) {
            return Some(place);
        }
        place += 1;
    }
    None
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut place = 0;
    while place < a.len() {
        if a[place] != b[place] {
            return false;
        }
        place += 1;
    }
    true
}

/// A name without quotes and escapes; up to 16 bytes need no allocation.
pub type Name = lean_string::LeanString;
