//! The writers and readers of the format: of files in either style.

use irsmith_mir::{Error, File, Style};

use super::case::TEXT_LIMITS;
use super::difference::file_difference;
use crate::codec::Codec;
use crate::fixpoint::Canonical;
use crate::{Difference, Fault};

/// Files as text in the style that llc prints. A file that cannot be read again fails under the rule that it breaks.
#[derive(Debug)]
pub(super) struct Text;

impl Codec for Text {
    type Model = File;
    type Written = String;

    fn write(&self, file: &File) -> Result<String, Fault> {
        Ok(file.write())
    }

    fn read(&self, text: &String) -> Result<File, Fault> {
        read(text).map_err(|errors| Fault::new("not-read", errors[0].kind.rule().id, errors[0].to_string()))
    }

    fn difference(&self, before: &File, after: &File) -> Option<Difference> {
        file_difference(before, after)
    }
}

/// Files as text in a style, whose name is part of every signature.
#[derive(Debug)]
pub(super) struct Styled {
    /// The style.
    pub(super) style: Style,
    /// The name.
    pub(super) name: &'static str,
}

impl Codec for Styled {
    type Model = File;
    type Written = String;

    fn write(&self, file: &File) -> Result<String, Fault> {
        Ok(file.write_in(self.style))
    }

    fn read(&self, text: &String) -> Result<File, Fault> {
        read(text).map_err(|errors| {
            let line = errors.first().and_then(|error| text.lines().nth(error.at.line as usize - 1));
            let evidence = format!("{}\n{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"), line.unwrap_or(""));
            Fault::new("not-read", self.name, evidence)
        })
    }

    fn difference(&self, before: &File, after: &File) -> Option<Difference> {
        let difference = file_difference(before, after)?;
        Some(Difference { element: format!("{} {}", self.name, difference.element), ..difference })
    }
}

impl Canonical for Styled {
    fn change(&self, before: &String, after: &String) -> Option<Fault> {
        (before != after).then(|| Fault::new("text-changed", self.name, "written again, the text differs"))
    }
}

fn read(text: &str) -> Result<File, Vec<Error>> {
    File::read(text.as_bytes(), &TEXT_LIMITS)
}
