//! Mutations of operands that name something of the function or the module.

use super::Mutant;
use crate::mir::edit::{self, Place, instruction, instruction_mut};
use irsmith_mir::{BlockReference, File, IrValue, Metadata, OperandKind};

pub(super) fn places(file: &File) -> Vec<Place> {
    edit::operands(file, |operand| {
        matches!(
            operand.kind,
            OperandKind::Block(_)
                | OperandKind::Stack { .. }
                | OperandKind::FixedStack(_)
                | OperandKind::Constant { .. }
                | OperandKind::JumpTable(_)
                | OperandKind::Global { .. }
                | OperandKind::Metadata(_)
                | OperandKind::SubregisterIndex(_)
                | OperandKind::DebugReference { .. }
        )
    })
}

/// Changes a reference to another existing thing of the same kind; for frame objects also of the other kind.
pub(super) fn change(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(old) = instruction(mutant.file, place).and_then(|instruction| instruction.operands.get(place.part)) else { return };
    let function = &mutant.file.functions[place.function];
    let names = || mutant.file.ir.as_ref().map(|ir| ir.names()).unwrap_or_default();
    let others: Vec<OperandKind> = match &old.kind {
        OperandKind::Block(_) => {
            function.blocks.iter().map(|block| OperandKind::Block(BlockReference { number: block.number, name: None })).collect()
        }
        OperandKind::Stack { .. } | OperandKind::FixedStack(_) => {
            let stack = function.stack.iter().map(|object| OperandKind::Stack { id: object.id, name: None });
            stack.chain(function.fixed_stack.iter().map(|object| OperandKind::FixedStack(object.id))).collect()
        }
        OperandKind::Constant { offset, .. } => {
            function.constants.iter().map(|entry| OperandKind::Constant { id: entry.id, offset: *offset }).collect()
        }
        OperandKind::JumpTable(_) => {
            function.jump_table.iter().flat_map(|table| &table.entries).map(|entry| OperandKind::JumpTable(entry.id)).collect()
        }
        OperandKind::Global { offset, .. } => {
            let names = names();
            let values: Vec<IrValue> = names.globals.into_iter().chain(names.functions.into_iter().map(|function| function.name)).collect();
            values.into_iter().map(|value| OperandKind::Global { value, offset: *offset }).collect()
        }
        OperandKind::Metadata(Metadata::Number(_)) => {
            names().metadata.into_iter().map(|node| OperandKind::Metadata(Metadata::Number(node.number))).collect()
        }
        OperandKind::Metadata(Metadata::Inline(_)) => {
            let expressions = ["", "DW_OP_deref", "DW_OP_plus_uconst, 8", "DW_OP_LLVM_fragment, 0, 32", "DW_OP_stack_value"];
            expressions.iter().map(|text| OperandKind::Metadata(Metadata::Inline(format!("!DIExpression({text})").into()))).collect()
        }
        OperandKind::SubregisterIndex(_) => {
            let indices = mutant.machine.map_or(&[][..], |machine| machine.indices());
            indices.iter().map(|row| OperandKind::SubregisterIndex(row.name.into())).collect()
        }
        OperandKind::DebugReference { instruction, operand } => {
            [(*instruction, operand ^ 1), (instruction ^ 1, *operand), (u32::MAX, *operand)]
                .map(|(instruction, operand)| OperandKind::DebugReference { instruction, operand })
                .into()
        }
        _ => Vec::new(),
    };
    let drawn = mutant.choices.pick(&others).cloned();
    let changed = instruction_mut(mutant.file, place).and_then(|instruction| instruction.operands.get_mut(place.part));
    if let (Some(drawn), Some(changed)) = (drawn, changed) {
        changed.kind = drawn;
    }
}
