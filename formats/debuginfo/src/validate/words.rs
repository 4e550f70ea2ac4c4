//! The words of core instructions: operands that match the grammar, and ids with definitions.

use super::context::{Context, Described};
use super::sections::is_extended;
use super::{Part, RuleId, forward, sections, values};
use crate::grammar::{self, OperandKind, Problem};
use crate::{CoreInstruction, Id, Instruction};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The facts from earlier instructions about later ones.
#[derive(Default)]
pub(super) struct Words {
    grammar: grammar::Context,
    /// Whether vectors may have any number of components, computed on first use.
    long_vectors: OnceCell<bool>,
    /// Pointer types that OpTypeForwardPointer declared.
    pointers: BTreeSet<Id>,
    /// Operands of the current instruction.
    uses: Vec<(usize, OperandKind, u32)>,
}

impl Words {
    /// Checks a core instruction in a function, counted from 1, or outside of all.
    pub(super) fn check(&mut self, context: &mut Context<'_>, index: usize, core: &CoreInstruction, function: u32) {
        let set = core.id(2).filter(|_| is_extended(core));
        let is_debug = set.is_some_and(|set| context.sets.dialect(set).is_some());
        let mut uses = std::mem::take(&mut self.uses);
        uses.clear();
        let mut wide = None;
        let walked = self.grammar.operands(core.opcode, &core.words, |operand| {
            uses.push((operand.at, operand.kind, operand.words.first().copied().unwrap_or(0)));
            if operand.number.is_some_and(|number| !number.is_extended(operand.words)) {
                wide = wide.or(operand.words.last().map(|&last| (operand.at + operand.words.len(), last)));
            }
        });
        if let Err(error) = walked {
            let rule = match error.problem {
                Problem::UnknownOpcode(_) => RuleId::InstructionUnknown,
                Problem::Missing | Problem::Surplus | Problem::UnterminatedString => RuleId::OperandCount,
                Problem::UnknownEnumerant { .. } => RuleId::EnumerantUnknown,
                Problem::UnknownNumber => RuleId::NumberType,
            };
            let part = Part::Word { site: context.site(index), word: error.at };
            context.report.add(rule, part, format_args!("{}", error.problem));
        }
        if let Some((word, last)) = wide {
            let part = Part::Word { site: context.site(index), word };
            context.report.add(RuleId::NumberBits, part, format_args!("{last:#x} has bits that its type does not have"));
        }
        for &(at, kind, word) in &uses {
            // The words of a debug instruction that its row does not describe have an unknown kind.
            if !(is_debug && at > 3) {
                self.check_word(context, (index, function), core, at, kind, Id(word));
            }
        }
        self.uses = uses;
        if let (Some(extended), Some(&number)) = (self.grammar.set(core.opcode, &core.words), core.words.get(3))
            && extended.row(number).is_none()
            && !extended.is_non_semantic()
        {
            context.add(RuleId::InstructionUnknown, index, format_args!("the set has no instruction {number}"));
        }
        if let Some(set) = set
            && !context.is_core(set, spirv::Op::ExtInstImport)
        {
            context.add(RuleId::SetImport, index, format_args!("{set} is {}", Described(context.instruction(set))));
        }
        if core.is(spirv::Op::TypeVector)
            && let Some(size) = core.words.get(2).filter(|size| !matches!(size, 2 | 3 | 4 | 8 | 16))
            && !self.long_vectors.get_or_init(|| values::has_long_vectors(context.module))
        {
            context.add(RuleId::VectorSize, index, format_args!("{size} components"));
        }
        self.grammar.see(core.opcode, &core.words);
        if core.is(spirv::Op::TypeForwardPointer) {
            self.pointers.extend(core.id(0));
        }
    }

    /// Returns whether the operand of a type is a pointer type that was declared before.
    fn is_pointer_of_type(&self, context: &Context<'_>, core: &CoreInstruction, id: Id) -> bool {
        values::declares_type(core.opcode) && self.pointers.contains(&id) && context.is_core(id, spirv::Op::TypePointer)
    }

    fn check_word(
        &self,
        context: &mut Context<'_>,
        (index, function): (usize, u32),
        core: &CoreInstruction,
        at: usize,
        kind: OperandKind,
        id: Id,
    ) {
        use OperandKind as K;
        let forward = match kind {
            K::IdResult => true,
            K::IdRef | K::IdScope | K::IdMemorySemantics | K::IdResultType => {
                forward::may_precede(core.opcode, at) || kind == K::IdRef && self.is_pointer_of_type(context, core, id)
            }
            _ => return,
        };
        let rule = if kind == K::IdResult { check_range(context, id) } else { check_use(context, index, function, id, forward) };
        let part = |context: &Context<'_>| Part::Word { site: context.site(index), word: at + 1 };
        if let Some(rule) = rule {
            let part = part(context);
            context.report.add(rule, part, format_args!("{id}"));
        } else if kind != K::IdResult
            && (is_debug_use(context, core, id) || (context.sets.dialect(id).is_some() && !is_set(core, at)))
            && !(at == 0 && sections::is_name_or_annotation(core.opcode))
        {
            if let Some(definition) = context.ids.get(id) {
                let (part, named) = (part(context), context.site(definition.index).name);
                context.report.add(RuleId::DebugUsed, part, format_args!("{id} is {named}"));
            }
        } else if context.instruction(id).is_some_and(|named| !values::may_name(core, at, kind, named)) {
            let part = part(context);
            let named = Described(context.instruction(id));
            context.report.add(RuleId::CoreOperand, part, format_args!("{id} is {named}"));
        }
    }
}

/// Returns whether a core instruction names a debug instruction. Those of `NonSemantic.Shader.DebugInfo`, which are words themselves, may be
/// named by instructions that may be ignored too.
fn is_debug_use(context: &Context<'_>, core: &CoreInstruction, id: Id) -> bool {
    match context.instruction(id) {
        Some(Instruction::Debug(_)) => true,
        Some(Instruction::Core(named)) => context.shader_set(named).is_some() && !context.is_non_semantic(core),
        None => false,
    }
}

/// Returns whether a word is the set of an extended instruction.
fn is_set(core: &CoreInstruction, at: usize) -> bool {
    at == 2 && is_extended(core)
}

/// Returns whether an id is a number that may name something.
pub(super) fn check_range(context: &Context<'_>, id: Id) -> Option<RuleId> {
    match id.0 {
        0 => Some(RuleId::IdZero),
        id if id >= context.module.header.bound => Some(RuleId::IdBound),
        _ => None,
    }
}

/// Returns whether an instruction in a function, counted from 1, or outside of all may name an id.
pub(super) fn check_use(context: &Context<'_>, index: usize, function: u32, id: Id, forward: bool) -> Option<RuleId> {
    let range = check_range(context, id);
    if range.is_some() {
        return range;
    }
    let Some(definition) = context.ids.get(id) else { return Some(RuleId::IdUndefined) };
    if definition.index >= index && !forward {
        Some(RuleId::IdOrder)
    } else if definition.function != 0 && definition.function != function && function != 0 {
        Some(RuleId::IdFunction)
    } else {
        None
    }
}
