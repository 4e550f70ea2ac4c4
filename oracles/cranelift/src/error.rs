//! What can keep a program from being compiled or run.

use cranelift_codegen::CodegenError;
use cranelift_module::ModuleError;
use std::fmt;

/// Why there is no program, or no execution of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The module has something that this lowering does not do, or is larger than it takes: a reason in kebab case.
    Unsupported(&'static str),
    /// The module is not valid, in these words.
    Invalid(&'static str),
    /// Cranelift did not take what the lowering made: what it said.
    Refused(String),
}

impl From<ModuleError> for Error {
    fn from(error: ModuleError) -> Self {
        match error {
            ModuleError::Compilation(CodegenError::ImplLimitExceeded | CodegenError::CodeTooLarge) | ModuleError::Allocation { .. } => {
                Self::Unsupported("too-large")
            }
            error => Self::Refused(format!("{error:?}")),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(reason) => write!(f, "the lowering to Cranelift does not take it: {reason}"),
            Self::Invalid(what) => write!(f, "the module is not valid: {what}"),
            Self::Refused(message) => write!(f, "Cranelift refused what it was lowered to: {message}"),
        }
    }
}

impl std::error::Error for Error {}
