//! Tables of the parts of a campaign: targets, oracles, external programs.

use irsmith_oracles::{external, ledger::LEDGERS};

use super::markdown::{code, codes, plain, table};
use crate::{Format, TARGETS, Target};

pub(super) fn targets() -> String {
    let rows = TARGETS.iter().map(|target| {
        let oracles = codes(target.oracles.listed().iter().map(|oracle| oracle.name));
        [code(target.name), target.format.name().to_owned(), plain(target.about), oracles]
    });
    table(["target", "format", "what it checks", "oracles"], rows)
}

/// Lists every oracle, with the targets that run it; oracles in no target are for tests and for `ci/`.
pub(super) fn oracles() -> String {
    let all = Format::ALL.iter().flat_map(|format| format.oracles().listed().into_iter().map(move |oracle| (format, oracle)));
    let rows = all.map(|(format, oracle)| {
        let runs = |target: &&Target| target.format == *format && target.oracles.listed().iter().any(|other| other.name == oracle.name);
        let targets = codes(TARGETS.iter().filter(runs).map(|target| target.name));
        let floor = format!("{} %", oracle.floor);
        [code(oracle.name), format.name().to_owned(), oracle.family.name().to_owned(), plain(oracle.about), floor, targets]
    });
    table(["oracle", "format", "family", "property", "floor", "targets"], rows)
}

pub(super) fn implementations() -> String {
    let rows = external::implementations().iter().map(|program| {
        let tasks = codes(program.tasks_by_default().iter().map(|task| task.name()));
        let commands = codes(program.commands.iter().map(String::as_str));
        let package = program.package.as_deref().map(code).unwrap_or_default();
        [code(program.name), code(program.family.name()), plain(&program.about), tasks, package, commands]
    });
    table(["implementation", "family", "use", "default tasks", "package", "commands"], rows)
}

/// Lists every entry of the ledger; each recorded bug has a folder of the entry's name, which contains its report.
pub(super) fn ledger() -> String {
    let all = LEDGERS.iter().flat_map(|ledger| ledger.entries().iter().map(move |entry| (ledger.format, entry)));
    let rows = all.map(|(format, entry)| {
        let source = if entry.is_fault() { "a fault, with a report".to_owned() } else { plain(&entry.citation) };
        [code(&entry.name), format.to_owned(), plain(&format!("{} {}", entry.family, entry.versions)), plain(&entry.about), source]
    });
    table(["entry", "format", "program", "behaviour", "source"], rows)
}
