//! Visiting and renaming ids.

use crate::grammar::{Context, Operand, OperandError, OperandKind};
use crate::{Id, Instruction, Module};
use std::collections::BTreeMap;

/// An instruction whose words do not match the grammar, so that its ids are unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("instruction {at} (number {opcode}), {error}")]
pub struct RenameError {
    /// Index of the instruction in the module.
    pub at: usize,
    /// The number.
    pub opcode: u16,
    /// The error in its words.
    pub error: OperandError,
}

/// Calls `f` on every id of a module in the order of the file, including results and types of results, with the index of its instruction.
///
/// # Errors
/// The first instruction that is not in the grammar; `f` was called on all ids before it.
pub fn for_each_id(module: &Module, mut f: impl FnMut(usize, Id)) -> Result<(), RenameError> {
    let mut context = Context::default();
    for (at, instruction) in module.instructions.iter().enumerate() {
        match instruction {
            Instruction::Debug(debug) => {
                f(at, debug.result_type);
                f(at, debug.result);
                f(at, debug.set);
                debug.info.for_each_id(|_, id| f(at, id));
            }
            Instruction::Core(core) => {
                context.see(core.opcode, &core.words);
                let visit = |operand: Operand<'_>| {
                    if is_id(operand.kind) {
                        f(at, Id(operand.words[0]));
                    }
                };
                let visited = context.operands(core.opcode, &core.words, visit);
                visited.map_err(|error| RenameError { at, opcode: core.opcode, error })?;
            }
        }
    }
    Ok(())
}

/// Calls `f` on every id of a module in the order of the file, including results and types of results, mutably. The header's bound is
/// unchanged.
///
/// # Errors
/// The first instruction that is not in the grammar. Ids before it have been changed.
pub fn for_each_id_mut(module: &mut Module, mut f: impl FnMut(&mut Id)) -> Result<(), RenameError> {
    let mut context = Context::default();
    let mut places = Vec::new();
    for (at, instruction) in module.instructions.iter_mut().enumerate() {
        match instruction {
            Instruction::Debug(debug) => {
                f(&mut debug.result_type);
                f(&mut debug.result);
                f(&mut debug.set);
                debug.info.for_each_id_mut(|_, id| f(id));
            }
            Instruction::Core(core) => {
                context.see(core.opcode, &core.words);
                places.clear();
                context
                    .operands(core.opcode, &core.words, |operand| {
                        if is_id(operand.kind) {
                            places.push(operand.at);
                        }
                    })
                    .map_err(|error| RenameError { at, opcode: core.opcode, error })?;
                for &place in &places {
                    let mut id = Id(core.words[place]);
                    f(&mut id);
                    core.words[place] = id.0;
                }
            }
        }
    }
    Ok(())
}

fn is_id(kind: OperandKind) -> bool {
    use OperandKind as K;
    matches!(kind, K::IdRef | K::IdResult | K::IdResultType | K::IdScope | K::IdMemorySemantics)
}

/// Renames ids. Ids for which `name` returns none are kept. The bound becomes one more than the largest id.
///
/// # Errors
/// As [`for_each_id_mut`]; the module is then unchanged.
pub fn rename(module: &mut Module, name: impl Fn(Id) -> Option<Id>) -> Result<(), RenameError> {
    let (mut renamed, mut largest) = (module.clone(), 0);
    for_each_id_mut(&mut renamed, |id| {
        *id = name(*id).unwrap_or(*id);
        largest = largest.max(id.0);
    })?;
    renamed.header.bound = largest.saturating_add(1);
    *module = renamed;
    Ok(())
}

/// Numbers ids from 1 in the order of their first appearance, and adjusts the bound. Id 0 is kept, because it names nothing.
///
/// # Errors
/// As [`for_each_id_mut`]; the module is then unchanged.
pub fn compact(module: &mut Module) -> Result<(), RenameError> {
    let mut names = BTreeMap::from([(Id(0), Id(0))]);
    for_each_id(module, |_, id| {
        let next = Id(names.len() as u32);
        names.entry(id).or_insert(next);
    })?;
    rename(module, |id| names.get(&id).copied())
}
