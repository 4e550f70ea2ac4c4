//! What to run.

use irsmith_generators::Choices;
use irsmith_generators::pnacl::{Execution, arguments};
use irsmith_pnacl::interpret::{Bits, Budget, Layout, Options, Sizes};
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
    /// Stack of the programs, as much as generated ones need. Small, for every call begins by writing all memory.
    pub const SIZES: Sizes = Sizes { stack: Execution::STACK, heap: 0 };
    /// Bytes of memory that a program may have.
    pub const MEMORY: u32 = 128 << 10;
    /// Generated programs end within some hundred blocks; native code has real stack for so many frames.
    pub const BUDGET: Budget = Budget { blocks: Execution::BLOCKS, depth: 64 };
    /// How the interpreter is to decode a module, so that it means the same.
    pub const OPTIONS: Options = Options { sizes: Self::SIZES, memory: Self::MEMORY, results: false };
    /// Calls of a drawn plan, at most: a case should not cost much more than its module does.
    pub const CALLS: usize = 8;

    /// A plan without calls; `None` when the module's globals need more than [`Plan::MEMORY`].
    pub fn new(module: &'m Module) -> Option<Self> {
        let layout = Layout::of(module, Self::SIZES, Self::MEMORY).ok()?;
        let image = layout.image(module);
        Some(Self { module, layout, image, calls: Vec::new(), budget: Self::BUDGET })
    }

    /// Draws calls, up to [`Plan::CALLS`]: of every function with a body, from one of them on, each with other arguments; again of those
    /// with parameters while there is room, but of none more than three.
    pub fn draw(&mut self, choices: &mut Choices<'_, '_>) {
        let bodies = (0u32..).zip(&self.module.functions).filter(|(_, function)| function.body.is_some());
        let mut functions: Vec<u32> = bodies.map(|(index, _)| index).collect();
        let first = choices.below(functions.len());
        functions.rotate_left(first);
        for round in 0..3 {
            for &function in functions.iter().take(Self::CALLS) {
                if self.calls.len() < Self::CALLS && (round == 0 || self.parameters(function).next().is_some()) {
                    let arguments = arguments(choices, self.module, function);
                    self.calls.push(Call { function, arguments });
                }
            }
        }
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
