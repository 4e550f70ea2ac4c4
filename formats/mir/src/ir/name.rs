//! Names of the IR, as they are spelled.

use crate::IrValue;

/// A name or a number without its sigil, and what follows it.
pub(super) fn name(text: &str) -> Option<(IrValue, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (name, rest) = quoted.split_once('"')?;
        return Some((IrValue::Named(unescaped(name).into()), rest));
    }
    let (name, rest) = bare(text);
    if name.is_empty() {
        return None;
    }
    let number = if name.bytes().all(|byte| byte.is_ascii_digit()) { name.parse().ok() } else { None };
    Some((number.map_or_else(|| IrValue::Named(name.into()), IrValue::Numbered), rest))
}

/// The characters of names without quotes at the start of a text, and what follows them.
pub(super) fn bare(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().position(|byte| !is_name(byte)).unwrap_or(text.len()))
}

/// The characters of names without quotes (LLVM Language Reference, *Identifiers*).
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// A quoted name with its `\xx` and `\\` escapes replaced; bytes that are no UTF-8 become replacement characters.
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
