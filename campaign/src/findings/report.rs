//! A page that can be filed with the maintainers of a program.

use std::{fmt::Write as _, fs};

use irsmith_fuzz::{Finding, hexadecimal};
use irsmith_oracles::external::{Outcome, RanCommand, implementation, record_commands, take_commands};
use irsmith_oracles::{draws_beside, draws_file, pin_draws};

use super::{Bisected, FindingFolder, FolderError};

/// Bytes of a binary case that are printed in the page.
const INLINE_BYTES: usize = 2048;

/// Lines of a text in the page; the file beside it has all.
const INLINE_LINES: usize = 200;

/// A report and the files that it names.
#[derive(Clone, Debug)]
pub struct Report {
    /// The page, in Markdown.
    pub page: String,
    /// Files to lie beside it: name and content, the case first.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Writes the report of a finding, with the versions in which it fails, if they are known.
///
/// If a program took part, the target runs once in this process, so that the page can state the program's own command.
///
/// # Errors
///
/// When the case cannot be read.
pub fn report(folder: &FindingFolder, versions: &[Bisected]) -> Result<Report, FolderError> {
    let case = folder.read_case()?;
    let case_name = format!("case.{}", folder.target.format.extension());
    let finding = &folder.finding;
    let command = command_of(folder, &case);
    let mut files = vec![(case_name.clone(), case.clone())];
    if let Ok(draws) = fs::read(draws_file(&folder.case)) {
        files.push((format!("{case_name}.draws"), draws));
    }
    let mut page = String::new();
    let mut line = |text: String| {
        page.push_str(&text);
        page.push('\n');
    };
    line(format!("# {}\n", title(folder)));
    for (name, version) in finding.implementations.iter().filter(|(name, _)| *name != "irsmith") {
        line(format!("**Program:** {name}, {}\n", if version.is_empty() { "version unknown" } else { version }));
    }
    for bisected in versions {
        line(format!("**Versions of {}:** {}\n", bisected.implementation, bisected.summary()));
    }
    if let Some(link) = &finding.link {
        line(format!("**Status:** {}, {link}\n", finding.status));
    }
    line("## The case\n".to_owned());
    line(inline(&case_name, &case, folder.target.format.list(&case)));
    line("## To reproduce\n".to_owned());
    line("In an empty folder that holds the case:\n".to_owned());
    line("```text".to_owned());
    if let Some(command) = &command {
        for (name, content) in command.files.iter().filter(|(name, content)| *name != case_name || *content != case) {
            files.push((name.clone(), content.clone()));
        }
        line(format!("$ {}", spelled(command)));
    }
    line(format!("$ irsmith run --no-ledger {} {case_name}", finding.target));
    line("```\n".to_owned());
    if let Some(command) = &command {
        for (name, content) in command.files.iter().filter(|(name, content)| *name != case_name || *content != case) {
            line(inline(name, content, None));
        }
    }
    line("## Expected\n".to_owned());
    let oracles = folder.target.oracles.listed();
    let about = oracles.iter().find(|oracle| oracle.name == finding.oracle).map_or(folder.target.about, |oracle| oracle.about);
    line(format!("{}.\n", sentence(about)));
    line("## Actual\n".to_owned());
    if let Some(command) = &command {
        line(format!("{}.\n", ended(command.outcome)));
    }
    line(format!("`{}`: {}\n", finding.property, finding.element));
    line(format!("```text\n{}\n```\n", finding.evidence.trim_end()));
    line("## Found\n".to_owned());
    line(found(finding));
    Ok(Report { page, files })
}

/// Returns the title: that of a report that people wrote, or else the signature in words.
fn title(folder: &FindingFolder) -> String {
    let written = fs::read_to_string(folder.path.join("report.md")).ok();
    let written = written.and_then(|text| Some(text.lines().next()?.strip_prefix("# ")?.to_owned()));
    written.unwrap_or_else(|| {
        let finding = &folder.finding;
        let programs: Vec<&str> = finding.implementations.keys().map(String::as_str).filter(|name| *name != "irsmith").collect();
        let who = if programs.is_empty() { "irsmith".to_owned() } else { programs.join(", ") };
        format!("{who}: {}: {}", finding.property.replace('-', " "), finding.element)
    })
}

/// Returns a file as a block of the page.
fn inline(name: &str, bytes: &[u8], listing: Option<String>) -> String {
    let text = String::from_utf8(bytes.to_vec()).ok().filter(|text| !text.contains(|c: char| c.is_control() && !"\n\t\r".contains(c)));
    let mut page = format!("`{name}`, {} bytes:\n\n```text\n", bytes.len());
    let shown = text.clone().or(listing).unwrap_or_else(|| "This file has no listing.".to_owned());
    let lines: Vec<&str> = shown.lines().collect();
    for line in lines.iter().take(INLINE_LINES) {
        // Writing to a string does not fail.
        let _ = writeln!(page, "{line}");
    }
    if lines.len() > INLINE_LINES {
        let _ = writeln!(page, "... {} more lines", lines.len() - INLINE_LINES);
    }
    page.push_str("```\n");
    if text.is_none() && bytes.len() <= INLINE_BYTES {
        let _ = write!(page, "\n`xxd -r -p` makes the file of these digits:\n\n```text\n");
        for row in hexadecimal(bytes).as_bytes().chunks(64) {
            let _ = writeln!(page, "{}", String::from_utf8_lossy(row));
        }
        page.push_str("```\n");
    }
    page
}

/// Returns the last command of a program of the finding that the target runs on the case. A case that ends the process that reads it has
/// none.
fn command_of(folder: &FindingFolder, case: &[u8]) -> Option<RanCommand> {
    let finding = &folder.finding;
    let programs: Vec<_> = finding.implementations.keys().filter_map(|name| implementation(name)?.find()).collect();
    if programs.is_empty() || finding.ended_its_process() {
        return None;
    }
    pin_draws(draws_beside(&folder.case));
    record_commands();
    // The commands until the failure are those of its oracle.
    let mut commands = Vec::new();
    folder.target.run(case, &mut |oracle, _| {
        if oracle == finding.oracle && commands.is_empty() {
            commands = take_commands();
        }
        record_commands();
    });
    take_commands();
    pin_draws(None);
    let of_program = |command: &RanCommand| programs.iter().any(|program| **program == command.program);
    commands.into_iter().rev().find(of_program)
}

/// Returns a command as a shell reads it, by the program's own name.
fn spelled(command: &RanCommand) -> String {
    let program = command.program.file_name().unwrap_or_default().to_string_lossy();
    let quoted = |word: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
    };
    let words = std::iter::once(quoted(&program)).chain(command.arguments.iter().map(|argument| quoted(argument)));
    words.collect::<Vec<_>>().join(" ")
}

