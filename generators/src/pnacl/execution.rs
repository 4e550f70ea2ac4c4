//! The knobs of programs that are to be executed.

/// What a program that is to be executed is like. Probabilities are parts of 256.
///
/// The knobs have values, not ranges: a case draws what it is from its bytes, engines that want other cases change them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Execution {
    /// Instructions of a module, about. Default 200: a compiler spends as long on the module as on compiling it.
    pub instructions: u32,
    /// Instructions that one call of a function may execute, about and at most; loops and calls are only made as far as this allows.
    /// Default 10,000: a millisecond even where an engine takes 100 ns for each.
    pub steps: u32,
    /// Rounds of a loop, at most. Default 12.
    pub rounds: u32,
    /// How often operands come from the tables of edges. Default 112: more would leave too few operations that work on what others computed.
    pub edges: u16,
    /// How often such an operand is a literal; else it comes out of memory, and no compiler can compute with it. Default 72.
    pub literals: u16,
    /// How often a value that is used elsewhere already goes into the checksum or memory too. Default 72: later operations hide what went
    /// wrong (`and x, 0`), but a sink costs two instructions.
    pub sinks: u16,
    /// How often a module uses `setjmp` and `longjmp`. Default 24: more would cost too much, for LLVM must skip such a module; 0 for none.
    pub jumps: u16,
    /// How often an operation that is undefined for some operands, and goes on with a value, is not guarded: shifts, conversions, lanes,
    /// alignments. 0 for programs that have no undefined behaviour.
    ///
    /// Guards hide: a masked amount is never the width, and compilers see the mask and the shift as one. Without guards, an execution
    /// tells nothing of compilers that make use of what is undefined. So there are two profiles.
    pub raw_values: u16,
    /// The same for what ends in a trap: divisions, addresses, the stack, `unreachable`, endless loops. Lower: nothing behind a trap is
    /// executed. Eight times as often for indirect calls and alignments of atomics, which few programs have more than one of.
    pub raw_traps: u16,
}

impl Execution {
    /// Every execution is defined, and ends by returning.
    pub const DEFINED: Self =
        Self { instructions: 200, steps: 10_000, rounds: 12, edges: 112, literals: 72, sinks: 72, jumps: 24, raw_values: 0, raw_traps: 0 };

    /// Every execution has a result by the total semantics of [`irsmith_pnacl::interpret`]. A quarter of the modules have all guards;
    /// in the others, an operation that would be undefined is left to the total semantics nearly as often as not; in half of the modules no
    /// operation is left to trap, in the others one in 85 or 21.
    pub const TOTAL: Self = Self { raw_values: 112, raw_traps: 3, ..Self::DEFINED };

    /// Bytes of stack that suffice for any call of a defined function.
    pub const STACK: u32 = 1 << 12;

    /// Blocks that any call of a defined function enters at most.
    pub const BLOCKS: u64 = 5_000;
}

impl Default for Execution {
    fn default() -> Self {
        Self::DEFINED
    }
}
