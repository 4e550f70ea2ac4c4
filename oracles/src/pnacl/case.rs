//! The view of a case that oracles use.

use super::codec::Modules;
use super::execution::{Call, MEMORY, Plan, Run, reference};
use crate::choices::{to_draw, to_generate};
use crate::codec::Trip;
use crate::{Fault, LimitSettings, NoPass};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_pnacl::{Error, Limits, Module, Stream};
use std::cell::OnceCell;

/// The bytes of a case, read at most once at each layer, on first use.
#[derive(Debug)]
pub struct Case {
    bytes: Vec<u8>,
    limits: Limits,
    stream: OnceCell<Result<Stream, Error>>,
    module: OnceCell<Option<Result<Module, Error>>>,
    trip: OnceCell<Result<Trip<Modules>, Fault>>,
    executed: OnceCell<Result<Executed, &'static str>>,
}

/// Calls, with the reference's result of each.
type Executed = (Vec<Call>, Vec<Run>);

/// Limits for cases: smaller than the defaults of the format, because a campaign reads millions.
pub(super) const CASE_LIMITS: Limits =
    Limits { bytes: 16 << 20, records: 1 << 20, operands: 4 << 20, implicit_operands: 1 << 16, nesting: 16 };

/// Bytes of choices for a generated module, per byte of the file.
const CHOICES_OF_BYTE: usize = 4;
/// Separates the choices of arguments from those of oracles.
const PLAN_SALT: u64 = 0x706c_616e;

impl Case {
    /// Makes the case of a file with these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.to_vec(),
            limits: LimitSettings::of_cases().pnacl(CASE_LIMITS),
            stream: OnceCell::new(),
            module: OnceCell::new(),
            trip: OnceCell::new(),
            executed: OnceCell::new(),
        }
    }

    /// Returns the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the limits for reading it.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns its records.
    pub fn stream(&self) -> Result<&Stream, &Error> {
        self.stream.get_or_init(|| Stream::read(&self.bytes, &self.limits)).as_ref()
    }

    /// Returns its records, or the skip reason of an oracle that needs them.
    pub fn stream_or_skip(&self) -> Result<&Stream, &'static str> {
        self.stream().map_err(|_| super::UNREADABLE)
    }

    /// Returns its model; `None` if not even its records can be read.
    pub fn module(&self) -> Option<Result<&Module, &Error>> {
        self.module.get_or_init(|| self.stream().ok().map(Module::from_stream)).as_ref().map(Result::as_ref)
    }

    /// Returns its model, or the skip reason of an oracle that needs one.
    pub fn module_or_skip(&self) -> Result<&Module, &'static str> {
        match self.module() {
            None => Err(super::UNREADABLE),
            Some(Err(_)) => Err(super::NO_MODULE),
            Some(Ok(module)) => Ok(module),
        }
    }

    /// Returns the codec of its model.
    pub(super) const fn codec(&self) -> Modules {
        Modules { limits: self.limits }
    }

    /// Returns the round trip of its model to bytes and back, or why there is none.
    pub(super) fn trip(&self) -> Result<&Trip<Modules>, NoPass> {
        let module = self.module_or_skip()?;
        let trip = self.trip.get_or_init(|| Trip::of(&self.codec(), module)).as_ref();
        trip.map_err(|fault| fault.clone().into())
    }

    /// Returns calls of its functions, drawn from the file's bytes, with the reference interpreter's result of each; or a skip reason.
    ///
    /// # Errors
    /// Returns an error if the file contains no module, or none that is valid and fits into the memory of executions.
    pub fn executed(&self) -> Result<(Plan<'_>, &[Run]), &'static str> {
        let module = self.module_or_skip()?;
        let executed = self.executed.get_or_init(|| {
            let mut plan = Plan::new(module).ok_or(MEMORY)?;
            plan.draw(&mut Choices::new(&mut Unstructured::new(&self.choices(PLAN_SALT))));
            if plan.calls.is_empty() {
                return Err("no-call");
            }
            let runs = reference(&plan)?;
            Ok((plan.calls, runs))
        });
        let (calls, runs) = executed.as_ref().map_err(|reason| *reason)?;
        let mut plan = Plan::new(module).ok_or(MEMORY)?;
        plan.calls.clone_from(calls);
        Ok((plan, runs))
    }

    /// Returns bytes for draws, a function of the file and of `salt` alone: enough for a draw at every record; the file itself has too few.
    pub fn choices(&self, salt: u64) -> Vec<u8> {
        to_draw(&self.bytes, salt)
    }

    /// Returns a module generated with the file as seed, including its configuration. Any bytes give one.
    pub fn generated(&self) -> Module {
        let choices = to_generate(&self.bytes, CHOICES_OF_BYTE);
        let mut choices = Unstructured::new(&choices);
        let config = Config::swarm(&mut Choices::new(&mut choices));
        generate(&mut choices, &config)
    }

    /// As [`Case::generated`], or the skip reason: any bytes can be a seed, but bytes that are not a module are not worth keeping for this.
    pub fn generated_or_skip(&self) -> Result<Module, &'static str> {
        self.module_or_skip().map(|_| self.generated())
    }
}

impl From<&[u8]> for Case {
    fn from(bytes: &[u8]) -> Self {
        Self::new(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_pnacl::{Instruction, Literal, tables::INSTRUCTIONS};
    use std::collections::BTreeSet;

    /// Files differ little from one another; the modules generated from them must differ much.
    #[test]
    fn modules_of_a_few_hundred_small_files_show_every_instruction_and_boundary() {
        let mut rows = BTreeSet::new();
        let mut smallest = 0;
        for seed in 0..300_u64 {
            let bytes = irsmith_generators::bytes_of_seed(seed);
            let file = generate(&mut Unstructured::new(&bytes), &Config::default()).write().unwrap();
            let module = Case::new(&file).generated();
            let bodies: Vec<_> = module.functions.iter().filter_map(|function| function.body.as_ref()).collect();
            rows.extend(bodies.iter().flat_map(|body| &body.instructions).map(Instruction::row));
            let is_smallest = |literal| literal == Literal::Integer(i64::MIN);
            smallest += usize::from(bodies.iter().flat_map(|body| &body.constants).any(|constant| is_smallest(constant.literal)));
        }
        assert_eq!(rows.len(), INSTRUCTIONS.len(), "instructions of {rows:?} only");
        assert!(smallest > 10, "the smallest integer in {smallest} of 300 only");
    }
}
