//! Errors of compiling or running a program.

use cranelift_codegen::CodegenError;
use cranelift_module::ModuleError;
use std::fmt;

/// Why a program cannot be compiled or run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The module uses something that this lowering does not support, or exceeds its limit: a reason in kebab case.
    Unsupported(&'static str),
    /// The module is not valid, for this reason.
    Invalid(&'static str),
    /// Cranelift rejected the lowered function, with this message.
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
