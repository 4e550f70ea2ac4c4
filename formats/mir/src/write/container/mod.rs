//! The container: the model to YAML as llc 19 prints it, by the rows of [`crate::tables::FUNCTION`].

mod fields;
mod frame;
mod function;
mod info;
mod lists;
mod literal;
mod objects;
mod quote;
mod value;

use crate::File;
use fields::Fields;

/// Which keys are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// All, as llc prints.
    #[default]
    Full,
    /// Those whose values differ from what their absence says, as llc prints with `-simplify-mir`.
    Simplified,
}

impl File {
    /// The file with all keys, as llc prints it.
    ///
    /// Reading it gives the same model, as long as the model says what YAML and LLVM's names can spell: the module's text has no control
    /// characters, and numbers are in the range of their keys.
    pub fn write(&self) -> String {
        self.write_in(Style::Full)
    }

    /// The file in a style; both read back to the same model.
    pub fn write_in(&self, style: Style) -> String {
        let mut out = String::new();
        if let Some(ir) = &self.ir {
            out.push_str("---");
            literal::module(&ir.text, &mut out);
            out.push_str("...\n");
        }
        for function in &self.functions {
            out.push_str("---\n");
            function::function(function, &mut Fields::document(style, &mut out));
            out.push_str("...\n");
        }
        out
    }
}
