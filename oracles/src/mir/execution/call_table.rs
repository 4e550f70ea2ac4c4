//! A driver that makes calls from a table, for functions that take and return numbers in registers.
//!
//! The calls are data and the loop over them is assembly, so that nothing is compiled but the functions themselves.

use super::Processor;
use super::driver::without_prepare;

/// The most arguments of a call; X86-64 takes six of them in registers.
pub const ARGUMENTS: usize = 8;

/// `trapped` of a call that has changed a register or the stack pointer that it must preserve; 0 of any other that returned.
pub const LOST: u64 = 1;
/// `trapped` of a call that ended with a trap instruction.
pub const TRAPPED: u64 = 2;

/// A call of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCall<'a> {
    /// The function.
    pub function: &'a str,
    /// The registers of its arguments.
    pub arguments: [u64; ARGUMENTS],
}

/// Returns the lines of an IR document that contain the driver and its variables, except `memory`, which has `size` bytes, a multiple of 8.
///
/// For each call the program writes a [`Record`](super::Record) and all of `memory`. The result is the register of integer results;
/// `trapped` is 0, [`LOST`] or [`TRAPPED`].
pub fn call_driver(processor: Processor, calls: &[TableCall<'_>], size: u32) -> String {
    let text = match processor {
        Processor::X86_64 => include_str!("x86_64_calls.s"),
        Processor::AArch64 => include_str!("aarch64_calls.s"),
    };
    let mut out = without_prepare(processor);
    for line in text.replace("MEMORY_SIZE", &size.to_string()).lines().filter(|line| !line.starts_with('#')) {
        out += &format!("  module asm \"{line}\"\n");
    }
    for variable in ["trapped", "next_call", "kept_stack"] {
        out += &format!("  @{variable} = internal global i64 0\n");
    }
    let entry = format!("{{ ptr, [{ARGUMENTS} x i64] }}");
    out += &format!("  @calls = internal constant [{} x {entry}] [\n", calls.len() + 1);
    for TableCall { function, arguments } in calls {
        let words: Vec<String> = arguments.iter().map(|word| format!("i64 {}", word.cast_signed())).collect();
        out += &format!("    {entry} {{ ptr @{function}, [{ARGUMENTS} x i64] [ {} ] }},\n", words.join(", "));
    }
    out + &format!("    {entry} zeroinitializer ]\n")
}
