//! The contents of a row about a key of the container.

use super::super::Version;
use crate::Yaml;

/// A YAML mapping with known keys. Keys without a row are rejected.
#[derive(Debug)]
pub struct Map {
    /// The name of the mapping in messages: `function`, `stack object`.
    pub name: &'static str,
    /// Whether it is printed on one line in braces, `{ id: 0, class: gr32 }`. Readers accept both styles.
    pub flow: bool,
    /// The keys in printing order.
    pub keys: &'static [Key],
}

/// One key of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The spelling in the file.
    pub name: &'static str,
    /// The spelling since a release that renamed the key, and that release. Readers accept both spellings.
    pub renamed: Option<(&'static str, Version)>,
    /// The type of the value.
    pub value: Value,
    /// The meaning of its absence.
    pub absent: Absent,
    /// When a writer prints it.
    pub written: Written,
    /// Where it is allowed.
    pub when: When,
    /// The first of the observed releases that reads it; [`Version::OLDEST`] for keys that all of them read.
    pub since: Version,
    /// The last of the observed releases that reads it; [`Version::FUTURE`] for keys that are still read.
    pub until: Version,
}

/// The type of a value.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// `true` or `false`.
    Bool,
    /// A decimal or hexadecimal number of at most this many bits (16, 32 or 64).
    Unsigned(u8),
    /// A decimal number of this many bits (32 or 64), with an optional minus sign.
    Signed(u8),
    /// A power of two, a decimal number of up to 64 bits; 0 means "not known".
    Alignment,
    /// A string.
    Text(Text),
    /// A frame object, `%stack.0` or `%fixed-stack.0`.
    FrameObject,
    /// One of these words.
    Choice(&'static [Choice]),
    /// A mapping.
    Map(&'static Map),
    /// A sequence.
    List(Item),
    /// A mapping of target-specific facts; see [`super::function_info`] for the keys.
    TargetMap,
    /// A mapping from numbers to numbers of 32 bits.
    NumberMap,
    /// A block literal: the body of the function.
    Body,
}

/// The items of a sequence.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// Mappings, one per line.
    Map(&'static Map),
    /// Strings: `[ 'a', 'b' ]` on one line if `flow`, else one per line.
    Text {
        /// The kind of each string.
        text: Text,
        /// Whether they are printed on one line in brackets.
        flow: bool,
    },
    /// Numbers of at most this many bits, in brackets.
    Number(u8),
}

/// The contents of a string. If the default is the empty string, it means "none".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Text {
    /// The name of a function.
    FunctionName,
    /// The name of an `alloca` of the function in the embedded module.
    AllocaName,
    /// A physical register, `$eax`.
    Register,
    /// A virtual register, `%0` or `%name`.
    VirtualRegister,
    /// A physical or virtual register.
    AnyRegister,
    /// A register class, a register bank, or `_`.
    ClassOrBank,
    /// A block, `%bb.0` with an optional name.
    Block,
    /// A stack object, `%stack.0`, with an optional name.
    StackObject,
    /// A metadata node, `!12`.
    Metadata,
    /// A metadata node or an inline `!DIExpression(...)`.
    Expression,
    /// A metadata node or an inline `!DILocation(...)`.
    Location,
    /// A typed constant in the language of the IR, `i32 5`.
    Constant,
    /// The definition of a metadata node, `!0 = !{!1}`.
    MetadataDefinition,
    /// The name of a WebAssembly value type, `i32`.
    WasmType,
    /// The name of a flag that the target defines for registers.
    RegisterFlag,
    /// The name of a global value, without its sigil.
    GlobalName,
    /// A block's id with the number of its clone, and the number of a call in it.
    PrefetchTarget,
}

/// The meaning of an absent key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// The key is required.
    Refused,
    /// The same as the key with this truth value.
    Bool(bool),
    /// The same as the key with this number.
    Number(u64),
    /// The same as the key with an empty string, sequence or mapping.
    Empty,
    /// The same as the key with this word.
    Word(&'static str),
    /// A meaning that no value has.
    Distinct,
}

/// When a writer prints a key, in the two styles of llc: full, and simplified (`-simplify-mir`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// In both styles.
    Always,
    /// In the full style, and in the simplified style if the value differs from that of an absent key.
    UnlessDefault,
    /// In both styles, if there is a value.
    IfPresent,
}

