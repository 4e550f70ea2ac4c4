//! The tables of one target, and lookup by name.

use super::{
    BankRow, ClassId, ClassRow, IndexId, IndexRow, MaskRow, Opcode, RegisterId, RegisterRow, Target, Version, WordKind, common_opcodes_of,
    data, names::Names,
};
use std::sync::OnceLock;

/// All tables of a target in a release. Lookup by name does not allocate.
#[derive(Debug)]
pub struct Machine {
    pub(super) target: Target,
    pub(super) pointer: ClassId,
    pub(super) common: &'static [Opcode],
    pub(super) opcodes: &'static [Opcode],
    pub(super) registers: &'static [RegisterRow],
    pub(super) sometimes_reserved: Vec<u16>,
    pub(super) classes: &'static [ClassRow],
    pub(super) indices: &'static [IndexRow],
    pub(super) banks: &'static [BankRow],
    pub(super) masks: &'static [MaskRow],
    pub(super) direct_flags: &'static [&'static str],
    pub(super) bitmask_flags: &'static [&'static str],
    pub(super) memory_flags: &'static [&'static str],
    pub(super) target_indices: &'static [&'static str],
    pub(super) opcode_names: Names,
    pub(super) register_names: Names,
    pub(super) class_names: Names,
    pub(super) index_names: Names,
}

/// The text of a target's data, and the tables of each release, once they were needed.
struct Targets {
    text: &'static str,
    releases: [OnceLock<Machine>; Version::COUNT],
}

static X86: Targets = Targets { text: include_str!("data/x86.txt"), releases: [const { OnceLock::new() }; Version::COUNT] };
static AARCH64: Targets = Targets { text: include_str!("data/aarch64.txt"), releases: [const { OnceLock::new() }; Version::COUNT] };

impl Machine {
    /// The targets that have tables.
    pub const TARGETS: [Target; 2] = [Target::X86, Target::AArch64];

