//! The frame of a function and its objects.

use crate::tables::frame_fields;
use crate::{BlockReference, Name, Register};

/// A field that is to be changed, by the kind of its row.
#[derive(Debug)]
pub enum FrameField<'a> {
    /// True or false.
    Flag(&'a mut bool),
    /// Bytes.
    Size32(&'a mut u32),
    /// Bytes.
    Size64(&'a mut u64),
    /// Bytes, in either direction.
    Offset(&'a mut i32),
    /// Bytes; a power of two, or 0 for that of the objects.
    Alignment(&'a mut u32),
    /// Bytes, or not computed yet.
    Computed(&'a mut Option<u32>),
    /// A stack object, or empty.
    Object(&'a mut String),
    /// A block, or none.
    Block(&'a mut Option<BlockReference>),
}

macro_rules! field {
    (flag $place:expr) => {
        FrameField::Flag($place)
    };
    (size32 $place:expr) => {
        FrameField::Size32($place)
    };
    (size64 $place:expr) => {
        FrameField::Size64($place)
    };
    (offset $place:expr) => {
        FrameField::Offset($place)
    };
    (alignment $place:expr) => {
        FrameField::Alignment($place)
    };
    (computed $place:expr) => {
        FrameField::Computed($place)
    };
    (object $place:expr) => {
        FrameField::Object($place)
    };
    (block $place:expr) => {
        FrameField::Block($place)
    };
}

macro_rules! model {
    ($($(#[$about:meta])* $variant:ident $field:ident: $ty:ty = $kind:ident $name:literal $(since $since:literal)?;)*) => {
        /// `frameInfo`. `Default` holds what llc takes for keys that are absent.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct FrameInfo {
            $(
                #[doc = concat!("`", $name, "`", $(", since LLVM ", $since,)? ".")]
                $(#[$about])*
                pub $field: $ty,
            )*
        }

        /// The keys of `frameInfo`, in printing order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum FrameKey {
            $(
                #[doc = concat!("`", $name, "`.")]
                $variant,
            )*
        }

        impl FrameKey {
            /// Every key, in printing order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// How it is spelled.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl FrameInfo {
            /// The field of a key.
            pub fn field(&mut self, key: FrameKey) -> FrameField<'_> {
                match key {
                    $(FrameKey::$variant => field!($kind &mut self.$field),)*
                }
            }

            /// Whether the field of a key is another one's.
            pub fn differs(&self, other: &Self, key: FrameKey) -> bool {
                match key {
                    $(FrameKey::$variant => self.$field != other.$field,)*
                }
            }
        }
    };
}

frame_fields!(model!);

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
