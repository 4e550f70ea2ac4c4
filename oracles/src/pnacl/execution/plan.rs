//! The description of what to run.

use irsmith_generators::Choices;
use irsmith_generators::pnacl::{Execution, arguments};
use irsmith_pnacl::interpret::{Bits, Budget, Layout, Options, Sizes};
use irsmith_pnacl::tables::Outcome;
use irsmith_pnacl::{Module, ValueType};

/// Calls of a module's functions, each on the initial memory.
#[derive(Clone, Debug)]
pub struct Plan<'m> {
    /// A valid module.
    pub module: &'m Module,
    /// The addresses of its globals.
    pub layout: Layout,
    /// The initial memory of every call.
    pub image: Vec<u8>,
    /// The calls.
    pub calls: Vec<Call>,
    /// The largest budget of a call.
    pub budget: Budget,
}

/// A call from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// A function with a body.
    pub function: u32,
    /// A value of each parameter's type.
    pub arguments: Vec<Bits>,
    /// The budget of the call, not more than [`Plan::budget`].
    pub budget: Budget,
}

impl<'m> Plan<'m> {
    /// Stack of the programs, as much as generated programs need. Small, because every call begins by writing all memory.
    pub const SIZES: Sizes = Sizes { stack: Execution::STACK, heap: 0 };
    /// Bytes of memory that a program may have.
    pub const MEMORY: u32 = 128 << 10;
    /// Generated programs end within some hundred blocks; native code needs real stack for this many frames.
    pub const BUDGET: Budget = Budget { blocks: Execution::BLOCKS, depth: 64 };
    /// The options for decoding a module in the interpreter, so that it means the same.
    pub const OPTIONS: Options = Options { sizes: Self::SIZES, memory: Self::MEMORY, results: false };
    /// The maximal number of calls of a drawn plan: a case should not cost much more than its module.
    pub const CALLS: usize = 8;
    /// This many of them repeat others with a smaller budget than most need. Programs end far from the limits of [`Plan::BUDGET`], so no
    /// other call would reach the last block with fuel, or the deepest allowed call. They cost little, because they end early.
    const TIGHT_CALLS: usize = 2;
    /// The upper limit of the budget of a tight call: a function calls at most three others in a chain, and itself three times, and one
    /// call of a generated function enters some dozen blocks.
    const TIGHT: Budget = Budget { blocks: 1 << 7, depth: 5 };

    /// Makes a plan without calls; `None` if the module's globals need more than [`Plan::MEMORY`].
    pub fn new(module: &'m Module) -> Option<Self> {
        let layout = Layout::of(module, Self::SIZES, Self::MEMORY).ok()?;
        let image = layout.image(module);
        Some(Self { module, layout, image, calls: Vec::new(), budget: Self::BUDGET })
    }

    /// Draws calls, up to [`Plan::CALLS`]: of every function with a body, starting at a drawn one, each with other arguments; then further
    /// calls of those with parameters while there is room, but at most three of each; then some of these calls once more, with a tight
    /// budget.
    pub fn draw(&mut self, choices: &mut Choices<'_, '_>) {
        let bodies = (0u32..).zip(&self.module.functions).filter(|(_, function)| function.body.is_some());
        let mut functions: Vec<u32> = bodies.map(|(index, _)| index).collect();
        let first = choices.below(functions.len());
        functions.rotate_left(first);
        for round in 0..3 {
            for &function in &functions {
                let room = self.calls.len() < Self::CALLS - Self::TIGHT_CALLS;
                if room && (round == 0 || self.parameters(function).next().is_some()) {
                    let arguments = arguments(choices, self.module, function);
                    self.calls.push(Call { function, arguments, budget: self.budget });
                }
            }
        }
        self.draw_tight(choices);
    }

    /// Repeats a call with little fuel, and a call of a function that calls others with little depth.
    fn draw_tight(&mut self, choices: &mut Choices<'_, '_>) {
        let mut repeat = |candidates: Vec<Call>, tighten: fn(&mut Choices<'_, '_>, &mut Budget)| {
            let mut call = candidates.get(choices.below(candidates.len())).cloned();
            call.iter_mut().for_each(|call| tighten(choices, &mut call.budget));
            call
        };
        // As many draws below 2 as below 64: small programs, which enter few blocks, count as much as large ones.
        let starved = repeat(self.calls.clone(), |choices, budget| {
            let bits = choices.below(Self::TIGHT.blocks.ilog2() as usize);
            budget.blocks = 1 + choices.below(1 << bits) as u64;
        });
        let callers = self.calls.iter().filter(|call| self.calls_others(call.function)).cloned().collect();
        // The callees of most functions call no others.
        let nested = repeat(callers, |choices, budget| {
            let most = 1 + choices.below(Self::TIGHT.depth as usize - 1);
            budget.depth = 1 + choices.below(most) as u32;
        });
        self.calls.extend(starved.into_iter().chain(nested));
    }

    /// Returns whether a function calls one that has a body.
    fn calls_others(&self, function: u32) -> bool {
        let body_of = |function: u32| self.module.functions.get(function as usize).and_then(|function| function.body.as_ref());
        body_of(function).is_some_and(|body| {
            body.instructions.iter().any(|instruction| match instruction.outcome() {
                Outcome::ReturnedBy(callee) => body_of(callee.index()).is_some(),
                Outcome::Returned(_) => true,
                Outcome::SameAs(_) | Outcome::ElementOf(_) | Outcome::ComparisonOf(_) | Outcome::Address | Outcome::Stated(_) => false,
                Outcome::Ends | Outcome::Nothing => false,
            })
        })
    }

    /// Returns the types of a function's parameters.
    pub fn parameters(&self, function: u32) -> impl Iterator<Item = ValueType> + '_ {
        let parameters = self.module.signature_of(function).map_or(&[][..], |signature| &signature.parameters);
        parameters.iter().map(|&ty| self.module.value_type(ty))
    }

    /// Returns the type of a function's result.
    pub fn result(&self, function: u32) -> ValueType {
        self.module.signature_of(function).map_or(ValueType::VOID, |signature| self.module.value_type(signature.result))
    }
}
