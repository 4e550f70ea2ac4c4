//! Blocks: label, successors, live-ins (reference, *Machine Basic Blocks*).

use super::{blank_line, blanks, instruction, list, name, number, put, register};
use crate::{Block, BlockAttributes, Instruction, Section};

pub(super) fn block(block: &Block, indentation: usize, out: &mut String) {
    blanks(indentation, out);
    out.push_str("bb.");
    number(block.number, out);
    name::suffix(block.name.as_deref(), out);
    attributes(&block.attributes, out);
    out.push_str(":\n");
    let has_lists = lists(block, indentation + 2, out);
    if has_lists && !block.instructions.is_empty() {
        blank_line(indentation, out);
    }
    instructions(&block.instructions, indentation + 2, out);
}

/// Appends the attributes in parentheses, or nothing.
fn attributes(attributes: &BlockAttributes, out: &mut String) {
    // Most blocks have no attributes, which is quick to check.
    if *attributes == BlockAttributes::default() {
        return;
    }
    let start = out.len();
    let separate = |out: &mut String| out.push_str(if out.len() == start { " (" } else { ", " });
    if let Some(block) = &attributes.ir_block {
        separate(out);
        name::ir_block(block, out);
    }
    if attributes.machine_address_taken {
        separate(out);
        out.push_str("machine-block-address-taken");
    }
    if let Some(block) = &attributes.ir_address_taken {
        separate(out);
        out.push_str("ir-block-address-taken ");
        name::ir_block(block, out);
    }
    let switches = [
        (attributes.landing_pad, "landing-pad"),
        (attributes.inline_asm_target, "inlineasm-br-indirect-target"),
        (attributes.eh_funclet_entry, "ehfunclet-entry"),
        (attributes.eh_scope_entry, "ehscope-entry"),
    ];
    for (_, word) in switches.into_iter().filter(|(is_set, _)| *is_set) {
        separate(out);
        out.push_str(word);
    }
    if let Some(alignment) = attributes.alignment {
        separate(out);
        put!(out, "align {alignment}");
    }
    if let Some(section) = attributes.section {
        separate(out);
        match section {
            Section::Number(number) => put!(out, "bbsections {number}"),
            Section::Cold => out.push_str("bbsections Cold"),
            Section::Exception => out.push_str("bbsections Exception"),
        }
    }
    if let Some((id, clone)) = attributes.id {
        separate(out);
        put!(out, "bb_id {id}");
        if let Some(clone) = clone {
            put!(out, " {clone}");
        }
    }
    if let Some(size) = attributes.call_frame_size {
        separate(out);
        put!(out, "call-frame-size {size}");
    }
    out.push(')');
}

/// Appends the successors and live-ins; returns whether there are any.
fn lists(block: &Block, indentation: usize, out: &mut String) -> bool {
    if let Some(successors) = &block.successors {
        blanks(indentation, out);
        out.push_str(if successors.is_empty() { "successors:" } else { "successors: " });
        list(successors, out, |successor, out| {
            name::block(&successor.block, out);
            if let Some(probability) = successor.probability {
                put!(out, "({probability:#010x})");
            }
        });
        out.push('\n');
    }
    if !block.live_ins.is_empty() {
        blanks(indentation, out);
        out.push_str("liveins: ");
        list(&block.live_ins, out, |live_in, out| {
            register::name(&live_in.register, out);
            if let Some(lanes) = live_in.lanes {
                put!(out, ":0x{lanes:016X}");
            }
        });
        out.push('\n');
    }
    block.successors.is_some() || !block.live_ins.is_empty()
}

fn instructions(list: &[Instruction], indentation: usize, out: &mut String) {
    for header in list {
        blanks(indentation, out);
        instruction::instruction(header, out);
        if let Some(bundle) = &header.bundle {
            out.push_str(" {\n");
            for inner in bundle {
                blanks(indentation + 2, out);
                instruction::instruction(inner, out);
                out.push('\n');
            }
            blanks(indentation, out);
            out.push('}');
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IrValue;
    use crate::tables::BLOCK_ATTRIBUTES;

    #[test]
    fn all_attributes_of_the_table_are_written_in_its_order_and_read() {
        // No field is omitted: a new field causes a compile error.
        let all = BlockAttributes {
            ir_block: None,
            machine_address_taken: true,
            ir_address_taken: Some(IrValue::Numbered(1)),
            landing_pad: true,
            inline_asm_target: true,
            eh_scope_entry: true,
            eh_funclet_entry: true,
            alignment: Some(4),
            section: Some(Section::Cold),
            id: Some((1, Some(2))),
            call_frame_size: Some(8),
        };
        let mut out = String::new();
        attributes(&all, &mut out);
        let written = out.trim_matches([' ', '(', ')']).split(", ").map(|attribute| attribute.split(' ').next().unwrap_or_default());
        assert_eq!(written.collect::<Vec<_>>(), BLOCK_ATTRIBUTES);
        let read = crate::body::parse(&format!("bb.0{out}:\n"), &crate::Limits::default()).unwrap();
        assert_eq!(read[0].attributes, all);
    }
}
