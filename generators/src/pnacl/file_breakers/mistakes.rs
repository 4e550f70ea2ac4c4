//! Recorded mistakes in a text: what the assembler must say of each, and where.

use std::sync::LazyLock;

/// A text with a mistake, and its error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The text.
    pub text: String,
    /// The line of the error, from 1.
    pub line: usize,
    /// The column of the error, from 1, in characters.
    pub column: usize,
    /// What the error says that was expected.
    pub expected: &'static str,
    /// What the error says that was found.
    pub found: &'static str,
}

/// A text without mistakes, with a statement of each kind.
const SOUND: &str = include_str!("mistakes.pnaclasm");
/// The mistakes, one per line.
const ROWS: &str = include_str!("mistakes.txt");

/// Every recorded mistake.
pub static MISTAKES: LazyLock<Vec<Mistake>> =
    LazyLock::new(|| ROWS.lines().filter(|row| !row.starts_with('#')).filter_map(mistake).collect());

/// Reads a row; `None` if it has not the parts that it must have.
fn mistake(row: &'static str) -> Option<Mistake> {
    let (change, found) = row.rsplit_once(" | ")?;
    let (change, expected) = change.rsplit_once(" | ")?;
    let (from, to) = change.split_once(" => ")?;
    let (from, to) = (from.replace("\\n", "\n"), to.replace("\\n", "\n"));
    let (before, after) = SOUND.split_once(&from)?;
    let (sound, wrong) = to.split_once('^')?;
    let beginning = [before, sound].concat();
    let last_line = beginning.rsplit('\n').next().unwrap_or_default();
    Some(Mistake {
        line: beginning.matches('\n').count() + 1,
        column: last_line.chars().count() + 1,
        text: [&beginning, wrong, after].concat(),
        expected,
        found,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_change_of_one_place() {
        let rows: Vec<&str> = ROWS.lines().filter(|row| !row.starts_with('#')).collect();
        for row in &rows {
            assert!(mistake(row).is_some(), "{row}");
            let from = row.split_once(" => ").unwrap().0.replace("\\n", "\n");
            assert_eq!(SOUND.matches(&from).count(), 1, "{row}");
        }
        assert!(rows.len() > 150 && MISTAKES.len() == rows.len());
        assert!(irsmith_pnacl::text::assemble(SOUND).is_ok(), "{:?}", irsmith_pnacl::text::assemble(SOUND));
    }

    #[test]
    fn every_mistake_is_refused_as_recorded() {
        let mut wrong = String::new();
        for mistake in &*MISTAKES {
            let expected = format!("{}:{}: expected {}, found {}", mistake.line, mistake.column, mistake.expected, mistake.found);
            let found = irsmith_pnacl::text::assemble(&mistake.text).map_or_else(|error| error.to_string(), |_| "accepted".into());
            if found != expected {
                wrong += &format!("{expected}\n    {found}\n");
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    }
}
