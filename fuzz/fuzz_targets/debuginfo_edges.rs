//! `cargo fuzz run debuginfo_edges`; the registry says what it checks.
#![cfg_attr(all(fuzzing, feature = "libfuzzer"), no_main)]
irsmith_fuzz::libfuzzer_target!("debuginfo_edges");
