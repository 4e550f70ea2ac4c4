//! Compiles a program.

use crate::code::{Code, REMAINDER};
use crate::entry::{self, entry_signature};
use crate::lower::{Environment, lower, native_signature};
use crate::signatures::{Shape, Signatures};
use crate::{Error, Level, table};
use cranelift_codegen::ir::{AbiParam, types};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_module::{FuncId, Linkage, Module as _};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::Layout;

/// A program during its compilation.
pub(crate) struct Compiler<'m> {
    code: Code,
    environment: Environment<'m>,
    scratch: cranelift_codegen::Context,
    builder: FunctionBuilderContext,
    frame: u32,
}

impl<'m> Compiler<'m> {
    /// Declares a module's functions.
    pub(crate) fn new(module: &'m Module, layout: &'m Layout, level: Level) -> Result<Self, Error> {
        let mut code = Code::new(level)?;
        let jit = code.module();
        let shapes: Vec<Shape> = (0..module.functions.len() as u32).map(|function| Shape::of(module, function)).collect();
        let mut functions = Vec::with_capacity(shapes.len());
        for (function, shape) in module.functions.iter().zip(&shapes) {
            let id = match function.body {
                Some(_) => Some(jit.declare_anonymous_function(&native_signature(shape)?)?),
                None => None,
            };
            functions.push(id);
        }
        let mut remainder = jit.make_signature();
        remainder.params.extend([AbiParam::new(types::I64); 2]);
        remainder.returns.push(AbiParam::new(types::I64));
        let remainder = jit.declare_function(REMAINDER, Linkage::Import, &remainder)?;
        let table = jit.declare_anonymous_data(false, false)?;
        let scratch = jit.make_context();
        let environment = Environment { module, layout, functions, signatures: Signatures::of(&shapes), shapes, table, remainder };
        Ok(Self { code, environment, scratch, builder: FunctionBuilderContext::new(), frame: 0 })
    }

    /// Compiles every function that has a body, and the function table.
    pub(crate) fn functions(&mut self) -> Result<(), Error> {
        for function in 0..self.environment.functions.len() {
            if let Some(id) = self.environment.functions[function] {
                self.scratch.func.signature = native_signature(&self.environment.shapes[function])?;
                lower(&self.environment, self.code.module(), &mut self.scratch.func, &mut self.builder, function as u32)?;
                self.define(id)?;
            }
        }
        table::define(&self.environment, self.code.module())
    }

    /// Compiles the entry point of a function.
    pub(crate) fn entry(&mut self, function: u32) -> Result<FuncId, Error> {
        let jit = self.code.module();
        let signature = entry_signature(jit);
        let id = jit.declare_anonymous_function(&signature)?;
        self.scratch.func.signature = signature;
        entry::build(&self.environment, jit, &mut self.scratch.func, &mut self.builder, function)?;
        self.define(id)?;
        Ok(id)
    }

    /// Compiles the function in the scratch buffers.
    fn define(&mut self, id: FuncId) -> Result<(), Error> {
        let jit = self.code.module();
        jit.define_function(id, &mut self.scratch)?;
        let frame = self.scratch.compiled_code().and_then(|code| code.buffer.frame_layout());
        self.frame = self.frame.max(frame.map_or(0, |frame| frame.frame_to_fp_offset));
        self.code.module().clear_context(&mut self.scratch);
        Ok(())
    }

    /// Returns the finished code, and the size in bytes of the largest frame.
    pub(crate) fn finish(mut self) -> Result<(Code, u32), Error> {
        self.code.module().finalize_definitions()?;
        Ok((self.code, self.frame))
    }
}
