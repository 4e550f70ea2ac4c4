//! The entry points of the generator.

use super::build::{Build, Scratch};
use super::config::Config;
use super::module::module;
use super::program::program;
use super::rows::table;
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_pnacl::Module;

/// Generates modules one after another, and reuses its buffers.
///
/// ```
/// use arbitrary::Unstructured;
/// use irsmith_generators::{bytes_of_seed, pnacl};
///
/// let mut generator = pnacl::Generator::default();
/// for seed in 0..10 {
///     let bytes = bytes_of_seed(seed);
///     let module = generator.generate(&mut Unstructured::new(&bytes), &pnacl::Config::default());
///     assert!(module.write().is_ok());
/// }
/// ```
#[derive(Debug, Default)]
pub struct Generator {
    scratch: Scratch,
}

impl Generator {
    /// Generates a module from the bytes.
    ///
    /// The module is valid, whatever the bytes are; the same bytes and configuration give the same module, whatever the generator made
    /// before. When the bytes run out, the module is completed in the shortest way.
    pub fn generate(&mut self, bytes: &mut Unstructured<'_>, config: &Config) -> Module {
        let mut build = Build::new(Choices::new(bytes), config, &mut self.scratch, table(), Module::default());
        match config.execution {
            Some(execution) => program(build, execution),
            None => module(&mut build),
        }
    }
}

/// Generates one module, as [`Generator::generate`].
pub fn generate(bytes: &mut Unstructured<'_>, config: &Config) -> Module {
    Generator::default().generate(bytes, config)
}
