//! The parameters of programs for execution.

/// The properties of a program for execution. Probabilities are parts of 256.
///
/// The parameters are values, not ranges: a case draws its properties from its bytes; engines that want other cases change the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Execution {
    /// Approximate number of instructions of a module. Default 200: a compiler spends as long on the module as on compiling it.
    pub instructions: u32,
    /// Approximate limit of the instructions that one call of a function executes; loops and calls are generated only as far as this
    /// allows. Default 10,000: a millisecond even if an engine takes 100 ns for each.
    pub steps: u32,
    /// Limit of the iterations of a loop. Default 12.
    pub rounds: u32,
    /// How often operands come from the tables of edge cases. Default 112: with more, too few operations would use results of others.
    pub edges: u16,
    /// How often such an operand is a literal; otherwise it comes from memory, so that no compiler can fold it. Default 72.
    pub literals: u16,
    /// How often a value that is already used elsewhere also goes into the checksum or memory. Default 72: later operations hide wrong
    /// results (`and x, 0`), but a sink costs two instructions.
    pub sinks: u16,
    /// How often a module uses `setjmp` and `longjmp`. Default 24: more would cost too much, because LLVM must skip such a module; 0 for
    /// none.
    pub jumps: u16,
    /// How often an operation that is undefined for some operands, and continues with a value, is not guarded: shifts, conversions, lanes,
    /// alignments. 0 for programs that have no undefined behaviour.
    ///
    /// Guards hide bugs: a masked amount is never the width, and compilers combine the mask and the shift. Without guards, an execution
    /// tests nothing about compilers that exploit undefined behaviour. So there are two profiles.
    pub raw_values: u16,
    /// The same for operations that trap: divisions, addresses, the stack, `unreachable`, endless loops. Lower, because nothing after a
    /// trap is executed. Eight times as often for indirect calls and alignments of atomics, of which few programs contain more than one.
    pub raw_traps: u16,
}

impl Execution {
    /// Every execution is defined, and ends with a return.
    pub const DEFINED: Self =
        Self { instructions: 200, steps: 10_000, rounds: 12, edges: 112, literals: 72, sinks: 72, jumps: 24, raw_values: 0, raw_traps: 0 };

    /// Every execution has a result by the total semantics of [`irsmith_pnacl::interpret`]. A quarter of the modules have all guards. In
    /// the others, nearly half of the operations that would be undefined have no guard. In half of the modules no operation may trap, in
    /// the others one in 85 or 21.
    pub const TOTAL: Self = Self { raw_values: 112, raw_traps: 3, ..Self::DEFINED };

    /// Bytes of stack that are enough for any call of a defined function.
    pub const STACK: u32 = 1 << 12;

    /// Limit of the blocks that any call of a defined function enters.
    pub const BLOCKS: u64 = 5_000;
}

impl Default for Execution {
    fn default() -> Self {
        Self::DEFINED
    }
}
