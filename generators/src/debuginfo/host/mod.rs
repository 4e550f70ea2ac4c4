//! The module that debug information describes: an OpenCL kernel or a compute shader.

pub(super) mod annotations;
pub(super) mod bodies;
pub(super) mod capabilities;
pub(super) mod compute;
pub(super) mod constants;
pub(super) mod control;
pub(super) mod defined;
pub(super) mod functions;
pub(super) mod globals;
pub(super) mod memory;
pub(super) mod module;
pub(super) mod types;
pub(super) mod values;

pub(super) use annotations::Annotation;
pub(super) use capabilities::Capability;
pub(super) use compute::Compute;
pub(super) use constants::ConstantForm;
pub(super) use control::{Construct, Terminator};
pub(super) use defined::Type;
pub(super) use functions::Function;
pub(super) use globals::GlobalForm;
pub(super) use memory::Memory;
pub(super) use module::Version;
pub(super) use types::TypeForm;
pub(super) use values::Values;

use defined::Defined;
use globals::Global;
use irsmith_debuginfo::Id;

/// The host module that is being generated.
#[derive(Debug, Default)]
pub(super) struct Host {
    pub(super) version: Version,
    /// The required capabilities, as bits by their places in the table.
    pub(super) capabilities: u32,
    pub(super) void: Id,
    pub(super) defined: Defined,
    pub(super) globals: Vec<Global>,
    pub(super) functions: Vec<Function>,
    /// The index of the entry point among the functions.
    pub(super) entry: usize,
    /// Whether functions call later functions rather than earlier ones.
    pub(super) calls_later: bool,
    pub(super) values: Values,
    /// OpStrings that name files.
    pub(super) files: Vec<Id>,
    pub(super) extension: Id,
}

impl Host {
    pub(super) fn clear(&mut self) {
        let Self { defined, globals, functions, values, files, .. } = self;
        defined.clear();
        globals.clear();
        functions.clear();
        values.clear();
        files.clear();
        (self.capabilities, self.void, self.extension) = (0, Id(0), Id(0));
    }
}
