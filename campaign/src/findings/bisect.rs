//! In which versions of a program a finding fails.

use std::{cmp::Reverse, sync::atomic::AtomicBool};

use irsmith_oracles::external::{Configuration, Implementation, configuration, implementation, implementations};

use super::{FindingFolder, Replayed, Replayer};
use crate::CampaignError;

/// What one version of a program does on the case of a finding.
#[derive(Clone, Debug)]
pub struct VersionVerdict {
    /// The name of the implementation.
    pub name: &'static str,
    /// What it prints as its version.
    pub version: String,
    /// What became of the finding with it.
    pub replayed: Replayed,
}

/// What all installed versions of a program do on the case of a finding.
#[derive(Clone, Debug)]
pub struct Bisected {
    /// The implementation of the finding whose place the versions take.
    pub implementation: String,
    /// The newest version first.
    pub versions: Vec<VersionVerdict>,
}

impl Bisected {
    /// Returns a sentence: the versions that fail, those that do not, and those that cannot be judged.
    pub fn summary(&self) -> String {
        let list = |wanted: fn(&Replayed) -> bool| {
            let chosen = self.versions.iter().filter(|version| wanted(&version.replayed));
            chosen.map(|version| short(&version.version)).collect::<Vec<_>>().join(", ")
        };
        let groups = [
            ("fails in", list(|replayed| *replayed == Replayed::StillFails)),
            ("fails in another way in", list(|replayed| matches!(replayed, Replayed::FailsDifferently(_)))),
            ("does not fail in", list(|replayed| *replayed == Replayed::NoLongerFails)),
            ("cannot be judged with", list(|replayed| matches!(replayed, Replayed::CannotBeJudged(_)))),
        ];
        let parts = groups.into_iter().filter(|(_, versions)| !versions.is_empty());
        parts.map(|(words, versions)| format!("{words} {versions}")).collect::<Vec<_>>().join("; ")
    }
}

/// Replays a finding with each installed version of each program that the signature names, in the place of that program, and reports each
/// version to `on_version`. Empty for a finding in which no program failed.
///
/// # Errors
///
/// As [`Replayer::replay`].
pub fn bisect(
    folder: &FindingFolder,
    replayer: &Replayer,
    stop: &AtomicBool,
    on_version: &mut dyn FnMut(&VersionVerdict),
) -> Result<Vec<Bisected>, CampaignError> {
    let programs = folder.finding.failed_with().into_iter().filter_map(implementation);
    programs
        .map(|program| {
            let mut versions = Vec::new();
            for (version, candidate) in candidates(program) {
                let replayed = replayer.replay(folder, Some(in_place_of(program, candidate)), stop)?;
                let verdict = VersionVerdict { name: candidate.name, version, replayed };
                on_version(&verdict);
                versions.push(verdict);
            }
            Ok(Bisected { implementation: program.name.to_owned(), versions })
        })
        .collect()
}

/// Returns the installed programs of the same family with their versions, the newest first.
fn candidates(program: &Implementation) -> Vec<(String, &'static Implementation)> {
    let family = implementations().iter().filter(|other| other.family == program.family && other.find().is_some());
    let mut all: Vec<_> = family.filter_map(|other| Some((other.version()?, other))).collect();
    all.sort_by_key(|(version, _)| Reverse(numbers(version)));
    all.dedup_by(|(_, a), (_, b)| a.find() == b.find());
    all
}

/// Returns the number in what a program prints as its version: 19.1.7 of `Debian LLVM version 19.1.7`.
fn short(version: &str) -> &str {
    let behind = version.split_once("version ").map_or(version, |(_, behind)| behind);
    let mut words = behind.split(|c: char| !(c.is_ascii_digit() || c == '.')).filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    words.find(|word| word.contains('.')).unwrap_or(version)
}

/// Returns the numbers in a version, for sorting.
fn numbers(version: &str) -> Vec<u64> {
    short(version).split('.').filter_map(|number| number.parse().ok()).collect()
}

/// Returns this process's configuration with the command of `candidate` under the name of `program`, which is judged without the others of
/// the family: what they do says nothing about this version.
fn in_place_of(program: &Implementation, candidate: &Implementation) -> Configuration {
    let mut changed = Configuration { alone: Some(program.name.to_owned()), ..configuration().clone() };
    let is_about = |text: &String| text.split(['=', ':', '@']).next() == Some(program.name);
    changed.implementations.retain(|text| !is_about(text));
    if let Some(command) = candidate.find() {
        let dialect = candidate.dialect().map(|dialect| format!("@{dialect}")).unwrap_or_default();
        changed.implementations.push(format!("{}:{}{dialect}={}", program.name, program.family, command.display()));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_versions_sort_later() {
        let sorted =
            ["Debian LLVM version 14.0.6", "LLVM version 19.1.7", "LLVM version 22.1.8", "SPIRV-Tools v2023.1", "SPIRV-Tools v2025.5"];
        assert!(sorted.is_sorted_by_key(|version| numbers(version)));
        assert_eq!([short(sorted[0]), short(sorted[4]), short("head")], ["14.0.6", "2025.5", "head"]);
    }

    #[test]
    fn the_summary_names_every_group_once() {
        let version = |version: &str, replayed| VersionVerdict { name: "p", version: version.to_owned(), replayed };
        let versions = vec![
            version("3", Replayed::NoLongerFails),
            version("2", Replayed::StillFails),
            version("1", Replayed::StillFails),
            version("0", Replayed::CannotBeJudged("old".to_owned())),
        ];
        let summary = Bisected { implementation: "p".to_owned(), versions }.summary();
        assert_eq!(summary, "fails in 2, 1; does not fail in 3; cannot be judged with 0");
    }
}
