//! What a case can show beyond its single rows: noticed where it arises, not chosen.

macro_rules! shapes {
    ($($name:ident $text:literal)*) => {
        /// A property of a case.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Shape { $($name),* }

        /// Names of all shapes in order.
        pub(super) const SHAPES: &[&str] = &[$($text),*];
    };
}

shapes! {
    Loop "loop"
    NestedLoop "loop within a loop"
    SelfLoop "block that branches to itself"
    Irreducible "loop with two entries"
    BothArms "both arms of a branch to one block"
    SharedCases "several cases to one block"
    UnreachableBlock "unreachable block"
    UnreachablePredecessor "reachable block with an unreachable predecessor"
    NoReturn "function that never returns"
    PhiSeveralEdges "phi with several edges from one predecessor"
    PhiBackEdge "phi with a value over a back edge"
    PhiMutual "phis that feed each other over a back edge"
    PhiSelf "phi of itself"
    ForwardOperand "operand that is defined later in the file"
    Recursion "function that calls itself"
    CallLater "call of a later function"
    CallEntry "call of the entry point"
    FunctionAddress "address of a function as an operand"
    GlobalAddress "address of a global as an operand"
    Compound "compound initializer"
    SeveralFunctions "several functions"
    UnusedIntrinsic "intrinsic that is declared and never called"
    SharedRoot "global that is the root of a shared object"
    UnnamedFunction "internal function without a name"
    NamedFunction "internal function with a name"
    NamedGlobal "global with a name"
    NoConstants "function without constants"
}
