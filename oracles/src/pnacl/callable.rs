//! The calls of a program that implementations of the user make too.

use super::Case;
use super::execution::Plan;
use super::execution::llvm::NO_DEFINED_CALL;
use super::execution::portable::{is_same, lanes, portable};
use super::format::Pnacl;
use crate::foreign::{Callable, ExpectedCall, VOID};
use irsmith_pnacl::ValueType;
use irsmith_pnacl::interpret::{Bits, End, TypedValue};

impl Callable for Pnacl {
    /// A call is the index of the function, and its arguments; a value is the hexadecimal bits of a scalar, or those of the lanes of a vector:
    /// `<0x1,0x2,0x3,0x4>`. Any NaN is the result of a call that returns one.
    fn expected_calls(case: &Case) -> Result<(Vec<u8>, Vec<ExpectedCall>), &'static str> {
        let (plan, runs) = case.executed()?;
        let calls: Vec<ExpectedCall> = portable(&plan, runs).into_iter().filter_map(|call| known(&plan, call, runs[call].end)).collect();
        if calls.is_empty() { Err(NO_DEFINED_CALL) } else { Ok((case.bytes().to_vec(), calls)) }
    }
}

fn known(plan: &Plan<'_>, call: usize, end: End) -> Option<ExpectedCall> {
    let End::Return(bits) = end else { return None };
    let call = &plan.calls[call];
    let arguments = plan.parameters(call.function).zip(&call.arguments).map(|(ty, bits)| format!(" {}", spelled(ty, *bits)));
    let ty = plan.result(call.function);
    let is_result = move |line: &str| {
        if ty == ValueType::VOID {
            return (line == VOID).then_some(true);
        }
        Some(is_same(ty, TypedValue::parse(ty, line)?.bits, bits))
    };
    Some(ExpectedCall {
        line: format!("{}{}", call.function, arguments.collect::<String>()),
        ty: ty.to_string(),
        result: spelled(ty, bits),
        is_result: Box::new(is_result),
    })
}

/// Returns a value as lines have it.
fn spelled(ty: ValueType, bits: Bits) -> String {
    let spelled: Vec<String> = lanes(ty, bits).map(|lane| format!("{lane:#x}")).collect();
    match spelled.join(",") {
        _ if ty == ValueType::VOID => VOID.to_owned(),
        lanes if ty.is_vector() => format!("<{lanes}>"),
        lane => lane,
    }
}
