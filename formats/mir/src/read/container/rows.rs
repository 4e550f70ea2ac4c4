//! Reads mappings of the model from their keys, by the rows of the tables.

use super::fields::Fields;
use super::value;
use crate::tables::{frame_fields, list_fields, object_fields};
use crate::{
    CallSite, CalledGlobal, Constant, DebugVariable, EntryValue, FixedObject, FixedObjectKind, ForwardedArgument, FrameInfo,
    FramePointerPolicy, FunctionLiveIn, JumpTable, JumpTableEntry, JumpTableKind, SavePoint, StackId, StackObject, StackObjectKind,
    Substitution, VirtualRegister,
};

/// A mapping of the model that can be read.
pub(super) trait Entry: Sized {
    /// Reads the keys of the rows.
    fn read(keys: &Fields<'_, '_>) -> Self;
}

/// Expands to the value of a key, by the kind of its row.
macro_rules! read_key {
    ($keys:ident flag $name:literal $ty:ty) => {
        $keys.bool($name)
    };
    ($keys:ident true_flag $name:literal $ty:ty) => {
        $keys.bool($name)
    };
    ($keys:ident some_flag $name:literal $ty:ty) => {
        $keys.has($name).then(|| $keys.bool($name))
    };
    // Numbers that older releases print as unsigned wrap around.
    ($keys:ident offset32 $name:literal $ty:ty) => {
        $keys.signed($name) as i32
    };
    ($keys:ident offset64 $name:literal $ty:ty) => {
        $keys.signed($name)
    };
    ($keys:ident some_offset $name:literal $ty:ty) => {
        $keys.optional($name)
    };
    ($keys:ident some_alignment($absent:expr) $name:literal $ty:ty) => {
        $keys.alignment($name)
    };
    ($keys:ident computed $name:literal $ty:ty) => {
        Some($keys.unsigned($name)).filter(|size| *size != u32::MAX)
    };
    ($keys:ident text($shape:ident) $name:literal $ty:ty) => {
        $keys.text($name)
    };
    ($keys:ident constant $name:literal $ty:ty) => {
        $keys.text($name)
    };
    ($keys:ident object $name:literal $ty:ty) => {
        $keys.text($name)
    };
    ($keys:ident function_name $name:literal $ty:ty) => {
        $keys.text($name)
    };
    ($keys:ident name($shape:ident) $name:literal $ty:ty) => {
        $keys.name($name)
    };
    ($keys:ident class $name:literal $ty:ty) => {
        $keys.name($name)
    };
    ($keys:ident register $name:literal $ty:ty) => {
        $keys.register($name)
    };
    ($keys:ident some_register(Register) $name:literal $ty:ty) => {
        $keys.shaped($name, value::physical)
    };
    ($keys:ident some_register(VirtualRegister) $name:literal $ty:ty) => {
        $keys.shaped($name, value::virtual_register)
    };
    ($keys:ident some_register(AnyRegister) $name:literal $ty:ty) => {
        $keys.shaped($name, value::register)
    };
    ($keys:ident printed_register(Register) $name:literal $ty:ty) => {
        $keys.shaped($name, value::physical)
    };
    ($keys:ident printed_register(VirtualRegister) $name:literal $ty:ty) => {
        $keys.shaped($name, value::virtual_register)
    };
    ($keys:ident required_block $name:literal $ty:ty) => {
        $keys.block($name)
    };
    ($keys:ident points($map:ident) $name:literal $ty:ty) => {
        $keys.points($name, Entry::read)
    };
    ($keys:ident registers $name:literal $ty:ty) => {
        $keys.texts($name, value::physical)
    };
    ($keys:ident numbers $name:literal $ty:ty) => {
        $keys.numbers($name)
    };
    ($keys:ident words($shape:ident) $name:literal $ty:ty) => {
        $keys.texts($name, |text| Some(text.into()))
    };
    ($keys:ident some_words($shape:ident) $name:literal $ty:ty) => {
        $keys.texts($name, |text| Some(text.into()))
    };
    ($keys:ident required_name($shape:ident) $name:literal $ty:ty) => {
        $keys.name($name)
    };
    ($keys:ident printed_word($choices:ident) $name:literal $ty:ty) => {
        <$ty>::ALL[$keys.choice($name)]
    };
    ($keys:ident some_list($map:ident) $name:literal $ty:ty) => {
        $keys.list($name, Entry::read)
    };
    ($keys:ident blocks $name:literal $ty:ty) => {
        $keys.texts($name, value::block)
    };
    ($keys:ident word($choices:ident) $name:literal $ty:ty) => {
        <$ty>::ALL[$keys.choice($name)]
    };
    ($keys:ident required_word($choices:ident) $name:literal $ty:ty) => {
        <$ty>::ALL[$keys.choice($name)]
    };
    ($keys:ident list($map:ident) $name:literal $ty:ty) => {
        $keys.list($name, Entry::read)
    };
    ($keys:ident saved_registers $name:literal $ty:ty) => {
        $keys.has($name).then(|| $keys.texts($name, value::physical))
    };
    ($keys:ident frame($map:ident) $name:literal $ty:ty) => {
        $keys.map($name).map(|keys| Entry::read(&keys)).unwrap_or_default()
    };
    ($keys:ident some_map($map:ident) $name:literal $ty:ty) => {
        $keys.map($name).map(|keys| Entry::read(&keys))
    };
    ($keys:ident target_map $name:literal $ty:ty) => {
        $keys.yaml($name)
    };
    ($keys:ident nodes $name:literal $ty:ty) => {
        $keys.texts($name, |text| Some(text.to_owned()))
    };
    ($keys:ident body $name:literal $ty:ty) => {
        $keys.body($name)
    };
    // Sizes, alignments, ids and other numbers.
    ($keys:ident $number:ident $name:literal $ty:ty) => {
        $keys.unsigned($name)
    };
}

macro_rules! read {
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
            impl Entry for $type {
                fn read(keys: &Fields<'_, '_>) -> Self {
                    Self {
                        unknown_keys: keys.carried(),
                        $($field: read_key!(keys $kind $(($($argument)*))? $name $ty),)*
                        $($group: Entry::read(keys),)?
                    }
                }
            }
        )*
    };
}

pub(super) use read_key;

frame_fields!(read!);
object_fields!(read!);
list_fields!(read!);
