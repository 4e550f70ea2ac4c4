//! Tables of LLVM Machine IR: the keys and common opcodes of its codec, and the rules of its validator.

use irsmith_generators::mir::rows;
use irsmith_mir::{
    tables::{Absent, FUNCTION, Item, Key, Map, Opcode, Slot, SlotKind, Tail, Value, Version, common_opcodes},
    validate::RULES,
};

use super::{
    markdown::{code, codes, plain, table},
    rows::{families, rule_table},
};

/// Lists the keys of a function, followed by the keys of the mappings in it.
pub(super) fn keys() -> String {
    let mut maps = vec![FUNCTION];
    let mut lines = Vec::new();
    let mut next = 0;
    while let Some(map) = maps.get(next).copied() {
        next += 1;
        for key in map.keys {
            maps.extend(inner(&key.value).filter(|inner| !maps.iter().any(|known| std::ptr::eq(*known, *inner))));
            let since = if key.since == Version::OLDEST { String::new() } else { key.since.to_string() };
            let until = if key.until == Version::FUTURE { String::new() } else { key.until.to_string() };
            lines.push([map.name.to_owned(), names(key), plain(&value(&key.value)), absent(key.absent), since, until]);
        }
    }
    table(["of a", "key", "value", "default", "since", "until"], lines)
}

fn inner(value: &Value) -> Option<&'static Map> {
    match value {
        Value::Map(map) | Value::List(Item::Map(map)) => Some(map),
        _ => None,
    }
}

fn value(value: &Value) -> String {
    match value {
        Value::Bool => "true or false".to_owned(),
        Value::Unsigned(bits) => format!("number of {bits} bits"),
        Value::Signed(bits) => format!("signed number of {bits} bits"),
        Value::Alignment => "power of two".to_owned(),
        Value::Text(text) => spaced(&format!("{text:?}")),
        Value::FrameObject => "frame object".to_owned(),
        Value::Choice(choices) => choices.iter().map(|choice| choice.name).collect::<Vec<_>>().join(", "),
        Value::Map(map) => map.name.to_owned(),
        Value::List(Item::Map(map)) => format!("list: {}", map.name),
        Value::List(Item::Text { text, .. }) => format!("list: {}", spaced(&format!("{text:?}"))),
        Value::List(Item::Number(bits)) => format!("list: number of {bits} bits"),
        Value::TargetMap => "keys of the target".to_owned(),
        Value::NumberMap => "numbers by numbers".to_owned(),
        Value::Body => "the body".to_owned(),
    }
}

/// Returns the spellings of a key.
fn names(key: &Key) -> String {
    match key.renamed {
        Some((name, since)) => format!("{}, {} since {since}", code(key.name), code(name)),
        None => code(key.name),
    }
}

fn absent(absent: Absent) -> String {
    match absent {
        Absent::Refused => "required".to_owned(),
        Absent::Bool(value) => code(&value.to_string()),
        Absent::Number(value) => code(&value.to_string()),
        Absent::Empty => "empty".to_owned(),
        Absent::Word(word) => code(word),
        Absent::Distinct => "unset".to_owned(),
    }
}

/// Returns the words of a variant's name, in lower case.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() && !words.is_empty() && !words.ends_with(|last: char| !last.is_alphanumeric()) {
            words.push(' ');
        }
        words.extend(character.to_lowercase());
    }
    words
}

/// Lists the opcodes that every target has. Operands with the same type number have the same type.
pub(super) fn opcodes() -> String {
    let rows = common_opcodes().iter().map(|row| {
        let results = codes(row.result_slots().iter().map(operand).chain(tail(row, true)));
        [code(row.name), results, codes(row.use_slots().iter().map(operand).chain(tail(row, false)))]
    });
    table(["opcode", "results", "operands"], rows)
}

fn operand(slot: &Slot) -> String {
    format!("{}: {}", slot.name, kind(slot.kind))
}

fn kind(kind: SlotKind) -> String {
    match kind {
        SlotKind::Type(number) => format!("type {number}"),
        SlotKind::PointerType(number) => format!("pointer type {number}"),
        other => spaced(&format!("{other:?}")),
    }
}

/// Describes what may follow the operands of a row.
fn tail(row: &Opcode, results: bool) -> Option<String> {
    match row.tail {
        Tail::Uses(kinds) if !results => Some(format!("({})*", kinds.iter().map(|next| kind(*next)).collect::<Vec<_>>().join(", "))),
        Tail::Results(next) if results => Some(format!("({})*", kind(next))),
        Tail::Any => Some("...".to_owned()),
        _ => None,
    }
}

pub(super) fn rules() -> String {
    rule_table(RULES)
}

pub(super) fn generator_rows() -> String {
    families(rows())
}
