//! Families of rows whose forms are enums that see themselves.
//!
//! A *row* of a generator's table is a form of a family. [`Form`] is what the table, the row sets and the histograms need of it: its name, its
//! place in the family, and how often it stands in a finished case. A form is addressed by its variant, so a misspelled one does not compile.
//!
//! There are two kinds of families:
//!
//! - *Written* ones are declared by [`forms!`], one line a form: variant, name, and columns of the family's own row type, such as a weight, a
//!   precondition, the function that makes the form and the function that sees it.
//! - *Derived* ones follow a table of the format (opcodes, operations, fields, enumerants). Their type implements [`Form`] by hand, in a few lines.
//!
//! `seen` looks at facts of the finished case, never at the generator: it is what tests, histograms and seeds count by. What many forms ask
//! is found once for a case and kept in the facts, so that seeing all rows takes one walk over the case.
//!
//! A format follows in these steps: a type of facts over its model; each array of names with its index constants becomes an invocation of
//! [`forms!`], with the arms over integers as columns; each array derived from a table becomes an implementation of [`Form`]; the list of
//! families names the types in their order, so that ids, and with them the meaning of seeds, stay.

/// A form of a family: a row of a format's table.
pub(crate) trait Form: Copy + 'static {
    /// What is known of a finished case.
    type Facts<'m>;

    /// The place of the family in the table.
    const FAMILY: usize;

    /// Every form, in the order of the rows.
    fn all() -> &'static [Self];

    /// Its name within the family.
    fn name(self) -> String;

    /// Its place within the family.
    fn place(self) -> usize;

    /// How often it stands in a finished case.
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
/// `Row` is a struct of the family's own; its fields are the columns. `seen` says how often a form stands in a case: by a column, as here,
/// or by what other columns say. A row may leave out columns and name the
/// constant of `Row` that has the others: `Variant "name" { weight: 3, ..USUAL }`.
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

            /// The columns of the form.
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
