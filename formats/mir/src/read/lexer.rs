//! Splits text into tokens. A token borrows its text and does not allocate.
//!
//! Comments count as blanks everywhere; llc reads `/* */` only before a token.

use super::bytes::{BLANK, DIGIT, IN_LINE, REGISTER, STARTS, Start, WORD, end_of, is_of};
use super::token::{Bad, Kind, Spelled, Token, Value};

/// The position at which the next token is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    /// The file up to the end of the body.
    text: &'t str,
    /// The current position.
    at: usize,
    /// The position of the first token of the line.
    first: usize,
}

impl<'t> Lexer<'t> {
    /// Reads a part of a text, from the start of a line.
    pub(super) fn new(text: &'t str, part: std::ops::Range<usize>) -> Self {
        let mut lexer = Self { text: &text[..part.end], at: part.start, first: part.start };
        lexer.begin_line();
        lexer
    }

    /// Reads the next token into another one. Each kind is written directly: a copy of a value that was just written in parts stalls until
    /// all parts are written.
    pub(super) fn advance(&mut self, token: &mut Token<'t>) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let (byte, start) = loop {
            let Some(byte) = bytes.get(at) else { return self.end(token) };
            match STARTS[usize::from(*byte)] {
                Start::Blank => at += 1,
                start => break (*byte, start),
            }
        };
        token.at = at;
        let next = at + 1;
        match start {
            Start::Word => {
                let end = end_of(WORD, bytes, next);
                self.at = end;
                token.kind = Kind::Word(&self.text[at..end]);
            }
            Start::Punctuation => {
                self.at = next;
                token.kind = Kind::Punctuation(byte);
            }
            Start::Dollar if bytes.get(next).is_some_and(|byte| is_of(REGISTER, *byte)) => {
                let end = end_of(REGISTER, bytes, next);
                self.at = end;
                token.kind = Kind::Physical(&self.text[next..end]);
            }
            Start::Percent if bytes.get(next).is_some_and(u8::is_ascii_digit) => {
                self.at = next;
                match self.digits() {
                    Some(number) => token.kind = Kind::Virtual(number),
                    None => token.kind = Kind::Bad(Bad::Number),
                }
            }
            Start::Digit => {
                let end = end_of(DIGIT, bytes, next);
                if let Some(b'.' | b'x' | b'X') = bytes.get(end) {
                    return self.rare(at, token);
                }
                self.at = end;
                token.kind = Kind::Integer(&self.text[at..end]);
            }
            Start::Colon => {
                let is_double = bytes.get(next) == Some(&b':');
                self.at = next + usize::from(is_double);
                token.kind = if is_double { Kind::DoubleColon } else { Kind::Punctuation(byte) };
            }
            Start::LineEnd => {
                self.at = next;
                self.begin_line();
                token.kind = Kind::Newline;
            }
            _ => self.rare(at, token),
        }
    }

    #[cold]
    fn end(&mut self, token: &mut Token<'t>) {
        self.at = self.text.len();
        *token = Token { kind: Kind::End, at: self.at };
    }

    /// Reads a rare token, or skips a comment up to the next token.
    #[inline(never)]
    fn rare(&mut self, at: usize, token: &mut Token<'t>) {
        self.at = at;
        if matches!(self.peek(0), b';' | b'/') && self.skip_comment() {
            // Skips all following comments too, so that at most two calls nest.
            self.skip_blanks();
            return self.advance(token);
        }
        token.kind = self.rare_kind();
    }

    /// Returns the byte at this distance; 0 beyond the end, which no rule accepts.
    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Consumes this many bytes and returns them.
    fn take(&mut self, len: usize) -> &'t str {
        let taken = &self.text[self.at..self.at + len];
        self.at += len;
        taken
    }

    /// Consumes the bytes of a class and returns them.
    fn run(&mut self, class: u8) -> &'t str {
        let start = self.at;
        self.at = end_of(class, self.text.as_bytes(), start);
        &self.text[start..self.at]
    }

    /// Skips blanks and comments.
    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            self.at = end_of(BLANK, bytes, self.at);
            if !matches!(self.peek(0), b';' | b'/') || !self.skip_comment() {
                return;
            }
        }
    }

    /// Skips a comment; returns whether a comment with an end is here.
    #[cold]
    fn skip_comment(&mut self) -> bool {
        if self.peek(0) == b';' {
            self.run(IN_LINE);
            return true;
        }
        let Some(comment) = self.rest().strip_prefix('/').filter(|comment| comment.starts_with('*')) else { return false };
        // llc accepts the star of the opening as the star of the closing too.
        let Some(len) = comment.find("*/") else { return false };
        self.at += len + 3;
        true
    }

    /// Moves to the first token of a line.
    fn begin_line(&mut self) {
        self.skip_blanks();
        self.first = self.at;
    }

    fn rare_kind(&mut self) -> Kind<'t> {
        match self.peek(0) {
            b'b' if self.rest().starts_with("bb.") => self.label(),
            b'b' => Kind::Word(self.run(WORD)),
            b'%' => self.percent(),
            b'0'..=b'9' => self.number(),
            b'-' if self.peek(1).is_ascii_digit() => self.number(),
            b'-' => self.punctuation(),
            b'@' => self.value(1).map_or_else(Kind::Bad, Kind::Global),
            b'&' => self.name(1).map_or_else(Kind::Bad, Kind::External),
            b'!' if self.peek(1).is_ascii_digit() => self.punctuation(),
            b'!' => self.metadata(),
            b'"' => self.quoted(b'"').map_or(Kind::Bad(Bad::String), Kind::Text),
            b'`' => self.quoted(b'`').map_or(Kind::Bad(Bad::Constant), Kind::IrConstant),
            b'<' if self.rest().starts_with("<mcsymbol ") => self.symbol(),
            b'<' if self.rest().starts_with("<regmask") => self.bad(Bad::RegisterMask),
            b'<' => self.punctuation(),
            b'/' if self.peek(1) == b'*' => {
                // Nothing remains after a comment without an end.
                self.at = self.text.len();
                Kind::Bad(Bad::Comment)
            }
            _ => self.bad(Bad::Character),
        }
    }

    fn punctuation(&mut self) -> Kind<'t> {
        let byte = self.peek(0);
        self.at += 1;
        Kind::Punctuation(byte)
    }

    /// Skips a character that begins no token.
    fn bad(&mut self, bad: Bad) -> Kind<'t> {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        Kind::Bad(bad)
    }

    /// Reads the label of a block, from `bb.` on.
    fn label(&mut self) -> Kind<'t> {
        let first = self.at == self.first;
        let label = &self.run(WORD)["bb.".len()..];
        let digits = label.bytes().take_while(u8::is_ascii_digit).count();
        match (label[..digits].parse(), label[digits..].strip_prefix('.')) {
            (Ok(number), Some(name)) => Kind::Label { number, name, first },
            (Ok(number), None) if label.len() == digits => Kind::Label { number, name: "", first },
            (Err(_), _) if digits > 0 => Kind::Bad(Bad::Number),
            _ => Kind::Bad(Bad::BlockNumber),
        }
    }

    /// Reads a token that begins with a percent sign and is not a virtual register.
    fn percent(&mut self) -> Kind<'t> {
        self.at += 1;
        let word = self.run(REGISTER);
        if self.peek(0) == b'.' {
            match word {
                "ir" => return self.value(1).map_or_else(Kind::Bad, Kind::IrValue),
                "ir-block" => return self.value(1).map_or_else(Kind::Bad, Kind::IrBlock),
                "subreg" => return self.name(1).map_or_else(Kind::Bad, Kind::SubregisterIndex),
                "bb" if !self.peek(1).is_ascii_digit() => return Kind::Bad(Bad::BlockNumber),
                "bb" | "stack" | "fixed-stack" | "const" | "jump-table" if self.peek(1).is_ascii_digit() => {
                    self.at += 1;
                    return self.index(word);
                }
                _ => {}
            }
        }
        if word.is_empty() { Kind::Bad(Bad::Character) } else { Kind::Named(word) }
    }

    /// Reads the number after `%bb.` and the like, and the name after that number.
    fn index(&mut self, word: &str) -> Kind<'t> {
        let Some(number) = self.digits() else { return Kind::Bad(Bad::Number) };
        match word {
            "bb" => Kind::Block { number, name: self.suffix() },
            "stack" => Kind::Stack { number, name: self.suffix() },
            "fixed-stack" => Kind::FixedStack(number),
            "const" => Kind::PoolConstant(number),
            _ => Kind::JumpTable(number),
        }
    }

    /// Reads `.name`, or nothing.
    fn suffix(&mut self) -> &'t str {
        if self.peek(0) != b'.' {
            return "";
        }
        self.at += 1;
        self.run(WORD)
    }

    /// Reads digits as a number of 32 bits.
    fn digits(&mut self) -> Option<u32> {
        let bytes = self.text.as_bytes();
        let mut number = 0_u64;
        while let Some(digit @ b'0'..=b'9') = bytes.get(self.at) {
            // A number that is too large is clamped, so that it stays too large without overflowing.
            number = number.min(1 << 32) * 10 + u64::from(digit - b'0');
            self.at += 1;
        }
        u32::try_from(number).ok()
    }

    /// Reads a number or a name, after this many bytes.
    fn value(&mut self, prefix: usize) -> Result<Value<'t>, Bad> {
        if self.peek(prefix).is_ascii_digit() {
            self.at += prefix;
            return self.digits().map(Value::Number).ok_or(Bad::Number);
        }
        self.name(prefix).map(Value::Name)
    }

    /// Reads a name with or without quotes, after this many bytes.
    fn name(&mut self, prefix: usize) -> Result<Spelled<'t>, Bad> {
        self.at += prefix;
        if self.peek(0) == b'"' {
            let start = self.at;
            self.quoted(b'"').ok_or(Bad::String)?;
            return Ok(Spelled(&self.text[start..self.at]));
        }
        let text = self.run(WORD);
        if text.is_empty() { Err(Bad::Name) } else { Ok(Spelled(text)) }
    }

    /// Reads the text between two quotes on one line, as spelled.
    fn quoted(&mut self, quote: u8) -> Option<&'t str> {
        self.at += 1;
        let len = self.rest().bytes().take_while(|&byte| byte != quote && byte != b'\n' && byte != b'\r').count();
        let text = self.take(len);
        let closed = self.peek(0) == quote;
        self.at += usize::from(closed);
        closed.then_some(text)
    }

    /// Reads `<mcsymbol name>`; llc reads and prints symbols without a name too.
    fn symbol(&mut self) -> Kind<'t> {
        const PREFIX: usize = "<mcsymbol ".len();
        if self.peek(PREFIX) == b'>' {
            self.at += PREFIX + 1;
            return Kind::Symbol(Spelled(""));
        }
        match self.name(PREFIX) {
            Ok(name) if self.peek(0) == b'>' => {
                self.at += 1;
                Kind::Symbol(name)
            }
            Ok(_) => Kind::Bad(Bad::Symbol),
            Err(bad) => Kind::Bad(bad),
        }
    }

    /// Reads a word after an exclamation mark.
    fn metadata(&mut self) -> Kind<'t> {
        self.at += 1;
        match self.run(WORD) {
            "" => Kind::Punctuation(b'!'),
            word => Kind::Metadata(word),
        }
    }

    fn number(&mut self) -> Kind<'t> {
        let rest = self.rest().as_bytes();
        if let Some(len) = hexadecimal(rest) {
            let text = self.take(len);
            return if rest[2].is_ascii_hexdigit() { Kind::Hexadecimal(text) } else { Kind::Float(text) };
        }
        let digits = |from: usize| rest[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        // The first byte is a digit or a minus sign.
        let whole = 1 + digits(1);
        if rest.get(whole) != Some(&b'.') {
            return Kind::Integer(self.take(whole));
        }
        let mut len = whole + 1 + digits(whole + 1);
        if matches!(rest.get(len), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(rest.get(len + 1), Some(b'+' | b'-')));
            let exponent = len + 1 + sign;
            let count = rest.get(exponent..).map_or(0, |_| digits(exponent));
            if count > 0 {
                len = exponent + count;
            }
        }
        Kind::Float(self.take(len))
    }
}

