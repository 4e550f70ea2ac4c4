//! What the rows of the container's tables make of the model: structs, their keys, and what visitors see of them.

use crate::{BlockReference, Name, Register};

/// A field that is to be looked at or changed, by the kind of its row.
#[derive(Debug)]
pub enum Field<'a> {
    /// True or false.
    Flag(&'a mut bool),
    /// True unless given.
    TrueFlag(&'a mut bool),
    /// Bytes.
    Size32(&'a mut u32),
    /// Bytes.
    Size64(&'a mut u64),
    /// Bytes, in either direction.
    Offset32(&'a mut i32),
    /// Bytes, in either direction.
    Offset64(&'a mut i64),
    /// Bytes, in either direction, when given.
    SomeOffset(&'a mut Option<i64>),
    /// Bytes; a power of two, or 0 for that of the objects.
    LargestAlignment(&'a mut u32),
    /// Bytes, a power of two, when given.
    SomeAlignment(&'a mut Option<u64>),
    /// Bytes, or not computed yet.
    Computed(&'a mut Option<u32>),
    /// The bytes of an object.
    ObjectSize(&'a mut u64),
    /// The number by which the entry is named.
    Id(&'a mut u32),
    /// A number that is always given.
    Number16(&'a mut u16),
    /// A number that is always given.
    Number32(&'a mut u32),
    /// A debug instruction number.
    DebugNumber(&'a mut u32),
    /// One of a few words.
    Word(&'a mut dyn Word),
    /// Text of the module's language, or empty.
    Text(&'a mut String),
    /// A constant of the module's language.
    Constant(&'a mut String),
    /// A stack object, or empty.
    Object(&'a mut String),
    /// A name of the embedded module, or empty.
    Name(&'a mut Name),
    /// A register class or bank.
    Class(&'a mut Name),
    /// A register that is always given.
    Register(&'a mut Register),
    /// A register, or none.
    SomeRegister(&'a mut Option<Register>),
    /// A block, or none.
    Block(&'a mut Option<BlockReference>),
    /// Blocks.
    Blocks(&'a mut Vec<BlockReference>),
    /// Entries with keys of their own.
    List(&'a mut dyn List),
}

/// A value that is one of a few words.
pub trait Word: std::fmt::Debug {
    /// How they are spelled, the default first.
    fn words(&self) -> &'static [&'static str];
    /// The place of the word that it is.
    fn place(&self) -> usize;
    /// Makes it the word of a place; of a place behind the last, the default.
    fn set(&mut self, place: usize);
}

/// A mapping with known keys.
pub trait Mapping {
    /// Shows every field to `f`, in printing order.
    fn each_field(&mut self, f: &mut dyn FnMut(Field<'_>));
}

/// A list of mappings.
pub trait List: std::fmt::Debug {
    /// Shows every entry to `f`.
    fn each(&mut self, f: &mut dyn FnMut(&mut dyn Mapping));
    /// Keeps the entries for which `f` says so.
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

/// What a visitor sees of a field, by the kind of its row.
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
    (block $place:expr) => {
        Field::Block($place)
    };
    (blocks $place:expr) => {
        Field::Blocks($place)
    };
    (list $place:expr) => {
        Field::List($place)
    };
}

/// What a field is whose key is absent, by the kind of its row.
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

/// The keys of a struct: those of which each has a field.
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

            /// How it is spelled.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl $type {
            /// Whether the field of a key is another one's.
            pub fn differs(&self, other: &Self, key: $keys) -> bool {
                match key {
                    $($keys::$variant => self.$field != other.$field,)*
                }
            }
        }
    };
}

/// The structs of mappings, from their rows.
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
                    /// The variable that lives there.
                    pub $group: $group_type,
                )?
            }

            impl Default for $type {
                fn default() -> Self {
                    Self { $($field: default!($kind),)* $($group: Default::default(),)? }
                }
            }

            keys!($keys of $type: $($variant $field $name,)*);

            impl $keys {
                /// Its row.
                pub fn row(self) -> &'static Key {
                    &tables::$map.keys[self as usize]
                }
            }

            impl $type {
                /// The field of a key.
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
                }
            }
        )*
    };
}

pub(super) use {default, field, keys, model};
