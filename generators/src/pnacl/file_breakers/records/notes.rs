//! Records that can be read, although some tool rejects them: the validator reports them at their place.

use super::draft::RecordDraft;
use super::{RecordBreaker, RecordTrial, Verdict, block, row};
use irsmith_pnacl::stream::{Abbreviation, AbbreviationOperand, FIRST_ABBREVIATION, Item, ItemKind, Scalar, UNABBREV_RECORD};
use irsmith_pnacl::{Limits, Stream};

pub(super) const BREAKERS: &[RecordBreaker] = &[
    row("flags of a binary operation", binary_flags),
    row("operands after the cases of a switch", after_cases),
    row("a count after what it counts", late_count),
    row("a second count before the right one", second_count),
    row("no count", no_count),
    row("a number of basic blocks after an instruction", late_blocks),
    row("a second number of basic blocks", second_blocks),
    row("another version of the module", version),
    row("a second types block", second_types),
    row("a second globals block", second_globals),
    row("a function after the globals", early_globals),
    row("another length of a function block", length),
    row("a body of more values than its size has room for", density),
    row("no version", no_version),
    row("a version after a block", late_version),
    row("a second version of the module", second_version),
    row("an abbreviations block after another block", late_abbreviations),
    row("a forward declaration before the number of basic blocks", early_declaration),
    row("a constants block before the number of basic blocks", early_constants),
    row("a constant flag of more than one bit", constant_flag),
    row("a second symbol table", second_symbols),
    row("a symbol table after a function body", late_symbols),
    row("an unknown record of the symbol table", symbol_record),
    row("a byte or character of more than 8 bits", wide_character),
    row("a section of an unknown block", section),
    row("a second abbreviations block", second_abbreviations),
    row("a prototype flag of more than one bit", prototype),
    row("a varargs flag of more than one bit", varargs),
    row("abbreviation ids of more than 32 bits", wide_ids),
    row("a compound of one initializer", single_compound),
];

use Verdict::{Read, Reported, Same};

fn binary_flags(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::FUNCTION, 2)?;
    let extra = 1 + draft.choices.below(3);
    let rule = if extra == 1 { "extra-ignored" } else { "extra-operands" };
    let value = draft.choices.wide();
    draft.change(item, Reported(rule), |operands| operands.resize(3 + extra, value))
}

fn after_cases(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::FUNCTION, 12)?;
    let extra = 1 + draft.choices.below(9);
    draft.change(item, Reported("extra-ignored"), |operands| operands.resize(operands.len() + extra, 1))
}

/// Types or globals: the block, and the code of its count.
fn counted(draft: &mut RecordDraft<'_, '_>) -> Option<(u32, u32)> {
    let some: Vec<_> =
        [(block::TYPES, 1), (block::GLOBALS, 5)].into_iter().filter(|(block, code)| draft.all(*block, *code).len() == 1).collect();
    draft.choices.pick(&some).copied()
}

fn late_count(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (block, code) = counted(draft)?;
    let item = draft.any(block, code)?;
    let count = draft.record(item)?.1[0];
    let enter = draft.enters(block).into_iter().rfind(|enter| *enter < item)?;
    let end = draft.end(enter)?;
    // With nothing to count, a count at the end is the first record too.
    let verdict = if count == 0 { Same } else { Reported("count-late") };
    let stream = draft.stream();
    let bytes = draft.replace(item, end, |out| {
        stream.items()[item + 1..end].iter().for_each(|item| out.copy_item(stream, item));
        out.record(UNABBREV_RECORD, code, &[count]);
    })?;
    Some(RecordTrial { bytes, item: end - 1, verdict })
}

fn second_count(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (kind, code) = counted(draft)?;
    let item = draft.any(kind, code)?;
    let first = [0, 1, 7, u64::MAX][draft.choices.below(4)];
    // A number of globals after 0 replaces it without complaint.
    let verdict = if kind == block::GLOBALS && first == 0 { Same } else { Reported("count-late") };
    let bytes = draft.replace(item, item, |out| out.record(UNABBREV_RECORD, code, &[first]))?;
    Some(RecordTrial { bytes, item: item + 1, verdict })
}

