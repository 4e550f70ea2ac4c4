//! Wrong usage, reported in one line like every other error.

use std::process::ExitCode;

use clap::{Parser, error::ErrorKind};

use crate::{Status, output::print_error};

/// Parses the arguments of this process, or returns the exit status: it prints help and versions, and reports wrong usage in one line.
pub(crate) fn parse<A: Parser>() -> Result<A, ExitCode> {
    A::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A failure to print cannot be reported anywhere.
            let _ = error.print();
            Status::Fine.into()
        }
        // Without a verb: the whole help is more useful than one line.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            let _ = error.print();
            Status::Unreadable.into()
        }
        _ => {
            print_error(one_line(&error.render().to_string(), A::command().get_name()));
            Status::Unreadable.into()
        }
    })
}

/// Shortens clap's paragraphs to one line: what is wrong, tips, and which help to read.
fn one_line(text: &str, program: &str) -> String {
    let mut line = String::new();
    let mut help = program.to_owned();
    for part in text.lines().map(str::trim).filter(|part| !part.is_empty()) {
        if let Some(usage) = part.strip_prefix("Usage: ") {
            let words = usage.split(' ').take_while(|word| word.starts_with(|c: char| c.is_ascii_alphanumeric()));
            help = words.collect::<Vec<_>>().join(" ");
        } else if !part.starts_with("For more information") {
            if !line.is_empty() {
                line.push_str(if line.ends_with(':') || part.starts_with(['<', '[', '-']) { " " } else { "; " });
            }
            line.push_str(part.strip_prefix("error: ").unwrap_or(part));
        }
    }
    format!("{line}; `{help} --help` tells more")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_become_a_line() {
        let tip = "error: unexpected argument '--foo' found\n\n  tip: to pass '--foo' as a value, use '-- --foo'\n\n\
                   Usage: irsmith show [OPTIONS] <FILE>\n\nFor more information, try '--help'.\n";
        let said = "unexpected argument '--foo' found; tip: to pass '--foo' as a value, use '-- --foo'; `irsmith show --help` tells more";
        assert_eq!(one_line(tip, "irsmith"), said);
        let missing = "error: the following required arguments were not provided:\n  <TARGET>\n  <FILE>...\n\n\
                       Usage: irsmith run <TARGET> <FILE>...\n";
        let said = "the following required arguments were not provided: <TARGET> <FILE>...; `irsmith run --help` tells more";
        assert_eq!(one_line(missing, "irsmith"), said);
        assert_eq!(
            one_line("error: no\n  [possible values: a, b]\n", "irsmith"),
            "no [possible values: a, b]; `irsmith --help` tells more"
        );
    }
}
