//! The entry points of the generator.

use super::abbreviations::rewrite_abbreviations_of;
use super::build::{Build, Scratch};
use super::config::Config;
use super::module::module;
use super::program::program;
use super::rows::table;
use crate::{Choices, bytes_of_seed};
use arbitrary::Unstructured;
use irsmith_pnacl::{Module, Stream};

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

    /// Generates the file of a module, as [`Generator::generate`]. Half of the files have other abbreviations than those of the canonical
    /// writer, of forms whose rows are enabled.
    pub fn generate_stream(&mut self, bytes: &mut Unstructured<'_>, config: &Config) -> Stream {
        let stream = self.generate(bytes, config).to_stream();
        let mut choices = Choices::new(bytes);
        if !choices.chance(OTHERS) {
            return stream;
        }
        // Draws of its own: a large module leaves few.
        let draws = bytes_of_seed(choices.wide());
        rewrite_abbreviations_of(&stream, &mut Unstructured::new(&draws), &config.rows)
    }
}

/// Share of the files that have other abbreviations than the standard ones, of 256.
const OTHERS: u16 = 128;

/// Generates one module, as [`Generator::generate`].
pub fn generate(bytes: &mut Unstructured<'_>, config: &Config) -> Module {
    Generator::default().generate(bytes, config)
}

/// Generates one file, as [`Generator::generate_stream`].
pub fn generate_stream(bytes: &mut Unstructured<'_>, config: &Config) -> Stream {
    Generator::default().generate_stream(bytes, config)
}
