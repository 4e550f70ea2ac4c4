//! The container: the model to YAML as llc prints it, by the rows of [`crate::tables::FUNCTION`].

mod fields;
mod function;
mod info;
mod lines;
mod literal;
mod quote;
mod rows;
mod value;

use crate::tables::Version;
use crate::{File, Function};
use fields::Fields;
pub(super) use fields::Losses;

/// The set of keys that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// All keys, as llc prints them.
    #[default]
    Full,
    /// Keys whose values differ from those of absent keys, as llc prints with `-simplify-mir`.
    Simplified,
}

impl File {
    /// Returns the file with all keys, as llc 19 prints it, and with what later releases have where it says something. For the text of
    /// another release, see [`File::write_for`].
    ///
    /// Reading it gives the same model, if YAML and LLVM's names can represent the model: the module's text has no control characters, and
    /// numbers are in the range of their keys.
    pub fn write(&self) -> String {
        self.write_in(Style::Full)
    }

    /// Returns the file in a style; both styles read back to the same model.
    pub fn write_in(&self, style: Style) -> String {
        let mut out = String::new();
        self.write_module(Version::TABLES, &mut out);
        for function in &self.functions {
            write_function(function, style, None, &mut out);
        }
        out
    }

    /// Writes the document of the module, if there is one.
    pub(super) fn write_module(&self, release: Version, out: &mut String) {
        if let Some(ir) = &self.ir {
            out.push_str("---");
            literal::module(&ir.text, release, out);
            out.push_str("...\n");
        }
    }
}

/// Writes the document of a function, without keys that the release of `losses` does not read.
pub(super) fn write_function(function: &Function, style: Style, losses: Option<&Losses>, out: &mut String) {
    out.push_str("---\n");
    let start = out.len();
    function::function(function, &mut Fields::document(style, losses, out));
    if !function.unknown_keys.is_empty() {
        // The body is the last key, and its lines are indented.
        let body = out[start..].rfind("\nbody:").map_or(out.len(), |at| start + at + 1);
        let after = out.split_off(body);
        info::keys(&function.unknown_keys, out);
        out.push_str(&after);
    }
    out.push_str("...\n");
}
