//! A machine function: every key of its document.

use super::fields::{default, field, keys, model};
use super::{Field, JumpTableKind, Mapping};
use crate::tables::{self, Absent, FUNCTION, Key, Value, function_fields, list_fields};
use crate::{Block, BlockReference, EntryValue, FixedObject, FrameInfo, Name, Register, StackObject, Yaml};

list_fields!(model!);

impl Copy for Substitution {}

macro_rules! function {
    ($(
        fields { $(
            $(#[$about:meta])* $variant:ident $field:ident: $ty:ty = $kind:ident $(($($argument:tt)*))? $name:literal
            $(since $since:literal)? $(until $until:literal)?;
        )* }
        $(flags { $($flag:literal $(since $flag_since:literal)? $(renamed $renamed:literal in $renamed_in:literal)?;)* })?
    )*) => {
        /// A machine function (reference, *Machine Functions*). `Default` has llc's defaults.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Function {
            $($(
                #[doc = concat!("`", $name, "`", $(", since LLVM ", $since,)? ".")]
                $(#[$about])*
                pub $field: $ty,
            )*)*
            /// The boolean keys.
            pub flags: FunctionFlags,
            /// Keys that no release has, with their values, in the order of the file: see [`File::read_in`](crate::File::read_in).
            pub unknown_keys: Vec<(String, Yaml)>,
        }

        impl Default for Function {
            fn default() -> Self {
                Self { flags: FunctionFlags::default(), unknown_keys: Vec::new(), $($($field: default!($kind),)*)* }
            }
        }

        keys!(FunctionKey of Function: $($($variant $field $name,)*)*);

        impl Function {
            /// Returns the field of a key for debug output.
            pub fn show(&self, key: FunctionKey) -> &dyn std::fmt::Debug {
                match key {
                    $($(FunctionKey::$variant => &self.$field,)*)*
                }
            }
        }
    };
}

function_fields!(function!);

/// The boolean keys of a function that are false if absent. The bit of each is its position in [`FunctionFlags::NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FunctionFlags(pub u32);

impl FunctionFlags {
    /// The keys, in the order in which llc prints them: the rows of [`FUNCTION`] of this kind, with their first spellings.
    pub const NAMES: &'static [&'static str] = &flag_names::<{ flags() }>();

    /// Returns the flag of a key; `None` if the key is not a flag.
    pub fn of(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|known| *known == name).map(|position| Self(1 << position))
    }

    /// Returns whether all flags of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Returns whether a key is boolean, and false if absent.
const fn is_flag(key: &Key) -> bool {
    matches!(key.value, Value::Bool) && matches!(key.absent, Absent::Bool(false))
}

/// Returns the number of flags.
const fn flags() -> usize {
    let (mut place, mut count) = (0, 0);
    while place < FUNCTION.keys.len() {
        count += is_flag(&FUNCTION.keys[place]) as usize;
        place += 1;
    }
    count
}

const fn flag_names<const COUNT: usize>() -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let (mut place, mut count) = (0, 0);
    while count < COUNT {
        if is_flag(&FUNCTION.keys[place]) {
            names[count] = FUNCTION.keys[place].name;
            count += 1;
        }
        place += 1;
    }
    names
}
