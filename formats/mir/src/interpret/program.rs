//! A file, decoded.

use super::layout::DataLayout;
use super::memory::Memory;
use super::op::{Call, Edge, Location, Node, Op, Reg};
use super::{Place, Refusal};
use crate::Type;
use crate::tables::Target;

/// How a program is decoded.
#[derive(Clone, Debug)]
pub struct Options {
    /// The triple; by default that of the file.
    pub triple: Option<String>,
    /// Bytes of stack. Default 256 KiB, at most 1 GiB.
    pub stack: u32,
    /// Bytes of the window, memory that functions share with their caller. Default 0, at most 1 GiB.
    pub window: u32,
    /// Whether virtual registers that nothing defines are parameters. By default a function that reads one is refused.
    pub open: bool,
    /// Whether arithmetic takes a signaling NaN for the quiet one, as processors do. By default it may be passed on, as LLVM allows, so that
    /// nothing is known of the result but that it is a NaN or an infinity.
    pub quiet: bool,
    /// Whether results are kept for observers.
    pub results: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { triple: None, stack: 1 << 18, window: 0, open: false, quiet: false, results: false }
    }
}

/// A parameter or result of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Where it is passed: `$edi`, `%0`, or `%fixed-stack.0`.
    pub name: String,
    /// The type, as that of the virtual register that it is copied to or from.
    pub ty: Type,
    /// The width in bits.
    pub bits: u32,
    pub(super) location: Location,
}

/// What a function takes and returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The physical registers that the entry block copies, in that order; then fixed stack objects above the stack pointer; then, with
    /// [`Options::open`], virtual registers that nothing defines.
    pub parameters: Vec<Parameter>,
    /// What the first return instruction names.
    pub results: Vec<Parameter>,
}

/// A decoded function.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub(super) name: String,
    pub(super) refusal: Option<Refusal>,
    pub(super) entry: u32,
    /// The number of its cells.
    pub(super) cells: u32,
    /// The bytes and the alignment of its objects, and each of them from the lowest address on.
    pub(super) frame: u64,
    pub(super) alignment: u64,
    pub(super) objects: Vec<(u64, u64)>,
    /// The bytes of its arguments on the stack.
    pub(super) arguments: u64,
    pub(super) signature: Signature,
}

/// A file, decoded.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) target: Option<Target>,
    pub(super) layout: DataLayout,
    pub(super) functions: Vec<Code>,
    pub(super) ops: Vec<Op>,
    /// For each operation its instruction, and the node that executes it in general.
    pub(super) places: Vec<Place>,
    pub(super) general: Vec<u32>,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// To and from.
    pub(super) copies: Vec<(u32, u32)>,
    pub(super) tables: Vec<Box<[u32]>>,
    /// Addresses of blocks, with edges.
    pub(super) targets: Vec<Box<[(u64, u32)]>>,
    pub(super) calls: Vec<Call>,
    pub(super) outputs: Vec<Box<[Parameter]>>,
    /// For each operation, the registers that it defines, if results are kept.
    pub(super) defined: Vec<Box<[Reg]>>,
    /// The global variables, in the order of their names: each with its address and size.
    pub(super) variables: Vec<(Box<str>, u64, u64)>,
    /// The initial memory.
    pub(super) image: Memory,
    /// The addresses of the window and of the stack.
    pub(super) window: u64,
    pub(super) window_bytes: u32,
    pub(super) stack: u64,
}

/// The address of the first function; the others follow in steps of [`STEP`].
pub(super) const FUNCTIONS: u64 = 0x7000_0000;
/// The address of the first block whose address is taken.
pub(super) const BLOCKS: u64 = 0x7800_0000;
/// The address of the first jump table.
pub(super) const TABLES: u64 = 0x7c00_0000;
/// The distance of addresses of functions, blocks and tables.
pub(super) const STEP: u64 = 16;

impl Program {
    /// Returns the number of functions.
    pub fn functions(&self) -> u32 {
        self.functions.len() as u32
    }

    /// Returns the function of a name.
    pub fn function(&self, name: &str) -> Option<u32> {
        self.functions.iter().position(|code| code.name == name).map(|place| place as u32)
    }

    /// Returns the name of a function.
    pub fn name(&self, function: u32) -> Option<&str> {
        self.functions.get(function as usize).map(|code| code.name.as_str())
    }

    /// Returns what a function takes and returns.
    ///
    /// # Errors
    /// Returns why it cannot be executed.
    pub fn signature(&self, function: u32) -> Result<&Signature, Refusal> {
        let nothing = || Refusal { place: None, subject: format!("function {function}"), reason: "there is none of this number".into() };
        let code = self.functions.get(function as usize).ok_or_else(nothing)?;
        code.refusal.as_ref().map_or(Ok(&code.signature), |refusal| Err(refusal.clone()))
    }

    /// Returns the addresses of the bytes of a global variable that the file defines.
    pub fn variable(&self, name: &str) -> Option<std::ops::Range<u64>> {
        let place = self.variables.binary_search_by(|(known, ..)| (**known).cmp(name)).ok()?;
        let (_, address, size) = self.variables.get(place)?;
        Some(*address..address + size)
    }

    /// Returns the width of pointers into an address space.
    pub fn pointer_bits(&self, space: u32) -> u32 {
        self.layout.pointer_bits(space)
    }

    /// Returns the address of the window.
    pub fn window(&self) -> u64 {
        self.window
    }

    /// Returns the bytes of the window.
    pub(super) fn window_size(&self) -> u64 {
        self.window_bytes.into()
    }

    /// Returns the function at an address.
    pub(super) fn called(&self, address: u64) -> Option<u32> {
        let place = address.checked_sub(FUNCTIONS).filter(|distance| distance % STEP == 0)? / STEP;
        u32::try_from(place).ok().filter(|place| *place < self.functions())
    }

    pub(super) fn place(&self, op: u32) -> Place {
        self.places.get(op as usize).copied().unwrap_or_default()
    }
}
