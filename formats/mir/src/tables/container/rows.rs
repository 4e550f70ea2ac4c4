//! The structure of the rows of the container's tables, and the keys that follow from them.
//!
//! A table is a macro that passes its rows to another macro, `$with`: the keys, the model, the reader and the writer each result from
//! applying such a macro to the rows. A mapping has its type in the model, the enum of its keys, its constant here, its name in messages,
//! and its layout; then its rows in printing order:
//!
//! ```text
//! Variant field: Type = kind "key" since 16 until 19 when NotSpillSlot;
//! ```
//!
//! `since` and `until` are the first and the last release that read the key, as far as LLVM 14, 16, 19, 22 and 23 were observed; `when`
//! says in which objects it is allowed.
//! The kind determines the rest: the type of the value and the meaning of its absence ([`key`]), the field that visitors see
//! ([`crate::Field`]), and how it is read and written. `..field: Type = KEYS;` ends a mapping that also has the keys of another mapping
//! after its own.

use super::kind::{Absent, Key, Written};

/// Expands to the key of a row, by its kind.
macro_rules! key {
    (flag $name:literal) => {
        Key::flag($name)
    };
    (true_flag $name:literal) => {
        Key::new($name, Value::Bool, Absent::Bool(true))
    };
    (some_flag $name:literal) => {
        Key::new($name, Value::Bool, Absent::Distinct).written(Written::IfPresent)
    };
    (size32 $name:literal) => {
        Key::number($name, 32)
    };
    (size64 $name:literal) => {
        Key::number($name, 64)
    };
    (object_size $name:literal) => {
        Key::number($name, 64)
    };
    (required_object_size $name:literal) => {
        Key::required($name, Value::Unsigned(64))
    };
    (id $name:literal) => {
        Key::required($name, Value::Unsigned(32))
    };
    (number16 $name:literal) => {
        Key::required($name, Value::Unsigned(16))
    };
    (number32 $name:literal) => {
        Key::required($name, Value::Unsigned(32))
    };
    (debug_number $name:literal) => {
        Key::required($name, Value::Unsigned(32))
    };
    // llc 14 and 16 also accept the unsigned spelling of a negative number.
    (offset32 $name:literal) => {
        Key::new($name, Value::Signed(32), Absent::Number(0))
    };
    (offset64 $name:literal) => {
        Key::new($name, Value::Signed(64), Absent::Number(0))
    };
    (some_offset $name:literal) => {
        Key::new($name, Value::Signed(64), Absent::Distinct).written(Written::IfPresent)
    };
    // llc prints the resulting alignment, at least 1.
    (largest_alignment $name:literal) => {
        Key::number($name, 32).written(Written::Always)
    };
    (alignment $name:literal) => {
        Key::new($name, Value::Alignment, Absent::Number(1)).written(Written::Always)
    };
    (some_alignment($absent:expr) $name:literal) => {
        Key::new($name, Value::Alignment, $absent).written(Written::Always)
    };
    // All ones: not computed yet.
    (computed $name:literal) => {
        Key::new($name, Value::Unsigned(32), Absent::Number(u32::MAX as u64))
    };
    (text($shape:ident) $name:literal) => {
        Key::text($name, Text::$shape)
    };
    (constant $name:literal) => {
        Key::text($name, Text::Constant)
    };
    (object $name:literal) => {
        Key::text($name, Text::StackObject)
    };
    (name($shape:ident) $name:literal) => {
        Key::text($name, Text::$shape)
    };
    (class $name:literal) => {
        Key::required($name, Value::Text(Text::ClassOrBank))
    };
    (register $name:literal) => {
        Key::required($name, Value::Text(Text::Register))
    };
    (some_register($shape:ident) $name:literal) => {
        Key::text($name, Text::$shape)
    };
    (blocks $name:literal) => {
        Key::new($name, Value::List(Item::Text { text: Text::Block, flow: true }), Absent::Empty)
    };
    (word($choices:ident) $name:literal) => {
        Key::new($name, Value::Choice($choices), Absent::Word($choices[0].name))
    };
    // Printed even if it is the default.
    (printed_word($choices:ident) $name:literal) => {
        Key::new($name, Value::Choice($choices), Absent::Word($choices[0].name)).written(Written::Always)
    };
    (required_word($choices:ident) $name:literal) => {
        Key::required($name, Value::Choice($choices))
    };
    (list($map:ident) $name:literal) => {
        Key::list($name, $map)
    };
    // Not printed if empty.
    (some_list($map:ident) $name:literal) => {
        Key::list($name, $map).written(Written::IfPresent)
    };
    // A list of points since LLVM 22, before which it is one block, or an empty string.
    (points($map:ident) $name:literal) => {
        Key::list($name, $map)
    };
    (required_block $name:literal) => {
        Key::required($name, Value::Text(Text::Block))
    };
    (registers $name:literal) => {
        Key::new($name, Value::List(Item::Text { text: Text::Register, flow: false }), Absent::Empty)
    };
    (numbers $name:literal) => {
        Key::new($name, Value::List(Item::Number(64)), Absent::Empty).written(Written::IfPresent)
    };
    (words($shape:ident) $name:literal) => {
        Key::new($name, Value::List(Item::Text { text: Text::$shape, flow: true }), Absent::Empty)
    };
    (some_words($shape:ident) $name:literal) => {
        Key::new($name, Value::List(Item::Text { text: Text::$shape, flow: true }), Absent::Empty).written(Written::IfPresent)
    };
    (printed_register($shape:ident) $name:literal) => {
        Key::text($name, Text::$shape).written(Written::IfPresent)
    };
    (required_name($shape:ident) $name:literal) => {
        Key::required($name, Value::Text(Text::$shape))
    };
    // Only in functions.
    (function_name $name:literal) => {
        Key::required($name, Value::Text(Text::FunctionName))
    };
    // If absent: the target's own list. If empty: no register is saved.
    (saved_registers $name:literal) => {
        Key::new($name, Value::List(Item::Text { text: Text::Register, flow: true }), Absent::Distinct).written(Written::IfPresent)
    };
    (frame($map:ident) $name:literal) => {
        Key::new($name, Value::Map($map), Absent::Empty)
    };
    (some_map($map:ident) $name:literal) => {
        Key::new($name, Value::Map($map), Absent::Empty).written(Written::IfPresent)
    };
    (target_map $name:literal) => {
        Key::new($name, Value::TargetMap, Absent::Empty).written(Written::Always)
    };
    (nodes $name:literal) => {
        Key::new($name, Value::List(Item::Text { text: Text::MetadataDefinition, flow: false }), Absent::Empty).written(Written::IfPresent)
    };
    (body $name:literal) => {
        Key::new($name, Value::Body, Absent::Empty)
    };
}

