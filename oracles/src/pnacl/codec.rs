//! The writers and readers of the format: of records, of modules and of assembly.

use irsmith_pnacl::text::{assemble_stream, stream_assembly};
use irsmith_pnacl::{Error, Limits, Module, Stream};

use super::difference::{element_at, first_change, module_difference, stream_difference};
use crate::codec::Codec;
use crate::fixpoint::Canonical;
use crate::{Difference, Fault};

/// Records as bits: codes, operands and blocks are equal after the round trip, whatever the abbreviations.
#[derive(Debug)]
pub(super) struct Records {
    /// The limits of the reader.
    pub(super) limits: Limits,
}

impl Codec for Records {
    type Model = Stream;
    type Written = Vec<u8>;
    const CHANGED: &'static str = "records-changed";

    fn write(&self, stream: &Stream) -> Result<Vec<u8>, Fault> {
        stream.write().map_err(|error| not_written("stream", &error))
    }

    fn read(&self, bytes: &Vec<u8>) -> Result<Stream, Fault> {
        Stream::read(bytes, &self.limits).map_err(|error| not_read_back("stream", &error))
    }

    fn difference(&self, before: &Stream, after: &Stream) -> Option<Difference> {
        stream_difference(before, after)
    }
}

impl Canonical for Records {
    fn change(&self, before: &Vec<u8>, after: &Vec<u8>) -> Option<Fault> {
        (before != after).then(|| Fault::new("no-fixpoint", "stream", "a second trip gives other bytes"))
    }
}

/// Typed modules as bytes.
#[derive(Debug)]
pub(super) struct Modules {
    /// The limits of the reader.
    pub(super) limits: Limits,
}

impl Codec for Modules {
    type Model = Module;
    type Written = Vec<u8>;

    fn write(&self, module: &Module) -> Result<Vec<u8>, Fault> {
        module.write().map_err(|error| not_written("module", &error))
    }

    fn read(&self, bytes: &Vec<u8>) -> Result<Module, Fault> {
        Module::read(bytes, &self.limits).map_err(|error| not_read_back("module", &error))
    }

    fn difference(&self, before: &Module, after: &Module) -> Option<Difference> {
        module_difference(before, after)
    }
}

impl Canonical for Modules {
    fn change(&self, before: &Vec<u8>, after: &Vec<u8>) -> Option<Fault> {
        let at = match before.iter().zip(after).position(|(a, b)| a != b) {
            None if before.len() == after.len() => return None,
            at => at.unwrap_or(before.len().min(after.len())),
        };
        Some(Fault::new("bytes-changed", "module", format!("the bytes differ at {at}")))
    }
}

/// Records as assembly, which keeps their abbreviations and widths.
#[derive(Debug)]
pub(super) struct Assembly;

impl Codec for Assembly {
    type Model = Stream;
    type Written = String;
    const CHANGED: &'static str = "stream-changed";

    fn write(&self, stream: &Stream) -> Result<String, Fault> {
        Ok(stream_assembly(stream))
    }

    fn read(&self, text: &String) -> Result<Stream, Fault> {
        assemble_stream(text).map_err(|error| {
            let line = text.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
            Fault::new("cannot-assemble", statement(line), format!("{error}\n{line}"))
        })
    }

    fn difference(&self, before: &Stream, after: &Stream) -> Option<Difference> {
        first_change(before, after).map(|(index, evidence)| Difference { element: element_at(before, index), evidence })
    }
}

/// Returns the words of a statement that identify its kind: no names of values, no numbers.
pub(super) fn statement(line: &str) -> String {
    let words = line.split(|c: char| !c.is_ascii_alphanumeric() && !"@%_".contains(c));
    let kind = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
    words.filter(kind).take(2).collect::<Vec<_>>().join(" ")
}

fn not_written(what: &str, error: &Error) -> Fault {
    Fault::new("cannot-write", what, error.to_string())
}

fn not_read_back(what: &str, error: &Error) -> Fault {
    Fault::new("cannot-read-back", what, error.to_string())
}
