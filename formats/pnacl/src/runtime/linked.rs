//! The runtime as part of a program, for engines that have no host.

use super::block::information_block;
use super::memory::PAGE;
use crate::interpret::Layout;
use crate::tables::{Linkage, intrinsic};
use crate::text::assemble;
use crate::{Body, Function, Initializer, Limits, Module, Symbol, Type, TypeId, Value, ValueKind};
use std::fmt;

/// The runtime: a module whose function `program` is the start of the program.
const RUNTIME: &str = include_str!("linked.pnaclasm");
/// The names of both starts.
const START: &[u8] = b"_start";
const PROGRAM: &[u8] = b"program";
/// Bytes before the name of the first argument in the information block: three words.
const COUNTS: usize = 12;

/// A program with the runtime in it: a valid module that calls no host.
///
/// Its function `_start` starts the program, and its end is a trap of `llvm.trap`, unless the start returns. What the program writes is kept
/// in variables, up to 1 MiB of each of the two outputs; a write beyond that fails. The input is empty, and the time advances by a
/// microsecond each time it is read. Memory is as that of [`Runtime`](super::Runtime) with two differences: an unmapped page is used again
/// only if it is the lowest mapped one, and a wrong address traps instead of being an error.
#[derive(Clone, Debug)]
pub struct LinkedProgram {
    /// The module.
    pub module: Module,
    /// The index of its function `_start`, which ignores its argument.
    pub start: u32,
    /// The variable that says whether the program has ended, a word that is not 0, then its status.
    pub ended: Value,
    /// The variables with what it wrote to its output and its errors: the number of bytes, a word, then these.
    pub outputs: [Value; 2],
}

/// What a program has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written<'m> {
    /// The status with which the program ended; `None` if it did not end by itself.
    pub status: Option<i32>,
    /// What it wrote to its output.
    pub output: &'m [u8],
    /// What it wrote to its errors.
    pub errors: &'m [u8],
}

/// A program that the runtime cannot be built into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// No function with a body is named `_start`, takes an i32 and returns nothing.
    NoStart,
    /// The arguments and the environment do not fit into 32-bit addresses.
    Arguments,
}

impl LinkedProgram {
    /// Builds the runtime into a valid program with these arguments, of which the first is the program's name, environment, and bytes of
    /// heap, which are rounded up to whole pages.
    ///
    /// # Errors
    /// The program has no start, or too many arguments.
    pub fn new(program: &Module, arguments: &[&[u8]], environment: &[&[u8]], heap: u32) -> Result<Self, LinkError> {
        let start = program.symbols.iter().find(|symbol| symbol.name == START).map(|symbol| symbol.value);
        let start = start.filter(|value| value.kind() == ValueKind::Function).ok_or(LinkError::NoStart)?;
        if !is_start(program, start.index()) {
            return Err(LinkError::NoStart);
        }
        let runtime = runtime();
        let mut module = program.clone();
        module.functions[start.index() as usize].linkage = Linkage::Internal;
        module.symbols.retain(|symbol| symbol.name != START);
        let mut link = Link { module, runtime: &runtime, functions: Vec::new(), globals: program.globals.len() as u32 };
        link.functions(start);
        link.globals();
        let named = |name: &str| link.value(named(&runtime, name.as_bytes()).expect("the runtime has every name that is asked for here"));
        let [ended, output, errors, state, pages, block] = ["ended", "output", "errors", "state", "heap", "block"].map(named);
        let (start, query) = (named("_start"), named("irt_query"));
        let information = information(block, arguments, environment, query).ok_or(LinkError::Arguments)?;
        let heap = heap.div_ceil(PAGE).max(1).saturating_mul(PAGE);
        let mut module = link.module;
        module.symbols.push(Symbol { value: start, name: START.to_vec() });
        for (global, initializers) in [(block, information), (pages, vec![Initializer::Zerofill(heap.into())])] {
            module.globals[global.index() as usize].initializers = initializers;
        }
        // The first address is that of the break; the others are those of the end.
        let addresses = module.globals[state.index() as usize].initializers.iter_mut().filter_map(|part| match part {
            Initializer::Relocation { addend, .. } => Some(addend),
            _ => None,
        });
        addresses.skip(1).for_each(|addend| *addend = Some(heap));
        Ok(Self { module, start: start.index(), ended, outputs: [output, errors] })
    }

    /// Returns what the program has done, by the memory of its module from [`Layout::BASE`] on.
    pub fn written<'m>(&self, layout: &Layout, memory: &'m [u8]) -> Written<'m> {
        let bytes = |value: Value, offset: u32, length: u32| {
            let start = layout.address(value).wrapping_add(offset).wrapping_sub(Layout::BASE) as usize;
            memory.get(start..start.saturating_add(length as usize)).unwrap_or_default()
        };
        let word = |value, offset| bytes(value, offset, 4).try_into().map_or(0, u32::from_le_bytes);
        let [output, errors] = self.outputs.map(|variable| bytes(variable, 4, word(variable, 0)));
        Written { status: (word(self.ended, 0) != 0).then(|| word(self.ended, 4) as i32), output, errors }
    }
}

