//! The targets as bolero tests: `cargo test` runs random cases for a moment,
//! `cargo bolero test bolero_TARGET` hands them to an engine.
//!
//! bolero makes the input; half of the time it is a seed for the generator, half of the time it is
//! the file itself.

use irsmith_fuzz::{TARGETS, Target, expect_pass, target};

fn check(target: &'static Target) {
    bolero::check!().with_type::<(Option<u64>, Vec<u8>)>().with_iterations(target.smoke_cases).for_each(|(seed, bytes)| match seed {
        Some(seed) => expect_pass(target, &target.format.generate(*seed)),
        None => expect_pass(target, bytes),
    });
}

/// A test a target: bolero's engines pick a test by its name.
macro_rules! tests {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(target(stringify!($name)).expect("in the registry"));
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
    pnacl_records
    pnacl_text
    pnacl_validate
    pnacl_rewrite
    pnacl_bcanalyzer
}
