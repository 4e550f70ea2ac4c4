//! The value symbol table.

use super::Writer;
use super::abbreviations::id;
use crate::bits::char6_encode;
use crate::tables::{BlockKind, symbol};

/// Width of abbreviation ids in the block.
const WIDTH: u32 = 3;

impl Writer<'_> {
    pub(super) fn symbols(&mut self) {
        self.stream.enter(BlockKind::ValueSymtab.code() as u32, WIDTH);
        for entry in &self.module.symbols {
            let absolute = self.absolute_global(entry.value);
            let (arena, start) = self.stream.arena();
            arena.push(absolute);
            arena.extend(entry.name.iter().map(|&character| u64::from(character)));
            self.stream.finish_record(narrowest(&entry.name), symbol::ENTRY, start);
        }
        self.stream.end();
    }
}

/// Returns the abbreviation with the fewest bits that can encode every character.
fn narrowest(name: &[u8]) -> u32 {
    if name.iter().all(|&character| char6_encode(u64::from(character)).is_some()) {
        id::SYMBOL_6
    } else if name.is_ascii() {
        id::SYMBOL_7
    } else {
        id::SYMBOL_8
    }
}
