//! Counts that differ from the number of what they count (manual, *Count Record*).

use super::draft::RecordDraft;
use super::{RecordBreaker, RecordTrial, Verdict, block, row};
use irsmith_pnacl::ErrorKind;
use irsmith_pnacl::stream::UNABBREV_RECORD;

pub(super) const BREAKERS: &[RecordBreaker] = &[
    row("another number of types", types),
    row("another number of globals", globals),
    row("another number of basic blocks", blocks),
    row("no number of basic blocks", no_blocks),
    row("a function of no basic block", empty_body),
];

/// Draws a count other than the right one.
fn wrong(draft: &mut RecordDraft<'_, '_>, right: u64) -> u64 {
    match draft.choices.below(5) {
        0 if right > 0 => right - 1,
        1 if right > 0 => 0,
        2 => right + (1 << 32),
        3 => u64::MAX,
        _ => right + 1,
    }
}

fn another(draft: &mut RecordDraft<'_, '_>, block: u32, code: u32, what: &'static str) -> Option<RecordTrial> {
    let item = draft.any(block, code)?;
    let actual = draft.record(item)?.1[0];
    let expected = wrong(draft, actual);
    let verdict = Verdict::Refused(ErrorKind::CountMismatch { what, expected, actual });
    draft.change(item, verdict, |operands| operands[0] = expected)
}

/// Returns `None` if there are several such records, of which only the last one counts.
fn once(draft: &RecordDraft<'_, '_>, block: u32, code: u32) -> Option<()> {
    (draft.all(block, code).len() == draft.enters(block).len()).then_some(())
}

fn types(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    once(draft, block::TYPES, 1)?;
    another(draft, block::TYPES, 1, "types")
}

fn globals(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    once(draft, block::GLOBALS, 5)?;
    another(draft, block::GLOBALS, 5, "globals")
}

fn blocks(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    once(draft, block::FUNCTION, 1)?;
    another(draft, block::FUNCTION, 1, "basic blocks")
}

fn no_blocks(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    once(draft, block::FUNCTION, 1)?;
    let item = draft.any(block::FUNCTION, 1)?;
    let (_, enter) = draft.function_of(item)?;
    let actual = draft.record(item)?.1[0];
    let kind = ErrorKind::CountMismatch { what: "basic blocks", expected: 0, actual };
    draft.remove(item, item + 1, enter, Verdict::Refused(kind))
}

fn empty_body(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let enter = draft.any_enter(block::FUNCTION)?;
    let end = draft.end(enter)?;
    let kind = ErrorKind::CountMismatch { what: "basic blocks", expected: 0, actual: 0 };
    let is_counted = draft.choices.chance(128);
    let bytes = draft.replace(enter + 1, end, |out| {
        if is_counted {
            out.record(UNABBREV_RECORD, 1, &[0]);
        }
    })?;
    Some(RecordTrial { bytes, item: enter + usize::from(is_counted), verdict: Verdict::Refused(kind) })
}
