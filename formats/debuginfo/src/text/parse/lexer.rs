//! Splits text into tokens.

/// A token and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// Byte offset in the text.
    pub(super) at: usize,
    /// Whether only blanks precede it on its line.
    pub(super) first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// `%` and a name or a number, without the `%`.
    Id(&'t str),
    /// `!` and a number, without the `!`.
    Immediate(&'t str),
    /// The text between quotes, with its backslashes.
    String(&'t str),
    /// A string without an end.
    OpenString,
    Equals,
    /// Anything else up to a blank: names, numbers, masks.
    Word(&'t str),
    End,
}

impl Kind<'_> {
    /// Returns whether it is the name of an instruction: `Op` and a capital letter, as in the tools.
    pub(super) fn is_instruction(self) -> bool {
        matches!(self, Self::Word(word) if word.strip_prefix("Op").is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase())))
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    first: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, first: true }
    }

    pub(super) fn next(&mut self) -> Token<'t> {
        self.skip_blanks();
        let (at, first) = (self.at, self.first);
        self.first = false;
        let rest = &self.text[at..];
        let kind = match rest.as_bytes().first() {
            None => Kind::End,
            Some(b'%') => Kind::Id(self.word(1)),
            Some(b'!') => Kind::Immediate(self.word(1)),
            Some(b'=') => {
                self.at += 1;
                Kind::Equals
            }
            Some(b'"') => self.string(),
            Some(_) => Kind::Word(self.word(0)),
        };
        Token { kind, at, first }
    }

    /// Returns whether the next token is `=`.
    pub(super) fn before_equals(mut self) -> bool {
        self.skip_blanks();
        self.text[self.at..].starts_with('=')
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' => self.first = true,
                b';' => {
                    let comment = &bytes[self.at..];
                    self.at += comment.iter().position(|&byte| byte == b'\n').unwrap_or(comment.len());
                    continue;
                }
                byte if byte.is_ascii_whitespace() => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Returns the text up to the next delimiter, without its first `prefix` bytes.
    fn word(&mut self, prefix: usize) -> &'t str {
        let rest = &self.text[self.at + prefix..];
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b';' | b'"' | b'=');
        let len = rest.as_bytes().iter().position(ends).unwrap_or(rest.len());
        self.at += prefix + len;
        &rest[..len]
    }

    fn string(&mut self) -> Kind<'t> {
        let rest = &self.text[self.at + 1..];
        let mut escaped = false;
        let end = rest.bytes().position(|byte| {
            let ends = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        self.at += 1 + end.map_or(rest.len(), |end| end + 1);
        end.map_or(Kind::OpenString, |end| Kind::String(&rest[..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind<'_>, bool)> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| Some(lexer.next()).filter(|token| token.kind != Kind::End)).map(|token| (token.kind, token.first)).collect()
    }

    #[test]
    fn tokens_end_at_delimiters() {
        assert_eq!(
            kinds("%a=OpFoo A|B;comment\n!1 \"x\\\\\\\"\n\" !2\"open"),
            [
                (Kind::Id("a"), true),
                (Kind::Equals, false),
                (Kind::Word("OpFoo"), false),
                (Kind::Word("A|B"), false),
                (Kind::Immediate("1"), true),
                (Kind::String("x\\\\\\\"\n"), false),
                // After a string that ends on this line.
                (Kind::Immediate("2"), false),
                (Kind::OpenString, false),
            ]
        );
        assert!(Kind::Word("OpNop").is_instruction() && !Kind::Word("Opaque").is_instruction());
    }
}
