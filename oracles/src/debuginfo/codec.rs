//! The writers and readers of the format: of words, of modules and of assembly.

use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::{Error, Module, Stream, grammar};

use super::case::case_limits;
use super::difference::module_difference;
use crate::codec::Codec;
use crate::fixpoint::Canonical;
use crate::{Difference, Fault};

/// Typed modules as words.
#[derive(Debug)]
pub(super) struct Words;

impl Codec for Words {
    type Model = Module;
    type Written = Stream;

    fn write(&self, module: &Module) -> Result<Stream, Fault> {
        module.to_stream().map_err(|error| not_written(&error))
    }

    fn read(&self, stream: &Stream) -> Result<Module, Fault> {
        Ok(Module::from_stream(stream))
    }

    fn difference(&self, before: &Module, after: &Module) -> Option<Difference> {
        module_difference(before, after)
    }
}

impl Canonical for Words {
    fn change(&self, before: &Stream, after: &Stream) -> Option<Fault> {
        (before != after).then(|| Fault::of("words-changed", words("module", before, after)))
    }
}

/// Typed modules as bytes.
#[derive(Debug)]
pub(super) struct Modules;

impl Codec for Modules {
    type Model = Module;
    type Written = Vec<u8>;

    fn write(&self, module: &Module) -> Result<Vec<u8>, Fault> {
        module.write().map_err(|error| not_written(&error))
    }

    /// A written form that cannot be read counts as not written: findings have one signature for both.
    fn read(&self, bytes: &Vec<u8>) -> Result<Module, Fault> {
        Module::read(bytes, &case_limits()).map_err(|error| not_written(&error))
    }

    fn difference(&self, before: &Module, after: &Module) -> Option<Difference> {
        module_difference(before, after)
    }
}

/// Words as assembly.
#[derive(Debug)]
pub(super) struct Assembly;

impl Codec for Assembly {
    type Model = Stream;
    type Written = String;
    const CHANGED: &'static str = "words-changed";

    fn write(&self, stream: &Stream) -> Result<String, Fault> {
        Ok(disassemble(stream))
    }

    fn read(&self, text: &String) -> Result<Stream, Fault> {
        assemble(text).map_err(|error| Fault::new("not-assembled", "module", error.to_string()))
    }

    fn difference(&self, before: &Stream, after: &Stream) -> Option<Difference> {
        if before == after {
            return None;
        }
        let at = first_word(before, after);
        let opcode = before.instructions().take_while(|raw| raw.at <= at).last().and_then(|raw| grammar::row(raw.opcode));
        Some(words(opcode.map_or("header", |row| row.opname), before, after))
    }
}

/// Returns the first words that differ.
fn words(element: &str, before: &Stream, after: &Stream) -> Difference {
    let at = first_word(before, after);
    let (a, b) = (before.words().get(at), after.words().get(at));
    Difference::at(element, format_args!("word {at}"), format_args!("{a:x?}"), format_args!("{b:x?}"))
}

/// Returns the index of the first word that differs.
fn first_word(before: &Stream, after: &Stream) -> usize {
    before.words().iter().zip(after.words()).take_while(|(a, b)| a == b).count()
}

fn not_written(error: &Error) -> Fault {
    Fault::new("cannot-write", "module", error.to_string())
}
