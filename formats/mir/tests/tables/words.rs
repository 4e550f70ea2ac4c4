//! Splits bodies of machine functions into the names that tables have, by the few characters around each name.

use irsmith_mir::tables::FlagRow;

/// A name in a body.
#[derive(Debug)]
pub(crate) enum Word<'a> {
    Opcode(&'a str),
    Register(&'a str),
    Class(&'a str),
    Index(&'a str),
    Mask(&'a str),
    TargetFlag(&'a str),
}

impl<'a> Word<'a> {
    /// Returns a number for each variant, below 6.
    pub(crate) fn kind(&self) -> usize {
        match self {
            Self::Opcode(_) => 0,
            Self::Register(_) => 1,
            Self::Class(_) => 2,
            Self::Index(_) => 3,
            Self::Mask(_) => 4,
            Self::TargetFlag(_) => 5,
        }
    }

    pub(crate) fn text(&self) -> &'a str {
        match self {
            Self::Opcode(name)
            | Self::Register(name)
            | Self::Class(name)
            | Self::Index(name)
            | Self::Mask(name)
            | Self::TargetFlag(name) => name,
        }
    }
}

/// Returns the lines of the bodies of a file.
pub(crate) fn bodies(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let start = line.starts_with("body:");
        inside = start || (inside && (line.is_empty() || line.starts_with([' ', '\t'])));
        inside && !start
    })
}

/// Returns the instructions of each body, without comments, memory operands and debug locations.
pub(crate) fn functions(text: &str) -> Vec<Vec<&str>> {
    text.split("\n---").map(|document| bodies(document).map(before_memory).collect()).collect()
}

/// Returns the names of a line.
pub(crate) fn words(line: &str) -> Vec<Word<'_>> {
    let opcode = opcode(before_memory(line));
    let line = code(line);
    let mut words = Vec::new();
    words.extend(opcode.map(Word::Opcode));
    words.extend(behind(line, "$").map(Word::Register));
    words.extend(behind(line, "%subreg.").map(Word::Index));
    words.extend(virtual_registers(line));
    words.extend(separate(line).filter(|word| word.starts_with("csr_")).map(Word::Mask));
    let flags = line.split("target-flags(").skip(1).filter_map(|rest| rest.split_once(')'));
    words.extend(flags.flat_map(|(flags, _)| flags.split(',')).map(|flag| Word::TargetFlag(flag.trim())));
    words
}

/// Returns a line without comment, memory operands and debug location.
fn before_memory(line: &str) -> &str {
    ["::", ";", "debug-location"].iter().fold(line, |line, end| line.split(end).next().unwrap_or(line)).trim()
}

/// Returns the part of a line before the names of the IR, which may contain anything.
fn code(line: &str) -> &str {
    let ends = ["intrinsic(", "<mcsymbol", "\"", "`", "@", "&"];
    ends.iter().fold(before_memory(line), |line, end| line.split(end).next().unwrap_or(line))
}

/// An instruction of a line: its opcode, the number of results and uses that it names, and the registers after `implicit` and
/// `implicit-def`.
#[derive(Debug)]
pub(crate) struct Shape<'a> {
    pub(crate) opcode: &'a str,
    pub(crate) results: usize,
    pub(crate) uses: usize,
    pub(crate) reads: Vec<&'a str>,
    pub(crate) writes: Vec<&'a str>,
}

/// Returns the instruction of a line, unless it spans several lines or contains quoted text.
pub(crate) fn shape(line: &str) -> Option<Shape<'_>> {
    let line = before_memory(line);
    // The commas of CFI operations are within one operand.
    let opcode = opcode(line).filter(|name| *name != "CFI_INSTRUCTION" && !line.contains(['"', '`', '{']))?;
    let (results, rest) = line.split_once(" = ").unwrap_or(("", line));
    let (_, operands) = rest.split_once(opcode)?;
    let mut shape = Shape { opcode, results: operands_of(results).len(), uses: 0, reads: Vec::new(), writes: Vec::new() };
    for operand in operands_of(operands) {
        let register = operand.split_once('$').map_or("", |(_, name)| name_at(name));
        if operand.contains("implicit-def ") {
            shape.writes.push(register);
        } else if operand.contains("implicit ") {
            shape.reads.push(register);
        } else if !["csr_", "debug-instr-number"].iter().any(|suffix| operand.starts_with(suffix)) {
            shape.uses += 1;
        }
    }
    Some(shape)
}

/// Returns the parts between commas that are not within brackets.
pub(crate) fn operands_of(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(move |letter| {
        depth += i32::from("(<".contains(letter)) - i32::from(")>".contains(letter));
        letter == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

fn name_at(text: &str) -> &str {
    &text[..text.find(|letter| !is_name(letter)).unwrap_or(text.len())]
}

fn separate(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter| !is_name(letter))
}

/// Returns the names after each occurrence of a mark.
fn behind<'a>(line: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(mark).map(move |(place, _)| name_at(&line[place + mark.len()..])).filter(|name| !name.is_empty())
}

/// Returns the sub-register index and the class of `%0.sub_32bit:gr64`.
fn virtual_registers(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for (place, _) in line.match_indices('%') {
        let name = name_at(&line[place + 1..]);
        let numbered = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_digit());
        let mut rest = &line[place + 1 + name.len()..];
        if let Some(index) = rest.strip_prefix('.').filter(|_| numbered) {
            words.push(Word::Index(name_at(index)));
            rest = &index[name_at(index).len()..];
        }
        if let Some(class) = rest.strip_prefix(':').filter(|_| !name.is_empty()) {
            words.push(Word::Class(name_at(class)));
        }
    }
    words
}

/// Returns the first word after results and flags that is not a flag.
fn opcode(line: &str) -> Option<&str> {
    let line = line.trim();
    if line.starts_with("bb.") || line.starts_with("successors:") || line.starts_with("liveins:") || line.is_empty() || line == "}" {
        return None;
    }
    let line = line.split_once(" = ").map_or(line, |(_, line)| line);
    line.split([' ', ',']).find(|word| !word.is_empty() && FlagRow::of(word).is_none())
}
