//! The format, for the oracles that every format has.

use irsmith_debuginfo::Module;
use irsmith_debuginfo::validate::{Part, Violation, is_valid, validate};
use irsmith_generators::debuginfo::breakers::{Breaker, breakers};

use super::codec::Modules;
use super::{Case, INVALID, UNREADABLE};
use crate::Fault;
use crate::format::Format;
use crate::roundtrip::survives;

/// SPIR-V with debug information.
#[derive(Debug)]
pub(super) struct DebugInfo;

impl Format for DebugInfo {
    type Case = Case;
    type Model = Module;
    type At = usize;
    type Part = Part;
    type Breaker = Breaker;

    fn bytes(case: &Case) -> &[u8] {
        case.bytes()
    }

    fn generated(case: &Case) -> Result<Module, &'static str> {
        if case.module().is_some() { Ok(case.generated()) } else { Err(UNREADABLE) }
    }

    fn survives(module: &Module) -> Result<(), Fault> {
        survives(&Modules, module).map(drop)
    }

    fn violations(module: &Module) -> Vec<Violation> {
        validate(module)
    }

    fn valid(case: &Case) -> Result<&Module, &'static str> {
        case.debug_module_or_skip().and_then(|module| if is_valid(module) { Ok(module) } else { Err(INVALID) })
    }

    fn breakers() -> impl Iterator<Item = &'static Breaker> {
        breakers()
    }
}
