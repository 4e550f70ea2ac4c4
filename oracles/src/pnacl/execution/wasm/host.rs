//! The host's functions, for operations that WebAssembly lacks.

use super::fmod::fmod;
use std::collections::VecDeque;
use wasmi::{Caller, Extern, F64, Func, Store};

/// The maximal number of setjmps that are kept; older ones are forgotten.
const MAX_JUMPS: usize = 65_536;

/// The setjmps of active functions, in order.
#[derive(Debug, Default)]
pub(super) struct Jumps {
    records: VecDeque<Jump>,
    /// Number of setjmps so far.
    count: u32,
}

/// A setjmp.
#[derive(Clone, Copy, Debug)]
struct Jump {
    number: u32,
    /// The number of active functions, which identifies the one that executed it.
    depth: i32,
    /// The segment to continue with.
    resume: i32,
    /// The stack pointer.
    stack: i32,
}

impl Jumps {
    /// Forgets everything.
    pub(super) fn reset(&mut self) {
        self.records.clear();
        self.count = 0;
    }

    fn set(&mut self, depth: i32, resume: i32, stack: i32) -> u32 {
        self.count += 1;
        if self.records.len() == MAX_JUMPS {
            self.records.pop_front();
        }
        self.records.push_back(Jump { number: self.count, depth, resume, stack });
        self.count
    }

    /// Returns the setjmp of this number, if its function is active; those of functions called since are forgotten.
    fn find(&mut self, number: u32) -> Option<Jump> {
        let found = self.records.binary_search_by_key(&number, |jump| jump.number).ok().map(|index| self.records[index])?;
        self.forget(found.depth + 1);
        Some(found)
    }

    /// Forgets the setjmps of the functions from a depth on.
    fn forget(&mut self, depth: i32) {
        while self.records.back().is_some_and(|jump| jump.depth >= depth) {
            self.records.pop_back();
        }
    }
}

/// Returns the functions that modules import, in order: [`fmod`], setjmp, longjmp, forget.
pub(super) fn functions(store: &mut Store<Jumps>) -> [Extern; 4] {
    let set = |mut caller: Caller<'_, Jumps>, depth, resume, stack| caller.data_mut().set(depth, resume, stack);
    let find = |mut caller: Caller<'_, Jumps>, number| match caller.data_mut().find(number) {
        Some(jump) => (jump.depth, jump.resume, jump.stack),
        None => (0, 0, 0),
    };
    [
        Func::wrap(&mut *store, |a: F64, b: F64| F64::from(fmod(a.into(), b.into()))).into(),
        Func::wrap(&mut *store, set).into(),
        Func::wrap(&mut *store, find).into(),
        Func::wrap(&mut *store, |mut caller: Caller<'_, Jumps>, depth| caller.data_mut().forget(depth)).into(),
    ]
}
