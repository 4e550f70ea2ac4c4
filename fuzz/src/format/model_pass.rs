//! Passes over a model: the generators' reductions.

use std::{fmt, ops::Range};

use irsmith_generators::Reduce;

use crate::{
    Operation,
    panics::unless_panic,
    reduce::{Level, Pass},
};

/// A reduction of models as a pass over files. A valid case stays valid.
pub(super) struct ModelPass<R: Reduce> {
    pub(super) name: &'static str,
    pub(super) pass: R::Pass,
    pub(super) read: fn(&[u8]) -> Option<R::Model>,
    /// Writes a model that was made of a case; the case may contain things that models do not contain.
    pub(super) write: fn(&R::Model, &[u8]) -> Option<Vec<u8>>,
}

impl<R: Reduce + Default> Pass for ModelPass<R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn level(&self) -> Level {
        Level::Model
    }

    fn count(&self, case: &[u8]) -> usize {
        unless_panic(Operation::Reduce, None, &[case], format_args!("count of pass {}", self.name), || {
            (self.read)(case).map_or(0, |model| R::default().count(&model, self.pass))
        })
    }

    fn only_renames(&self) -> bool {
        R::only_renames(self.pass)
    }

    fn apply(&self, case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
        unless_panic(Operation::Reduce, None, &[case], format_args!("pass {}, things {range:?}", self.name), || {
            let mut model = (self.read)(case)?;
            let smaller = R::default().apply(&mut model, self.pass, range.clone());
            (self.write)(&model, case).filter(|_| smaller)
        })
    }
}

impl<R: Reduce> fmt::Debug for ModelPass<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
