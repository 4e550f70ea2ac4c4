//! The program being lowered, as all functions of it see it.

use crate::mir::execution::Codegen;
use irsmith_pnacl::interpret::Layout;
use irsmith_pnacl::tables::{IntrinsicId, intrinsic};
use irsmith_pnacl::{Instruction, Module, Value, ValueKind, ValueType};

use crate::pnacl::execution::{Plan, Unsupported};

/// A plan of a file.
pub(super) struct Unit<'a> {
    /// The prefix of the names of its functions and variables.
    pub(super) prefix: String,
    pub(super) plan: &'a Plan<'a>,
    pub(super) codegen: Codegen,
    /// For each function: the intrinsic that it is.
    intrinsics: Vec<Option<IntrinsicId>>,
    /// The signatures of the functions with a body, without duplicates.
    signatures: Vec<(Vec<ValueType>, ValueType)>,
}

impl<'a> Unit<'a> {
    pub(super) fn new(prefix: String, plan: &'a Plan<'a>, codegen: Codegen) -> Self {
        let mut unit = Self { prefix, plan, codegen, intrinsics: intrinsics(plan.module), signatures: Vec::new() };
        for function in unit.functions().collect::<Vec<u32>>() {
            let signature = unit.signature(function);
            if !unit.signatures.contains(&signature) {
                unit.signatures.push(signature);
            }
        }
        unit
    }

    pub(super) fn module(&self) -> &'a Module {
        self.plan.module
    }

    pub(super) fn layout(&self) -> &'a Layout {
        &self.plan.layout
    }

    /// Returns the functions that have a body.
    pub(super) fn functions(&self) -> impl Iterator<Item = u32> + use<'_, 'a> {
        (0..self.module().functions.len() as u32).filter(|&function| self.is_defined(function))
    }

    /// Returns whether a function has a body.
    pub(super) fn is_defined(&self, function: u32) -> bool {
        self.module().functions.get(function as usize).is_some_and(|function| function.body.is_some())
    }

    /// Returns the intrinsic that a function is.
    pub(super) fn intrinsic(&self, function: u32) -> Option<IntrinsicId> {
        self.intrinsics.get(function as usize).copied().flatten()
    }

    fn signature(&self, function: u32) -> (Vec<ValueType>, ValueType) {
        (self.plan.parameters(function).collect(), self.plan.result(function))
    }

    /// Returns the number of a signature, from 1 up; `None` if no function with a body has it.
    pub(super) fn signature_number(&self, parameters: &[ValueType], result: ValueType) -> Option<u8> {
        let found = self.signatures.iter().position(|signature| signature.0 == parameters && signature.1 == result)?;
        u8::try_from(found + 1).ok()
    }

    /// Returns the number of each function's signature; 0 for functions without a body.
    pub(super) fn signature_numbers(&self) -> Vec<u8> {
        let number = |function| {
            let (parameters, result) = self.signature(function);
            if self.is_defined(function) { self.signature_number(&parameters, result).unwrap_or(0) } else { 0 }
        };
        (0..self.module().functions.len() as u32).map(number).collect()
    }

    /// Returns the name of a function in the file.
    pub(super) fn symbol(&self, function: u32) -> String {
        format!("{}f{function}", self.prefix)
    }

    /// Returns the name of a variable that belongs to the plan.
    pub(super) fn variable(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Returns the last address at which an access of `bytes` bytes may begin, as the distance from `first`.
    pub(super) fn last_offset(&self, first: u32, bytes: u32) -> Option<u32> {
        self.layout().end.checked_sub(first)?.checked_sub(bytes)
    }
}

fn intrinsics(module: &Module) -> Vec<Option<IntrinsicId>> {
    let mut found = vec![None; module.functions.len()];
    for symbol in module.symbols.iter().filter(|symbol| symbol.value.kind() == ValueKind::Function) {
        // A function with several names is what the last one says.
        if let Some(slot) = found.get_mut(symbol.value.index() as usize) {
            *slot = intrinsic(&symbol.name).map(|row| row.id);
        }
    }
    found
}

/// Checks that the lowering supports everything in a module.
///
/// # Errors
/// Returns the error `setjmp` for modules that call setjmp or longjmp, and `signatures` for modules with more than 255 signatures.
pub fn supported(module: &Module) -> Result<(), Unsupported> {
    let intrinsics = intrinsics(module);
    let jumps = |callee: &Value| {
        let intrinsic = intrinsics.get(callee.index() as usize).copied().flatten();
        matches!(intrinsic, Some(IntrinsicId::Setjmp | IntrinsicId::Longjmp))
    };
    let mut instructions = module.functions.iter().filter_map(|function| function.body.as_ref()).flat_map(|body| &body.instructions);
    if instructions.any(|instruction| matches!(instruction, Instruction::Call { callee, .. } if jumps(callee))) {
        return Err(Unsupported("setjmp"));
    }
    let mut signatures = Vec::new();
    for signature in (0..module.functions.len() as u32).filter_map(|function| module.signature_of(function)) {
        if !signatures.contains(&signature) {
            signatures.push(signature);
        }
    }
    if signatures.len() > usize::from(u8::MAX) { Err(Unsupported("signatures")) } else { Ok(()) }
}
