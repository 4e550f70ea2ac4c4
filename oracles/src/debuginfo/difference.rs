//! The first difference between two modules: its kind for the signature, both sides for people.

use irsmith_debuginfo::{Instruction, Module, grammar};

/// The first difference between two modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The kind of the element, without numbers.
    pub element: String,
    /// The element on both sides.
    pub evidence: String,
}

/// The first difference between two modules, `None` when they are equal.
pub fn module_difference(before: &Module, after: &Module) -> Option<Difference> {
    if before.header != after.header {
        return Some(sides("header", "header", &before.header, &after.header));
    }
    let same = before.instructions.iter().zip(&after.instructions).take_while(|(a, b)| a == b).count();
    let (a, b) = (before.instructions.get(same), after.instructions.get(same));
    let element = name(a.or(b)?);
    Some(sides(&element, &format!("instruction {same}"), &a, &b))
}

/// The name of an instruction, for signatures.
pub(super) fn name(instruction: &Instruction) -> String {
    match instruction {
        Instruction::Debug(debug) => debug.info.row().name.to_owned(),
        Instruction::Core(core) => {
            grammar::row(core.opcode).map_or_else(|| "unknown instruction".to_owned(), |row| format!("Op{}", row.opname))
        }
    }
}

fn sides(element: &str, place: &str, before: &dyn std::fmt::Debug, after: &dyn std::fmt::Debug) -> Difference {
    Difference { element: element.to_owned(), evidence: format!("{place}\n  before: {before:?}\n  after:  {after:?}") }
}
