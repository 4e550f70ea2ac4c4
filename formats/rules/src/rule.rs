//! A rule, and the table of rules.

use std::fmt;

/// The consequence of breaking a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The specification, or its substitute for the format, forbids it: the case is not valid.
    Error,
    /// The specification does not cover it, but the tools reject it: the case is not valid.
    Parity,
    /// The specification does not cover it or contradicts itself, and we decided that it is meaningless: the case is not valid.
    Choice,
    /// Suspicious, or beyond what some tools support. The case is valid.
    Warning,
}

impl Severity {
    /// Returns the name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Parity => "error (parity)",
            Self::Choice => "error (choice)",
            Self::Warning => "warning",
        }
    }

    /// Returns whether it makes a case invalid.
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Warning)
    }
}

/// The source of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The document; empty if the source is the behaviour of tools.
    pub document: &'static str,
    /// The section of the document, or the tools that reject a case that breaks the rule.
    pub section: &'static str,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.document.is_empty() { "" } else { ", " };
        write!(f, "{}{separator}{}", self.document, self.section)
    }
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable name in kebab-case.
    pub id: &'static str,
    /// The consequence of breaking it.
    pub severity: Severity,
    /// The source.
    pub source: Source,
    /// The rule in one sentence.
    pub text: &'static str,
}

/// Declares the rules of a format: `RuleId`, with one variant per rule, and `RULES`, with one row per rule.
///
/// ```
/// irsmith_rules::rules! {
///     documents { Manual "manual"; Tools ""; }
///     Magic "magic" Error Manual("Header") "A file begins with its magic number.";
///     Size "size" Warning Tools("the reader") "A file is small.";
/// }
///
/// assert_eq!(RuleId::Magic.rule().source.to_string(), "manual, Header");
/// assert_eq!(RULES[1].source.to_string(), "the reader");
/// ```
#[macro_export]
macro_rules! rules {
    (
        documents { $($document:ident $name:literal;)* }
        $($variant:ident $id:literal $severity:ident $from:ident($section:literal) $text:literal;)*
    ) => {
        /// A row of [`RULES`], by number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum RuleId { $(#[doc = $text] $variant),* }

        /// Every rule, grouped by subject.
        pub const RULES: &[$crate::Rule] = {
            /// The sources of rules.
            enum Document { $($document),* }

            impl Document {
                const fn section(self, section: &'static str) -> $crate::Source {
                    $crate::Source { document: match self { $(Self::$document => $name),* }, section }
                }
            }

            &[$($crate::Rule {
                id: $id,
                severity: $crate::Severity::$severity,
                source: Document::$from.section($section),
                text: $text,
            }),*]
        };

        impl RuleId {
            /// Returns the row.
            pub const fn rule(self) -> &'static $crate::Rule {
                &RULES[self as usize]
            }
        }

        impl From<RuleId> for &'static $crate::Rule {
            fn from(id: RuleId) -> Self {
                id.rule()
            }
        }
    };
}
