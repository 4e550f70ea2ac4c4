//! Lists the mutations of Rust sources: `irsmith-mutations FILE...` prints one JSON object a line, in the order of the files and of their text.
//!
//! The files of one crate are given together, because a mutation may name a variant or a field that another file declares. A mutation is text
//! that replaces a range of bytes, and contains the word `ENABLED` where the condition belongs that enables it. Whether the result compiles
//! is for the compiler to say: names are resolved by their last two parts, and types are not known at all.
//!
//! `ci/drawn-faults` draws from this list. Exit status: 0 done; 2 a file cannot be read or parsed.

mod constant;
mod declared;
mod mutation;
mod results;
#[cfg(test)]
mod tests;
mod walk;

use declared::Declared;
use std::{
    io::{self, Write},
    process::ExitCode,
};

fn main() -> ExitCode {
    match list(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let _ = writeln!(io::stderr(), "irsmith-mutations: {why}");
            ExitCode::from(2)
        }
    }
}

fn list(paths: impl Iterator<Item = String>) -> Result<(), String> {
    let mut files = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let tree = syn::parse_file(&text).map_err(|error| format!("{path}: {error}"))?;
        files.push((path, text, tree));
    }
    let mut declared = Declared::default();
    for (_, text, tree) in &files {
        declared.add(tree, text);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (path, text, tree) in &files {
        for mutation in walk::mutations(path, text, tree, &declared) {
            serde_json::to_writer(&mut out, &mutation).map_err(|error| error.to_string())?;
            out.write_all(b"\n").map_err(|error| error.to_string())?;
        }
    }
    out.flush().map_err(|error| error.to_string())
}
