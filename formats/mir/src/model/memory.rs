//! Memory operands.

use crate::{IrValue, Name, Type};

/// A memory access of an instruction: `(volatile load (s32) from %ir.p + 4, align 8)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryOperand {
    /// The target-independent flags before the access.
    pub flags: MemoryFlags,
    /// The target's flags, spelled in double quotes.
    pub target_flags: Vec<Name>,
    /// The kind of access.
    pub access: Access,
    /// `syncscope("...")`.
    pub scope: Option<Box<str>>,
    /// The ordering of an atomic access.
    pub ordering: Option<Ordering>,
    /// The ordering of a compare and exchange on failure.
    pub failure_ordering: Option<Ordering>,
    /// The size of the access.
    pub size: MemorySize,
    /// The address, after `from`, `into` or `on`.
    pub pointer: Option<Pointer>,
    /// The offset from the pointer, in bytes.
    pub offset: i64,
    /// `align` in bytes, if given.
    pub alignment: Option<u64>,
    /// `basealign` in bytes, if given.
    pub base_alignment: Option<u64>,
    /// `addrspace`, if given.
    pub address_space: Option<u32>,
    /// `!tbaa !N`.
    pub tbaa: Option<u32>,
    /// `!alias.scope !N`.
    pub alias_scope: Option<u32>,
    /// `!noalias !N`.
    pub no_alias: Option<u32>,
    /// `!noalias.addrspace !N`, since LLVM 22.
    pub no_alias_spaces: Option<u32>,
    /// `!range !N`.
    pub range: Option<u32>,
}

impl MemoryOperand {
    /// Returns an access without optional parts.
    pub fn new(access: Access, size: MemorySize) -> Self {
        Self {
            flags: MemoryFlags::default(),
            target_flags: Vec::new(),
            access,
            scope: None,
            ordering: None,
            failure_ordering: None,
            size,
            pointer: None,
            offset: 0,
            alignment: None,
            base_alignment: None,
            address_space: None,
            tbaa: None,
            alias_scope: None,
            no_alias: None,
            no_alias_spaces: None,
            range: None,
        }
    }
}

/// The flags of a memory operand, one bit each: its position in [`MemoryFlags::NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MemoryFlags(pub u8);

impl MemoryFlags {
    /// The flags, in the order in which llc prints them.
    pub const NAMES: &'static [&'static str] = &["volatile", "non-temporal", "dereferenceable", "invariant"];

    /// Returns the flag of a name; `None` if the name is not a flag.
    pub fn of(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|known| *known == name).map(|position| Self(1 << position))
    }

    /// Returns the name of the first flag that is set; an empty string if there is none.
    pub fn name(self) -> &'static str {
        Self::NAMES.get(self.0.trailing_zeros() as usize).copied().unwrap_or_default()
    }

    /// Returns whether all flags of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The kind of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// `load`.
    Load,
    /// `store`.
    Store,
    /// `load store`.
    LoadStore,
}

impl Access {
    /// Returns the word before the pointer.
    pub fn preposition(self) -> &'static str {
        match self {
            Self::Load => "from",
            Self::Store => "into",
            Self::LoadStore => "on",
        }
    }
}

/// The size of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemorySize {
    /// `(s32)`. A number of bytes, the spelling before LLVM 13, is read as the scalar of the same size.
    Type(Type),
    /// A number of bytes that is too large for a type.
    Bytes(u64),
    /// `unknown-size`.
    Unknown,
}

/// The orderings of atomic accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordering {
    /// `unordered`.
    Unordered,
    /// `monotonic`.
    Monotonic,
    /// `acquire`.
    Acquire,
    /// `release`.
    Release,
    /// `acq_rel`.
    AcquireRelease,
    /// `seq_cst`.
    SequentiallyConsistent,
}

impl Ordering {
    /// All orderings, from weak to strong.
    pub const ALL: [Self; 6] =
        [Self::Unordered, Self::Monotonic, Self::Acquire, Self::Release, Self::AcquireRelease, Self::SequentiallyConsistent];

    /// Returns its spelling.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unordered => "unordered",
            Self::Monotonic => "monotonic",
            Self::Acquire => "acquire",
            Self::Release => "release",
            Self::AcquireRelease => "acq_rel",
            Self::SequentiallyConsistent => "seq_cst",
        }
    }
}

/// The memory that is accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// `%ir.p` or `%ir.3`: a value of the IR function.
    Ir(IrValue),
    /// `@g`.
    Global(IrValue),
    /// A constant of the IR in backquotes, such as `` `ptr null` ``, stored without them.
    Constant(Box<str>),
    /// `stack`.
    StackPointer,
    /// `got`.
    Got,
    /// `jump-table`.
    JumpTable,
    /// `constant-pool`.
    ConstantPool,
    /// `call-entry @g`.
    CallEntryGlobal(IrValue),
    /// `call-entry &s`.
    CallEntrySymbol(Box<str>),
    /// `%stack.N`.
    Stack {
        /// The object's `id`.
        id: u32,
        /// The name after the `id`.
        name: Option<Box<str>>,
    },
    /// `%fixed-stack.N`.
    FixedStack(u32),
    /// `custom "..."`: a pseudo source value that the target defines.
    Custom(Box<str>),
    /// `unknown-address`.
    Unknown,
}
