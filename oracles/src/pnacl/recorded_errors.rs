//! Each small change of a fixed module, of its assembly and of its bits, is refused as recorded, or read as what is recorded.

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_generators::pnacl::file_breakers::SOUND;
use irsmith_pnacl::text::{assemble_stream, stream_assembly, stream_records};
use irsmith_pnacl::validate::{validate_file, validate_reading};
use irsmith_pnacl::{Limits, Stream, read::Reading};
use std::sync::LazyLock;

use super::{Case, Oracle};
use crate::recorded_errors::{Changes, change_bit, change_token, read_as};
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const RECORDED_ERRORS: Oracle = Oracle {
    name: "recorded-errors",
    family: Family::Agreement,
    about: "each change of a token or a bit of a fixed module is refused in the recorded words, rule and place, or read as recorded",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x6572_726f;

static TEXT: LazyLock<Changes> = LazyLock::new(|| Changes {
    file: SOUND.into(),
    change: change_token,
    say: |text| match assemble_stream(&String::from_utf8_lossy(text)) {
        Ok(stream) => read_as(&stream_assembly(&stream)),
        Err(error) => error.to_string(),
    },
    recorded: include_str!("recorded_errors_text.txt").lines().collect(),
});

static BITS: LazyLock<Changes> = LazyLock::new(|| Changes {
    file: assemble_stream(SOUND).ok().and_then(|stream| stream.write().ok()).unwrap_or_default(),
    change: change_bit,
    say: said_of_bits,
    recorded: include_str!("recorded_errors_bits.txt").lines().collect(),
});

fn said_of_bits(bytes: &[u8]) -> String {
    let stream = match Stream::read(bytes, &Limits::default()) {
        Ok(stream) => stream,
        Err(error) => return format!("{} {}", error.at, error.kind.rule().id),
    };
    match Reading::from_stream(&stream) {
        Ok(reading) => {
            let violations: String = validate_reading(&stream, &reading).iter().map(|violation| format!("{violation}\n")).collect();
            read_as(&(stream_records(&stream) + &violations))
        }
        Err(error) => {
            // The validator refuses the file in the same way.
            let same = validate_file(bytes, &Limits::default()).err().is_some_and(|other| other == error);
            format!("{} {}{}", error.at, error.kind.rule().id, if same { "" } else { ", but not by the validator" })
        }
    }
}

fn check(case: &Case) -> Outcome {
    // Any bytes could choose changes, but unreadable ones are not worth keeping for this.
    case.stream_or_skip()?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    TEXT.judge(choices)?;
    Ok(BITS.judge(choices)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_refused_as_recorded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pnacl/recorded_errors");
        irsmith_testdata::check_listing(&format!("{folder}_text.txt"), &TEXT.listing());
        irsmith_testdata::check_listing(&format!("{folder}_bits.txt"), &BITS.listing());
    }
}
