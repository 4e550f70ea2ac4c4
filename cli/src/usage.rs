//! Wrong usage, reported in one line like every other error.

use std::{ffi::OsString, process::ExitCode};

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
            print_error(one_line(&error.render().to_string(), &verb::<A>(std::env::args_os().skip(1))));
            Status::Unreadable.into()
        }
    })
}

/// Returns the program and the verbs that arguments begin with: not every error of clap states their usage.
fn verb<A: Parser>(arguments: impl Iterator<Item = OsString>) -> String {
    let mut command = A::command();
    let mut words = vec![command.get_name().to_owned()];
    for argument in arguments {
        let Some(inner) = argument.to_str().and_then(|word| command.find_subcommand(word)).cloned() else { break };
        words.push(inner.get_name().to_owned());
        command = inner;
    }
    words.join(" ")
}

/// Shortens clap's paragraphs to one line: what is wrong, tips, and which help to read.
fn one_line(text: &str, program: &str) -> String {
    let mut line = String::new();
    let mut help = program.to_owned();
    // A negative number is meant as a value of the option before it, where the tip does not help.
    let is_of_number = |part: &str| part.starts_with("tip: to pass '-") && part.as_bytes().get(15).is_some_and(u8::is_ascii_digit);
    for part in text.lines().map(str::trim).filter(|part| !part.is_empty()) {
        if let Some(usage) = part.strip_prefix("Usage: ") {
            let words = usage.split(' ').take_while(|word| word.starts_with(|c: char| c.is_ascii_alphanumeric()));
            help = words.collect::<Vec<_>>().join(" ");
        } else if !part.starts_with("For more information") && !is_of_number(part) {
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
    fn the_help_of_the_verb_is_named() {
        #[derive(Debug, Parser)]
        #[command(name = "irsmith")]
        enum Verbs {
            Show { file: String },
        }
        let named = |words: &[&str]| verb::<Verbs>(words.iter().map(OsString::from));
        assert_eq!([named(&["show", "x", "show"]), named(&["shw"]), named(&[])], ["irsmith show", "irsmith", "irsmith"]);
        let number = "error: unexpected argument '-1' found\n\n  tip: to pass '-1' as a value, use '-- -1'\n";
        assert_eq!(one_line(number, "irsmith show"), "unexpected argument '-1' found; `irsmith show --help` tells more");
    }

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
