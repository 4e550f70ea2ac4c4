//! The keys of a function.

use super::fields::Fields;
use super::report::Report;
use super::yaml::Node;
use super::{frame, info, lists, objects, value};
use crate::tables::FUNCTION;
use crate::{Block, Function, FunctionFlags};

pub(super) fn function(node: &Node<'_>, report: &Report<'_>) -> Function {
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
        blocks: blocks(&keys, report),
    }
}

/// The keys that are true or false. None of them is true unless it is given, and few are.
fn flags(keys: &Fields<'_, '_>) -> FunctionFlags {
    let given = keys.given().filter_map(|key| FunctionFlags::of(key).filter(|_| keys.bool(key)));
    FunctionFlags(given.fold(0, |bits, flag| bits | flag.0))
}

fn blocks(keys: &Fields<'_, '_>, report: &Report<'_>) -> Vec<Block> {
    let Some(literal) = keys.literal("body") else { return Vec::new() };
    crate::read::read_body(report.text, literal.lines.clone(), &mut report.errors.borrow_mut())
}
