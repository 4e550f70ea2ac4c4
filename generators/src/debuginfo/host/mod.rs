//! The module that debug information describes: an OpenCL kernel or a compute shader.

mod annotations;
mod bodies;
mod compute;
mod constants;
mod control;
mod functions;
mod globals;
mod memory;
mod module;
mod types;
mod values;

pub(super) use annotations::Annotation;
pub(super) use compute::Compute;
pub(super) use constants::ConstantForm;
pub(super) use control::{Construct, Terminator};
pub(super) use functions::Function;
pub(super) use globals::GlobalForm;
pub(super) use memory::Memory;
pub(super) use module::{Capability, Version};
pub(super) use types::{Type, TypeForm, TypeIndex};
pub(super) use values::Values;

use constants::Constant;
use globals::Global;
use irsmith_debuginfo::Id;
use types::TypeRow;

/// The host module in the making.
#[derive(Debug, Default)]
pub(super) struct Host {
    pub(super) version: Version,
    /// Bits by the places of the table of capabilities.
    pub(super) capabilities: u32,
    pub(super) void: Id,
    pub(super) types: Vec<TypeRow>,
    /// Types of the members of structures and of the parameters of functions, in pieces.
    pub(super) members: Vec<TypeIndex>,
    pub(super) constants: Vec<Constant>,
    pub(super) globals: Vec<Global>,
    pub(super) functions: Vec<Function>,
    /// Where the entry point stands among the functions.
    pub(super) entry: usize,
    /// Whether functions call later ones, not earlier ones.
    pub(super) calls_later: bool,
    pub(super) values: Values,
    /// OpStrings that name files.
    pub(super) files: Vec<Id>,
    pub(super) extension: Id,
}

impl Host {
    pub(super) fn clear(&mut self) {
        let Self { types, members, constants, globals, functions, values, files, .. } = self;
        types.clear();
        members.clear();
        constants.clear();
        globals.clear();
        functions.clear();
        values.clear();
        files.clear();
        (self.capabilities, self.void, self.extension) = (0, Id(0), Id(0));
    }
}
