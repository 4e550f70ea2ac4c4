//! The first difference between two modules or two streams: its kind for the signature, and both sides for people.

use crate::Difference;
use irsmith_pnacl::stream::ItemKind;
use irsmith_pnacl::tables::{BlockKind, INSTRUCTIONS};
use irsmith_pnacl::{Body, Function, Module, Stream, Type};
use std::fmt::Debug;

fn sides(element: impl Into<String>, place: String, left: Option<&dyn Debug>, right: Option<&dyn Debug>) -> Difference {
    let show = |side: Option<&dyn Debug>| side.map_or_else(|| "nothing".to_owned(), |side| format!("{side:?}"));
    Difference::at(element, place, show(left), show(right))
}

/// Returns the first pair of elements that differ between two lists.
fn first<'a, T: PartialEq>(left: &'a [T], right: &'a [T]) -> Option<(usize, Option<&'a T>, Option<&'a T>)> {
    let same = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    (same < left.len() || same < right.len()).then(|| (same, left.get(same), right.get(same)))
}

fn list<T: PartialEq + Debug>(name: &str, kind: impl Fn(&T) -> &'static str, left: &[T], right: &[T]) -> Option<Difference> {
    first(left, right).map(|(index, a, b)| {
        let element = a.or(b).map_or(String::new(), |element| format!("{name} {}", kind(element)));
        sides(element.trim_end(), format!("{name} {index}"), a.map(|a| a as &dyn Debug), b.map(|b| b as &dyn Debug))
    })
}

/// Returns the first difference between two modules, `None` if they are equal.
pub fn module_difference(left: &Module, right: &Module) -> Option<Difference> {
    list("type", type_kind, &left.types, &right.types)
        .or_else(|| {
            list("global", |_| "", &left.globals, &right.globals)
                .or_else(|| list("symbol", |_| "", &left.symbols, &right.symbols))
                .or_else(|| functions(left, right))
        })
        .or_else(|| (left != right).then(|| sides("module", "module".into(), None, None)))
}

fn type_kind(ty: &Type) -> &'static str {
    match ty {
        Type::Void => "void",
        Type::Float => "float",
        Type::Double => "double",
        Type::Integer(_) => "integer",
        Type::Vector { .. } => "vector",
        Type::Function(_) => "function",
    }
}

fn functions(left: &Module, right: &Module) -> Option<Difference> {
    let (index, a, b) = first(&left.functions, &right.functions)?;
    let (Some(a), Some(b)) = (a, b) else {
        return Some(sides("function", format!("function {index}"), a.map(|a| a as &dyn Debug), b.map(|b| b as &dyn Debug)));
    };
    if let (Some(a), Some(b)) = (&a.body, &b.body)
        && let Some(mut difference) = body(a, b)
    {
        difference.evidence = format!("function {index}, {}", difference.evidence);
        return Some(difference);
    }
    let head = |function: &Function| (function.ty, function.linkage, if function.body.is_some() { "definition" } else { "declaration" });
    Some(sides("function", format!("function {index}"), Some(&head(a)), Some(&head(b))))
}

fn body(left: &Body, right: &Body) -> Option<Difference> {
    list("constant", |constant| literal_kind(&constant.literal), &left.constants, &right.constants)
        .or_else(|| list("instruction", |instruction| INSTRUCTIONS[instruction.row()].name, &left.instructions, &right.instructions))
}

fn literal_kind(literal: &irsmith_pnacl::Literal) -> &'static str {
    match literal {
        irsmith_pnacl::Literal::Undef => "undef",
        irsmith_pnacl::Literal::Integer(_) => "integer",
        irsmith_pnacl::Literal::Float(_) => "float",
    }
}

/// Returns the first difference between the records of two streams, ignoring abbreviations; `None` if there is none.
pub fn stream_difference(left: &Stream, right: &Stream) -> Option<Difference> {
    let (a, b) = left.first_difference(right)?;
    let show = |stream: &Stream, index: usize| stream.items().get(index).map(|item| describe(stream, &item.kind));
    let (a_text, b_text) = (show(left, a), show(right, b));
    let element = element_at(left, a);
    let place = format!("item {a}, at {}", left.address(a));
    Some(sides(element, place, a_text.as_ref().map(|text| text as &dyn Debug), b_text.as_ref().map(|text| text as &dyn Debug)))
}

/// Returns the kind of an item of a stream, with the block that contains it.
pub(super) fn element_at(stream: &Stream, index: usize) -> String {
    let mut blocks = Vec::new();
    for item in stream.items().iter().take(index) {
        match item.kind {
            ItemKind::Enter { block, .. } => blocks.push(block),
            ItemKind::End => drop(blocks.pop()),
            _ => {}
        }
    }
    let block = blocks.last().and_then(|&block| BlockKind::from_code(u64::from(block))).map_or("unknown", BlockKind::name);
    match stream.items().get(index).map(|item| &item.kind) {
        None => "end of stream".into(),
        Some(ItemKind::Enter { .. }) => format!("{block} enter"),
        Some(ItemKind::End) => format!("{block} end"),
        Some(ItemKind::Define(_)) => format!("{block} abbreviation"),
        Some(ItemKind::Record(record)) => format!("{block} record {}", record.code),
    }
}

/// Returns an item in the notation of listings.
pub(super) fn describe(stream: &Stream, kind: &ItemKind) -> String {
    match kind {
        ItemKind::Enter { block, width } => format!("1: <65535, {block}, {width}>"),
        ItemKind::End => "0: <65534>".into(),
        ItemKind::Define(index) => format!("2: {:?}", stream.abbreviations().get(*index as usize)),
        ItemKind::Record(record) => {
            let operands: String = stream.operands(record).iter().take(40).map(|operand| format!(", {operand}")).collect();
            format!("{}: <{}{operands}>", record.abbreviation, record.code)
        }
    }
}

/// Returns the first item whose kind, abbreviation, width or values differ, with both sides.
pub(super) fn first_change(before: &Stream, after: &Stream) -> Option<(usize, String)> {
    let same = |index: usize| match (before.items().get(index), after.items().get(index)) {
        (Some(a), Some(b)) => match (&a.kind, &b.kind) {
            (ItemKind::Record(x), ItemKind::Record(y)) => {
                (x.abbreviation, x.code) == (y.abbreviation, y.code) && before.operands(x) == after.operands(y)
            }
            (ItemKind::Define(x), ItemKind::Define(y)) => before.abbreviations().get(*x as usize) == after.abbreviations().get(*y as usize),
            (a, b) => a == b,
        },
        _ => false,
    };
    let show = |stream: &Stream, index: usize| stream.items().get(index).map(|item| describe(stream, &item.kind));
    let index = (0..before.items().len().max(after.items().len())).find(|&index| !same(index))?;
    let (a, b) = (show(before, index), show(after, index));
    Some((index, format!("item {index}\n  before: {a:?}\n  after:  {b:?}")))
}
