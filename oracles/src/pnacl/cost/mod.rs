//! Reading, writing, validating, printing, assembling and decoding take time that grows hardly faster than the module.

mod forms;
mod parts;

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_pnacl::interpret::{Options, Program};
use irsmith_pnacl::read::Reading;
use irsmith_pnacl::text::{assemble_stream, stream_assembly, stream_listing, stream_records};
use irsmith_pnacl::validate::{is_valid, validate};
use irsmith_pnacl::{Limits, Module, Stream};
use std::hint::black_box;

use super::{Case, Oracle};
use crate::cost::{LARGEST, NO_PART, Operation, SALT, counts_of, judge, text_forms};
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const COST: Oracle = Oracle {
    name: "cost",
    family: Family::Robustness,
    about: "with many copies of a part of a module, work grows hardly faster than the module: reading, writing, validating, text",
    floor: 90,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Limits that no copies exceed.
const LIMITS: Limits = Limits { bytes: 512 << 20, records: usize::MAX, operands: usize::MAX, implicit_operands: 1 << 20, nesting: 1 << 20 };
/// What means nothing between tokens.
const BLANKS: [&str; 4] = [" ", "\n", "// a\n", "\t"];
/// Signs and words that mean something somewhere.
const ODD: [&str; 10] = ["{", "}", "<", ">", "(", "@", "%", "'a', ", "\"a\" ", "1, "];

/// A module in every form that an operation takes.
struct Input {
    module: Module,
    records: Records,
}

/// The records of a file in every form that an operation takes.
struct Records {
    stream: Stream,
    bytes: Vec<u8>,
    text: String,
}

impl Input {
    fn new(module: Module) -> Self {
        Self { records: Records::new(module.to_stream()), module }
    }
}

impl Records {
    fn new(stream: Stream) -> Self {
        Self { bytes: stream.write().unwrap_or_default(), text: stream_assembly(&stream), stream }
    }
}

/// Operations on records.
const RECORDS: &[Operation<Records>] = &[
    Operation { name: "reading records", run: |input| drop(black_box(Stream::read(&input.bytes, &LIMITS))) },
    Operation { name: "reading", run: |input| drop(black_box(Module::from_stream(&input.stream))) },
    Operation { name: "locating", run: |input| drop(black_box(Reading::from_stream(&input.stream))) },
    Operation { name: "writing records", run: |input| drop(black_box(input.stream.write())) },
    Operation { name: "printing", run: |input| drop(black_box(stream_assembly(&input.stream))) },
    Operation { name: "listing", run: |input| drop(black_box(stream_listing(&input.stream))) },
    Operation { name: "listing records", run: |input| drop(black_box(stream_records(&input.stream))) },
    Operation { name: "assembling", run: |input| drop(black_box(assemble_stream(&input.text))) },
];

/// Operations on modules.
const MODULES: &[Operation<Input>] = &[
    Operation { name: "writing", run: |input| drop(black_box(input.module.write())) },
    Operation { name: "validating", run: |input| drop(black_box(validate(&input.module))) },
    Operation {
        name: "judging",
        run: |input| {
            black_box(is_valid(&input.module));
        },
    },
    Operation { name: "decoding", run: |input| drop(black_box(Program::new(&input.module, &Options::default()))) },
];

/// Operations on text.
const TEXTS: &[Operation<String>] = &[Operation { name: "assembling", run: |text| drop(black_box(assemble_stream(text))) }];

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    if case.bytes().len() > LARGEST {
        return Err(NO_PART.into());
    }
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    match choices.below(4) {
        0 => {
            let form = text_forms(&stream_assembly(stream), &BLANKS, &ODD, choices).ok_or(NO_PART)?;
            let counts = counts_of(form.len()).ok_or(NO_PART)?;
            Ok(judge(form.name, counts, |count| form.with(count), TEXTS)?)
        }
        1 => {
            let part = parts::records(stream, choices).ok_or(NO_PART)?;
            let counts = counts_of(part.size).ok_or(NO_PART)?;
            Ok(judge("records", counts, |count| Records::new(part.with(count)), RECORDS)?)
        }
        2 => {
            let part = parts::of_module(case.module_or_skip()?, choices).ok_or(NO_PART)?;
            let counts = counts_of(part.size).ok_or(NO_PART)?;
            whole(part.name, counts, |count| part.with(count))
        }
        _ => {
            let form = choices.pick(forms::FORMS).ok_or(NO_PART)?;
            let counts = counts_of(form.size).ok_or(NO_PART)?;
            whole(form.name, counts, form.make)
        }
    }
}

/// Judges all operations on modules.
fn whole(form: &str, counts: [usize; 3], make: impl Fn(usize) -> Module) -> Outcome {
    let inputs = |count| Input::new(make(count));
    judge(form, counts, inputs, MODULES)?;
    Ok(judge(form, counts, |count| inputs(count).records, RECORDS)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A form of a module that is not valid would be decoded no further than to its first violation.
    #[test]
    fn forms_are_valid_programs_of_the_stated_size() {
        for form in forms::FORMS {
            let violations = validate(&(form.make)(5));
            let first = violations.iter().find(|violation| violation.is_error());
            assert_eq!(first.map(ToString::to_string), None, "{}", form.name);
            let bytes = [5, 105].map(|count| (form.make)(count).write().unwrap().len());
            let size = (bytes[1] - bytes[0]) / 100;
            assert!((form.size / 8..=form.size * 2).contains(&size), "{}: {size} bytes for each", form.name);
        }
    }

    #[test]
    fn every_form_is_judged() {
        for form in forms::FORMS {
            assert_eq!(whole(form.name, [16, 64, 256], form.make), Ok(()), "{}", form.name);
        }
    }
}
