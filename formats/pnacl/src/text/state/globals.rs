//! Globals, and the number of initializers that are still missing.

/// The globals block so far.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::text) struct Globals {
    defined: u32,
    announced: u64,
    /// Initializers that the last global still needs.
    pending: u64,
    /// Whether they are in a compound initializer.
    compound: bool,
}

impl Globals {
    /// Returns the number of globals, the index of the next.
    pub(in crate::text) fn defined(&self) -> u32 {
        self.defined
    }

    /// Returns the number of globals that the count record announced or that exist, but at most `limit`.
    pub(super) fn announced(&self, limit: u32) -> u32 {
        let announced = u32::try_from(self.announced).unwrap_or(u32::MAX);
        announced.max(self.defined).min(limit)
    }

    /// Returns the indentation of an initializer here, in steps.
    pub(in crate::text) fn initializer_depth(&self) -> usize {
        match (self.pending, self.compound) {
            (0, _) => 0,
            (_, false) => 1,
            (_, true) => 2,
        }
    }

    /// Returns whether the compound initializer is complete and its closing bracket is due.
    pub(in crate::text) fn closes(&self) -> bool {
        self.compound && self.pending == 0
    }

    /// Records that the closing bracket was printed or parsed.
    pub(in crate::text) fn close(&mut self) {
        self.compound = false;
    }

    pub(super) fn announce(&mut self, count: u64) {
        self.announced = count;
    }

    pub(super) fn define(&mut self) {
        self.defined = self.defined.saturating_add(1);
        self.pending = 1;
        self.compound = false;
    }

    pub(super) fn compound(&mut self, count: u64) {
        self.pending = count;
        self.compound = true;
    }

    pub(super) fn initializer(&mut self) {
        self.pending = self.pending.saturating_sub(1);
    }

    pub(super) fn leave(&mut self) {
        self.pending = 0;
        self.compound = false;
    }
}
