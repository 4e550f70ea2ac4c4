//! Spellings of older releases.

use std::sync::LazyLock;

use super::{entries, push_keys, push_line, rotated_lines};
use crate::Choices;
use crate::spelling::{self, Composed, Mistake, Refused};

static OLDER: LazyLock<Vec<Refused>> = LazyLock::new(|| spelling::refused(include_str!("older.txt")));

/// A function with the present spelling of each, and with the largest number that is none of an older release.
const PRESENT: &str = "---\nname:            f\nframeInfo:\n  offsetAdjustment: 2147483647\nbody:             |\n  \
                       bb.0 (machine-block-address-taken):\n    $noreg = A $noreg :: (load (s32) from `ptr null`)\n...\n";

/// Returns a file with every spelling of the data, its instructions in an order that `choices` rotates, and the places of the spellings.
/// The file is read; each spelling is to be reported as its entry says.
pub fn older_spelled(choices: &mut Choices<'_, '_>) -> (String, Vec<Mistake>) {
    let lines = rotated_lines(&OLDER, choices);
    let mut out = Composed::new();
    out.push(PRESENT);
    push_keys(&OLDER, &mut out);
    out.push("---\nname:            f\nbody:             |\n  bb.0:\n");
    for (number, entry) in (1..).zip(lines) {
        if choices.chance(64) {
            out.push(&format!("  bb.{number}:\n"));
        }
        push_line(entry, &mut out);
    }
    out.push("...\n");
    for entry in entries(&OLDER, "label") {
        out.push("---\nname:            f\nbody:             |\n  ");
        out.refused(entry, "  ");
        out.push("\n    A\n...\n");
    }
    (out.text, out.mistakes)
}
