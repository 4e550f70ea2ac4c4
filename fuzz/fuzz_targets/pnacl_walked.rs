//! `cargo fuzz run pnacl_walked`; the registry says what it checks.
#![cfg_attr(all(fuzzing, feature = "libfuzzer"), no_main)]
irsmith_fuzz::libfuzzer_target!("pnacl_walked");
