//! The one registry of targets.

use irsmith_oracles::pnacl::{BITSTREAM_CRATE, FIXPOINT, MODEL_ROUNDTRIP, READ_ANY, RECORDS_ROUNDTRIP, REWRITE};

use crate::{Format, Target};

/// Every target, once.
pub static TARGETS: &[Target] = &[
    Target {
        name: "pnacl_read",
        about: "any bytes are read or refused, within bounds",
        format: Format::Pnacl,
        oracles: &[READ_ANY],
        byte_share: 80,
    },
    Target {
        name: "pnacl_roundtrip",
        about: "model to bytes and back",
        format: Format::Pnacl,
        oracles: &[MODEL_ROUNDTRIP, FIXPOINT],
        byte_share: 20,
    },
    Target {
        name: "pnacl_records",
        about: "records to bytes and back, and beside another reader's",
        format: Format::Pnacl,
        oracles: &[RECORDS_ROUNDTRIP, BITSTREAM_CRATE],
        byte_share: 30,
    },
    Target {
        name: "pnacl_rewrite",
        about: "readable files are written again bit by bit",
        format: Format::Pnacl,
        oracles: &[REWRITE],
        byte_share: 30,
    },
];

/// The target called `name`.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
