//! Scalars of the types that rows have.

use crate::tables::{Item, Text, Value};
use crate::{BlockReference, Register};

/// Returns the boolean that LLVM's YAML reads from a text.
pub(crate) fn bool(text: &str) -> Option<bool> {
    match text {
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "y" | "Y" => Some(true),
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" | "n" | "N" => Some(false),
        _ => None,
    }
}

/// Returns whether LLVM's YAML reads a text as null.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "~" | "null" | "Null" | "NULL")
}

/// Parses a number in the range of a type. Leading zeros are rejected: LLVM reads them as octal for some keys and as decimal for others.
pub(super) fn integer(value: &Value, text: &str) -> Option<i128> {
    let number = digits(text)?;
    let fits = match *value {
        Value::Unsigned(bits) => (0..1i128 << bits).contains(&number),
        // Older releases print negative numbers of 32 bits as unsigned.
        Value::Signed(32) => (i32::MIN.into()..=u32::MAX.into()).contains(&number),
        Value::Signed(bits) => (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&number),
        Value::Alignment => number == 0 || u64::try_from(number).is_ok_and(u64::is_power_of_two),
        _ => false,
    };
    fits.then_some(number)
}

fn digits(text: &str) -> Option<i128> {
    if let Some(hexadecimal) = text.strip_prefix("0x") {
        let all = hexadecimal.bytes().all(|digit| digit.is_ascii_hexdigit());
        return if all { u64::from_str_radix(hexadecimal, 16).ok().map(i128::from) } else { None };
    }
    let decimal = text.strip_prefix('-').unwrap_or(text);
    let is_number = decimal.bytes().all(|digit| digit.is_ascii_digit()) && (decimal.len() == 1 || !decimal.starts_with('0'));
    if is_number { text.parse().ok() } else { None }
}

/// Parses `$rdi`, `$noreg` or `_`.
pub(super) fn physical(text: &str) -> Option<Register> {
    match text {
        "$noreg" | "_" => Some(Register::None),
        _ => text.strip_prefix('$').filter(|name| is_name(name)).map(|name| Register::Physical(name.into())),
    }
}

/// Parses `%0` or `%name`.
pub(super) fn virtual_register(text: &str) -> Option<Register> {
    let name = text.strip_prefix('%').filter(|name| is_name(name))?;
    if name.bytes().all(|digit| digit.is_ascii_digit()) {
        return name.parse().ok().map(Register::Virtual);
    }
    Some(Register::Named(name.into()))
}

pub(super) fn register(text: &str) -> Option<Register> {
    physical(text).or_else(|| virtual_register(text))
}

/// Parses `%bb.0` or `%bb.0.name`.
pub(super) fn block(text: &str) -> Option<BlockReference> {
    let (number, name) =
        text.strip_prefix("%bb.").map(|rest| rest.split_once('.').map_or((rest, None), |(number, name)| (number, Some(name))))?;
    if !number.bytes().all(|digit| digit.is_ascii_digit()) || name.is_some_and(|name| !is_name(name)) {
        return None;
    }
    Some(BlockReference { number: number.parse().ok()?, name: name.map(Into::into) })
}

/// Returns whether a text consists of one or more characters of names (reference, *Lexical structure*, as llc reads it).
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'$'))
}

/// Describes the expected value in words.
pub(super) fn expected(value: &Value) -> String {
    match *value {
        Value::Bool => "'true' or 'false'".to_owned(),
        Value::Unsigned(bits) => format!("a number from 0 to {}", (1u128 << bits) - 1),
        Value::Signed(bits) => format!("a number of {bits} bits with a sign"),
        Value::Alignment => "0 or a power of two below 2^64".to_owned(),
        Value::Text(text) | Value::List(Item::Text { text, .. }) => shape(text).to_owned(),
        Value::FrameObject => "a frame object".to_owned(),
        Value::Choice(choices) => {
            format!("one of {}", choices.iter().map(|choice| choice.name).collect::<Vec<_>>().join(", "))
        }
        Value::Map(_) | Value::TargetMap | Value::NumberMap => "a mapping".to_owned(),
        Value::List(Item::Map(_)) => "a sequence of mappings".to_owned(),
        Value::List(Item::Number(bits)) => format!("a sequence of numbers from 0 to {}", (1u128 << bits) - 1),
        Value::Body => "text behind '|'".to_owned(),
    }
}

fn shape(text: Text) -> &'static str {
    match text {
        Text::Register => "a physical register, such as '$eax'",
        Text::VirtualRegister => "a virtual register, such as '%0'",
        Text::AnyRegister => "a register, such as '$eax' or '%0'",
        Text::Block => "a block, such as '%bb.0'",
        _ => "a string",
    }
}
