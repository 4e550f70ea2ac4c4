//! Reading, writing, validating and decoding take time that grows hardly faster than the file.

mod forms;

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::interpret::{Options as Decoding, Program};
use irsmith_mir::transform::numbers;
use irsmith_mir::validate::{Options, is_valid, validate};
use irsmith_mir::{Dialect, File, Limits, Style, canonical};
use std::hint::black_box;

use super::{Case, Oracle, UNREADABLE};
use crate::cost::{LARGEST, NO_PART, Operation, SALT, counts_of, judge, text_forms};
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const COST: Oracle = Oracle {
    name: "mir-cost",
    family: Family::Robustness,
    about: "with many copies of a part of a file, work grows hardly faster than the file: reading, writing, validating, renumbering, decoding",
    floor: 80,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Limits that no copies exceed; reading stops at a few errors, because the place of each is counted from the beginning of the file.
const LIMITS: Limits = Limits { bytes: usize::MAX, nesting: 64, errors: 20 };
/// What means nothing between tokens.
const BLANKS: [&str; 4] = [" ", "\n", "/* a */", "; a\n"];
/// Signs and words that mean something somewhere.
const ODD: [&str; 16] = ["{ ", "}", "[", "(", "\"", "'", "`", "%0, ", "$eax, ", "- ", "a: ", "!0, ", "<2 x ", "#", ":", "\\"];
/// The triple for which files are validated.
const TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// A file as text, and as a model if it is read.
struct Input {
    text: String,
    file: File,
}

impl Input {
    fn new(text: String) -> Self {
        Self { file: File::read(text.as_bytes(), &LIMITS).unwrap_or_default(), text }
    }
}

/// The operations.
const OPERATIONS: &[Operation<Input>] = &[
    Operation { name: "reading", run: |input| drop(black_box(File::read(input.text.as_bytes(), &LIMITS))) },
    Operation { name: "writing", run: |input| drop(black_box(input.file.write())) },
    Operation { name: "writing little", run: |input| drop(black_box(input.file.write_in(Style::Simplified))) },
    Operation { name: "writing for a release", run: |input| drop(black_box(input.file.write_for(Style::Full, Dialect::ALL[0]))) },
    Operation {
        name: "validating",
        run: |input| drop(black_box(validate(&input.file, Options { triple: Some(TRIPLE), ..Options::default() }))),
    },
    Operation {
        name: "judging",
        run: |input| {
            black_box(is_valid(&input.file, Options { triple: Some(TRIPLE), ..Options::default() }));
        },
    },
    Operation { name: "finding the target", run: |input| drop(black_box(input.file.triple_in(&input.text))) },
    Operation { name: "finding names", run: |input| drop(black_box(input.file.ir.as_ref().map(|ir| ir.names()))) },
    Operation {
        name: "renumbering",
        run: |input| {
            let mut file = input.file.clone();
            let mut count = 0_usize;
            file.functions.iter_mut().for_each(|function| numbers(function, &mut |_| count += 1));
            black_box((file, count));
        },
    },
    Operation { name: "making canonical", run: |input| drop(black_box(canonical::text(&input.text))) },
    Operation {
        name: "decoding",
        run: |input| drop(black_box(Program::new(&input.file, &Decoding { triple: Some(TRIPLE.to_owned()), ..Decoding::default() }))),
    },
];

fn check(case: &Case) -> Outcome {
    let file = case.file().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    if choices.below(2) == 0 {
        let form = choices.pick(forms::FORMS).ok_or(NO_PART)?;
        let counts = counts_of(form.size).ok_or(NO_PART)?;
        return Ok(judge(form.name, counts, |count| Input::new((form.make)(count)), OPERATIONS)?);
    }
    if case.bytes().len() > LARGEST {
        return Err(NO_PART.into());
    }
    let form = text_forms(&file.write_in(Style::Simplified), &BLANKS, &ODD, choices).ok_or(NO_PART)?;
    let counts = counts_of(form.len()).ok_or(NO_PART)?;
    Ok(judge(form.name, counts, |count| Input::new(form.with(count)), OPERATIONS)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Forms with violations are kept, but each is at least read.
    #[test]
    fn forms_are_files_of_the_stated_size() {
        for form in forms::FORMS {
            let text = (form.make)(5);
            if let Err(errors) = File::read(text.as_bytes(), &LIMITS) {
                panic!("{}: {}\n{text}", form.name, errors[0]);
            }
            let bytes = [5, 105].map(|count| (form.make)(count).len());
            let size = (bytes[1] - bytes[0]) / 100;
            assert!((form.size / 4..=form.size * 2).contains(&size), "{}: {size} bytes for each", form.name);
        }
    }

    #[test]
    fn most_forms_are_valid() {
        let options = Options { triple: Some(TRIPLE), ..Options::default() };
        let first = |form: &forms::Form| {
            let violations = validate(&Input::new((form.make)(5)).file, options);
            violations.into_iter().find(|violation| violation.is_error()).map(|violation| format!("{}: {violation}", form.name))
        };
        let wrong: Vec<String> = forms::FORMS.iter().filter_map(first).collect();
        assert!(wrong.len() <= 3, "{wrong:#?}");
    }

    #[test]
    fn every_form_is_judged() {
        for form in forms::FORMS {
            assert_eq!(judge(form.name, [16, 64, 256], |count| Input::new((form.make)(count)), OPERATIONS), Ok(()), "{}", form.name);
        }
    }
}
