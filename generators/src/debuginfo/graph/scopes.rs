//! Draws of scopes from those that were generated.

use super::super::build::Build;
use super::pools::Scope;
use super::state::DebugFunction;
use irsmith_debuginfo::tables::DebugOp;

/// Returns an accepted scope: the first from a drawn one on.
pub(super) fn scope(build: &mut Build<'_, '_>, accept: impl Fn(&Scope) -> bool) -> Option<Scope> {
    scope_of(build, |_, scope| accept(scope))
}

/// As [`scope`], with access to the debug functions.
pub(super) fn scope_of(build: &mut Build<'_, '_>, accept: impl Fn(&[DebugFunction], &Scope) -> bool) -> Option<Scope> {
    let (scopes, functions) = (&build.scratch.graph.pools.scopes, &build.scratch.graph.functions);
    let start = build.choices.below(scopes.len());
    scopes[start..].iter().chain(&scopes[..start]).find(|scope| accept(functions, scope)).copied()
}

/// Returns whether a scope may contain instructions and local variables. SPIRV-Tools do not support a discriminator as a scope in
/// `OpenCL.DebugInfo.100`.
pub(super) fn local_scopes(build: &Build<'_, '_>) -> impl Fn(&Scope) -> bool + use<> {
    let opencl = build.layout.is_opencl();
    move |scope| scope.owner.is_some() && scope.op != DebugOp::TypeComposite && !(opencl && scope.op == DebugOp::LexicalBlockDiscriminator)
}

/// Returns a scope that may contain instructions.
pub(super) fn local_scope(build: &mut Build<'_, '_>) -> Option<Scope> {
    let local = local_scopes(build);
    scope(build, local)
}
