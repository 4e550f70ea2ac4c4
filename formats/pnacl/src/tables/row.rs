//! The data in a row of the instruction table.

/// The table's data of an instruction, for text, documentation, listings and generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionRow {
    /// The name in messages, in signatures of findings and in the ledger.
    pub name: &'static str,
    /// Record code.
    pub code: u32,
    /// Fewest operands of the record.
    pub operands: usize,
    /// Names of the fields in record order.
    pub fields: &'static [&'static str],
    /// The encoding of each field.
    pub codings: &'static [&'static str],
    /// Indices, as bits, of fields with one operand of which the tools read 32 bits although readers of values do not truncate it.
    pub low_operands: u32,
    /// The outcome of the instruction; fields by index.
    pub outcome: Outcome<usize, usize>,
    /// The mnemonic in assembly; empty if the name of an operation or the type of an operand determines it.
    pub mnemonic: &'static str,
    /// The form of its statement.
    pub syntax: Syntax,
    /// The parts after the mnemonic, unless the syntax is special.
    pub parts: &'static [Part],
}

/// The result of an instruction. `V` identifies a value, `T` a type: ids in the model, indices of fields in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<V, T> {
    /// Nothing: it ends a basic block.
    Ends,
    /// Nothing: the instruction only has an effect, or is a declaration.
    Nothing,
    /// A value of the type of an operand.
    SameAs(V),
    /// A value of the type of an operand's lanes.
    ElementOf(V),
    /// The result of comparing two values like the operand: i1, or a vector of as many.
    ComparisonOf(V),
    /// The address of memory.
    Address,
    /// A value of a type that the record states.
    Stated(T),
    /// As [`Outcome::Stated`]; nothing if the type is void.
    Returned(T),
    /// The result of the function that the operand names; nothing if that is void.
    ReturnedBy(V),
}

/// The form of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// The mnemonic, then the parts with commas between them.
    List,
    /// The same after an equals sign with an additional blank on each side, which the disassembler prints before instructions of lanes.
    WideList,
    /// By separate functions, in `text::print` and in `text::parse`.
    Special,
}

/// A part of a statement. Numbers are indices of fields, each of which is one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A fixed word.
    Word(&'static str),
    /// A value after its type: `i32 %v0`.
    Typed(usize),
    /// A type, followed by an address: `i32* %v0`.
    Address(usize, usize),
    /// An address after the type of the last typed value: `i32* %v0`.
    AddressOfLast(usize),
    /// An alignment: `align 4`.
    Aligned(usize),
}

impl<V, T> Outcome<V, T> {
    /// Returns whether there is a value, unless its type is void.
    pub const fn is_value(&self) -> bool {
        !matches!(self, Self::Ends | Self::Nothing)
    }
}

/// Returns the index of a field. Evaluated only at compile time, so that the name of a missing field does not compile.
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

/// Returns [`InstructionRow::low_operands`].
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

/// Returns whether two names are equal.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
