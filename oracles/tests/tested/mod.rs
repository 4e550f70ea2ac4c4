//! The releases of other people's programs with which the generated cases were tried.

use irsmith_oracles::Failure;
use irsmith_oracles::external::implementation;

/// Parts of what the programs say of their version.
const TESTED: [&str; 5] = ["14.0.6", "16.0.6", "19.1.7", "SPIRV-Tools v2023.1", "15.0.0"];

/// Panics if a failure is that of tested releases. Another release may have a fault of its own, which is not irsmith's, and is only printed.
pub(crate) fn tell(failure: &Failure, seed: u64) {
    let is_tested = |name: &String| {
        let version = implementation(name).and_then(|program| program.version());
        version.is_none_or(|version| TESTED.iter().any(|tested| version.contains(tested)))
    };
    let programs = &failure.signature.implementations;
    assert!(!programs.iter().all(is_tested), "seed {seed}: {}\n{}", failure.signature, failure.evidence);
    irsmith_testdata::not_tested(format_args!("{} with seed {seed}: another release fails: {}", programs.join(", "), failure.signature));
}
