//! Reads the committed data; `data/README.md` describes the lines.
//!
//! The rows live as long as the process, as does the text, so that they can be returned as `&'static`.

use super::names::Names;
use super::words::{Words, lanes, list, number, optional, ranges, rows, section, unless_dash};
use super::{
    BankRow, ClassId, ClassPart, ClassRow, IndexId, IndexRow, Machine, MaskRow, Opcode, Properties, RegisterId, RegisterRow, Slot,
    SlotKind, Tail, Target, TypeRules, common_opcodes,
};

/// Frame and base pointers of both targets, and the platform register of AArch64 (`getReservedRegs` of `X86RegisterInfo` and of
/// `AArch64RegisterInfo`): whether they are reserved depends on the function, so the data do not state it.
const SOMETIMES_RESERVED: &[&str] = &["rbp", "rbx", "fp", "x19", "x18"];

/// Returns the tables of a target.
///
/// # Panics
///
/// If the data are not as `ci/mir-tables` writes them: a fault of the build, not of any input.
pub(super) fn machine(target: Target, text: &'static str) -> Machine {
    read_machine(target, text).expect("the committed tables are well-formed")
}

fn read_machine(target: Target, text: &'static str) -> Option<Machine> {
    let registers = rows(text, "registers", register)?;
    let mut numbers = (0..).map(ClassId);
    let classes = rows(text, "classes", |words| class(numbers.next()?, words))?;
    let indices = rows(text, "indices", index)?;
    let signatures = rows(text, "signatures", signature)?;
    let opcodes = rows(text, "opcodes", |words| opcode(words, signatures))?;
    let units_of = |name: &&str| registers.iter().find(|row| row.name == *name).map_or(&[][..], |row| row.units);
    Some(Machine {
        target,
        sometimes_reserved: SOMETIMES_RESERVED.iter().flat_map(units_of).copied().collect(),
        pointer: ClassId(section(text, "pointer").next()?.parse().ok()?),
        opcodes,
        registers,
        classes,
        indices,
        banks: rows(text, "banks", bank)?,
        masks: rows(text, "masks", mask)?,
        direct_flags: section(text, "direct-flags").collect(),
        bitmask_flags: section(text, "bitmask-flags").collect(),
        memory_flags: section(text, "memory-flags").collect(),
        target_indices: section(text, "target-indices").collect(),
        opcode_names: Names::new(opcodes.iter().chain(common_opcodes()).map(|row| row.name)),
        register_names: Names::new(registers.iter().map(|row| row.name)),
        class_names: Names::new(classes.iter().map(|row| row.name)),
        index_names: Names::new(indices.iter().map(|row| row.name)),
    })
}

fn index(words: Words<'_>) -> Option<IndexRow> {
    Some(IndexRow { name: words.next()?, bits: optional(words)?, offset: optional(words)?, lanes: lanes(words)? })
}

fn register(words: Words<'_>) -> Option<RegisterRow> {
    let (name, dwarf, flags) = (words.next()?, optional(words)?, words.next()?);
    Some(RegisterRow {
        name,
        dwarf,
        allocatable: flags.contains('a'),
        reserved: flags.contains('r'),
        constant: flags.contains('c'),
        units: ranges(words.next()?, |unit| unit)?,
        parts: list(words.next()?, |part| {
            let (index, register) = part.split_once(':')?;
            Some((IndexId(index.parse().ok()?), RegisterId(register.parse().ok()?)))
        })?,
    })
}

fn class(id: ClassId, words: Words<'_>) -> Option<ClassRow> {
    Some(ClassRow {
        name: words.next()?,
        bits: number(words)?,
        spill_size: number(words)?,
        spill_alignment: number(words)?,
        allocatable: words.next()? == "a",
        lanes: lanes(words)?,
        members: ranges(words.next()?, RegisterId)?,
        subclasses: ranges(words.next()?, ClassId)?,
        parts: list(words.next()?, |part| class_part(id, part))?,
    })
}

/// Parses `I`, `I<C`, `I:P` or `I<C:P`.
fn class_part(id: ClassId, part: &str) -> Option<ClassPart> {
    let (part, class) = match part.split_once(':') {
        Some((part, class)) => (part, Some(ClassId(class.parse().ok()?))),
        None => (part, None),
    };
    let (index, narrowed) = match part.split_once('<') {
        Some((index, narrowed)) => (index, ClassId(narrowed.parse().ok()?)),
        None => (part, id),
    };
    Some(ClassPart { index: IndexId(index.parse().ok()?), narrowed, class })
}

fn bank(words: Words<'_>) -> Option<BankRow> {
    Some(BankRow { name: words.next()?, bits: number(words)?, classes: ranges(words.next()?, ClassId)? })
}

fn mask(words: Words<'_>) -> Option<MaskRow> {
    Some(MaskRow { name: words.next()?, survivors: ranges(words.next()?, RegisterId)? })
}

/// Parses the properties that opcodes share: an opcode without a name.
fn signature(words: Words<'_>) -> Option<Opcode> {
    let (results, operands) = (number(words)?, list(words.next()?, |text| slot("", text))?);
    let (reads, writes) = (ranges(words.next()?, RegisterId)?, ranges(words.next()?, RegisterId)?);
    let properties = Properties::of(unless_dash(words.next()?))?;
    let tail = if properties.contains(Properties::VARIADIC) { Tail::Any } else { Tail::None };
    Some(Opcode { name: "", operands, results, tail, reads, writes, properties, rules: TypeRules::NONE })
}

fn opcode(words: Words<'_>, signatures: &'static [Opcode]) -> Option<Opcode> {
    let name = words.next()?;
    let signature = signatures.get(number::<usize>(words)?)?;
    Some(Opcode { name, ..*signature })
}

/// Parses `r35=0e`: kind, class, tie and marks. The types of generic opcodes have their number, and no class.
pub(super) fn slot(name: &'static str, text: &str) -> Option<Slot> {
    let mut letters = text.chars();
    let kind = letters.next()?;
    let (digits, marks) = digits(letters.as_str());
    let (kind, class) = match (kind, digits) {
        ('t', digits) => (SlotKind::Type(digits.parse().ok()?), None),
        ('p', digits) => (SlotKind::PointerType(digits.parse().ok()?), None),
        ('n', _) => (SlotKind::Number, None),
        (kind, "") => (plain_kind(kind)?, None),
        (kind, digits) => (plain_kind(kind)?, Some(ClassId(digits.parse().ok()?))),
    };
    let tied = match marks.split_once('=') {
        Some((_, tie)) => Some(self::digits(tie).0.parse().ok()?),
        None => None,
    };
    Some(Slot {
        name,
        kind,
        class,
        tied,
        pointer: marks.contains('p'),
        early_clobber: marks.contains('e'),
        predicate: marks.contains('q'),
        optional: marks.contains('o'),
        branch_target: marks.contains('b'),
    })
}

/// Returns the digits at the start of a text, and the rest.
fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()))
}

fn plain_kind(letter: char) -> Option<SlotKind> {
    Some(match letter {
        'u' => SlotKind::Any,
        'i' => SlotKind::Immediate,
        'j' => SlotKind::PcRelative,
        'r' => SlotKind::Register,
        'm' => SlotKind::Address,
        'A' => SlotKind::Base,
        'S' => SlotKind::Scale,
        'I' => SlotKind::Index,
        'D' => SlotKind::Displacement,
        'G' => SlotKind::Segment,
        'a' => SlotKind::PointerRegister,
        'c' => SlotKind::ConditionCode,
        'o' => SlotKind::RoundingControl,
        'z' => SlotKind::HiddenZero,
        _ => return None,
    })
}
