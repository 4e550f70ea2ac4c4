//! A file on its way to being broken: how breakers find places, and what they put there.

use irsmith_mir::{File, Function};

/// A file and the draws that choose where it breaks.
pub(super) type Draft<'a, 'u> = crate::breaker::Draft<'a, 'u, File>;

impl Draft<'_, '_> {
    /// One of the functions for which `fits` holds.
    pub(super) fn function(&mut self, fits: impl Fn(&Function) -> bool) -> Option<&mut Function> {
        let places: Vec<usize> = (0..self.model.functions.len()).filter(|at| fits(&self.model.functions[*at])).collect();
        let at = self.pick(&places)?;
        self.model.functions.get_mut(at)
    }
}
