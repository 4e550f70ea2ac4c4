//! An operand of an instruction.

use crate::{CfiOperation, FloatImmediate, IntegerImmediate, Metadata, Name, Register, RegisterOperand};

/// An operand (reference, *Machine Operands*).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// `target-flags(...)` before the operand; `None` if there are none.
    pub target_flags: Option<Box<[Name]>>,
    /// The operand without its target flags.
    pub kind: OperandKind,
}

impl Default for Operand {
    /// Returns `$noreg`.
    fn default() -> Self {
        OperandKind::Register(RegisterOperand::default()).into()
    }
}

impl From<OperandKind> for Operand {
    fn from(kind: OperandKind) -> Self {
        Self { target_flags: None, kind }
    }
}

/// The 21 kinds of operands. Offsets are in bytes, and are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// A register.
    Register(RegisterOperand),
    /// `42`: a number of 64 bits; numbers from 2^63 on are negative here.
    Immediate(i64),
    /// `.name`: a number as some targets spell it.
    Mnemonic(Box<str>),
    /// `%subreg.sub_32bit`.
    SubregisterIndex(Box<str>),
    /// `i32 5`.
    Integer(Box<IntegerImmediate>),
    /// `float 1.0`.
    Float(Box<FloatImmediate>),
    /// `%bb.1`.
    Block(BlockReference),
    /// `%stack.0` or `%stack.0.x`.
    Stack {
        /// The object's `id`.
        id: u32,
        /// The name after the `id`.
        name: Option<Box<str>>,
    },
    /// `%fixed-stack.0`.
    FixedStack(u32),
    /// `%const.0 + 8`.
    Constant {
        /// The entry's `id`.
        id: u32,
        /// The offset.
        offset: i64,
    },
    /// `%jump-table.0`.
    JumpTable(u32),
    /// `target-index(name) + 8`.
    TargetIndex {
        /// The target's name of the index.
        name: Box<str>,
        /// The offset.
        offset: i64,
    },
    /// `&name + 4`.
    ExternalSymbol {
        /// The symbol.
        name: Box<str>,
        /// The offset.
        offset: i64,
    },
    /// `@name + 4`.
    Global {
        /// The global value.
        value: IrValue,
        /// The offset.
        offset: i64,
    },
    /// `blockaddress(@f, %ir-block.b) + 4`.
    BlockAddress {
        /// The function.
        function: Box<IrValue>,
        /// The block.
        block: Box<IrBlock>,
        /// The offset.
        offset: i64,
    },
    /// `csr_64`: a mask with a name that the target defines.
    RegisterMask(Box<str>),
    /// `CustomRegMask($a, $b)`.
    CustomRegisterMask(Box<[Register]>),
    /// `liveout($a, $b)`.
    LiveOut(Box<[Register]>),
    /// `!12`.
    Metadata(Metadata),
    /// `<mcsymbol name>`.
    Symbol(Box<str>),
    /// `def_cfa_offset 16`.
    Cfi(Box<CfiOperation>),
    /// `intrinsic(@llvm.name)`, without the `@`.
    Intrinsic(Box<str>),
    /// `intpred(eq)`.
    IntegerPredicate(IntegerPredicate),
    /// `floatpred(oeq)`.
    FloatPredicate(FloatPredicate),
    /// `shufflemask(0, undef, 3)`.
    ShuffleMask(Box<[Lane]>),
    /// `lanemask(0x000000000000000F)`, since LLVM 22.
    LaneMask(u64),
    /// `sideeffect attdialect` or `regdef:GR32`: what a number of an `INLINEASM` means, as LLVM 23 spells it.
    Assembly(Box<str>),
    /// `dbg-instr-ref(1, 0)`.
    DebugReference {
        /// A debug instruction number.
        instruction: u32,
        /// An operand of that instruction.
        operand: u32,
    },
}

impl OperandKind {
    /// Returns the name of the kind in failure signatures and messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Register(_) => "Register",
            Self::Immediate(_) => "Immediate",
            Self::Mnemonic(_) => "Mnemonic",
            Self::SubregisterIndex(_) => "SubregisterIndex",
            Self::Integer(_) => "Integer",
            Self::Float(_) => "Float",
            Self::Block(_) => "Block",
            Self::Stack { .. } => "Stack",
            Self::FixedStack(_) => "FixedStack",
            Self::Constant { .. } => "Constant",
            Self::JumpTable(_) => "JumpTable",
            Self::TargetIndex { .. } => "TargetIndex",
            Self::ExternalSymbol { .. } => "ExternalSymbol",
            Self::Global { .. } => "Global",
            Self::BlockAddress { .. } => "BlockAddress",
            Self::RegisterMask(_) => "RegisterMask",
            Self::CustomRegisterMask(_) => "CustomRegisterMask",
            Self::LiveOut(_) => "LiveOut",
            Self::Metadata(_) => "Metadata",
            Self::Symbol(_) => "Symbol",
            Self::Cfi(_) => "Cfi",
            Self::Intrinsic(_) => "Intrinsic",
            Self::IntegerPredicate(_) => "IntegerPredicate",
            Self::FloatPredicate(_) => "FloatPredicate",
            Self::ShuffleMask(_) => "ShuffleMask",
            Self::LaneMask(_) => "LaneMask",
            Self::Assembly(_) => "Assembly",
            Self::DebugReference { .. } => "DebugReference",
        }
    }
}

/// `%bb.N` or `%bb.N.name`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BlockReference {
    /// The block's number.
    pub number: u32,
    /// The name after the number, which must be that of the label.
    pub name: Option<Box<str>>,
}

/// A value of the IR: its name, or its number if it has no name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IrValue {
    /// A name.
    Named(Box<str>),
    /// A number.
    Numbered(u32),
}

/// `%ir-block.name` or `%ir-block.N`.
pub type IrBlock = IrValue;

/// An element of a shuffle mask; `None` is `undef`.
pub type Lane = Option<u32>;

/// Declares an enumeration of predicates with their spellings.
macro_rules! predicates {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $spelling:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $spelling, "`.")] $variant,)*
        }

        impl $name {
            /// All predicates, in the order of their declaration in LLVM.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns its spelling.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $spelling,)*
                }
            }

            /// Returns the predicate of a spelling; `None` if there is none.
            pub fn of(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|predicate| predicate.name() == name)
            }
        }
    };
}

predicates! {
    /// A comparison of integers and pointers.
    IntegerPredicate {
        Equal = "eq", NotEqual = "ne",
        UnsignedGreater = "ugt", UnsignedGreaterOrEqual = "uge", UnsignedLess = "ult", UnsignedLessOrEqual = "ule",
        SignedGreater = "sgt", SignedGreaterOrEqual = "sge", SignedLess = "slt", SignedLessOrEqual = "sle",
    }
}

predicates! {
    /// A comparison of floating-point numbers; *ordered* means that neither is NaN.
    FloatPredicate {
        False = "false",
        OrderedEqual = "oeq", OrderedGreater = "ogt", OrderedGreaterOrEqual = "oge",
        OrderedLess = "olt", OrderedLessOrEqual = "ole", OrderedNotEqual = "one", Ordered = "ord",
        Unordered = "uno", UnorderedEqual = "ueq", UnorderedGreater = "ugt", UnorderedGreaterOrEqual = "uge",
        UnorderedLess = "ult", UnorderedLessOrEqual = "ule", UnorderedNotEqual = "une",
        True = "true",
    }
}
