//! Engines against results computed by hand from the total semantics (`irsmith_pnacl::interpret`).

mod control;
mod generated;
mod sketch;
mod values;
