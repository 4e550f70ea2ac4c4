//! The tables of one target, and look-up by name.

use super::{
    BankRow, ClassId, ClassRow, IndexId, IndexRow, MaskRow, Opcode, RegisterId, RegisterRow, Target, common_opcodes, data, names::Names,
};
use std::sync::LazyLock;

/// Everything that is known of a target. Look-up by name allocates nothing.
#[derive(Debug)]
pub struct Machine {
    pub(super) target: Target,
    pub(super) pointer: ClassId,
    pub(super) opcodes: &'static [Opcode],
    pub(super) registers: &'static [RegisterRow],
    pub(super) sometimes_reserved: Vec<u16>,
    pub(super) classes: &'static [ClassRow],
    pub(super) indices: &'static [IndexRow],
    pub(super) banks: &'static [BankRow],
    pub(super) masks: &'static [MaskRow],
    pub(super) direct_flags: Vec<&'static str>,
    pub(super) bitmask_flags: Vec<&'static str>,
    pub(super) memory_flags: Vec<&'static str>,
    pub(super) target_indices: Vec<&'static str>,
    pub(super) opcode_names: Names,
    pub(super) register_names: Names,
    pub(super) class_names: Names,
    pub(super) index_names: Names,
}

static X86: LazyLock<Machine> = LazyLock::new(|| data::machine(Target::X86, include_str!("data/x86.txt")));
static AARCH64: LazyLock<Machine> = LazyLock::new(|| data::machine(Target::AArch64, include_str!("data/aarch64.txt")));

impl Machine {
    /// The targets that have tables.
    pub const TARGETS: [Target; 2] = [Target::X86, Target::AArch64];

    /// The tables of a target; `None` for those that are known by name alone. The first call reads the data, in milliseconds.
    pub fn of(target: Target) -> Option<&'static Self> {
        match target {
            Target::X86 => Some(&X86),
            Target::AArch64 => Some(&AARCH64),
            _ => None,
        }
    }

    /// Which target it is.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The opcode of this name, of the target or of every target.
    pub fn opcode(&self, name: &str) -> Option<&'static Opcode> {
        let place = usize::from(self.opcode_names.find(name)?);
        self.opcodes.get(place).or_else(|| common_opcodes().get(place - self.opcodes.len()))
    }

    /// The opcodes that the target has beside those of every target, by name.
    pub fn opcodes(&self) -> &'static [Opcode] {
        self.opcodes
    }

    /// The class of [`super::SlotKind::PointerRegister`].
    pub fn pointer_class(&self) -> ClassId {
        self.pointer
    }

    /// All registers; that of number N is at N - 1.
    pub fn registers(&self) -> &'static [RegisterRow] {
        self.registers
    }

    /// The register of this name, without `$`.
    pub fn register(&self, name: &str) -> Option<RegisterId> {
        self.register_names.find(name).map(|place| RegisterId(place + 1))
    }

    /// The row of a register.
    ///
    /// # Panics
    ///
    /// When the number is of another target.
    pub fn register_row(&self, register: RegisterId) -> &'static RegisterRow {
        &self.registers[usize::from(register.0) - 1]
    }

    /// Whether a register has a part that the target reserves in some functions and not in others: a frame pointer, a base pointer, or the
    /// platform's register of AArch64. [`RegisterRow::reserved`] holds in a function without features of its own.
    pub fn is_sometimes_reserved(&self, row: &RegisterRow) -> bool {
        row.units.iter().any(|unit| self.sometimes_reserved.contains(unit))
    }

    /// All classes; that of number N is at N.
    pub fn classes(&self) -> &'static [ClassRow] {
        self.classes
    }

    /// The class of this name.
    pub fn class(&self, name: &str) -> Option<ClassId> {
        self.class_names.find(name).map(ClassId)
    }

    /// The row of a class.
    ///
    /// # Panics
    ///
    /// When the number is of another target.
    pub fn class_row(&self, class: ClassId) -> &'static ClassRow {
        &self.classes[usize::from(class.0)]
    }

    /// All sub-register indices; that of number N is at N - 1.
    pub fn indices(&self) -> &'static [IndexRow] {
        self.indices
    }

    /// The sub-register index of this name.
    pub fn index(&self, name: &str) -> Option<IndexId> {
        self.index_names.find(name).map(|place| IndexId(place + 1))
    }

    /// The row of a sub-register index.
    ///
    /// # Panics
    ///
    /// When the number is of another target.
    pub fn index_row(&self, index: IndexId) -> &'static IndexRow {
        &self.indices[usize::from(index.0) - 1]
    }

    /// The register banks.
    pub fn banks(&self) -> &'static [BankRow] {
        self.banks
    }

    /// The register bank of this name.
    pub fn bank(&self, name: &str) -> Option<&'static BankRow> {
        self.banks.iter().find(|bank| bank.name == name)
    }

    /// The named register masks, by name.
    pub fn masks(&self) -> &'static [MaskRow] {
        self.masks
    }

    /// The register mask of this name.
    pub fn mask(&self, name: &str) -> Option<&'static MaskRow> {
        self.masks.binary_search_by(|row| row.name.cmp(name)).ok().map(|place| &self.masks[place])
    }

    /// The names in `target-flags(...)` of which there is at most one, the first.
    pub fn direct_flags(&self) -> &[&'static str] {
        &self.direct_flags
    }

    /// The names in `target-flags(...)` of which there may be any number.
    pub fn bitmask_flags(&self) -> &[&'static str] {
        &self.bitmask_flags
    }

    /// The quoted flags of memory operands.
    pub fn memory_flags(&self) -> &[&'static str] {
        &self.memory_flags
    }

    /// The names in `target-index(...)`.
    pub fn target_indices(&self) -> &[&'static str] {
        &self.target_indices
    }

    /// Whether a virtual register of `class` may stand, as a whole or by the part at `index`, where `wanted` is asked for.
    pub fn fits(&self, class: ClassId, index: Option<IndexId>, wanted: ClassId) -> bool {
        let Some(index) = index else { return self.class_row(wanted).includes(class) };
        let row = self.class_row(class);
        let wanted = self.class_row(wanted);
        row.members.iter().all(|member| self.register_row(*member).part(index).is_some_and(|part| wanted.contains(part)))
    }
}
