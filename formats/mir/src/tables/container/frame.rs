//! The keys of the frame and of its objects.

use super::kind::{Absent, Choice, Key, Map, Text, Value, When, Written};

/// The frame of a function.
pub(super) const FRAME: &Map = &Map {
    name: "frame",
    flow: false,
    keys: &[
        Key::flag("isFrameAddressTaken"),
        Key::flag("isReturnAddressTaken"),
        Key::flag("hasStackMap"),
        Key::flag("hasPatchPoint"),
        Key::number("stackSize", 64),
        // llc 14 and 16 also take the unsigned spelling of a negative number.
        Key::new("offsetAdjustment", Value::Signed(32), Absent::Number(0)),
        // 0: that of the objects. llc prints what comes out, at least 1.
        Key::number("maxAlignment", 32).written(Written::Always),
        Key::flag("adjustsStack"),
        Key::flag("hasCalls"),
        Key::text("stackProtector", Text::StackObject),
        Key::text("functionContext", Text::StackObject).since(16),
        // All ones: not computed yet.
        Key::new("maxCallFrameSize", Value::Unsigned(32), Absent::Number(u32::MAX as u64)),
        Key::number("cvBytesOfCalleeSavedRegisters", 32),
        Key::flag("hasOpaqueSPAdjustment"),
        Key::flag("hasVAStart"),
        Key::flag("hasMustTailInVarArgFunc"),
        Key::flag("hasTailCall"),
        Key::flag("isCalleeSavedInfoValid").since(19),
        Key::number("localFrameSize", 32),
        Key::text("savePoint", Text::Block),
        Key::text("restorePoint", Text::Block),
    ],
};

/// An object at a place that the calling convention fixes.
pub(super) const FIXED_STACK_OBJECT: &Map = &Map {
    name: "fixed stack object",
    flow: true,
    keys: &[
        Key::required("id", Value::Unsigned(32)),
        Key::new("type", Value::Choice(FIXED_TYPES), Absent::Word("default")),
        Key::new("offset", Value::Signed(64), Absent::Number(0)),
        Key::number("size", 64),
        ALIGNMENT,
        STACK_ID,
        Key::flag("isImmutable").when(When::NotSpillSlot),
        Key::flag("isAliased").when(When::NotSpillSlot),
        SAVED_REGISTER,
        SAVED_RESTORED,
        VARIABLE,
        EXPRESSION,
        LOCATION,
    ],
};

/// An object of the function's own frame.
pub(super) const STACK_OBJECT: &Map = &Map {
    name: "stack object",
    flow: true,
    keys: &[
        Key::required("id", Value::Unsigned(32)),
        Key::text("name", Text::AllocaName),
        Key::new("type", Value::Choice(TYPES), Absent::Word("default")),
        Key::new("offset", Value::Signed(64), Absent::Number(0)),
        Key::required("size", Value::Unsigned(64)).when(When::Sized),
        ALIGNMENT,
        STACK_ID,
        SAVED_REGISTER,
        SAVED_RESTORED,
        Key::new("local-offset", Value::Signed(64), Absent::Distinct).written(Written::IfPresent),
        VARIABLE,
        EXPRESSION,
        LOCATION,
    ],
};

/// A variable whose value is what a register held on entry.
pub(super) const ENTRY_VALUE: &Map = &Map {
    name: "entry value",
    flow: true,
    keys: &[
        Key::required("entry-value-register", Value::Text(Text::Register)),
        Key::required("debug-info-variable", Value::Text(Text::Metadata)),
        Key::required("debug-info-expression", Value::Text(Text::Expression)),
        Key::required("debug-info-location", Value::Text(Text::Location)),
    ],
};

const ALIGNMENT: Key = Key::new("alignment", Value::Alignment, Absent::Number(1)).written(Written::Always);
const STACK_ID: Key = Key::new("stack-id", Value::Choice(STACK_IDS), Absent::Word("default"));
const SAVED_REGISTER: Key = Key::text("callee-saved-register", Text::Register);
const SAVED_RESTORED: Key = Key::new("callee-saved-restored", Value::Bool, Absent::Bool(true));
const VARIABLE: Key = Key::text("debug-info-variable", Text::Metadata);
const EXPRESSION: Key = Key::text("debug-info-expression", Text::Expression);
const LOCATION: Key = Key::text("debug-info-location", Text::Location);

const FIXED_TYPES: &[Choice] = &[Choice::new("default"), Choice::new("spill-slot")];

const TYPES: &[Choice] = &[Choice::new("default"), Choice::new("spill-slot"), Choice::new("variable-sized")];

/// Which stack an object is on. A target refuses those that it does not have: see [`super::super::Target::stack_ids`].
const STACK_IDS: &[Choice] = &[
    Choice::new("default"),
    Choice::new("sgpr-spill"),
    Choice::new("scalable-vector"),
    Choice::new("wasm-local"),
    Choice::new("noalloc"),
    Choice::since("scalable-predicate-vector", 20),
];
