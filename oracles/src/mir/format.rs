//! The format, for the oracles that every format has.

use std::convert::Infallible;

use arbitrary::Unstructured;
use irsmith_generators::mir::Reductions;
use irsmith_generators::mir::breakers::{Breaker, breakers};
use irsmith_mir::File;
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::validate::{Options, Part, Violation, is_valid, validate};

use super::codec::Text;
use super::{Case, INVALID, NO_TABLES, UNREADABLE};
use crate::codec::Codec;
use crate::foreign::Foreign;
use crate::format::{Breaks, Format};
use crate::roundtrip::survives;
use crate::{Difference, Fault};

/// Skip reason: the `RUN` line names a different architecture than the file itself.
const OTHER_ARCHITECTURE: &str = "other-architecture";

/// Machine IR.
#[derive(Debug)]
pub(super) struct Mir;

impl Format for Mir {
    type Case = Case;
    type Model = File;
    type At = Infallible;
    type Part = Part;
    type Reductions = Reductions;
    type Breaker = Breaker;

    fn bytes(case: &Case) -> &[u8] {
        case.bytes()
    }

    fn write(file: &File) -> Result<Vec<u8>, Fault> {
        Text.write(file).map(String::into_bytes)
    }

    fn generated(case: &Case) -> Result<File, &'static str> {
        if case.file().is_ok() { Ok(case.generated()) } else { Err(UNREADABLE) }
    }

    fn survives(file: &File) -> Result<(), Fault> {
        survives(&Text, file).map(drop)
    }

    /// The target is the one that the file names.
    fn violations(file: &File) -> Vec<Violation> {
        validate(file, Options { triple: file.triple().as_deref(), ..Options::default() })
    }

    fn valid(case: &Case) -> Result<&File, &'static str> {
        let file = case.file_or_skip()?;
        // For other targets the validator knows too little to check every rule.
        if Target::of_triple(case.triple()).and_then(Machine::of).is_none() {
            return Err(NO_TABLES);
        }
        // Breakers use the file's own target, not that of its RUN line.
        if file.triple().is_some_and(|own| architecture(&own) != architecture(case.triple())) {
            return Err(OTHER_ARCHITECTURE);
        }
        let valid = is_valid(file, Options { triple: Some(case.triple()), ..Options::default() });
        if valid { Ok(file) } else { Err(INVALID) }
    }

    fn violations_in(case: &Case, file: &File) -> Vec<Violation> {
        case.violations_of(file)
    }

    fn breakers() -> impl Iterator<Item = &'static Breaker> {
        breakers()
    }
}

fn architecture(triple: &str) -> Option<&str> {
    triple.split('-').next()
}

impl Breaks<File> for Breaker {
    fn rule(&self) -> &'static str {
        self.rule
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn apply(&self, file: &mut File, u: &mut Unstructured<'_>) -> bool {
        Self::apply(self, file, u)
    }
}

impl Foreign for Mir {
    const FORMAT: &'static str = "mir";
    const FILE: &'static str = "case.mir";

    fn read(bytes: &[u8]) -> Result<File, Fault> {
        let text = std::str::from_utf8(bytes).map_err(|error| Fault::new("not-read", "utf-8", error.to_string()))?;
        Text.read(&text.to_owned())
    }

    fn difference(before: &File, after: &File) -> Option<Difference> {
        Text.difference(before, after)
    }
}
