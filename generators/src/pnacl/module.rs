//! Generates a module from its first type to its last name.

use super::bodies::body;
use super::build::Build;
use super::declarations::{functions, some_types};
use super::initializers::globals;
use super::names::names;
use super::statements::prepare;
use irsmith_pnacl::Module;

/// Generates the parts in an order in which each can name the earlier ones: a module's parts name one another by number, so their order in
/// the file does not matter here.
pub(super) fn module(build: &mut Build<'_, '_>) -> Module {
    prepare(build);
    some_types(build);
    functions(build);
    globals(build);
    for place in 0..build.functions.defined().len() {
        let function = build.functions.defined()[place];
        body(build, function);
    }
    names(build);
    build.take()
}
