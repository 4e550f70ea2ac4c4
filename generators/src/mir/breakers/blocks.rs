//! Breakers of blocks: labels, successors, live-ins, and their ends.

use super::Code;
use super::draft::{ABSENT, Draft, is_open};
use crate::mir::edit::is_phi;
use irsmith_mir::{
    Block, BlockReference, Function, FunctionFlags, Instruction, IrValue, LiveIn, Name, Operand, OperandKind, Register, Successor,
};

/// Changes a block of any function.
fn block(draft: &mut Draft<'_, '_>, change: fn(&mut Block)) -> Option<()> {
    let function = draft.function(|function| !function.blocks.is_empty())?;
    change(function.blocks.last_mut()?);
    Some(())
}

fn successor(number: u32) -> Successor {
    Successor { block: BlockReference { number, name: None }, probability: None }
}

pub(super) const BREAKERS: &[Code] = &[
    Code {
        rule: "ir-block",
        about: "maps a block to an IR block that does not exist",
        change: |draft| block(draft, |block| block.attributes.ir_block = Some(IrValue::Named("no.such.block".into()))),
    },
    Code {
        rule: "address-taken",
        about: "marks a block as an IR block whose address is taken, in a file without IR",
        change: |draft| {
            if draft.model.ir.is_some() {
                return None;
            }
            let function = draft.function(|function| !function.flags.contains(FunctionFlags::FAILED_ISEL))?;
            function.blocks.last_mut()?.attributes.ir_address_taken = Some(IrValue::Named("entry".into()));
            Some(())
        },
    },
    Code {
        rule: "name-spelling",
        about: "gives a block a name with a space",
        change: |draft| block(draft, |block| block.name = Some(Name::from_static_str("a b"))),
    },
    Code {
        rule: "block-repeated",
        about: "adds a block with the number of another block",
        change: |draft| {
            let function = draft.function(|function| !function.blocks.is_empty())?;
            let number = function.blocks[0].number;
            function.blocks.push(Block { number, ..Block::default() });
            Some(())
        },
    },
    Code {
        rule: "block-undefined",
        about: "lists a successor that does not exist",
        change: |draft| block(draft, |block| block.successors.get_or_insert_default().push(successor(ABSENT))),
    },
    Code {
        rule: "successor-repeated",
        about: "lists a successor twice",
        change: |draft| {
            block(draft, |block| {
                let number = block.number;
                block.successors.get_or_insert_default().extend([successor(number), successor(number)]);
            })
        },
    },
    Code {
        rule: "block-live-in",
        about: "makes a virtual register live-in in a block",
        change: |draft| block(draft, |block| block.live_ins.push(LiveIn { register: Register::Virtual(0), lanes: None })),
    },
    Code {
        rule: "phi-complete",
        about: "removes the value of a PHI for the entry block",
        change: |draft| {
            let comes_from = |phi: &Instruction, entry: u32| {
                phi.operands.iter().any(|operand| matches!(&operand.kind, OperandKind::Block(block) if block.number == entry))
            };
            let fed = |function: &Function| {
                let entry = function.blocks[0].number;
                function.blocks.iter().flat_map(|block| &block.instructions).any(|phi| is_phi(phi) && comes_from(phi, entry))
            };
            let function = draft.function(|function| is_open(function) && fed(function))?;
            let entry = function.blocks[0].number;
            let mut phis = function.blocks.iter_mut().flat_map(|block| &mut block.instructions);
            let phi = phis.find(|phi| is_phi(phi) && comes_from(phi, entry))?;
            let pairs: Vec<Vec<Operand>> = phi.operands.chunks(2).map(<[_]>::to_vec).collect();
            let stays = |pair: &Vec<Operand>| {
                !pair.iter().any(|operand| matches!(&operand.kind, OperandKind::Block(block) if block.number == entry))
            };
            phi.operands = pairs.into_iter().filter(stays).flatten().collect();
            Some(())
        },
    },
    Code {
        rule: "frame-setup",
        about: "states that a call frame is set up at the entry",
        change: |draft| {
            draft.target()?;
            draft.function(is_open)?.blocks[0].attributes.call_frame_size = Some(4096);
            Some(())
        },
    },
    Code {
        rule: "frame-adjusts",
        about: "sets up a call frame in a function outside SSA form without adjustsStack",
        change: |draft| {
            let text = draft.of_target([
                "%broken:gr32 = IMPLICIT_DEF\n%broken:gr32 = IMPLICIT_DEF\nADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\nADJCALLSTACKUP64 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp",
                "%broken:gpr32 = IMPLICIT_DEF\n%broken:gpr32 = IMPLICIT_DEF\nADJCALLSTACKDOWN 0, 0, implicit-def $sp, implicit $sp\nADJCALLSTACKUP 0, 0, implicit-def $sp, implicit $sp",
            ])?;
            let lines = super::draft::instructions(text)?;
            let function = draft.function(is_open)?;
            function.frame.adjusts_stack = false;
            let entry = &mut function.blocks[0].instructions;
            let at = entry.iter().take_while(|instruction| is_phi(instruction)).count();
            entry.splice(at..at, lines);
            Some(())
        },
    },
];
