//! Copies of instructions, adapted to a function.

use super::known::{Known, defines, known};
use super::next_number;
use super::place::{each_instruction_mut, each_register_mut};
use crate::Choices;
use irsmith_mir::transform::Space;
use irsmith_mir::{Function, Instruction, Name, Register, RegisterOperand, Suffixes};
use std::collections::BTreeMap;

fn each_register(copies: &mut [Instruction], f: &mut dyn FnMut(bool, &mut RegisterOperand)) {
    for copy in copies {
        each_register_mut(copy, f);
        copy.bundle.iter_mut().flatten().for_each(|member| each_register_mut(member, f));
    }
}

fn each_suffixes(copies: &mut [Instruction], f: &mut dyn FnMut(&mut Suffixes)) {
    for copy in copies {
        let members = copy.bundle.iter_mut().flatten().map(|member| &mut member.suffixes);
        std::iter::once(&mut copy.suffixes).chain(members).filter_map(|suffixes| suffixes.as_deref_mut()).for_each(&mut *f);
    }
}

fn is_virtual(register: &Register) -> bool {
    matches!(register, Register::Virtual(_) | Register::Named(_))
}

/// Gives the virtual registers that instructions write new numbers in the function, and new debug instruction numbers. Returns the new
/// registers by the old ones.
pub(in crate::mir) fn refresh(function: &mut Function, copies: &mut [Instruction]) -> BTreeMap<Register, Register> {
    let mut next = next_number(function, Space::Register);
    let mut names = BTreeMap::new();
    each_register(copies, &mut |is_result, register| {
        if defines(is_result, register)
            && is_virtual(&register.register)
            && !names.contains_key(&register.register)
            && let Some(number) = next
        {
            names.insert(register.register.clone(), Register::Virtual(number));
            next = number.checked_add(1);
        }
    });
    let known = known(function);
    each_register(copies, &mut |is_result, register| {
        let Some(fresh) = names.get(&register.register) else { return };
        // What is stated about the old register elsewhere must be stated about the new one here.
        if defines(is_result, register)
            && let Some(old) = known.get(&register.register)
        {
            let RegisterOperand { class, qualifier, .. } = old.definition(fresh.clone());
            (register.class, register.qualifier) = (class, qualifier);
        }
        register.register = fresh.clone();
    });
    let mut next = next_number(function, Space::DebugInstruction);
    each_suffixes(copies, &mut |suffixes| {
        if suffixes.debug_number.is_some() {
            suffixes.debug_number = next;
            next = next.and_then(|number| number.checked_add(1));
        }
    });
    names
}

/// Replaces the registers that instructions of another function read by similar registers of this one; a register without a similar one
/// becomes a new one that is written nowhere yet.
pub(in crate::mir) fn adopt(
    function: &mut Function,
    copies: &mut [Instruction],
    theirs: &BTreeMap<Register, Known>,
    own: &BTreeMap<Register, Register>,
    choices: &mut Choices<'_, '_>,
) {
    let ours = known(function);
    let mut next = next_number(function, Space::Register).map(|next| next.saturating_add(own.len() as u32));
    let mut names: BTreeMap<Register, RegisterOperand> = BTreeMap::new();
    each_register(copies, &mut |_, register| {
        if !is_virtual(&register.register) || own.values().any(|fresh| *fresh == register.register) {
            return;
        }
        let Some(sought) = theirs.get(&register.register) else { return };
        let name = names.entry(register.register.clone()).or_insert_with(|| {
            let alike: Vec<&Register> = ours.iter().filter(|(_, known)| known.is_like(sought)).map(|(register, _)| register).collect();
            let found =
                choices.pick(&alike).map(|register| RegisterOperand { register: (*register).clone(), ..RegisterOperand::default() });
            found.unwrap_or_else(|| {
                let number = next.unwrap_or_default();
                next = number.checked_add(1);
                sought.definition(Register::Virtual(number))
            })
        });
        register.register = name.register.clone();
        register.class = name.class.clone();
        if !matches!(register.qualifier, irsmith_mir::RegisterQualifier::TiedTo(_)) {
            register.qualifier = name.qualifier;
        }
    });
}

/// Gives numbers to named virtual registers.
pub(in crate::mir) fn number_names(function: &mut Function) {
    let mut next = next_number(function, Space::Register);
    let mut numbered: BTreeMap<Name, u32> = BTreeMap::new();
    let mut change = |register: &mut Register| {
        if let Register::Named(name) = register
            && let Some(number) = numbered.get(name).copied().or(next)
        {
            if numbered.insert(name.clone(), number).is_none() {
                next = number.checked_add(1);
            }
            *register = Register::Virtual(number);
        }
    };
    function.live_ins.iter_mut().filter_map(|live_in| live_in.copy.as_mut()).for_each(&mut change);
    each_instruction_mut(function, &mut |instruction| each_register_mut(instruction, &mut |_, operand| change(&mut operand.register)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::{Limits, body};

    #[test]
    fn members_of_a_copied_bundle_get_debug_numbers_too() {
        let text = "bb.0:\n  BUNDLE implicit-def $eax, debug-instr-number 1 {\n    $eax = MOV32ri 1, debug-instr-number 2\n    NOOP\n  }\n";
        let blocks = body::parse(text, &Limits::default()).unwrap();
        let mut copies = blocks[0].instructions.clone();
        let mut function = Function { blocks, ..Function::default() };
        refresh(&mut function, &mut copies);
        let mut numbers = Vec::new();
        each_suffixes(&mut copies, &mut |suffixes| numbers.push(suffixes.debug_number));
        assert_eq!(numbers, [Some(3), Some(4)]);
    }
}
