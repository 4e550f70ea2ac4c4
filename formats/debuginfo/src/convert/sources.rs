//! Source files: an OpString in one dialect, a DebugSource that names an OpString in the others.

use super::{Loss, LossKind, Work};
use crate::tables::{Kind, Role};
use crate::transform::{annotated, drop_annotations};
use crate::{DebugInstruction, Dialect, Id, Info, Instruction};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};

impl Work {
    /// Inserts a DebugSource before the first debug instruction for each OpString that is a source.
    pub(super) fn add_sources(&mut self, set: Id, to: Dialect) {
        let strings = self.strings();
        let Some((first, result_type)) = self.first(set) else { return };
        let mut next = self.next_id();
        let mut sources: BTreeMap<Id, Id> = BTreeMap::new();
        let mut added = Vec::new();
        self.each_source(set, |id, lose| {
            if strings.contains(id) && next == u32::MAX {
                lose(LossKind::Source(*id));
            } else if strings.contains(id) {
                *id = *sources.entry(*id).or_insert_with(|| {
                    let result = Id(next);
                    next += 1;
                    let info = Info::Source { file: *id, text: (to == Dialect::SpirvDebug).then_some(*id) };
                    added.push(Instruction::Debug(DebugInstruction { result_type, result, set, info }));
                    result
                });
            }
        });
        self.module.header.bound = next;
        self.module.instructions.splice(first..first, added);
    }

    /// Replaces every DebugSource operand of some sets by its file, and removes the DebugSource. An instruction of one set may name the
    /// source of another.
    pub(super) fn drop_sources(&mut self, sets: &[Id]) {
        let strings = self.strings();
        let mut files = BTreeMap::new();
        for &set in sets {
            self.each(set, |info, lose| {
                if let Info::Source { file, text: Some(text) } = info
                    && text != file
                {
                    lose(LossKind::SourceText(*text));
                }
            });
        }
        let dropped: BTreeSet<Id> = sets.iter().copied().collect();
        self.module.instructions.retain(|instruction| match instruction {
            Instruction::Debug(DebugInstruction { result, set, info: Info::Source { file, .. }, .. }) if dropped.contains(set) => {
                files.entry(*result).or_insert(*file);
                false
            }
            _ => true,
        });
        let mut annotations: BTreeMap<Id, usize> = BTreeMap::new();
        for source in self.module.instructions.iter().filter_map(annotated).filter(|id| files.contains_key(id)) {
            *annotations.entry(source).or_default() += 1;
        }
        self.losses.extend(annotations.into_iter().map(|(result, count)| Loss { result, kind: LossKind::Annotations(count) }));
        drop_annotations(&mut self.module, &files.keys().copied().collect());
        let nones = self.nones();
        for &set in sets {
            self.each_source(set, |id, lose| match files.get(id) {
                Some(&file) => *id = file,
                None if strings.contains(id) || nones.contains(id) => {}
                None => lose(LossKind::Source(*id)),
            });
        }
    }

    fn each_source(&mut self, set: Id, mut f: impl FnMut(&mut Id, &mut dyn FnMut(LossKind))) {
        self.each(set, |info, lose| {
            info.for_each_word_mut(|role, kind, word| {
                if role == Role::Source && kind == Kind::Id {
                    let mut id = Id(*word);
                    f(&mut id, lose);
                    *word = id.0;
                }
            });
        });
    }

    /// Returns the first free id. The bound of an invalid module may be too low.
    pub(super) fn next_id(&self) -> u32 {
        let largest = self.module.instructions.iter().filter_map(Instruction::result).max().map_or(0, |id| id.0);
        self.module.header.bound.max(largest.saturating_add(1))
    }

    fn strings(&self) -> BTreeSet<Id> {
        let cores = self.module.instructions.iter().filter_map(Instruction::core);
        cores.filter(|core| core.is(Op::String)).filter_map(|core| core.id(0)).collect()
    }

    pub(super) fn nones(&self) -> BTreeSet<Id> {
        let debugs = self.module.instructions.iter().filter_map(Instruction::debug);
        debugs.filter(|debug| debug.info == Info::InfoNone {}).map(|debug| debug.result).collect()
    }

    /// Returns the position of the first debug instruction of a set, and the type of its result.
    fn first(&self, set: Id) -> Option<(usize, Id)> {
        let mut debugs = self.module.instructions.iter().enumerate().filter_map(|(at, instruction)| Some((at, instruction.debug()?)));
        debugs.find(|(_, debug)| debug.set == set).map(|(at, debug)| (at, debug.result_type))
    }
}
