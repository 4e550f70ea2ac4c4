//! A case as oracles see it.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_generators::{Choices, SplitMix64};
use irsmith_pnacl::{Error, Limits, Module, Stream};
use std::cell::OnceCell;

/// The bytes of a case, read at most once at each layer, when the first oracle asks.
#[derive(Debug)]
pub struct Case {
    bytes: Vec<u8>,
    limits: Limits,
    stream: OnceCell<Result<Stream, Error>>,
    module: OnceCell<Option<Result<Module, Error>>>,
    rewritten: OnceCell<Option<Result<Vec<u8>, Error>>>,
    reread: OnceCell<Option<Result<Module, Error>>>,
}

/// Bounds on a case: smaller than the defaults of the format, for a campaign reads millions.
pub(super) const CASE_LIMITS: Limits =
    Limits { bytes: 16 << 20, records: 1 << 20, operands: 4 << 20, implicit_operands: 1 << 16, nesting: 16 };

impl Case {
    /// The case in a file of these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.to_vec(),
            limits: CASE_LIMITS,
            stream: OnceCell::new(),
            module: OnceCell::new(),
            rewritten: OnceCell::new(),
            reread: OnceCell::new(),
        }
    }

    /// The file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bounds for reading it.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Its records.
    pub fn stream(&self) -> Result<&Stream, &Error> {
        self.stream.get_or_init(|| Stream::read(&self.bytes, &self.limits)).as_ref()
    }

    /// Its model; `None` when not even its records can be read.
    pub fn module(&self) -> Option<Result<&Module, &Error>> {
        self.module.get_or_init(|| self.stream().ok().map(Module::from_stream)).as_ref().map(Result::as_ref)
    }

    /// Its model, or why an oracle that needs one must skip.
    pub fn module_or_skip(&self) -> Result<&Module, &'static str> {
        match self.module() {
            None => Err(super::UNREADABLE),
            Some(Err(_)) => Err(super::NO_MODULE),
            Some(Ok(module)) => Ok(module),
        }
    }

    /// The file that its model is written to; `None` without a model.
    pub fn rewritten(&self) -> Option<Result<&[u8], &Error>> {
        let written = self.rewritten.get_or_init(|| self.module().and_then(Result::ok).map(Module::write));
        written.as_ref().map(|written| written.as_deref())
    }

    /// The model that the rewritten file reads back to; `None` without one.
    pub fn reread(&self) -> Option<Result<&Module, &Error>> {
        let read = || self.rewritten().and_then(Result::ok).map(|bytes| Module::read(bytes, &self.limits));
        self.reread.get_or_init(read).as_ref().map(Result::as_ref)
    }

    /// Bytes to choose with, a function of the file alone and of `salt`: enough for a draw at every record, which the file's own bytes
    /// would not be.
    pub fn choices(&self, salt: u64) -> Vec<u8> {
        let hash = self.bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let mut choices = Vec::new();
        SplitMix64::new(hash ^ salt).extend(&mut choices, 4096 + 8 * self.bytes.len());
        choices
    }

    /// A module generated with the file's bytes as choices, configuration and all. Any bytes make one.
    pub fn generated(&self) -> Module {
        let mut choices = Unstructured::new(&self.bytes);
        let config = Config::swarm(&mut Choices::new(&mut choices));
        generate(&mut choices, &config)
    }
}
