//! Reading, writing, validating, converting, printing and assembling take time that grows hardly faster than the module.

mod forms;
mod parts;

use arbitrary::Unstructured;
use irsmith_debuginfo::convert::{Forward, convert, convert_to_shader};
use irsmith_debuginfo::interpret::state::States;
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::transform::{compact, for_each_id, strip};
use irsmith_debuginfo::validate::{is_valid, validate_stream};
use irsmith_debuginfo::{Dialect, Limits, Module, Stream};
use irsmith_generators::Choices;
use std::hint::black_box;

use super::{Case, Oracle};
use crate::cost::{LARGEST, NO_PART, Operation, SALT, counts_of, judge, text_forms};
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const COST: Oracle = Oracle {
    name: "debuginfo-cost",
    family: Family::Robustness,
    about: "with many copies of a part of a module, work grows hardly faster than the module: reading, writing, validating, converting, text, states",
    floor: 90,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

const LIMITS: Limits = Limits { bytes: usize::MAX };
/// What means nothing between tokens.
const BLANKS: [&str; 4] = [" ", "\n", "; a\n", "\t"];
/// Signs and words that mean something somewhere.
const ODD: [&str; 8] = ["\"", "=", "%a ", "%1 ", "1 ", "!1 ", "OpNop ", "|"];

/// A module in every form that an operation takes.
struct Input {
    bytes: Vec<u8>,
    text: String,
    module: Module,
    stream: Stream,
}

impl Input {
    fn new(stream: Stream) -> Self {
        Self { bytes: stream.write(), text: disassemble(&stream), module: Module::from_stream(&stream), stream }
    }
}

/// Operations on modules.
const MODULES: &[Operation<Input>] = &[
    Operation { name: "reading words", run: |input| drop(black_box(Stream::read(&input.bytes, &LIMITS))) },
    Operation { name: "reading", run: |input| drop(black_box(Module::from_stream(&input.stream))) },
    Operation { name: "writing", run: |input| drop(black_box(input.module.write())) },
    Operation { name: "validating", run: |input| drop(black_box(validate_stream(&input.stream, &input.module))) },
    Operation {
        name: "judging",
        run: |input| {
            black_box(is_valid(&input.module));
        },
    },
    Operation { name: "printing", run: |input| drop(black_box(disassemble(&input.stream))) },
    Operation { name: "assembling", run: |input| drop(black_box(assemble(&input.text))) },
    Operation {
        name: "converting",
        run: |input| {
            Dialect::ALL.iter().for_each(|dialect| drop(black_box(convert(&input.module, *dialect))));
            black_box(convert_to_shader(&input.module, Forward::Keep));
        },
    },
    Operation {
        name: "renumbering",
        run: |input| {
            let mut ids = 0_usize;
            let _ = for_each_id(&input.module, |at, id| ids ^= at ^ id.0 as usize);
            let mut module = input.module.clone();
            let _ = black_box(compact(&mut module));
            black_box((ids, module));
        },
    },
    Operation {
        name: "stripping",
        run: |input| {
            let mut module = input.module.clone();
            strip(&mut module);
            black_box(module);
        },
    },
    Operation {
        name: "finding states",
        run: |input| {
            let states = States::new(&input.module);
            let mut count = 0_usize;
            states.functions.iter().for_each(|function| function.walk(|_, _| count += 1));
            black_box((states, count));
        },
    },
];

/// Operations on text.
const TEXTS: &[Operation<String>] = &[Operation { name: "assembling", run: |text| drop(black_box(assemble(text))) }];

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
            let form = text_forms(&disassemble(stream), &BLANKS, &ODD, choices).ok_or(NO_PART)?;
            let counts = counts_of(form.len()).ok_or(NO_PART)?;
            Ok(judge(form.name, counts, |count| form.with(count), TEXTS)?)
        }
        1 => {
            let part = parts::of_stream(stream, choices).ok_or(NO_PART)?;
            let counts = counts_of(part.size).ok_or(NO_PART)?;
            Ok(judge(part.name, counts, |count| Input::new(part.with(count)), MODULES)?)
        }
        _ => {
            let form = choices.pick(forms::FORMS).ok_or(NO_PART)?;
            let counts = counts_of(form.size).ok_or(NO_PART)?;
            Ok(judge(form.name, counts, |count| input(form, count), MODULES)?)
        }
    }
}

fn input(form: &forms::Form, count: usize) -> Input {
    // A test checks that every form is read.
    Input::new(assemble(&form.text(count)).unwrap_or_else(|_| Module::default().to_stream().unwrap_or_else(|_| unreachable!())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::validate::validate;

    #[test]
    fn forms_are_valid_modules_of_the_stated_size() {
        for form in forms::FORMS {
            let stream = assemble(&form.text(5)).unwrap_or_else(|error| panic!("{}: {error}\n{}", form.name, form.text(5)));
            let violations = validate(&Module::from_stream(&stream));
            let first = violations.iter().find(|violation| violation.is_error());
            assert_eq!(first.map(ToString::to_string), None, "{}\n{}", form.name, form.text(5));
            let bytes = [5, 105].map(|count| form.text(count).len());
            let size = (bytes[1] - bytes[0]) / 100;
            assert!((form.size / 4..=form.size * 2).contains(&size), "{}: {size} bytes for each", form.name);
        }
    }

    #[test]
    fn every_form_is_judged() {
        for form in forms::FORMS {
            assert_eq!(judge(form.name, [16, 64, 256], |count| input(form, count), MODULES), Ok(()), "{}", form.name);
        }
    }
}