fn ended(outcome: Outcome) -> String {
    match outcome {
        Outcome::Exited(status) => format!("The program ends with status {status}"),
        Outcome::Signaled(signal) => format!("The program ends by signal {signal}"),
        Outcome::TimedOut => "The program does not end within its time limit".to_owned(),
        Outcome::Flooded => "The program writes more than its limit".to_owned(),
        Outcome::LeftProcesses => "The program ends and leaves processes running".to_owned(),
    }
}

fn sentence(about: &str) -> String {
    let mut letters = about.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn found(finding: &Finding) -> String {
    let own = finding.implementations.get("irsmith").map(|version| format!(" {version}")).unwrap_or_default();
    let size = finding.minimized.as_ref().map(|done| format!("; minimized from {} to {} bytes", done.bytes_before, done.bytes));
    format!(
        "By irsmith{own}, target `{}`, engine {}, seed {}, on {}{}. Signature: `{}` ({}).",
        finding.target,
        finding.engine,
        finding.seed,
        finding.date,
        size.unwrap_or_default(),
        finding.signature,
        finding.id
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_spelled_for_a_shell() {
        let arguments = ["-mattr=+a,-b", "-o", "-", "two words", "it's"].map(str::to_owned).to_vec();
        let command = RanCommand { program: "/usr/bin/llc-19".into(), arguments, files: Vec::new(), outcome: Outcome::Exited(0) };
        assert_eq!(spelled(&command), r"llc-19 -mattr=+a,-b -o - 'two words' 'it'\''s'");
    }

    #[test]
    fn binary_files_are_given_as_digits() {
        let page = inline("case.spv", &[3, 2, 35, 7], Some("; SPIR-V\n".to_owned()));
        assert!(page.starts_with("`case.spv`, 4 bytes:\n\n```text\n; SPIR-V\n```\n"), "{page}");
        assert!(page.ends_with("```text\n03022307\n```\n"), "{page}");
        assert!(!inline("case.mir", b"name: f\n", None).contains("xxd"));
    }
}