fn no_count(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (block, code) = counted(draft)?;
    let item = draft.any(block, code)?;
    let enter = draft.enters(block).into_iter().rfind(|enter| *enter < item)?;
    let verdict = if draft.record(item)?.1[0] == 0 { Same } else { Reported("count-missing") };
    draft.remove(item, item + 1, enter, verdict)
}

fn late_blocks(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::FUNCTION, 1)?;
    let count = draft.record(item)?.1[0];
    let (_, enter) = draft.function_of(item)?;
    let end = draft.end(enter)?;
    let stream = draft.stream();
    let bytes = draft.replace(item, end, |out| {
        stream.items()[item + 1..end].iter().for_each(|item| out.copy_item(stream, item));
        out.record(UNABBREV_RECORD, 1, &[count]);
    })?;
    Some(RecordTrial { bytes, item: end - 1, verdict: Reported("count-late") })
}

fn second_blocks(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::FUNCTION, 1)?;
    let bytes = draft.replace(item, item, |out| out.record(UNABBREV_RECORD, 1, &[5]))?;
    Some(RecordTrial { bytes, item: item + 1, verdict: Reported("count-repeated") })
}

fn version(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::MODULE, 1)?;
    let version = [0, 1, 2, 3, 1 << 32, (1 << 32) + 1, u64::MAX][draft.choices.below(7)];
    draft.change(item, if version == 1 { Same } else { Reported("module-version") }, |operands| operands[0] = version)
}

fn second_abbreviations(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let enter = draft.any_enter(block::ABBREVIATIONS)?;
    // No tool reads what is in it.
    let (code, operands) = [(1, &[][..]), (1, &[13]), (7, &[9]), (99, &[])][draft.choices.below(4)];
    let nested = [block::TYPES, block::ABBREVIATIONS, 300][draft.choices.below(3)];
    draft.insert_items(draft.end(enter)? + 1, Reported("abbreviations-block"), |out| {
        out.enter(block::ABBREVIATIONS, 4);
        out.record(UNABBREV_RECORD, code, operands);
        out.enter(nested, 3);
        out.end();
        out.end();
    })
}

/// Inserts an empty block before a record of the module or a block in it, or at its end.
fn empty_block(draft: &RecordDraft<'_, '_>, at: usize, block: u32, count: Option<u32>, verdict: Verdict) -> Option<RecordTrial> {
    draft.insert_items(at, verdict, |out| {
        out.enter(block, 4);
        if let Some(code) = count {
            out.record(UNABBREV_RECORD, code, &[0]);
        }
        out.end();
    })
}

fn second_types(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let enter = draft.any_enter(block::TYPES)?;
    let after = draft.end(enter)? + 1;
    let counted = draft.choices.chance(128).then_some(1);
    if draft.choices.chance(64) {
        return empty_block(draft, enter, block::TYPES, counted, Same);
    }
    let verdict = if draft.module().types.is_empty() { Same } else { Reported("types-repeated") };
    empty_block(draft, after, block::TYPES, counted, verdict)
}

fn second_globals(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let enter = draft.any_enter(block::GLOBALS)?;
    let after = draft.end(enter)? + 1;
    let counted = draft.choices.chance(128).then_some(5);
    // Only a block with records, after one with globals.
    let verdict = if counted.is_none() || draft.module().globals.is_empty() { Same } else { Reported("globals-repeated") };
    empty_block(draft, after, block::GLOBALS, counted, verdict)
}

fn early_globals(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let &function = draft.all(block::MODULE, 8).first()?;
    empty_block(draft, function, block::GLOBALS, None, Read).map(|trial| RecordTrial {
        item: function + 2,
        verdict: Reported("globals-early"),
        ..trial
    })
}

