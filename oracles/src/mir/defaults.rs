//! Keys with default values may be omitted, and comments may be inserted anywhere: the file has the same meaning.

use super::case::TEXT_LIMITS;
use super::{Case, Oracle, file_difference};
use crate::{Check, Family, Needs, Verdict};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_generators::mir::commented;
use irsmith_mir::{File, Style};
use std::collections::HashMap;

/// The oracle.
pub const DEFAULTS: Oracle = Oracle {
    name: "mir-defaults",
    family: Family::Metamorphic,
    about: "a function stays the same when default values of some keys are written out or left out, and comments are added",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x6465_6661_756c_7473;

/// The number of gaps of a function, of 256, that get a comment.
const OFTEN: &[u16] = &[8, 8, 32, 256];

fn check(case: &Case) -> Verdict {
    let file = match case.file_or_skip() {
        Ok(file) => file,
        Err(reason) => return Verdict::Skip(reason),
    };
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    for function in &file.functions {
        let alone = File { ir: None, functions: vec![function.clone()] };
        let mixed = mixed(&alone.write(), &alone.write_in(Style::Simplified), &mut choices);
        let often = *choices.pick(OFTEN).unwrap_or(&0);
        if let Some(verdict) =
            judge("mixed", &mixed, &alone).or_else(|| judge("commented", &commented(&mixed, often, &mut choices), &alone))
        {
            return verdict;
        }
    }
    Verdict::Pass
}

fn judge(name: &str, text: &str, expected: &File) -> Option<Verdict> {
    match File::read(text.as_bytes(), &TEXT_LIMITS) {
        Ok(found) => file_difference(expected, &found)
            .map(|difference| Verdict::fail(DEFAULTS.name, "model-changed", format!("{name} {}", difference.element), difference.evidence)),
        Err(errors) => {
            let line = text.lines().nth(errors[0].at.line as usize - 1).unwrap_or_default();
            let element = format!("{name} {}", errors[0].kind.rule().id);
            Some(Verdict::fail(DEFAULTS.name, "not-read", element, format!("{}\n{line}", errors[0])))
        }
    }
}

/// The first line of a body.
const BODY: &str = "body:";

/// Combines a function's text from its two styles: each key, list item and frame key is taken from one or the other.
fn mixed(full: &str, simplified: &str, choices: &mut Choices<'_, '_>) -> String {
    let short: HashMap<&str, &str> = pieces(simplified, 0).into_iter().map(|piece| (key(piece), piece)).collect();
    let mut out = String::new();
    for piece in pieces(full, 0) {
        match (short.get(key(piece)).copied(), piece.starts_with(BODY)) {
            (Some(short), false) => out += &mixed_value(piece, short, choices),
            (Some(short), true) => out += short,
            (None, _) if choices.chance(128) => out.push_str(piece),
            (None, _) => {}
        }
    }
    out
}

/// Combines the value of a key that both styles have: lists item by item, the frame key by key.
fn mixed_value(full: &str, short: &str, choices: &mut Choices<'_, '_>) -> String {
    let (head, full_rest) = full.split_once('\n').unwrap_or((full, ""));
    let short_rest = short.split_once('\n').map_or("", |(_, rest)| rest);
    let (full_pieces, short_pieces) = (pieces(full_rest, 2), pieces(short_rest, 2));
    let is_list = full_pieces.iter().any(|piece| piece.trim_start().starts_with('-'));
    let mut out = format!("{head}\n");
    if is_list && full_pieces.len() == short_pieces.len() {
        full_pieces.iter().zip(&short_pieces).for_each(|(full, short)| out.push_str(if choices.chance(128) { full } else { short }));
    } else {
        // A key that only the full style has is one with its default value.
        let needed = |piece: &&str| short_pieces.iter().any(|short| key(short) == key(piece));
        full_pieces.iter().filter(|piece| needed(piece) || choices.chance(128)).for_each(|piece| out.push_str(piece));
    }
    out
}

/// Splits a text into pieces, each of which begins at a line with this indentation and continues with more deeply indented lines.
fn pieces(text: &str, indentation: usize) -> Vec<&str> {
    let begins = |line: &str| !line.trim().is_empty() && line.len() - line.trim_start_matches(' ').len() <= indentation;
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if starts.is_empty() || begins(line) {
            starts.push(at);
        }
        at += line.len();
    }
    starts.push(text.len());
    starts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
}

/// Returns the text before the colon of a piece.
fn key(piece: &str) -> &str {
    piece.split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_generators::bytes_of_seed;
    use std::collections::BTreeSet;

    const TEXT: &str = "name: f
frameInfo:
  hasCalls: true
stack:
  - { id: 0, size: 4 }
  - { id: 1, type: spill-slot, size: 4 }
body: |
  bb.0:
    $eax = MOV32ri 1
    RET64 $eax
";

    fn variants(seeds: u64) -> BTreeSet<String> {
        let file = File::read(TEXT.as_bytes(), &TEXT_LIMITS).unwrap();
        let make = |seed| {
            let bytes = bytes_of_seed(seed);
            let mut bytes = Unstructured::new(&bytes);
            let mut choices = Choices::new(&mut bytes);
            let mixed = mixed(&file.write(), &file.write_in(Style::Simplified), &mut choices);
            commented(&mixed, 24, &mut choices)
        };
        (0..seeds).map(make).collect()
    }

    #[test]
    fn keys_items_and_comments_come_and_go() {
        let all = variants(60);
        assert!(all.len() > 55, "{}", all.len());
        let share = |word: &str| all.iter().filter(|text| text.contains(word)).count();
        for word in ["legalized:", "isFrameAddressTaken:", "offset: 0", "liveins:", " ; ", "/* ", "# ---", "# }"] {
            assert!((5..55).contains(&share(word)), "{word}: {} of 60", share(word));
        }
        assert!(all.iter().all(|text| text.contains("hasCalls:") && text.contains("spill-slot")));
        let file = File::read(TEXT.as_bytes(), &TEXT_LIMITS).unwrap();
        assert!(all.iter().all(|text| judge("mixed", text, &file).is_none()));
    }

    /// Removing a necessary key simulates a reader with another default.
    #[test]
    fn a_lost_key_is_found() {
        let file = File::read(TEXT.as_bytes(), &TEXT_LIMITS).unwrap();
        let Some(Verdict::Fail(failure)) = judge("mixed", &TEXT.replace("  hasCalls: true\n", ""), &file) else { panic!("not found") };
        assert_eq!(failure.signature.to_string(), "mir-defaults/model-changed/mixed frameInfo");
    }
}
