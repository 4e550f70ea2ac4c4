//! Mutations of flags before an opcode and of suffixes after its operands.

use super::Mutant;
use crate::mir::edit::{Place, instruction, instruction_mut, instructions, next_number};
use irsmith_mir::tables::{FLAGS, common_opcode};
use irsmith_mir::transform::Space;
use irsmith_mir::{Atom, DebugLocation, File, InstructionFlags, Suffixes};

/// Adds or removes a flag; mostly one that has a meaning before the opcode.
pub(super) fn change_flag(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(changed) = instruction(mutant.file, place) else { return };
    let row = mutant.machine.map_or_else(|| common_opcode(&changed.opcode), |machine| machine.opcode(&changed.opcode));
    let fits =
        |name: &str| FLAGS.iter().any(|flag| flag.name == name && flag.since.is_some() && row.is_some_and(|row| flag.group.applies(row)));
    let any = mutant.choices.chance(16);
    let flags: Vec<usize> = (0..InstructionFlags::NAMES.len()).filter(|flag| any || fits(InstructionFlags::NAMES[*flag])).collect();
    if let (Some(flag), Some(changed)) = (mutant.choices.pick(&flags).copied(), instruction_mut(mutant.file, place)) {
        changed.flags.0 ^= 1 << flag;
    }
}

/// Changes the suffixes of an instruction, and drops them if none is left.
fn with(mutant: &mut Mutant<'_, '_, '_>, place: Place, change: impl FnOnce(&mut Suffixes)) {
    if let Some(changed) = instruction_mut(mutant.file, place) {
        let mut suffixes = changed.suffixes.take().unwrap_or_default();
        change(&mut suffixes);
        changed.suffixes = (*suffixes != Suffixes::default()).then_some(suffixes);
    }
}

/// Names of symbols, with and without a need for quotes.
const SYMBOLS: &[&str] = &["a", ".Ltmp0", "$x", "a b", "\u{e9}", "@", "0", ">"];

/// Adds or removes a symbol before or after the instruction.
pub(super) fn change_symbol(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let drawn = mutant.choices.pick(SYMBOLS).copied().unwrap_or_default();
    let is_behind = mutant.choices.chance(128);
    with(mutant, place, |suffixes| {
        let field = if is_behind { &mut suffixes.post_symbol } else { &mut suffixes.pre_symbol };
        *field = field.is_none().then(|| drawn.into());
    });
}

/// Adds or removes a marker, with a node of the module if it needs one.
pub(super) fn change_marker(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let nodes = nodes(mutant.file, |_| true);
    let (node, number) = (mutant.choices.pick(&nodes).copied(), mutant.choices.wide() as u32);
    let which = mutant.choices.below(3);
    with(mutant, place, |suffixes| {
        let (field, value) = match which {
            0 => (&mut suffixes.heap_alloc_marker, node),
            1 => (&mut suffixes.pc_sections, node),
            _ => (&mut suffixes.cfi_type, Some(number)),
        };
        *field = if field.is_some() { None } else { value };
    });
}

/// Returns the numbers of the module's nodes of some class.
pub(super) fn nodes(file: &File, is_wanted: fn(&str) -> bool) -> Vec<u32> {
    let nodes = file.ir.as_ref().map(|ir| ir.names().metadata).unwrap_or_default();
    nodes.into_iter().filter(|node| is_wanted(&node.class)).map(|node| node.number).collect()
}

/// Adds or removes a debug instruction number.
pub(super) fn change_debug_number(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let fresh = next_number(&mut mutant.file.functions[place.function], Space::DebugInstruction).unwrap_or(1).max(1);
    with(mutant, place, |suffixes| suffixes.debug_number = suffixes.debug_number.is_none().then_some(fresh));
}

/// Changes the location: to none, that of another instruction, or one that is spelled out in a node or in another location.
pub(super) fn change_location(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let used = instructions(mutant.file).filter_map(|(_, other)| other.suffixes.as_deref()?.debug_location.clone());
    let used: Vec<DebugLocation> = used.collect();
    let nodes = |is_wanted| nodes(mutant.file, is_wanted);
    let (scopes, nodes) = (nodes(|class| matches!(class, "DISubprogram" | "DILexicalBlock")), nodes(|class| class == "DILocation"));
    let choices = &mut mutant.choices;
    let line = [0, 1, 65_535, 65_536, u32::MAX][choices.below(5)];
    let (scope, node) = (choices.pick(&scopes).copied(), choices.pick(&nodes).copied());
    let location = match (choices.below(4), scope, node) {
        (0, ..) => None,
        (1, Some(scope), _) => {
            let inlined_at = choices.pick(&used).cloned().filter(|_| choices.chance(128)).map(Box::new);
            let implicit_code = choices.chance(64);
            // Few releases read atoms.
            let atom = if choices.chance(16) {
                Atom { group: choices.wide() & Atom::MAX_GROUP, rank: choices.byte() & Atom::MAX_RANK }
            } else {
                Atom::default()
            };
            Some(DebugLocation::Inline { line, column: line & 0xffff, scope, inlined_at, implicit_code, atom })
        }
        (2, _, Some(node)) => Some(DebugLocation::Number(node)),
        _ => choices.pick(&used).cloned(),
    };
    with(mutant, place, |suffixes| suffixes.debug_location = location);
}
