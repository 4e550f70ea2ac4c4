//! Lowers modules to Machine IR.

use irsmith_oracles::pnacl::execution::{
    Plan,
    mir::{lower_program, supported},
};
use irsmith_pnacl::interpret::{Budget, Layout, Options, Program, Sizes};

use super::exec::valid_module;
use crate::{Error, formats::CaseFile, verbs::Lower};

/// Returns a module as Machine IR.
pub(super) fn lower(options: &Lower, file: &CaseFile) -> Result<String, Error> {
    let codegen = options.codegen()?;
    let module = valid_module(file)?;
    let unloadable = |cause: String| Error::Unloadable { path: file.path.clone(), cause };
    let sizes = Sizes { stack: options.stack, heap: options.heap };
    // The interpreter decides whether the module can be executed at all.
    let loading = Options { sizes, ..Options::default() };
    Program::new(&module, &loading).map_err(|error| unloadable(error.to_string()))?;
    supported(&module).map_err(|reason| unloadable(format!("{} is not lowered to Machine IR", reason.0)))?;
    let layout = Layout::of(&module, sizes, loading.memory).map_err(|error| unloadable(error.to_string()))?;
    let image = layout.image(&module);
    let budget = Budget { blocks: options.fuel, depth: options.depth };
    Ok(lower_program(&Plan { module: &module, layout, image, calls: Vec::new(), budget }, codegen))
}
