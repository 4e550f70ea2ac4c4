//! The frame of a function and its objects.

use crate::{BlockReference, Name, Register};

/// `frameInfo`. `Default` holds what llc takes for keys that are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameInfo {
    /// `isFrameAddressTaken`.
    pub frame_address_taken: bool,
    /// `isReturnAddressTaken`.
    pub return_address_taken: bool,
    /// `hasStackMap`.
    pub has_stack_map: bool,
    /// `hasPatchPoint`.
    pub has_patch_point: bool,
    /// `stackSize` in bytes.
    pub stack_size: u64,
    /// `offsetAdjustment` in bytes; older versions print it as unsigned, which reads as the same number.
    pub offset_adjustment: i32,
    /// `maxAlignment` in bytes; 0 is printed as 1.
    pub max_alignment: u32,
    /// `adjustsStack`.
    pub adjusts_stack: bool,
    /// `hasCalls`.
    pub has_calls: bool,
    /// `stackProtector`: a stack object, or empty.
    pub stack_protector: String,
    /// `functionContext`: a stack object, or empty; since LLVM 16.
    pub function_context: String,
    /// `maxCallFrameSize` in bytes; `None` when it is not computed, which is spelled 4294967295.
    pub max_call_frame_size: Option<u32>,
    /// `cvBytesOfCalleeSavedRegisters`.
    pub cv_bytes_of_callee_saved: u32,
    /// `hasOpaqueSPAdjustment`.
    pub has_opaque_sp_adjustment: bool,
    /// `hasVAStart`.
    pub has_va_start: bool,
    /// `hasMustTailInVarArgFunc`.
    pub has_must_tail_in_var_arg: bool,
    /// `hasTailCall`.
    pub has_tail_call: bool,
    /// `isCalleeSavedInfoValid`, since LLVM 19.
    pub callee_saved_info_valid: bool,
    /// `localFrameSize` in bytes.
    pub local_frame_size: u32,
    /// `savePoint`.
    pub save_point: Option<BlockReference>,
    /// `restorePoint`.
    pub restore_point: Option<BlockReference>,
}

/// A variable of the program that lives in an object, or in a register at the entry: `debug-info-variable`, `debug-info-expression` and
/// `debug-info-location`, each as text, or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugVariable {
    /// `debug-info-variable`.
    pub variable: String,
    /// `debug-info-expression`.
    pub expression: String,
    /// `debug-info-location`.
    pub location: String,
}

/// What a fixed object holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FixedObjectKind {
    /// `default`.
    #[default]
    Default,
    /// `spill-slot`.
    SpillSlot,
}

/// An entry of `fixedStack`: an object at a known offset from the stack pointer at the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedObject {
    /// `id`: the number in `%fixed-stack.N`.
    pub id: u32,
    /// `type`.
    pub kind: FixedObjectKind,
    /// `offset` in bytes.
    pub offset: i64,
    /// `size` in bytes.
    pub size: u64,
    /// `alignment` in bytes, when given.
    pub alignment: Option<u64>,
    /// `stack-id`.
    pub stack_id: StackId,
    /// `isImmutable`; only of the kind [`FixedObjectKind::Default`].
    pub immutable: bool,
    /// `isAliased`; only of the kind [`FixedObjectKind::Default`].
    pub aliased: bool,
    /// `callee-saved-register`.
    pub callee_saved: Option<Register>,
    /// `callee-saved-restored`, true unless given.
    pub callee_saved_restored: bool,
    /// The variable that lives there.
    pub variable: DebugVariable,
}

impl Default for FixedObject {
    fn default() -> Self {
        Self {
            id: 0,
            kind: FixedObjectKind::Default,
            offset: 0,
            size: 0,
            alignment: None,
            stack_id: StackId::Default,
            immutable: false,
            aliased: false,
            callee_saved: None,
            callee_saved_restored: true,
            variable: DebugVariable::default(),
        }
    }
}

/// What an object of the stack holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StackObjectKind {
    /// `default`, of a size in bytes.
    Default(u64),
    /// `spill-slot`, of a size in bytes.
    SpillSlot(u64),
    /// `variable-sized`: it has no size, and must not be given one.
    VariableSized,
}

/// An entry of `stack`: an object that the frame places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackObject {
    /// `id`: the number in `%stack.N`.
    pub id: u32,
    /// `name`: an alloca of the IR function, or empty.
    pub name: Name,
    /// `type` and `size`.
    pub kind: StackObjectKind,
    /// `offset` in bytes.
    pub offset: i64,
    /// `alignment` in bytes, when given.
    pub alignment: Option<u64>,
    /// `stack-id`.
    pub stack_id: StackId,
    /// `callee-saved-register`.
    pub callee_saved: Option<Register>,
    /// `callee-saved-restored`, true unless given.
    pub callee_saved_restored: bool,
    /// `local-offset` in bytes, when given.
    pub local_offset: Option<i64>,
    /// The variable that lives there.
    pub variable: DebugVariable,
}

impl Default for StackObject {
    fn default() -> Self {
        Self {
            id: 0,
            name: Name::default(),
            kind: StackObjectKind::Default(0),
            offset: 0,
            alignment: None,
            stack_id: StackId::Default,
            callee_saved: None,
            callee_saved_restored: true,
            local_offset: None,
            variable: DebugVariable::default(),
        }
    }
}

/// `stack-id`: which stack an object is on. A target refuses those that it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StackId {
    /// `default`.
    #[default]
    Default,
    /// `sgpr-spill`, of AMDGPU.
    SgprSpill,
    /// `scalable-vector`, of AArch64 and RISC-V.
    ScalableVector,
    /// `wasm-local`.
    WasmLocal,
    /// `noalloc`.
    NoAlloc,
}

impl StackId {
    /// All, in the order of their declaration in LLVM.
    pub const ALL: [Self; 5] = [Self::Default, Self::SgprSpill, Self::ScalableVector, Self::WasmLocal, Self::NoAlloc];

    /// How it is spelled.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::SgprSpill => "sgpr-spill",
            Self::ScalableVector => "scalable-vector",
            Self::WasmLocal => "wasm-local",
            Self::NoAlloc => "noalloc",
        }
    }
}
