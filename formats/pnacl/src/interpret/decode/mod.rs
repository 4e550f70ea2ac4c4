//! Decodes a valid module to operations.
//!
//! `body.rs` decodes a function; `slots.rs` assigns slots to its values, `uses.rs` determines which instructions need no operation of their
//! own, `edges.rs` handles the edges between blocks, and `moves.rs` their operations; the other files choose operations for instructions.

mod body;
mod branch;
mod call;
mod cast;
mod compare;
mod compute;
mod edges;
mod intrinsic;
mod memory;
mod moves;
mod signatures;
mod slots;
mod switch;
mod uses;

use super::program::{Code, LoadError, Options, Program, entry};
use super::{CallSignature, Layout};
use crate::tables::{Intrinsic, intrinsic};
use crate::validate::Validator;
use crate::{Module, ValueKind, ValueType};
use body::BodyDecoder;
use signatures::Signatures;

impl Program {
    /// Decodes a module.
    ///
    /// # Errors
    /// Returns an error if the module is not valid or needs too much memory.
    pub fn new(module: &Module, options: &Options) -> Result<Self, LoadError> {
        Self::with_validator(module, options, &mut Validator::default())
    }

    /// As [`Program::new`], with a validator that reuses its buffers.
    ///
    /// # Errors
    /// As for [`Program::new`].
    pub fn with_validator(module: &Module, options: &Options, validator: &mut Validator) -> Result<Self, LoadError> {
        if !validator.is_valid(module) {
            return Err(LoadError::Invalid(validator.validate(module)));
        }
        if module.functions.len() > Self::MAX_FUNCTIONS {
            return Err(LoadError::Functions(module.functions.len()));
        }
        let layout = Layout::of(module, options.sizes, options.memory).map_err(LoadError::Layout)?;
        Ok(program(module, layout, options.results))
    }
}

/// Decodes a module that is valid.
fn program(module: &Module, layout: Layout, results: bool) -> Program {
    let image = layout.globals_image(module);
    let mut program = Program {
        ops: Vec::new(),
        covers: Vec::new(),
        starts: Vec::new(),
        functions: Vec::with_capacity(module.functions.len()),
        constants: Vec::new(),
        arguments: Vec::new(),
        switches: Vec::new(),
        signatures: Vec::new(),
        declarations: Vec::new(),
        results: Vec::new(),
        layout: Layout::default(),
        image,
        entry: entry(module),
    };
    let instructions = module.functions.iter().filter_map(|function| function.body.as_ref()).map(|body| body.instructions.len()).sum();
    program.ops.reserve(instructions);
    program.covers.reserve(instructions);
    let mut signatures = Signatures::default();
    for function in 0..module.functions.len() as u32 {
        let code = declare(module, function, &mut signatures);
        program.functions.push(code);
    }
    let context = Context { module, intrinsics: intrinsics(module), layout, results };
    for function in 0..module.functions.len() as u32 {
        BodyDecoder::run(&context, function, &mut signatures, &mut program);
    }
    program.signatures = signatures.into_list();
    program.layout = context.layout;
    program
}

/// Data shared by all functions.
struct Context<'a> {
    module: &'a Module,
    /// The intrinsic that each function is.
    intrinsics: Vec<Option<&'static Intrinsic>>,
    layout: Layout,
    /// Whether every instruction keeps its result.
    results: bool,
}

/// Returns the data in a function's record.
fn declare(module: &Module, function: u32, signatures: &mut Signatures) -> Code {
    let defined = module.functions[function as usize].body.is_some();
    let signature = module.signature_of(function).map_or_else(
        || CallSignature { parameters: Vec::new(), result: ValueType::VOID },
        |signature| CallSignature {
            parameters: signature.parameters.iter().map(|&ty| module.value_type(ty)).collect(),
            result: module.value_type(signature.result),
        },
    );
    let parameters = signature.parameters.iter().map(|&ty| super::program::width(ty)).sum();
    Code { signature: signatures.intern(signature), defined, parameters, ..Code::default() }
}

/// Returns the intrinsics of a module by function: the last name of a function counts.
fn intrinsics(module: &Module) -> Vec<Option<&'static Intrinsic>> {
    let mut rows = vec![None; module.functions.len()];
    for symbol in module.symbols.iter().filter(|symbol| symbol.value.kind() == ValueKind::Function) {
        if let Some(row) = rows.get_mut(symbol.value.index() as usize) {
            *row = intrinsic(&symbol.name);
        }
    }
    rows
}