/// Expands to whether a mapping is printed on one line.
macro_rules! is_flow {
    (flow) => {
        true
    };
    (block) => {
        false
    };
}

/// Declares the constants of mappings from their rows.
macro_rules! maps {
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
            pub(crate) const $map: &Map = &Map {
                name: $words,
                flow: is_flow!($layout),
                keys: {
                    const OWN: &[Key] = &[$(
                        key!($kind $(($($argument)*))? $name)$(.since($since))?$(.until($until))?$(.when(When::$when))?
                    ),*];
                    const ALL: [Key; OWN.len() $(+ $group_keys.len())?] = concat(&[OWN $(, $group_keys)?]);
                    &ALL
                },
            };
        )*
    };
}

pub(super) use {is_flow, key, maps};

/// Concatenates keys.
pub(super) const fn concat<const COUNT: usize>(parts: &[&[Key]]) -> [Key; COUNT] {
    let mut all = [Key::flag(""); COUNT];
    let (mut part, mut next) = (0, 0);
    while part < parts.len() {
        let mut place = 0;
        while place < parts[part].len() {
            all[next] = parts[part][place];
            (place, next) = (place + 1, next + 1);
        }
        part += 1;
    }
    assert!(next == COUNT);
    all
}

/// Returns the keys as required ones.
pub(super) const fn required<const COUNT: usize>(keys: &[Key]) -> [Key; COUNT] {
    let mut all: [Key; COUNT] = concat(&[keys]);
    let mut place = 0;
    while place < COUNT {
        all[place].absent = Absent::Refused;
        all[place].written = Written::Always;
        place += 1;
    }
    all
}
