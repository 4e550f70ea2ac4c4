//! Names of the IR as spelled.

use crate::IrValue;

/// Returns the name or number without its sigil at the start of a text, including quotes, and the rest.
pub(crate) fn spelled(text: &str) -> Option<(&str, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        return Some(text.split_at(quoted.find('"')? + 2));
    }
    Some(bare(text)).filter(|(name, _)| !name.is_empty())
}

/// Returns the name or number that a spelling means.
pub(crate) fn value(spelled: &str) -> IrValue {
    if let Some(quoted) = spelled.strip_prefix('"') {
        return IrValue::Named(unescaped(quoted.strip_suffix('"').unwrap_or(quoted)).into());
    }
    let number = if spelled.bytes().all(|byte| byte.is_ascii_digit()) { spelled.parse().ok() } else { None };
    number.map_or_else(|| IrValue::Named(spelled.into()), IrValue::Numbered)
}

/// Returns the characters of unquoted names at the start of a text, and the rest.
pub(super) fn bare(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().position(|byte| !is_name(byte)).unwrap_or(text.len()))
}

/// Returns whether a byte is a character of unquoted names (LLVM Language Reference, *Identifiers*).
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// Returns a quoted name with its `\xx` and `\\` escapes replaced; bytes that are not UTF-8 become replacement characters.
fn unescaped(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let [first, tail @ ..] = rest {
        if let [b'\\', b'\\', tail @ ..] = rest {
            bytes.push(b'\\');
            rest = tail;
            continue;
        }
        let code = tail.get(..2).filter(|_| *first == b'\\').and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
