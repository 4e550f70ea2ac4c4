//! A module decoded for execution.

use super::op::{Op, Slot};
use super::{Layout, LayoutError, Place, Sizes};
use crate::validate::{ENTRY_FUNCTION, Violation};
use crate::{Module, Value, ValueKind, ValueType};
use std::fmt;
use std::ops::Range;

/// Options for decoding a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Sizes of stack and heap.
    pub sizes: Sizes,
    /// Bytes of memory that a program may have. Default 1 GiB.
    pub memory: u32,
    /// Whether every instruction keeps its result, so that an [`super::Observer`] receives all of them. Costs about a third of the speed;
    /// otherwise results that only the next instruction uses may never be stored. Default false.
    pub results: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { sizes: Sizes::default(), memory: 1 << 30, results: false }
    }
}

/// A valid module, decoded once, to be run many times by a [`super::Machine`].
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) ops: Vec<Op>,
    /// For each operation, the instructions that it ends.
    pub(super) covers: Vec<Cover>,
    /// First operation and first instruction of each basic block, in order.
    pub(super) starts: Vec<(u32, u32)>,
    pub(super) functions: Vec<Code>,
    /// Constants of all functions.
    pub(super) constants: Vec<u64>,
    /// Slots of the arguments of all calls; vectors occupy two.
    pub(super) arguments: Vec<u32>,
    pub(super) switches: Vec<Switch>,
    pub(super) signatures: Vec<CallSignature>,
    /// Indices of forward declarations, which are not executed, function by function.
    pub(super) declarations: Vec<u32>,
    /// Slots of the results of instructions, [`Cover::NONE`] for none; empty unless [`Options::results`].
    pub(super) results: Vec<u32>,
    pub(super) layout: Layout,
    /// The bytes of globals.
    pub(super) image: Vec<u8>,
    pub(super) entry: Option<u32>,
}

/// The decoded data of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    /// Index of the signature.
    pub(super) signature: u32,
    /// Whether there is a body.
    pub(super) defined: bool,
    /// The operations of the body.
    pub(super) ops: Range<u32>,
    /// Slots of the frame.
    pub(super) slots: u32,
    /// Places beyond the slots, where all values are if there are more than slots; otherwise 0.
    pub(super) places: u32,
    /// Slots of the parameters, from the first slot on.
    pub(super) parameters: u32,
    /// The first slot of the constants, and their range in the program.
    pub(super) constant_slot: u32,
    pub(super) constants: Range<u32>,
    /// The beginning of the list of results.
    pub(super) results: u32,
    /// The forward declarations.
    pub(super) declarations: Range<u32>,
}

impl Code {
    /// Returns whether values are in places beyond the frame.
    pub(super) const fn is_wide(&self) -> bool {
        self.places > 0
    }
}

/// The instructions that an operation completes: only the last one may trap there; those before it have no operation of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cover {
    /// The first instruction; after the last if there is none.
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Cover {
    /// No slot.
    pub(super) const NONE: u32 = u32::MAX;
    /// Marks the slot of a vector.
    pub(super) const VECTOR: u32 = 1 << 31;
}

/// Targets of a switch.
#[derive(Clone, Debug)]
pub(super) struct Switch {
    pub(super) default: u32,
    /// Values in ascending order.
    pub(super) values: Vec<u64>,
    /// Targets of these values; if `values` is empty, of the values from `first` on.
    pub(super) targets: Vec<u32>,
    pub(super) first: u64,
}

impl Switch {
    /// Returns the target of a value.
    #[inline(always)]
    pub(super) fn target(&self, value: u64) -> u32 {
        let index = if self.values.is_empty() {
            usize::try_from(value.wrapping_sub(self.first)).ok()
        } else {
            self.values.binary_search(&value).ok()
        };
        index.and_then(|index| self.targets.get(index)).copied().unwrap_or(self.default)
    }
}

/// Types of parameters and result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CallSignature {
    /// Types of the parameters.
    pub parameters: Vec<ValueType>,
    /// Type of the result, void for none.
    pub result: ValueType,
}

/// Why a module cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The module is not valid; contains the violations, including those of severity [`crate::validate::Severity::Warning`].
    Invalid(Vec<Violation>),
    /// The module needs more memory than allowed.
    Layout(LayoutError),
    /// The module has more functions than there are addresses: [`Program::MAX_FUNCTIONS`].
    Functions(usize),
}

impl Program {
    /// Largest number of functions; the addresses of more would overlap with those of the host.
    pub const MAX_FUNCTIONS: usize = ((Layout::HOST - Layout::FUNCTIONS) / Layout::FUNCTION_STEP) as usize;

    /// Returns the layout of memory.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the function where programs start.
    pub const fn entry(&self) -> Option<u32> {
        self.entry
    }

    /// Returns the signature of a function that has a body.
    pub fn signature(&self, function: u32) -> Option<&CallSignature> {
        self.code(function).map(|code| &self.signatures[code.signature as usize])
    }

    /// Returns a function that has a body.
    pub(super) fn code(&self, function: u32) -> Option<&Code> {
        self.functions.get(function as usize).filter(|code| code.defined)
    }

    /// Returns the instruction of an operation.
    pub(super) fn place(&self, op: u32) -> Place {
        Place { function: self.function_of(op), instruction: self.covers.get(op as usize).map_or(0, |cover| cover.last) }
    }

    /// Returns the first instruction of the block that begins at an operation, or of the target of the edge that begins there.
    pub(super) fn block_place(&self, mut op: u32) -> Place {
        let is_start = |op| self.starts.binary_search_by_key(&op, |start| start.0);
        while is_start(op).is_err() {
            op = match self.ops.get(op as usize) {
                Some(Op::Goto(target) | Op::MoveGoto(.., target) | Op::Move2Goto(.., target)) => *target,
                Some(_) => op + 1,
                None => break,
            };
        }
        Place { function: self.function_of(op), instruction: is_start(op).map_or(0, |at| self.starts[at].1) }
    }

    fn function_of(&self, op: u32) -> u32 {
        // Functions without a body have an empty range where the next one begins.
        self.functions.partition_point(|code| code.ops.end <= op) as u32
    }
}

/// Returns the function whose name makes it the entry point of programs.
pub(super) fn entry(module: &Module) -> Option<u32> {
    let mut found = None;
    for symbol in module.symbols.iter().filter(|symbol| symbol.value.kind() == ValueKind::Function) {
        match found {
            None if symbol.name == ENTRY_FUNCTION => found = Some(symbol.value),
            Some(value) if value == symbol.value && symbol.name != ENTRY_FUNCTION => found = None,
            _ => {}
        }
    }
    found.map(Value::index)
}

/// Returns the number of slots of a value.
pub(super) const fn width(ty: ValueType) -> u32 {
    if ty.is_vector() && !ty.is_i1() { 2 } else { 1 }
}

/// Returns the number of a slot of a frame.
pub(super) const fn slot(number: u32) -> Slot {
    number as Slot
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(violations) => write!(f, "the module is not valid: {} violations", violations.len()),
            Self::Layout(error) => error.fmt(f),
            Self::Functions(count) => write!(f, "{count} functions, more than {}", Program::MAX_FUNCTIONS),
        }
    }
}

impl std::error::Error for LoadError {}
