//! The memory that all functions of a program share.

use super::scope::Region;
use irsmith_pnacl::Value;
use irsmith_pnacl::interpret::Bits;

/// A value in memory.
#[derive(Clone, Copy, Debug)]
struct Data {
    bits: Bits,
    size: usize,
    global: Value,
}

/// The memory that all functions of a program share.
#[derive(Debug)]
pub(super) struct Shared {
    /// Variables, followed by a constant.
    regions: Vec<Region>,
    /// Values that are never written.
    data: Vec<Data>,
    /// The global that has the checksum of all functions.
    total: Value,
}

impl Default for Shared {
    fn default() -> Self {
        Self { regions: Vec::new(), data: Vec::new(), total: Value::global(0) }
    }
}

impl Shared {
    pub(super) fn add(&mut self, region: Region) {
        self.regions.push(region);
    }

    pub(super) fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Returns the first variable.
    pub(super) fn variable(&self) -> Value {
        self.regions.first().map_or(Value::global(0), |region| region.base)
    }

    /// Returns the constant, which must not be written.
    pub(super) fn constant(&self) -> Option<Value> {
        self.regions.last().map(|region| region.base)
    }

    /// Sets the global that contains the checksum of all functions.
    pub(super) const fn set_total(&mut self, total: Value) {
        self.total = total;
    }

    /// Returns the global that contains the checksum of all functions.
    pub(super) const fn total(&self) -> Value {
        self.total
    }

    /// Returns the global that contains these bits in at least this many bytes.
    pub(super) fn data(&self, bits: Bits, size: usize) -> Option<Value> {
        self.data.iter().find(|known| known.bits == bits && known.size >= size).map(|known| known.global)
    }

    /// Records that a global contains these bits, and nothing writes it.
    pub(super) fn add_data(&mut self, bits: Bits, size: usize, global: Value) {
        self.data.push(Data { bits, size, global });
    }
}
