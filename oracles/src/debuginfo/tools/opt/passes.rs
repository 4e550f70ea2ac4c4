//! The passes of `spirv-opt`, one of which is drawn for each case.

use irsmith_debuginfo::{Instruction, Module};
use spirv::{Capability, Op};

/// Passes that must not make a module invalid. Not among them is what needs a descriptor or a structure to be named, what adds the checks of
/// a graphics API, and `--amd-ext-to-khr`, which changes the version.
pub(super) const PASSES: &[&str] = &[
    "-O",
    "-Os",
    "--canonicalize-ids",
    "--ccp",
    "--cfg-cleanup",
    "--combine-access-chains",
    "--compact-ids",
    "--convert-local-access-chains",
    "--convert-relaxed-to-half",
    "--copy-propagate-arrays",
    "--descriptor-scalar-replacement",
    "--eliminate-dead-branches",
    "--eliminate-dead-code-aggressive",
    "--eliminate-dead-const",
    "--eliminate-dead-functions",
    "--eliminate-dead-input-components",
    "--eliminate-dead-inserts",
    "--eliminate-dead-members",
    "--eliminate-dead-variables",
    "--eliminate-insert-extract",
    "--eliminate-local-multi-store",
    "--eliminate-local-single-block",
    "--eliminate-local-single-store",
    "--fix-func-call-param",
    "--flatten-decorations",
    "--fold-spec-const-op-composite",
    "--freeze-spec-const",
    "--if-conversion",
    "--inline-entry-points-exhaustive",
    "--inline-entry-points-opaque",
    "--interpolate-fixup",
    "--local-redundancy-elimination",
    "--loop-fission=1",
    "--loop-fusion=100",
    "--loop-invariant-code-motion",
    "--loop-peeling",
    "--loop-unroll",
    "--loop-unroll-partial=2",
    "--loop-unswitch",
    "--merge-blocks",
    "--merge-return",
    "--private-to-local",
    "--reduce-load-size",
    "--redundancy-elimination",
    "--relax-float-ops",
    "--remove-duplicates",
    "--remove-unused-interface-variables",
    "--replace-invalid-opcode",
    "--scalar-replacement=100",
    "--simplify-instructions",
    "--ssa-rewrite",
    "--strength-reduction",
    "--strip-debug",
    "--strip-nonsemantic",
    "--trim-capabilities",
    "--unify-const",
    "--upgrade-memory-model",
    "--vector-dce",
    "--workaround-1209",
    "--wrap-opkill",
];

/// What a pass is made for, besides all modules.
enum Needs {
    /// It adds what belongs to the capability Shader.
    Shader,
    /// It adds what this version of SPIR-V has.
    ShaderSince(u32),
}

const NEEDS: &[(&str, Needs)] = &[
    ("--convert-relaxed-to-half", Needs::Shader),
    ("--relax-float-ops", Needs::Shader),
    ("--upgrade-memory-model", Needs::ShaderSince(0x1_0300)),
];

/// Returns whether a pass is made for modules such as this one.
pub(super) fn suits(pass: &str, module: &Module) -> bool {
    let mut cores = module.instructions.iter().filter_map(Instruction::core);
    let mut is_shader = || cores.any(|core| core.is(Op::Capability) && core.words.first() == Some(&(Capability::Shader as u32)));
    match NEEDS.iter().find(|row| row.0 == pass) {
        Some((_, Needs::Shader)) => is_shader(),
        Some((_, Needs::ShaderSince(version))) => module.header.version >= *version && is_shader(),
        None => true,
    }
}

/// Returns whether a pass only changes the numbers of ids.
pub(super) fn renumbers(pass: &str) -> bool {
    matches!(pass, "--canonicalize-ids" | "--compact-ids")
}

/// Returns whether a pass is made to break this property, since it removes debug information.
pub(super) fn may_break(pass: &str, property: &str) -> bool {
    matches!(pass, "--strip-debug" | "--strip-nonsemantic") && property == "scope-lost"
}

#[cfg(test)]
mod tests {
    use super::{PASSES, may_break};

    #[test]
    fn only_what_strips_may_lose_scopes() {
        let stripping: Vec<&str> = PASSES.iter().copied().filter(|pass| may_break(pass, "scope-lost")).collect();
        assert_eq!(stripping, ["--strip-debug", "--strip-nonsemantic"]);
        assert!(!may_break("--strip-debug", "scope-changed"));
    }
}
