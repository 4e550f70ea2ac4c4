//! The keys of a function.

use super::fields::Fields;
use super::report::Report;
use super::rows::{Entry, read_key};
use super::value;
use super::yaml::Node;
use crate::tables::{FUNCTION, function_fields};
use crate::{Function, FunctionFlags};

macro_rules! function {
    ($(
        fields { $(
            $(#[$about:meta])* $variant:ident $field:ident: $ty:ty = $kind:ident $(($($argument:tt)*))? $name:literal
            $(since $since:literal)? $(until $until:literal)?;
        )* }
        $(flags { $($flag:literal $(since $flag_since:literal)? $(renamed $renamed:literal in $renamed_in:literal)?;)* })?
    )*) => {
        pub(super) fn function(node: &Node<'_>, report: &Report<'_>) -> Function {
            let keys = &Fields::new(FUNCTION, node, report);
            Function { flags: flags(keys), unknown_keys: keys.carried(), $($($field: read_key!(keys $kind $(($($argument)*))? $name $ty),)*)* }
        }
    };
}

function_fields!(function!);

/// Reads the boolean keys. Absent ones are false, and few are given.
fn flags(keys: &Fields<'_, '_>) -> FunctionFlags {
    let given = keys.given().filter_map(|key| FunctionFlags::of(key).filter(|_| keys.bool(key)));
    FunctionFlags(given.fold(0, |bits, flag| bits | flag.0))
}
