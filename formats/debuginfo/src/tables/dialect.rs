//! The three extended instruction sets for debug information that share one table.

/// A debug set, by the name with which a module imports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// `DebugInfo`: the specification.
    DebugInfo,
    /// `OpenCL.DebugInfo.100`: its successor, with sources, linkage names and flags in more places.
    OpenCl,
    /// `SPIRV.debug`: the SPIR-V translator's own name for operands laid out almost as in `OpenCL.DebugInfo.100`, with its own numbers for
    /// two instructions on templates.
    SpirvDebug,
}

/// The operands of an instruction, and their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// As in the specification.
    Specified,
    /// As in `OpenCL.DebugInfo.100`.
    OpenCl,
    /// As the SPIR-V translator has them (its file `SPIRV.debug.h`): as in `OpenCL.DebugInfo.100`, with an unused word in
    /// DebugImportedEntity, another order in DebugModuleINTEL, and two more flags.
    Translator,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Self; 3] = [Self::Specified, Self::OpenCl, Self::Translator];

    /// Returns whether it is that of `OpenCL.DebugInfo.100` or made after it.
    pub const fn is_opencl(self) -> bool {
        !matches!(self, Self::Specified)
    }

    /// Returns whether it is this layout, or made after it.
    pub fn is_a(self, base: Self) -> bool {
        self == base || (self == Self::Translator && base == Self::OpenCl)
    }
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 3] = [Self::DebugInfo, Self::OpenCl, Self::SpirvDebug];

    /// Returns the name to import.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DebugInfo => "DebugInfo",
            Self::OpenCl => "OpenCL.DebugInfo.100",
            Self::SpirvDebug => "SPIRV.debug",
        }
    }

    /// Returns the layout of its operands.
    pub const fn layout(self) -> Layout {
        match self {
            Self::DebugInfo => Layout::Specified,
            Self::OpenCl => Layout::OpenCl,
            Self::SpirvDebug => Layout::Translator,
        }
    }

    /// Returns the dialect with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }

    /// Returns the dialect whose name is in these words of a literal string.
    pub fn from_words(words: &[u32]) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| crate::grammar::is_string(words, dialect.name()))
    }

    /// Returns the number in this dialect of the instruction with `number` in the specification, and vice versa: the translator exchanges
    /// DebugTypeTemplateTemplateParameter (16) and DebugTypeTemplateParameterPack (17).
    pub const fn number(self, number: u32) -> u32 {
        match (self, number) {
            (Self::SpirvDebug, 16) => 17,
            (Self::SpirvDebug, 17) => 16,
            _ => number,
        }
    }
}
