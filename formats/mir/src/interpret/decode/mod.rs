//! Decodes a file.

mod body;
mod context;
mod control;
mod copies;
mod fast;
mod frame;
mod instruction;
mod memory;
mod signature;
mod types;
mod values;

use super::globals::Globals;
use super::layout::DataLayout;
use super::memory::{BASE, Memory, READ_WRITE};
use super::program::{Code, Options, Program};
use super::{Place, Refusal};
use crate::File;
use crate::tables::Target;
use std::collections::HashMap;

/// Sizes of the stack and of the window are at most this.
const MAX_SIZE: u32 = 1 << 30;
/// The most blocks and functions of a file: what their addresses leave room for.
const MAX_BLOCKS: usize = 1 << 22;

/// The parts of a file that the functions share.
struct Decoder<'f> {
    file: &'f File,
    options: &'f Options,
    program: Program,
    names: HashMap<&'f str, u32>,
    globals: Globals,
    /// For each function, the number of blocks of those before it.
    first_blocks: Vec<usize>,
}

/// Returns a refusal of a file or function as a whole.
fn refusal(subject: impl Into<String>, reason: impl Into<String>) -> Refusal {
    Refusal { place: None, subject: subject.into(), reason: reason.into() }
}

impl Program {
    /// Decodes a file. A function that cannot be executed is kept with its refusal ([`Program::signature`]), and calling it is a trap.
    ///
    /// # Errors
    /// Refuses files whose byte order is big-endian, whose pointers have odd widths, and that are too large for the memory.
    pub fn new(file: &File, options: &Options) -> Result<Self, Refusal> {
        let triple = options.triple.clone().or_else(|| file.triple()).unwrap_or_default();
        let text = file.ir.as_ref().map(|ir| ir.text.as_str());
        let layout = DataLayout::of(text.and_then(data_layout), &triple).map_err(|reason| refusal("data layout", reason))?;
        let blocks: usize = file.functions.iter().map(|function| function.blocks.len()).sum();
        if blocks > MAX_BLOCKS || file.functions.len() > MAX_BLOCKS {
            return Err(refusal("file", "it has too many blocks or functions"));
        }
        if options.stack > MAX_SIZE || options.window > MAX_SIZE {
            return Err(refusal("memory", format!("the stack and the window have at most {MAX_SIZE} bytes")));
        }
        let names: HashMap<&str, u32> = file.functions.iter().map(|function| function.name.as_str()).zip(0..).collect();
        let globals = Globals::new(file, &layout, BASE, &names).map_err(|reason| refusal("global variables", reason))?;
        let window = globals.end().next_multiple_of(64);
        let stack = (window + u64::from(options.window)).next_multiple_of(64) + 64;
        let size = stack + u64::from(options.stack) + 64 - BASE;
        let mut image = Memory::new(usize::try_from(size).map_err(|_| refusal("memory", "it is too large"))?);
        globals.place(&mut image);
        image.set_object(window, options.window.into(), READ_WRITE);
        image.initialize(window, &vec![0; options.window as usize]);
        let program = Self {
            target: Target::of_triple(&triple),
            layout,
            functions: Vec::with_capacity(file.functions.len()),
            ops: Vec::new(),
            places: Vec::new(),
            general: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            copies: Vec::new(),
            tables: Vec::new(),
            targets: Vec::new(),
            calls: Vec::new(),
            outputs: Vec::new(),
            defined: Vec::new(),
            variables: globals.variables(),
            image,
            window,
            window_bytes: options.window,
            stack,
        };
        let mut count = 0;
        let first_blocks = file.functions.iter().map(|function| {
            count += function.blocks.len();
            count - function.blocks.len()
        });
        let mut decoder = Decoder { file, options, program, names, globals, first_blocks: first_blocks.collect() };
        for (function, number) in file.functions.iter().zip(0..) {
            let code = body::decode(&mut decoder, function, number);
            decoder.program.functions.push(code);
        }
        Ok(decoder.program)
    }
}

impl Decoder<'_> {
    /// Appends an operation.
    fn push(&mut self, op: super::op::Op, place: Place, node: u32) {
        self.program.ops.push(op);
        self.program.places.push(place);
        self.program.general.push(node);
        if self.options.results {
            self.program.defined.push(Box::default());
        }
    }

    /// Removes what a function has added.
    fn truncate(&mut self, lengths: &Lengths) {
        let program = &mut self.program;
        program.ops.truncate(lengths.ops);
        program.places.truncate(lengths.ops);
        program.general.truncate(lengths.ops);
        program.defined.truncate(lengths.ops);
        program.nodes.truncate(lengths.nodes);
        program.edges.truncate(lengths.edges);
        program.copies.truncate(lengths.copies);
    }
}

/// The lengths of the lists of a program before a function.
struct Lengths {
    ops: usize,
    nodes: usize,
    edges: usize,
    copies: usize,
}

impl Lengths {
    fn of(program: &Program) -> Self {
        Self { ops: program.ops.len(), nodes: program.nodes.len(), edges: program.edges.len(), copies: program.copies.len() }
    }
}

/// Returns the function that a refusal leaves.
fn refused(name: &str, refusal: Refusal) -> Code {
    Code { name: name.to_owned(), refusal: Some(refusal), ..Code::default() }
}

/// Returns the text after `target datalayout = "`.
fn data_layout(text: &str) -> Option<&str> {
    let rest = text.split_once("target datalayout")?.1.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
    rest.split_once('"').map(|(layout, _)| layout)
}
