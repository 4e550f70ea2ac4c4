//! The types of an instruction's operands, by the table of opcodes.

use super::context::Body;
use crate::interpret::Refusal;
use crate::tables::{Opcode, SlotKind, Tail, TypeRule, Version, common_opcode, common_opcodes_of};
use crate::{Instruction, OperandKind, Type};

/// Checks an instruction against the row of its opcode, in any release.
pub(super) fn check(body: &Body<'_, '_>, instruction: &Instruction) -> Result<(), Refusal> {
    let name = instruction.opcode.as_str();
    let Some(row) = common_opcode(name) else { return Ok(()) };
    let Err(error) = check_row(body, instruction, row) else { return Ok(()) };
    let others = Version::OBSERVED.into_iter().filter_map(|release| {
        let rows = common_opcodes_of(release);
        rows.binary_search_by(|row| row.name.cmp(name)).ok().map(|place| &rows[place])
    });
    for other in others {
        if check_row(body, instruction, other).is_ok() {
            return Ok(());
        }
    }
    Err(body.refuse(name, error))
}

/// Returns whether a rule is one that the meaning depends on. Indices and offsets may have any width here.
fn matters(rule: TypeRule) -> bool {
    !matches!(rule, TypeRule::LaneIndex(_) | TypeRule::IndexOf(..) | TypeRule::Different(..) | TypeRule::Scalable(_))
}

/// Checks the number of results or operands; more than the wanted ones may follow if these are `open`.
fn check_count(what: &str, count: usize, wanted: usize, open: bool) -> Result<(), String> {
    if count == wanted || open && count > wanted {
        return Ok(());
    }
    let (least, plural) = (if open { "at least " } else { "" }, if wanted == 1 { "" } else { "s" });
    Err(format!("it wants {least}{wanted} {what}{plural}, not {count}"))
}

fn check_row(body: &Body<'_, '_>, instruction: &Instruction, row: &Opcode) -> Result<(), String> {
    let (results, uses) = (instruction.results.len(), instruction.operands.len());
    let (open_results, open_uses) = match row.tail {
        Tail::None => (false, false),
        Tail::Results(_) => (true, false),
        Tail::Uses(_) => (false, true),
        Tail::Any => (true, true),
    };
    check_count("result", results, row.results.into(), open_results)?;
    check_count("operand", uses, row.use_slots().len(), open_uses)?;
    let mut types: Vec<Option<Type>> = vec![None; row.types()];
    let kind_of_result = |number: usize| match (row.result_slots().get(number), row.tail) {
        (Some(slot), _) => Some(slot.kind),
        (None, Tail::Results(kind)) => Some(kind),
        _ => None,
    };
    let kind_of_use = |number: usize| match (row.use_slots().get(number), row.tail) {
        (Some(slot), _) => Some(slot.kind),
        (None, Tail::Uses(kinds)) => kinds.get((number - row.use_slots().len()) % kinds.len().max(1)).copied(),
        _ => None,
    };
    let mut meet = |register: Option<&crate::RegisterOperand>, kind: Option<SlotKind>| {
        let Some(number) = kind.and_then(SlotKind::type_number) else { return Ok(()) };
        let register = register.ok_or("it wants a register where there is none")?;
        let reg = body.values.get(&register.register)?;
        match &mut types[usize::from(number)] {
            Some(ty) if *ty != reg.ty => return Err(format!("{} where {ty} was before", reg.ty)),
            ty => *ty = Some(reg.ty),
        }
        Ok(())
    };
    for (number, result) in instruction.results.iter().enumerate() {
        meet(Some(result), kind_of_result(number))?;
    }
    for (number, operand) in instruction.operands.iter().enumerate() {
        let register = if let OperandKind::Register(register) = &operand.kind { Some(register) } else { None };
        meet(register, kind_of_use(number))?;
    }
    let types: Vec<Type> = types.into_iter().flatten().collect();
    let count = if matches!(row.tail, Tail::Results(_)) { results } else { uses };
    let pointer = |space| body.decoder.program.layout.pointer_bits(space);
    match row.rules.all().filter(|rule| matters(*rule)).find(|rule| !rule.holds(&types, count, &pointer)) {
        Some(rule) => Err(rule.breach(&types, count, &pointer)),
        None => Ok(()),
    }
}