/// Returns the module of the runtime.
fn runtime() -> Module {
    let bytes = assemble(RUNTIME).expect("the text of the runtime is a part of this crate");
    Module::read(&bytes, &Limits::default()).expect("what the assembler writes can be read")
}

/// Returns whether a function can be the start of a program.
fn is_start(module: &Module, function: u32) -> bool {
    let ty = |id: &TypeId| module.ty(*id);
    let has_body = module.functions.get(function as usize).is_some_and(|function| function.body.is_some());
    has_body
        && module.signature_of(function).is_some_and(|signature| {
            ty(&signature.result) == Some(&Type::Void) && signature.parameters.iter().map(ty).eq([Some(&Type::Integer(32))])
        })
}

/// Returns the function or global of a name.
fn named(module: &Module, name: &[u8]) -> Option<Value> {
    module.symbols.iter().find(|symbol| symbol.name == name).map(|symbol| symbol.value)
}

/// Returns the initial bytes of the information block, in which addresses are relocations.
fn information(block: Value, arguments: &[&[u8]], environment: &[&[u8]], query: Value) -> Option<Vec<Initializer>> {
    let bytes = information_block(0, arguments, environment, 0).ok()?;
    let mut parts = Vec::new();
    let data = |parts: &mut Vec<Initializer>, range: std::ops::Range<usize>| parts.push(Initializer::Data(bytes[range].to_vec()));
    let word = |at: usize| bytes[at..].first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
    data(&mut parts, 0..COUNTS);
    let mut at = COUNTS;
    for texts in [arguments, environment] {
        for _ in texts {
            parts.push(Initializer::Relocation { value: block, addend: Some(word(at)) });
            at += 4;
        }
        data(&mut parts, at..at + 4);
        at += 4;
    }
    // The entry of the auxiliary vector with the query function.
    data(&mut parts, at..at + 4);
    parts.push(Initializer::Relocation { value: query, addend: None });
    data(&mut parts, at + 8..bytes.len());
    Some(parts)
}

/// The runtime being added to a program.
struct Link<'r> {
    module: Module,
    runtime: &'r Module,
    /// For each function of the runtime its index in the program.
    functions: Vec<u32>,
    /// The index of the runtime's first global.
    globals: u32,
}

impl Link<'_> {
    /// Returns the program's type that is a type of the runtime.
    fn ty(&mut self, id: TypeId) -> TypeId {
        let mut ty = self.runtime.ty(id).cloned().unwrap_or(Type::Void);
        if let Type::Function(signature) = &mut ty {
            signature.result = self.ty(signature.result);
            for parameter in &mut signature.parameters {
                *parameter = self.ty(*parameter);
            }
        }
        let known = self.module.types.iter().position(|known| *known == ty);
        let place = known.unwrap_or(self.module.types.len());
        if known.is_none() {
            self.module.types.push(ty);
        }
        TypeId(place as u32)
    }

    fn value(&self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Function => Value::function(self.functions.get(value.index() as usize).copied().unwrap_or(0)),
            ValueKind::Global => Value::global(self.globals + value.index()),
            _ => value,
        }
    }

    /// Adds the functions. Intrinsics that the program has are those of the runtime, also the one that the runtime defines.
    fn functions(&mut self, start: Value) {
        let runtime = self.runtime;
        let mut bodies = Vec::new();
        for (index, function) in (0..).zip(&runtime.functions) {
            let name = runtime.name_of(Value::function(index)).unwrap_or_default();
            let is_intrinsic = intrinsic(name).is_some();
            let known = if name == PROGRAM { Some(start) } else { named(&self.module, name).filter(|_| is_intrinsic) };
            let place = known.map_or(self.module.functions.len(), |value| value.index() as usize);
            if known.is_none() {
                let ty = self.ty(function.ty);
                self.module.functions.push(Function { ty, linkage: function.linkage, body: None });
            }
            self.functions.push(place as u32);
            match &function.body {
                Some(body) => {
                    self.module.functions[place].linkage = function.linkage;
                    self.module.symbols.retain(|symbol| symbol.value != Value::function(place as u32));
                    bodies.push((place, body));
                }
                None if known.is_none() => {
                    self.module.symbols.push(Symbol { value: Value::function(place as u32), name: name.to_vec() });
                }
                None => {}
            }
        }
        for (place, body) in bodies {
            self.module.functions[place].body = Some(self.body(body));
        }
    }

    fn body(&mut self, body: &Body) -> Body {
        let mut body = body.clone();
        for constant in &mut body.constants {
            constant.ty = self.ty(constant.ty);
        }
        for instruction in &mut body.instructions {
            instruction.for_each_value_mut(|value| *value = self.value(*value));
            instruction.for_each_type_mut(|ty| *ty = self.ty(*ty));
        }
        body
    }

    fn globals(&mut self) {
        for global in &self.runtime.globals {
            let mut global = global.clone();
            for part in &mut global.initializers {
                if let Initializer::Relocation { value, .. } = part {
                    *value = self.value(*value);
                }
            }
            self.module.globals.push(global);
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart => f.write_str("the program has no function _start that takes an i32 and returns nothing"),
            Self::Arguments => f.write_str("the arguments and the environment do not fit into memory"),
        }
    }
}

impl std::error::Error for LinkError {}
