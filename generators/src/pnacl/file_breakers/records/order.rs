//! Parts of a module in an order in which the tools number values differently, or give a body to another function.

use super::draft::RecordDraft;
use super::{RecordBreaker, RecordTrial, Verdict, block, row};
use irsmith_pnacl::stream::UNABBREV_RECORD;
use irsmith_pnacl::{Instruction, ValueKind};

pub(super) const BREAKERS: &[RecordBreaker] = &[
    row("a constants block at the end of a body", late_constants),
    row("a return of a constant after results", late_constant),
    row("a forward declaration before the constants", declared_before_constants),
    row("a global before the functions that a body names", early_global),
    row("a function after the bodies", late_function),
    row("a function before the last body", function_before_body),
];

use Verdict::Reported;

/// A constants block of one constant.
const CONSTANTS: [(u32, &[u64]); 2] = [(1, &[0]), (3, &[])];

fn write_constants(out: &mut irsmith_pnacl::Stream) {
    out.enter(block::CONSTANTS, 4);
    CONSTANTS.iter().for_each(|(code, operands)| out.record(UNABBREV_RECORD, *code, operands));
    out.end();
}

fn late_constants(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let enter = draft.any_enter(block::FUNCTION)?;
    draft.insert_items(draft.end(enter)?, Reported("constants-late"), write_constants)
}

fn late_constant(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    // The last record of the body, so that no other operand has another number; after some result, which has number 1 by kind.
    let module = draft.module();
    let some: Vec<usize> = module
        .functions
        .iter()
        .zip(&draft.records.reading.places.bodies)
        .filter_map(|(function, places)| {
            let (body, places) = (function.body.as_ref()?, places.as_ref()?);
            let has_result = body.instructions.iter().any(|instruction| instruction.has_result(module));
            let returns = matches!(body.instructions.last(), Some(Instruction::Ret { value: Some(_) }));
            (has_result && returns).then(|| places.instructions.last().map(|item| *item as usize))?
        })
        .collect();
    let item = *draft.choices.pick(&some)?;
    let bytes = draft.replace(item, item + 1, |out| {
        write_constants(out);
        out.record(UNABBREV_RECORD, 10, &[1]);
    })?;
    Some(RecordTrial { bytes, item: item + CONSTANTS.len() + 2, verdict: Reported("value-numbering") })
}

fn declared_before_constants(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any_enter(block::CONSTANTS)?;
    let (function, _) = draft.function_of(item)?;
    let module = draft.module();
    let parameters = module.signature(module.functions[function].ty)?.parameters.len();
    let constants = module.functions[function].body.as_ref()?.constants.len();
    // A value that no constant before this block has.
    let index = module.functions.len() + module.globals.len() + parameters + constants + draft.choices.below(5);
    let places = draft.records.reading.places.bodies[function].as_ref()?;
    if places.instructions.first().is_some_and(|first| (*first as usize) < item) {
        return None;
    }
    let bytes = draft.replace(item, item, |out| out.record(UNABBREV_RECORD, 43, &[index as u64, 0]))?;
    Some(RecordTrial { bytes, item: item + 1, verdict: Reported("value-numbering") })
}

/// Returns the first record of each body that names a value of one of these kinds, or declares one.
fn first_uses(draft: &RecordDraft<'_, '_>, kinds: &[ValueKind], or_declares: bool) -> Vec<Option<usize>> {
    let bodies = draft.module().functions.iter().zip(&draft.records.reading.places.bodies);
    let is_use = |instruction: &Instruction| {
        let mut is_use = or_declares && matches!(instruction, Instruction::Declare { .. });
        instruction.for_each_value(|value| is_use |= kinds.contains(&value.kind()));
        is_use
    };
    let bodies = bodies.filter_map(|(function, places)| Some((function.body.as_ref()?, places.as_ref()?)));
    bodies.map(|(body, places)| Some(places.instructions[body.instructions.iter().position(is_use)?] as usize)).collect()
}

fn early_global(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let &at = draft.all(block::MODULE, 8).first()?;
    let uses: Vec<usize> = first_uses(draft, &[ValueKind::Function], false).into_iter().flatten().collect();
    let item = *draft.choices.pick(&uses)?;
    // Distances stay the same, since all values after the global have numbers greater by 1.
    let records: [(u32, &[u64]); 3] = [(5, &[1]), (0, &[0, 0]), (2, &[1])];
    let bytes = draft.replace(at, at, |out| {
        out.enter(block::GLOBALS, 4);
        records.iter().for_each(|(code, operands)| out.record(UNABBREV_RECORD, *code, operands));
        out.end();
    })?;
    Some(RecordTrial { bytes, item: item + records.len() + 2, verdict: Reported("value-numbering") })
}

fn late_function(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    draft.any_enter(block::FUNCTION)?;
    let uses: Vec<usize> = first_uses(draft, &[ValueKind::Function, ValueKind::Global], true).into_iter().flatten().collect();
    let ty = draft.module().functions.first()?.ty;
    let end = draft.end(0)?;
    let (item, verdict) = match draft.choices.pick(&uses) {
        Some(&item) if draft.choices.chance(192) => (item, Reported("value-numbering")),
        _ => (end, Reported("addresses-late")),
    };
    let bytes = draft.replace(end, end, |out| out.record(UNABBREV_RECORD, 8, &[ty.0.into(), 0, 1, 0]))?;
    Some(RecordTrial { bytes, item, verdict })
}

fn function_before_body(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    // Addresses have other numbers in the last body, so that a call in it would name something else.
    let body = draft.module().functions.iter().filter_map(|function| function.body.as_ref()).next_back()?;
    if body.instructions.iter().any(|instruction| matches!(instruction, Instruction::Call { .. })) {
        return None;
    }
    let enters = draft.enters(block::FUNCTION);
    let [_, .., last] = enters[..] else { return None };
    let ty = draft.module().functions.first()?.ty;
    let (stream, end) = (draft.stream(), draft.end(last)? + 1);
    let bytes = draft.replace(last, end, |out| {
        out.record(UNABBREV_RECORD, 8, &[ty.0.into(), 0, 0, 3]);
        stream.items()[last..end].iter().for_each(|item| out.copy_item(stream, item));
        out.enter(block::FUNCTION, 4);
        out.record(UNABBREV_RECORD, 1, &[1]);
        out.record(UNABBREV_RECORD, 15, &[]);
        out.end();
    })?;
    Some(RecordTrial { bytes, item: last + 1, verdict: Reported("body-order") })
}
