//! Recorded mistakes in a text: what an assembler must say of each, and where.

/// A text with a mistake, and its error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMistake {
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

impl RecordedMistake {
    /// Returns the error as it is printed.
    pub fn error(&self) -> String {
        let Self { line, column, expected, found, .. } = self;
        format!("{line}:{column}: expected {expected}, found {found}")
    }
}

/// Returns the mistakes of some rows in a text without mistakes. A row is `text => other text | expected | found`: the text stands once in
/// the sound one, `\n` is a line end, and `^` the place of the error. Rows that begin with `#` are comments; one that lacks a part is left
/// out.
pub(crate) fn recorded(sound: &str, rows: &'static str) -> Vec<RecordedMistake> {
    self::rows(rows).filter_map(|row| mistake(sound, row)).collect()
}

/// Returns the rows that are not comments.
fn rows(rows: &'static str) -> impl Iterator<Item = &'static str> {
    rows.lines().filter(|row| !row.starts_with('#'))
}

/// Reads a row; `None` if it has not the parts that it must have.
fn mistake(sound: &str, row: &'static str) -> Option<RecordedMistake> {
    let (change, found) = row.rsplit_once(" | ")?;
    let (change, expected) = change.rsplit_once(" | ")?;
    let (from, to) = change.split_once(" => ")?;
    let (from, to) = (from.replace("\\n", "\n"), to.replace("\\n", "\n"));
    let (before, after) = sound.split_once(&from)?;
    let (kept, wrong) = to.split_once('^')?;
    let beginning = [before, kept].concat();
    let last_line = beginning.rsplit('\n').next().unwrap_or_default();
    Some(RecordedMistake {
        line: beginning.matches('\n').count() + 1,
        column: last_line.chars().count() + 1,
        text: [&beginning, wrong, after].concat(),
        expected,
        found,
    })
}

/// Checks that every row is a change of one place, and that `assemble`, which returns its error as text, says of each what is recorded.
#[cfg(test)]
pub(crate) fn check(sound: &str, rows: &'static str, least: usize, assemble: impl Fn(&str) -> Result<(), String>) {
    assert_eq!(assemble(sound), Ok(()));
    let mut count = 0;
    let mut wrong = String::new();
    for row in self::rows(rows) {
        let from = row.split_once(" => ").expect(row).0.replace("\\n", "\n");
        assert_eq!(sound.matches(&from).count(), 1, "{row}");
        let mistake = mistake(sound, row).expect(row);
        let expected = mistake.error();
        let found = assemble(&mistake.text).err().unwrap_or_else(|| "accepted".into());
        if found != expected {
            wrong += &format!("{row}\n    {expected}\n    {found}\n");
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= least, "{count} rows");
}
