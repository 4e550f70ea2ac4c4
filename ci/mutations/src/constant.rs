//! Other values of a literal.

use syn::Lit;

/// Returns the texts of other literals of the same type.
pub(crate) fn others(literal: &Lit) -> Vec<String> {
    match literal {
        Lit::Int(integer) => {
            let Ok(value) = integer.base10_parse::<u64>() else { return Vec::new() };
            let others = [value.checked_add(1), value.checked_sub(1), (value > 2).then_some(0)];
            others.into_iter().flatten().map(|other| format!("{other}{}", integer.suffix())).collect()
        }
        Lit::Bool(boolean) => vec![(!boolean.value).to_string()],
        Lit::Byte(byte) => vec![format!("b'\\x{:02x}'", byte.value() ^ 1)],
        Lit::Char(character) => {
            char::from_u32(u32::from(character.value()) ^ 1).map(|other| format!("'{}'", other.escape_default())).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
