//! SPIR-V with debug information for the engines.

use arbitrary::Unstructured;
use irsmith_debuginfo::{Dialect, Limits, Module, Stream, text, validate::is_valid};
use irsmith_generators::{
    BYTES_OF_CASE, Choices, Reduce, SplitMix64, bytes_of_seed,
    debuginfo::{self, Config, Reductions, size},
};
use irsmith_oracles::{
    LimitSettings,
    debuginfo::{ORACLES, accepted_by_spirv_val},
};

use super::{FileFormat, ModelPass, Profile};
use crate::{
    Oracles,
    changes::note_unread,
    reduce::{Level, Pass, Weight},
};

/// The format.
pub(super) struct DebugInfo;

impl FileFormat for DebugInfo {
    fn name(&self) -> &'static str {
        "debuginfo"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["spirv"]
    }

    fn extension(&self) -> &'static str {
        "spv"
    }

    /// The first bytes of files in the usual byte order; other files are recognized by their names.
    fn magic(&self) -> &'static [u8] {
        b"\x03\x02\x23\x07"
    }

    fn oracles(&self) -> &'static dyn Oracles {
        &ORACLES
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Swarm, Profile::Plain, Profile::Large, Profile::Portable, Profile::Kernel, Profile::Expressions]
    }

    /// Empty if our own writer fails, which an oracle reports.
    fn generate(&self, profile: Profile, seed: u64) -> Vec<u8> {
        let scale = profile.scale();
        let mut bytes = Vec::new();
        SplitMix64::new(seed).extend(&mut bytes, BYTES_OF_CASE * scale as usize);
        let mut bytes = Unstructured::new(&bytes);
        let mut choices = Choices::new(&mut bytes);
        let config = match profile {
            Profile::Plain | Profile::Large => scaled(scale),
            Profile::Portable => Config::portable(Dialect::DebugInfo).swarmed(&mut choices),
            Profile::Kernel => Config::translatable().swarmed(&mut choices),
            Profile::Expressions if choices.chance(64) => Config::expressions().swarmed(&mut choices),
            Profile::Expressions => Config::expressions(),
            // Other dialects have fewer constructs, and are generated less often.
            _ => match *choices.pick(DIALECTS).unwrap_or(&Some(Dialect::DebugInfo)) {
                Some(dialect) => Config { dialect, ..Config::swarm(&mut choices) },
                None => Config::shader().swarmed(&mut choices),
            },
        };
        debuginfo::generate(&mut bytes, &config).write().unwrap_or_default()
    }

    fn mutate(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        let mut module = read(bytes)?;
        let choices = bytes_of_seed(u64::from(seed));
        debuginfo::mutate_telling(&mut module, &mut Unstructured::new(&choices), &mut note_unread)?;
        module.write().ok()
    }

    fn mutate_records(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        let choices = bytes_of_seed(u64::from(seed));
        let stream = Stream::read(bytes, &LimitSettings::of_cases().debuginfo(Limits::default())).ok()?;
        debuginfo::mutate_words(&stream, &mut Unstructured::new(&choices)).map(|(mutant, _)| mutant)
    }

    fn splice(&self, a: &[u8], b: &[u8], seed: u32) -> Option<Vec<u8>> {
        let choices = bytes_of_seed(u64::from(seed));
        debuginfo::splice(&read(a)?, &read(b)?, &mut Unstructured::new(&choices)).write().ok()
    }

    /// Returns every reduction of the model by one step.
    fn reductions(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Some(module) = read(bytes) else { return Vec::new() };
        Reductions::default().shrink(module).filter_map(|smaller| smaller.write().ok()).collect()
    }

    fn alternatives(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Some(module) = read(bytes) else { return Vec::new() };
        debuginfo::alternatives(&module).iter().filter_map(|form| form.write().ok()).collect()
    }

    fn passes(&self) -> Vec<Box<dyn Pass>> {
        let pass = |pass: &debuginfo::Pass| ModelPass::<Reductions> {
            name: pass.name(),
            pass: *pass,
            read,
            write: |module, _| module.write().ok(),
        };
        debuginfo::Pass::ALL.iter().map(|row| Box::new(pass(row)) as Box<dyn Pass>).collect()
    }

    /// Whatever reads has a model, so records have the weight of the model.
    fn weigh(&self, bytes: &[u8], level: Level) -> Option<Weight> {
        let module = read(bytes)?;
        let level = if level == Level::Valid && !is_valid(&module) { Level::Model } else { level };
        let words = Stream::read(bytes, &LimitSettings::of_cases().debuginfo(Limits::default())).ok()?;
        let sum = words.words().iter().map(|&word| u128::from(word)).sum();
        Some(Weight { level, content: size(&module), encoding: 0, bytes: bytes.len(), sum })
    }

    fn rewrite(&self, bytes: &[u8], _: Level) -> Option<Vec<u8>> {
        read(bytes)?.write().ok()
    }

    /// `spirv-val`.
    fn accepted_by_others(&self, bytes: &[u8]) -> Option<bool> {
        accepted_by_spirv_val(bytes)
    }

    fn repaired(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Some(module) = read(bytes) else { return Vec::new() };
        debuginfo::repaired(&module).iter().filter_map(|form| form.write().ok()).collect()
    }

    fn list(&self, bytes: &[u8]) -> Option<String> {
        Stream::read(bytes, &LimitSettings::of_cases().debuginfo(Limits::default())).ok().map(|stream| text::disassemble(&stream))
    }
}

/// The dialects of generated cases, repeated by frequency; `None` for `NonSemantic.Shader.DebugInfo`.
const DIALECTS: &[Option<Dialect>] = &[
    Some(Dialect::DebugInfo),
    Some(Dialect::DebugInfo),
    Some(Dialect::DebugInfo),
    Some(Dialect::DebugInfo),
    Some(Dialect::OpenCl),
    Some(Dialect::SpirvDebug),
    None,
    None,
];

/// Enables every row, with `scale` times the default number of functions, types, globals and steps of the graph.
fn scaled(scale: u32) -> Config {
    let default = Config::default();
    Config {
        functions: scale * default.functions,
        types: scale * default.types,
        globals: scale * default.globals,
        graph: scale * default.graph,
        ..default
    }
}

fn read(bytes: &[u8]) -> Option<Module> {
    Module::read(bytes, &LimitSettings::of_cases().debuginfo(Limits::default())).ok()
}
