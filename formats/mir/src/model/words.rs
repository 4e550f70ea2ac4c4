//! Declares enumerations of words.

use super::Word;
use crate::tables::words;

macro_rules! enums {
    ($(
        $(#[$meta:meta])*
        $type:ident $choices:ident {
            $($(#[$about:meta])* $variant:ident $name:literal $(since $since:literal)?;)*
        }
    )*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub enum $type {
                $(
                    #[doc = concat!("`", $name, "`", $(", since LLVM ", $since,)? ".")]
                    $(#[$about])*
                    $variant,
                )*
            }

            impl $type {
                const NAMES: &'static [&'static str] = &[$($name),*];

                /// All, in the order of their declaration in LLVM.
                pub const ALL: [Self; Self::NAMES.len()] = [$(Self::$variant),*];

                /// Returns its spelling.
                pub const fn name(self) -> &'static str {
                    Self::NAMES[self as usize]
                }
            }

            impl Word for $type {
                fn words(&self) -> &'static [&'static str] {
                    Self::NAMES
                }

                fn place(&self) -> usize {
                    *self as usize
                }

                fn set(&mut self, place: usize) {
                    *self = Self::ALL.get(place).copied().unwrap_or_default();
                }
            }
        )*
    };
}

words!(enums!);
