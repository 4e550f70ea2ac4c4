//! The words of keys that take one of a few.

use super::kind::Choice;

/// The enums of words, in the order of their declaration in LLVM: type in the model, constant here; then variant and word, and the first
/// release that reads the word where older ones do not. Words that the release of the tables does not read stand behind two dots: the model
/// has no variants for them.
macro_rules! words {
    ($with:ident!) => {
        $with! {
            /// What a fixed object holds.
            FixedObjectKind FIXED_OBJECT_KINDS {
                #[default]
                Default "default";
                SpillSlot "spill-slot";
            }

            /// What an object of the stack holds.
            StackObjectKind STACK_OBJECT_KINDS {
                #[default]
                Default "default";
                SpillSlot "spill-slot";
                /// It has no size, and must not be given one.
                VariableSized "variable-sized";
            }

            /// Which stack an object is on. A target refuses those that it does not have: see
            /// [`Target::stack_ids`](crate::tables::Target::stack_ids).
            StackId STACK_IDS {
                #[default]
                Default "default";
                /// Of AMDGPU.
                SgprSpill "sgpr-spill";
                /// Of AArch64 and RISC-V.
                ScalableVector "scalable-vector";
                WasmLocal "wasm-local";
                NoAlloc "noalloc";
                .. "scalable-predicate-vector" since 20;
            }

            /// How the addresses of a jump table are stored.
            JumpTableKind JUMP_TABLE_KINDS {
                /// Plain addresses.
                #[default]
                BlockAddress "block-address";
                GpRelative64 "gp-rel64-block-address";
                GpRelative32 "gp-rel32-block-address";
                LabelDifference32 "label-difference32";
                LabelDifference64 "label-difference64" since 19;
                Inline "inline";
                Custom32 "custom32";
            }
        }
    };
}

pub(crate) use words;

macro_rules! choice {
    ($name:literal) => {
        Choice::new($name)
    };
    ($name:literal $since:literal) => {
        Choice::since($name, $since)
    };
}

macro_rules! choices {
    ($(
        $(#[$meta:meta])*
        $type:ident $choices:ident {
            $($(#[$about:meta])* $variant:ident $name:literal $(since $since:literal)?;)*
            $(.. $later:literal since $later_since:literal;)*
        }
    )*) => {
        $(pub(super) const $choices: &[Choice] = &[
            $(choice!($name $($since)?),)*
            $(choice!($later $later_since),)*
        ];)*
    };
}

words!(choices!);
