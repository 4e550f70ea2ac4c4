//! The targets as bolero tests: `cargo test` runs random cases for a moment, `cargo bolero test --package irsmith-bolero TARGET` runs an
//! engine on them.
//!
//! bolero makes the input; half of the time it is a seed for the generator, and half of the time the file itself. Every run of the tests
//! makes the same cases: bolero seeds all its random cases but the first from the system, so tests give it the random bytes.

use bolero::{
    TypeGenerator,
    generator::bolero_generator::driver::{ByteSliceDriver, Options},
};
use irsmith_fuzz::{TARGETS, Target, expect_pass, replay, target};
use irsmith_generators::bytes_of_seed;

/// A seed for the generator, or else a file.
type Input = (Option<u64>, Vec<u8>);

/// Makes the input `number` of a test.
fn input(number: u64) -> Input {
    let bytes = bytes_of_seed(number);
    Input::generate(&mut ByteSliceDriver::new(&bytes, &Options::default())).expect("a driver of bytes fills up with zeros")
}

/// Under an engine every failure counts. As a test, only failures of our own code count: another version of an external program may have
/// bugs that no table lists.
fn check(target: &'static Target, input: &Input) {
    let generated = input.0.map(|seed| target.generate(seed));
    let case = generated.as_deref().unwrap_or(&input.1);
    if cfg!(fuzzing) || !target.judges_others() {
        expect_pass(target, case);
    } else {
        replay(target, "random case", case);
    }
}

#[test]
fn inputs_are_seeds_and_files_and_the_same_in_every_run() {
    let inputs: Vec<Input> = (0..100).map(input).collect();
    let (seeds, files): (Vec<&Input>, Vec<&Input>) = inputs.iter().partition(|(seed, _)| seed.is_some());
    assert!(seeds.len() > 30 && files.len() > 30, "{} and {}", seeds.len(), files.len());
    assert!(files.iter().filter(|(_, file)| file.len() > 8).count() > 20);
    assert_eq!((inputs[0].0, inputs[1].0), (Some(17_645_702_196_881_989_069), Some(7_462_757_249_887_830_620)));
}

/// Defines a test for each target. bolero identifies a test by the function that contains `check!`.
macro_rules! tests {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                let target = target(stringify!($name)).expect("in the registry");
                if cfg!(fuzzing) {
                    // A test may report what it could not test; an engine would fuzz in vain for hours.
                    irsmith_fuzz::require_checkable(target, []);
                }
                bolero::check!().with_type::<Input>().with_iterations(0).for_each(|input| check(target, input));
                if !cfg!(fuzzing) {
                    (0..target.smoke_cases as u64).for_each(|number| check(target, &input(number)));
                }
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
    pnacl_broken
    pnacl_broken_text
    pnacl_walked
    pnacl_cost
    pnacl_runtime
    pnacl_exec
    pnacl_exec_native
    pnacl_exec_changed
    pnacl_mir_interpreted
    pnacl_bcanalyzer
    pnacl_exec_llvm
    pnacl_exec_llc
    pnacl_exec_mir
    pnacl_exec_command
    pnacl_command
    debuginfo_read
    debuginfo_text
    debuginfo_validate
    debuginfo_edges
    debuginfo_dialects
    debuginfo_expressions
    debuginfo_state
    debuginfo_rspirv
    debuginfo_cost
    debuginfo_spirv_text
    debuginfo_spirv_val
    debuginfo_spirv_opt
    debuginfo_llvm_spirv
    debuginfo_dwarfdump
    debuginfo_command
    mir_read
    mir_roundtrip
    mir_validate
    mir_changed
    mir_spelling
    mir_cost
    mir_exec
    mir_exec_llc
    mir_llc
    mir_llc_text
    mir_llc_versions
    mir_llc_passes
    mir_exec_command
    mir_command
}
