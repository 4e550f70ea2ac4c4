//! The calls of a file that implementations of the user make too.

use super::super::format::Mir;
use super::machine_code::{KnownCall, KnownCalls};
use super::{OPTIONS, SALT};
use crate::foreign::{Callable, ExpectedCall, VOID};
use crate::mir::Case;
use crate::mir::execution::Processor;
use irsmith_generators::Choices;
use irsmith_mir::interpret::{Int, Program};

impl Callable for Mir {
    /// A call is the name of the function, and the physical registers of its arguments, each with `=` and a hexadecimal number; the result is
    /// the number in the register that the function returns. Functions take and return numbers in general registers; the variable of the
    /// file is 0 before each call.
    fn expected_calls(case: &Case) -> Result<(Vec<u8>, Vec<ExpectedCall>), &'static str> {
        let file = case.file_or_skip()?;
        let bytes = case.choices(SALT);
        let known = |processor| KnownCalls::of(file, processor, &mut Choices::new(&mut arbitrary::Unstructured::new(&bytes)));
        let known = known(Processor::X86_64).or_else(|_| known(Processor::AArch64))?;
        let program = Program::new(file, &OPTIONS).map_err(|_| super::REFUSED)?;
        Ok((case.bytes().to_vec(), known.calls.into_iter().filter_map(|call| spelled(&program, call)).collect()))
    }
}

fn spelled(program: &Program, call: KnownCall) -> Option<ExpectedCall> {
    // There is no line for it.
    if call.traps {
        return None;
    }
    let function = u32::try_from(call.function).ok()?;
    let parameters = &program.signature(function).ok()?.parameters;
    let arguments = parameters.iter().zip(&call.arguments);
    let arguments = arguments.map(|(parameter, argument)| format!(" {}={:#x}", parameter.name, word(&argument.bits)));
    let line = format!("{}{}", program.name(function)?, arguments.collect::<String>());
    let Some(result) = call.result else {
        return Some(ExpectedCall {
            line,
            ty: VOID.to_owned(),
            result: VOID.to_owned(),
            is_result: Box::new(|line| (line == VOID).then_some(true)),
        });
    };
    // A register may hold anything above the result.
    let width = u64::MAX >> (64 - result.bits.bits().clamp(1, 64));
    let (bits, compared) = (word(&result.bits), width & !(word(&result.undefined) | word(&result.poison)));
    let is_result = move |line: &str| {
        let found = line.strip_prefix("0x").map_or_else(|| line.parse().ok(), |digits| u64::from_str_radix(digits, 16).ok())?;
        Some((found ^ bits) & compared == 0)
    };
    Some(ExpectedCall { line, ty: result.ty.to_string(), result: format!("{bits:#x}"), is_result: Box::new(is_result) })
}

/// Returns a number that a register holds.
fn word(bits: &Int) -> u64 {
    bits.words().first().copied().unwrap_or_default()
}
