//! Switches.

use super::super::integer::mask;
use super::super::op::Op;
use super::super::program::Switch;
use super::body::BodyDecoder;
use crate::{BlockId, SwitchCase, TypeId, Value};

/// The maximal ratio of entries of a table of targets to cases of the switch, plus a constant.
const SPARSENESS: u64 = 4;

impl BodyDecoder<'_> {
    pub(super) fn switch(&mut self, ty: TypeId, condition: Value, default: BlockId, cases: &[SwitchCase]) {
        let bits = self.module.value_type(ty).scalar_bits().clamp(1, 64);
        let default = self.edges.target(self.block, default.0);
        let mut targets = Vec::with_capacity(cases.len());
        for case in cases {
            targets.push((case.value as u64 & mask(bits), self.edges.target(self.block, case.target.0)));
        }
        targets.sort_by_key(|&(value, _)| value);
        let number = self.program.switches.len() as u32;
        self.program.switches.push(table(default, &targets));
        let slot = self.operand(condition);
        self.push(Op::Switch(slot, number));
    }
}

/// Returns a table by value, or a list to search if the table would be too large.
fn table(default: u32, cases: &[(u64, u32)]) -> Switch {
    let first = cases.first().map_or(0, |case| case.0);
    let span = cases.last().map_or(0, |case| case.0 - first);
    if span < cases.len() as u64 * SPARSENESS {
        let mut targets = vec![default; span as usize + 1];
        cases.iter().for_each(|&(value, target)| targets[(value - first) as usize] = target);
        return Switch { default, values: Vec::new(), targets, first };
    }
    let (values, targets) = cases.iter().copied().unzip();
    Switch { default, values, targets, first: 0 }
}
