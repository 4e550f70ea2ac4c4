//! The words of keys that accept one of a few words.

use super::kind::Choice;

/// Declares the enums of words, in the order of their declaration in LLVM: type in the model, constant here; then variant and word, and the
/// first release that reads the word if older ones do not.
macro_rules! words {
    ($with:ident!) => {
        $with! {
            /// The contents of a fixed object.
            FixedObjectKind FIXED_OBJECT_KINDS {
                #[default]
                Default "default";
                SpillSlot "spill-slot";
            }

            /// The contents of a stack object.
            StackObjectKind STACK_OBJECT_KINDS {
                #[default]
                Default "default";
                SpillSlot "spill-slot";
                /// An object without a size; a size is not allowed.
                VariableSized "variable-sized";
            }

            /// The stack that contains an object. A target rejects stacks that it does not have: see
            /// [`Target::stack_ids`](crate::tables::Target::stack_ids).
            StackId STACK_IDS {
                #[default]
                Default "default";
                /// For AMDGPU.
                SgprSpill "sgpr-spill";
                /// For AArch64 and RISC-V.
                ScalableVector "scalable-vector";
                /// For AArch64.
                ScalablePredicateVector "scalable-predicate-vector" since 22;
                WasmLocal "wasm-local";
                NoAlloc "noalloc";
            }

            /// The functions of a module that keep a frame pointer.
            FramePointerPolicy FRAME_POINTER_POLICIES {
                #[default]
                None "none";
                /// Functions that call.
                NonLeaf "non-leaf";
                All "all";
                /// None, but the register is not used for anything else.
                Reserved "reserved";
                NonLeafNoReserve "non-leaf-no-reserve";
            }

            /// The representation of the addresses in a jump table.
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
        }
    )*) => {
        $(pub(super) const $choices: &[Choice] = &[
            $(choice!($name $($since)?),)*
        ];)*
    };
}

words!(choices!);
