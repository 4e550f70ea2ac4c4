//! Physical registers, as far as copies say what they contain: arguments and results of calls.

use std::collections::HashMap;

use irsmith_mir::Instruction;

use super::lanes::Lanes;
use crate::mir::operands::{name, registers};

/// The values that were copied to general registers, by their names.
#[derive(Clone, Default)]
pub(super) struct Registers {
    values: HashMap<String, Lanes>,
}

impl Registers {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.values.clear();
    }

    /// Returns the value of the register that a copy reads; `None` if that is not known.
    pub(super) fn copied(&self, copy: &Instruction) -> Option<&Lanes> {
        let [from] = registers(copy).collect::<Vec<_>>()[..] else { return None };
        self.values.get(name(from)?)
    }

    /// Follows a copy to a register, of a value that may not be known.
    pub(super) fn write(&mut self, copy: &Instruction, value: Option<&Lanes>) {
        let Some(written) = copy.results.first().and_then(name) else { return };
        let Some(family) = family(written) else { return self.clear() };
        self.values.retain(|other, _| self::family(other).as_deref() != Some(&*family));
        if let Some(value) = value {
            self.values.insert(written.to_owned(), value.clone());
        }
    }

    /// Follows an instruction of the target.
    pub(super) fn follow(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode.as_str();
        if opcode.starts_with("RET") {
            // The caller reads no other registers.
            let returned: Vec<&str> = registers(instruction).filter_map(name).collect();
            self.values.retain(|name, _| returned.contains(&name.as_str()));
        } else if !["CALL", "BL"].iter().any(|start| opcode.starts_with(start)) {
            self.clear();
        }
    }
}

/// Returns what the names of a general register and of its parts have in common: `ax` of `rax` and `eax`, `8` of `r8d`, `0` of `w0`.
fn family(name: &str) -> Option<String> {
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbered = name.strip_prefix(['r', 'w', 'x']).map(|rest| rest.trim_end_matches(['d', 'w', 'b'])).filter(is_number);
    let lettered = name.strip_prefix(['r', 'e']).filter(|rest| rest.len() == 2 && rest.bytes().all(|byte| byte.is_ascii_lowercase()));
    numbered.or(lettered).map(str::to_owned)
}
