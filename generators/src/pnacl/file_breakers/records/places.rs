//! Blocks and records where they may not stand.

use super::draft::RecordDraft;
use super::{RecordBreaker, RecordTrial, Verdict, block, row};
use irsmith_pnacl::ErrorKind;
use irsmith_pnacl::stream::{ItemKind, UNABBREV_RECORD};

pub(super) const BREAKERS: &[RecordBreaker] = &[
    row("another block in place of the module", outermost),
    row("a block in the wrong block", block_place),
    row("a constant before its type", untyped),
    row("an initializer of no global", stray_initializer),
    row("a compound that is not the first initializer", late_compound),
    row("a global without all of its initializers", few_initializers),
    row("a body of no function", extra_body),
    row("a function without its body", missing_body),
    row("an instruction after the last terminator", no_terminator),
];

/// Where each kind of block may stand.
const PARENTS: [(u32, u32); 6] = [
    (block::ABBREVIATIONS, block::MODULE),
    (block::FUNCTION, block::MODULE),
    (block::SYMBOLS, block::MODULE),
    (block::TYPES, block::MODULE),
    (block::GLOBALS, block::MODULE),
    (block::CONSTANTS, block::FUNCTION),
];

/// Ids of blocks: those of the format, those of LLVM that it does not use, and others.
const IDS: [u32; 20] = [0, 1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 300, u32::MAX];

fn outermost(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let block = *draft.choices.pick(&IDS)?;
    if block == block::MODULE {
        return None;
    }
    let ItemKind::Enter { width, .. } = draft.stream().items()[0].kind else { return None };
    let known = block::ALL.iter().any(|(id, _)| *id == block);
    let kind = if known { ErrorKind::ExpectedModuleBlock } else { ErrorKind::UnexpectedBlock { block, parent: u32::MAX } };
    // Abbreviations that were registered for the module's block are gone.
    let bytes = draft.replace(0, draft.stream().items().len(), |out| {
        out.enter(block, width.max(2));
        out.end();
    })?;
    Some(RecordTrial { bytes, item: 0, verdict: Verdict::Refused(kind) })
}

fn block_place(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let &(parent, _) = draft.choices.pick(&block::ALL)?;
    let block = *draft.choices.pick(&IDS)?;
    if PARENTS.contains(&(block, parent)) {
        return None;
    }
    let item = draft.any_place(parent)?;
    let verdict = Verdict::Refused(ErrorKind::UnexpectedBlock { block, parent });
    draft.insert_items(item, verdict, |out| {
        out.enter(block, 4);
        out.end();
    })
}

fn untyped(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let enter = draft.any_enter(block::CONSTANTS)?;
    let (code, operands) = [(3, &[][..]), (4, &[2]), (6, &[0])][draft.choices.below(3)];
    draft.insert(enter + 1, code, operands, Verdict::Refused(ErrorKind::NoConstantType))
}

/// An initializer of each kind.
const INITIALIZERS: [(u32, &[u64]); 3] = [(2, &[8]), (3, &[1, 2]), (4, &[0])];

/// Returns the items where a global or the end of the block may stand.
fn after_globals(draft: &RecordDraft<'_, '_>) -> Vec<usize> {
    let mut places = draft.all(block::GLOBALS, 0);
    places.extend(draft.enters(block::GLOBALS).into_iter().filter_map(|enter| draft.end(enter)));
    places
}

fn stray_initializer(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let places = after_globals(draft);
    let item = *draft.choices.pick(&places)?;
    let (code, operands) = *draft.choices.pick(&INITIALIZERS)?;
    draft.insert(item, code, operands, Verdict::Refused(ErrorKind::MisplacedInitializer("an initializer that no global wants")))
}

fn late_compound(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let places = after_globals(draft);
    let item = *draft.choices.pick(&places)?;
    let count = [0, 1, 2, u64::MAX][draft.choices.below(4)];
    let verdict = Verdict::Refused(ErrorKind::MisplacedInitializer("a compound initializer that is not a global's first"));
    // After the compound of a global, or where a global may stand.
    let compounds = draft.all(block::GLOBALS, 1);
    match draft.choices.pick(&compounds) {
        Some(compound) if draft.choices.chance(128) => draft.insert(compound + 1, 1, &[count], verdict),
        _ => draft.insert(item, 1, &[count], verdict),
    }
}

fn few_initializers(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let places = after_globals(draft);
    let item = *draft.choices.pick(&places)?;
    let problem = "the global before this place lacks initializers";
    let verdict = Verdict::Refused(ErrorKind::MisplacedInitializer(problem));
    let compound = [0, 2, 3, u64::MAX][draft.choices.below(4)];
    // A global before this place, with none of its initializers, or with all but one or more.
    let bytes = draft.replace(item, item, |out| {
        out.record(UNABBREV_RECORD, 0, &[0, 0]);
        if compound > 0 {
            out.record(UNABBREV_RECORD, 1, &[compound]);
            out.record(UNABBREV_RECORD, 2, &[1]);
        }
    })?;
    let inserted = if compound > 0 { 3 } else { 1 };
    Some(RecordTrial { bytes, item: item + inserted, verdict })
}

fn extra_body(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let end = draft.end(0)?;
    let verdict = Verdict::Refused(ErrorKind::BodyMismatch("a function body without a defined function"));
    draft.insert_items(end, verdict, |out| {
        out.enter(block::FUNCTION, 4);
        out.record(UNABBREV_RECORD, 1, &[1]);
        out.record(UNABBREV_RECORD, 10, &[]);
        out.end();
    })
}

fn missing_body(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    // Of the last function: another body would be read as that of the function before it.
    let &enter = draft.enters(block::FUNCTION).last()?;
    let end = draft.end(enter)?;
    let last = draft.stream().items().len() - 1 - (end + 1 - enter);
    draft.remove(enter, end + 1, last, Verdict::Refused(ErrorKind::BodyMismatch("a defined function has no body")))
}

fn no_terminator(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let enter = draft.any_enter(block::FUNCTION)?;
    let end = draft.end(enter)?;
    let problem = "the last basic block of the function has no terminator";
    // A declaration of a value that exists.
    let bytes = draft.replace(end, end, |out| out.record(UNABBREV_RECORD, 43, &[0, 0]))?;
    Some(RecordTrial { bytes, item: enter, verdict: Verdict::Refused(ErrorKind::BodyMismatch(problem)) })
}
