//! What a row of the instruction table says.

/// What the table says of an instruction, for text, documentation, listings and generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionRow {
    /// Name of the variant.
    pub name: &'static str,
    /// Record code.
    pub code: u32,
    /// Fewest operands of the record.
    pub operands: usize,
    /// Names of the fields in record order.
    pub fields: &'static [&'static str],
    /// How each field is coded.
    pub codings: &'static [&'static str],
    /// Positions, as bits, of fields that are one operand of which the tools read 32 bits although readers of values do not cut it.
    pub low_operands: u32,
    /// What the instruction gives; fields by position.
    pub outcome: Outcome<usize, usize>,
    /// The word for it in assembly; empty where the name of an operation or the type of an operand decides.
    pub mnemonic: &'static str,
    /// How its statement is written.
    pub syntax: Syntax,
    /// What follows the mnemonic, unless the syntax is special.
    pub parts: &'static [Part],
}

/// What an instruction gives. `V` is what tells a value, `T` what tells a type: ids in the model, positions of fields in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<V, T> {
    /// Nothing: it ends a basic block.
    Ends,
    /// Nothing: it is done for its effect, or only says something.
    Nothing,
    /// A value of the type of an operand.
    SameAs(V),
    /// A value of the type of an operand's lanes.
    ElementOf(V),
    /// What comparing two values like the operand gives: i1, or as many of them.
    ComparisonOf(V),
    /// The address of memory.
    Address,
    /// A value of a type that the record states.
    Stated(T),
    /// As [`Outcome::Stated`]; nothing where the type is void.
    Returned(T),
    /// What the function that the operand names returns; nothing where that is void.
    ReturnedBy(V),
}

/// How a statement is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// The mnemonic, then the parts with commas between them.
    List,
    /// The same behind an equals sign with a blank more on each side, which the disassembler prints before instructions of lanes.
    WideList,
    /// By a function of its own, in `text::print` and in `text::parse`.
    Special,
}

/// A part of a statement. Numbers are positions of fields, each of which is one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A word that is always the same.
    Word(&'static str),
    /// A value behind its type: `i32 %v0`.
    Typed(usize),
    /// A type, and an address behind it: `i32* %v0`.
    Address(usize, usize),
    /// An address behind the type of the last value with one: `i32* %v0`.
    AddressOfLast(usize),
    /// An alignment: `align 4`.
    Aligned(usize),
}

impl<V, T> Outcome<V, T> {
    /// Whether there is a value, unless its type is void.
    pub const fn is_value(&self) -> bool {
        !matches!(self, Self::Ends | Self::Nothing)
    }
}

/// The position of a field. Evaluated by the compiler only, so a name that is no field's does not compile.
pub(super) const fn position(fields: &[&str], name: &str) -> usize {
    let mut at = 0;
    while at < fields.len() {
        if same(fields[at], name) {
            return at;
        }
        at += 1;
    }
    panic!("no such field")
}

/// See [`InstructionRow::low_operands`].
pub(super) const fn low_operands(codings: &[&str]) -> u32 {
    let (mut low, mut at) = (0, 0);
    while at < codings.len() {
        if same(codings[at], "type_id") || same(codings[at], "block_low") || same(codings[at], "absolute") {
            low |= 1 << at;
        }
        at += 1;
    }
    low
}

/// Whether two names are the same.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
