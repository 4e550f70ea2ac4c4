//! The keys of a function, and of its registers, live-ins, call sites, constants and jump tables.

use super::frame::{ENTRY_VALUE, FIXED_STACK_OBJECT, FRAME, STACK_OBJECT};
use super::kind::{Absent, Choice, Item, Key, Map, Text, Value, Written};

/// A function: one YAML document.
///
/// The keys of release 20 are those that files of newer trees carry; llc-19 refuses them.
pub const FUNCTION: &Map = &Map {
    name: "function",
    flow: false,
    keys: &[
        Key::required("name", Value::Text(Text::FunctionName)),
        Key::new("alignment", Value::Alignment, Absent::Number(1)).written(Written::Always),
        Key::flag("exposesReturnsTwice"),
        Key::flag("legalized"),
        Key::flag("regBankSelected"),
        Key::flag("selected"),
        Key::flag("failedISel"),
        Key::flag("tracksRegLiveness"),
        Key::flag("hasWinCFI"),
        Key::new("noPhis", Value::Bool, Absent::Distinct).written(Written::IfPresent).since(20),
        Key::new("isSSA", Value::Bool, Absent::Distinct).written(Written::IfPresent).since(20),
        Key::new("noVRegs", Value::Bool, Absent::Distinct).written(Written::IfPresent).since(20),
        Key::new("hasFakeUses", Value::Bool, Absent::Distinct).written(Written::IfPresent).since(20),
        Key::flag("callsEHReturn").since(16),
        Key::flag("callsUnwindInit").since(16),
        Key::flag("hasEHContTarget").since(20),
        Key::flag("hasEHCatchret").since(16),
        Key::flag("hasEHScopes").since(16),
        Key::flag("hasEHFunclets").since(16),
        Key::flag("isOutlined").since(19),
        Key::flag("debugInstrRef").since(16),
        Key::flag("failsVerification"),
        Key::flag("tracksDebugUserValues"),
        Key::list("registers", VIRTUAL_REGISTER),
        Key::list("liveins", LIVE_IN),
        // Absent: the target's own list. Empty: no register is saved.
        Key::new("calleeSavedRegisters", Value::List(Item::Text { text: Text::Register, flow: true }), Absent::Distinct)
            .written(Written::IfPresent),
        Key::new("frameInfo", Value::Map(FRAME), Absent::Empty),
        Key::list("fixedStack", FIXED_STACK_OBJECT),
        Key::list("stack", STACK_OBJECT),
        Key::list("entry_values", ENTRY_VALUE).since(19),
        Key::list("callSites", CALL_SITE),
        Key::list("debugValueSubstitutions", DEBUG_VALUE_SUBSTITUTION),
        Key::list("constants", CONSTANT),
        Key::new("machineFunctionInfo", Value::TargetMap, Absent::Empty).written(Written::Always),
        Key::new("jumpTable", Value::Map(JUMP_TABLE), Absent::Empty).written(Written::IfPresent),
        Key::new("machineMetadataNodes", Value::List(Item::Text { text: Text::MetadataDefinition, flow: false }), Absent::Empty)
            .written(Written::IfPresent),
        Key::new("body", Value::Body, Absent::Empty),
    ],
};

/// A virtual register.
const VIRTUAL_REGISTER: &Map = &Map {
    name: "register",
    flow: true,
    keys: &[
        Key::required("id", Value::Unsigned(32)),
        Key::required("class", Value::Text(Text::ClassOrBank)),
        Key::text("preferred-register", Text::AnyRegister),
    ],
};

/// A register that lives into the function.
const LIVE_IN: &Map = &Map {
    name: "live-in",
    flow: true,
    keys: &[Key::required("reg", Value::Text(Text::Register)), Key::text("virtual-reg", Text::VirtualRegister)],
};

/// Which registers a call passes its arguments in. llc reads call sites only with `-emit-call-site-info`.
const CALL_SITE: &Map = &Map {
    name: "call site",
    flow: true,
    keys: &[
        // The position of the block in the file, not the number of its label.
        Key::required("bb", Value::Unsigned(32)),
        // The position of the call in its block.
        Key::required("offset", Value::Unsigned(32)),
        Key::list("fwdArgRegs", FORWARDED_ARGUMENT),
    ],
};

/// An argument of a call and its register.
const FORWARDED_ARGUMENT: &Map = &Map {
    name: "forwarded argument",
    flow: true,
    keys: &[Key::required("arg", Value::Unsigned(16)), Key::required("reg", Value::Text(Text::Register))],
};

/// A value that moved from one numbered instruction to another.
const DEBUG_VALUE_SUBSTITUTION: &Map = &Map {
    name: "debug value substitution",
    flow: true,
    keys: &[
        Key::required("srcinst", Value::Unsigned(32)),
        Key::required("srcop", Value::Unsigned(32)),
        Key::required("dstinst", Value::Unsigned(32)),
        Key::required("dstop", Value::Unsigned(32)),
        // The number of a sub-register index; 0 for the whole register.
        Key::required("subreg", Value::Unsigned(32)),
    ],
};

/// An entry of the constant pool.
const CONSTANT: &Map = &Map {
    name: "constant",
    flow: false,
    keys: &[
        Key::required("id", Value::Unsigned(32)),
        Key::text("value", Text::Constant),
        // Absent: what the data layout prefers for the type.
        Key::new("alignment", Value::Alignment, Absent::Distinct).written(Written::Always),
        Key::flag("isTargetSpecific"),
    ],
};

/// The jump tables.
const JUMP_TABLE: &Map = &Map {
    name: "jump table",
    flow: false,
    keys: &[Key::required("kind", Value::Choice(JUMP_TABLE_KINDS)), Key::list("entries", JUMP_TABLE_ENTRY)],
};

/// One jump table.
const JUMP_TABLE_ENTRY: &Map = &Map {
    name: "jump table entry",
    flow: false,
    keys: &[
        Key::required("id", Value::Unsigned(32)),
        Key::new("blocks", Value::List(Item::Text { text: Text::Block, flow: true }), Absent::Empty),
    ],
};

/// How the entries of jump tables are laid out.
const JUMP_TABLE_KINDS: &[Choice] = &[
    Choice::new("block-address"),
    Choice::new("gp-rel64-block-address"),
    Choice::new("gp-rel32-block-address"),
    Choice::new("label-difference32"),
    Choice::since("label-difference64", 19),
    Choice::new("inline"),
    Choice::new("custom32"),
];