fn length(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any_enter(block::FUNCTION)?;
    let mut bytes = draft.replace(item, item, |_| {})?;
    let stream = Stream::read(&bytes, &Limits::default()).ok()?;
    // The word before the first item of the block.
    let at = (stream.address(item + 1).0 / 8) as usize;
    let word = bytes.get_mut(at.checked_sub(4)?..at)?;
    let stated = u32::from_le_bytes(word.try_into().ok()?);
    let other = [stated + 1, stated - 1, 0, u32::MAX][draft.choices.below(4)];
    word.copy_from_slice(&other.to_le_bytes());
    Some(RecordTrial { bytes, item, verdict: if other == stated { Same } else { Reported("block-length") } })
}

/// Gives the last function a body of results in records of 3 bits, and no record of the file another abbreviation.
fn density(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    /// Results in a word that bcdis allows.
    const IN_WORD: usize = 8;
    let stream = draft.stream();
    let &enter = draft.enters(block::FUNCTION).last()?;
    let end = draft.end(enter)?;
    let results = 100 + draft.choices.below(200);
    let mut out = Stream::new();
    out.header = stream.header.clone();
    let copy = |out: &mut Stream, items: &[Item]| {
        for item in items {
            match &item.kind {
                ItemKind::Define(_) => {}
                ItemKind::Record(record) => out.record(UNABBREV_RECORD, record.code, stream.operands(record)),
                ItemKind::Enter { .. } | ItemKind::End => out.copy_item(stream, item),
            }
        }
    };
    copy(&mut out, &stream.items()[..enter]);
    let first = out.items().len() + 3;
    out.enter(block::FUNCTION, 3);
    out.record(UNABBREV_RECORD, 1, &[1]);
    let literal = |value| AbbreviationOperand::Scalar(Scalar::Literal(value));
    out.define(Abbreviation::new(&[2, 1, 1, 0].map(literal)));
    (0..results).for_each(|_| out.record(FIRST_ABBREVIATION, 2, &[1, 1, 0]));
    out.record(UNABBREV_RECORD, 15, &[]);
    out.end();
    let last = out.items().len() - 1;
    copy(&mut out, &stream.items()[end + 1..]);
    let bytes = out.write().ok()?;
    let written = Stream::read(&bytes, &Limits::default()).ok()?;
    let words = (written.address(last).0 + 3).div_ceil(32) - written.address(first - 2).0 / 32;
    let item = first + words as usize * IN_WORD + 1;
    let verdict = if item < first + results { Reported("value-density") } else { Read };
    Some(RecordTrial { bytes, item, verdict })
}

fn no_version(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let items = draft.all(block::MODULE, 1);
    let [item] = items[..] else { return None };
    draft.remove(item, item + 1, 0, Reported("version-missing"))
}

fn late_version(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let items = draft.all(block::MODULE, 1);
    let [item] = items[..] else { return None };
    let kind = [block::ABBREVIATIONS, block::TYPES, block::GLOBALS, block::SYMBOLS, block::FUNCTION][draft.choices.below(5)];
    let enter = draft.any_enter(kind)?;
    let end = draft.end(enter)?;
    let stream = draft.stream();
    let bytes = draft.replace(item, end + 1, |out| {
        stream.items()[item + 1..=end].iter().for_each(|item| out.copy_item(stream, item));
        out.record(UNABBREV_RECORD, 1, &[1]);
    })?;
    Some(RecordTrial { bytes, item: end, verdict: Reported("version-late") })
}

fn second_version(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let &item = draft.all(block::MODULE, 1).first()?;
    draft.insert(item + 1, 1, &[1], Reported("version-repeated"))
}

fn late_abbreviations(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let enter = draft.any_enter(block::ABBREVIATIONS)?;
    empty_block(draft, enter, block::TYPES, None, Read).map(|trial| RecordTrial {
        item: enter + 2,
        verdict: Reported("abbreviations-late"),
        ..trial
    })
}

fn early_declaration(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::FUNCTION, 1)?;
    // Whatever it declares.
    let bytes = draft.replace(item, item, |out| out.record(UNABBREV_RECORD, 43, &[0, 0]))?;
    Some(RecordTrial { bytes, item: item + 1, verdict: Reported("count-after-declaration") })
}

