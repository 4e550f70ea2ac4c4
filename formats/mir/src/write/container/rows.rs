//! Mappings of the model as keys, by the rows of the tables.

use super::fields::Fields;
use super::value;
use crate::tables::{frame_fields, list_fields, object_fields};
use crate::{
    CallSite, CalledGlobal, Constant, DebugVariable, EntryValue, FixedObject, ForwardedArgument, FrameInfo, FunctionLiveIn, JumpTable,
    JumpTableEntry, SavePoint, StackObject, Substitution, VirtualRegister,
};

/// A mapping of the model that can be written.
pub(super) trait Entry {
    /// Writes the keys of the rows.
    fn write(&self, keys: &mut Fields<'_>);
}

/// Writes a key, by the kind of its row.
macro_rules! write_key {
    ($keys:ident flag $name:literal $field:expr) => {
        $keys.bool($name, $field)
    };
    ($keys:ident true_flag $name:literal $field:expr) => {
        $keys.bool($name, $field)
    };
    ($keys:ident some_flag $name:literal $field:expr) => {
        if let Some(value) = $field {
            $keys.bool($name, value);
        }
    };
    ($keys:ident offset32 $name:literal $field:expr) => {
        $keys.signed($name, $field.into())
    };
    ($keys:ident offset64 $name:literal $field:expr) => {
        $keys.signed($name, $field)
    };
    ($keys:ident some_offset $name:literal $field:expr) => {
        $keys.optional($name, $field)
    };
    ($keys:ident some_alignment $name:literal $field:expr) => {
        $keys.optional($name, $field)
    };
    ($keys:ident computed $name:literal $field:expr) => {
        $keys.unsigned($name, $field.unwrap_or(u32::MAX))
    };
    ($keys:ident text $name:literal $field:expr) => {
        $keys.text($name, &$field)
    };
    ($keys:ident constant $name:literal $field:expr) => {
        $keys.text($name, &$field)
    };
    ($keys:ident object $name:literal $field:expr) => {
        $keys.text($name, &$field)
    };
    ($keys:ident function_name $name:literal $field:expr) => {
        $keys.text($name, &$field)
    };
    ($keys:ident name $name:literal $field:expr) => {
        $keys.text($name, &$field)
    };
    ($keys:ident class $name:literal $field:expr) => {
        $keys.text($name, &$field)
    };
    ($keys:ident register $name:literal $field:expr) => {
        $keys.register($name, &$field)
    };
    ($keys:ident some_register $name:literal $field:expr) => {
        $keys.shaped($name, $field.as_ref(), value::register)
    };
    ($keys:ident printed_register $name:literal $field:expr) => {
        $keys.shaped($name, $field.as_ref(), value::register)
    };
    ($keys:ident required_block $name:literal $field:expr) => {
        $keys.text($name, &value::block(&$field))
    };
    ($keys:ident points $name:literal $field:expr) => {
        $keys.points($name, &$field, Entry::write)
    };
    ($keys:ident registers $name:literal $field:expr) => {
        $keys.texts($name, Some(&$field), value::register)
    };
    ($keys:ident numbers $name:literal $field:expr) => {
        $keys.numbers($name, &$field)
    };
    ($keys:ident words $name:literal $field:expr) => {
        $keys.texts($name, Some(&$field), ToString::to_string)
    };
    ($keys:ident some_words $name:literal $field:expr) => {
        $keys.texts($name, Some(&$field), ToString::to_string)
    };
    ($keys:ident required_name $name:literal $field:expr) => {
        $keys.text($name, &$field)
    };
    ($keys:ident printed_word $name:literal $field:expr) => {
        $keys.word($name, $field.name())
    };
    ($keys:ident some_list $name:literal $field:expr) => {
        $keys.list($name, &$field, Entry::write)
    };
    ($keys:ident blocks $name:literal $field:expr) => {
        $keys.texts($name, Some(&$field), value::block)
    };
    ($keys:ident word $name:literal $field:expr) => {
        $keys.word($name, $field.name())
    };
    ($keys:ident required_word $name:literal $field:expr) => {
        $keys.word($name, $field.name())
    };
    ($keys:ident list $name:literal $field:expr) => {
        $keys.list($name, &$field, Entry::write)
    };
    ($keys:ident saved_registers $name:literal $field:expr) => {
        $keys.texts($name, $field.as_deref(), value::register)
    };
    ($keys:ident frame $name:literal $field:expr) => {
        $keys.map($name, ($field == FrameInfo::default()).then_some(&DEFAULT_FRAME), |keys| $field.write(keys))
    };
    ($keys:ident some_map $name:literal $field:expr) => {
        if let Some(value) = &$field {
            $keys.map($name, None, |keys| value.write(keys));
        }
    };
    ($keys:ident target_map $name:literal $field:expr) => {
        if let Some(value) = &$field {
            $keys.raw($name, false, |out| info::yaml($name, value, out));
        }
    };
    ($keys:ident nodes $name:literal $field:expr) => {
        $keys.texts($name, Some(&$field), String::clone)
    };
    ($keys:ident body $name:literal $field:expr) => {{
        let release = $keys.release;
        $keys.raw($name, $field.is_empty(), |out| {
            blanks(12, out);
            literal::body(&$field, release, out);
        })
    }};
    // Sizes, alignments, ids and other numbers.
    ($keys:ident $number:ident $name:literal $field:expr) => {
        $keys.unsigned($name, $field)
    };
}

macro_rules! write {
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
                fn write(&self, keys: &mut Fields<'_>) {
                    $(write_key!(keys $kind $name self.$field);)*
                    $(self.$group.write(keys);)?
                    keys.unknown(&self.unknown_keys);
                }
            }
        )*
    };
}

pub(super) use write_key;

frame_fields!(write!);
object_fields!(write!);
list_fields!(write!);
