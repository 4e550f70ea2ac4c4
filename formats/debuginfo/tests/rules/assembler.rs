//! Assembles a module from lines of text, so that a case can break it by changing a line.
//!
//! `%name = Instruction operand...` or `Instruction operand...`: operands are `%name`, numbers, strings in double quotes, and in place of
//! the number of an extended instruction the name of a debug instruction. The result type, if there is one, comes first.

use irsmith_debuginfo::tables::{INSTRUCTIONS, SHADER_INSTRUCTIONS};
use irsmith_debuginfo::{Header, Module, Stream, grammar};
use std::collections::BTreeMap;

/// Returns the module, in version 1.0; ids are numbered from 1 in the order of their first occurrence.
pub(crate) fn assemble(text: &str) -> Module {
    let mut ids = BTreeMap::new();
    let mut words = vec![0x0723_0203, Header::default().version, 0, 0, 0];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (result, rest) = line.split_once(" = ").map_or((None, line), |(result, rest)| (Some(result), rest));
        let mut tokens = tokens(rest).into_iter();
        let name = tokens.next().unwrap();
        let opcode = grammar::opcode(&name).or_else(|| name.parse().ok()).unwrap_or_else(|| panic!("no instruction {name}"));
        let mut operands = Vec::new();
        for token in tokens {
            operand(&mut ids, &token, &mut operands);
        }
        if let Some(result) = result {
            let mut id = Vec::new();
            operand(&mut ids, result, &mut id);
            operands.insert(usize::from(grammar::shape(opcode).has_type), id[0]);
        }
        words.push((operands.len() as u32 + 1) << 16 | u32::from(opcode));
        words.extend(operands);
    }
    words[3] = ids.len() as u32 + 1;
    Module::from_stream(&Stream::from_words(irsmith_debuginfo::ByteOrder::Little, words).unwrap())
}

/// Returns the words of a line. Strings keep their first quote.
fn tokens(line: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        if at % 2 == 1 {
            tokens.push(format!("\"{part}"));
        } else {
            tokens.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    tokens
}

fn operand(ids: &mut BTreeMap<String, u32>, token: &str, words: &mut Vec<u32>) {
    if let Some(name) = token.strip_prefix('%') {
        let next = ids.len() as u32 + 1;
        words.push(*ids.entry(name.to_owned()).or_insert(next));
    } else if let Some(text) = token.strip_prefix('"') {
        words.extend(grammar::string_words(text));
    } else if let Ok(number) = token.parse() {
        words.push(number);
    } else {
        let number = INSTRUCTIONS.iter().find(|row| row.name.strip_prefix("Debug") == Some(token)).map(|row| row.number);
        let shader = || SHADER_INSTRUCTIONS.iter().find(|row| row.name.strip_prefix("Debug") == Some(token)).map(|row| row.number);
        words.push(number.or_else(shader).unwrap_or_else(|| panic!("what is {token}?")));
    }
}
