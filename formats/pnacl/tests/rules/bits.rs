//! Rules of the bit layer, each broken by a file that is written bit by bit, by a limit, or by an unwritable module.

use super::{RuleTest, base};
use irsmith_pnacl::bits::BitWriter;
use irsmith_pnacl::stream::{Abbreviation, AbbreviationOperand, FIRST_ABBREVIATION, Item, ItemKind, Scalar, UNABBREV_RECORD};
use irsmith_pnacl::tables::BlockKind;
use irsmith_pnacl::text::assemble_stream;
use irsmith_pnacl::validate::RuleId::{self, *};
use irsmith_pnacl::{BitAddress, Error, ErrorKind, Limits, Stream};

/// Bits after the standard header: the width of each field, and its value.
type Fields<'a> = &'a [(u32, u64)];

/// Marks a field of variable width in [`Fields`].
const VBR: u32 = 64;
/// The enter of the module block with ids of 3 bits, up to and including its length word.
const ENTER: Fields<'_> = &[(2, 1), (VBR + 8, 8), (VBR + 4, 3), (18, 0), (32, 1)];

fn file(parts: &[Fields<'_>]) -> Vec<u8> {
    let mut bits = BitWriter::after(Stream::new().header.bytes().to_vec());
    for &(width, value) in parts.iter().copied().flatten() {
        if width > VBR { bits.vbr(value, width - VBR) } else { bits.fixed(value, width) }
    }
    bits.into_bytes()
}

fn valid() -> Vec<u8> {
    base::module().write().unwrap()
}

fn changed(change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = valid();
    change(&mut bytes);
    bytes
}

/// Returns a valid file with another length of its first block of a kind.
fn with_length(kind: BlockKind, change: impl Fn(u32) -> u32) -> Vec<u8> {
    let mut bytes = valid();
    let stream = Stream::read(&bytes, &Limits::default()).unwrap();
    let is_enter = |item: &Item| matches!(item.kind, ItemKind::Enter { block, .. } if u64::from(block) == kind.code());
    let enter = stream.items().iter().position(is_enter).unwrap();
    let word = stream.address(enter + 1).byte() as usize - 4..stream.address(enter + 1).byte() as usize;
    let stated = u32::from_le_bytes(bytes[word.clone()].try_into().unwrap());
    bytes[word].copy_from_slice(&change(stated).to_le_bytes());
    bytes
}

/// The words of a function block of [`dense`] with about as many values as bcdis expects.
const DENSE_WORDS: usize = 12;

/// Returns a valid file whose function has this many results, in records of 3 bits each.
fn dense(results: usize) -> Vec<u8> {
    let literal = |value| AbbreviationOperand::Scalar(Scalar::Literal(value));
    let mut stream = Stream::new();
    let source = assemble_stream(
        "module { version 1; abbreviations { } types { count 3; @t0 = i32; @t1 = void; @t2 = void (i32); }
         define external void @f0(i32); globals { count 0; } valuesymtab { @f0 : \"_start\"; } }",
    )
    .unwrap();
    let (_, items) = source.items().split_last().unwrap();
    items.iter().for_each(|item| stream.copy_item(&source, item));
    stream.enter(BlockKind::Function.code() as u32, 3);
    stream.record(UNABBREV_RECORD, 1, &[1]);
    stream.define(Abbreviation::new(&[2, 1, 1, 0].map(literal)));
    (0..results).for_each(|_| stream.record(FIRST_ABBREVIATION, 2, &[1, 1, 0]));
    stream.record(UNABBREV_RECORD, 10, &[]);
    stream.end();
    stream.end();
    stream.write().unwrap()
}

fn limited(name: &'static str, rule: RuleId, change: impl Fn(&mut Limits)) -> RuleTest {
    let mut limits = Limits::default();
    change(&mut limits);
    RuleTest::of_file(name, &[rule], &valid(), &limits)
}

fn unwritable(name: &'static str, rule: RuleId, build: impl Fn(&mut Stream)) -> RuleTest {
    let mut stream = Stream::new();
    stream.enter(BlockKind::Module.code() as u32, 3);
    build(&mut stream);
    RuleTest::of_error(name, rule, &stream.write().unwrap_err())
}

pub(crate) fn cases() -> Vec<RuleTest> {
    let read = |name, rule: RuleId, bytes: Vec<u8>| RuleTest::of_file(name, &[rule], &bytes, &Limits::default());
    let block = |name, rule, fields: Fields<'_>| read(name, rule, file(&[ENTER, fields]));
    vec![
        limited("a limit of bytes", LimitBytes, |limits| limits.bytes = 100),
        limited("a limit of records", LimitRecords, |limits| limits.records = 20),
        limited("a limit of operands", LimitOperands, |limits| limits.operands = 20),
        limited("a limit of nesting", LimitNesting, |limits| limits.nesting = 1),
        // A module with more values than operands can refer to would need gigabytes of records.
        RuleTest::of_error(
            "too many values",
            LimitIndices,
            &Error { at: BitAddress(0), kind: ErrorKind::TooMany { what: "values", limit: irsmith_pnacl::Value::MAX_INDEX } },
        ),
        read("a function block that is a word too short", BlockLength, with_length(BlockKind::Function, |words| words - 1)),
        read("a function block that is a word too long", BlockLength, with_length(BlockKind::Function, |words| words + 1)),
        RuleTest::of_file("a types block of no words", &[], &with_length(BlockKind::Types, |_| 0), &Limits::default()),
        RuleTest::of_file("as many values as bcdis expects", &[], &dense(8 * DENSE_WORDS + 1), &Limits::default()),
        read("a value more than bcdis expects", ValueDensity, dense(8 * DENSE_WORDS + 2)),
        read("half a file", FileTruncated, changed(|bytes| bytes.truncate(bytes.len() / 2))),
        read("an empty file", HeaderMagic, Vec::new()),
        read("another magic number", HeaderMagic, changed(|bytes| bytes[3] = b'T')),
        read("a header field of another type", HeaderField, changed(|bytes| bytes[8] = 0x10)),
        read("PNaCl version 1", HeaderVersion, changed(|bytes| bytes[12] = 1)),
        read("a byte behind the module", FileTrailing, changed(|bytes| bytes.push(0))),
        read("an end first", RecordOutside, file(&[&[(32, 0)]])),
        block(
            "a value of 70 bits",
            VbrSize,
            &[(3, 3), (VBR + 6, 1), (VBR + 6, 1), (32, u64::MAX), (32, u64::MAX), (20, 0x0f_ffff), (12, 0)],
        ),
        block("ids of 0 bits", AbbreviationWidth, &[(3, 1), (VBR + 8, 17), (VBR + 4, 0), (17, 0), (32, 0)]),
        block("a record code of 33 bits", NumberSize, &[(3, 3), (VBR + 6, 1 << 32), (VBR + 6, 0), (32, 0)]),
        block("an undefined abbreviation", AbbreviationUndefined, &[(3, 4), (29, 0)]),
        block("an abbreviation of nothing", AbbreviationForm, &[(3, 2), (VBR + 5, 0), (24, 0)]),
        block("an encoding of number 5", AbbreviationForm, &[(3, 2), (VBR + 5, 1), (1, 0), (3, 5), (20, 0)]),
        block("a field of 33 bits", AbbreviationForm, &[(3, 2), (VBR + 5, 1), (1, 0), (3, 1), (VBR + 5, 33), (10, 0)]),
        block("an array in the middle", AbbreviationForm, &[(3, 2), (VBR + 5, 3), (1, 0), (3, 3), (20, 0)]),
        block("a record without a code", RecordCode, &[(3, 2), (VBR + 5, 2), (4, 3 << 1), (4, 4 << 1), (3, 4), (VBR + 6, 0), (7, 0)]),
        unwritable("a value that does not fit", AbbreviationFit, |stream| {
            stream.define(Abbreviation::new(&[AbbreviationOperand::Scalar(Scalar::Fixed(3))]));
            stream.record(FIRST_ABBREVIATION, 8, &[]);
        }),
        unwritable("a block that is not left", BlockBalance, |stream| stream.record(UNABBREV_RECORD, 1, &[1])),
    ]
}
