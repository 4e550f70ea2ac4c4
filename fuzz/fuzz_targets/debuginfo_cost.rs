//! `cargo fuzz run debuginfo_cost`; the registry says what it checks.
#![cfg_attr(all(fuzzing, feature = "libfuzzer"), no_main)]
irsmith_fuzz::libfuzzer_target!("debuginfo_cost");
