//! Changes of cases that came to nothing because what they made does not read back: counted by kind, so that they do not vanish.

use std::{cell::RefCell, collections::BTreeMap};

thread_local! {
    static UNREAD: RefCell<BTreeMap<&'static str, u64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts a change of a kind whose result does not read back.
pub(crate) fn note_unread(kind: &'static str) {
    UNREAD.with_borrow_mut(|unread| *unread.entry(kind).or_default() += 1);
}

/// How many changes of each kind on this thread did not read back since the last call.
pub fn take_unread_changes() -> BTreeMap<&'static str, u64> {
    UNREAD.take()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    /// Mutations whose result does not read are known of Machine IR: 4,000 of them meet some.
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
