//! Counts mutations whose result does not read back, by kind, so that they are reported.

use std::{cell::RefCell, collections::BTreeMap};

thread_local! {
    static UNREAD: RefCell<BTreeMap<&'static str, u64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts a mutation of a kind whose result does not read back.
pub(crate) fn note_unread(kind: &'static str) {
    UNREAD.with_borrow_mut(|unread| *unread.entry(kind).or_default() += 1);
}

/// Returns how many mutations of each kind on this thread did not read back since the last call.
pub fn take_unread_changes() -> BTreeMap<&'static str, u64> {
    UNREAD.take()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    /// Some mutations of Machine IR are known not to read back: among 4,000 there are some.
    #[test]
    fn changes_that_do_not_read_back_are_counted_by_kind() {
        take_unread_changes();
        for seed in 0..100 {
            let case = Format::MIR.generate(seed);
            (0..40).for_each(|change| drop(Format::MIR.mutate(&case, usize::MAX, change)));
        }
        let unread = take_unread_changes();
        eprintln!("{unread:?}");
        let known = |name: &&str| irsmith_generators::mir::MUTATIONS.iter().any(|row| row.name == *name);
        assert!(!unread.is_empty() && unread.keys().all(known), "{unread:?}");
        assert!(take_unread_changes().is_empty());
    }
}
