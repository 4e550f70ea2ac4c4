//! Reductions of globals, initializers and names.

use super::super::edit::remove_global;
use irsmith_pnacl::{Alignment, Initializer, Module};
use std::ops::Range;

/// Counts globals.
pub(super) fn count(module: &Module) -> usize {
    module.globals.len()
}

/// Removes globals.
pub(super) fn remove(module: &mut Module, range: Range<usize>) {
    range.rev().for_each(|index| remove_global(module, index));
}

/// Removes the alignment of globals and turns them into variables.
pub(super) fn clear_flags(module: &mut Module, range: Range<usize>) {
    for global in &mut module.globals[range] {
        global.alignment = Alignment::NONE;
        global.constant = false;
    }
}

fn initializers(module: &Module) -> Vec<(usize, usize)> {
    let pieces = |(index, count): (usize, usize)| (0..count).map(move |place| (index, place));
    module.globals.iter().map(|global| global.initializers.len()).enumerate().flat_map(pieces).collect()
}

/// Counts pieces of initializers.
pub(super) fn count_initializers(module: &Module) -> usize {
    initializers(module).len()
}

/// Removes pieces; a global's last piece becomes four zero bytes.
pub(super) fn remove_initializers(module: &mut Module, range: Range<usize>) {
    for (global, place) in initializers(module).drain(range).rev() {
        let list = &mut module.globals[global].initializers;
        if list.len() > 1 {
            list.remove(place);
        } else {
            list[place] = Initializer::Zerofill(4);
        }
    }
}

/// Halves pieces, zeroes them, or removes their addend.
pub(super) fn shorten_initializers(module: &mut Module, range: Range<usize>) {
    for (global, place) in initializers(module).drain(range) {
        match &mut module.globals[global].initializers[place] {
            Initializer::Zerofill(bytes) => *bytes = (*bytes / 2).max(1),
            Initializer::Data(bytes) if bytes.len() > 1 => bytes.truncate(bytes.len() / 2),
            Initializer::Data(bytes) => bytes.fill(0),
            Initializer::Relocation { addend, .. } => *addend = None,
        }
    }
}

/// Counts names.
pub(super) fn count_symbols(module: &Module) -> usize {
    module.symbols.len()
}

/// Removes names.
pub(super) fn remove_symbols(module: &mut Module, range: Range<usize>) {
    module.symbols.drain(range);
}

/// Halves names; short ones are spelled with `a`.
pub(super) fn shorten_names(module: &mut Module, range: Range<usize>) {
    for symbol in &mut module.symbols[range] {
        if symbol.name.len() > 3 {
            symbol.name.truncate(symbol.name.len().div_ceil(2));
        } else {
            symbol.name.fill(b'a');
        }
    }
}
