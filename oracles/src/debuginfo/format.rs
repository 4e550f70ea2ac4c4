//! The format, for the oracles that every format has.

use irsmith_debuginfo::Module;
use irsmith_debuginfo::validate::{Part, Violation, is_valid, validate};
use irsmith_generators::debuginfo::Reductions;
use irsmith_generators::debuginfo::breakers::{Breaker, breakers};

use super::codec::Modules;
use super::{Case, INVALID, UNREADABLE};
use crate::codec::Codec;
use crate::foreign::Foreign;
use crate::format::Format;
use crate::roundtrip::survives;
use crate::{Difference, Fault};

/// SPIR-V with debug information.
#[derive(Debug)]
pub(super) struct DebugInfo;

impl Format for DebugInfo {
    type Case = Case;
    type Model = Module;
    type At = usize;
    type Part = Part;
    type Reductions = Reductions;
    type Breaker = Breaker;

    fn bytes(case: &Case) -> &[u8] {
        case.bytes()
    }

    fn write(module: &Module) -> Result<Vec<u8>, Fault> {
        Modules.write(module)
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
        case.described_module_or_skip().and_then(|module| if is_valid(module) { Ok(module) } else { Err(INVALID) })
    }

    fn breakers() -> impl Iterator<Item = &'static Breaker> {
        breakers()
    }
}

impl Foreign for DebugInfo {
    const FORMAT: &'static str = "debuginfo";
    const FILE: &'static str = "case.spv";

    fn read(bytes: &[u8]) -> Result<Module, Fault> {
        Modules.read(&bytes.to_vec())
    }

    fn difference(before: &Module, after: &Module) -> Option<Difference> {
        Modules.difference(before, after)
    }
}
