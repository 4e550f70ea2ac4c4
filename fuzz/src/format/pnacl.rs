//! PNaCl for the engines.

mod model;
mod records;
mod weight;

use arbitrary::Unstructured;
use irsmith_generators::{
    BYTES_OF_CASE, Choices, SplitMix64, bytes_of_seed,
    pnacl::{self, Config, Reductions},
};
use irsmith_pnacl::{Limits, Module, text};

use self::model::ModelPass;
pub(super) use self::weight::weigh;
use super::Profile;
use crate::reduce::{BYTE_PASSES, Level, Pass};

/// A valid module; no bytes where our own writer fails, which is for an oracle to say.
pub(super) fn generate(profile: Profile, seed: u64) -> Vec<u8> {
    let scale = profile.scale();
    let mut bytes = Vec::new();
    SplitMix64::new(seed).extend(&mut bytes, BYTES_OF_CASE * scale as usize);
    let mut bytes = Unstructured::new(&bytes);
    let config = match profile {
        Profile::Swarm => Config::swarm(&mut Choices::new(&mut bytes)),
        Profile::Plain | Profile::Large => scaled(scale),
        Profile::Defined => executed(Config::defined(), &mut bytes),
        Profile::Exec => executed(Config::exec(), &mut bytes),
    };
    pnacl::generate(&mut bytes, &config).write().unwrap_or_default()
}

/// Programs of these rows; every second one leaves some out.
fn executed(config: Config, bytes: &mut Unstructured<'_>) -> Config {
    let mut choices = Choices::new(bytes);
    if choices.chance(128) { config.swarmed(&mut choices) } else { config }
}

/// Every row, and `scale` times the default number of functions, blocks and globals.
fn scaled(scale: u32) -> Config {
    let default = Config::default();
    Config { functions: scale * default.functions, blocks: scale * default.blocks, globals: scale * default.globals, ..default }
}

fn read(bytes: &[u8]) -> Option<Module> {
    Module::read(bytes, &Limits::default()).ok()
}

/// One mutation of the model, written canonically.
pub(super) fn mutate(bytes: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
    let mut module = read(bytes)?;
    let choices = bytes_of_seed(u64::from(seed));
    pnacl::mutate(&mut module, &mut Unstructured::new(&choices));
    module.write().ok().filter(|bytes| bytes.len() <= max_size)
}

/// One mutation of the stream.
pub(super) fn mutate_records(bytes: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
    let choices = bytes_of_seed(u64::from(seed));
    let (mutant, _) = pnacl::mutate_records(&records::read(bytes)?, &mut Unstructured::new(&choices))?;
    (mutant.len() <= max_size).then_some(mutant)
}

/// Something of the second model in the first.
pub(super) fn splice(a: &[u8], b: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
    let choices = bytes_of_seed(u64::from(seed));
    let crossed = pnacl::splice(&read(a)?, &read(b)?, &mut Unstructured::new(&choices));
    crossed.write().ok().filter(|bytes| bytes.len() <= max_size)
}

/// Every reduction of the model by one step, the boldest first.
pub(super) fn reductions(bytes: &[u8]) -> Vec<Vec<u8>> {
    let Some(module) = read(bytes) else { return Vec::new() };
    Reductions::default().shrink(module).filter_map(|smaller| smaller.write().ok()).collect()
}

pub(super) fn list(bytes: &[u8]) -> Option<String> {
    text::listing(bytes).ok()
}

pub(super) fn passes() -> Vec<Box<dyn Pass>> {
    let model = pnacl::Pass::ALL.iter().map(|pass| Box::new(ModelPass(*pass)) as Box<dyn Pass>);
    let below = records::RECORD_PASSES.iter().chain(&BYTE_PASSES).map(|row| Box::new(*row) as Box<dyn Pass>);
    model.chain(below).collect()
}

pub(super) fn rewrite(bytes: &[u8], level: Level) -> Option<Vec<u8>> {
    match level {
        Level::Valid | Level::Model => read(bytes)?.write().ok(),
        Level::Records => records::read(bytes)?.write().ok(),
        Level::Bytes => Some(bytes.to_vec()),
    }
}
