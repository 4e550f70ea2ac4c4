//! `cargo fuzz run pnacl_exec_command`; the registry says what it checks.
#![cfg_attr(all(fuzzing, feature = "libfuzzer"), no_main)]
irsmith_fuzz::libfuzzer_target!("pnacl_exec_command");
