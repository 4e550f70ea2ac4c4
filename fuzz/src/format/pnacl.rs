//! PNaCl for the engines.

mod records;
mod weight;

use arbitrary::Unstructured;
use irsmith_generators::{
    BYTES_OF_CASE, Choices, Reduce, SplitMix64, bytes_of_seed,
    pnacl::{self, Config, Reductions},
};
use irsmith_oracles::{LimitSettings, pnacl::ORACLES};
use irsmith_pnacl::{Limits, Module, text};

use self::weight::weigh;
use super::{FileFormat, ModelPass, Profile};
use crate::{
    Oracles,
    changes::note_unread,
    reduce::{Level, Pass, Weight},
};

/// The format.
pub(super) struct Pnacl;

impl FileFormat for Pnacl {
    fn name(&self) -> &'static str {
        "pnacl"
    }

    fn extension(&self) -> &'static str {
        "pexe"
    }

    fn magic(&self) -> &'static [u8] {
        b"PEXE"
    }

    fn oracles(&self) -> &'static dyn Oracles {
        &ORACLES
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Swarm, Profile::Plain, Profile::Large, Profile::Defined, Profile::Exec]
    }

    /// Empty if our own writer fails, which an oracle reports.
    fn generate(&self, profile: Profile, seed: u64) -> Vec<u8> {
        let scale = profile.scale();
        let mut bytes = Vec::new();
        SplitMix64::new(seed).extend(&mut bytes, BYTES_OF_CASE * scale as usize);
        let mut bytes = Unstructured::new(&bytes);
        let config = match profile {
            Profile::Swarm | Profile::Portable | Profile::Kernel | Profile::Expressions => Config::swarm(&mut Choices::new(&mut bytes)),
            Profile::Plain | Profile::Large => scaled(scale),
            Profile::Defined | Profile::Recent | Profile::Interpreted => executed(Config::defined(), &mut bytes),
            Profile::Exec => executed(Config::exec(), &mut bytes),
        };
        pnacl::generate_stream(&mut bytes, &config).write().unwrap_or_default()
    }

    /// Written canonically.
    fn mutate(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        let mut module = read(bytes)?;
        let choices = bytes_of_seed(u64::from(seed));
        let mutation = pnacl::mutate(&mut module, &mut Unstructured::new(&choices));
        // Nearly every oracle reads what is written anyway, so reading back one of this many mutants is enough.
        let mutant = module.write().ok().filter(|mutant| !seed.is_multiple_of(LOOKS) || read(mutant).is_some());
        if mutant.is_none() {
            note_unread(mutation.name());
        }
        mutant
    }

    fn mutate_records(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        let choices = bytes_of_seed(u64::from(seed));
        pnacl::mutate_records(&records::read(bytes)?, &mut Unstructured::new(&choices)).map(|(mutant, _)| mutant)
    }

    /// Copies a part of the second model into the first.
    fn splice(&self, a: &[u8], b: &[u8], seed: u32) -> Option<Vec<u8>> {
        let choices = bytes_of_seed(u64::from(seed));
        pnacl::splice(&read(a)?, &read(b)?, &mut Unstructured::new(&choices)).write().ok()
    }

    /// Returns every reduction of the model by one step.
    fn reductions(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Some(module) = read(bytes) else { return Vec::new() };
        Reductions::default().shrink(module).filter_map(|smaller| smaller.write().ok()).collect()
    }

    fn alternatives(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Some(module) = read(bytes) else { return Vec::new() };
        pnacl::alternatives(&module).iter().filter_map(|form| form.write().ok()).collect()
    }

    fn passes(&self) -> Vec<Box<dyn Pass>> {
        let pass =
            |pass: &pnacl::Pass| ModelPass::<Reductions> { name: pass.name(), pass: *pass, read, write: |module, _| module.write().ok() };
        let model = pnacl::Pass::ALL.iter().map(|row| Box::new(pass(row)) as Box<dyn Pass>);
        let records = records::RECORD_PASSES.iter().map(|row| Box::new(*row) as Box<dyn Pass>);
        model.chain(records).collect()
    }

    fn weigh(&self, bytes: &[u8], level: Level) -> Option<Weight> {
        weigh(bytes, level)
    }

    fn rewrite(&self, bytes: &[u8], level: Level) -> Option<Vec<u8>> {
        match level {
            Level::Valid | Level::Model => read(bytes)?.write().ok(),
            Level::Records | Level::Bytes => records::read(bytes)?.write().ok(),
        }
    }

    fn list(&self, bytes: &[u8]) -> Option<String> {
        text::listing(bytes).ok()
    }
}

/// Programs of these rows; every second program leaves some out. One of this many mutants is read back at once.
const LOOKS: u32 = 16;

fn executed(config: Config, bytes: &mut Unstructured<'_>) -> Config {
    let mut choices = Choices::new(bytes);
    if choices.chance(128) { config.swarmed(&mut choices) } else { config }
}

/// Enables every row, with `scale` times the default number of functions, blocks and globals.
fn scaled(scale: u32) -> Config {
    let default = Config::default();
    Config { functions: scale * default.functions, blocks: scale * default.blocks, globals: scale * default.globals, ..default }
}

fn read(bytes: &[u8]) -> Option<Module> {
    Module::read(bytes, &LimitSettings::of_cases().pnacl(Limits::default())).ok()
}
