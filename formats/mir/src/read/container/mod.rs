//! The container: bytes to documents, documents to YAML values, values to the model by the rows of [`crate::tables::FUNCTION`].

mod documents;
mod error;
mod fields;
mod function;
mod info;
mod report;
mod rows;
mod value;
mod yaml;

pub use error::ContainerError;
pub(crate) use value::bool as truth;

use crate::error::Errors;
use crate::{Dialect, EmbeddedIr, File, Limits, Older, Result};
use report::Report;
use yaml::{Kind, Node};

impl File {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns the errors in the file, up to [`Limits::errors`], with line and column. A YAML error ends its document; reading continues
    /// with the next one. Documents without a value, which llc skips, are not errors.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self> {
        Self::read_reporting(bytes, limits).map(|(file, _)| file)
    }

    /// Reads a file, and returns the positions of spellings of older releases, which the model does not keep: up to [`Limits::errors`]
    /// positions.
    ///
    /// # Errors
    /// As [`File::read`].
    pub fn read_reporting(bytes: &[u8], limits: &Limits) -> Result<(Self, Vec<Older>)> {
        Self::read_in(bytes, limits, Dialect::DEFAULT)
    }

    /// As [`File::read_reporting`], for a dialect: keys that its program alone has are carried in
    /// [`Function::unknown_keys`](crate::Function::unknown_keys) and the fields of that name of the other mappings, and written again: those
    /// of a function before the body, the others behind the keys that are known.
    ///
    /// # Errors
    /// As [`File::read`].
    pub fn read_in(bytes: &[u8], limits: &Limits, dialect: Dialect) -> Result<(Self, Vec<Older>)> {
        if bytes.len() > limits.bytes {
            return Err(vec![report::error("", 0, ContainerError::FileTooLarge { bytes: bytes.len(), limit: limits.bytes })]);
        }
        let text = documents::text(bytes).map_err(|(at, kind)| {
            let before = String::from_utf8_lossy(&bytes[..at]);
            vec![report::error(&before, before.len(), kind)]
        })?;
        let report = Report { text, errors: Errors::new(limits.errors).into(), dialect };
        let mut file = Self::default();
        let mut is_first = true;
        for document in &documents::split(text) {
            if report.is_full() {
                break;
            }
            let mut at = document.at;
            // Usually one iteration: only after the text of a module can the next document begin without a marker.
            loop {
                match yaml::document(text, at, document.end, limits.nesting) {
                    Ok((Node { kind: Kind::Empty, .. }, _)) => break,
                    Ok((node, end)) => {
                        file.add(is_first, &node, &report);
                        is_first = false;
                        at = end;
                    }
                    Err((at, kind)) => {
                        report.push(at, kind);
                        is_first = false;
                        break;
                    }
                }
                if at == document.end || report.is_full() {
                    break;
                }
            }
        }
        report.errors.into_inner().check_older(file)
    }

    /// Adds the contents of a document.
    fn add(&mut self, is_first: bool, node: &Node<'_>, report: &Report<'_>) {
        match &node.kind {
            Kind::Literal(literal) if is_first => self.ir = Some(EmbeddedIr { text: literal.text(report.text) }),
            Kind::Literal(_) => report.push(node.at, ContainerError::SecondModule),
            Kind::Mapping { .. } => self.functions.push(function::function(node, report)),
            _ => report.push(node.at, ContainerError::NoFunction),
        }
    }
}
