//! A second printer, written from the manual for models, says what assembly and listing say: every type, name, number and label.
//!
//! Our printer and our assembler follow records with the same state, so that a wrong type or name in it is the same in both, and a round
//! trip keeps it.

mod floats;
mod statements;
mod types;

use irsmith_pnacl::tables::INSTRUCTIONS;
use irsmith_pnacl::text::{stream_assembly, stream_listing};
use irsmith_pnacl::{BitAddress, Instruction, Module, Stream, Value, ValueTypes};

use super::codec::statement;
use super::format::Pnacl;
use super::{Case, Oracle};
use crate::format::Format;
use crate::{Check, Family, Fault, Needs, Outcome};
use statements::{Line, statements};
use types::{Types, Values};

/// The oracle.
pub const PRINTED_AGAIN: Oracle = Oracle {
    name: "printed-again",
    family: Family::Agreement,
    about: "a second printer and a second inference of types say of a valid module what its assembly, its listing and its model say",
    floor: 90,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    let module = Pnacl::valid(case)?;
    let stream = module.to_stream();
    // A stream that was built, and not read from a file, has no addresses.
    if let Some(item) = stream.items().iter().find(|item| item.at() != BitAddress(0)) {
        return Err(Fault::new("address-differs", "built stream", format!("{:?} at {}", item.kind, item.at())).into());
    }
    types(module)?;
    assembly(module, &stream)?;
    listing(module, &stream)?;
    Ok(())
}

/// Compares the types of all values. Returns their number.
fn types(module: &Module) -> Result<usize, Fault> {
    let types = Types::of(module, true);
    let mut compared = 0;
    for (function, body) in (0..).zip(&module.functions).filter_map(|(index, function)| Some((index, function.body.as_ref()?))) {
        let ours = ValueTypes::of(module, function);
        let mut values = Values::of(&types, function, body);
        for instruction in &body.instructions {
            if let Instruction::Declare { value, ty } = instruction {
                values.declare(*value, types.of_value(*ty));
            }
            let Some(expected) = values.result(&types, instruction) else { continue };
            let value = Value::instruction(values.next() as u32);
            values.define(&expected);
            let found = ours.get(value).to_string();
            if found != expected {
                let evidence = format!("@f{function} {value}\nexpected: {expected}\nfound:    {found}");
                return Err(Fault::new("type-differs", INSTRUCTIONS[instruction.row()].name, evidence));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

fn differs(property: &'static str, line: &Line, found: &str) -> Fault {
    let number = line.float.map_or(String::new(), |(bits, _)| format!("{bits:#x};"));
    Fault::new(property, statement(&line.text), format!("expected: {}{number}\nfound:    {found}", line.text))
}

/// Compares the statements of assembly. Returns their number.
fn assembly(module: &Module, stream: &Stream) -> Result<usize, Fault> {
    let text = stream_assembly(stream);
    let mut found = contents(&text);
    let expected = statements(module, false);
    for line in &expected {
        let next = found.next().unwrap_or((0, ""));
        let is_same = match line.float {
            None => next.1 == line.text,
            Some((bits, is_double)) => {
                let number = next.1.strip_prefix(&*line.text).and_then(|rest| rest.strip_suffix(';'));
                number.is_some_and(|number| floats::is_exact(number, bits, is_double))
            }
        };
        if !is_same {
            return Err(differs("assembly-differs", line, next.1));
        }
        if next.0 != 2 * line.depth {
            return Err(differs("indentation-differs", line, &format!("{} blanks", next.0)));
        }
    }
    match found.next() {
        None => Ok(expected.len()),
        Some((_, more)) => Err(Fault::new("assembly-differs", "end of text", more)),
    }
}

/// Returns the statements of an assembly with their indentations, without anything about abbreviations.
fn contents(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut skips = false;
    text.lines().filter_map(move |line| {
        let statement = line.trim_start();
        let was_skipped = skips;
        skips = statement.starts_with("abbreviations {") || skips && statement != "}";
        let is_definition = statement.starts_with("%a");
        let end = ["{ <", "; <", "} <", ": <", ", <"].iter().find_map(|end| statement.rfind(end)).filter(|_| statement.ends_with('>'));
        let statement = end.map_or(statement, |at| &statement[..=at]);
        (!skips && !was_skipped && !is_definition).then(|| (line.len() - line.trim_start().len(), statement))
    })
}

/// Compares the assembly of a listing, in which statements are broken into lines. Returns the number of statements.
fn listing(module: &Module, stream: &Stream) -> Result<usize, Fault> {
    let listing = stream_listing(stream);
    let column = |line: &str| {
        let record = line.split_once('|')?.1;
        Some(record.split_once('|')?.1.replace(' ', ""))
    };
    let text: String = listing.lines().filter_map(column).collect();
    let mut rest = text.find("module{").map_or("", |at| &text[at..]);
    let expected = statements(module, true);
    for line in &expected {
        rest = without_encoding(rest);
        let wanted = line.text.replace(' ', "");
        let is_same = match (rest.strip_prefix(&*wanted), line.float) {
            (Some(after), None) => {
                rest = after;
                true
            }
            (Some(after), Some((bits, is_double))) => {
                let (number, after) = after.split_once(';').unwrap_or(("", ""));
                rest = after;
                floats::is_listed(number, bits, is_double)
            }
            (None, _) => false,
        };
        if !is_same {
            let found: String = rest.chars().take(wanted.len() + 20).collect();
            return Err(differs("listing-differs", line, &found));
        }
    }
    match without_encoding(rest) {
        "" => Ok(expected.len()),
        more => Err(Fault::new("listing-differs", "end of text", more.chars().take(80).collect::<String>())),
    }
}

/// Skips comments and abbreviations at the beginning of a text without blanks.
fn without_encoding(mut text: &str) -> &str {
    loop {
        let after = if let Some(rest) = text.strip_prefix("//BlockID=") {
            Some(rest.trim_start_matches(|digit: char| digit.is_ascii_digit()))
        } else if text.starts_with("abbreviations{") {
            text.split_once('}').map(|(_, rest)| rest)
        } else if text.starts_with("%a") {
            text.split_once(';').map(|(_, rest)| rest)
        } else if text.starts_with("<%a") || text.starts_with("<@a") {
            text.split_once('>').map(|(_, rest)| rest)
        } else {
            None
        };
        match after {
            Some(after) => text = after,
            None => return text,
        }
    }
}

#[cfg(test)]
mod tests;
