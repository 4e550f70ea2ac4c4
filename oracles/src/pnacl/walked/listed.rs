//! Listings show every item: its address, its abbreviation id and its numbers in the first columns, and assembly in the last.

use irsmith_pnacl::Stream;
use irsmith_pnacl::text::{stream_assembly, stream_listing};

use super::super::difference::element_at;
use super::walk::Item;
use crate::Fault;

/// Columns of the address with its separator, and of address and record together.
const ADDRESS: usize = 11;
const RECORD: usize = 40;

/// Checks the columns of a stream's listing.
pub(super) fn check(stream: &Stream, items: &[Item]) -> Result<(), Fault> {
    let listing = stream_listing(stream);
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut assembly = String::new();
    for line in listing.lines() {
        let Some((address, record, statement)) = columns(line) else {
            return Err(Fault::new("no-columns", "listing", line));
        };
        match rows.last_mut() {
            Some((_, numbers)) if address.is_empty() => numbers.push_str(record.trim()),
            _ => rows.push((address.to_owned(), record.trim().to_owned())),
        }
        assembly.push_str(statement);
        assembly.push(' ');
    }
    // The header comes first.
    let header: Vec<u64> = std::iter::once(65532).chain(stream.header.bytes().iter().map(|byte| u64::from(*byte))).collect();
    let expected = std::iter::once(("0:0".to_owned(), written(None, &header))).chain(items.iter().map(|item| {
        let at = format!("{}:{}", item.at.0 / 8, item.at.0 % 8);
        (at, written(Some(item.id), &shown(item)))
    }));
    let mut found = rows.iter().map(|(address, record)| (address.clone(), record.replace(' ', "")));
    for (index, expected) in expected.enumerate() {
        let found = found.next();
        if found.as_ref() != Some(&expected) {
            let element = index.checked_sub(1).map_or("header".into(), |item| element_at(stream, item));
            return Err(Fault::new("listing-differs", element, format!("expected: {expected:?}\nfound:    {found:?}")));
        }
    }
    if let Some(more) = found.next() {
        return Err(Fault::new("listing-differs", "end of stream", format!("{more:?}")));
    }
    statements(stream, &assembly)
}

/// Splits a line of a listing into address, record and assembly. The columns may be wider, if an address is long or deep records are.
fn columns(line: &str) -> Option<(&str, &str, &str)> {
    let address = line.find('|').filter(|at| at + 1 >= ADDRESS)?;
    let record = address + 1 + line[address + 1..].find('|').filter(|at| address + 1 + at >= RECORD)?;
    Some((line[..address].trim(), &line[address + 1..record], &line[record + 1..]))
}

/// Returns an item's id and numbers without blanks.
fn written(id: Option<u64>, numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("{}<{}>", id.map_or(String::new(), |id| format!("{id}:")), numbers.join(","))
}

/// Returns the numbers of an item as listings show them: in definitions of abbreviations, the disassembler shows a width of 0 twice.
fn shown(item: &Item) -> Vec<u64> {
    if item.id != 2 {
        return item.numbers.clone();
    }
    // Behind the code and the count.
    let (mut shown, mut rest) = (item.numbers[..2].to_vec(), &item.numbers[2..]);
    while !rest.is_empty() {
        // A literal, an encoding with its width, or one without.
        let length = if let [0, 1 | 2, ..] = rest { 3 } else { 2 };
        let (one, after) = rest.split_at(length.min(rest.len()));
        shown.extend(one);
        if let [0, _, 0] = one {
            shown.push(0);
        }
        rest = after;
    }
    shown
}

/// Removes the parameters between the name of each function and its body.
fn without_parameters(text: &str) -> String {
    let mut parts = text.split("function");
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (header, body) = part.split_once('{').unwrap_or((part, ""));
        rest.extend([header.split('(').next().unwrap_or_default(), " ", body]);
    }
    rest
}

/// Returns a name as listings have it: the disassembler shows 32 bits of the number of a block.
fn listed_name(word: &str) -> String {
    match word.strip_prefix("%b").and_then(|number| number.parse::<u64>().ok()) {
        Some(number) => format!("%b{}", number as u32),
        None => word.to_owned(),
    }
}

/// Checks that the assembly of a listing names the same values, blocks and abbreviations as the exact assembly, in the same order.
fn statements(stream: &Stream, listed: &str) -> Result<(), Fault> {
    let exact = stream_assembly(stream);
    // The disassembler drops operands that only a raw record shows.
    if exact.contains("record <") {
        return Ok(());
    }
    // Types are named by their ids only in exact assembly. If that of a function is not spelled there, its parameters have no names.
    let is_by_id = exact.contains("function @t");
    let bodies = |text: &str| if is_by_id { without_parameters(text) } else { text.to_owned() };
    let names = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '@' && c != '%');
        words.filter(|word| word.len() > 2 && word.starts_with(['@', '%']) && !word.starts_with("@t")).map(listed_name).collect()
    };
    let (ours, theirs) = (names(&bodies(&exact)), names(&bodies(listed)));
    let count = ours.len().max(theirs.len());
    match (0..count).find(|at| ours.get(*at) != theirs.get(*at)) {
        None => Ok(()),
        Some(at) => {
            let around = |names: &[String]| names[at.saturating_sub(3).min(names.len())..names.len().min(at + 3)].join(" ");
            Err(Fault::new("names-differ", "listing", format!("assembly: {}\nlisting:  {}", around(&ours), around(&theirs))))
        }
    }
}
