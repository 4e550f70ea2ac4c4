//! Files that declare absurd amounts, and damaged real files: rejected at once or validated, never a panic.

use irsmith_pnacl::bits::BitWriter;
use irsmith_pnacl::stream::{Abbreviation, AbbreviationOperand, FIRST_ABBREVIATION, Scalar, UNABBREV_RECORD};
use irsmith_pnacl::tables::BlockKind;
use irsmith_pnacl::{BitAddress, Limits, Module, Stream, validate};
use irsmith_testdata::Data;
use std::time::{Duration, Instant};

irsmith_testdata::data_tests! {
    own: [
        damaged_files_are_judged_without_panic,
    ],
    outside: [
        damaged_files_are_judged_without_panic,
    ],
}

const HUGE: u64 = 1 << 32;

/// The time limit for a small file; a file whose declarations are trusted would take minutes.
const AT_ONCE: Duration = Duration::from_secs(1);

/// Reads and validates a small file; returns where and by which rule it was rejected.
fn refused(name: &str, bytes: &[u8]) -> (BitAddress, &'static str) {
    assert!(bytes.len() <= 104, "{name}: {} bytes", bytes.len());
    let start = Instant::now();
    let outcome = match validate::validate_file(bytes, &Limits::default()) {
        Err(error) => (error.at, error.kind.rule().id),
        Ok(violations) => {
            let error = violations.iter().find(|violation| violation.is_error()).unwrap_or_else(|| panic!("{name} is valid"));
            (error.place.at.unwrap_or_else(|| panic!("{name}: {error} has no place")), error.rule.id)
        }
    };
    assert!(start.elapsed() < AT_ONCE, "{name} took {:?}", start.elapsed());
    outcome
}

/// Returns a file of one block within the module, and the address of the record that `build` wrote first.
fn with_block(block: BlockKind, build: impl Fn(&mut Stream)) -> (Vec<u8>, BitAddress) {
    let mut stream = Stream::new();
    stream.enter(BlockKind::Module.code() as u32, 3);
    if block == BlockKind::Function {
        stream.enter(BlockKind::Types.code() as u32, 4);
        stream.record(UNABBREV_RECORD, 2, &[]);
        stream.record(UNABBREV_RECORD, 7, &[32]);
        stream.record(UNABBREV_RECORD, 21, &[0, 0, 1]);
        stream.end();
        stream.record(UNABBREV_RECORD, 8, &[2, 0, 0, 0]);
    }
    stream.enter(block.code() as u32, 4);
    let first = stream.items().len();
    build(&mut stream);
    stream.end();
    stream.end();
    let bytes = stream.write().unwrap();
    let at = Stream::read(&bytes, &Limits::default()).map(|stream| stream.address(first)).unwrap_or_default();
    (bytes, at)
}

/// A claim: its name, the rule that rejects it, its block, and the records.
type Claim = (&'static str, &'static str, BlockKind, fn(&mut Stream));

const CLAIMS: &[Claim] = &[
    ("types", "count-mismatch", BlockKind::Types, |s| s.record(UNABBREV_RECORD, 1, &[HUGE])),
    ("bits of an integer", "operand-range", BlockKind::Types, |s| s.record(UNABBREV_RECORD, 7, &[HUGE])),
    ("a type far away", "operand-range", BlockKind::Types, |s| s.record(UNABBREV_RECORD, 12, &[4, HUGE - 1])),
    ("globals", "count-mismatch", BlockKind::Globals, |s| s.record(UNABBREV_RECORD, 5, &[HUGE])),
    ("basic blocks", "count-mismatch", BlockKind::Function, |s| {
        s.record(UNABBREV_RECORD, 1, &[HUGE]);
        s.record(UNABBREV_RECORD, 10, &[]);
    }),
    ("cases of a switch", "operand-range", BlockKind::Function, |s| s.record(UNABBREV_RECORD, 12, &[1, 1, 0, HUGE])),
    ("a call of a value far away", "call-target", BlockKind::Function, |s| s.record(UNABBREV_RECORD, 34, &[0, HUGE - 4])),
    ("a declaration far away", "operand-undefined", BlockKind::Function, |s| s.record(UNABBREV_RECORD, 43, &[HUGE - 1, 1])),
    ("a symbol far away", "operand-range", BlockKind::ValueSymtab, |s| s.record(UNABBREV_RECORD, 1, &[HUGE, 97])),
];

#[test]
fn small_files_that_claim_much_are_refused_at_the_claim() {
    for &(name, rule, block, build) in CLAIMS {
        let (bytes, at) = with_block(block, build);
        assert_ne!(at, BitAddress(0), "{name}");
        let (found, id) = refused(name, &bytes);
        assert_eq!(id, rule, "{name}");
        assert_eq!(found, at, "{name}");
    }
}

#[test]
fn a_small_file_cannot_declare_a_value_that_costs_memory() {
    let (bytes, _) = with_block(BlockKind::Function, |s| {
        s.record(UNABBREV_RECORD, 1, &[1]);
        s.record(UNABBREV_RECORD, 43, &[(1 << 29) - 2, 1]);
        s.record(UNABBREV_RECORD, 10, &[]);
    });
    assert_eq!(refused("a value that is never defined", &bytes).1, "entry-point");
    let violations = validate::validate_file(&bytes, &Limits::default()).unwrap();
    assert!(violations.iter().any(|violation| violation.rule.id == "declaration-undefined"), "{violations:?}");
}

