//! Literals of debug instructions.

use irsmith_debuginfo::tables::{Kind, Layout};
use irsmith_debuginfo::{Instruction, Module};
use std::ops::Range;

/// Counts literals that are not zero.
pub(super) fn count(module: &Module) -> usize {
    let mut count = 0;
    for debug in module.instructions.iter().filter_map(Instruction::debug) {
        debug.info.for_each_word(Layout::Specified, |_, kind, word| count += usize::from(kind != Kind::Id && word != 0));
    }
    count
}

pub(super) fn zero(module: &mut Module, range: Range<usize>) {
    change(module, range, |_| 0);
}

pub(super) fn halve(module: &mut Module, range: Range<usize>) {
    change(module, range, |word| word >> ((u32::BITS - word.leading_zeros()).div_ceil(2)));
}

fn change(module: &mut Module, range: Range<usize>, f: impl Fn(u32) -> u32) {
    let mut next = 0;
    for instruction in &mut module.instructions {
        let Instruction::Debug(debug) = instruction else { continue };
        debug.info.for_each_word_mut(|_, kind, word| {
            if kind != Kind::Id && *word != 0 {
                *word = if range.contains(&next) { f(*word) } else { *word };
                next += 1;
            }
        });
    }
}
