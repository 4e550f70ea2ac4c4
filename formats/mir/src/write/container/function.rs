//! The keys of a function.

use super::fields::Fields;
use super::{Style, frame, info, lists, literal, objects, value};
use crate::write::append::blanks;
use crate::{FrameInfo, Function, FunctionFlags};
use std::sync::{LazyLock, OnceLock};

/// What a frame of defaults is written as, which is that of every function without objects on its stack.
static DEFAULT_FRAME: OnceLock<String> = OnceLock::new();

/// The line of each key that is true or false, for either, where all keys are written.
static FLAGS: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
    let line = |name: &str, value| {
        let mut line = String::new();
        Fields::document(Style::Full, None, &mut line).bool(name, value);
        line
    };
    FunctionFlags::NAMES.iter().map(|name| [line(name, false), line(name, true)]).collect()
});

pub(super) fn function(function: &Function, keys: &mut Fields<'_>) {
    keys.text("name", &function.name);
    keys.unsigned("alignment", function.alignment);
    flags(function.flags, keys);
    keys.list("registers", &function.registers, lists::virtual_register);
    keys.list("liveins", &function.live_ins, lists::live_in);
    keys.texts("calleeSavedRegisters", function.callee_saved.as_deref(), value::register);
    let default = (function.frame == FrameInfo::default()).then_some(&DEFAULT_FRAME);
    keys.map("frameInfo", default, |keys| frame::frame(&function.frame, keys));
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
        keys.map("jumpTable", None, |keys| lists::jump_table(table, keys));
    }
    keys.texts("machineMetadataNodes", Some(&function.metadata), String::clone);
    keys.raw("body", function.blocks.is_empty(), |out| {
        blanks(12, out);
        literal::body(&function.blocks, out);
    });
}

/// The keys that are true or false. They are half of the lines before a body, so that their text is at hand.
fn flags(flags: FunctionFlags, keys: &mut Fields<'_>) {
    let is_set = |place: usize| flags.0 >> place & 1 != 0;
    match keys.style {
        Style::Full if keys.losses.is_none() => {
            FLAGS.iter().enumerate().for_each(|(place, lines)| keys.out.push_str(&lines[usize::from(is_set(place))]));
        }
        _ => FunctionFlags::NAMES.iter().enumerate().for_each(|(place, name)| keys.bool(name, is_set(place))),
    }
}
