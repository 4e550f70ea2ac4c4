//! Reductions of the header and of the numbers of ids.

use irsmith_debuginfo::transform::compact;
use irsmith_debuginfo::{ByteOrder, Header, Module};
use std::ops::Range;

/// Places: byte order, version, generator, schema, ids.
pub(super) fn count(_: &Module) -> usize {
    5
}

pub(super) fn simplify(module: &mut Module, range: Range<usize>) {
    let usual = Header::default();
    for place in range {
        match place {
            0 => module.header.order = ByteOrder::Little,
            1 => module.header.version = usual.version,
            2 => module.header.generator = usual.generator,
            3 => module.header.schema = usual.schema,
            // If the ids of an instruction are unknown, they stay.
            _ => drop(compact(module)),
        }
    }
}
