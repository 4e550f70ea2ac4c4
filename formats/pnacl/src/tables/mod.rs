//! The declarative tables of the format: one row for each block, record, operation, predicate, instruction and intrinsic.
//!
//! Reader, writer, printer, parser, validator and generator are derived from these rows. A new operation, cast, predicate or intrinsic is
//! one new row here.

mod block;
mod cast;
mod code;
mod compare;
mod field;
mod instruction;
mod intrinsic;
mod linkage;
mod lookup;
mod operation;
mod row;

pub use block::BlockKind;
pub use cast::CastOp;
pub use code::{abbreviation, constant, function, global, module, symbol, type_code};
pub use compare::Predicate;
pub use instruction::{INSTRUCTIONS, Instruction};
pub use intrinsic::{INTRINSIC_PREFIX, INTRINSICS, Intrinsic, IntrinsicArgument, IntrinsicId, intrinsic};
pub use linkage::Linkage;
pub use operation::BinaryOp;
pub(crate) use row::same;
pub use row::{InstructionRow, Outcome, Part, Syntax};

/// Declares an enumeration whose variants have a number on the wire and a name in assembly.
macro_rules! coded_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $variant = $code),* }

        impl $name {
            /// Every row, by number.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the row with this number on the wire.
            pub const fn from_code(code: u64) -> Option<Self> {
                match code {
                    $($code => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Returns the number on the wire.
            pub const fn code(self) -> u64 {
                self as u64
            }

            /// Returns the name in assembly.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }
    };
}
use coded_enum;
