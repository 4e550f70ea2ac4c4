//! Lowers modules to Machine IR.

use irsmith_oracles::pnacl::execution::{
    Plan,
    mir::{lower_executable, lower_program, supported},
};
use irsmith_pnacl::interpret::{Budget, Layout, Options, Program, Sizes};
use irsmith_pnacl::runtime::{HEAP, LinkedProgram};

use super::exec::valid_module;
use crate::{Error, formats::CaseFile, verbs::Lower};

/// Returns a module as Machine IR.
pub(super) fn lower(options: &Lower, file: &CaseFile) -> Result<String, Error> {
    let codegen = options.codegen()?;
    let mut module = valid_module(file)?;
    let unloadable = |cause: String| Error::Unloadable { path: file.path.clone(), cause };
    let mut sizes = Sizes { stack: options.stack, heap: options.heap.unwrap_or(0) };
    let mut program = None;
    if options.executable {
        let name = file.path.to_string_lossy();
        let arguments: Vec<&[u8]> =
            std::iter::once(&*name).chain(options.arguments.iter().map(String::as_str)).map(str::as_bytes).collect();
        let built =
            LinkedProgram::new(&module, &arguments, &[], options.heap.unwrap_or(HEAP)).map_err(|error| unloadable(error.to_string()))?;
        module.clone_from(&built.module);
        sizes.heap = 0;
        program = Some(built);
    }
    // The interpreter decides whether the module can be executed at all.
    let loading = Options { sizes, ..Options::default() };
    Program::new(&module, &loading).map_err(|error| unloadable(error.to_string()))?;
    supported(&module).map_err(|reason| unloadable(format!("{} is not lowered to Machine IR", reason.0)))?;
    let layout = Layout::of(&module, sizes, loading.memory).map_err(|error| unloadable(error.to_string()))?;
    let image = layout.image(&module);
    let budget = Budget { blocks: options.fuel, depth: options.depth };
    let plan = Plan { module: &module, layout, image, calls: Vec::new(), budget };
    Ok(match &program {
        Some(program) => lower_executable(&plan, program, codegen),
        None => lower_program(&plan, codegen),
    })
}
