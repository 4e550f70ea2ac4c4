//! What to run.

use irsmith_pnacl::interpret::{Bits, Budget, Layout, Sizes};
use irsmith_pnacl::{Module, ValueType};

/// Calls of a module's functions, each on memory as it is at the start.
#[derive(Clone, Debug)]
pub struct Plan<'m> {
    /// A valid module.
    pub module: &'m Module,
    /// Where its globals lie.
    pub layout: Layout,
    /// The memory that every call begins with.
    pub image: Vec<u8>,
    /// The calls.
    pub calls: Vec<Call>,
    /// What each call may spend.
    pub budget: Budget,
}

/// A call from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// A function with a body.
    pub function: u32,
    /// A value of each parameter's type.
    pub arguments: Vec<Bits>,
}

impl<'m> Plan<'m> {
    /// Stack of the programs: generated ones take some hundred bytes. Small, for every call begins by writing all memory.
    pub const SIZES: Sizes = Sizes { stack: 4 << 10, heap: 0 };
    /// Bytes of memory that a program may have.
    pub const MEMORY: u32 = 128 << 10;
    /// Generated programs end within some hundred blocks; native code has real stack for so many frames.
    pub const BUDGET: Budget = Budget { blocks: 10_000, depth: 64 };

    /// A plan without calls; `None` when the module's globals need more than [`Plan::MEMORY`].
    pub fn new(module: &'m Module) -> Option<Self> {
        let layout = Layout::of(module, Self::SIZES, Self::MEMORY).ok()?;
        let image = layout.image(module);
        Some(Self { module, layout, image, calls: Vec::new(), budget: Self::BUDGET })
    }

    /// Types of a function's parameters.
    pub fn parameters(&self, function: u32) -> impl Iterator<Item = ValueType> + '_ {
        let parameters = self.module.signature_of(function).map_or(&[][..], |signature| &signature.parameters);
        parameters.iter().map(|&ty| self.module.value_type(ty))
    }

    /// Type of a function's result.
    pub fn result(&self, function: u32) -> ValueType {
        self.module.signature_of(function).map_or(ValueType::VOID, |signature| self.module.value_type(signature.result))
    }
}
