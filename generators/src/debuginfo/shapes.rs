//! What a case can show beyond its single rows: a property of several instructions together.

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
    Interleaved "debug instructions among types and constants"
    CallLater "call of a later function"
    NoBody "function without a body"
    Void "function without a result"
    SeveralUnits "several compilation units"
    Recursive "composite with a pointer to itself"
    Opaque "opaque type"
    Namespace "namespace"
    Anonymous "namespace without a name"
    Nested "lexical block within two others"
    MemberFunction "member function"
    Base "composite with a base"
    StaticMember "member with a value"
    Argument "local variable that is an argument"
    OptimizedOut "function that was optimised out"
    Inlined "instructions that were inlined"
    InlinedTwice "instructions that were inlined with their caller"
    Unscoped "instruction behind the end of a scope"
    SharedOperation "operation in several expressions"
    Indexed "value with an index into it"
    MacroCommandLine "macro of the command line"
    FunctionMacro "macro with parameters"
    Unreachable "block behind a return"
}
