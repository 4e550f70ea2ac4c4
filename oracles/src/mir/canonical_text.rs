//! The canonical form of a text hides what two prints of llc may differ in, and nothing else.
//!
//! The lines of both are written here, without the steps: each row is a difference that the canonical form must hide, or must show.

use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Fault, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::canonical;

/// The oracle.
pub const CANONICAL_TEXT: Oracle = Oracle {
    name: "mir-canonical-text",
    family: Family::Metamorphic,
    about: "the canonical form of a text does not show the differences between two prints of llc, wherever they stand, and shows all others",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x6361_6e6f_6e69_6361;
/// Hidden differences that a case gets.
const DIFFERENCES: usize = 6;

/// Lines of two texts.
struct Row {
    about: &'static str,
    one: &'static str,
    other: &'static str,
}

const fn row(about: &'static str, one: &'static str, other: &'static str) -> Row {
    Row { about, one, other }
}

/// What the canonical form does not show.
const HIDDEN: &[Row] = &[
    row("the name of the module", "  ; ModuleID = 'a.ll'\n", "  ; ModuleID = '<stdin>'\n"),
    row("the name of the source", "  source_filename = \"a.c\"\n", ""),
    row(
        "features of the target",
        "  attributes #0 = { \"target-features\"=\"+sse,-avx\" \"x\"=\"1\" }\n",
        "  attributes #0 = { \"target-features\"=\"\" \"x\"=\"1\" }\n",
    ),
    row(
        "features of the target, twice in a line",
        "  \"target-features\"=\"+a\" \"target-features\"=\"+b\"\n",
        "  \"target-features\"=\"\" \"target-features\"=\"+c,+d\"\n",
    ),
    row("an address", "    <0x55d0fa> = !{}\n", "    <0x7F0011223344> = !{}\n"),
    row("two addresses in a line", "    !{<0x1>, <0xab>}\n", "    !{<0x99>, <0x0>}\n"),
    row(
        "where a mapping with an address is folded",
        "  - { id: 0, name: '<0x1>', size: 8,\n      alignment: 4 }\n",
        "  - { id: 0, name: '<0xabcdef>',\n      size: 8, alignment: 4 }\n",
    ),
    row(
        "the order of nodes",
        "machineMetadataNodes:\n  - '!1 = !{}'\n  - '!0 = !{!1}'\nbody: x\n",
        "machineMetadataNodes:\n  - '!0 = !{!1}'\n  - '!1 = !{}'\nbody: x\n",
    ),
];

/// What it shows.
const SHOWN: &[Row] = &[
    row("a comment", "  ; ModuleIDs = 'a'\n", "  ; ModuleIDs = 'b'\n"),
    row("a name further in", "    source_filename = \"a\"\n", "    source_filename = \"b\"\n"),
    row("another attribute", "  \"target-cpu\"=\"a\"\n", "  \"target-cpu\"=\"b\"\n"),
    row("what follows the features", "  \"target-features\"=\"+a\" \"x\"=\"1\"\n", "  \"target-features\"=\"+a\" \"x\"=\"2\"\n"),
    row("a number", "    lanemask(0x10)\n", "    lanemask(0x11)\n"),
    row("what follows an address", "    <0x12> = !{}\n", "    <0x12> = !{!1}\n"),
    row("a value beside an address", "  - { id: 0, name: '<0x1>', size: 8 }\n", "  - { id: 0, name: '<0x1>', size: 4 }\n"),
    row("where a mapping without an address is folded", "  - { id: 0,\n      size: 8 }\n", "  - { id: 0, size: 8 }\n"),
    row("a node", "machineMetadataNodes:\n  - '!0 = !{}'\nbody: x\n", "machineMetadataNodes:\n  - '!0 = !{!0}'\nbody: x\n"),
    row("the order of another list", "registers:\n  - b\n  - a\n", "registers:\n  - a\n  - b\n"),
];

fn check(case: &Case) -> Outcome {
    let text = case.file().map_err(|_| UNREADABLE)?.write();
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    Ok(judge(&text, &mut Choices::new(&mut draws), canonical::text)?)
}

fn judge(text: &str, choices: &mut Choices<'_, '_>, canonical: fn(&str) -> String) -> Result<(), Fault> {
    // Between documents, where no list and no mapping is interrupted, and at the end.
    let starts: Vec<usize> = text.match_indices("\n---").map(|(at, _)| at + 1).collect();
    let (head, tail) = text.split_at(choices.pick(&starts).copied().unwrap_or(0));
    // One at most: it hides whether others are shown.
    let shown = choices.pick(SHOWN).filter(|_| choices.chance(128));
    let rows: Vec<&Row> = (0..DIFFERENCES).map(|_| &HIDDEN[choices.below(HIDDEN.len())]).chain(shown).collect();
    let (between, behind) = rows.split_at(choices.below(rows.len()));
    let with = |lines: fn(&Row) -> &'static str| {
        let [between, behind] = [between, behind].map(|rows| rows.iter().map(|row| lines(row)).collect::<String>());
        [head, &between, tail, &behind].concat()
    };
    let texts = [with(|row| row.one), with(|row| row.other)];
    let [one, other] = texts.each_ref().map(|text| canonical(text));
    match (one == other, shown) {
        (true, None) | (false, Some(_)) => Ok(()),
        (true, Some(row)) => Err(Fault::new("hidden", row.about, texts[1].clone())),
        (false, None) => {
            let [one, other] = [one.lines(), other.lines()];
            let differs =
                one.zip(other).find(|(one, other)| one != other).map_or_else(String::new, |(one, other)| format!("{one}\n{other}"));
            Err(Fault::new("shown", "a permitted difference", differs))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_judged_and_a_wrong_step_is_found() {
        for (rows, is_hidden) in [(HIDDEN, true), (SHOWN, false)] {
            for row in rows {
                let [one, other] = [row.one, row.other].map(canonical::text);
                assert_eq!(one == other, is_hidden, "{}", row.about);
            }
        }
        let found = |canonical: fn(&str) -> String| {
            let judged = (0..64u64).map(|seed| {
                let bytes = irsmith_generators::bytes_of_seed(seed);
                judge("---\nname: f\n...\n---\nname: g\n...\n", &mut Choices::new(&mut Unstructured::new(&bytes)), canonical)
            });
            judged.filter_map(Result::err).map(|fault| fault.property).collect::<std::collections::BTreeSet<_>>()
        };
        assert!(found(canonical::text).is_empty());
        assert_eq!(found(str::to_owned), ["shown"].into());
        assert_eq!(found(|_| String::new()), ["hidden"].into());
        assert!(found(|text| canonical::text(text).replace('1', "2")).contains("hidden"));
    }
}
