//! Calls of observers.

use super::calls::Calls;
use super::program::{Cover, Program};
use super::{Bits, Observer, Place};

/// Passes the instructions that an operation of the current function completes to an observer. If it is not done, only the last of them has
/// no result: phis before it have theirs already.
#[inline(never)]
pub(super) fn tell(program: &Program, calls: &Calls, op: u32, is_done: bool, observer: &mut impl Observer) {
    let function = calls.current.function;
    let code = &program.functions[function as usize];
    let cover = program.covers[op as usize];
    let declarations = &program.declarations[code.declarations.start as usize..code.declarations.end as usize];
    for instruction in (cover.first..cover.last.saturating_add(1)).filter(|index| declarations.binary_search(index).is_err()) {
        let result = program.results.get(code.results as usize + instruction as usize).copied().unwrap_or(Cover::NONE);
        let bits = ((is_done || instruction != cover.last) && result != Cover::NONE).then(|| {
            let slot = result & !Cover::VECTOR;
            let low = Bits::from(calls.value(program, slot));
            if result & Cover::VECTOR == 0 { low } else { low | Bits::from(calls.value(program, slot + 1)) << 64 }
        });
        observer.instruction(Place { function, instruction }, bits);
    }
}
