//! `frameInfo`.

use super::fields::Fields;
use super::value;
use crate::FrameInfo;
use crate::tables::frame_fields;

/// Writes a key, by the kind of its row.
macro_rules! value {
    ($keys:ident flag $name:literal $field:expr) => {
        $keys.bool($name, $field)
    };
    ($keys:ident size32 $name:literal $field:expr) => {
        $keys.unsigned($name, $field)
    };
    ($keys:ident size64 $name:literal $field:expr) => {
        $keys.unsigned($name, $field)
    };
    ($keys:ident offset $name:literal $field:expr) => {
        $keys.signed($name, $field.into())
    };
    ($keys:ident alignment $name:literal $field:expr) => {
        $keys.unsigned($name, $field)
    };
    ($keys:ident computed $name:literal $field:expr) => {
        $keys.unsigned($name, $field.unwrap_or(u32::MAX))
    };
    ($keys:ident object $name:literal $field:expr) => {
        $keys.text($name, &$field)
    };
    ($keys:ident block $name:literal $field:expr) => {
        $keys.shaped($name, $field.as_ref(), value::block)
    };
}

macro_rules! write {
    ($($(#[$about:meta])* $variant:ident $field:ident: $ty:ty = $kind:ident $name:literal $(since $since:literal)?;)*) => {
        pub(super) fn frame(frame: &FrameInfo, keys: &mut Fields<'_>) {
            $(value!(keys $kind $name frame.$field);)*
        }
    };
}

frame_fields!(write!);
