//! The targets as bolero tests: `cargo test` runs random cases for a moment,
//! `cargo bolero test --package irsmith-bolero TARGET` hands them to an engine.
//!
//! bolero makes the input; half of the time it is a seed for the generator, half of the time it is
//! the file itself. `.cargo/config.toml` names the seed of its random cases, so that every run of
//! the tests makes the same.

use irsmith_fuzz::{TARGETS, Target, expect_pass, replay, target};

/// An engine is there to find faults; a test fails by ours alone, for another version of the judged
/// program may have faults that no table knows.
fn check(target: &'static Target, input: &(Option<u64>, Vec<u8>)) {
    let generated = input.0.map(|seed| target.generate(seed));
    let case = generated.as_deref().unwrap_or(&input.1);
    if cfg!(fuzzing) || !target.judges_others() {
        expect_pass(target, case);
    } else {
        replay(target, "random case", case);
    }
}

/// A test a target. bolero knows a test by the function that `check!` stands in.
macro_rules! tests {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                let target = target(stringify!($name)).expect("in the registry");
                if cfg!(fuzzing) {
                    // A test may name what it could not test; an engine would fuzz nothing for hours.
                    irsmith_fuzz::require_checkable(target, []);
                }
                let iterations = target.smoke_cases;
                bolero::check!().with_type::<(Option<u64>, Vec<u8>)>().with_iterations(iterations).for_each(|input| check(target, input));
            }
        )*

        #[test]
        fn every_target_has_a_test() {
            let tests = [$(stringify!($name)),*];
            assert_eq!(TARGETS.iter().map(|target| target.name).collect::<Vec<_>>(), tests);
        }
    };
}

tests! {
    pnacl_read
    pnacl_roundtrip
    pnacl_generated
    pnacl_records
    pnacl_text
    pnacl_validate
    pnacl_rewrite
    pnacl_exec
    pnacl_exec_native
    pnacl_exec_changed
    pnacl_bcanalyzer
    pnacl_exec_llvm
    debuginfo_read
    debuginfo_text
    debuginfo_validate
    debuginfo_dialects
    debuginfo_expressions
    debuginfo_state
    debuginfo_rspirv
    debuginfo_spirv_text
    debuginfo_spirv_val
    debuginfo_spirv_opt
    debuginfo_llvm_spirv
    debuginfo_dwarfdump
    mir_read
    mir_roundtrip
    mir_validate
    mir_changed
    mir_llc
    mir_llc_text
    mir_llc_versions
    mir_llc_passes
}
