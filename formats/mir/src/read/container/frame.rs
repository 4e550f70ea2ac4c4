//! `frameInfo`.

use super::fields::Fields;
use super::value;
use crate::FrameInfo;
use crate::tables::frame_fields;

/// The value of a key, by the kind of its row.
macro_rules! value {
    ($keys:ident flag $name:literal) => {
        $keys.bool($name)
    };
    ($keys:ident size32 $name:literal) => {
        $keys.unsigned($name)
    };
    ($keys:ident size64 $name:literal) => {
        $keys.unsigned($name)
    };
    // What older releases print as unsigned wraps.
    ($keys:ident offset $name:literal) => {
        $keys.signed($name) as i32
    };
    ($keys:ident alignment $name:literal) => {
        $keys.unsigned($name)
    };
    ($keys:ident computed $name:literal) => {
        Some($keys.unsigned($name)).filter(|size| *size != u32::MAX)
    };
    ($keys:ident object $name:literal) => {
        $keys.text($name)
    };
    ($keys:ident block $name:literal) => {
        $keys.shaped($name, value::block)
    };
}

macro_rules! read {
    ($($(#[$about:meta])* $variant:ident $field:ident: $ty:ty = $kind:ident $name:literal $(since $since:literal)?;)*) => {
        pub(super) fn frame(keys: &Fields<'_, '_>) -> FrameInfo {
            FrameInfo { $($field: value!(keys $kind $name)),* }
        }
    };
}

frame_fields!(read!);
