//! The keys of a function.

use super::fields::Fields;
use super::rows::{Entry, write_key};
use super::{Style, info, literal, value};
use crate::tables::function_fields;
use crate::write::append::blanks;
use crate::{FrameInfo, Function, FunctionFlags};
use std::sync::{LazyLock, OnceLock};

/// The text of a frame of defaults, which every function without objects on its stack has.
static DEFAULT_FRAME: OnceLock<String> = OnceLock::new();

/// A boolean key.
struct Flag {
    key: &'static str,
    flag: FunctionFlags,
    /// The line for either value, if all keys are written.
    lines: [String; 2],
}

impl Flag {
    /// Returns the flags among some keys that the release of the tables reads.
    fn of(keys: &[&'static str]) -> Vec<Self> {
        let line = |key: &str, value| {
            let mut line = String::new();
            Fields::document(Style::Full, None, &mut line).bool(key, value);
            line
        };
        let known = keys.iter().filter_map(|key| Some((*key, FunctionFlags::of(key)?)));
        known.map(|(key, flag)| Self { key, flag, lines: [line(key, false), line(key, true)] }).collect()
    }
}

macro_rules! function {
    ($(
        fields { $(
            $(#[$about:meta])* $variant:ident $field:ident: $ty:ty = $kind:ident $(($($argument:tt)*))? $name:literal
            $(since $since:literal)? $(until $until:literal)?;
        )* }
        $(flags { $($flag:literal $(since $flag_since:literal)? $(renamed $renamed:literal in $renamed_in:literal)?;)* })?
    )*) => {
        pub(super) fn function(function: &Function, keys: &mut Fields<'_>) {
            $(
                $(write_key!(keys $kind $name function.$field);)*
                $({
                    static FLAGS: LazyLock<Vec<Flag>> = LazyLock::new(|| Flag::of(&[$($flag),*]));
                    flags(function.flags, &FLAGS, keys);
                })?
            )*
        }
    };
}

function_fields!(function!);

/// Writes boolean keys. They are half of the lines before a body, so their text is prepared.
fn flags(set: FunctionFlags, flags: &[Flag], keys: &mut Fields<'_>) {
    match keys.style {
        Style::Full if keys.losses.is_none() => {
            flags.iter().for_each(|flag| keys.out.push_str(&flag.lines[usize::from(set.contains(flag.flag))]));
        }
        _ => flags.iter().for_each(|flag| keys.bool(flag.key, set.contains(flag.flag))),
    }
}
