//! Properties of several instructions, or of the module, beyond the single rows of a case.

use super::facts::{Counts, Facts, Flow, Uses};
use super::families::Family;
use crate::forms::forms;

forms! {
    /// A property of several instructions, or of the module.
    pub(super) enum Shape: ShapeRow in Family::Shape;
    seen |form, facts: Facts| match form.row().seen {
        Seen::Flow(seen) => seen(facts.flow()),
        Seen::Operands(seen) => seen(facts.uses()),
        Seen::Module(seen) => seen(facts.counts()),
    };
    Loop "loop" { seen: Seen::Flow(|flow| flow.looping) }
    NestedLoop "loop within a loop" { seen: Seen::Flow(|flow| flow.nested) }
    SelfLoop "block that branches to itself" { seen: Seen::Flow(|flow| flow.loops_of_one_block) }
    Irreducible "loop with two entries" { seen: Seen::Flow(|flow| flow.loose + flow.tangled) }
    BothArms "both arms of a branch to one block" { seen: Seen::Flow(|flow| flow.equal_arms) }
    SharedCases "several cases to one block" { seen: Seen::Flow(|flow| flow.shared_cases) }
    UnreachableBlock "unreachable block" { seen: Seen::Flow(|flow| flow.unreachable) }
    UnreachablePredecessor "reachable block with an unreachable predecessor" { seen: Seen::Flow(|flow| flow.entered_from_unreachable) }
    NoReturn "function that never returns" { seen: Seen::Flow(|flow| flow.never_returning) }
    PhiSeveralEdges "phi with several edges from one predecessor" { seen: Seen::Operands(|uses| uses.several_edges) }
    PhiBackEdge "phi with a value over a back edge" { seen: Seen::Operands(|uses| uses.over_back_edges) }
    PhiMutual "phis that feed each other over a back edge" { seen: Seen::Operands(|uses| uses.mutual) }
    PhiSelf "phi of itself" { seen: Seen::Operands(|uses| uses.own) }
    ForwardOperand "operand that is defined later in the file" { seen: Seen::Operands(|uses| uses.forward) }
    Recursion "function that calls itself" { seen: Seen::Operands(|uses| uses.recursion) }
    CallLater "call of a later function" { seen: Seen::Operands(|uses| uses.calls_later) }
    CallEntry "call of the entry point" { seen: Seen::Operands(|uses| uses.calls_entry) }
    FunctionAddress "address of a function as an operand" { seen: Seen::Operands(|uses| uses.function_addresses) }
    GlobalAddress "address of a global as an operand" { seen: Seen::Operands(|uses| uses.global_addresses) }
    Compound "compound initializer" { seen: Seen::Module(|counts| counts.compound_initializers) }
    SeveralFunctions "several functions" { seen: Seen::Module(|counts| counts.further_functions) }
    UnusedIntrinsic "intrinsic that is declared and never called" { seen: Seen::Module(|counts| counts.unused_intrinsics) }
    SharedRoot "global that is the root of a shared object" { seen: Seen::Module(|counts| counts.shared_roots) }
    UnnamedFunction "internal function without a name" { seen: Seen::Module(|counts| counts.unnamed_functions) }
    NamedFunction "internal function with a name" { seen: Seen::Module(|counts| counts.named_functions) }
    NamedGlobal "global with a name" { seen: Seen::Module(|counts| counts.named_globals) }
    NoConstants "function without constants" { seen: Seen::Module(|counts| counts.without_constants) }
}

/// The columns of a shape.
pub(super) struct ShapeRow {
    seen: Seen,
}

/// How the shape is recognized.
#[derive(Clone, Copy)]
enum Seen {
    Flow(fn(&Flow) -> u64),
    Operands(fn(&Uses) -> u64),
    Module(fn(&Counts) -> u64),
}
