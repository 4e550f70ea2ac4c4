//! Comments in the text of a file, in every gap where llc 14 to 19 accept one.
//!
//! The model has no comments, so they are inserted into its text. In bodies `;` comments end lines, and `/* */` comments come directly
//! before a token: llc accepts no blank after them. The container has the `#` comments of YAML, and the embedded module the `;` comments of
//! LLVM IR.

use crate::Choices;

/// A kind of gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    /// A separate line between lines of the container, also before and after documents.
    ContainerLine,
    /// After a line of the container.
    ContainerEnd,
    /// In brackets of the container; the rest of the brackets continues on the next line.
    Brackets,
    /// A separate line in the embedded module.
    ModuleLine,
    /// After a line of the embedded module.
    ModuleEnd,
    /// A separate line in a body.
    BodyLine,
    /// After a line of a body.
    BodyEnd,
    /// Before a token of a body.
    Token,
}

/// Texts of comments that extend to the end of their line: texts that would have a meaning elsewhere.
const LINES: &[&str] = &[
    "",
    " a comment",
    "; ;",
    " bb.0:",
    " } ]",
    " \"",
    " 'body: |",
    " /*",
    " */",
    " ---",
    " \u{e9}\u{3bf}",
    " %0:_(s32) = G_IMPLICIT_DEF",
    "\t#",
];

/// Texts of comments between `/*` and `*/`. For llc, the star of the opening also counts for the closing.
const INLINE: &[&str] = &["", " a comment ", ";", " bb.0: ", "\"", " /* ", "*", " * / ", " \u{e9}\u{3bf} ", " %0:_(s32) = ", "\t#", "`"];

/// Returns a text of our writer or of llc with comments in this many of 256 gaps, and an empty line in some gaps between lines of bodies.
///
/// ```
/// use irsmith_generators::{Choices, bytes_of_seed, mir};
///
/// let bytes = bytes_of_seed(1);
/// let text = "name: f\nbody: |\n  bb.0:\n    RET64 $eax\n";
/// let commented = mir::commented(text, 256, &mut Choices::new(&mut arbitrary::Unstructured::new(&bytes)));
/// assert!(commented.matches("/*").count() >= 3, "{commented}");
/// assert_eq!(irsmith_mir::File::read(commented.as_bytes(), &Default::default()), irsmith_mir::File::read(text.as_bytes(), &Default::default()));
/// ```
pub fn commented(text: &str, often: u16, choices: &mut Choices<'_, '_>) -> String {
    let mut out = String::with_capacity(2 * text.len());
    let mut done = 0;
    each_gap(text, |at, gap| {
        if choices.chance(often) {
            out.push_str(&text[done..at]);
            done = at;
            put(gap, choices, &mut out);
        }
    });
    out.push_str(&text[done..]);
    out
}

/// Writes a comment.
fn put(gap: Gap, choices: &mut Choices<'_, '_>, out: &mut String) {
    let (before, mark, behind) = match gap {
        Gap::ContainerLine => ("", "#", "\n"),
        Gap::ContainerEnd => (" ", "#", ""),
        Gap::Brackets => ("", "#", "\n        "),
        Gap::BodyLine if choices.chance(32) => return out.push('\n'),
        Gap::ModuleLine | Gap::BodyLine => ("  ", ";", "\n"),
        Gap::ModuleEnd => (" ", ";", ""),
        Gap::BodyEnd if choices.chance(128) => (" ", "/*", "*/"),
        Gap::BodyEnd => (" ", ";", ""),
        Gap::Token => ("", "/*", "*/"),
    };
    let words = if mark == "/*" { INLINE } else { LINES };
    let words = choices.pick(words).copied().unwrap_or_default();
    out.extend([before, mark, words, behind]);
}

/// The part of the file that lines belong to.
#[derive(Clone, Copy)]
enum Part {
    Container,
    Module,
    Body,
}

/// Calls `each` on every gap of a text, in order.
fn each_gap(text: &str, mut each: impl FnMut(usize, Gap)) {
    let mut part = Part::Container;
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end();
        let end = at + line.len();
        // An unindented line ends the text of a module or of a body.
        if !whole.starts_with([' ', '\n']) {
            part = Part::Container;
        }
        let (own, behind) = match part {
            Part::Container => (Gap::ContainerLine, Gap::ContainerEnd),
            Part::Module => (Gap::ModuleLine, Gap::ModuleEnd),
            Part::Body => (Gap::BodyLine, Gap::BodyEnd),
        };
        each(at, own);
        if !line.is_empty() {
            match part {
                Part::Container => brackets(line, |gap| each(at + gap, Gap::Brackets)),
                Part::Module => {}
                Part::Body => tokens(line, |gap| each(at + gap, Gap::Token)),
            }
            each(end, behind);
        }
        if line.starts_with("--- |") {
            part = Part::Module;
        } else if line.starts_with("body:") && line.ends_with('|') {
            part = Part::Body;
        }
        at += whole.len();
    }
}

/// Calls `each` on the gaps in brackets of a line of the container: after a comma, a colon or an opening bracket, and before a closing
/// bracket.
fn brackets(line: &str, mut each: impl FnMut(usize)) {
    let bytes = line.as_bytes();
    let (mut depth, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        let before = bytes[..at].trim_ascii_end();
        let is_apart = before.len() < at;
        if depth > 0
            && byte != b' '
            && is_apart
            && (before.ends_with(b",") || before.ends_with(b":") || before.ends_with(b"{") || byte == b'}')
        {
            each(at);
        }
        match byte {
            b'[' | b'{' if is_apart => depth += 1,
            b']' | b'}' => depth -= 1,
            b'\'' | b'"' if is_apart || before.ends_with(b"[") => at = end_of_scalar(bytes, at),
            _ => {}
        }
        at += 1;
    }
}

