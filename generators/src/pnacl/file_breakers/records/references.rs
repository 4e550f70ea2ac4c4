//! References to types, values and basic blocks that do not exist, or are of another kind.

use super::draft::RecordDraft;
use super::{RecordBreaker, RecordTrial, Verdict, block, row};
use irsmith_pnacl::{ErrorKind, Type, ValueKind};

pub(super) const BREAKERS: &[RecordBreaker] = &[
    row("a constant of a missing type", set_type),
    row("a type of a missing type", type_of_types),
    row("an instruction of a missing type", type_of_instruction),
    row("a function of another type", function_type),
    row("a branch to a missing block", branch),
    row("a phi or switch of a missing block", low_block),
    row("a name of a missing value", symbol),
    row("an address of a missing value", relocation),
    row("an operand that is never defined", undefined),
    row("an operand beyond every index", beyond),
    row("a direct call of something else", callee),
];

/// The largest absolute index of a value, and one more.
const INDICES: u64 = 1 << 29;

/// Draws the index of something missing, of which there are `count`.
fn missing(draft: &mut RecordDraft<'_, '_>, count: usize) -> u64 {
    count as u64 + [0, 0, 1, 99, 1 << 16, 1 << 28][draft.choices.below(6)]
}

fn set_type(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::CONSTANTS, 1)?;
    // The tools read all bits of this one.
    let value = if draft.choices.chance(64) { 1 << 32 } else { missing(draft, draft.module().types.len()) };
    draft.change(item, Verdict::Refused(ErrorKind::OutOfRange { what: "type", value }), |operands| operands[0] = value)
}

fn type_of_types(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (code, operand) = if draft.choices.chance(128) { (12, 1) } else { (21, 1) };
    let item = draft.any(block::TYPES, code)?;
    let last = draft.record(item)?.1.len() - 1;
    let operand = operand + draft.choices.below(last);
    let value = missing(draft, draft.module().types.len());
    draft.change(item, Verdict::Refused(ErrorKind::OutOfRange { what: "type", value }), |operands| operands[operand] = value)
}

/// Of a conversion, phi, load or switch, whose results need no type to be numbered.
fn type_of_instruction(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let places = [(3, 1), (16, 0), (20, 2), (12, 0)];
    let some: Vec<_> = places.into_iter().filter(|(code, _)| !draft.all(block::FUNCTION, *code).is_empty()).collect();
    let &(code, operand) = draft.choices.pick(&some)?;
    let item = draft.any(block::FUNCTION, code)?;
    let value = missing(draft, draft.module().types.len());
    draft.change(item, Verdict::Refused(ErrorKind::OutOfRange { what: "type", value }), |operands| operands[operand] = value)
}

fn function_type(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::MODULE, 8)?;
    let types = &draft.module().types;
    let id = draft.choices.below(types.len() + 3);
    if matches!(types.get(id), Some(Type::Function(_))) {
        return None;
    }
    draft.change(item, Verdict::Refused(ErrorKind::NotAFunctionType(id as u32)), |operands| operands[0] = id as u64)
}

/// Returns the number of basic blocks of the function around an item.
fn blocks_around(draft: &RecordDraft<'_, '_>, item: usize) -> Option<usize> {
    let (function, _) = draft.function_of(item)?;
    let rows = &draft.module().functions[function].body.as_ref()?.instructions;
    Some(rows.iter().filter(|row| row.is_terminator()).count())
}

fn branch(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::FUNCTION, 11)?;
    let blocks = blocks_around(draft, item)?;
    let targets = if draft.record(item)?.1.len() >= 3 { 2 } else { 1 };
    let operand = draft.choices.below(targets);
    let what = "basic block";
    if draft.choices.chance(64) {
        let value = [1 << 32, (1 << 32) + 1, u64::MAX][draft.choices.below(3)];
        return draft.change(item, Verdict::Refused(ErrorKind::OutOfRange { what, value }), |operands| operands[operand] = value);
    }
    let value = missing(draft, blocks);
    draft.change(item, Verdict::Refused(ErrorKind::OutOfRange { what, value }), |operands| operands[operand] = value)
}