/// Where a key is allowed: some keys depend on the `type` in the same mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Everywhere.
    Always,
    /// In stack objects whose type is not `variable-sized`.
    Sized,
    /// In fixed stack objects whose type is not `spill-slot`.
    NotSpillSlot,
}

impl When {
    /// Returns whether a key is not allowed in an object of a type.
    #[inline]
    pub fn forbids(self, word: &str) -> bool {
        match self {
            Self::Always => false,
            Self::Sized => word == "variable-sized",
            Self::NotSpillSlot => word == "spill-slot",
        }
    }
}

/// One word of an enumerated value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The spelling.
    pub name: &'static str,
    /// The first release that reads it.
    pub since: Version,
}

impl Map {
    /// Returns the position of a key in printing order and its row.
    pub fn key(&self, name: &str) -> Option<(usize, &'static Key)> {
        self.keys.iter().enumerate().find(|(_, key)| key.is_named(name))
    }
}

impl Key {
    /// Returns whether a release reads it.
    #[inline]
    pub fn is_read_by(&self, release: Version) -> bool {
        self.since <= release && release <= self.until
    }

    /// Returns whether a name is one of its spellings.
    #[inline]
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.renamed.is_some_and(|(renamed, _)| renamed == name)
    }

    /// Returns its spelling in a release.
    #[inline]
    pub fn name_in(&self, release: Version) -> &'static str {
        match self.renamed {
            Some((renamed, since)) if since <= release => renamed,
            _ => self.name,
        }
    }

    /// Returns whether a value that is kept as YAML means the same as the key's absence.
    pub fn is_default(&self, value: &Yaml) -> bool {
        match (self.absent, value) {
            (Absent::Bool(absent), Yaml::Scalar(text)) => *text == absent.to_string(),
            (Absent::Number(absent), Yaml::Scalar(text)) => *text == absent.to_string(),
            (Absent::Word(absent), Yaml::Scalar(text)) => text == absent,
            (Absent::Empty, Yaml::Scalar(text)) => text.is_empty(),
            (Absent::Empty, Yaml::Sequence { items, .. }) => items.is_empty(),
            (Absent::Empty, Yaml::Mapping { entries, .. }) => entries.is_empty(),
            (Absent::Empty, Yaml::Empty) => true,
            _ => false,
        }
    }

    /// Returns a key that may be absent, is allowed everywhere and is read by all releases.
    pub(super) const fn new(name: &'static str, value: Value, absent: Absent) -> Self {
        Self {
            name,
            renamed: None,
            value,
            absent,
            written: Written::UnlessDefault,
            when: When::Always,
            since: Version::OLDEST,
            until: Version::FUTURE,
        }
    }

    /// Returns a required key.
    pub(super) const fn required(name: &'static str, value: Value) -> Self {
        Self::new(name, value, Absent::Refused).written(Written::Always)
    }

    /// Returns a boolean key that is false if absent.
    pub(super) const fn flag(name: &'static str) -> Self {
        Self::new(name, Value::Bool, Absent::Bool(false))
    }

    /// Returns a string key that is empty if absent.
    pub(super) const fn text(name: &'static str, text: Text) -> Self {
        Self::new(name, Value::Text(text), Absent::Empty)
    }

    /// Returns a key for a number of this many bits that is 0 if absent.
    pub(super) const fn number(name: &'static str, bits: u8) -> Self {
        Self::new(name, Value::Unsigned(bits), Absent::Number(0))
    }

    /// Returns a key for a sequence of mappings that is empty if absent.
    pub(super) const fn list(name: &'static str, item: &'static Map) -> Self {
        Self::new(name, Value::List(Item::Map(item)), Absent::Empty)
    }

    pub(super) const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    pub(super) const fn since(self, version: u8) -> Self {
        Self { since: Version(version), ..self }
    }

    pub(super) const fn until(self, version: u8) -> Self {
        Self { until: Version(version), ..self }
    }

    pub(super) const fn renamed(self, name: &'static str, version: u8) -> Self {
        Self { renamed: Some((name, Version(version))), ..self }
    }

    pub(super) const fn written(self, written: Written) -> Self {
        Self { written, ..self }
    }

    pub(super) const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }
}

impl Choice {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, since: Version::OLDEST }
    }

    pub(super) const fn since(name: &'static str, version: u8) -> Self {
        Self { name, since: Version(version) }
    }
}
