//! Copies instructions of a block of one module into a block of another.

use super::super::edit;
use super::import::Import;
use crate::Choices;
use irsmith_pnacl::{Instruction, Value, ValueKind, ValueType, ValueTypes};

/// Limit of instructions that are copied at once.
const MAX_LENGTH: usize = 12;

/// Copies a run of instructions of the donor's function before some instruction of the module's function.
///
/// Operands from outside the run become constants of the same value, else any available value of the same type, else undef.
pub(super) fn take(import: &mut Import<'_>, target: usize, source: usize, choices: &mut Choices<'_, '_>) -> Option<()> {
    let donor = import.donor;
    let body = donor.functions[source].body.as_ref()?;
    let moves = |instruction: &Instruction| {
        !instruction.is_terminator() && !matches!(instruction, Instruction::Phi { .. } | Instruction::Declare { .. })
    };
    let places: Vec<usize> = (0..body.instructions.len()).filter(|&place| moves(&body.instructions[place])).collect();
    let start = *choices.pick(&places)?;
    let most = 1 + choices.below(MAX_LENGTH);
    let run = body.instructions[start..].iter().take(most).take_while(|row| moves(row)).count();
    let first_result = body.instructions[..start].iter().filter(|row| row.has_result(donor)).count() as u32;
    let run_results = body.instructions[start..start + run].iter().filter(|row| row.has_result(donor)).count() as u32;
    let types = ValueTypes::of(donor, source as u32);

    let own_types = edit::result_types(&import.module, target);
    let fixed_types = ValueTypes::of(&import.module, target as u32);
    let mut own = import.module.functions[target].body.take()?;
    edit::to_positions(&import.module, &mut own);
    let length = own.instructions.len();
    let mut at = choices.below(length);
    while matches!(own.instructions[at], Instruction::Phi { .. }) && at + 1 < length {
        at += 1;
    }
    let block = own.instructions[..at].iter().rposition(Instruction::is_terminator).map_or(0, |place| place + 1);
    let at_hand = |wanted: ValueType| {
        let parameters = fixed_types.parameters().iter().zip((0..).map(Value::parameter));
        let results = (block..at).filter_map(|place| Some((own_types[place].as_ref()?, Value::instruction(place as u32))));
        parameters.chain(results).filter(|(ty, _)| **ty == wanted).map(|(_, value)| value).collect::<Vec<_>>()
    };
    let mut new = Vec::with_capacity(run);
    for source in &body.instructions[start..start + run] {
        let mut instruction = import.instruction(source);
        let mut sources = Vec::new();
        source.for_each_value(|value| sources.push(value));
        let mut sources = sources.into_iter();
        instruction.for_each_value_mut(|value| {
            let Some(old) = sources.next() else { return };
            let inside = old.is_instruction() && (first_result..first_result + run_results).contains(&old.index());
            *value = match old.kind() {
                ValueKind::Function | ValueKind::Global => *value,
                _ if inside => Value::instruction(length as u32 + old.index() - first_result),
                ValueKind::Constant => {
                    let constant = body.constants[old.index() as usize];
                    let ty = import.ty(constant.ty);
                    edit::constant(&mut own.constants, ty, constant.literal)
                }
                _ => match choices.pick(&at_hand(types.get(old))) {
                    Some(&value) => value,
                    None => edit::undef(&mut import.module, &mut own.constants, types.get(old)).unwrap_or(Value::function(0)),
                },
            };
        });
        new.push(instruction);
    }
    edit::graft(&import.module, &mut own, at, new);
    edit::to_results(&import.module, &mut own);
    import.module.functions[target].body = Some(own);
    Some(())
}
