//! Calls of functions that trap, meet undefined behaviour, or run out of fuel, and how they end.
//!
//! Other engines are compared where programs return or trap alike; what an execution says of itself is compared here.

use irsmith_pnacl::interpret::{Bits, Budget, End, Machine, Options, Program};
use irsmith_pnacl::{Limits, Module, text};
use std::sync::LazyLock;

use crate::Fault;

/// The functions.
const FUNCTIONS: &str = include_str!("recorded_ends.pnaclasm");
/// A call in each line: the blocks and the depth of its budget, whether it stops at undefined behaviour, the function, its arguments, and
/// behind `=> ` its end.
const CALLS: &str = include_str!("recorded_ends.txt");

static PROGRAM: LazyLock<Result<Program, String>> = LazyLock::new(|| {
    let bytes = text::assemble(FUNCTIONS).map_err(|error| error.to_string())?;
    let module = Module::read(&bytes, &Limits::default()).map_err(|error| error.to_string())?;
    Program::new(&module, &Options::default()).map_err(|error| error.to_string())
});

/// Returns the lines of calls.
pub(super) fn calls() -> impl Iterator<Item = &'static str> + Clone {
    CALLS.lines()
}

/// Compares the end of a call with the recorded one.
pub(super) fn judge(line: &'static str) -> Result<(), Fault> {
    let (call, expected) = line.split_once(" => ").unwrap_or((line, ""));
    let found = end(call);
    let element = call.split(' ').nth(3).unwrap_or_default();
    if found == expected { Ok(()) } else { Err(Fault::new("other-end", element, format!("{line}\nfound: {found}"))) }
}

/// Returns how a call ends, and its first undefined event.
fn end(call: &str) -> String {
    let program = match PROGRAM.as_ref() {
        Ok(program) => program,
        Err(error) => return format!("refused: {error}"),
    };
    let words: Vec<&str> = call.split(' ').collect();
    let [blocks, depth, stops, function, arguments @ ..] = words.as_slice() else { return "no call".into() };
    let number = function.trim_start_matches('f').parse().unwrap_or(u32::MAX);
    let arguments: Vec<Bits> = arguments.iter().map(|argument| argument.parse().unwrap_or(Bits::MAX)).collect();
    let mut machine = Machine::new(program);
    machine.stop_at_undefined(*stops == "stops");
    let budget = Budget { blocks: blocks.parse().unwrap_or_default(), depth: depth.parse().unwrap_or_default() };
    let execution = machine.call(number, &arguments, &budget);
    let mut end = match execution.end {
        End::Return(bits) => format!("returns {bits:#x}"),
        End::Trap(trap) => trap.to_string(),
        End::Undefined(undefined) => format!("stops at {undefined}"),
        End::OutOfFuel(place) => format!("out of fuel at {place}"),
        End::Exit(status) => format!("exits with {status}"),
    };
    end.extend(execution.undefined.map(|event| format!("; undefined: {event}")));
    format!("{end}; {} blocks", execution.blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ends_are_as_recorded_and_deviations_are_failures() {
        let call = |line: &str| line.split(" => ").next().unwrap_or_default().to_owned();
        let listing: String = calls().map(|line| format!("{} => {}\n", call(line), end(&call(line)))).collect();
        irsmith_testdata::check_listing(concat!(env!("CARGO_MANIFEST_DIR"), "/src/pnacl/recorded_ends.txt"), &listing);
        assert_eq!(judge("100 20 continues f9 7 2 => returns 0x3; 1 blocks"), Ok(()));
        assert!(judge("100 20 continues f9 7 2 => returns 0x4; 1 blocks").is_err());
    }

    #[test]
    fn every_function_is_called() {
        let called: BTreeSet<&str> = calls().filter_map(|line| line.split(' ').nth(3)).collect();
        let defined = FUNCTIONS.lines().filter(|line| line.contains("define internal")).count();
        assert_eq!(called.len(), defined);
    }
}