/// Returns the end of a quoted scalar that begins here: the place of its closing quote.
fn end_of_scalar(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if quote == b'"' => at += 1,
            _ if byte != quote => {}
            b'\'' if bytes.get(at + 1) == Some(&quote) => at += 1,
            _ => break,
        }
        at += 1;
    }
    at
}

/// Calls `each` on the gaps before the tokens of a line of a body: after blanks, and on both sides of brackets, commas and `=`.
///
/// There are no gaps in a quoted name, nor in constants and expressions, which llc passes unchanged to the parser of IR.
fn tokens(line: &str, mut each: impl FnMut(usize)) {
    let bytes = line.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let is_boundary = at > 0 && (b" (),=".contains(&bytes[at - 1]) || b"(),=".contains(&byte));
        if byte != b' ' && is_boundary && !is_type(&line[..at]) {
            each(at);
        }
        let rest = &line[at..];
        at += match byte {
            b'"' | b'`' => quoted(rest),
            b'!' if rest.starts_with("!DIExpression(") => rest.find(')').map_or(rest.len(), |end| end + 1),
            b'<' if rest.starts_with("<mcsymbol \"") => "<mcsymbol ".len() + quoted(&rest["<mcsymbol ".len()..]),
            b'<' if rest.starts_with("<mcsymbol ") => rest.find('>').map_or(rest.len(), |end| end + 1),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
    }
}

/// Returns the length of a quoted text, from its opening quote on.
fn quoted(text: &str) -> usize {
    text[1..].find(&text[..1]).map_or(text.len(), |length| length + 2)
}

/// Returns whether a text ends with the type of a constant, as in `i32 5`.
fn is_type(before: &str) -> bool {
    let Some(before) = before.strip_suffix(' ') else { return false };
    let word = before.rsplit([' ', ',', '(']).next().unwrap_or_default();
    let is_integer = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty();
    matches!(word, "half" | "bfloat" | "float" | "double" | "x86_fp80" | "fp128" | "ppc_fp128")
        || word.strip_prefix('i').is_some_and(is_integer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text with a bar in every gap of a kind.
    fn marked(text: &str, kind: Gap) -> String {
        let (mut out, mut done) = (String::new(), 0);
        each_gap(text, |at, gap| {
            if gap == kind {
                out.extend([&text[done..at], "|"]);
                done = at;
            }
        });
        out + &text[done..]
    }

    #[test]
    fn generated_files_have_gaps_of_every_kind() {
        let mut found = std::collections::BTreeMap::new();
        for seed in 0..20 {
            let file = super::super::generate(&mut arbitrary::Unstructured::new(&crate::bytes_of_seed(seed)), &Default::default());
            each_gap(&file.write(), |_, gap| *found.entry(gap).or_insert(0) += 1);
        }
        assert!(found.len() == 8 && found.values().all(|count| *count > 100), "{found:?}");
    }

    #[test]
    fn gaps_of_bodies() {
        let text = "name: f\nbody:             |\n  bb.0 (align 4):\n    liveins: $rdi:0x1\n\n    %0:_(s32) = G_X i32 5, !DIExpression(DW_OP_lit0, 1), \
                    <mcsymbol \"a b\">, <mcsymbol >, &\"a, b\" + 4 :: (load (s8) from `ptr null`, align 4)\n...\n";
        let body = "name: f\nbody:             |\n  |bb.0 |(|align |4|)|:\n    |liveins: |$rdi:0x1\n\n    |%0:_|(|s32|) |= |G_X |i32 5|, |!DIExpression(DW_OP_lit0, 1)|, \
                    |<mcsymbol \"a b\">|, |<mcsymbol >|, |&\"a, b\" |+ |4 |:: |(|load |(|s8|) |from |`ptr null`|, |align |4|)\n...\n";
        assert_eq!(marked(text, Gap::Token), body);
        // Characters of several bytes, which damaged files contain anywhere.
        assert_eq!(marked("body: |\n  é, /* ο */ é\n", Gap::Token), "body: |\n  |é|, |/* |ο |*/ |é\n");
        let lines = marked(text, Gap::BodyLine);
        assert!(lines.contains("|  bb.0") && lines.contains("\n|\n|    %0:_") && lines.contains("\n..."), "{lines}");
        assert!(marked(text, Gap::BodyEnd).contains("align 4):|\n    liveins: $rdi:0x1|\n\n"));
    }

    #[test]
    fn gaps_of_containers() {
        let text = "--- |\n  ; x\n\n...\n---\nname: 'it''s'\nfixedStack:\n  - { id: 0, name: '}, { ''', at: [ 1, '', \"\\\", \" ] }\nbody: |\n  bb.0:\n";
        let brackets = "  - { |id: |0, |name: |'}, { ''', |at: |[ 1, |'', |\"\\\", \" ] |}\n";
        assert!(marked(text, Gap::Brackets).contains(brackets), "{}", marked(text, Gap::Brackets));
        assert_eq!(
            marked(text, Gap::ContainerLine).lines().filter(|line| line.starts_with('|')).collect::<Vec<_>>(),
            [
                "|--- |",
                "|...",
                "|---",
                "|name: 'it''s'",
                "|fixedStack:",
                "|  - { id: 0, name: '}, { ''', at: [ 1, '', \"\\\", \" ] }",
                "|body: |"
            ]
        );
        assert!(marked(text, Gap::ModuleLine).contains("|  ; x\n|\n..."));
        assert!(marked(text, Gap::ModuleEnd).contains("; x|\n\n..."));
    }
}
