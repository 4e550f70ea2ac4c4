//! Data shared by all functions of a module.

use crate::signatures::{Shape, Signatures};
use cranelift_module::{DataId, FuncId};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::Layout;

/// A module, and the names of the compiled objects.
pub(crate) struct Environment<'m> {
    /// The module.
    pub(crate) module: &'m Module,
    /// The addresses of its globals.
    pub(crate) layout: &'m Layout,
    /// Signatures of its functions.
    pub(crate) shapes: Vec<Shape>,
    /// Numbers of these signatures.
    pub(crate) signatures: Signatures,
    /// Its functions, `None` for one without a body.
    pub(crate) functions: Vec<Option<FuncId>>,
    /// The function table.
    pub(crate) table: DataId,
    /// The remainder of doubles, on their bits.
    pub(crate) remainder: FuncId,
}
