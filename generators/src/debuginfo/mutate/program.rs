//! The program around the debug instructions: strings, constants, ids, the header.

use crate::Choices;
use crate::debuginfo::edit::{is, literal};
use irsmith_debuginfo::grammar::{string, string_words};
use irsmith_debuginfo::transform::rename;
use irsmith_debuginfo::{ByteOrder, CoreInstruction, Id, Instruction, Module};
use spirv::Op;

/// Texts with names, quotes and encodings that readers often handle wrongly.
const STRINGS: &[&str] = &[
    "",
    "@",
    "@opaque",
    "a",
    "abc",
    "abcd",
    "\"",
    "\\",
    "a\nb",
    "\u{e9}",
    "\u{1f600}",
    "MAX(a,b)",
    "a very long name that needs many words",
];

fn nth(module: &mut Module, place: usize, wanted: impl Fn(&CoreInstruction) -> bool) -> Option<&mut CoreInstruction> {
    let cores = module.instructions.iter_mut().filter_map(|instruction| match instruction {
        Instruction::Core(core) => Some(core),
        Instruction::Debug(_) => None,
    });
    cores.filter(|core| wanted(core)).nth(place)
}

fn count(module: &Module, wanted: impl Fn(&CoreInstruction) -> bool) -> usize {
    module.instructions.iter().filter_map(Instruction::core).filter(|core| wanted(core)).count()
}

fn is_string(core: &CoreInstruction) -> bool {
    core.is(Op::String) && !core.words.is_empty()
}

pub(super) fn count_strings(module: &Module) -> usize {
    count(module, is_string)
}

/// Replaces a text by another, or by the text after `@`, twice, or so often that its instruction has more than 255 words.
pub(super) fn change_string(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let Some(core) = nth(module, place, is_string) else { return };
    let old = string(&core.words[1..]).map_or(String::new(), |(text, _)| String::from_utf8_lossy(&text).into_owned());
    let new = match choices.below(4) {
        0 => format!("@{old}"),
        1 if old.len() < 256 => old.repeat(2),
        2 if (1..256).contains(&old.len()) => old.repeat(1 + 1024 / old.len()),
        _ => (*choices.pick(STRINGS).unwrap_or(&"")).to_owned(),
    };
    core.words.truncate(1);
    core.words.extend(string_words(&new));
}

fn is_constant(core: &CoreInstruction) -> bool {
    core.is(Op::Constant) && core.words.len() > 2
}

pub(super) fn count_constants(module: &Module) -> usize {
    count(module, is_constant)
}

pub(super) fn change_constant(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    if let Some(core) = nth(module, place, is_constant) {
        core.words[2] = literal(choices);
    }
}

/// Returns whether an instruction of a program has no result and does not affect the program's structure.
fn is_effect(core: &CoreInstruction) -> bool {
    const EFFECTS: [Op; 8] = [Op::Store, Op::CopyMemory, Op::Line, Op::NoLine, Op::Name, Op::MemberName, Op::Decorate, Op::MemberDecorate];
    EFFECTS.iter().any(|&op| core.is(op))
}

pub(super) fn count_effects(module: &Module) -> usize {
    count(module, is_effect)
}

pub(super) fn remove_effect(module: &mut Module, place: usize, _: &mut Choices<'_, '_>) {
    let effects = |instruction: &Instruction| instruction.core().is_some_and(is_effect);
    if let Some(at) = (0..module.instructions.len()).filter(|&at| effects(&module.instructions[at])).nth(place) {
        module.instructions.remove(at);
    }
}

/// Counts ids below the bound.
pub(super) fn count_ids(module: &Module) -> usize {
    let has_functions = module.instructions.iter().any(|instruction| is(instruction, Op::Function));
    if has_functions { module.header.bound.saturating_sub(1).min(1 << 16) as usize } else { 0 }
}

/// Exchanges two ids everywhere: the module differs only in names.
pub(super) fn exchange_ids(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let (a, b) = (Id(place as u32 + 1), Id(1 + choices.below(count_ids(module)) as u32));
    let bound = module.header.bound;
    let exchanged = rename(module, |id| match id {
        _ if id == a => Some(b),
        _ if id == b => Some(a),
        _ => None,
    });
    // If the ids of an instruction are unknown, nothing has changed.
    if exchanged.is_ok() {
        module.header.bound = bound;
    }
}

pub(super) fn count_header(_: &Module) -> usize {
    5
}

pub(super) fn change_header(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let header = &mut module.header;
    match place {
        0 => {
            header.order = match header.order {
                ByteOrder::Little => ByteOrder::Big,
                ByteOrder::Big => ByteOrder::Little,
            }
        }
        1 => header.version = 0x1_0000 | (choices.below(7) as u32) << 8,
        2 => header.generator = literal(choices),
        3 => header.bound = if choices.chance(200) { header.bound.saturating_add(choices.below(64) as u32) } else { literal(choices) },
        _ => header.schema = literal(choices),
    }
}
