//! Texts that are not read, as data: where each error stands, its kind and its message; and a text that is put together from such pieces.

/// A mistake in a text, as a reader must report it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
    /// The entry of the data.
    pub entry: &'static Refused,
}

/// An entry of the data: a text with one mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The kind of the error.
    pub kind: &'static str,
    /// The place of the text in a file.
    pub place: &'static str,
    /// The text before the mistake.
    pub before: String,
    /// The text from the mistake on.
    pub behind: String,
    /// The message of the error.
    pub message: &'static str,
}

/// The mark of the mistake in data.
const MARK: char = '^';

/// Returns the text that data spells: `⏎` is a line feed, `⇥` a tab.
fn text(spelled: &str) -> String {
    spelled.replace('⏎', "\n").replace('⇥', "\t")
}

/// Reads data: lines `KIND PLACE TEXT`, each followed by the message, indented by two blanks. Lines that begin with `#` are comments.
///
/// # Panics
/// With the number of the line, if it has no place or no mark.
pub(crate) fn refused(data: &'static str) -> Vec<Refused> {
    let mut entries: Vec<Refused> = Vec::new();
    for (number, line) in (1..).zip(data.lines()) {
        if let Some(message) = line.strip_prefix("  ") {
            if let Some(entry) = entries.last_mut() {
                entry.message = message;
            }
        } else if !line.is_empty() && !line.starts_with('#') {
            let mut words = line.splitn(3, ' ');
            let entry = (|| {
                let (kind, place, spelled) = (words.next()?, words.next()?, words.next()?);
                let (before, behind) = spelled.split_once(MARK)?;
                Some(Refused { kind, place, before: text(before), behind: text(behind), message: "" })
            })();
            entries.push(entry.unwrap_or_else(|| panic!("line {number}: not a kind, a place and a text with a mark: {line}")));
        }
    }
    entries
}

/// A text that is being put together, with the mistakes so far.
#[derive(Debug)]
pub(crate) struct Composed {
    pub(crate) text: String,
    pub(crate) mistakes: Vec<Mistake>,
    /// Line feeds so far.
    feeds: u32,
}

impl Composed {
    pub(crate) fn new() -> Self {
        Self { text: String::new(), mistakes: Vec::new(), feeds: 0 }
    }

    /// Appends text without mistakes.
    pub(crate) fn push(&mut self, text: &str) {
        self.feeds += text.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.text.push_str(text);
    }

    /// Appends the text of an entry; `indentation` begins each of its lines after the first.
    pub(crate) fn refused(&mut self, entry: &'static Refused, indentation: &str) {
        let indented = |text: &str| text.replace('\n', &format!("\n{indentation}"));
        self.push(&indented(&entry.before));
        let start = self.text.rfind('\n').map_or(0, |feed| feed + 1);
        let column = self.text[start..].chars().count() as u32 + 1;
        self.mistakes.push(Mistake { line: self.feeds + 1, column, entry });
        self.push(&indented(&entry.behind));
    }
}
