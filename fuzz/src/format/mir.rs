//! LLVM Machine IR for the engines.

mod run_lines;

use arbitrary::Unstructured;
use irsmith_generators::{
    BYTES_OF_CASE, Choices, Reduce, SplitMix64, bytes_of_seed,
    mir::{self, CHARACTER, Config, Defined, Kind, Reductions, size},
};
use irsmith_mir::{
    Dialect, File, Limits, Style,
    tables::{Machine, Version},
    validate::{Options, is_judged, is_valid, is_valid_for_some_release},
};
use irsmith_oracles::{
    LimitSettings,
    mir::{ORACLES, accepted_by_llc, dialect_named, pinned},
};

use self::run_lines::{RUN_LINE_PASSES, run_lines};
use super::{FileFormat, ModelPass, Profile};
use crate::{
    Oracles,
    changes::note_unread,
    reduce::{Level, Pass, Weight},
};

/// The format.
pub(super) struct Mir;

impl FileFormat for Mir {
    fn name(&self) -> &'static str {
        "mir"
    }

    fn extension(&self) -> &'static str {
        "mir"
    }

    /// The first bytes of files that a writer made; other files are recognized by their names.
    fn magic(&self) -> &'static [u8] {
        b"---"
    }

    fn oracles(&self) -> &'static dyn Oracles {
        &ORACLES
    }

    fn profiles(&self) -> &'static [Profile] {
        &[
            Profile::Swarm,
            Profile::Plain,
            Profile::Large,
            Profile::Defined,
            Profile::Recent,
            Profile::Interpreted,
            Profile::Exec,
            Profile::Portable,
        ]
    }

    fn generate(&self, profile: Profile, seed: u64) -> Vec<u8> {
        let is_newest = match profile {
            Profile::Recent | Profile::Exec => seed.is_multiple_of(4),
            Profile::Interpreted => seed.is_multiple_of(2),
            _ => false,
        };
        generate(if is_newest { NEWEST } else { Dialect::DEFAULT }, profile, seed)
    }

    fn dialects(&self) -> Vec<String> {
        Dialect::every().map(|dialect| dialect.to_string()).collect()
    }

    fn generate_in(&self, dialect: &str, profile: Profile, seed: u64) -> Option<Vec<u8>> {
        Some(generate(dialect_named(dialect).ok()?, profile, seed))
    }

    fn is_valid_in(&self, dialect: &str, bytes: &[u8]) -> bool {
        let (Some(file), Ok(dialect)) = (read(bytes), dialect_named(dialect)) else { return false };
        is_valid(&file, Options { triple: file.triple().as_deref(), dialect, ..Options::default() })
    }

    fn mutate(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        let mut file = read(bytes)?;
        let choices = bytes_of_seed(u64::from(seed));
        mir::mutate_telling(&mut file, &mut Unstructured::new(&choices), &mut note_unread)?;
        Some(write(&file, bytes))
    }

    fn mutate_records(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        let choices = bytes_of_seed(u64::from(seed));
        mir::mutate_tokens(bytes, &mut Unstructured::new(&choices))
    }

    fn splice(&self, a: &[u8], b: &[u8], seed: u32) -> Option<Vec<u8>> {
        let choices = bytes_of_seed(u64::from(seed));
        Some(write(&mir::splice(&read(a)?, &read(b)?, &mut Unstructured::new(&choices)), a))
    }

    /// Returns every reduction of the model by one step.
    fn reductions(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Some(file) = read(bytes) else { return Vec::new() };
        Reductions::default().shrink(file).map(|smaller| write(&smaller, bytes)).collect()
    }

    fn alternatives(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Some(file) = read(bytes) else { return Vec::new() };
        // An operation alone with usual types may need no `RUN` line for its target.
        let alone = if run_lines(bytes).is_empty() { Vec::new() } else { mir::repaired(&file) };
        let alone = alone.iter().map(|form| write(form, &[]));
        mir::alternatives(&file).iter().map(|form| write(form, bytes)).chain(alone).collect()
    }

    fn passes(&self) -> Vec<Box<dyn Pass>> {
        let write = |file: &File, case: &[u8]| Some(write(file, case));
        let pass = |pass: &mir::Pass| ModelPass::<Reductions> { name: pass.name(), pass: *pass, read, write };
        let models = mir::Pass::ALL.iter().map(|row| Box::new(pass(row)) as Box<dyn Pass>);
        models.chain(RUN_LINE_PASSES.iter().map(|row| Box::new(*row) as Box<dyn Pass>)).collect()
    }

    /// Also what no verifier judges, unlike the level of its weight: the minimizer prefers a case that one judges.
    fn is_valid(&self, bytes: &[u8]) -> bool {
        read(bytes).as_ref().is_some_and(is_valid_for_some_release)
    }

    /// Whatever reads has a model, so records have the weight of the model.
    fn weigh(&self, bytes: &[u8], level: Level) -> Option<Weight> {
        let file = read(bytes)?;
        let valid = || is_judged(&file) && is_valid_for_some_release(&file);
        let level = if level == Level::Valid && !valid() { Level::Model } else { level };
        let sum = bytes.iter().map(|&byte| u128::from(byte)).sum();
        let content = size(&file) + CHARACTER * run_lines(bytes).len() as u64;
        Some(Weight { level, content, encoding: 0, bytes: bytes.len(), sum })
    }

    fn rewrite(&self, bytes: &[u8], _: Level) -> Option<Vec<u8>> {
        read(bytes).map(|file| write(&file, bytes))
    }

    fn pinned(&self, bytes: &[u8], oracle: &str, element: &str) -> Option<Vec<u8>> {
        pinned(bytes, oracle, element)
    }

    /// The verifier of llc.
    fn accepted_by_others(&self, bytes: &[u8]) -> Option<bool> {
        accepted_by_llc(bytes)
    }

    fn repaired(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Some(file) = read(bytes) else { return Vec::new() };
        mir::repaired(&file).iter().map(|form| write(form, bytes)).collect()
    }

    fn enlarged(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Some(file) = read(bytes) else { return Vec::new() };
        mir::straightened(&file).iter().map(|form| write(form, bytes)).collect()
    }

    /// Returns the file itself, if it reads: it is text.
    fn list(&self, bytes: &[u8]) -> Option<String> {
        read(bytes)?;
        String::from_utf8(bytes.to_vec()).ok()
    }
}

