//! The first difference between two modules: its kind for the signature, and both sides for people.

use irsmith_debuginfo::{Instruction, Module, grammar};

use crate::Difference;

/// Returns the first difference between two modules, `None` if they are equal.
pub fn module_difference(before: &Module, after: &Module) -> Option<Difference> {
    if before.header != after.header {
        return Some(Difference::at("header", "header", format_args!("{:?}", before.header), format_args!("{:?}", after.header)));
    }
    let same = before.instructions.iter().zip(&after.instructions).take_while(|(a, b)| a == b).count();
    let (a, b) = (before.instructions.get(same), after.instructions.get(same));
    Some(Difference::at(name(a.or(b)?), format_args!("instruction {same}"), format_args!("{a:?}"), format_args!("{b:?}")))
}

/// Returns the name of an instruction, for signatures.
pub(super) fn name(instruction: &Instruction) -> String {
    match instruction {
        Instruction::Debug(debug) => debug.info.row().name.to_owned(),
        Instruction::Core(core) => {
            grammar::row(core.opcode).map_or_else(|| "unknown instruction".to_owned(), |row| format!("Op{}", row.opname))
        }
    }
}
