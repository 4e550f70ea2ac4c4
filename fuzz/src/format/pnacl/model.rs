//! Passes over the model: the generators' reductions.

use std::ops::Range;

use irsmith_generators::{
    Reduce,
    pnacl::{Pass as Reduction, Reductions},
};

use super::read;
use crate::{
    panics::unless_panic,
    reduce::{Level, Pass},
};

/// A reduction of models as a pass over files. What was valid stays valid.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModelPass(pub(super) Reduction);

impl Pass for ModelPass {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn level(&self) -> Level {
        Level::Model
    }

    fn count(&self, case: &[u8]) -> usize {
        unless_panic(|| read(case).map_or(0, |module| Reductions::default().count(&module, self.0)))
    }

    fn apply(&self, case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
        unless_panic(|| {
            let mut module = read(case)?;
            let smaller = Reductions::default().apply(&mut module, self.0, range);
            module.write().ok().filter(|_| smaller)
        })
    }
}