/// The dialect of the newest release.
const NEWEST: Dialect = Dialect::of_release(Version::NEWEST);

fn generate(dialect: Dialect, profile: Profile, seed: u64) -> Vec<u8> {
    let scale = profile.scale();
    let length = if profile == Profile::Portable { BYTES_OF_FUNCTION * TOGETHER as usize } else { BYTES_OF_CASE * scale as usize };
    let mut bytes = Vec::new();
    SplitMix64::new(seed).extend(&mut bytes, length);
    let mut bytes = Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    if matches!(profile, Profile::Defined | Profile::Recent | Profile::Interpreted | Profile::Exec) {
        let drawn = Defined::drawn(&mut choices);
        let is_plain = drawn.is_plain && profile != Profile::Interpreted;
        let is_flagged = profile == Profile::Exec && choices.chance(128);
        let config = Defined { dialect, is_plain, is_flagged, ..drawn };
        return mir::generate_defined(&mut bytes, &config).write_for(Style::Simplified, dialect).0.into_bytes();
    }
    let often = if choices.chance(COMMENTED) { 1 << choices.below(9) } else { 0 };
    let config = Config { dialect, ..drawn(&mut choices) };
    let config = match profile {
        Profile::Plain | Profile::Large => scaled(scale, config),
        Profile::Portable => Config { functions: TOGETHER, ..config }.swarmed(&mut choices),
        _ => Config { call_sites: choices.chance(CALL_SITES), ..config }.swarmed(&mut choices),
    };
    // The writer knows the keys of the container that are not rows.
    let (text, _) = mir::generate(&mut bytes, &config).write_for(Style::Simplified, dialect);
    if often == 0 { text.into_bytes() } else { commented(&text, often, seed).into_bytes() }
}

/// Maximum number of functions of a portable case: llc takes as long to start as to process hundreds of them.
const TOGETHER: u32 = 500;
/// Random bytes that are enough for this number of functions.
const BYTES_OF_FUNCTION: usize = 1500;

/// How many of 256 cases list call sites, which llc reads only with an option.
const CALL_SITES: u16 = 16;

/// How many of 256 cases contain comments.
const COMMENTED: u16 = 64;

/// Returns the text with comments in this many of 256 gaps.
fn commented(text: &str, often: u16, seed: u64) -> String {
    let mut bytes = Vec::new();
    // Bytes that differ from those that made the file.
    SplitMix64::new(!seed).extend(&mut bytes, text.len());
    mir::commented(text, often, &mut Choices::new(&mut Unstructured::new(&bytes)))
}

/// Draws a target and a kind of bodies, each evenly, with defaults for everything else.
fn drawn(choices: &mut Choices<'_, '_>) -> Config {
    let target = Machine::TARGETS[choices.below(Machine::TARGETS.len())];
    let kind = [Kind::Generic, Kind::Target, Kind::Both][choices.below(3)];
    Config::new(target, kind)
}

/// Enables every row, with `scale` times the number of functions, instructions, constructs and entries of the container.
fn scaled(scale: u32, config: Config) -> Config {
    Config {
        functions: scale * config.functions,
        instructions: scale * config.instructions,
        constructs: scale * config.constructs,
        entries: scale * config.entries,
        call_sites: true,
        ..config
    }
}

fn read(bytes: &[u8]) -> Option<File> {
    File::read(bytes, &LimitSettings::of_cases().mir(Limits::default())).ok()
}

/// Writes without keys that have their default value, so that cases are smaller and clearer. Keeps the `RUN` lines of the original case,
/// because they determine what oracles run.
fn write(file: &File, case: &[u8]) -> Vec<u8> {
    [run_lines(case), file.write_in(Style::Simplified).into_bytes()].concat()
}
