//! The format, for the oracles that every format has.

use irsmith_generators::pnacl::Reductions;
use irsmith_generators::pnacl::breakers::{BREAKERS, Breaker};
use irsmith_pnacl::validate::{Part, Violation, is_valid, validate};
use irsmith_pnacl::{BitAddress, Module};

use super::Case;
use super::case::CASE_LIMITS;
use super::codec::Modules;
use crate::codec::Codec;
use crate::foreign::Foreign;
use crate::format::Format;
use crate::{Difference, Fault};

/// Skip reason: the module already breaks a rule.
pub(super) const NOT_VALID: &str = "not-valid";

/// PNaCl.
#[derive(Debug)]
pub(super) struct Pnacl;

impl Format for Pnacl {
    type Case = Case;
    type Model = Module;
    type At = BitAddress;
    type Part = Part;
    type Reductions = Reductions;
    type Breaker = Breaker;

    fn bytes(case: &Case) -> &[u8] {
        case.bytes()
    }

    fn write(module: &Module) -> Result<Vec<u8>, Fault> {
        Modules { limits: CASE_LIMITS }.write(module)
    }

    fn generated(case: &Case) -> Result<Module, &'static str> {
        case.generated_or_skip()
    }

    /// Checks only that the module can be written: another oracle reads it again.
    fn survives(module: &Module) -> Result<(), Fault> {
        Modules { limits: CASE_LIMITS }.write(module).map(drop)
    }

    fn violations(module: &Module) -> Vec<Violation> {
        validate(module)
    }

    fn valid(case: &Case) -> Result<&Module, &'static str> {
        case.module_or_skip().and_then(|module| if is_valid(module) { Ok(module) } else { Err(NOT_VALID) })
    }

    fn breakers() -> impl Iterator<Item = &'static Breaker> {
        BREAKERS.iter()
    }
}

impl Foreign for Pnacl {
    const FORMAT: &'static str = "pnacl";
    const FILE: &'static str = "case.pexe";

    fn read(bytes: &[u8]) -> Result<Module, Fault> {
        Modules { limits: CASE_LIMITS }.read(&bytes.to_vec())
    }

    fn difference(before: &Module, after: &Module) -> Option<Difference> {
        Modules { limits: CASE_LIMITS }.difference(before, after)
    }
}