fn low_block(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let is_phi = draft.choices.chance(128);
    let some = draft.all_where(block::FUNCTION, |code, operands| if is_phi { code == 16 && operands.len() > 2 } else { code == 12 });
    let item = *draft.choices.pick(&some)?;
    let blocks = blocks_around(draft, item)?;
    let value = missing(draft, blocks);
    draft.change(item, Verdict::Refused(ErrorKind::OutOfRange { what: "basic block", value }), |operands| operands[2] = value)
}

fn symbol(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::SYMBOLS, 1)?;
    let module = draft.module();
    let value = missing(draft, module.functions.len() + module.globals.len());
    // Records of functions or globals may follow the table.
    let later = [(block::MODULE, 8), (block::GLOBALS, 0)].iter().any(|(block, code)| draft.all(*block, *code).last() > Some(&item));
    let verdict = Verdict::Refused(ErrorKind::OutOfRange { what: "value index", value });
    if later { None } else { draft.change(item, verdict, |operands| operands[0] = value) }
}

fn relocation(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::GLOBALS, 4)?;
    let module = draft.module();
    let limit = module.functions.len() + module.globals.len();
    if draft.choices.chance(64) {
        let value = [INDICES - 1, INDICES, 0xffff_ffff][draft.choices.below(3)];
        let verdict = Verdict::Refused(ErrorKind::OutOfRange { what: "value index", value });
        return draft.change(item, verdict, |operands| operands[0] = value);
    }
    let index = missing(draft, limit);
    let verdict = Verdict::Refused(ErrorKind::UndefinedValue { index: index as u32, limit: limit as u32 });
    draft.change(item, verdict, |operands| operands[0] = index)
}

/// Operands that are distances from the next value: codes and operands. None of them determines the type of a result.
const DISTANCES: [(u32, usize); 8] = [(2, 1), (3, 0), (19, 0), (20, 0), (24, 0), (24, 1), (28, 1), (29, 2)];

fn a_distance(draft: &mut RecordDraft<'_, '_>) -> Option<(usize, usize)> {
    let some: Vec<_> = DISTANCES.into_iter().filter(|(code, _)| !draft.all(block::FUNCTION, *code).is_empty()).collect();
    let &(code, operand) = draft.choices.pick(&some)?;
    Some((draft.any(block::FUNCTION, code)?, operand))
}

fn undefined(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (item, operand) = a_distance(draft)?;
    let (next, limit) = draft.values_at(item)?;
    let index = missing(draft, limit as usize) as u32;
    let distance = u64::from(next.wrapping_sub(index));
    // Forward declarations may name values that nothing defines, and number them after the others.
    let verdict = Verdict::Refused(ErrorKind::UndefinedValue { index, limit });
    draft.change(item, verdict, |operands| operands[operand] = distance)
}

fn beyond(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (item, operand) = a_distance(draft)?;
    let (next, _) = draft.values_at(item)?;
    let index = [INDICES - 1, INDICES, 0xffff_ffff][draft.choices.below(3)] as u32;
    let distance = u64::from(next.wrapping_sub(index));
    let verdict = Verdict::Refused(ErrorKind::UndefinedValue { index, limit: next });
    draft.change(item, verdict, |operands| operands[operand] = distance)
}

fn callee(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::FUNCTION, 34)?;
    let (next, _) = draft.values_at(item)?;
    let (function, _) = draft.function_of(item)?;
    let module = draft.module();
    let (functions, globals) = (module.functions.len(), module.globals.len());
    let parameters = module.signature(module.functions[function].ty)?.parameters.len();
    let constants = module.functions[function].body.as_ref()?.constants.len();
    // Globals, parameters or constants, by their number within the kind. Values are numbered in the order of records.
    if draft.all(block::GLOBALS, 0).first() < draft.all(block::MODULE, 8).last() && globals > 0 {
        return None;
    }
    let kinds = [(ValueKind::Global, functions, globals), (ValueKind::Parameter, functions + globals, parameters)];
    let constants = (ValueKind::Constant, functions + globals + parameters, constants);
    let some: Vec<_> = kinds.into_iter().chain([constants]).filter(|(_, _, count)| *count > 0).collect();
    let &(_, first, count) = draft.choices.pick(&some)?;
    let number = draft.choices.below(count);
    let distance = u64::from(next.wrapping_sub((first + number) as u32));
    draft.change(item, Verdict::Refused(ErrorKind::NotAFunction(number as u32)), |operands| operands[1] = distance)
}
