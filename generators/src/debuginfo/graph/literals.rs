//! Operands that are numbers, enumerants, constants or strings.

use super::super::build::{Build, Section};
use super::super::shapes::Shape;
use super::forms::{Enumerant, Literal, LiteralValue, OTHER_TEXTS, Text, TextRow};
use irsmith_debuginfo::tables::{DebugOp, Field, FieldId, Kind, Layout, Role};
use irsmith_debuginfo::{Id, Words, grammar};
use spirv::Op;

/// Names and sizes in bits that are common.
const SIZES: [u64; 8] = [32, 8, 16, 64, 128, 1, 0, 96];

impl Build<'_, '_> {
    /// A literal number, boundary values among them.
    pub(super) fn literal(&mut self) -> u32 {
        match self.form(Literal::ALL).row().value {
            LiteralValue::Is(value) => value,
            LiteralValue::Below(limit) => self.choices.below(limit as usize) as u32,
            LiteralValue::Any => self.choices.wide() as u32,
        }
    }

    /// The literal of a field.
    pub(super) fn literal_of(&mut self, op: DebugOp, field: &Field) -> u32 {
        match (op, field.role) {
            // Lines and columns are mostly small.
            (_, Role::Line | Role::Column) if self.choices.chance(192) => self.choices.below(200) as u32,
            (DebugOp::MacroDef, Role::Line) => {
                let command_line = self.wants(Shape::MacroCommandLine, 128);
                if command_line { 0 } else { self.literal().max(1) }
            }
            // SPIRV-Tools take vectors of up to four elements only in this layout.
            (DebugOp::TypeVector, _) if self.layout == Layout::OpenCl => 1 + self.choices.below(4) as u32,
            (DebugOp::TypeVector, _) => [2, 3, 4, 8, 16, 1][self.choices.below(6)],
            (DebugOp::CompilationUnit, _) if field.id == FieldId::DwarfVersion => [4, 5, 2, 3][self.choices.below(4)],
            (DebugOp::CompilationUnit, _) => 100,
            _ => self.literal(),
        }
    }

    /// An enumerant that the layout has.
    pub(super) fn enumerant(&mut self, kind: Kind) -> u32 {
        match kind {
            Kind::Flags => self.flags(),
            Kind::StorageClass => self.storage_class(),
            _ => self.form(Enumerant::of(kind, self.layout)).word(self.layout),
        }
    }

    /// A mask: mostly a few bits, sometimes most.
    fn flags(&mut self) -> u32 {
        let bits = Enumerant::of(Kind::Flags, self.layout);
        if self.choices.chance(160) {
            return self.form(Enumerant::masks()).value;
        }
        let count = if self.choices.chance(32) { bits.len() } else { 1 + self.choices.below(3) };
        (0..count).fold(0, |mask, _| mask | self.form(bits).value)
    }

    /// A storage class whose capability the module has.
    fn storage_class(&mut self) -> u32 {
        let kernel = self.scratch.host.version.kernel;
        let class = self.form(Enumerant::storage_classes(kernel)).value;
        if class == spirv::StorageClass::Generic as u32 {
            return if kernel {
                self.require(Some(super::super::host::Capability::GenericPointer));
                class
            } else {
                spirv::StorageClass::Function as u32
            };
        }
        class
    }

    /// A number of bits or elements.
    pub(super) fn measure(&mut self, op: DebugOp, role: Role) -> Id {
        let value = match role {
            Role::Size => SIZES[self.choices.below(SIZES.len())],
            Role::Offset => 8 * self.choices.below(32) as u64,
            _ => self.choices.below(20) as u64,
        };
        // Now and then a boundary value.
        let value = if self.choices.chance(8) { u64::from(self.literal()) } else { value };
        // SPIRV-Tools ask of an enumeration that it takes some bits, and of an array in `OpenCL.DebugInfo.100` that it has elements.
        let positive = op == DebugOp::TypeEnum || (role == Role::Count && self.layout == Layout::OpenCl);
        self.number(if positive { value.max(1) } else { value })
    }

    /// An integer constant of any type.
    pub(super) fn integer(&mut self) -> Option<Id> {
        if self.choices.chance(96) {
            let constants = &self.scratch.host.constants;
            let at = self.choices.below(constants.len());
            if let Some(constant) = constants.get(at).filter(|constant| constant.integer) {
                return Some(constant.id);
            }
        }
        let value = u64::from(self.literal());
        Some(self.number(value))
    }

    /// The file of a thing: an OpString, or a DebugSource in the layouts that have it.
    pub(super) fn source(&mut self) -> Id {
        if self.layout == Layout::Specified {
            let files = self.scratch.host.files.len();
            return self.scratch.host.files[self.choices.below(files)];
        }
        let sources = self.scratch.graph.pools.of(Role::Source);
        match self.choices.pick(sources) {
            Some(&source) => source,
            // Cannot fail: all that a source names are strings.
            None => self.make(DebugOp::Source, &[]).unwrap_or_default(),
        }
    }

    /// An OpString with this text.
    pub(super) fn string(&mut self, text: &str) -> Id {
        let id = self.id();
        let mut words = Words::from_slice(&[id.0]);
        words.extend(grammar::string_words(text));
        self.push_words(Section::Text, Op::String, words);
        id
    }

    /// The empty string.
    pub(super) fn empty_name(&mut self) -> Id {
        self.string("")
    }

    /// A name.
    pub(super) fn name(&mut self) -> Id {
        if self.choices.chance(64) && self.is_on(Text::Used) {
            let names = &self.scratch.graph.names;
            if let Some(&name) = self.choices.pick(names) {
                return name;
            }
        }
        let mut text = std::mem::take(&mut self.scratch.graph.text);
        text.clear();
        self.spell(&mut text);
        let id = self.string(&text);
        self.scratch.graph.text = text;
        self.scratch.graph.names.push(id);
        id
    }

    /// Letters of a new name. Never begins with `@`, which opaque types have to themselves.
    fn spell(&mut self, text: &mut String) {
        let draw = usize::from(self.choices.byte());
        // Most names are identifiers.
        let form = draw.checked_sub(144).map_or(Text::Identifier, |draw| OTHER_TEXTS[draw / 16 % OTHER_TEXTS.len()]);
        let form = if self.is_on(form) { form } else { Text::Identifier };
        let length = 1 + self.choices.up_to(self.config.name.clamp(1, 4_000) - 1) as usize;
        let TextRow { before, letters, behind, .. } = form.row();
        text.push_str(before);
        if let Some(count) = letters(length) {
            self.letters(text, count);
        }
        text.push_str(behind);
    }

    /// So many letters, one at least.
    fn letters(&mut self, text: &mut String, length: usize) {
        const LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_a";
        text.push(char::from(LETTERS[self.choices.below(52)]));
        for _ in 1..length {
            text.push(char::from(LETTERS[self.choices.below(64)]));
        }
    }
}
