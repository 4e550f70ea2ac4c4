//! Shared code of the reductions of all formats: the order in which they are tried.

use std::ops::Range;

/// Enumerates and applies reductions of one format's models.
pub trait Reduce: Sized {
    /// The model.
    type Model: Clone;
    /// A kind of reduction.
    type Pass: Copy + 'static;

    /// Every pass, from coarse to fine.
    const PASSES: &'static [Self::Pass];

    /// The size of a model, which reductions decrease.
    fn size(model: &Self::Model) -> u64;

    /// Counts the places of a model that a pass can simplify.
    fn count(&self, model: &Self::Model, pass: Self::Pass) -> usize;

    /// Simplifies the places of a range; numbers beyond [`Reduce::count`] are ignored.
    ///
    /// Returns whether the model is smaller now; if not, it is unchanged.
    fn apply(&mut self, model: &mut Self::Model, pass: Self::Pass, range: Range<usize>) -> bool;

    /// Returns whether a pass only gives other names: no other pass can do more behind it.
    fn only_renames(_pass: Self::Pass) -> bool {
        false
    }

    /// Lists everything that can be tried at once, large chunks first: for shrinking, and as the order of a minimization.
    fn ranges(&self, model: &Self::Model) -> impl Iterator<Item = (Self::Pass, Range<usize>)> + use<Self> {
        let counts: Vec<(Self::Pass, usize)> = Self::PASSES.iter().map(|&pass| (pass, self.count(model, pass))).collect();
        counts.into_iter().flat_map(|(pass, count)| chunks(count).map(move |range| (pass, range)))
    }

    /// Returns the models that [`Reduce::ranges`] leads to.
    fn shrink(mut self, model: Self::Model) -> impl Iterator<Item = Self::Model> {
        self.ranges(&model).filter_map(move |(pass, range)| {
            let mut candidate = model.clone();
            self.apply(&mut candidate, pass, range).then_some(candidate)
        })
    }

    /// Minimizes simply: applies what `keep` accepts until nothing more can be applied.
    ///
    /// Ends, because every step makes the model smaller; the number of calls of `keep` is bounded by places times steps.
    fn reduce(&mut self, model: &Self::Model, mut keep: impl FnMut(&Self::Model) -> bool) -> Self::Model {
        let mut best = model.clone();
        loop {
            let before = Self::size(&best);
            for &pass in Self::PASSES {
                reduce_pass(self, &mut best, pass, &mut keep);
            }
            if Self::size(&best) == before {
                return best;
            }
        }
    }
}

/// The implementation of one kind of reduction.
pub(crate) struct PassRow<M> {
    pub(crate) name: &'static str,
    pub(crate) count: fn(&M) -> usize,
    /// Simplifies the places of a range, if they still exist.
    pub(crate) apply: fn(&mut M, Range<usize>),
}

impl<M: Clone> PassRow<M> {
    /// Returns the model with the places of a range simplified; `None` if the range contains none.
    pub(crate) fn simpler(&self, model: &M, range: Range<usize>) -> Option<M> {
        let count = (self.count)(model);
        let range = range.start.min(count)..range.end.min(count);
        (!range.is_empty()).then(|| {
            let mut candidate = model.clone();
            (self.apply)(&mut candidate, range);
            candidate
        })
    }
}

/// Declares the kinds of reductions of a model: `Pass`, with a row each.
macro_rules! passes {
    ($model:ty; $($(#[doc = $doc:literal])* $name:ident $text:literal: $count:path => $apply:path;)*) => {
        /// A kind of reduction, ordered from coarse to fine.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Pass { $($(#[doc = $doc])* $name),* }

        impl Pass {
            /// Every pass, from coarse to fine.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            fn row(self) -> &'static $crate::reduce::PassRow<$model> {
                const ROWS: &[$crate::reduce::PassRow<$model>] =
                    &[$($crate::reduce::PassRow { name: $text, count: $count, apply: $apply }),*];
                &ROWS[self as usize]
            }

            /// Returns the pass's name, for progress messages.
            pub fn name(self) -> &'static str {
                self.row().name
            }
        }
    };
}

pub(crate) use passes;

fn reduce_pass<R: Reduce>(reductions: &mut R, best: &mut R::Model, pass: R::Pass, keep: &mut impl FnMut(&R::Model) -> bool) {
    let mut length = reductions.count(best, pass);
    while length > 0 {
        // From the end, so that the remaining places keep their numbers.
        let mut end = reductions.count(best, pass);
        while end > 0 {
            let start = end.saturating_sub(length);
            let mut candidate = best.clone();
            if reductions.apply(&mut candidate, pass, start..end) && keep(&candidate) {
                *best = candidate;
            }
            end = start.min(reductions.count(best, pass));
        }
        length /= 2;
    }
}

/// Returns ranges of ever smaller chunks of `0..count`, the last chunks first.
fn chunks(count: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = std::iter::successors(Some(count), |length| Some(length / 2)).take_while(|&length| length > 0);
    lengths.flat_map(move |length| (0..count.div_ceil(length)).rev().map(move |chunk| chunk * length..((chunk + 1) * length).min(count)))
}
