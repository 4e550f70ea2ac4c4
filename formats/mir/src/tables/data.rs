//! Reads the committed data of a target for one release; `data/README.md` describes the lines.
//!
//! The rows live as long as the process, as does the text, so that they can be returned as `&'static`.

use super::names::Names;
use super::numbers::Numbers;
use super::opcode::common_rows;
use super::slot::slot;
use super::words::{Words, lanes, lines, list, number, optional, ranges, unless_dash};
use super::{
    BankRow, ClassId, ClassPart, ClassRow, IndexId, IndexRow, Machine, MaskRow, Opcode, Properties, RegisterId, RegisterRow, Tail, Target,
    TypeRules, Version, WordKind,
};
use std::collections::HashSet;

/// Frame and base pointers of both targets, and the platform register of AArch64 (`getReservedRegs` of `X86RegisterInfo` and of
/// `AArch64RegisterInfo`): whether they are reserved depends on the function, so the data do not state it.
const SOMETIMES_RESERVED: &[&str] = &["rbp", "rbx", "fp", "x19", "x18"];

/// Whether the row of a kind and a name is left out, with all that refers to it.
pub(super) type LeftOut<'a> = &'a dyn Fn(WordKind, &str) -> bool;

/// Returns the tables of a target in a release: what both observed releases have. `common` are the opcodes of every target.
///
/// # Panics
///
/// If the data are not as `ci/mir-tables` writes them: a fault of the build, not of any input.
pub(super) fn machine(
    target: Target,
    text: &'static str,
    releases: [Version; 2],
    common: &'static [Opcode],
    left_out: LeftOut<'_>,
) -> Machine {
    Data::read(text, releases, left_out).and_then(|data| data.machine(target, common)).expect("the committed tables are well-formed")
}

/// The text, the observed releases whose common part is read, and what they have: rows are those of the first release.
struct Data<'a> {
    text: &'static str,
    releases: [Version; 2],
    left_out: LeftOut<'a>,
    registers: Numbers,
    classes: Numbers,
    indices: Numbers,
}

impl<'a> Data<'a> {
    fn read(text: &'static str, releases: [Version; 2], left_out: LeftOut<'a>) -> Option<Self> {
        let numbers = |name, kind| Numbers::read(text, name, releases, &|word| left_out(kind, word));
        let registers = numbers("registers", WordKind::Register)?;
        let (classes, indices) = (numbers("classes", WordKind::Class)?, numbers("indices", WordKind::Subregister)?);
        Some(Self { text, releases, left_out, registers, classes, indices })
    }

    fn machine(&self, target: Target, common: &'static [Opcode]) -> Option<Machine> {
        let (text, releases) = (self.text, self.releases);
        let [release, _] = releases;
        let registers = self.registers.rows(text, "registers", release, |_, name, words| self.register_row(name, words))?;
        let classes = self.classes.rows(text, "classes", release, |place, name, words| self.class_row(ClassId(place), name, words))?;
        let indices = self.indices.rows(text, "indices", release, |_, name, words| {
            Some(IndexRow { name, bits: optional(words)?, offset: optional(words)?, lanes: lanes(words)? })
        })?;
        let opcodes = self.opcodes()?;
        let units_of = |name: &&str| registers.iter().find(|row| row.name == *name).map_or(&[][..], |row| row.units);
        let words = |name, kind| &*lines(text, name, releases).filter(|word| !(self.left_out)(kind, word)).collect::<Vec<_>>().leak();
        Some(Machine {
            target,
            sometimes_reserved: SOMETIMES_RESERVED.iter().flat_map(units_of).copied().collect(),
            pointer: self.class(lines(text, "pointer", [release; 2]).next()?)?,
            common,
            opcodes,
            registers,
            classes,
            indices,
            banks: self.named_rows("banks", WordKind::Bank, |words| {
                Some(BankRow { name: words.next()?, bits: number(words)?, classes: self.class_list(words)? })
            })?,
            masks: self.named_rows("masks", WordKind::Mask, |words| {
                Some(MaskRow { name: words.next()?, survivors: self.register_list(words)? })
            })?,
            direct_flags: words("direct-flags", WordKind::TargetFlag),
            bitmask_flags: words("bitmask-flags", WordKind::TargetFlag),
            memory_flags: words("memory-flags", WordKind::MemoryFlag),
            target_indices: words("target-indices", WordKind::TargetFlag),
            opcode_names: Names::new(opcodes.iter().chain(common).map(|row| row.name)),
            register_names: Names::new(registers.iter().map(|row| row.name)),
            class_names: Names::new(classes.iter().map(|row| row.name)),
            index_names: Names::new(indices.iter().map(|row| row.name)),
        })
    }

