//! Generates parts of the model from the rows of the container's tables: structs, their keys, and the fields that visitors see.

use crate::{BlockReference, Name, Register, Yaml};

/// A field that a visitor reads or changes, by the kind of its row.
#[derive(Debug)]
pub enum Field<'a> {
    /// True or false.
    Flag(&'a mut bool),
    /// True if absent.
    TrueFlag(&'a mut bool),
    /// A number of bytes.
    Size32(&'a mut u32),
    /// A number of bytes.
    Size64(&'a mut u64),
    /// A signed number of bytes.
    Offset32(&'a mut i32),
    /// A signed number of bytes.
    Offset64(&'a mut i64),
    /// An optional signed number of bytes.
    SomeOffset(&'a mut Option<i64>),
    /// An alignment in bytes; a power of two, or 0 for the largest alignment of the objects.
    LargestAlignment(&'a mut u32),
    /// An optional alignment in bytes, a power of two.
    SomeAlignment(&'a mut Option<u64>),
    /// A number of bytes, or not computed yet.
    Computed(&'a mut Option<u32>),
    /// The size of an object in bytes.
    ObjectSize(&'a mut u64),
    /// The number that identifies the entry.
    Id(&'a mut u32),
    /// A required number.
    Number16(&'a mut u16),
    /// A required number.
    Number32(&'a mut u32),
    /// A debug instruction number.
    DebugNumber(&'a mut u32),
    /// One of a few words.
    Word(&'a mut dyn Word),
    /// Text in the language of the IR, or empty.
    Text(&'a mut String),
    /// A constant in the language of the IR.
    Constant(&'a mut String),
    /// A stack object, or empty.
    Object(&'a mut String),
    /// A name of the embedded module, or empty.
    Name(&'a mut Name),
    /// A register class or bank.
    Class(&'a mut Name),
    /// A required register.
    Register(&'a mut Register),
    /// An optional register.
    SomeRegister(&'a mut Option<Register>),
    /// A required block.
    Block(&'a mut BlockReference),
    /// Blocks.
    Blocks(&'a mut Vec<BlockReference>),
    /// Physical registers.
    Registers(&'a mut Vec<Register>),
    /// Numbers.
    Numbers(&'a mut Vec<u64>),
    /// Words that the target or the program defines.
    Words(&'a mut Vec<Name>),
    /// A list of mappings.
    List(&'a mut dyn List),
    /// Keys that no release has, with their values.
    Unknown(&'a mut Vec<(String, Yaml)>),
}

/// A value that is one of a few words.
pub trait Word: std::fmt::Debug {
    /// Returns the spellings of the words, the default first.
    fn words(&self) -> &'static [&'static str];
    /// Returns the position of the current word.
    fn place(&self) -> usize;
    /// Sets the word to the one at a position; to the default if the position is out of range.
    fn set(&mut self, place: usize);
}

/// A mapping with known keys.
pub trait Mapping {
    /// Calls `f` with every field, in printing order, and at last with the keys that no release has.
    fn each_field(&mut self, f: &mut dyn FnMut(Field<'_>));
}

/// A list of mappings.
pub trait List: std::fmt::Debug {
    /// Calls `f` with every entry.
    fn each(&mut self, f: &mut dyn FnMut(&mut dyn Mapping));
    /// Keeps the entries for which `f` returns true.
    fn retain(&mut self, f: &mut dyn FnMut() -> bool);
}

impl<T: Mapping + std::fmt::Debug> List for Vec<T> {
    fn each(&mut self, f: &mut dyn FnMut(&mut dyn Mapping)) {
        self.iter_mut().for_each(|entry| f(entry));
    }

    fn retain(&mut self, f: &mut dyn FnMut() -> bool) {
        Self::retain(self, |_| f());
    }
}

/// Expands to the field that a visitor sees, by the kind of its row.
macro_rules! field {
    (flag $place:expr) => {
        Field::Flag($place)
    };
    (true_flag $place:expr) => {
        Field::TrueFlag($place)
    };
    (size32 $place:expr) => {
        Field::Size32($place)
    };
    (size64 $place:expr) => {
        Field::Size64($place)
    };
    (offset32 $place:expr) => {
        Field::Offset32($place)
    };
    (offset64 $place:expr) => {
        Field::Offset64($place)
    };
    (some_offset $place:expr) => {
        Field::SomeOffset($place)
    };
    (largest_alignment $place:expr) => {
        Field::LargestAlignment($place)
    };
    (some_alignment $place:expr) => {
        Field::SomeAlignment($place)
    };
    (computed $place:expr) => {
        Field::Computed($place)
    };
    (object_size $place:expr) => {
        Field::ObjectSize($place)
    };
    (required_object_size $place:expr) => {
        Field::ObjectSize($place)
    };
    (id $place:expr) => {
        Field::Id($place)
    };
    (number16 $place:expr) => {
        Field::Number16($place)
    };
    (number32 $place:expr) => {
        Field::Number32($place)
    };
    (debug_number $place:expr) => {
        Field::DebugNumber($place)
    };
    (word $place:expr) => {
        Field::Word($place)
    };
    (required_word $place:expr) => {
        Field::Word($place)
    };
    (text $place:expr) => {
        Field::Text($place)
    };
    (constant $place:expr) => {
        Field::Constant($place)
    };
    (object $place:expr) => {
        Field::Object($place)
    };
    (name $place:expr) => {
        Field::Name($place)
    };
    (class $place:expr) => {
        Field::Class($place)
    };
    (register $place:expr) => {
        Field::Register($place)
    };
    (some_register $place:expr) => {
        Field::SomeRegister($place)
    };
    (required_block $place:expr) => {
        Field::Block($place)
    };
    (registers $place:expr) => {
        Field::Registers($place)
    };
    (numbers $place:expr) => {
        Field::Numbers($place)
    };
    (words $place:expr) => {
        Field::Words($place)
    };
    (printed_register $place:expr) => {
        Field::SomeRegister($place)
    };
    (required_name $place:expr) => {
        Field::Name($place)
    };
    (printed_word $place:expr) => {
        Field::Word($place)
    };
    (points $place:expr) => {
        Field::List($place)
    };
    (blocks $place:expr) => {
        Field::Blocks($place)
    };
    (list $place:expr) => {
        Field::List($place)
    };
}

/// Expands to the value of a field whose key is absent, by the kind of its row.
macro_rules! default {
    (true_flag) => {
        true
    };
    (alignment) => {
        1
    };
    ($kind:ident) => {
        Default::default()
    };
}

/// Declares the keys of a struct that have one field each.
macro_rules! keys {
    ($keys:ident of $type:ident: $($variant:ident $field:ident $name:literal,)*) => {
        #[doc = concat!("The keys of [`", stringify!($type), "`], in printing order.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $keys {
            $(
                #[doc = concat!("`", $name, "`.")]
                $variant,
            )*
        }

        impl $keys {
            /// Every key, in printing order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns its spelling.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl $type {
            /// Returns whether the field of a key differs from that of `other`.
            pub fn differs(&self, other: &Self, key: $keys) -> bool {
                match key {
                    $($keys::$variant => self.$field != other.$field,)*
                }
            }
        }
    };
}

/// Declares the structs of mappings from their rows.
macro_rules! model {
    ($(
        $(#[$meta:meta])*
        $type:ident $keys:ident $map:ident $words:literal $layout:ident {
            $(
                $(#[$about:meta])* $variant:ident $field:ident: $ty:ty = $kind:ident $(($($argument:tt)*))? $name:literal
                $(since $since:literal)? $(until $until:literal)? $(when $when:ident)?;
            )*
            $(..$group:ident: $group_type:ident = $group_keys:ident;)?
        }
    )*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct $type {
                $(
                    #[doc = concat!("`", $name, "`", $(", since LLVM ", $since,)? ".")]
                    $(#[$about])*
                    pub $field: $ty,
                )*
                $(
                    /// The variable that is stored there.
                    pub $group: $group_type,
                )?
                /// Keys that no release has, with their values, in the order of the file: see [`File::read_in`](crate::File::read_in).
                pub unknown_keys: Vec<(String, crate::Yaml)>,
            }

            impl Default for $type {
                fn default() -> Self {
                    Self { $($field: default!($kind),)* $($group: Default::default(),)? unknown_keys: Vec::new() }
                }
            }

            keys!($keys of $type: $($variant $field $name,)*);

            impl $keys {
                /// Returns its row.
                pub fn row(self) -> &'static Key {
                    &tables::$map.keys[self as usize]
                }
            }

            impl $type {
                /// Returns the field of a key.
                pub fn field(&mut self, key: $keys) -> Field<'_> {
                    match key {
                        $($keys::$variant => field!($kind &mut self.$field),)*
                    }
                }
            }

            impl Mapping for $type {
                fn each_field(&mut self, f: &mut dyn FnMut(Field<'_>)) {
                    $keys::ALL.iter().for_each(|key| f(self.field(*key)));
                    $(self.$group.each_field(f);)?
                    f(Field::Unknown(&mut self.unknown_keys));
                }
            }
        )*
    };
}

pub(super) use {default, field, keys, model};
