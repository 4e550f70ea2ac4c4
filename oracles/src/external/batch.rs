//! Parts that one process gets together: a failure tells nothing of the other parts.

/// Returns an answer for each part: from all together, or, if they fail, from halves of them. A failure that `is_final` is that of every
/// part.
pub(crate) fn in_halves<P, A: Clone, F>(parts: &[P], together: &F, is_final: fn(&A) -> bool) -> Vec<A>
where
    F: Fn(&[P]) -> Result<Vec<A>, A>,
{
    match together(parts) {
        Ok(answers) => answers,
        Err(failure) if parts.len() <= 1 || is_final(&failure) => vec![failure; parts.len()],
        Err(_) => {
            let (left, right) = parts.split_at(parts.len() / 2);
            let mut answers = in_halves(left, together, is_final);
            answers.append(&mut in_halves(right, together, is_final));
            answers
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn each_part_has_its_answer() {
        let asked = Cell::new(0);
        let together = |parts: &[u32]| {
            asked.set(asked.get() + 1);
            if parts.contains(&5) { Err(0) } else { Ok(parts.to_vec()) }
        };
        let parts: Vec<u32> = (1..=8).collect();
        assert_eq!(in_halves(&parts, &together, |_| false), [1, 2, 3, 4, 0, 6, 7, 8]);
        // All, and both halves of what fails, three times.
        assert_eq!(asked.take(), 7);
        assert_eq!(in_halves(&parts, &together, |_| true), [0; 8]);
        assert_eq!((asked.get(), in_halves(&[], &together, |_| false).len()), (1, 0));
    }
}
