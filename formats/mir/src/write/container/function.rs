//! The keys of a function.

use super::fields::Fields;
use super::{frame, info, lists, literal, objects, value};
use crate::write::append::blanks;
use crate::{Function, FunctionFlags};

pub(super) fn function(function: &Function, keys: &mut Fields<'_>) {
    keys.text("name", &function.name);
    keys.unsigned("alignment", function.alignment);
    for (place, name) in FunctionFlags::NAMES.iter().enumerate() {
        keys.bool(name, function.flags.contains(FunctionFlags(1 << place)));
    }
    keys.list("registers", &function.registers, lists::virtual_register);
    keys.list("liveins", &function.live_ins, lists::live_in);
    keys.texts("calleeSavedRegisters", function.callee_saved.as_deref(), value::register);
    keys.map("frameInfo", function.frame == Default::default(), |keys| frame::frame(&function.frame, keys));
    keys.list("fixedStack", &function.fixed_stack, objects::fixed);
    keys.list("stack", &function.stack, objects::stack);
    keys.list("entry_values", &function.entry_values, objects::entry_value);
    keys.list("callSites", &function.call_sites, lists::call_site);
    keys.list("debugValueSubstitutions", &function.substitutions, lists::substitution);
    keys.list("constants", &function.constants, lists::constant);
    if let Some(yaml) = &function.info {
        keys.raw("machineFunctionInfo", false, |out| info::yaml("machineFunctionInfo", yaml, out));
    }
    if let Some(table) = &function.jump_table {
        keys.map("jumpTable", false, |keys| lists::jump_table(table, keys));
    }
    keys.texts("machineMetadataNodes", Some(&function.metadata), String::clone);
    keys.raw("body", function.blocks.is_empty(), |out| {
        blanks(12, out);
        literal::body(&function.blocks, out);
    });
}
