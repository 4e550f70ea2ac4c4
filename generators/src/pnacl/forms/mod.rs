//! Families that follow the tables of the format: every combination that the ABI allows is a form, so that a new operation or type is a
//! new row without a change here.

mod abbreviations;
mod constants;
mod instructions;
mod parts;

pub(super) use abbreviations::AbbreviationForm;
pub(super) use constants::{FloatForm, IntegerClass, IntegerForm, UndefForm};
pub(super) use instructions::{
    AllocaForm, BinaryForm, CastForm, CompareForm, DeclareForm, ExtractForm, InsertForm, InstructionForm, LoadForm, PhiForm, SelectForm,
    StoreForm, TerminatorForm,
};
pub(super) use parts::{Addend, GlobalForm, InitializerForm, Piece, Target, TypeForm, TypeSort};

/// Declares a family whose forms are all combinations that an iterator gives.
///
/// ```text
/// derived! {
///     /// What the family is.
///     Name { field: Type, other: Type } in Family::Name;
///     all: an iterator of tuples of the fields, in the order of the rows;
///     name |form| its name;
///     seen |form, facts| how often it stands in a case;
/// }
/// ```
macro_rules! derived {
    (
        $(#[$about:meta])*
        $name:ident { $($field:ident: $ty:ty),* } in $family:path;
        all: $all:expr;
        name |$form:ident| $text:expr;
        seen |$seen_form:ident, $facts:ident| $seen:expr;
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::pnacl) struct $name {
            $(pub(in crate::pnacl) $field: $ty,)*
            place: u16,
        }

        impl crate::forms::Form for $name {
            type Facts<'m> = crate::pnacl::facts::Facts<'m>;

            const FAMILY: usize = $family as usize;

            fn all() -> &'static [Self] {
                static ALL: std::sync::LazyLock<Vec<$name>> =
                    std::sync::LazyLock::new(|| ($all).zip(0..).map(|(($($field,)*), place)| $name { $($field,)* place }).collect());
                &ALL
            }

            fn name(self) -> String {
                let $form = self;
                $text
            }

            #[inline]
            fn place(self) -> usize {
                self.place.into()
            }

            fn seen(self, $facts: &Self::Facts<'_>) -> u64 {
                let $seen_form = self;
                $seen
            }
        }
    };
}
use derived;
