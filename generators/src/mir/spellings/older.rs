//! Spellings of older releases.

use std::sync::LazyLock;

use crate::Choices;
use crate::spelling::{self, Composed, Mistake, Refused};

static OLDER: LazyLock<Vec<Refused>> = LazyLock::new(|| spelling::refused(include_str!("older.txt")));

/// A function with the present spelling of each, and with the largest number that is none of an older release.
const PRESENT: &str = "---\nname:            f\nframeInfo:\n  offsetAdjustment: 2147483647\nbody:             |\n  \
                       bb.0 (machine-block-address-taken):\n    $noreg = A $noreg :: (load (s32) from `ptr null`)\n...\n";

/// Returns a file with every spelling of the data, its instructions in an order that `choices` rotates, and the places of the spellings.
/// The file is read; each spelling is to be told as its entry says.
pub fn older_spelled(choices: &mut Choices<'_, '_>) -> (String, Vec<Mistake>) {
    let of = |place: &'static str| OLDER.iter().filter(move |entry| entry.place == place);
    let mut lines: Vec<&'static Refused> = of("line").collect();
    let first = choices.below(lines.len());
    lines.rotate_left(first);
    let mut out = Composed::new();
    out.push(PRESENT);
    for entry in of("key") {
        out.push("---\nname:            f\n");
        out.refused(entry, "");
        out.push("\n...\n");
    }
    out.push("---\nname:            f\nbody:             |\n  bb.0:\n");
    for (number, entry) in lines.into_iter().enumerate() {
        if choices.chance(64) {
            out.push(&format!("  bb.{}:\n", number + 1));
        }
        out.push("    ");
        out.refused(entry, "    ");
        out.push("\n");
    }
    out.push("...\n");
    for entry in of("label") {
        out.push("---\nname:            f\nbody:             |\n  ");
        out.refused(entry, "  ");
        out.push("\n    A\n...\n");
    }
    (out.text, out.mistakes)
}
