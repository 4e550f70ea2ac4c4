//! Operands that are numbers, enumerants, constants or strings.

use super::super::build::{Build, Section};
use super::super::rows::Family;
use super::super::shapes::Shape;
use super::forms::{self, KERNEL_CLASSES, LITERALS, MASKS, TEXTS};
use irsmith_debuginfo::tables::{Enumeration, Field, Kind, Layout, Role};
use irsmith_debuginfo::{Encoding, Id, Words, grammar};
use spirv::Op;

/// Names and sizes in bits that are common.
const SIZES: [u64; 8] = [32, 8, 16, 64, 128, 1, 0, 96];

impl Build<'_, '_> {
    /// A literal number, boundary values among them.
    pub(super) fn literal(&mut self) -> u32 {
        let form = self.form(Family::Literal, 0, LITERALS.len());
        match LITERALS[form] {
            ("any", _) => self.choices.wide() as u32,
            ("small", limit) => self.choices.below(limit as usize) as u32,
            (_, value) => value,
        }
    }

    /// The literal of a field.
    pub(super) fn literal_of(&mut self, number: u32, field: &Field) -> u32 {
        match (number, field.role) {
            // Lines and columns are mostly small.
            (_, Role::Line | Role::Column) if self.choices.chance(192) => self.choices.below(200) as u32,
            (32, Role::Line) => {
                let command_line = self.wants(Shape::MacroCommandLine, 128);
                if command_line { 0 } else { self.literal().max(1) }
            }
            // SPIRV-Tools take vectors of up to four elements only in this layout.
            (6, _) if self.layout == Layout::OpenCl => 1 + self.choices.below(4) as u32,
            (6, _) => [2, 3, 4, 8, 16, 1][self.choices.below(6)],
            (1, _) if field.name == "dwarf_version" => [4, 5, 2, 3][self.choices.below(4)],
            (1, _) => 100,
            _ => self.literal(),
        }
    }

    /// An enumerant that the layout has.
    pub(super) fn enumerant(&mut self, kind: Kind) -> u32 {
        let (first, names) = forms::enumeration(kind);
        match kind {
            Kind::Flags => self.flags(first),
            Kind::Encoding => {
                let at = self.form(Family::Enumerant, first, names.len());
                Encoding::names(self.layout)[at].0
            }
            Kind::StorageClass => self.storage_class(first),
            Kind::Qualifier if self.layout == Layout::Specified => names[self.form(Family::Enumerant, first, 3)].0,
            _ => names[self.form(Family::Enumerant, first, names.len())].0,
        }
    }

    /// A mask: mostly a few bits, sometimes most.
    fn flags(&mut self, first: usize) -> u32 {
        let bits = if self.layout == Layout::Specified { 14 } else { 17 };
        let (_, names) = forms::enumeration(Kind::Flags);
        if self.choices.chance(160) {
            let form = self.form(Family::Enumerant, first + names.len(), MASKS.len());
            return MASKS[form].1;
        }
        let count = if self.choices.chance(32) { bits } else { 1 + self.choices.below(3) };
        (0..count).fold(0, |mask, _| mask | names[self.form(Family::Enumerant, first, bits)].0)
    }

    /// A storage class whose capability the module has.
    fn storage_class(&mut self, first: usize) -> u32 {
        let kernel = self.scratch.host.version.kernel;
        let (_, names) = forms::enumeration(Kind::StorageClass);
        let length = if kernel { KERNEL_CLASSES } else { names.len() };
        let form = self.form(Family::Enumerant, first, length);
        let class = names[form].0;
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
    pub(super) fn measure(&mut self, number: u32, role: Role) -> Id {
        let value = match role {
            Role::Size => SIZES[self.choices.below(SIZES.len())],
            Role::Offset => 8 * self.choices.below(32) as u64,
            _ => self.choices.below(20) as u64,
        };
        // Now and then a boundary value.
        let value = if self.choices.chance(8) { u64::from(self.literal()) } else { value };
        // SPIRV-Tools ask of an enumeration that it takes some bits, and of an array in `OpenCL.DebugInfo.100` that it has elements.
        let positive = number == 9 || (role == Role::Count && self.layout == Layout::OpenCl);
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
            None => self.make(35, &[]).unwrap_or_default(),
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
        self.note(Family::Text, 1);
        self.string("")
    }

    /// A name.
    pub(super) fn name(&mut self) -> Id {
        if self.choices.chance(64) && self.is_on(Family::Text, TEXTS.len() - 1) {
            let names = &self.scratch.graph.names;
            if let Some(&name) = self.choices.pick(names) {
                self.note(Family::Text, TEXTS.len() - 1);
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
        let form = self.choices.byte() as usize;
        // Most names are identifiers.
        let form = if form < 144 { 0 } else { 1 + (form - 144) / 16 % (TEXTS.len() - 2) };
        let form = if self.is_on(Family::Text, form) { form } else { 0 };
        self.note(Family::Text, form);
        let length = 1 + self.choices.up_to(self.config.name.clamp(1, 4_000) - 1) as usize;
        match TEXTS[form] {
            "empty" => {}
            "whole words" => self.letters(text, 4 * length.div_ceil(4)),
            "spaces and punctuation" => {
                self.letters(text, length);
                text.push_str("<int, ns::S&>(...) -> 'x'; %1 = #$!?");
            }
            "quote and backslash" => {
                text.push_str("\"\\");
                self.letters(text, length);
                text.push('"');
            }
            "beyond ASCII" => {
                text.push_str("zählerØ変数");
                self.letters(text, length);
                text.push('\u{1f600}');
            }
            "long" => self.letters(text, 16 * length),
            _ => self.letters(text, length),
        }
    }

    fn letters(&mut self, text: &mut String, length: usize) {
        const LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_a";
        text.push(char::from(LETTERS[self.choices.below(52)]));
        for _ in 1..length {
            text.push(char::from(LETTERS[self.choices.below(64)]));
        }
    }
}
