//! The data is true, and every change is made.

use super::*;
use crate::Choices;
use crate::debuginfo::{Config, generate};
use arbitrary::Unstructured;
use irsmith_debuginfo::Stream;
use irsmith_debuginfo::text::{assemble, disassemble};

#[test]
fn every_mistake_is_refused_as_recorded() {
    crate::recorded::check(SOUND, ROWS, 100, |text| assemble(text).map(drop).map_err(|error| error.to_string()));
    assert!(MISTAKES.len() >= 100);
}

/// Texts of every phrase with which the assembler may refuse one are recorded.
#[test]
fn every_phrase_of_the_assembler_is_recorded() {
    let sources = [
        include_str!("../../../../formats/debuginfo/src/text/parse/debug.rs"),
        include_str!("../../../../formats/debuginfo/src/text/parse/instruction.rs"),
        include_str!("../../../../formats/debuginfo/src/text/parse/mod.rs"),
        include_str!("../../../../formats/debuginfo/src/text/parse/operands.rs"),
    ];
    // What follows a call that makes an error: up to the first quotation mark after a phrase without format arguments.
    let mut phrases = Vec::new();
    for source in sources {
        for call in source.split("error(").skip(1) {
            let line = call.lines().next().unwrap_or_default();
            if let Some(phrase) = line.split('"').nth(1)
                && !phrase.contains('{')
            {
                phrases.push(phrase.to_owned());
            }
        }
    }
    // These need texts of 65,536 words, or a character that no line of data contains; breakers make the latter.
    let by_others = ["an instruction of at most 65535 words", "a string without a zero character, which would end it"];
    phrases.retain(|phrase| !by_others.contains(&phrase.as_str()));
    assert!(phrases.len() >= 15, "{phrases:?}");
    let missing: Vec<&String> = phrases.iter().filter(|phrase| !MISTAKES.iter().any(|mistake| mistake.expected == **phrase)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn texts() -> Vec<(Stream, String)> {
    let stream = |seed: u64| generate(&mut Unstructured::new(&crate::bytes_of_seed(seed)), &Config::default()).to_stream().unwrap();
    (0..8).map(stream).map(|stream| (stream.clone(), disassemble(&stream))).collect()
}

#[test]
fn tokens_are_those_of_the_text() {
    let text = "; a\n%1 = OpString \"a \\\" \n b\" ;c\n  OpFoo A|B -5 !7\r\n";
    let found: Vec<_> = tokens(text).iter().map(|token| (token.text, token.place, token.is_first, token.class)).collect();
    let expected = [
        ("%1", (2, 1), true, Class::Id),
        ("=", (2, 4), false, Class::Equals),
        ("OpString", (2, 6), false, Class::Instruction),
        ("\"a \\\" \n b\"", (2, 15), false, Class::Text),
        ("OpFoo", (4, 3), true, Class::Instruction),
        ("A|B", (4, 9), false, Class::Name),
        ("-5", (4, 13), false, Class::Number),
        ("!7", (4, 16), false, Class::Immediate),
    ];
    assert_eq!(found, expected);
}

#[test]
fn every_change_is_made_and_every_spelling_used() {
    let texts = texts();
    for breaker in TEXT_BREAKERS {
        let made = texts.iter().enumerate().filter_map(|(seed, (_, text))| {
            breaker.make(text, &tokens(text), &mut Unstructured::new(&crate::bytes_of_seed(100 + seed as u64)))
        });
        assert!(made.count() > 4, "{}", breaker.name);
    }
    let mut used = String::new();
    for (seed, (stream, text)) in texts.iter().enumerate() {
        let words: Vec<Vec<u32>> = stream.instructions().map(|raw| stream.words()[raw.at..=raw.at + raw.words.len()].to_vec()).collect();
        let both = respelled(text, &words, &mut Choices::new(&mut Unstructured::new(&crate::bytes_of_seed(200 + seed as u64))));
        assert!(both.changes > text.lines().count());
        used += &both.spelled;
    }
    for spelling in ["%_3", "%x1", "0x", "!0x", "\t", "\r\n", "; a \"comment\"", "; Author"] {
        assert!(used.contains(spelling), "{spelling}");
    }
}
