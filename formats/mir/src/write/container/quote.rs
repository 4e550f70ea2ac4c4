//! The quotes of scalars: the rules of LLVM's YAML writer, as observed with llc 19.
//!
//! There is one exception: within braces and brackets a comma ends a scalar without quotes. llc 19 writes the name `x,15` of a stack object
//! without quotes and cannot read its own text; here it has quotes.

use std::fmt::Write;

/// The quoting of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Quotes {
    None,
    Single,
    Double,
}

/// The context of a scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// On a separate line.
    Block,
    /// Within braces or brackets.
    Flow,
}

/// Writes a string, so that it is read as a string: it is quoted if YAML would read it as a number, a truth value or null.
pub(super) fn string(text: &str, context: Context, out: &mut String) {
    let reads_as_other = is_null(text) || is_bool(text) || is_numeric(text);
    let least = if reads_as_other { Quotes::Single } else { Quotes::None };
    write(text, needed(text, context).max(least), out);
}

/// Writes a scalar of any type: numbers have no quotes.
pub(super) fn scalar(text: &str, context: Context, out: &mut String) {
    write(text, if is_numeric(text) { Quotes::None } else { needed(text, context) }, out);
}

fn write(text: &str, quotes: Quotes, out: &mut String) {
    match quotes {
        Quotes::None => out.push_str(text),
        Quotes::Single => {
            out.push('\'');
            for (place, part) in text.split('\'').enumerate() {
                out.push_str(if place == 0 { "" } else { "''" });
                out.push_str(part);
            }
            out.push('\'');
        }
        Quotes::Double => {
            out.push('"');
            text.chars().for_each(|character| escaped(character, out));
            out.push('"');
        }
    }
}

fn needed(text: &str, context: Context) -> Quotes {
    let Some(first) = text.chars().next() else { return Quotes::Single };
    let is_outer_space = |character: Option<char>| character.is_some_and(|character| character.is_ascii_whitespace());
    let outer = is_outer_space(Some(first)) || is_outer_space(text.chars().next_back()) || r#"-?:\,[]{}#&*!|>'"%@`"#.contains(first);
    let ends = context == Context::Flow && text.contains(',');
    let of_all = text.chars().map(|character| match character {
        '_' | '-' | '^' | '.' | ',' | ' ' | '\t' => Quotes::None,
        _ if character.is_ascii_alphanumeric() => Quotes::None,
        '\0'..' ' | '\x7f'.. => Quotes::Double,
        _ => Quotes::Single,
    });
    of_all.max().unwrap_or(Quotes::None).max(if outer || ends { Quotes::Single } else { Quotes::None })
}

fn escaped(character: char, out: &mut String) {
    match character {
        '\\' | '"' => out.extend(['\\', character]),
        '\0' => out.push_str("\\0"),
        '\x07' => out.push_str("\\a"),
        '\x08' => out.push_str("\\b"),
        '\t' => out.push_str("\\t"),
        '\n' => out.push_str("\\n"),
        '\x0b' => out.push_str("\\v"),
        '\x0c' => out.push_str("\\f"),
        '\r' => out.push_str("\\r"),
        '\x1b' => out.push_str("\\e"),
        '\u{85}' => out.push_str("\\N"),
        '\u{a0}' => out.push_str("\\_"),
        '\u{2028}' => out.push_str("\\L"),
        '\u{2029}' => out.push_str("\\P"),
        _ if character.is_control() => write!(out, "\\x{:02X}", u32::from(character)).expect("a string takes all"),
        _ => out.push(character),
    }
}

fn is_null(text: &str) -> bool {
    matches!(text, "~" | "null" | "Null" | "NULL")
}

fn is_bool(text: &str) -> bool {
    matches!(text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE")
}

/// Returns whether YAML reads a text as a number (YAML 1.2, section 10.3.2).
fn is_numeric(text: &str) -> bool {
    if let Some(digits) = text.strip_prefix("0o") {
        return !digits.is_empty() && digits.bytes().all(|digit| (b'0'..b'8').contains(&digit));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    matches!(text, ".nan" | ".NaN" | ".NAN") || matches!(unsigned, ".inf" | ".Inf" | ".INF") || is_decimal(unsigned)
}

/// Returns whether a text is digits with an optional point and an optional exponent.
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(whole, fraction)| (whole, Some(fraction)));
    let is_mantissa = match fraction {
        None => digits(whole),
        Some("") => digits(whole),
        Some(fraction) => (whole.is_empty() || digits(whole)) && digits(fraction),
    };
    is_mantissa && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)))
}