/// Returns the length of a hexadecimal number: `0x` and digits, with or without the letter of a floating-point type between them.
fn hexadecimal(text: &[u8]) -> Option<usize> {
    let [b'0', b'x' | b'X', rest @ ..] = text else { return None };
    let letter = usize::from(matches!(rest.first(), Some(b'K' | b'L' | b'M' | b'H' | b'R')));
    let digits = rest[letter..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    (digits > 0).then_some(2 + letter + digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind<'_>> {
        let mut lexer = Lexer::new(text, 0..text.len());
        let mut token = Token { kind: Kind::End, at: 0 };
        std::iter::from_fn(|| {
            lexer.advance(&mut token);
            Some(token.kind).filter(|kind| *kind != Kind::End)
        })
        .collect()
    }

    fn name(text: &str) -> Spelled<'_> {
        Spelled(text)
    }

    #[test]
    fn each_kind_of_token() {
        let quoted = Spelled("\"a b\\22\"");
        let cases: [(&str, Kind<'_>); 37] = [
            ("bb.3", Kind::Label { number: 3, name: "", first: true }),
            ("bb.3.a-b.c", Kind::Label { number: 3, name: "a-b.c", first: true }),
            ("bb.x", Kind::Bad(Bad::BlockNumber)),
            ("bb.4294967296", Kind::Bad(Bad::Number)),
            ("%bb.3.x", Kind::Block { number: 3, name: "x" }),
            ("%stack.0.x.addr", Kind::Stack { number: 0, name: "x.addr" }),
            ("%fixed-stack.7", Kind::FixedStack(7)),
            ("%const.7", Kind::PoolConstant(7)),
            ("%jump-table.7", Kind::JumpTable(7)),
            ("%ir.0", Kind::IrValue(Value::Number(0))),
            ("%ir.a.b", Kind::IrValue(Value::Name(name("a.b")))),
            ("%ir-block.\"a b\\22\"", Kind::IrBlock(Value::Name(quoted))),
            ("%subreg.sub_32bit", Kind::SubregisterIndex(name("sub_32bit"))),
            ("%4294967295", Kind::Virtual(u32::MAX)),
            ("%const", Kind::Named("const")),
            ("%4294967296", Kind::Bad(Bad::Number)),
            ("$noreg", Kind::Physical("noreg")),
            ("_", Kind::Word("_")),
            ("frame-setup", Kind::Word("frame-setup")),
            ("@0", Kind::Global(Value::Number(0))),
            ("@\"a b\\22\"", Kind::Global(Value::Name(quoted))),
            ("&printf", Kind::External(name("printf"))),
            ("&\"a b\\22\"", Kind::External(quoted)),
            ("<mcsymbol .Ltmp0>", Kind::Symbol(name(".Ltmp0"))),
            ("<mcsymbol \"a b\\22\">", Kind::Symbol(quoted)),
            ("-12", Kind::Integer("-12")),
            ("0x1F", Kind::Hexadecimal("0x1F")),
            ("0xH3C00", Kind::Float("0xH3C00")),
            ("-1.5e-3", Kind::Float("-1.5e-3")),
            ("1.", Kind::Float("1.")),
            ("!alias.scope", Kind::Metadata("alias.scope")),
            ("\"a;\\22\"", Kind::Text("a;\\22")),
            ("`ptr null`", Kind::IrConstant("ptr null")),
            ("\"open", Kind::Bad(Bad::String)),
            ("<mcsymbol a b>", Kind::Bad(Bad::Symbol)),
            ("::", Kind::DoubleColon),
            ("é", Kind::Bad(Bad::Character)),
        ];
        for (text, kind) in cases {
            assert_eq!(kinds(text).first(), Some(&kind), "{text}");
        }
    }

    #[test]
    fn blanks_comments_and_lines() {
        let text = " a ; b /* c\n/* d\n e */ bb.1/**/bb.2";
        let label = |number, first| Kind::Label { number, name: "", first };
        assert_eq!(kinds(text), [Kind::Word("a"), Kind::Newline, label(1, true), label(2, false)]);
        assert_eq!(kinds("a /* b"), [Kind::Word("a"), Kind::Bad(Bad::Comment)]);
        // An exponent without digits belongs to the next word.
        assert_eq!(kinds("1.0e+"), [Kind::Float("1.0"), Kind::Word("e"), Kind::Punctuation(b'+')]);
    }
}
