//! A compiled program.

use crate::code::{Code, Entry};
use crate::compile::Compiler;
use crate::context::{Context, Jumps};
use crate::lower::may_setjmp;
use crate::memory::Memory;
use crate::stack::{needed, with_stack};
use crate::{Error, Level};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::{Bits, Budget, End, Layout};
use std::collections::{BTreeMap, BTreeSet};

/// A module compiled to native code, with memory to run on.
pub struct Program {
    /// The code that the entries point to; freed with the program.
    _code: Code,
    entries: BTreeMap<u32, Entrance>,
    memory: Memory,
    layout: Layout,
    /// Whether a function may execute setjmp.
    jumps: bool,
    /// Bytes of the largest native frame of any function.
    frame: u32,
}

/// The entry point of a function.
struct Entrance {
    entry: Entry,
    parameters: usize,
}

impl Program {
    /// The maximal number of instructions of a module: some 100 ms of compilation.
    pub const MAX_INSTRUCTIONS: usize = 20_000;

    /// Compiles a valid module, with entry points for the functions of these indices, which have bodies.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] for a module that has more than [`Program::MAX_INSTRUCTIONS`], or a machine without a backend;
    /// [`Error::Refused`] if Cranelift rejects the code.
    pub fn compile(module: &Module, layout: &Layout, entries: &[u32], level: Level) -> Result<Self, Error> {
        assert!(Layout::BASE <= layout.writable && layout.writable <= layout.end, "a layout is in order");
        let instructions: usize =
            module.functions.iter().filter_map(|function| function.body.as_ref()).map(|body| body.instructions.len()).sum();
        if instructions > Self::MAX_INSTRUCTIONS {
            return Err(Error::Unsupported("too-large"));
        }
        let mut compiler = Compiler::new(module, layout, level)?;
        compiler.functions()?;
        let mut ids = BTreeMap::new();
        for function in BTreeSet::from_iter(entries.iter().copied()) {
            ids.insert(function, compiler.entry(function)?);
        }
        let parameters = |function| module.signature_of(function).map_or(0, |signature| signature.parameters.len());
        let (mut code, frame) = compiler.finish()?;
        let entrance = |(function, id)| (function, Entrance { entry: code.entry(id), parameters: parameters(function) });
        let entries = ids.into_iter().map(entrance).collect();
        Ok(Self {
            _code: code,
            entries,
            memory: Memory::new(layout.size() as usize),
            layout: layout.clone(),
            jumps: may_setjmp(module),
            frame,
        })
    }

    /// Calls a function on memory with the initial content `image`; returns how the call ends, and the final memory.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if the functions' frames are too large for as many calls as the budget allows, or the execution makes more
    /// than 65,536 setjmps.
    ///
    /// # Panics
    ///
    /// If the program was not compiled with this entry point, or the size of the arguments or of the image is not that of the module's.
    pub fn call(&mut self, function: u32, arguments: &[Bits], image: &[u8], budget: Budget) -> Result<(End, &[u8]), Error> {
        let Entrance { entry, parameters } = self.entries.get(&function).expect("the program was compiled to be entered there");
        assert_eq!(arguments.len(), *parameters, "a call has an argument for each parameter");
        let stack = needed(self.frame, budget.depth)?;
        self.memory.bytes_mut().copy_from_slice(image);
        let mut jumps = if self.jumps { Jumps::new(budget.depth) } else { Jumps::default() };
        let mut context = Context::new(self.memory.bytes_mut(), &mut jumps, &self.layout, budget);
        // The first slot is for the result: zero above the bytes that the code stores, as results are.
        let mut slots: Vec<u128> = std::iter::once(0).chain(arguments.iter().copied()).collect();
        with_stack(stack, || run(*entry, &mut context, &mut slots))?;
        Ok((context.end()?.unwrap_or(End::Return(slots[0])), self.memory.bytes()))
    }
}

#[allow(unsafe_code)]
fn run(entry: Entry, context: &mut Context, slots: &mut [u128]) {
    // SAFETY: `Program::call`, which borrows the code, made the context for memory of the layout's size, and the slots for the function's
    // parameters; it runs this with the stack that the context's depth requires.
    unsafe { entry(context, slots.as_mut_ptr()) }
}
