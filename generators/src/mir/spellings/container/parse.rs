//! Parses the keys of a function in our writer's style.

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    /// None.
    Empty,
    /// A value of one line.
    Scalar(String),
    /// A mapping.
    Map(Vec<(String, Self)>),
    /// A sequence.
    List(Vec<Self>),
    /// The lines of a body.
    Body(Vec<String>),
    /// The lines of a value that is kept as it is written, from after the colon of its key.
    Kept(Vec<String>),
}

/// Parses the keys of a function; `None` if something is not in the style.
pub(super) fn mapping(text: &str) -> Option<Vec<(String, Tree)>> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut parser = Parser { lines, at: 0 };
    let entries = parser.entries(0)?;
    (parser.at == parser.lines.len()).then_some(entries)
}

struct Parser {
    lines: Vec<String>,
    at: usize,
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Splits a line into a key without quotes and the rest.
fn key(line: &str) -> Option<(&str, &str)> {
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')?;
    let rest = line[end..].strip_prefix(':')?;
    (end > 0 && (rest.is_empty() || rest.starts_with(' '))).then(|| (&line[..end], rest.trim()))
}

impl Parser {
    fn entries(&mut self, column: usize) -> Option<Vec<(String, Tree)>> {
        let mut entries = Vec::new();
        while let Some(line) = self.lines.get(self.at) {
            if indentation(line) < column {
                break;
            }
            if indentation(line) > column {
                return None;
            }
            let (name, rest) = key(&line[column..])?;
            let (name, rest) = (name.to_owned(), rest.to_owned());
            self.at += 1;
            let value = if column == 0 && super::is_kept(&name) { self.kept(rest) } else { self.value(&rest, column)? };
            entries.push((name, value));
        }
        Some(entries)
    }

    /// Takes the lines of a value, which are indented or empty.
    fn deeper(&mut self, column: usize) -> Vec<String> {
        let is_inside = |line: &String| line.trim().is_empty() || indentation(line) > column;
        let count = self.lines[self.at..].iter().take_while(|line| is_inside(line)).count();
        self.at += count;
        self.lines[self.at - count..self.at].to_vec()
    }

    fn kept(&mut self, rest: String) -> Tree {
        let mut lines = vec![rest];
        lines.extend(self.deeper(0));
        Tree::Kept(lines)
    }

    fn value(&mut self, rest: &str, column: usize) -> Option<Tree> {
        match rest.chars().next() {
            None => {
                let next = self.lines.get(self.at).filter(|line| indentation(line) > column && !line.trim().is_empty());
                let Some(next) = next else { return Some(Tree::Empty) };
                let inner = indentation(next);
                if next[inner..].starts_with("- ") { self.list(inner) } else { self.entries(inner).map(Tree::Map) }
            }
            Some('|') if rest == "|" => Some(Tree::Body(self.deeper(column))),
            Some('|') => None,
            Some('[' | '{') => {
                let mut text = rest.to_owned();
                loop {
                    let mut flow = Flow { text: &text, at: 0 };
                    if let Some(tree) = flow.value() {
                        return flow.text[flow.at..].trim().is_empty().then_some(tree);
                    }
                    // The value continues on the next line.
                    let next = self.lines.get(self.at).filter(|line| indentation(line) > column)?;
                    text = format!("{text} {}", next.trim());
                    self.at += 1;
                }
            }
            Some(_) => {
                let mut flow = Flow { text: rest, at: 0 };
                if rest.starts_with(['\'', '"']) {
                    let scalar = flow.quoted()?;
                    return flow.text[flow.at..].is_empty().then_some(Tree::Scalar(scalar));
                }
                Some(Tree::Scalar(rest.to_owned()))
            }
        }
    }

    fn list(&mut self, column: usize) -> Option<Tree> {
        let mut items = Vec::new();
        while let Some(line) = self.lines.get(self.at).filter(|line| indentation(line) == column) {
            let rest = line[column..].strip_prefix("- ")?.trim_start().to_owned();
            if key(&rest).is_some() {
                // A mapping whose first key stands behind the dash.
                self.lines[self.at] = format!("{}{rest}", " ".repeat(column + 2));
                items.push(Tree::Map(self.entries(column + 2)?));
            } else {
                self.at += 1;
                items.push(self.value(&rest, column)?);
            }
        }
        Some(Tree::List(items))
    }
}

/// A value in brackets or braces.
struct Flow<'t> {
    text: &'t str,
    at: usize,
}

