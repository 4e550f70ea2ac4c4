//! Branches, calls, and operations that end a description.

use super::evaluation::{CALLS, Evaluation, Frame};
use super::{Extent, Location, Piece, TrapKind};

impl Evaluation<'_> {
    pub(super) fn branch(&mut self, distance: i64) -> Result<(), TrapKind> {
        if self.pop_integer()? == 0 { Ok(()) } else { self.skip(distance) }
    }

    /// Skips this many operations from the next one.
    pub(super) fn skip(&mut self, distance: i64) -> Result<(), TrapKind> {
        let target = isize::try_from(distance).ok().and_then(|distance| self.frame.next.checked_add_signed(distance));
        self.frame.next = target.filter(|&target| target <= self.frame.operations.len()).ok_or(TrapKind::BranchTarget)?;
        Ok(())
    }

    /// Continues in a procedure, if it has operations.
    pub(super) fn call(&mut self, procedure: u32) -> Result<(), TrapKind> {
        let Some(operations) = self.machine.procedures.get(procedure as usize).filter(|operations| !operations.is_empty()) else {
            return Ok(());
        };
        if self.callers.len() == CALLS {
            return Err(TrapKind::CallDepth);
        }
        self.callers.push(self.frame);
        self.frame = Frame { operations, procedure: Some(procedure), next: 0 };
        Ok(())
    }

    /// Ends a description.
    pub(super) fn finish(&mut self, location: Location) -> Result<(), TrapKind> {
        self.finished = Some(location);
        Ok(())
    }

    pub(super) fn stack_value(&mut self) -> Result<(), TrapKind> {
        let value = self.pop()?;
        self.finish(Location::Value(value))
    }

    /// Returns the description for a piece or fragment: a finished one, the address on top of the stack, or nothing.
    fn described(&mut self) -> Result<Location, TrapKind> {
        match self.finished.take() {
            Some(location) => Ok(location),
            None if self.stack.is_empty() => Ok(Location::Empty),
            None => self.pop_address().map(Location::Memory),
        }
    }

    pub(super) fn piece(&mut self, bits: u64, offset: Option<u32>) -> Result<(), TrapKind> {
        let location = self.described()?;
        self.pieces.push(Piece { location, size: Some(bits), offset });
        Ok(())
    }

    pub(super) fn describe_fragment(&mut self, offset: u32, size: u32) -> Result<(), TrapKind> {
        let last = self.callers.is_empty() && self.frame.next == self.frame.operations.len();
        if !last || !self.pieces.is_empty() {
            return Err(TrapKind::BadFragment);
        }
        let location = self.described()?;
        self.fragment = Some(Extent { offset, size });
        self.finish(location)
    }
}
