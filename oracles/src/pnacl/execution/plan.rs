//! What to run.

use irsmith_generators::Choices;
use irsmith_generators::pnacl::{Execution, arguments};
use irsmith_pnacl::interpret::{Bits, Budget, Layout, Options, Sizes};
use irsmith_pnacl::tables::Outcome;
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
    /// The most that a call may spend.
    pub budget: Budget,
}

/// A call from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// A function with a body.
    pub function: u32,
    /// A value of each parameter's type.
    pub arguments: Vec<Bits>,
    /// What the call may spend, not more than [`Plan::budget`].
    pub budget: Budget,
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
    /// So many of them repeat others with less to spend than most need. Programs end far from the limits of [`Plan::BUDGET`], so that
    /// no other call would meet the last block that fuel is left for, or the last call that may be nested. They cost little, for they end
    /// early.
    const TIGHT_CALLS: usize = 2;
    /// The budget of a tight call is below these: a function calls three others in a row at most, and itself three times, and one call of a
    /// generated function enters some dozen blocks.
    const TIGHT: Budget = Budget { blocks: 1 << 7, depth: 5 };

    /// A plan without calls; `None` when the module's globals need more than [`Plan::MEMORY`].
    pub fn new(module: &'m Module) -> Option<Self> {
        let layout = Layout::of(module, Self::SIZES, Self::MEMORY).ok()?;
        let image = layout.image(module);
        Some(Self { module, layout, image, calls: Vec::new(), budget: Self::BUDGET })
    }

    /// Draws calls, up to [`Plan::CALLS`]: of every function with a body, from one of them on, each with other arguments; again of those
    /// with parameters while there is room, but of none more than three; then some of those once more, with a tight budget.
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

    /// Repeats a call with little fuel, and one of a function that calls others with little depth.
    fn draw_tight(&mut self, choices: &mut Choices<'_, '_>) {
        let mut repeat = |candidates: Vec<Call>, tighten: fn(&mut Choices<'_, '_>, &mut Budget)| {
            let mut call = candidates.get(choices.below(candidates.len())).cloned();
            call.iter_mut().for_each(|call| tighten(choices, &mut call.budget));
            call
        };
        // As many draws below 2 as below 64: what small programs enter counts as much as what large ones do.
        let starved = repeat(self.calls.clone(), |choices, budget| {
            let bits = choices.below(Self::TIGHT.blocks.ilog2() as usize);
            budget.blocks = 1 + choices.below(1 << bits) as u64;
        });
        let callers = self.calls.iter().filter(|call| self.calls_others(call.function)).cloned().collect();
        // Most functions call none that calls another.
        let nested = repeat(callers, |choices, budget| {
            let most = 1 + choices.below(Self::TIGHT.depth as usize - 1);
            budget.depth = 1 + choices.below(most) as u32;
        });
        self.calls.extend(starved.into_iter().chain(nested));
    }

    /// Whether a function calls one that has a body.
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
