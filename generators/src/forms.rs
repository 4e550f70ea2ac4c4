//! Families of rows whose forms are enums that recognize themselves in finished cases.
//!
//! A *row* of a generator's table is a form of a family. [`Form`] is the interface for the table, the row sets and the histograms: the
//! form's name, its place in the family, and how often it occurs in a finished case. A form is addressed by its variant, so a misspelled
//! one does not compile.
//!
//! There are two kinds of families:
//!
//! - *Written* families are declared by [`forms!`], one line for each form: variant, name, and columns of the family's own row type, such
//!   as a weight, a precondition, the function that makes the form and the function that recognizes it.
//! - *Derived* families follow a table of the format (opcodes, operations, fields, enumerants). Their type implements [`Form`] by hand, in
//!   a few lines.
//!
//! `seen` uses facts of the finished case, never the state of the generator: tests, histograms and seeds count by it. Facts that many forms
//! need are computed once for a case, so that counting all rows takes one walk over the case.
//!
//! To convert a format: define a type of facts over its model; turn each array of names with its index constants into an invocation of
//! [`forms!`], with the arms over integers as columns; turn each array derived from a table into an implementation of [`Form`]; list the
//! types of the families in their order, so that ids, and with them the meaning of seeds, stay the same.

/// A form of a family: a row of a format's table.
pub(crate) trait Form: Copy + 'static {
    /// The facts of a finished case.
    type Facts<'m>;

    /// The place of the family in the table.
    const FAMILY: usize;

    /// Every form, in the order of the rows.
    fn all() -> &'static [Self];

    /// Returns its name within the family.
    fn name(self) -> String;

    /// Returns its place within the family.
    fn place(self) -> usize;

    /// Returns how often it occurs in a finished case.
    fn seen(self, facts: &Self::Facts<'_>) -> u64;
}

/// Declares a family: an enum with a variant for each form, in the order of the rows, and the columns of each.
///
/// ```text
/// forms! {
///     /// What the family is.
///     pub(super) enum Name: Row in Family::Name;
///     seen |form, facts: Facts| (form.row().seen)(facts);
///     Variant "name of the form" { weight: 3, needs: |build| true, make: |build| build.thing(), seen: |facts| facts.things() }
/// }
/// ```
///
/// `Row` is a struct of the family; its fields are the columns. `seen` returns how often a form occurs in a case: by a column, as here, or
/// from other columns. A row may leave out columns and name the constant of `Row` that contains the others: `Variant "name" { weight: 3,
/// ..USUAL }`.
macro_rules! forms {
    (
        $(#[$about:meta])*
        $visibility:vis enum $name:ident: $row:ident in $family:path;
        seen |$form:ident, $case:ident: $facts:ident| $seen:expr;
        $($variant:ident $text:literal { $($column:ident: $value:expr),* $(, ..$usual:ident)? })*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $name { $(#[doc = $text] $variant),* }

        impl $name {
            /// Every form, in the order of the rows.
            pub(super) const ALL: &'static [Self] = &[$(Self::$variant),*];

            const ROWS: &'static [$row] = &[$($row { $($column: $value,)* $(..$row::$usual)? }),*];

            /// Returns the columns of the form.
            #[inline]
            pub(super) const fn row(self) -> &'static $row {
                &Self::ROWS[self as usize]
            }
        }

        impl $crate::forms::Form for $name {
            type Facts<'m> = $facts<'m>;

            const FAMILY: usize = $family as usize;

            fn all() -> &'static [Self] {
                Self::ALL
            }

            fn name(self) -> String {
                match self { $(Self::$variant => $text),* }.to_owned()
            }

            #[inline]
            fn place(self) -> usize {
                self as usize
            }

            fn seen(self, $case: &$facts<'_>) -> u64 {
                let $form = self;
                $seen
            }
        }
    };
}

pub(crate) use forms;
