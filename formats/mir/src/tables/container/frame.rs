//! The keys of the frame and of its objects.

use super::kind::{Absent, Choice, Key, Map, Text, Value, When, Written};

/// The fields of `frameInfo`, a row each, in printing order: variant of [`FrameKey`](crate::FrameKey), field of
/// [`FrameInfo`](crate::FrameInfo) with its type, kind, key, and the first release that reads the key where older ones do not.
///
/// `$with` makes something of the rows: the keys below, the model, the reader, the writer.
macro_rules! frame_fields {
    ($with:ident!) => {
        $with! {
            FrameAddressTaken frame_address_taken: bool = flag "isFrameAddressTaken";
            ReturnAddressTaken return_address_taken: bool = flag "isReturnAddressTaken";
            StackMap has_stack_map: bool = flag "hasStackMap";
            PatchPoint has_patch_point: bool = flag "hasPatchPoint";
            /// In bytes.
            StackSize stack_size: u64 = size64 "stackSize";
            /// In bytes; older versions print it as unsigned, which reads as the same number.
            OffsetAdjustment offset_adjustment: i32 = offset "offsetAdjustment";
            /// In bytes; 0, that of the objects, is printed as 1.
            MaxAlignment max_alignment: u32 = alignment "maxAlignment";
            AdjustsStack adjusts_stack: bool = flag "adjustsStack";
            Calls has_calls: bool = flag "hasCalls";
            /// A stack object, or empty.
            StackProtector stack_protector: String = object "stackProtector";
            /// A stack object, or empty.
            FunctionContext function_context: String = object "functionContext" since 16;
            /// In bytes; `None` when it is not computed, which is spelled 4294967295.
            MaxCallFrameSize max_call_frame_size: Option<u32> = computed "maxCallFrameSize";
            CvBytesOfCalleeSaved cv_bytes_of_callee_saved: u32 = size32 "cvBytesOfCalleeSavedRegisters";
            OpaqueSpAdjustment has_opaque_sp_adjustment: bool = flag "hasOpaqueSPAdjustment";
            VaStart has_va_start: bool = flag "hasVAStart";
            MustTailInVarArg has_must_tail_in_var_arg: bool = flag "hasMustTailInVarArgFunc";
            TailCall has_tail_call: bool = flag "hasTailCall";
            CalleeSavedInfoValid callee_saved_info_valid: bool = flag "isCalleeSavedInfoValid" since 19;
            /// In bytes.
            LocalFrameSize local_frame_size: u32 = size32 "localFrameSize";
            SavePoint save_point: Option<BlockReference> = block "savePoint";
            RestorePoint restore_point: Option<BlockReference> = block "restorePoint";
        }
    };
}

pub(crate) use frame_fields;

/// What a kind of fields says of its key.
macro_rules! key {
    (flag $name:literal) => {
        Key::flag($name)
    };
    (size64 $name:literal) => {
        Key::number($name, 64)
    };
    (size32 $name:literal) => {
        Key::number($name, 32)
    };
    // llc 14 and 16 also take the unsigned spelling of a negative number.
    (offset $name:literal) => {
        Key::new($name, Value::Signed(32), Absent::Number(0))
    };
    // llc prints what comes out, at least 1.
    (alignment $name:literal) => {
        Key::number($name, 32).written(Written::Always)
    };
    (object $name:literal) => {
        Key::text($name, Text::StackObject)
    };
    // All ones: not computed yet.
    (computed $name:literal) => {
        Key::new($name, Value::Unsigned(32), Absent::Number(u32::MAX as u64))
    };
    (block $name:literal) => {
        Key::text($name, Text::Block)
    };
}

macro_rules! keys {
    ($($(#[$about:meta])* $variant:ident $field:ident: $ty:ty = $kind:ident $name:literal $(since $since:literal)?;)*) => {
        &[$(key!($kind $name)$(.since($since))?),*]
    };
}

/// The frame of a function.
pub(super) const FRAME: &Map = &Map { name: "frame", flow: false, keys: frame_fields!(keys!) };

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