fn early_constants(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::FUNCTION, 1)?;
    empty_block(draft, item, block::CONSTANTS, None, Read).map(|trial| RecordTrial {
        item: item + 2,
        verdict: Reported("count-after-constants"),
        ..trial
    })
}

fn constant_flag(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::GLOBALS, 0)?;
    let flag = [2, 7, 1 << 32, u64::MAX][draft.choices.below(4)];
    draft.change(item, Reported("constant-flag"), |operands| operands[1] = flag)
}

fn second_symbols(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let enter = draft.any_enter(block::SYMBOLS)?;
    let after = draft.end(enter)? + 1;
    empty_block(draft, after, block::SYMBOLS, None, Reported("symbols-repeated"))
}

fn late_symbols(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    draft.any_enter(block::FUNCTION)?;
    empty_block(draft, draft.end(0)?, block::SYMBOLS, None, Reported("symbols-late"))
}

fn symbol_record(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any_place(block::SYMBOLS)?;
    let code = [0, 2, 3, 4, u32::MAX][draft.choices.below(5)];
    if code == 2 {
        // The entry of a basic block, which no tool reads.
        let kind = irsmith_pnacl::ErrorKind::UnknownRecord { block: "valuesymtab", code };
        return draft.insert(item, code, &[0, 97], Verdict::Refused(kind));
    }
    draft.insert(item, code, &[0, 97], Reported("symbol-record"))
}

fn wide_character(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let data = draft.all_where(block::GLOBALS, |code, operands| code == 3 && !operands.is_empty());
    let names = draft.all_where(block::SYMBOLS, |code, operands| code == 1 && operands.len() > 1);
    let (items, first) = if draft.choices.chance(128) { (data, 0) } else { (names, 1) };
    let item = *draft.choices.pick(&items)?;
    let operand = first + draft.choices.below(draft.record(item)?.1.len() - first);
    let high = [256, 512, 1 << 31, 1 << 32, 1 << 63][draft.choices.below(5)];
    draft.change(item, Reported("wide-character"), |operands| operands[operand] |= high)
}

fn section(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let section = [0, 1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 1 << 32, (1 << 32) + 8][draft.choices.below(18)];
    let known = matches!(section, 8 | 11 | 12 | 14 | 17 | 19);
    let item = match draft.enters(block::ABBREVIATIONS).first() {
        Some(enter) => draft.end(*enter)?,
        None => return None,
    };
    draft.insert(item, 1, &[section], if known { Same } else { Reported("section-unknown") })
}

fn prototype(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let declarations = draft.all_where(block::MODULE, |code, operands| code == 8 && operands.len() > 2 && operands[2] != 0);
    let item = *draft.choices.pick(&declarations)?;
    let flag = [1, 2, 3, 256, 1 << 32, u64::MAX][draft.choices.below(6)];
    draft.change(item, if flag == 1 { Same } else { Reported("prototype-flag") }, |operands| operands[2] = flag)
}

fn varargs(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::TYPES, 21)?;
    let flag = [2, 3, 256, 1 << 32, u64::MAX][draft.choices.below(5)];
    draft.change(item, Reported("varargs-flag"), |operands| operands[0] = flag)
}

fn wide_ids(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (kind, _) = *draft.choices.pick(&block::ALL)?;
    let item = draft.any_enter(kind)?;
    let width = [31, 32, 33, 34, 63, 64][draft.choices.below(6)];
    let verdict = if width > 32 { Reported("abbreviation-ids") } else { Same };
    let ItemKind::Enter { block, .. } = draft.stream().items()[item].kind else { return None };
    let bytes = draft.replace(item, item + 1, |out| out.enter(block, width))?;
    Some(RecordTrial { bytes, item, verdict })
}

fn single_compound(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    // A global with a single initializer gets a compound of one.
    let singles: Vec<usize> = draft
        .all(block::GLOBALS, 0)
        .into_iter()
        .filter(|item| draft.record(item + 1).is_some_and(|(code, _)| matches!(code, 2..=4)))
        .collect();
    let item = *draft.choices.pick(&singles)?;
    draft.insert(item + 1, 1, &[1], Reported("compound-single"))
}
