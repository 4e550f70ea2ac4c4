//! Records with too few or too many operands, and records and blocks that nothing defines (manual, *PNaCl Records*).

use super::draft::RecordDraft;
use super::{RecordBreaker, RecordTrial, Verdict, block, row};
use irsmith_pnacl::ErrorKind;

pub(super) const BREAKERS: &[RecordBreaker] = &[
    row("a record of too few operands", too_few),
    row("a record of too many operands", too_many),
    row("an instruction of too few operands", short_instruction),
    row("half an incoming edge", half_an_edge),
    row("a record that its block does not define", unknown),
];

/// The forms of records that are not instructions: block, code, name in messages, operands, their number in messages, and whether there are
/// no others.
const FORMS: &[(u32, u32, &str, usize, &str, bool)] = &[
    (block::ABBREVIATIONS, 1, "set block", 1, "1", false),
    (block::MODULE, 1, "version", 1, "1", true),
    (block::MODULE, 8, "function", 4, "4", true),
    (block::TYPES, 1, "count", 1, "1", true),
    (block::TYPES, 2, "void", 0, "none", true),
    (block::TYPES, 3, "float", 0, "none", true),
    (block::TYPES, 4, "double", 0, "none", true),
    (block::TYPES, 7, "integer", 1, "1", true),
    (block::TYPES, 12, "vector", 2, "2", true),
    (block::TYPES, 21, "function type", 2, "2 or more", false),
    (block::GLOBALS, 0, "global", 2, "2", true),
    (block::GLOBALS, 1, "compound", 1, "1", true),
    (block::GLOBALS, 2, "zerofill", 1, "1", true),
    (block::GLOBALS, 4, "relocation", 1, "1 or 2", false),
    (block::GLOBALS, 5, "count", 1, "1", true),
    (block::SYMBOLS, 1, "symbol", 1, "1 or more", false),
    (block::CONSTANTS, 1, "set type", 1, "1", true),
    (block::CONSTANTS, 3, "undef", 0, "none", true),
    (block::CONSTANTS, 4, "integer", 1, "1", true),
    (block::CONSTANTS, 6, "float", 1, "1", true),
    (block::FUNCTION, 1, "blocks", 1, "1", true),
];

fn too_few(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let some: Vec<_> = FORMS.iter().filter(|form| form.3 > 0 && !draft.all(form.0, form.1).is_empty()).collect();
    let &&(block, code, record, operands, expected, _) = draft.choices.pick(&some)?;
    let item = draft.any(block, code)?;
    let count = draft.choices.below(operands);
    draft.change(item, Verdict::Refused(ErrorKind::OperandCount { record, count, expected }), |operands| operands.truncate(count))
}

fn too_many(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let some: Vec<_> = FORMS.iter().filter(|form| form.5 && !draft.all(form.0, form.1).is_empty()).collect();
    let &&(block, code, ..) = draft.choices.pick(&some)?;
    let item = draft.any(block, code)?;
    let extra: Vec<u64> = (0..1 + draft.choices.below(3)).map(|_| draft.choices.wide()).collect();
    draft.change(item, Verdict::Reported("extra-operands"), |operands| operands.extend(extra))
}

/// Codes of instructions, the name in messages of the shortest form, its operands, and whether there are no others.
const INSTRUCTIONS: &[(u32, &str, usize, bool)] = &[
    (2, "Binary", 3, false),
    (3, "Cast", 3, true),
    (6, "ExtractElement", 2, true),
    (7, "InsertElement", 3, true),
    (11, "Branch", 1, false),
    (12, "Switch", 4, false),
    (16, "Phi", 1, false),
    (19, "Alloca", 2, true),
    (20, "Load", 3, true),
    (24, "Store", 3, true),
    (28, "Compare", 3, true),
    (29, "Select", 3, true),
    (34, "Call", 2, false),
    (43, "Declare", 2, true),
    (44, "CallIndirect", 3, false),
    (15, "Unreachable", 0, true),
];

fn short_instruction(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let some: Vec<_> = INSTRUCTIONS.iter().filter(|form| !draft.all(block::FUNCTION, form.0).is_empty()).collect();
    let &&(code, record, operands, is_exact) = draft.choices.pick(&some)?;
    let item = draft.any(block::FUNCTION, code)?;
    if operands == 0 || is_exact && draft.choices.chance(128) {
        let extra = draft.choices.wide();
        return draft.change(item, Verdict::Reported("extra-operands"), |operands| operands.push(extra));
    }
    let count = draft.choices.below(operands);
    draft.change(item, Verdict::Refused(ErrorKind::OperandCount { record, count, expected: "more" }), |operands| operands.truncate(count))
}

fn half_an_edge(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let phis = draft.all_where(block::FUNCTION, |code, operands| code == 16 && operands.len() > 2);
    let item = *draft.choices.pick(&phis)?;
    let edges = draft.record(item)?.1.len() / 2;
    let kept = 2 * draft.choices.below(edges);
    let verdict = Verdict::Refused(ErrorKind::OperandCount { record: "basic block", count: 0, expected: "more" });
    draft.change(item, verdict, |operands| operands.truncate(kept + 2))
}

/// The codes that each kind of block defines.
const CODES: &[(u32, &[u32])] = &[
    (block::ABBREVIATIONS, &[1]),
    (block::MODULE, &[1, 8]),
    (block::TYPES, &[1, 2, 3, 4, 7, 12, 21]),
    (block::GLOBALS, &[0, 1, 2, 3, 4, 5]),
    (block::CONSTANTS, &[1, 3, 4, 6]),
    (block::FUNCTION, &[1, 2, 3, 6, 7, 10, 11, 12, 15, 16, 19, 20, 24, 28, 29, 34, 43, 44]),
];

fn unknown(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let &(kind, codes) = draft.choices.pick(CODES)?;
    let candidates =
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 17, 18, 20, 21, 22, 23, 27, 30, 31, 33, 35, 42, 45, 46, 58, 59, 255, u32::MAX];
    let code = *draft.choices.pick(&candidates)?;
    if codes.contains(&code) {
        return None;
    }
    // A type must be set before a constant, and a global must want an initializer, whatever they are.
    let item = match kind {
        block::CONSTANTS => draft.any(kind, 1)? + 1,
        block::GLOBALS => draft.any(kind, 0)? + 1,
        _ => draft.any_place(kind)?,
    };
    let name = block::ALL.iter().find(|(id, _)| *id == kind)?.1;
    let operands = [0, 0, 0, 0].map(|_: u64| draft.choices.below(3) as u64);
    draft.insert(item, code, &operands, Verdict::Refused(ErrorKind::UnknownRecord { block: name, code }))
}
