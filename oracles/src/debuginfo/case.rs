//! The view of a case that oracles use.

use crate::LimitSettings;
use crate::choices::{to_draw, to_generate};
use arbitrary::Unstructured;
use irsmith_debuginfo::convert::convert;
use irsmith_debuginfo::{Dialect, Error, Instruction, Limits, Module, Stream};
use irsmith_generators::Choices;
use irsmith_generators::debuginfo::{Config, generate};
use std::borrow::Cow;
use std::cell::OnceCell;

/// The bytes of a case, read at most once at each layer, on first use.
#[derive(Debug)]
pub struct Case {
    bytes: Vec<u8>,
    stream: OnceCell<Result<Stream, Error>>,
    module: OnceCell<Option<Module>>,
}

/// Limits for cases: smaller than the defaults of the format, because a campaign reads millions.
const CASE_LIMITS: Limits = Limits { bytes: 16 << 20 };

/// Returns these limits, or those that the user has set.
pub(super) fn case_limits() -> Limits {
    LimitSettings::of_cases().debuginfo(CASE_LIMITS)
}

/// Bytes of choices for a generated module, per byte of the file.
const CHOICES_OF_BYTE: usize = 4;

impl Case {
    /// Makes the case of a file with these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), stream: OnceCell::new(), module: OnceCell::new() }
    }

    /// Returns the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns its instructions as words.
    pub fn stream(&self) -> Result<&Stream, &Error> {
        self.stream.get_or_init(|| Stream::read(&self.bytes, &case_limits())).as_ref()
    }

    /// Returns its instructions as words, or the skip reason of an oracle that needs them.
    pub fn stream_or_skip(&self) -> Result<&Stream, &'static str> {
        self.stream().map_err(|_| super::UNREADABLE)
    }

    /// Returns its model; `None` if it cannot be read.
    pub fn module(&self) -> Option<&Module> {
        self.module.get_or_init(|| self.stream().ok().map(Module::from_stream)).as_ref()
    }

    /// Returns its model, or the skip reason of an oracle that needs a model with debug instructions.
    pub fn debug_module_or_skip(&self) -> Result<&Module, &'static str> {
        let module = self.module().ok_or(super::UNREADABLE)?;
        let has_debug = module.instructions.iter().any(|instruction| matches!(instruction, Instruction::Debug(_)));
        if has_debug { Ok(module) } else { Err(super::NO_DEBUG_INSTRUCTION) }
    }

    /// Returns its model with those debug instructions that are words converted to `OpenCL.DebugInfo.100`, or the skip reason of an oracle
    /// that needs debug instructions.
    pub fn typed_module_or_skip(&self) -> Result<Cow<'_, Module>, &'static str> {
        let module = self.described_module_or_skip()?;
        let is_typed = module.shader_instructions().next().is_none();
        Ok(if is_typed { Cow::Borrowed(module) } else { Cow::Owned(convert(module, Dialect::OpenCl).module) })
    }

    /// Returns its model, or the skip reason of an oracle that needs debug instructions of any set, also of those that stay words.
    pub fn described_module_or_skip(&self) -> Result<&Module, &'static str> {
        match self.module().filter(|module| module.shader_instructions().next().is_some()) {
            Some(module) => Ok(module),
            None => self.debug_module_or_skip(),
        }
    }

    /// Returns a module generated with the file as seed, including its configuration and dialect. Any bytes give one.
    pub fn generated(&self) -> Module {
        let bytes = to_generate(&self.bytes, CHOICES_OF_BYTE);
        generated(&mut Unstructured::new(&bytes), Config::default(), true)
    }

    /// Returns this many modules, generated one after another with the file as seed, each with a configuration drawn from `config`.
    pub(super) fn generated_as(&self, config: &Config, count: usize) -> Vec<Module> {
        let bytes = to_generate(&self.bytes, CHOICES_OF_BYTE * count);
        let mut bytes = Unstructured::new(&bytes);
        (0..count).map(|_| generated(&mut bytes, config.clone(), false)).collect()
    }

    /// Returns bytes for draws, a function of the file and of `salt` alone: enough for a draw at every instruction.
    pub fn choices(&self, salt: u64) -> Vec<u8> {
        to_draw(&self.bytes, salt)
    }
}

/// Generates a module of a drawn dialect; half of those of `OpenCL.DebugInfo.100` are converted if `with_shader`.
fn generated(bytes: &mut Unstructured<'_>, config: Config, with_shader: bool) -> Module {
    let mut choices = Choices::new(bytes);
    let dialect = *choices.pick(&Dialect::ALL).unwrap_or(&Dialect::DebugInfo);
    let config = Config { dialect, ..config.swarmed(&mut choices) };
    let shader = with_shader && dialect == Dialect::OpenCl && choices.chance(128);
    let config = Config { shader, ..config };
    generate(bytes, &config)
}

impl From<&[u8]> for Case {
    fn from(bytes: &[u8]) -> Self {
        Self::new(bytes)
    }
}
