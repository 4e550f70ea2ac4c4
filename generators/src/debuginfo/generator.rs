//! The entry points of the generator.

use super::Config;
use super::build::{Build, Scratch};
use super::graph::graph;
use super::host::bodies::bodies;
use super::host::module::{end_host, start_host};
use super::shader::shader;
use super::shapes::Shape;
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_debuginfo::Module;

/// Generates modules one after another, and reuses its buffers.
///
/// ```
/// use arbitrary::Unstructured;
/// use irsmith_generators::{bytes_of_seed, debuginfo};
///
/// let mut generator = debuginfo::Generator::default();
/// for seed in 0..10 {
///     let bytes = bytes_of_seed(seed);
///     let module = generator.generate(&mut Unstructured::new(&bytes), &debuginfo::Config::default());
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
        let seed = config.shader.then(|| bytes.arbitrary().unwrap_or(0));
        let build = &mut Build::new(Choices::new(bytes), config, &mut self.scratch);
        // The parts are generated in an order in which each can name what it needs.
        start_host(build);
        build.interleaved = config.interleaved && build.wants(Shape::Interleaved, 64);
        graph(build);
        bodies(build);
        end_host(build);
        let module = build.end();
        match seed {
            Some(seed) => shader(&module, |form| build.is_on(form), seed),
            None => module,
        }
    }
}

/// Generates one module, as [`Generator::generate`].
pub fn generate(bytes: &mut Unstructured<'_>, config: &Config) -> Module {
    Generator::default().generate(bytes, config)
}
