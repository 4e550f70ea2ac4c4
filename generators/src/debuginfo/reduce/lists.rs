//! Reductions of elements of lists, and of operands that may be absent.

use crate::debuginfo::lists::{list, list_len, optional};
use irsmith_debuginfo::{Info, Instruction, Module};
use std::ops::Range;

pub(super) fn count(module: &Module) -> usize {
    module.instructions.iter().filter_map(Instruction::debug).filter_map(|debug| list_len(&debug.info)).sum()
}

pub(super) fn remove(module: &mut Module, range: Range<usize>) {
    let mut next = 0;
    for instruction in &mut module.instructions {
        let Instruction::Debug(debug) = instruction else { continue };
        let Some(mut list) = list(&mut debug.info) else { continue };
        let first = next;
        next += list.len();
        for at in (first.max(range.start)..next.min(range.end)).rev() {
            list.remove(at - first);
        }
    }
}

fn has_option(info: &Info) -> bool {
    optional(&mut info.clone()).is_some_and(|option| option.is_some())
}

pub(super) fn count_options(module: &Module) -> usize {
    module.instructions.iter().filter_map(Instruction::debug).filter(|debug| has_option(&debug.info)).count()
}

pub(super) fn remove_options(module: &mut Module, range: Range<usize>) {
    let mut next = 0;
    for instruction in &mut module.instructions {
        let Instruction::Debug(debug) = instruction else { continue };
        if let Some(mut option) = optional(&mut debug.info).filter(|option| option.is_some()) {
            if range.contains(&next) {
                option.clear();
            }
            next += 1;
        }
    }
}
