//! Enumerations and masks of the debug sets. A value of a type here is any word; the rows list the words with a meaning.

use super::{Kind, Layout, operations::NAMES};

/// A literal word with names.
pub trait Enumeration: Copy + Default + Into<u32> + From<u32> + 'static {
    /// The kind of operand that contains it.
    const KIND: Kind;

    /// Returns the names in a layout: of values, or of the bits of a mask. Values are in ascending order.
    fn names(layout: Layout) -> &'static [(u32, &'static str)];
}

macro_rules! enumerations {
    ($($(#[$doc:meta])* $name:ident : $kind:ident {
        Specified: $specified:expr, OpenCl: $opencl:expr $(, Translator: $translator:expr)? $(,)?
    })*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl From<u32> for $name {
            fn from(word: u32) -> Self {
                Self(word)
            }
        }

        impl From<$name> for u32 {
            fn from(value: $name) -> u32 {
                value.0
            }
        }

        impl Enumeration for $name {
            const KIND: Kind = Kind::$kind;

            fn names(layout: Layout) -> &'static [(u32, &'static str)] {
                match layout {
                    Layout::Specified => $specified,
                    $(Layout::Translator => $translator,)?
                    #[allow(unreachable_patterns)] // The translator has few enumerants of its own.
                    Layout::OpenCl | Layout::Translator => $opencl,
                }
            }
        })*

        impl Kind {
            /// Returns the names for words of this kind in a layout: of values, or of the bits of a mask, in ascending order. None for ids,
            /// numbers, and enumerations of the core specification.
            pub fn names(self, layout: Layout) -> &'static [(u32, &'static str)] {
                match self {
                    $(Self::$kind => $name::names(layout),)*
                    Self::Id | Self::Literal => &[],
                }
            }
        }
    };
}

enumerations! {
    /// The encoding of a basic type (specification 3.3).
    Encoding: Encoding {
        Specified: &[
            (0, "Unspecified"), (1, "Address"), (2, "Boolean"), (4, "Float"), (5, "Signed"), (6, "SignedChar"), (7, "Unsigned"),
            (8, "UnsignedChar"),
        ],
        OpenCl: &[
            (0, "Unspecified"), (1, "Address"), (2, "Boolean"), (3, "Float"), (4, "Signed"), (5, "SignedChar"), (6, "Unsigned"),
            (7, "UnsignedChar"),
        ],
    }
    /// The properties of a type, member, variable or function (specification 3.2), a mask.
    Flags: Flags {
        Specified: FLAGS.split_at(14).0,
        OpenCl: FLAGS.split_at(17).0,
        Translator: FLAGS,
    }
    /// Class, structure or union (specification 3.4).
    CompositeTag: CompositeTag {
        Specified: &[(0, "Class"), (1, "Structure"), (2, "Union")],
        OpenCl: &[(0, "Class"), (1, "Structure"), (2, "Union")],
    }
    /// The qualifier of a qualified type (specification 3.5).
    Qualifier: Qualifier {
        Specified: &[(0, "ConstType"), (1, "VolatileType"), (2, "RestrictType")],
        OpenCl: &[(0, "ConstType"), (1, "VolatileType"), (2, "RestrictType"), (3, "AtomicType")],
    }
    /// The number of an operation (specification 3.6, and the experimental list); [`super::OPERATIONS`] has the rows.
    OperationCode: OperationCode {
        Specified: NAMES,
        OpenCl: NAMES,
    }
    /// The kind of an imported entity (`OpenCL.DebugInfo.100` only).
    ImportedEntityTag: ImportedEntityTag {
        Specified: &[],
        OpenCl: &[(0, "ImportedModule"), (1, "ImportedDeclaration")],
    }
    /// The storage class of a pointer: a number of the core specification's storage classes, or all ones for unknown.
    StorageClass: StorageClass {
        Specified: &[],
        OpenCl: &[],
    }
    /// Language of a compilation unit: a number of the core specification's source languages (`OpenCL.DebugInfo.100` only).
    SourceLanguage: SourceLanguage {
        Specified: &[],
        OpenCl: &[],
    }
}

impl Kind {
    /// Returns the name of a value or a bit in a layout.
    pub fn name(self, layout: Layout, value: u32) -> Option<&'static str> {
        let names = self.names(layout);
        names.binary_search_by_key(&value, |row| row.0).ok().map(|at| names[at].1)
    }

    /// Returns the value or the bit with this name in a layout.
    pub fn value(self, layout: Layout, name: &str) -> Option<u32> {
        self.names(layout).iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

const FLAGS: &[(u32, &str)] = &[
    (1 << 0, "FlagIsProtected"),
    (1 << 1, "FlagIsPrivate"),
    (1 << 2, "FlagIsLocal"),
    (1 << 3, "FlagIsDefinition"),
    (1 << 4, "FlagFwdDecl"),
    (1 << 5, "FlagArtificial"),
    (1 << 6, "FlagExplicit"),
    (1 << 7, "FlagPrototyped"),
    (1 << 8, "FlagObjectPointer"),
    (1 << 9, "FlagStaticMember"),
    (1 << 10, "FlagIndirectVariable"),
    (1 << 11, "FlagLValueReference"),
    (1 << 12, "FlagRValueReference"),
    (1 << 13, "FlagIsOptimized"),
    (1 << 14, "FlagIsEnumClass"),
    (1 << 15, "FlagTypePassByValue"),
    (1 << 16, "FlagTypePassByReference"),
    (1 << 17, "FlagUnknownPhysicalLayout"),
    (1 << 18, "FlagBitField"),
];
