//! Regressions that no text can express: unusual abbreviations, lengths and ends.

use irsmith_pnacl::{
    Stream,
    bits::BitWriter,
    stream::{Abbreviation, AbbreviationOperand, FIRST_ABBREVIATION, Scalar, UNABBREV_RECORD},
    tables::BlockKind,
};

use crate::Regression;

/// Width of the abbreviation ids of every block here.
const WIDTH: u32 = 3;

/// Makes the cases of this file.
pub(crate) fn regressions() -> Vec<Regression> {
    vec![
        Regression {
            name: "literals-without-end",
            about: "An abbreviation of 20000 literals is used 1000 times, 3 bits each: operands that take no bits are bounded as a whole.",
            outcome: "unreadable",
            rules: &["limit-operands"],
            bytes: literals_without_end(),
        },
        Regression {
            name: "array-of-literals-of-2-32",
            about: "An array of literals claims 2^32 elements, which take no bits: refused before memory is taken.",
            outcome: "unreadable",
            rules: &["limit-operands"],
            bytes: array_of_literals(),
        },
        Regression {
            name: "vbr-overlong",
            about: "The version is written in three chunks where one would do: read, and written back shorter.",
            outcome: "invalid",
            rules: &["abbreviations-block", "entry-point"],
            bytes: with_version(|bits| [33, 32, 0].iter().for_each(|&chunk| bits.fixed(chunk, 6)), |_| ()),
        },
        Regression {
            name: "last-word-missing",
            about: "The file ends before the word of the last end: some readers see zeros there, the manual and this reader do not.",
            outcome: "unreadable",
            rules: &["file-truncated"],
            bytes: last_word_missing(),
        },
        Regression {
            name: "section-without-block",
            about: "The record that begins a section of the abbreviations block names no block.",
            outcome: "no-model",
            rules: &["operand-count"],
            bytes: with_abbreviations(|stream| stream.record(UNABBREV_RECORD, 1, &[])),
        },
        Regression {
            name: "definition-before-section",
            about: "An abbreviation is defined before the first section: it belongs to no block, and must not count for one.",
            outcome: "invalid",
            rules: &["entry-point"],
            bytes: with_abbreviations(|stream| stream.define(code_of_array())),
        },
        Regression {
            name: "block-in-abbreviations",
            about: "A block within the abbreviations block.",
            outcome: "no-model",
            rules: &["block-place"],
            bytes: with_abbreviations(|stream| {
                stream.enter(BlockKind::Types.code() as u32, WIDTH);
                stream.end();
            }),
        },
        Regression {
            name: "code-of-an-array",
            about: "The first operand of an abbreviation is an array: the code of its record is the first element.",
            outcome: "invalid",
            rules: &["abbreviations-block", "entry-point"],
            bytes: module(|stream| {
                stream.define(code_of_array());
                stream.record(FIRST_ABBREVIATION, 1, &[1]);
            }),
        },
    ]
}

/// Makes a module from the items that `build` writes.
fn module(build: impl Fn(&mut Stream)) -> Vec<u8> {
    let mut stream = Stream::new();
    stream.enter(BlockKind::Module.code() as u32, WIDTH);
    build(&mut stream);
    stream.end();
    stream.write().expect("streams made here can be written")
}

/// Makes a module with an abbreviations block from the items that `build` writes.
fn with_abbreviations(build: impl Fn(&mut Stream)) -> Vec<u8> {
    module(|stream| {
        stream.record(UNABBREV_RECORD, 1, &[1]);
        stream.enter(BlockKind::Abbreviations.code() as u32, WIDTH);
        build(stream);
        stream.end();
    })
}

fn code_of_array() -> Abbreviation {
    Abbreviation::new(&[AbbreviationOperand::Array(Scalar::Vbr(6))])
}

fn literals_without_end() -> Vec<u8> {
    const LITERALS: usize = 20_000;
    module(|stream| {
        stream.define(Abbreviation::new(&vec![AbbreviationOperand::Scalar(Scalar::Literal(1)); LITERALS]));
        (0..1000).for_each(|_| stream.record(FIRST_ABBREVIATION, 1, &vec![1; LITERALS - 1]));
    })
}

/// Writes a module bit by bit: one record of code 1 whose only operand `version` writes, then what `rest` writes, then the end.
fn with_version(version: impl Fn(&mut BitWriter), rest: impl Fn(&mut BitWriter)) -> Vec<u8> {
    let mut bits = BitWriter::after(Stream::new().header.bytes().to_vec());
    bits.fixed(1, 2);
    bits.vbr(BlockKind::Module.code(), 8);
    bits.vbr(u64::from(WIDTH), 4);
    bits.align32();
    // Readers do not check the length in words of the module block.
    bits.fixed(2, 32);
    bits.fixed(u64::from(UNABBREV_RECORD), WIDTH);
    bits.vbr(1, 6);
    bits.vbr(1, 6);
    version(&mut bits);
    rest(&mut bits);
    bits.fixed(0, WIDTH);
    bits.align32();
    bits.into_bytes()
}

fn array_of_literals() -> Vec<u8> {
    let rest = |bits: &mut BitWriter| {
        // Three operands: the literal code 3, an array, and its element, the literal 7.
        bits.fixed(2, WIDTH);
        bits.vbr(3, 5);
        bits.fixed(1, 1);
        bits.vbr(3, 8);
        bits.fixed(0, 1);
        bits.fixed(3, 3);
        bits.fixed(1, 1);
        bits.vbr(7, 8);
        bits.fixed(u64::from(FIRST_ABBREVIATION), WIDTH);
        bits.vbr(1 << 32, 6);
    };
    with_version(|bits| bits.vbr(1, 6), rest)
}

fn last_word_missing() -> Vec<u8> {
    let mut bytes = module(|stream| stream.record(UNABBREV_RECORD, 1, &[1]));
    bytes.truncate(bytes.len() - 4);
    bytes
}