    /// Returns the tables of a target in the default release, [`Version::TABLES`]; `None` for targets of which only the name is known. The
    /// first call reads the data, in milliseconds.
    pub fn of(target: Target) -> Option<&'static Self> {
        Self::of_release(target, Version::TABLES)
    }

    /// Returns the tables of a target in a release from [`Version::OLDEST`] to [`Version::NEWEST`]. A release that was not observed has
    /// what both observed releases beside it have; its numbers of registers, classes and indices are not LLVM's. The first call for a
    /// release reads the data, in milliseconds.
    pub fn of_release(target: Target, release: Version) -> Option<&'static Self> {
        let of = match target {
            Target::X86 => &X86,
            Target::AArch64 => &AARCH64,
            _ => return None,
        };
        let (place, neighbours) = (release.place()?, release.neighbours()?);
        Some(of.releases[place].get_or_init(|| data::machine(target, of.text, neighbours, common_opcodes_of(release), &|_, _| false)))
    }

    /// Returns the tables of a release without the rows whose kinds and names are left out, and without all that refers to them; `common`
    /// are the opcodes of every target. They live as long as the process.
    pub(crate) fn without(
        &self,
        is_left_out: &dyn Fn(WordKind, &str) -> bool,
        release: Version,
        common: &'static [Opcode],
    ) -> &'static Self {
        let text = if self.target == Target::X86 { X86.text } else { AARCH64.text };
        let neighbours = release.neighbours().expect("the tables are of a release");
        Box::leak(Box::new(data::machine(self.target, text, neighbours, common, is_left_out)))
    }

    /// Returns the target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Returns the opcode of this name, of the target or of every target.
    pub fn opcode(&self, name: &str) -> Option<&'static Opcode> {
        let place = usize::from(self.opcode_names.find(name)?);
        self.opcodes.get(place).or_else(|| self.common.get(place - self.opcodes.len()))
    }

    /// Returns whether an opcode of this name is one that every target has in the release. A later release may have moved it there.
    pub fn is_common(&self, name: &str) -> bool {
        self.opcode_names.find(name).is_some_and(|place| usize::from(place) >= self.opcodes.len())
    }

    /// Returns the opcodes that every target has, by name.
    pub fn common_opcodes(&self) -> &'static [Opcode] {
        self.common
    }

    /// Returns the opcodes that the target has in addition to those of every target, by name.
    pub fn opcodes(&self) -> &'static [Opcode] {
        self.opcodes
    }

    /// Returns the class of [`super::SlotKind::PointerRegister`].
    pub fn pointer_class(&self) -> ClassId {
        self.pointer
    }

    /// Returns all registers; number N is at N - 1.
    pub fn registers(&self) -> &'static [RegisterRow] {
        self.registers
    }

    /// Returns the register of this name, without `$`.
    pub fn register(&self, name: &str) -> Option<RegisterId> {
        self.register_names.find(name).map(|place| RegisterId(place + 1))
    }

    /// Returns the row of a register.
    ///
    /// # Panics
    ///
    /// If the number is of another target.
    pub fn register_row(&self, register: RegisterId) -> &'static RegisterRow {
        &self.registers[usize::from(register.0) - 1]
    }

    /// Returns whether a register has a part that the target reserves only in some functions: a frame pointer, a base pointer, or the
    /// platform register of AArch64. [`RegisterRow::reserved`] applies to a function without features of its own.
    pub fn is_sometimes_reserved(&self, row: &RegisterRow) -> bool {
        row.units.iter().any(|unit| self.sometimes_reserved.contains(unit))
    }

    /// Returns all classes; number N is at N.
    pub fn classes(&self) -> &'static [ClassRow] {
        self.classes
    }

    /// Returns the class of this name.
    pub fn class(&self, name: &str) -> Option<ClassId> {
        self.class_names.find(name).map(ClassId)
    }

    /// Returns the row of a class.
    ///
    /// # Panics
    ///
    /// If the number is of another target.
    pub fn class_row(&self, class: ClassId) -> &'static ClassRow {
        &self.classes[usize::from(class.0)]
    }

    /// Returns the smallest of those classes of a register for which `counts` is true, and of several the one with the largest spill slot, as
    /// LLVM selects it (`getMinimalPhysRegClass`); `None` if there is none.
    pub fn smallest_class(&self, register: RegisterId, counts: impl Fn(&ClassRow) -> bool) -> Option<&'static ClassRow> {
        let of_register = self.classes().iter().zip(0..).filter(|(class, _)| class.contains(register) && counts(class));
        of_register.reduce(|best, class| if best.0.includes(ClassId(class.1)) { class } else { best }).map(|(class, _)| class)
    }

    /// Returns all sub-register indices; number N is at N - 1.
    pub fn indices(&self) -> &'static [IndexRow] {
        self.indices
    }

    /// Returns the sub-register index of this name.
    pub fn index(&self, name: &str) -> Option<IndexId> {
        self.index_names.find(name).map(|place| IndexId(place + 1))
    }

    /// Returns the row of a sub-register index.
    ///
    /// # Panics
    ///
    /// If the number is of another target.
    pub fn index_row(&self, index: IndexId) -> &'static IndexRow {
        &self.indices[usize::from(index.0) - 1]
    }

    /// Returns the register banks.
    pub fn banks(&self) -> &'static [BankRow] {
        self.banks
    }

    /// Returns the register bank of this name.
    pub fn bank(&self, name: &str) -> Option<&'static BankRow> {
        self.banks.iter().find(|bank| bank.name == name)
    }

    /// Returns the named register masks, by name.
    pub fn masks(&self) -> &'static [MaskRow] {
        self.masks
    }

    /// Returns the register mask of this name.
    pub fn mask(&self, name: &str) -> Option<&'static MaskRow> {
        self.masks.binary_search_by(|row| row.name.cmp(name)).ok().map(|place| &self.masks[place])
    }

    /// Returns the names in `target-flags(...)` of which at most one is allowed, as the first.
    pub fn direct_flags(&self) -> &'static [&'static str] {
        self.direct_flags
    }

    /// Returns the names in `target-flags(...)` of which any number is allowed.
    pub fn bitmask_flags(&self) -> &'static [&'static str] {
        self.bitmask_flags
    }

    /// Returns the quoted flags of memory operands.
    pub fn memory_flags(&self) -> &'static [&'static str] {
        self.memory_flags
    }

    /// Returns the names in `target-index(...)`.
    pub fn target_indices(&self) -> &'static [&'static str] {
        self.target_indices
    }

    /// Returns whether a virtual register of `class`, as a whole or its sub-register at `index`, is allowed where `wanted` is required.
    pub fn fits(&self, class: ClassId, index: Option<IndexId>, wanted: ClassId) -> bool {
        let Some(index) = index else { return self.class_row(wanted).includes(class) };
        let row = self.class_row(class);
        let wanted = self.class_row(wanted);
        row.members.iter().all(|member| self.register_row(*member).part(index).is_some_and(|part| wanted.contains(part)))
    }
}
