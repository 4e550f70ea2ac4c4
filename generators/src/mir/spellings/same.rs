//! Other spellings of instructions and blocks.

use std::sync::LazyLock;

/// A text, and how it is printed.
#[derive(Clone, Debug)]
struct Same {
    place: &'static str,
    spelled: String,
    printed: String,
}

static SAME: LazyLock<Vec<Same>> = LazyLock::new(|| include_str!("same.txt").lines().filter_map(same).collect());

fn same(line: &'static str) -> Option<Same> {
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let text = |spelled: &str| spelled.replace('⏎', "\n").replace('⇥', "\t").replace('␍', "\r");
    let (place, texts) = line.split_once(' ').unwrap_or((line, ""));
    let (spelled, printed) = texts.split_once(" => ").unwrap_or_else(|| panic!("not a spelling and a text: {line}"));
    Some(Same { place, spelled: text(spelled), printed: text(printed) })
}

/// A body in two spellings of the same model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Respelled {
    /// The body in the spellings of the data.
    pub spelled: String,
    /// The body as it is printed.
    pub printed: String,
}

/// Returns a body with every spelling of the data, its instructions in an order that `first` rotates.
pub fn respelled(first: usize) -> Respelled {
    let mut lines: Vec<&Same> = SAME.iter().filter(|same| same.place == "line").collect();
    let first = first % lines.len().max(1);
    lines.rotate_left(first);
    let mut both = Respelled { spelled: "bb.1:\n".to_owned(), printed: "bb.1:\n".to_owned() };
    for line in lines {
        both.spelled.extend(["  ", &line.spelled, "\n"]);
        both.printed.extend(["  ", &line.printed, "\n"]);
    }
    for block in SAME.iter().filter(|same| same.place == "block") {
        both.spelled.extend([&block.spelled, "\n"]);
        both.printed.extend(["\n", &block.printed, "\n"]);
    }
    both
}
