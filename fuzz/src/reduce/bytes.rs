//! Passes over the bytes of a file, of any format or none.

use std::ops::Range;

use super::{Level, PassRow};

/// The passes, from coarse to fine.
pub(crate) static BYTE_PASSES: [PassRow; 3] = [
    PassRow { name: "remove bytes", level: Level::Bytes, count: <[u8]>::len, apply: remove },
    PassRow { name: "zero bytes", level: Level::Bytes, count: |case| positions(case, 0).count(), apply: zero },
    PassRow { name: "halve bytes", level: Level::Bytes, count: |case| positions(case, 1).count(), apply: halve },
];

/// Returns where the bytes above `floor` are.
fn positions(case: &[u8], floor: u8) -> impl Iterator<Item = usize> {
    case.iter().enumerate().filter(move |(_, byte)| **byte > floor).map(|(at, _)| at)
}

fn remove(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut shorter = case.to_vec();
    shorter.drain(range.start.min(case.len())..range.end.min(case.len()));
    Some(shorter)
}

fn zero(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    change(case, positions(case, 0), range, |_| 0)
}

fn halve(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    change(case, positions(case, 1), range, |byte| byte / 2)
}

fn change(case: &[u8], positions: impl Iterator<Item = usize>, range: Range<usize>, to: fn(u8) -> u8) -> Option<Vec<u8>> {
    let mut changed = case.to_vec();
    for at in positions.skip(range.start).take(range.len()) {
        changed[at] = to(changed[at]);
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::Pass;

    #[test]
    fn ranges_name_the_things_counted() {
        let case = [9, 0, 1, 7];
        let [bytes, not_zero, above_one] = &BYTE_PASSES;
        assert_eq!(bytes.apply(&case, 1..3), Some(vec![9, 7]));
        assert_eq!((not_zero.count(&case), not_zero.apply(&case, 1..2)), (3, Some(vec![9, 0, 0, 7])));
        assert_eq!((above_one.count(&case), above_one.apply(&case, 1..2)), (2, Some(vec![9, 0, 1, 3])));
    }

    #[test]
    fn ranges_beyond_the_end_are_cut_and_no_change_is_none() {
        for pass in &BYTE_PASSES {
            assert_eq!(pass.apply(&[], 0..5), None);
            assert_eq!(pass.apply(&[5], 3..9), None);
            assert!(pass.apply(&[5, 5], 1..9).is_some());
        }
    }
}
