//! The operations of DWARF expressions: one row each, or one row for 32 that differ in the number in their names.
//!
//! A row contains the name, the number, the literals, the source of the operation, its operands and results on the stack, whether it ends a
//! description, and its documentation. [`Op`] and [`OPERATIONS`] are generated from the rows; reader, text, validator and generator use
//! these data. The computation of an operation is an arm in `interpret::expression::step`.

use super::operation::{Ends, Leaves, LiteralKind, Status, Takes};

/// The table's data of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationRow {
    /// The operation.
    pub op: Op,
    /// Number of the operation.
    pub code: u32,
    /// The name in text.
    pub name: &'static str,
    /// The literal operands.
    pub operands: &'static [LiteralKind],
    /// The source.
    pub status: Status,
    /// The operands on the stack.
    pub takes: Takes,
    /// The results on the stack.
    pub leaves: Leaves,
    /// Whether it ends a description.
    pub ends: Ends,
}

/// The number at the end of the name of an operation, 0 to 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suffix(u8);

impl Suffix {
    /// How many there are.
    pub const COUNT: usize = 32;

    /// Returns the number.
    pub const fn get(self) -> u32 {
        self.0 as u32
    }
}

/// The rows of a line of the table.
struct Line {
    /// The operations and their names.
    ops: &'static [(Op, &'static str)],
    operands: &'static [LiteralKind],
    status: Status,
    takes: Takes,
    leaves: Leaves,
    ends: Ends,
}

macro_rules! operations {
    ($($name:ident $([$count:tt])? = $number:literal ($($literal:ident)*) $status:ident,
        $takes:ident $(($entries:literal))? => $leaves:ident $(($at:literal))? $(, ends $ends:ident)?; $about:literal)*) => {
        /// An operation of DWARF, named like its `DW_OP` constant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Op {
            $(#[doc = $about] $name $((numbered!(type $count)))?,)*
        }

        impl Op {
            /// Returns its number.
            #[inline]
            pub const fn code(self) -> u32 {
                match self {
                    $(numbered!(pattern $name n $($count)?) => $number + numbered!(value n $($count)?),)*
                }
            }
        }

        const LINES: &[Line] = &[$(Line {
            ops: numbered!(list $name $($count)?),
            operands: &[$(LiteralKind::$literal),*],
            status: Status::$status,
            takes: Takes::$takes $(($entries))?,
            leaves: Leaves::$leaves $(($at))?,
            ends: ends!($($ends)?),
        }),*];
    };
}

