//! Several files in one process.
//!
//! A program whose entry has a `batch` above 1 gets up to so many names of files after `validate`. It prints a line for each, in any order,
//! the name and a verdict: `FILE: accepts`, or `FILE: refuses` and perhaps a message, and exits with status 0. A file without a line is asked
//! about alone, in the usual form: a process that dies costs its batch another process for each of its files, and no verdict.

use super::{Asked, Foreign, Foreigner};
use crate::Verdict;
use crate::external::{Answer, Implementation, Request, ask};
use std::collections::HashMap;

impl Asked {
    /// Asks whether files are valid; returns the answer for each.
    pub(super) fn validate<F: Foreign>(&self, files: &[&[u8]]) -> Vec<Result<Answer, Verdict>> {
        let size = self.foreigner.batch();
        let in_batch = |files: &[&[u8]]| match self.foreigner {
            Foreigner::Program(program) if files.len() > 1 => together::<F>(program, files),
            Foreigner::Program(_) | Foreigner::Linked(_) => vec![None; files.len()],
        };
        let answers = files.chunks(size).flat_map(in_batch);
        answers.zip(files).map(|(answer, file)| answer.map_or_else(|| self.request::<F>(Request::Validate, file), Ok)).collect()
    }
}

/// Asks a program about files together; returns the answers that it gives.
fn together<F: Foreign>(program: &'static Implementation, files: &[&[u8]]) -> Vec<Option<Answer>> {
    let names: Vec<String> = (0..files.len()).map(|number| format!("{number}-{}", F::FILE)).collect();
    let arguments: Vec<&str> = std::iter::once(Request::Validate.name()).chain(names.iter().map(String::as_str)).collect();
    let named: Vec<(&str, &[u8])> = names.iter().map(String::as_str).zip(files.iter().copied()).collect();
    let answer = ask(program, &arguments, &named, |_| false);
    let output = if let Ok(Answer::Accepts(output)) = answer { output } else { Vec::new() };
    let said = verdicts(&String::from_utf8_lossy(&output));
    names.iter().map(|name| said.get(name).cloned()).collect()
}

/// Reads what a program prints: a verdict for each name.
fn verdicts(output: &str) -> HashMap<String, Answer> {
    let of_line = |line: &str| {
        let (name, verdict) = line.split_once(": ")?;
        let answer = match verdict.trim().split_once(' ').unwrap_or((verdict.trim(), "")) {
            ("accepts", "") => Answer::Accepts(Vec::new()),
            ("refuses", message) => Answer::Refuses(message.to_owned()),
            _ => return None,
        };
        Some((name.to_owned(), answer))
    };
    output.lines().filter_map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_of_the_protocol_are_verdicts() {
        let said = verdicts("reading\n1-case.mir: accepts\r\n0-case.mir: refuses line 3: no such block\n2-case.mir: perhaps\n3-case.mir\n");
        assert_eq!(said.len(), 2);
        assert!(matches!(&said["0-case.mir"], Answer::Refuses(message) if message == "line 3: no such block"));
        assert!(matches!(&said["1-case.mir"], Answer::Accepts(written) if written.is_empty()));
    }
}
