//! What reductions of all formats share: the order in which they are tried.

use std::ops::Range;

/// Enumerates and applies reductions of one format's models.
pub trait Reduce: Sized {
    /// The model.
    type Model: Clone;
    /// A kind of reduction.
    type Pass: Copy + 'static;

    /// Every pass, from coarse to fine.
    const PASSES: &'static [Self::Pass];

    /// What reductions make smaller.
    fn size(model: &Self::Model) -> u64;

    /// How many places of a model a pass can make simpler.
    fn count(&self, model: &Self::Model, pass: Self::Pass) -> usize;

    /// Makes the places of a range simpler; numbers beyond [`Reduce::count`] are ignored.
    ///
    /// Returns whether the model is smaller now; if not, it is as it was.
    fn apply(&mut self, model: &mut Self::Model, pass: Self::Pass, range: Range<usize>) -> bool;

    /// All that can be tried at once, large chunks first: for shrinking, and as the order of a minimization.
    fn ranges(&self, model: &Self::Model) -> impl Iterator<Item = (Self::Pass, Range<usize>)> + use<Self> {
        let counts: Vec<(Self::Pass, usize)> = Self::PASSES.iter().map(|&pass| (pass, self.count(model, pass))).collect();
        counts.into_iter().flat_map(|(pass, count)| chunks(count).map(move |range| (pass, range)))
    }

    /// The models that [`Reduce::ranges`] leads to.
    fn shrink(mut self, model: Self::Model) -> impl Iterator<Item = Self::Model> {
        self.ranges(&model).filter_map(move |(pass, range)| {
            let mut candidate = model.clone();
            self.apply(&mut candidate, pass, range).then_some(candidate)
        })
    }

    /// The plain minimization: applies what `keep` accepts until nothing more can be applied.
    ///
    /// Ends, since every step makes the model smaller; the number of calls of `keep` is bounded by places times steps.
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

/// What one kind of reduction makes simpler.
pub(crate) struct PassRow<M> {
    pub(crate) name: &'static str,
    pub(crate) count: fn(&M) -> usize,
    /// Makes the places of a range simpler, as far as they still are there.
    pub(crate) apply: fn(&mut M, Range<usize>),
}

impl<M: Clone> PassRow<M> {
    /// What a model becomes when the places of a range are made simpler; `None` where the range has none.
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
        /// A kind of reduction. They stand from coarse to fine.
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

            /// The pass's name, for progress messages.
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
        // From the end, so that what is left keeps its numbers.
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

/// Ranges of ever smaller chunks of `0..count`, the last chunks first.
fn chunks(count: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = std::iter::successors(Some(count), |length| Some(length / 2)).take_while(|&length| length > 0);
    lengths.flat_map(move |length| (0..count.div_ceil(length)).rev().map(move |chunk| chunk * length..((chunk + 1) * length).min(count)))
}
