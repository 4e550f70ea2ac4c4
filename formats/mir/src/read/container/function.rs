//! The keys of a function.

use super::documents::Document;
use super::fields::Fields;
use super::report::{self, Report};
use super::yaml::Node;
use super::{frame, info, lists, objects, value};
use crate::tables::FUNCTION;
use crate::{Block, Function, FunctionFlags};

pub(super) fn function(node: &Node<'_>, document: &Document, report: &Report<'_>) -> Function {
    let keys = Fields::new(FUNCTION, node, report);
    Function {
        name: keys.text("name"),
        alignment: keys.unsigned("alignment"),
        flags: flags(&keys),
        registers: keys.list("registers", lists::virtual_register),
        live_ins: keys.list("liveins", lists::live_in),
        callee_saved: keys.has("calleeSavedRegisters").then(|| keys.texts("calleeSavedRegisters", value::physical)),
        frame: keys.map("frameInfo").map(|keys| frame::frame(&keys)).unwrap_or_default(),
        fixed_stack: keys.list("fixedStack", objects::fixed),
        stack: keys.list("stack", objects::stack),
        entry_values: keys.list("entry_values", objects::entry_value),
        call_sites: keys.list("callSites", lists::call_site),
        substitutions: keys.list("debugValueSubstitutions", lists::substitution),
        constants: keys.list("constants", lists::constant),
        info: keys.node("machineFunctionInfo").map(|node| info::yaml(node, report)),
        jump_table: keys.map("jumpTable").map(|keys| lists::jump_table(&keys)),
        metadata: keys.texts("machineMetadataNodes", |text| Some(text.to_owned())),
        blocks: blocks(&keys, document, report),
    }
}

fn flags(keys: &Fields<'_, '_>) -> FunctionFlags {
    let bits = FunctionFlags::NAMES.iter().enumerate().map(|(place, name)| u32::from(keys.bool(name)) << place);
    FunctionFlags(bits.sum())
}

fn blocks(keys: &Fields<'_, '_>, document: &Document, report: &Report<'_>) -> Vec<Block> {
    let Some(literal) = keys.literal("body") else { return Vec::new() };
    let lines = literal.lines.clone();
    let before = report::lines(&report.text.as_bytes()[document.at..lines.start]);
    crate::read::read_body(report.text, lines, document.line + report::number(before), &mut report.errors.borrow_mut())
}
