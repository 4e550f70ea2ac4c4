//! The functions of the module that is being generated, with and without bodies.

use super::kinds::Kind;
use irsmith_pnacl::tables::IntrinsicId;
use irsmith_pnacl::{Body, Function, Linkage, TypeId, Value};

/// A function that can be called by name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Callable {
    pub(super) function: u32,
    pub(super) result: Option<Kind>,
}

/// The functions of the module that is being generated.
#[derive(Debug)]
pub(super) struct Functions {
    list: Vec<Function>,
    /// The function of each declared intrinsic.
    intrinsics: [Option<u32>; IntrinsicId::ALL.len()],
    /// Functions with a body, in order.
    defined: Vec<Callable>,
    /// The entry point.
    entry: Option<Value>,
}

impl Default for Functions {
    fn default() -> Self {
        Self { list: Vec::new(), intrinsics: [None; IntrinsicId::ALL.len()], defined: Vec::new(), entry: None }
    }
}

impl Functions {
    /// Begins with the functions that a module has.
    pub(super) fn start(&mut self, list: Vec<Function>) {
        self.list = list;
        self.intrinsics = [None; IntrinsicId::ALL.len()];
        self.defined.clear();
        self.entry = None;
    }

    /// The functions, at the end.
    pub(super) fn take(&mut self) -> Vec<Function> {
        std::mem::take(&mut self.list)
    }

    /// Takes back what [`Functions::take`] gave.
    pub(super) fn give(&mut self, list: Vec<Function>) {
        self.list = list;
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, function: u32) -> Option<&Function> {
        self.list.get(function as usize)
    }

    /// Returns the functions that have a body, or will get one, in order.
    pub(super) fn defined(&self) -> &[Callable] {
        &self.defined
    }

    pub(super) const fn entry(&self) -> Option<Value> {
        self.entry
    }

    fn push(&mut self, ty: TypeId, linkage: Linkage) -> u32 {
        self.list.push(Function { ty, linkage, body: None });
        self.list.len() as u32 - 1
    }

    /// Adds a function that will get a body.
    pub(super) fn define(&mut self, ty: TypeId, result: Option<Kind>) -> u32 {
        let function = self.push(ty, Linkage::Internal);
        self.defined.push(Callable { function, result });
        function
    }

    /// Adds the entry point, which will get a body.
    pub(super) fn define_entry(&mut self, ty: TypeId, result: Option<Kind>) -> u32 {
        let function = self.push(ty, Linkage::External);
        self.defined.push(Callable { function, result });
        self.entry = Some(Value::function(function));
        function
    }

    /// Makes the existing functions of a module callable.
    pub(super) fn adopt(&mut self, callable: Callable) {
        self.defined.push(callable);
    }

    pub(super) fn set_body(&mut self, function: u32, body: Body) {
        self.list[function as usize].body = Some(body);
    }

    /// Returns the type of a function.
    pub(super) fn ty(&self, function: u32) -> TypeId {
        self.list[function as usize].ty
    }

    /// Returns the function of an intrinsic, if it is declared.
    pub(super) const fn intrinsic(&self, id: IntrinsicId) -> Option<u32> {
        self.intrinsics[id as usize]
    }

    /// Records that a function of the module is an intrinsic.
    pub(super) const fn adopt_intrinsic(&mut self, id: IntrinsicId, function: u32) {
        self.intrinsics[id as usize] = Some(function);
    }

    /// Declares an intrinsic.
    pub(super) fn declare_intrinsic(&mut self, id: IntrinsicId, ty: TypeId) -> u32 {
        let function = self.push(ty, Linkage::External);
        self.intrinsics[id as usize] = Some(function);
        function
    }
}