/// The parts of a row that differ if it represents 32 operations.
macro_rules! numbered {
    (type 32) => { Suffix };
    (pattern $name:ident $n:ident) => { Self::$name };
    (pattern $name:ident $n:ident 32) => { Self::$name($n) };
    (value $n:ident) => { 0 };
    (value $n:ident 32) => { $n.get() };
    (list $name:ident) => { &[(Op::$name, stringify!($name))] };
    (list $name:ident 32) => {
        numbered!(each $name 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
    };
    (each $name:ident $($n:literal)*) => { &[$((Op::$name(Suffix($n)), concat!(stringify!($name), $n))),*] };
}

macro_rules! ends {
    () => {
        Ends::Nothing
    };
    ($ends:ident) => {
        Ends::$ends
    };
}

operations! {
    Deref = 0 () Specified, Integers(1) => Generic; "Reads as many bytes as an address has."
    Plus = 1 () Specified, Pair => Same; "The sum of two entries."
    Minus = 2 () Specified, Pair => Same; "The difference of two entries."
    PlusUconst = 3 (Unsigned) Specified, Entries(1) => Same; "The sum of an entry and a constant."
    BitPiece = 4 (Unsigned Unsigned) Specified, Described => Nothing, ends Piece; "A piece of so many bits from a bit on."
    Swap = 5 () Specified, Entries(2) => Turned; "Exchanges two entries."
    Xderef = 6 () Specified, Integers(2) => Generic; "Reads at an address of an address space."
    StackValue = 7 () Specified, Entries(1) => Nothing, ends Description; "The object has no place but this value."
    Constu = 8 (Unsigned) Specified, Entries(0) => Constant; "A constant."
    Fragment = 9 (Unsigned Unsigned) OpenCl, Described => Nothing, ends Fragment; "The described bits of the variable: offset and size."
    Convert = 10 (Unsigned Unsigned) Experimental, Entries(1) => Converted; "The same number in another type."
    Addr = 11 (Unsigned) Reserved, Entries(0) => Constant; "An address."
    Const1u = 12 (Unsigned) Reserved, Entries(0) => Constant; "An unsigned constant of one byte."
    Const1s = 13 (Signed) Reserved, Entries(0) => Constant; "A signed constant of one byte."
    Const2u = 14 (Unsigned) Reserved, Entries(0) => Constant; "An unsigned constant of two bytes."
    Const2s = 15 (Signed) Reserved, Entries(0) => Constant; "A signed constant of two bytes."
    Const4u = 16 (Unsigned) Reserved, Entries(0) => Constant; "An unsigned constant of four bytes."
    Const4s = 17 (Signed) Reserved, Entries(0) => Constant; "A signed constant of four bytes."
    Const8u = 18 (Unsigned) Reserved, Entries(0) => Constant; "An unsigned constant of eight bytes."
    Const8s = 19 (Signed) Reserved, Entries(0) => Constant; "A signed constant of eight bytes."
    Consts = 20 (Signed) Experimental, Entries(0) => Constant; "A signed constant."
    Dup = 21 () Experimental, Entries(1) => Copied; "Copies the top."
    Drop = 22 () Experimental, Entries(1) => Nothing; "Removes the top."
    Over = 23 () Experimental, Entries(2) => Copied; "Copies the entry below the top."
    Pick = 24 (Unsigned) Experimental, Entries(1) => Picked; "Copies the entry at a depth."
    Rot = 25 () Experimental, Entries(3) => Turned; "Moves the top below the two others."
    Abs = 26 () Experimental, Entries(1) => Same; "The absolute value."
    And = 27 () Experimental, IntegerPair => Same; "Bitwise and."
    Div = 28 () Experimental, Division => Same; "The quotient."
    Mod = 29 () Experimental, Remainder => Same; "The remainder."
    Mul = 30 () Experimental, Pair => Same; "The product."
    Neg = 31 () Experimental, Entries(1) => Same; "The negated value."
    Not = 32 () Experimental, Integers(1) => Same; "The bitwise complement."
    Or = 33 () Experimental, IntegerPair => Same; "Bitwise or."
    Shl = 34 () Experimental, Shift => Same; "Shifts to the left."
    Shr = 35 () Experimental, Shift => Same; "Shifts to the right, filling with zeros."
    Shra = 36 () Experimental, Shift => Same; "Shifts to the right, filling with the sign."
    Xor = 37 () Experimental, IntegerPair => Same; "Bitwise exclusive or."
    Bra = 38 (Signed) Reserved, Integers(1) => Nothing; "Branches if an integer is not zero."
    Eq = 39 () Experimental, Pair => Generic; "Whether two entries are equal."
    Ge = 40 () Experimental, Pair => Generic; "Whether the lower one is at least the upper one."
    Gt = 41 () Experimental, Pair => Generic; "Whether the lower one is greater."
    Le = 42 () Experimental, Pair => Generic; "Whether the lower one is at most the upper one."
    Lt = 43 () Experimental, Pair => Generic; "Whether the lower one is less."
    Ne = 44 () Experimental, Pair => Generic; "Whether two entries differ."
    Skip = 45 (Signed) Reserved, Entries(0) => Nothing; "Branches."
    Lit[32] = 46 () Experimental, Entries(0) => Constant; "The constant in the name."
    Reg[32] = 78 () Experimental, Entries(0) => Nothing, ends Description; "The object is in the register in the name."
    Breg[32] = 110 (Signed) Experimental, Entries(0) => Generic; "A register and an offset."
    Regx = 142 (Unsigned) Experimental, Entries(0) => Nothing, ends Description; "The object is in a register."
    Fbreg = 143 (Signed) Reserved, Entries(0) => Generic; "The frame base and an offset."
    Bregx = 144 (Unsigned Signed) Experimental, Entries(0) => Generic; "A register and an offset."
    Piece = 145 (Unsigned) Reserved, Described => Nothing, ends Piece; "A piece of so many bytes."
    DerefSize = 146 (Unsigned) Experimental, Integers(1) => Generic; "Reads so many bytes at an address."
    XDerefSize = 147 (Unsigned) Experimental, Integers(2) => Generic; "Reads so many bytes at an address of an address space."
    Nop = 148 () Experimental, Entries(0) => Nothing; "Has no effect."
    PushObjectAddress = 149 () Reserved, Entries(0) => Generic; "The address of the object that is described."
    Call2 = 150 (Unsigned) Reserved, Entries(0) => Called; "Evaluates another expression, which two bytes name."
    Call4 = 151 (Unsigned) Reserved, Entries(0) => Called; "Evaluates another expression, which four bytes name."
    CallRef = 152 (Unsigned) Reserved, Entries(0) => Called; "Evaluates another expression, which an offset names."
    FormTlsAddress = 153 () Reserved, Integers(1) => Generic; "The address of thread-local storage at an offset."
    CallFrameCfa = 154 () Reserved, Entries(0) => Generic; "The canonical frame address."
    ImplicitPointer = 156 (Unsigned Signed) Reserved, Entries(0) => Nothing, ends Description; "The object is a pointer to an entity that has no place."
    AddrX = 157 (Unsigned) Reserved, Entries(0) => Generic; "An indexed address."
    ConstX = 158 (Unsigned) Reserved, Entries(0) => Generic; "An indexed constant."
    EntryValue = 159 (Unsigned Unsigned) Reserved, Entries(0) => Generic; "What a register held on entry."
    ConstType = 160 (Unsigned Unsigned Unsigned) Reserved, Entries(0) => TypedConstant; "A constant of a type."
    RegvalType = 161 (Unsigned Unsigned) Reserved, Entries(0) => Typed(1); "A register as a value of a type."
    DerefType = 162 (Unsigned Unsigned) Reserved, Integers(1) => Typed(1); "Reads a value of a type at an address."
    XDerefType = 163 (Unsigned Unsigned) Reserved, Integers(2) => Typed(1); "Reads a value of a type at an address of an address space."
    Reinterpret = 164 (Unsigned) Reserved, Entries(1) => Typed(0); "The same bits in another type."
}

/// The rows in the order of their numbers. The lists have no operation 155.
pub const OPERATIONS: &[OperationRow] = &rows();

const COUNT: usize = count();

const fn count() -> usize {
    let (mut count, mut line) = (0, 0);
    while line < LINES.len() {
        count += LINES[line].ops.len();
        line += 1;
    }
    count
}

const fn rows() -> [OperationRow; COUNT] {
    let mut rows = [LINES[0].row(0); COUNT];
    let (mut place, mut line) = (0, 0);
    while line < LINES.len() {
        let mut at = 0;
        while at < LINES[line].ops.len() {
            rows[place] = LINES[line].row(at);
            place += 1;
            at += 1;
        }
        line += 1;
    }
    rows
}

impl Line {
    const fn row(&self, at: usize) -> OperationRow {
        let Self { ops, operands, status, takes, leaves, ends } = *self;
        let (op, name) = ops[at];
        OperationRow { op, code: op.code(), name, operands, status, takes, leaves, ends }
    }
}

/// Numbers and names.
pub(super) const NAMES: &[(u32, &str)] = &names();

const fn names() -> [(u32, &'static str); COUNT] {
    let mut names = [(0, ""); COUNT];
    let mut at = 0;
    while at < COUNT {
        names[at] = (OPERATIONS[at].code, OPERATIONS[at].name);
        at += 1;
    }
    names
}

/// One more than the largest number.
const NUMBERS: usize = OPERATIONS[COUNT - 1].code as usize + 1;

/// Indices of the rows, by number.
const PLACES: &[Option<u8>] = &places();

const fn places() -> [Option<u8>; NUMBERS] {
    let mut places = [None; NUMBERS];
    let mut at = 0;
    while at < COUNT {
        places[OPERATIONS[at].code as usize] = Some(at as u8);
        at += 1;
    }
    places
}

/// Returns the index of the row of a number.
#[inline]
pub(super) const fn place(code: u32) -> Option<usize> {
    if (code as usize) < NUMBERS
        && let Some(place) = PLACES[code as usize]
    {
        Some(place as usize)
    } else {
        None
    }
}

impl Op {
    /// Lit0 to Lit31.
    pub const LIT: [Self; Suffix::COUNT] = Self::Lit(Suffix(0)).numbered();
    /// Reg0 to Reg31.
    pub const REG: [Self; Suffix::COUNT] = Self::Reg(Suffix(0)).numbered();
    /// Breg0 to Breg31.
    pub const BREG: [Self; Suffix::COUNT] = Self::Breg(Suffix(0)).numbered();

    /// The code of Reg0 in DWARF itself (DWARF 5, 7.7.1), in which the block of an EntryValue is written; DW_OP_reg1 to 31 follow.
    pub const DWARF_REG0: u8 = 0x50;
    /// The code of Reg31 in DWARF itself.
    pub const DWARF_REG31: u8 = Self::DWARF_REG0 + (Suffix::COUNT - 1) as u8;
    /// The code of Regx in DWARF itself.
    pub const DWARF_REGX: u8 = 0x90;

    /// Returns the operations of the line of the table that begins with this one.
    const fn numbered(self) -> [Self; Suffix::COUNT] {
        let mut all = [self; Suffix::COUNT];
        let mut at = 0;
        while at < all.len() {
            all[at] = OPERATIONS[self.place() + at].op;
            at += 1;
        }
        all
    }

    /// Returns its row.
    #[inline]
    pub const fn row(self) -> &'static OperationRow {
        &OPERATIONS[self.place()]
    }

    /// Returns the index of its row in the table.
    #[inline]
    pub const fn place(self) -> usize {
        match place(self.code()) {
            Some(place) => place,
            None => unreachable!(),
        }
    }
}

impl super::OperationCode {
    /// Returns the operation; none for a number that is in no list.
    pub fn op(self) -> Option<Op> {
        self.row().map(|row| row.op)
    }

    /// Returns the operation's row; none for a number that is in no list.
    #[inline]
    pub fn row(self) -> Option<&'static OperationRow> {
        place(self.0).map(|place| &OPERATIONS[place])
    }
}

impl From<Op> for super::OperationCode {
    fn from(op: Op) -> Self {
        Self(op.code())
    }
}
