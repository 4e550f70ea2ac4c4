//! Forms of the heads of blocks.

use crate::forms::forms;
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::{Block, Section};

forms! {
    /// Parts of the head of a block.
    pub(in crate::mir) enum BlockForm: BlockRow in Family::Block;
    seen |form, facts: Facts| match form {
        // An empty list has the same meaning as a return.
        BlockForm::LeftOut => facts.flow().successors_left_out,
        form => facts.blocks(form.row().is),
    };
    Name "name" { is: |block| block.name.is_some() }
    MachineAddressTaken "machine-block-address-taken" { is: |block| block.attributes.machine_address_taken }
    IrAddressTaken "ir-block-address-taken" { is: |block| block.attributes.ir_address_taken.is_some() }
    LandingPad "landing-pad" { is: |block| block.attributes.landing_pad }
    AsmTarget "inlineasm-br-indirect-target" { is: |block| block.attributes.inline_asm_target }
    Funclet "ehfunclet-entry" { is: |block| block.attributes.eh_funclet_entry }
    Scope "ehscope-entry" { is: |block| block.attributes.eh_scope_entry }
    Align "align" { is: |block| block.attributes.alignment.is_some() }
    Section "bbsections" { is: |block| matches!(block.attributes.section, Some(Section::Number(_))) }
    Cold "bbsections Cold" { is: |block| block.attributes.section == Some(Section::Cold) }
    Exception "bbsections Exception" { is: |block| block.attributes.section == Some(Section::Exception) }
    Id "bb_id" { is: |block| block.attributes.id.is_some() }
    Clone "bb_id of a clone" { is: |block| block.attributes.id.is_some_and(|(_, clone)| clone.is_some()) }
    CallFrameSize "call-frame-size" { is: |block| block.attributes.call_frame_size.is_some() }
    IrBlock "ir-block" { is: |block| block.attributes.ir_block.is_some() }
    Successors "successors" { is: |block| block.successors.as_ref().is_some_and(|listed| !listed.is_empty()) }
    Probabilities "probabilities" { is: |block| block.successors.iter().flatten().any(|successor| successor.probability.is_some()) }
    LeftOut "successors left out" { is: |block| block.successors.is_none() }
    LiveIn "live-in" { is: |block| block.live_ins.iter().any(|live_in| live_in.lanes.is_none()) }
    Lanes "lanes of a live-in" { is: |block| block.live_ins.iter().any(|live_in| live_in.lanes.is_some()) }
    HighLanes "lanes of a live-in beyond 32 bits" {
        is: |block| block.live_ins.iter().any(|live_in| live_in.lanes.is_some_and(|lanes| lanes >> 32 != 0))
    }
}

/// The columns of a form of blocks.
pub(in crate::mir) struct BlockRow {
    is: fn(&Block) -> bool,
}

#[cfg(test)]
mod tests {
    use super::BlockForm;
    use crate::forms::Form;
    use irsmith_mir::tables::BLOCK_ATTRIBUTES;

    #[test]
    fn every_attribute_of_the_tables_has_a_form() {
        let names: Vec<String> = BlockForm::all().iter().map(|form| form.name()).collect();
        assert!(BLOCK_ATTRIBUTES.iter().all(|word| names.iter().any(|name| name == word)));
    }
}