/// Writes the header and a module block with ids of 3 bits, up to its first item.
fn open_module() -> BitWriter {
    let mut bits = BitWriter::after(Stream::new().header.bytes().to_vec());
    bits.fixed(1, 2);
    bits.vbr(8, 8);
    bits.vbr(3, 4);
    bits.align32();
    bits.fixed(u64::from(u32::MAX), 32);
    bits
}

#[test]
fn small_files_that_claim_many_operands_are_refused_at_the_claim() {
    let mut bits = open_module();
    bits.fixed(3, 3);
    bits.vbr(1, 6);
    bits.vbr(HUGE, 6);
    let at = bits.address();
    bits.fixed(0, 64);
    assert_eq!(refused("operands", &bits.into_bytes()), (at, "file-truncated"));

    let mut bits = open_module();
    bits.fixed(2, 3);
    bits.vbr(HUGE, 5);
    bits.fixed(0, 64);
    bits.fixed(0, 64);
    // An operand that is neither literal nor of a known encoding; operands beyond the end of the file are never reached.
    assert_eq!(refused("operands of an abbreviation", &bits.into_bytes()).1, "abbreviation-form");

    let mut bits = open_module();
    bits.fixed(2, 3);
    bits.vbr(HUGE, 5);
    (0..8).for_each(|_| bits.fixed(0b1_0000_0001, 9));
    assert_eq!(refused("literals of an abbreviation", &bits.into_bytes()).1, "file-truncated");
}

#[test]
fn small_files_that_claim_many_elements_are_refused_at_the_claim() {
    // 1 array; fixed 8, fixed 0, and the literal 7: the last two occupy no bits.
    for (element, rule) in
        [(Scalar::Fixed(8), "file-truncated"), (Scalar::Fixed(0), "limit-operands"), (Scalar::Literal(7), "limit-operands")]
    {
        let mut stream = Stream::new();
        stream.enter(BlockKind::Module.code() as u32, 3);
        stream.define(Abbreviation::new(&[AbbreviationOperand::Scalar(Scalar::Literal(3)), AbbreviationOperand::Array(element)]));
        stream.end();
        // The aligned end of the block becomes the use of the abbreviation.
        let bytes = stream.write().unwrap();
        let end = Stream::read(&bytes, &Limits::default()).unwrap().address(2).0;
        let mut bits = BitWriter::after(Vec::new());
        for position in 0..end {
            bits.fixed(u64::from(bytes[(position / 8) as usize] >> (position % 8) & 1), 1);
        }
        bits.fixed(u64::from(FIRST_ABBREVIATION), 3);
        bits.vbr(HUGE, 6);
        let at = bits.address();
        bits.fixed(0, 64);
        assert_eq!(refused("elements", &bits.into_bytes()), (at, rule), "{element:?}");
    }
}

#[test]
fn long_abbreviations_of_literals_cannot_be_repeated_without_end() {
    let literals = 20_000;
    let mut stream = Stream::new();
    stream.enter(BlockKind::Module.code() as u32, 3);
    stream.define(Abbreviation::new(&vec![AbbreviationOperand::Scalar(Scalar::Literal(1)); literals]));
    for _ in 0..Limits::default().implicit_operands / literals + 2 {
        stream.record(FIRST_ABBREVIATION, 1, &vec![1; literals - 1]);
    }
    stream.end();
    let bytes = stream.write().unwrap();
    assert!(bytes.len() < 2 * literals, "the records take a few bits each");
    let error = validate::validate_file(&bytes, &Limits::default()).unwrap_err();
    assert_eq!(error.kind.rule().id, "limit-operands");
}

/// A sequence that is the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn damaged_files_are_judged_without_panic(data: &Data) {
    let own: &[_] = &[("manual-0461", 500), ("manual-0775", 500), ("program-00", 300), ("program-01", 300)];
    let (folder, files) =
        data.choose(("../pnacl/seeds", own), ("pnacl/real", &[("bitcast", 1500), ("main", 20), ("puts", 20), ("start", 1500)]));
    let folder = data.path(folder);
    let mut random = Random(1);
    let (mut read, mut valid) = (0, 0);
    for &(name, runs) in files {
        let original = irsmith_testdata::read(&folder.join(format!("{name}.pexe")));
        for _ in 0..runs {
            let mut bytes = original.clone();
            for _ in 0..1 + random.below(4) {
                let at = 16 + random.below(bytes.len() - 16);
                bytes[at] ^= 1 << random.below(8);
            }
            let Ok(stream) = Stream::read(&bytes, &Limits::default()) else { continue };
            let Ok(module) = Module::from_stream(&stream) else { continue };
            read += 1;
            let violations = validate::validate(&module);
            let errors = violations.iter().any(validate::Violation::is_error);
            assert_eq!(validate::is_valid(&module), !errors, "{name}: {violations:?}");
            valid += usize::from(!errors);
        }
    }
    eprintln!("{read} damaged files read, {valid} of them valid");
    assert!(valid > 0 && valid < read, "{valid} of {read}");
}

#[test]
fn any_bytes_behind_a_header_are_judged_without_panic() {
    let mut random = Random(2);
    for _ in 0..3000 {
        let mut bytes = open_module().into_bytes();
        let length = random.below(200);
        bytes.extend((0..length).map(|_| random.below(256) as u8));
        let _ = validate::validate_file(&bytes, &Limits::default());
    }
}
