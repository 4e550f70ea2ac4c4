//! Data shared by the functions of one plan.

use super::spelling::Pointers;
use crate::pnacl::execution::{Plan, Unsupported};
use irsmith_pnacl::interpret::Layout;
use irsmith_pnacl::tables::{Intrinsic, intrinsic};
use irsmith_pnacl::{Instruction, Module, Value, ValueType};

/// The guards that are emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guards {
    /// All: every execution follows the total semantics.
    All,
    /// Only those that keep NaNs canonical. Executions that trap, run out of fuel or have undefined behaviour by the manual must not be
    /// run, because LLVM uses that undefined behaviour.
    NanOnly,
}

/// A plan of a file.
pub(super) struct Unit<'a> {
    /// The number, the prefix of the names of its functions.
    pub(super) number: usize,
    pub(super) plan: &'a Plan<'a>,
    pub(super) guards: Guards,
    pub(super) pointers: Pointers,
    /// Type of the file's memory: an array of bytes.
    pub(super) memory: String,
    /// For each function: the intrinsic that it is.
    intrinsics: Vec<Option<&'static Intrinsic>>,
}

impl<'a> Unit<'a> {
    pub(super) fn new(number: usize, plan: &'a Plan<'a>, guards: Guards, pointers: Pointers, memory: &str) -> Self {
        Self { number, plan, guards, pointers, memory: memory.into(), intrinsics: intrinsics(plan.module) }
    }

    /// Returns whether the total semantics are to be enforced.
    pub(super) fn guarded(&self) -> bool {
        self.guards == Guards::All
    }

    pub(super) fn intrinsic(&self, function: u32) -> Option<&'static Intrinsic> {
        self.intrinsics.get(function as usize).copied().flatten()
    }

    pub(super) fn module(&self) -> &'a Module {
        self.plan.module
    }

    /// Returns whether a function can be called: it has a body.
    pub(super) fn is_defined(&self, function: u32) -> bool {
        self.module().functions.get(function as usize).is_some_and(|function| function.body.is_some())
    }

    /// Returns the functions with a body: index, address, and whether the signature is this one.
    pub(super) fn candidates(&self, result: ValueType, arguments: &[ValueType]) -> Vec<(u32, u32, bool)> {
        (0..self.module().functions.len() as u32)
            .filter(|&function| self.is_defined(function))
            .map(|function| {
                let same = self.plan.result(function) == result && self.plan.parameters(function).eq(arguments.iter().copied());
                (function, Layout::function_address(function), same)
            })
            .collect()
    }

    /// Returns the name of a function in the file.
    pub(super) fn symbol(&self, function: u32) -> String {
        format!("@m{}.f{function}", self.number)
    }
}

fn intrinsics(module: &Module) -> Vec<Option<&'static Intrinsic>> {
    let mut found = vec![None; module.functions.len()];
    // The last name of a function counts.
    for symbol in &module.symbols {
        if symbol.value == Value::function(symbol.value.index())
            && let Some(slot) = found.get_mut(symbol.value.index() as usize)
        {
            *slot = intrinsic(&symbol.name);
        }
    }
    found
}

/// Checks that the lowering supports everything in a module.
///
/// # Errors
/// Returns the error `setjmp` for modules that call setjmp or longjmp: LLVM's own forms of them need a frame that returns twice, for which
/// its optimisers assume the rules of C.
pub fn supported(module: &Module) -> Result<(), Unsupported> {
    let intrinsics = intrinsics(module);
    let jumps = |instruction: &Instruction| match instruction {
        Instruction::Call { callee, .. } => {
            let row = intrinsics.get(callee.index() as usize).copied().flatten();
            row.is_some_and(|row| matches!(row.name, "llvm.nacl.setjmp" | "llvm.nacl.longjmp"))
        }
        _ => false,
    };
    let mut bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    if bodies.any(|body| body.instructions.iter().any(jumps)) { Err(Unsupported("setjmp")) } else { Ok(()) }
}
