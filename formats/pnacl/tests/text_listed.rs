//! Listings in which the reference disassembler prints less than the records contain, or something different.

use irsmith_pnacl::stream::{Abbreviation, AbbreviationOperand, Scalar, UNABBREV_RECORD};
use irsmith_pnacl::tables::BlockKind;
use irsmith_pnacl::{Limits, Stream, text};
use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        what_the_disassembler_accepts_has_statements,
    ],
}

/// Returns the lines of a listing that contain `needle`, each without the blanks of its columns.
fn lines(listing: &str, needle: &str) -> Vec<String> {
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    listing.lines().filter(|line| line.contains(needle)).map(squeezed).collect()
}

/// The disassembler treats a field of no bits as the literal 0, and prints the width twice. Frozen modules of few types have such fields.
#[test]
fn fields_of_no_bits_are_literals() {
    let scalar = AbbreviationOperand::Scalar;
    let definition = |operands: [AbbreviationOperand; 2]| Abbreviation { operands: operands.into_iter().collect() };
    let mut stream = Stream::new();
    stream.enter(BlockKind::Module as u32, 3);
    stream.define(definition([scalar(Scalar::Literal(1)), scalar(Scalar::Fixed(0))]));
    stream.define(definition([scalar(Scalar::Vbr(0)), scalar(Scalar::Vbr(6))]));
    stream.define(definition([scalar(Scalar::Fixed(1)), AbbreviationOperand::Array(Scalar::Fixed(0))]));
    stream.end();
    let bytes = stream.write().unwrap();
    let listing = text::listing(&bytes).unwrap();
    assert_eq!(
        lines(&listing, "abbrev"),
        [
            "24:0| 2: <65533, 2, 1, 1, 0, 1, | %a0 = abbrev <1, 0>;",
            "27:2| 2: <65533, 2, 0, 2, 0, 0, | %a1 = abbrev <0, vbr(6)>;",
            "30:4| 2: <65533, 3, 0, 1, 1, 0, | %a2 = abbrev <fixed(1), array(0)>;",
        ],
        "{listing}"
    );
    for continuation in ["| 0, 0> |", "| 0, 2, 6> |", "| 3, 0, 1, 0, 0> |"] {
        assert!(lines(&listing, "|").contains(&continuation.to_string()), "no {continuation} in\n{listing}");
    }
    // Assembly preserves all of it.
    let assembly = text::assembly(&bytes).unwrap();
    assert_eq!(
        lines(&assembly, "abbrev"),
        ["%a0 = abbrev <1, fixed(0)>;", "%a1 = abbrev <vbr(0), vbr(6)>;", "%a2 = abbrev <fixed(1), array(fixed(0))>;"]
    );
    assert!(text::assemble(&assembly).unwrap() == bytes);
}

#[test]
fn names_of_what_is_not_there_are_results() {
    let mut stream = Stream::new();
    stream.enter(BlockKind::Module as u32, 3);
    stream.enter(BlockKind::ValueSymtab as u32, 3);
    stream.record(UNABBREV_RECORD, 1, &[(1 << 32) + 7, 102]);
    stream.end();
    stream.end();
    let bytes = stream.write().unwrap();
    assert_eq!(lines(&text::listing(&bytes).unwrap(), "\"f\""), ["32:0| 3: <1, 4294967303, 102> | %v7 : \"f\";"]);
    assert!(text::assembly(&bytes).unwrap().contains("record <1, 4294967303, 102>;"));
}

/// Records that the disassembler accepts are printed as statements, whatever the verdicts of the other tools.
fn what_the_disassembler_accepts_has_statements(data: &Data) {
    for folder in ["pnacl/probes", "pnacl/verdicts"] {
        let folder = data.path(folder);
        let table = String::from_utf8(irsmith_testdata::read(&folder.join("verdicts.tsv"))).unwrap();
        let mut accepted = 0;
        for row in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
            let mut columns = row.split('\t');
            let (name, is_accepted) = (columns.next().unwrap(), columns.next() == Some("A"));
            let path = folder.join(format!("{name}.pexe"));
            // The disassembler pads a file that ends within a word.
            let Ok(stream) = Stream::read(&irsmith_testdata::read(&path), &Limits::default()) else { continue };
            if is_accepted {
                accepted += 1;
                let listing = text::listing(&stream.write().unwrap()).unwrap();
                let raw = lines(&listing, "record <");
                assert!(raw.is_empty(), "{name}: {raw:?}");
            }
        }
        assert!(accepted > 150, "{}: {accepted}", folder.display());
    }
}
