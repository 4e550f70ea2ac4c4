//! Names in a line of IR.

use crate::IrValue;

/// A line up to its comment; a semicolon in double quotes begins none.
pub(super) fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    let end = line.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == b';' && !is_quoted
    });
    &line[..end.unwrap_or(line.len())]
}

/// A name or a number without its sigil, and what follows it.
pub(super) fn name(text: &str) -> Option<(IrValue, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (name, rest) = quoted.split_once('"')?;
        return Some((IrValue::Named(unescaped(name).into()), rest));
    }
    let end = text.bytes().position(|byte| !is_name(byte)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return None;
    }
    let number = if name.bytes().all(|byte| byte.is_ascii_digit()) { name.parse().ok() } else { None };
    Some((number.map_or_else(|| IrValue::Named(name.into()), IrValue::Numbered), rest))
}

/// The characters of names without quotes (LLVM Language Reference, *Identifiers*).
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// The label and the instruction of a function that stands on one line, `define void @f() { entry: ret void }`.
pub(super) fn body(head: &str) -> Option<[&str; 2]> {
    let (_, body) = head.strip_suffix('}')?.rsplit_once('{')?;
    let body = body.trim();
    let end = name(body).filter(|(_, rest)| rest.starts_with(':')).map_or(0, |(_, rest)| body.len() - rest.len() + 1);
    let (label, instruction) = body.split_at(end);
    Some([label, instruction.trim()])
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

/// The arguments of a function, from behind its name on.
pub(super) fn arguments(text: &str) -> Vec<&str> {
    let mut arguments = Vec::new();
    let Some(open) = text.find('(') else { return arguments };
    let (mut depth, mut start, mut is_quoted) = (0usize, open + 1, false);
    for (at, byte) in text.bytes().enumerate().skip(open) {
        is_quoted ^= byte == b'"';
        match byte {
            _ if is_quoted => {}
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if !is_quoted && (depth == 0 || (depth == 1 && byte == b',')) {
            arguments.push(text[start..at].trim());
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    arguments.retain(|argument| !argument.is_empty() && *argument != "...");
    arguments
}

/// The name of an argument: the last word, unless that is its type.
pub(super) fn argument(text: &str) -> Option<IrValue> {
    let at = if text.ends_with('"') { text.find(" %\"")? } else { text.rfind(' ')? };
    name(text[at..].trim_start().strip_prefix('%')?).map(|(name, _)| name)
}

/// The label that a line is.
pub(super) fn label(text: &str) -> Option<IrValue> {
    let (label, rest) = name(text)?;
    (rest.trim_end() == ":").then_some(label)
}

/// The result of an instruction, and the instruction behind it.
pub(super) fn result(text: &str) -> Option<(IrValue, &str)> {
    let (value, rest) = name(text.strip_prefix('%')?)?;
    Some((value, rest.trim_start().strip_prefix('=')?.trim_start()))
}

/// Whether a line ends a block: an instruction that does, or the last line of one that takes several.
pub(super) fn ends_block(text: &str) -> bool {
    let opcode = text.split(' ').next().unwrap_or_default();
    match opcode {
        "ret" | "br" | "unreachable" | "resume" | "cleanupret" | "catchret" | "indirectbr" => true,
        "catchswitch" => !text.ends_with('['),
        "switch" => text.contains(']'),
        _ => {
            text.starts_with(']') || text.starts_with("to label") || (matches!(opcode, "invoke" | "callbr") && text.contains(" to label "))
        }
    }
}
