//! Breakers of blocks: labels, successors, live-ins, and how control leaves them.

use super::Breaker;
use super::draft::{ABSENT, Draft, has, is_open};
use crate::mir::edit::is_phi;
use irsmith_mir::{Block, BlockReference, Function, Instruction, IrValue, LiveIn, Name, Operand, OperandKind, Register, Successor};

/// Changes a block of any function.
fn block(draft: &mut Draft<'_, '_>, change: fn(&mut Block)) -> Option<()> {
    let function = draft.function(|function| !function.blocks.is_empty())?;
    change(function.blocks.last_mut()?);
    Some(())
}

fn successor(number: u32) -> Successor {
    Successor { block: BlockReference { number, name: None }, probability: None }
}

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "ir-block",
        about: "makes a block that of an IR block that is not there",
        change: |draft| block(draft, |block| block.attributes.ir_block = Some(IrValue::Named("no.such.block".into()))),
    },
    Breaker {
        rule: "address-taken",
        about: "takes the address of an IR block where there is no IR to take it",
        change: |draft| {
            if draft.model.ir.is_some() {
                return None;
            }
            let function = draft.function(|function| !has(function, "failedISel"))?;
            function.blocks.last_mut()?.attributes.ir_address_taken = Some(IrValue::Named("entry".into()));
            Some(())
        },
    },
    Breaker {
        rule: "name-spelling",
        about: "names a block with a blank",
        change: |draft| block(draft, |block| block.name = Some(Name::from_static_str("a b"))),
    },
    Breaker {
        rule: "block-repeated",
        about: "adds a block of a number that another has",
        change: |draft| {
            let function = draft.function(|function| !function.blocks.is_empty())?;
            let number = function.blocks[0].number;
            function.blocks.push(Block { number, ..Block::default() });
            Some(())
        },
    },
    Breaker {
        rule: "block-undefined",
        about: "lists a successor that is not there",
        change: |draft| block(draft, |block| block.successors.get_or_insert_default().push(successor(ABSENT))),
    },
    Breaker {
        rule: "successor-repeated",
        about: "lists a successor twice",
        change: |draft| {
            block(draft, |block| {
                let number = block.number;
                block.successors.get_or_insert_default().extend([successor(number), successor(number)]);
            })
        },
    },
    Breaker {
        rule: "block-live-in",
        about: "lets a virtual register live into a block",
        change: |draft| block(draft, |block| block.live_ins.push(LiveIn { register: Register::Virtual(0), lanes: None })),
    },
    Breaker {
        rule: "terminator-last",
        about: "defines a register behind a return",
        change: |draft| {
            draft.append_for(["bb.{a}:\n  RET64\n  %broken:gr32 = IMPLICIT_DEF", "bb.{a}:\n  RET_ReallyLR\n  %broken:gpr32 = IMPLICIT_DEF"])
        },
    },
    Breaker {
        rule: "branch-successor",
        about: "branches to a block that does not succeed",
        change: |draft| draft.append_for(["bb.{a}:\n  successors:\n\n  JMP_1 %bb.{entry}", "bb.{a}:\n  successors:\n\n  B %bb.{entry}"]),
    },
    Breaker {
        rule: "branch-barrier",
        about: "ends a block with a barrier that is no branch",
        change: |draft| {
            let text = draft.of_x86("bb.{a}:\n  Int_eh_sjlj_setup_dispatch")?;
            draft.append(text)
        },
    },
    Breaker {
        rule: "branch-fallthrough",
        about: "lets control fall off the end of a function behind a conditional branch",
        change: |draft| {
            draft.append_for([
                "bb.{a}:\n  liveins: $eflags\n\n  JCC_1 %bb.{a}, 4, implicit $eflags",
                "bb.{a}:\n  liveins: $nzcv\n\n  Bcc 0, %bb.{a}, implicit $nzcv",
            ])
        },
    },
    Breaker {
        rule: "successor-unexpected",
        about: "lists a successor to which a block does not lead",
        change: |draft| {
            draft.append_for([
                "bb.{a}:\n  successors: %bb.{c}\n\nbb.{b}:\n  RET64\n\nbb.{c}:\n  RET64",
                "bb.{a}:\n  successors: %bb.{c}\n\nbb.{b}:\n  RET_ReallyLR\n\nbb.{c}:\n  RET_ReallyLR",
            ])
        },
    },
    Breaker {
        rule: "live-in-predecessor",
        about: "lets flags live into a block that do not live out of the one before",
        change: |draft| {
            draft.append_for([
                "bb.{a}:\n  successors: %bb.{b}\n\nbb.{b}:\n  liveins: $eflags\n\n  RET64",
                "bb.{a}:\n  successors: %bb.{b}\n\nbb.{b}:\n  liveins: $nzcv\n\n  RET_ReallyLR",
            ])
        },
    },
    Breaker {
        rule: "live-in-allocatable",
        about: "lets a register that can be allocated live into a block while there are PHIs",
        change: |draft| {
            let register = draft.of_target(["r14d", "w27"])?;
            let text = "bb.{a}:\n  liveins: $REGISTER\n\n  %broken:_(s32) = G_PHI %broken(s32), %bb.{a}\n  G_BR %bb.{a}";
            draft.append(&text.replace("REGISTER", register))
        },
    },
    Breaker {
        rule: "phi-order",
        about: "puts a PHI behind another instruction",
        change: |draft| {
            draft.append("bb.{a}:\n  %broken:_(s32) = G_IMPLICIT_DEF\n  %late:_(s32) = G_PHI %broken(s32), %bb.{a}\n  G_BR %bb.{a}")
        },
    },
    Breaker {
        rule: "phi-shape",
        about: "gives a PHI a register without a block",
        change: |draft| draft.append("bb.{a}:\n  %broken:_(s32) = G_PHI %broken(s32)\n  G_BR %bb.{a}"),
    },
    Breaker {
        rule: "phi-flags",
        about: "lets a PHI write early",
        change: |draft| draft.append("bb.{a}:\n  early-clobber %broken:_(s32) = G_PHI %broken(s32), %bb.{a}\n  G_BR %bb.{a}"),
    },
    Breaker {
        rule: "phi-block",
        about: "gives a PHI a value from a block that is no predecessor",
        change: |draft| {
            // Control may come to the first block from above, so that the PHI stands in the second.
            let blocks =
                "bb.{a}:\n  G_BR %bb.{a}\nbb.{b}:\n  %broken:_(s32) = G_PHI %broken(s32), %bb.{b}, %broken(s32), %bb.{a}\n  G_BR %bb.{b}";
            draft.append(blocks)
        },
    },
    Breaker {
        rule: "phi-complete",
        about: "takes the value that a PHI has from the entry block",
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
    Breaker {
        rule: "frame-setup",
        about: "says that a call frame is set up at the entry",
        change: |draft| {
            draft.target()?;
            draft.function(is_open)?.blocks[0].attributes.call_frame_size = Some(4096);
            Some(())
        },
    },
    Breaker {
        rule: "frame-adjusts",
        about: "sets up a call frame in a function out of SSA form that does not say that it adjusts the stack",
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
