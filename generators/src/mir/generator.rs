//! The entry points of the generator.

use super::Config;
use super::build::Build;
use super::container::function;
use super::ir::Module;
use super::registers::Registers;
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_mir::File;

/// Generates files one after another, and reuses its buffers.
///
/// ```
/// use arbitrary::Unstructured;
/// use irsmith_generators::{bytes_of_seed, mir};
///
/// let mut generator = mir::Generator::default();
/// for seed in 0..10 {
///     let bytes = bytes_of_seed(seed);
///     let file = generator.generate(&mut Unstructured::new(&bytes), &mir::Config::default());
///     assert!(!file.functions.is_empty());
/// }
/// ```
#[derive(Debug, Default)]
pub struct Generator {
    registers: Registers,
}

impl Generator {
    /// Generates a file from the bytes.
    ///
    /// The file is valid, whatever the bytes are; the same bytes and configuration give the same file, whatever the generator made before.
    /// When the bytes run out, the file is completed in the shortest way.
    pub fn generate(&mut self, bytes: &mut Unstructured<'_>, config: &Config) -> File {
        let build = &mut Build::new(Choices::new(bytes), config, &mut self.registers);
        // The embedded module comes first, so that bodies can name its items; its metadata comes last.
        let count = 1 + build.draw.below(config.functions.max(1) as usize);
        build.module = Module::new(&mut build.draw, &mut build.names, build.target.machine.target(), count);
        let functions = (0..count).map(|number| function(build, number)).collect();
        let ir = build.module.end(&mut build.draw, &mut build.names);
        File { ir, functions }
    }
}

/// Generates one file, as [`Generator::generate`].
pub fn generate(bytes: &mut Unstructured<'_>, config: &Config) -> File {
    Generator::default().generate(bytes, config)
}
