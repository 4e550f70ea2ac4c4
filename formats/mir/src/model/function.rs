//! A machine function: every key of its document.

use super::fields::{default, field, keys, model};
use super::{Field, JumpTableKind, List, Mapping, place_of};
use crate::tables::{self, Absent, FUNCTION, Key, Value, function_fields, list_fields};
use crate::{Block, BlockReference, EntryValue, FixedObject, FrameInfo, Name, Register, StackObject, Yaml};

list_fields!(model!);

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

impl Function {
    /// Returns the keys that no release has: its own and those of its mappings.
    pub fn every_unknown_key(&self) -> Vec<String> {
        let mut function = self.clone();
        let mut found: Vec<String> = self.unknown_keys.iter().map(|(key, _)| key.clone()).collect();
        let lists: [&mut dyn List; 7] = [
            &mut function.registers,
            &mut function.live_ins,
            &mut function.fixed_stack,
            &mut function.stack,
            &mut function.entry_values,
            &mut function.call_sites,
            &mut function.substitutions,
        ];
        let more: [&mut dyn List; 2] = [&mut function.constants, &mut function.called_globals];
        collect(&mut function.frame, &mut found);
        lists.into_iter().chain(more).for_each(|list| list.each(&mut |entry| collect(entry, &mut found)));
        function.jump_table.iter_mut().for_each(|table| collect(table, &mut found));
        found
    }
}

/// Adds the unknown keys of a mapping and of the mappings in it.
fn collect(mapping: &mut dyn Mapping, found: &mut Vec<String>) {
    mapping.each_field(&mut |field| match field {
        Field::Unknown(keys) => found.extend(keys.iter().map(|(key, _)| key.clone())),
        Field::List(list) => list.each(&mut |entry| collect(entry, found)),
        _ => {}
    });
}

/// The boolean keys of a function that are false if absent. The bit of each is its position in [`FunctionFlags::NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FunctionFlags(pub u32);

impl FunctionFlags {
    /// The keys, in the order in which llc prints them: the rows of [`FUNCTION`] of this kind, with their first spellings.
    pub const NAMES: &'static [&'static str] = &flag_names::<{ flags() }>();

    /// `tracksRegLiveness`
    pub const TRACKS_REG_LIVENESS: Self = Self::named("tracksRegLiveness");
    /// `tracksDebugUserValues`
    pub const TRACKS_DEBUG_USER_VALUES: Self = Self::named("tracksDebugUserValues");
    /// `failedISel`
    pub const FAILED_ISEL: Self = Self::named("failedISel");
    /// `regBankSelected`
    pub const REG_BANK_SELECTED: Self = Self::named("regBankSelected");
    /// `selected`
    pub const SELECTED: Self = Self::named("selected");

    /// Returns the flag of a key, for constants: there a key that is not a flag does not compile.
    ///
    /// # Panics
    /// Panics if the key is not a flag.
    pub const fn named(key: &str) -> Self {
        match place_of(Self::NAMES, key) {
            Some(place) => Self(1 << place),
            None => panic!("no flag of a function has this key"),
        }
    }

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
