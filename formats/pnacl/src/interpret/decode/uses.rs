//! Determines which instructions need no operation of their own because the users of their results compute them.

use super::slots::Slots;
use crate::tables::{BinaryOp, Predicate};
use crate::{Body, Instruction, Value, ValueKind, ValueType};

/// Instructions whose results are only used by operations that compute them themselves: sums with a constant that are addresses, and
/// comparisons that are conditions of branches.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// For each result, the number of its uses, and of those that can compute it themselves.
    counts: Vec<(u32, u32)>,
    /// Index of the instruction that defines each result.
    definitions: Vec<u32>,
}

impl Uses {
    /// Counts the uses of results; `definitions` are the indices of their instructions. Aliases must be known.
    pub(super) fn count(body: &Body, slots: &Slots<'_>, definitions: Vec<u32>) -> Self {
        let mut uses = Self { counts: vec![(0, 0); definitions.len()], definitions };
        let mut next = 0;
        for (index, instruction) in body.instructions.iter().enumerate() {
            let defines = uses.definitions.get(next as usize) == Some(&(index as u32));
            if defines {
                next += 1;
                // An alias adds its uses to those of its value.
                if slots.canonical(Value::instruction(next - 1)) != Value::instruction(next - 1) {
                    continue;
                }
            }
            if !matches!(instruction, Instruction::Declare { .. }) {
                uses.add(instruction, slots);
            }
        }
        uses
    }

    fn add(&mut self, instruction: &Instruction, slots: &Slots<'_>) {
        instruction.for_each_value(|value| {
            if let Some(counts) = self.counts_mut(slots.canonical(value)) {
                counts.0 += 1;
            }
        });
        let light = match instruction {
            Instruction::Load { pointer, .. } | Instruction::Store { pointer, .. } => pointer,
            Instruction::BranchIf { condition, .. } => condition,
            // Operations of other instructions do not compute operands themselves; this is always correct.
            _ => return,
        };
        if let Some(counts) = self.counts_mut(slots.canonical(*light)) {
            counts.1 += 1;
        }
    }

    fn counts_mut(&mut self, value: Value) -> Option<&mut (u32, u32)> {
        if value.kind() == ValueKind::Instruction { self.counts.get_mut(value.index() as usize) } else { None }
    }

    /// Returns the instruction that defines a canonical value, if it needs no operation of its own.
    pub(super) fn deferred<'b>(&self, body: &'b Body, slots: &Slots<'_>, value: Value) -> Option<&'b Instruction> {
        if value.kind() != ValueKind::Instruction {
            return None;
        }
        let &(all, light) = self.counts.get(value.index() as usize)?;
        if all != light {
            return None;
        }
        let instruction = &body.instructions[self.definitions[value.index() as usize] as usize];
        let fits = match instruction {
            Instruction::Binary { a, b, op: BinaryOp::Add } => {
                slots.ty(*a) == ValueType::I32 && (slots.constant(*a).is_some() != slots.constant(*b).is_some())
            }
            Instruction::Compare { a, predicate, .. } => decides_branch(slots.ty(*a), *predicate),
            // Every other instruction has an operation of its own; this is always correct.
            _ => false,
        };
        fits.then_some(instruction)
    }
}

/// Returns whether there is a branch operation with this comparison.
fn decides_branch(ty: ValueType, predicate: Predicate) -> bool {
    let signed = matches!(predicate, Predicate::Sgt | Predicate::Sge | Predicate::Slt | Predicate::Sle);
    !ty.is_vector() && (ty.is_float() || !signed || ty.scalar_bits() >= 32)
}
