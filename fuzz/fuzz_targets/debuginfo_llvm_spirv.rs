//! `cargo fuzz run debuginfo_llvm_spirv`; the registry says what it checks.
#![cfg_attr(all(fuzzing, feature = "libfuzzer"), no_main)]
irsmith_fuzz::libfuzzer_target!("debuginfo_llvm_spirv");
