//! Each small change of a fixed module, of its assembly and of its words, is refused as recorded, or read as what is recorded.

use arbitrary::Unstructured;
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::validate::validate_stream;
use irsmith_debuginfo::{Limits, Module, Stream};
use irsmith_generators::Choices;
use irsmith_generators::debuginfo::spellings::SOUND;
use std::sync::LazyLock;

use super::{Case, Oracle};
use crate::recorded_errors::{Changes, change_token, change_word, read_as};
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const RECORDED_ERRORS: Oracle = Oracle {
    name: "debuginfo-recorded-errors",
    family: Family::Agreement,
    about: "each change of a token or a word of a fixed module is refused in the recorded words, rule and place, or read as recorded",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x6572_726f;

static TEXT: LazyLock<Changes> = LazyLock::new(|| Changes {
    file: SOUND.into(),
    change: change_token,
    say: |text| match assemble(&String::from_utf8_lossy(text)) {
        Ok(stream) => read_as(&disassemble(&stream)),
        Err(error) => error.to_string(),
    },
    recorded: include_str!("recorded_errors_text.txt").lines().collect(),
});

static WORDS: LazyLock<Changes> = LazyLock::new(|| Changes {
    file: assemble(SOUND).map(|stream| stream.write()).unwrap_or_default(),
    change: change_word,
    say: |bytes| match Stream::read(bytes, &Limits::default()) {
        Ok(stream) => {
            let violations = validate_stream(&stream, &Module::from_stream(&stream));
            let violations: String = violations.iter().map(|violation| format!("{violation}\n")).collect();
            read_as(&(disassemble(&stream) + &violations))
        }
        Err(error) => format!("{error} [{}]", error.kind.rule().id),
    },
    recorded: include_str!("recorded_errors_words.txt").lines().collect(),
});

fn check(case: &Case) -> Outcome {
    // Any bytes could choose changes, but unreadable ones are not worth keeping for this.
    case.stream_or_skip()?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    TEXT.judge(choices)?;
    Ok(WORDS.judge(choices)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_refused_as_recorded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/debuginfo/recorded_errors");
        irsmith_testdata::check_listing(&format!("{folder}_text.txt"), &TEXT.listing());
        irsmith_testdata::check_listing(&format!("{folder}_words.txt"), &WORDS.listing());
    }
}
