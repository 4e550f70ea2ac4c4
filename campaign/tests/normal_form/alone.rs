//! The formats without the validators of other people, each of which would be a process for every step.

use irsmith_fuzz::{FileFormat, Format, Level, Oracles, Pass, Profile, Weight};

/// A format that no program knows.
struct Alone(Format);

static ALONE: [Alone; 3] = [Alone(Format::PNACL), Alone(Format::DEBUGINFO), Alone(Format::MIR)];

pub(crate) static PNACL: Format = Format::new(&ALONE[0]);
pub(crate) static DEBUGINFO: Format = Format::new(&ALONE[1]);
pub(crate) static MIR: Format = Format::new(&ALONE[2]);

impl FileFormat for Alone {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn extension(&self) -> &'static str {
        self.0.extension()
    }

    fn oracles(&self) -> &'static dyn Oracles {
        self.0.oracles()
    }

    fn profiles(&self) -> &'static [Profile] {
        self.0.profiles()
    }

    fn generate(&self, profile: Profile, seed: u64) -> Vec<u8> {
        self.0.generate_as(profile, seed)
    }

    fn mutate(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        self.0.mutate(bytes, usize::MAX, seed)
    }

    fn splice(&self, a: &[u8], b: &[u8], seed: u32) -> Option<Vec<u8>> {
        self.0.splice(a, b, usize::MAX, seed)
    }

    fn reductions(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        self.0.reductions(bytes)
    }

    fn alternatives(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        self.0.alternatives(bytes)
    }

    fn repaired(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        self.0.repaired(bytes)
    }

    fn passes(&self) -> Vec<Box<dyn Pass>> {
        self.0.passes()
    }

    fn weigh(&self, bytes: &[u8], level: Level) -> Option<Weight> {
        Some(self.0.weigh(bytes, level)).filter(|weight| weight.level < Level::Bytes)
    }

    fn rewrite(&self, bytes: &[u8], level: Level) -> Option<Vec<u8>> {
        self.0.rewrite(bytes, level)
    }

    fn list(&self, bytes: &[u8]) -> Option<String> {
        self.0.list(bytes)
    }
}