impl Flow<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self) {
        self.at += self.text[self.at..].len() - self.text[self.at..].trim_start().len();
    }

    fn value(&mut self) -> Option<Tree> {
        self.skip();
        match self.peek()? {
            '[' => {
                self.at += 1;
                let mut items = Vec::new();
                while !self.closes(']')? {
                    items.push(self.value()?);
                    self.comma()?;
                }
                Some(Tree::List(items))
            }
            '{' => {
                self.at += 1;
                let mut entries = Vec::new();
                while !self.closes('}')? {
                    let end = self.at + self.text[self.at..].find(':')?;
                    let name = self.text[self.at..end].to_owned();
                    if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
                        return None;
                    }
                    self.at = end + 1;
                    entries.push((name, self.value()?));
                    self.comma()?;
                }
                Some(Tree::Map(entries))
            }
            '\'' | '"' => self.quoted().map(Tree::Scalar),
            // The sequence with dashes that LLVM writes in braces has no other spelling.
            '-' if self.text[self.at..].starts_with("- ") => None,
            _ => {
                let end = self.at + self.text[self.at..].find([',', ']', '}'])?;
                let scalar = self.text[self.at..end].trim().to_owned();
                self.at = end;
                Some(if scalar.is_empty() { Tree::Empty } else { Tree::Scalar(scalar) })
            }
        }
    }

    fn closes(&mut self, bracket: char) -> Option<bool> {
        self.skip();
        let closes = self.peek()? == bracket;
        self.at += usize::from(closes);
        Some(closes)
    }

    /// Skips a comma; a bracket may follow instead.
    fn comma(&mut self) -> Option<()> {
        self.skip();
        match self.peek()? {
            ',' => {
                self.at += 1;
                Some(())
            }
            ']' | '}' => Some(()),
            _ => None,
        }
    }

    fn quoted(&mut self) -> Option<String> {
        let (scalar, length) = unquoted(&self.text[self.at..])?;
        self.at += length;
        Some(scalar)
    }
}

/// Returns the text between the quotes at the beginning of a text, and the bytes that it takes with them; `None` if there is no such text.
pub(super) fn unquoted(text: &str) -> Option<(String, usize)> {
    let quote = text.chars().next().filter(|quote| ['\'', '"'].contains(quote))?;
    let mut out = String::new();
    let mut at = 1;
    loop {
        let character = text[at..].chars().next()?;
        at += character.len_utf8();
        match character {
            '\'' if quote == '\'' && text[at..].starts_with('\'') => {
                at += 1;
                out.push('\'');
            }
            end if end == quote => return Some((out, at)),
            '\\' if quote == '"' => {
                let letter = text[at..].chars().next()?;
                at += letter.len_utf8();
                let digits = match letter {
                    'x' => 2,
                    'u' => 4,
                    'U' => 8,
                    _ => 0,
                };
                let named = ESCAPES.iter().find(|(name, _)| *name == letter).map(|(_, meaning)| *meaning);
                let numbered = || char::from_u32(u32::from_str_radix(text.get(at..at + digits)?, 16).ok()?);
                out.push(if digits > 0 { numbered()? } else { named? });
                at += digits;
            }
            other => out.push(other),
        }
    }
}

/// The escapes of one letter (YAML 1.2, section 5.7).
pub(super) const ESCAPES: [(char, char); 17] = [
    ('0', '\0'),
    ('a', '\u{7}'),
    ('b', '\u{8}'),
    ('t', '\u{9}'),
    ('n', '\u{a}'),
    ('v', '\u{b}'),
    ('f', '\u{c}'),
    ('r', '\u{d}'),
    ('e', '\u{1b}'),
    (' ', ' '),
    ('"', '"'),
    ('/', '/'),
    ('\\', '\\'),
    ('N', '\u{85}'),
    ('_', '\u{a0}'),
    ('L', '\u{2028}'),
    ('P', '\u{2029}'),
];
