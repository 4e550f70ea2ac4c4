//! `cargo fuzz run pnacl_mir_interpreted`; the registry says what it checks.
#![cfg_attr(all(fuzzing, feature = "libfuzzer"), no_main)]
irsmith_fuzz::libfuzzer_target!("pnacl_mir_interpreted");