    /// Reads the rows of the first release whose names the second one has as well.
    fn named_rows<T>(&self, name: &str, kind: WordKind, row: impl Fn(Words<'_>) -> Option<T>) -> Option<&'static [T]> {
        let [release, other] = self.releases;
        let names = lines(self.text, name, [other; 2]).filter_map(|line| line.split(' ').next());
        let kept: HashSet<&str> = names.filter(|word| !(self.left_out)(kind, word)).collect();
        let own = lines(self.text, name, [release; 2]).filter(|line| line.split(' ').next().is_some_and(|name| kept.contains(name)));
        let rows: Option<Vec<T>> = own.map(|line| row(&mut line.split(' '))).collect();
        Some(rows?.leak())
    }

    fn class(&self, number: &str) -> Option<ClassId> {
        self.classes.parse(number).flatten().map(ClassId)
    }

    /// Reads a list of registers, in ascending order of their numbers in the release.
    fn register_list(&self, words: Words<'_>) -> Option<&'static [RegisterId]> {
        let mut list = ranges(words.next()?, |number| self.register(number))?;
        list.sort_unstable();
        Some(list.leak())
    }

    fn class_list(&self, words: Words<'_>) -> Option<&'static [ClassId]> {
        let mut list = ranges(words.next()?, |number| self.classes.place(number).map(ClassId))?;
        list.sort_unstable();
        Some(list.leak())
    }

    /// Registers are numbered from 1.
    fn register(&self, number: u16) -> Option<RegisterId> {
        self.registers.place(number).map(|place| RegisterId(place + 1))
    }

    /// Sub-register indices are numbered from 1.
    fn index(&self, number: &str) -> Option<Option<IndexId>> {
        Some(self.indices.parse(number)?.map(|place| IndexId(place + 1)))
    }

    fn register_row(&self, name: &'static str, words: Words<'_>) -> Option<RegisterRow> {
        let (dwarf, flags) = (optional(words)?, words.next()?);
        // A unit is named after a register.
        let mut units = ranges(words.next()?, |number| self.registers.place(number))?;
        units.sort_unstable();
        let part = |part: &'static str| {
            let (index, register) = part.split_once(':')?;
            Some(self.index(index)?.zip(self.register(register.parse().ok()?)))
        };
        let mut parts: Vec<_> = list(words.next()?, part)?.iter().copied().flatten().collect();
        parts.sort_unstable_by_key(|(index, _)| *index);
        Some(RegisterRow {
            name,
            dwarf,
            allocatable: flags.contains('a'),
            reserved: flags.contains('r'),
            constant: flags.contains('c'),
            units: units.leak(),
            parts: parts.leak(),
        })
    }

    fn class_row(&self, id: ClassId, name: &'static str, words: Words<'_>) -> Option<ClassRow> {
        Some(ClassRow {
            name,
            bits: number(words)?,
            spill_size: number(words)?,
            spill_alignment: number(words)?,
            allocatable: words.next()? == "a",
            lanes: lanes(words)?,
            members: self.register_list(words)?,
            subclasses: self.class_list(words)?,
            parts: {
                let mut parts: Vec<_> = list(words.next()?, |part| self.class_part(id, part))?.iter().copied().flatten().collect();
                parts.sort_unstable_by_key(|part| part.index);
                parts.leak()
            },
        })
    }

    /// Parses `I`, `I<C`, `I:P` or `I<C:P`; `Some(None)` if the release lacks one of them.
    fn class_part(&self, id: ClassId, part: &str) -> Option<Option<ClassPart>> {
        let class = |number| Some(self.classes.parse(number)?.map(ClassId));
        let (part, of) = match part.split_once(':') {
            Some((part, of)) => (part, Some(class(of)?)),
            None => (part, None),
        };
        let (index, narrowed) = match part.split_once('<') {
            Some((index, narrowed)) => (index, class(narrowed)?),
            None => (part, Some(id)),
        };
        let index = self.index(index)?;
        Some(match (index, narrowed, of) {
            (Some(index), Some(narrowed), None) => Some(ClassPart { index, narrowed, class: None }),
            (Some(index), Some(narrowed), Some(Some(class))) => Some(ClassPart { index, narrowed, class: Some(class) }),
            _ => None,
        })
    }

    /// Reads the opcodes of the target, by name: those of the first release that the second has with the same operands.
    fn opcodes(&self) -> Option<&'static [Opcode]> {
        let signatures: Vec<Option<Opcode>> =
            lines(self.text, "signatures", self.releases).map(|line| self.signature(&mut line.split(' '))).collect();
        // A signature of other releases may have classes that these lack.
        let opcode = |line: &'static str| {
            let (name, place) = line.split_once(' ')?;
            Some(signatures.get(place.parse::<usize>().ok()?)?.as_ref().map(|signature| Opcode { name, ..*signature }))
        };
        let read = |release| {
            let rows: Option<Vec<Option<Opcode>>> = lines(self.text, "opcodes", [release; 2]).map(opcode).collect();
            let mut rows: Vec<Opcode> = rows?.into_iter().flatten().collect();
            rows.retain(|row| !(self.left_out)(WordKind::Opcode, row.name));
            rows.sort_by_key(|row| row.name);
            Some(rows)
        };
        common_rows(self.releases, read)
    }

    /// Parses the properties that opcodes share: an opcode without a name.
    fn signature(&self, words: Words<'_>) -> Option<Opcode> {
        let (results, operands) = (number(words)?, list(words.next()?, |text| slot("", text, |number| self.class(number)))?);
        let registers = |word| list(word, |number: &'static str| self.register(number.parse().ok()?));
        let (reads, writes) = (registers(words.next()?)?, registers(words.next()?)?);
        let properties = Properties::of(unless_dash(words.next()?))?;
        let tail = if properties.contains(Properties::VARIADIC) { Tail::Any } else { Tail::None };
        Some(Opcode { name: "", operands, results, tail, reads, writes, properties, rules: TypeRules::NONE })
    }
}
