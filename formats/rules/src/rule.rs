//! A rule, and the table of them.

use std::fmt;

/// What breaking a rule means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The specification, or what stands in its place for the format, forbids it: the case is not valid.
    Error,
    /// The specification is silent, but the tools refuse it: the case is not valid.
    Parity,
    /// The specification is silent or contradicts itself, and we decided that it means nothing: the case is not valid.
    Choice,
    /// Suspicious, or beyond what some tools read. The case is valid.
    Warning,
}

impl Severity {
    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Parity => "error (parity)",
            Self::Choice => "error (choice)",
            Self::Warning => "warning",
        }
    }

    /// Whether it makes a case invalid.
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Warning)
    }
}

/// Where a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The document; empty when it is what tools do.
    pub document: &'static str,
    /// The section of the document, or the tools that refuse what breaks the rule.
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
    /// What breaking it means.
    pub severity: Severity,
    /// Where it comes from.
    pub source: Source,
    /// The rule in one sentence.
    pub text: &'static str,
}

/// Declares the rules of a format: `RuleId`, with a variant a rule, and `RULES`, with a row a rule.
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

        /// Every rule, grouped by what it speaks of.
        pub const RULES: &[$crate::Rule] = {
            /// Where rules come from.
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
            /// The row.
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
