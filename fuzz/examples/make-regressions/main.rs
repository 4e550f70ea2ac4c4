//! Writes the handmade regressions to `corpora/*/regressions`: `cargo run -p irsmith-fuzz --example make-regressions`.
//!
//! The expected outcome of each regression is written here by hand, from the specification and the behaviour of the tools, not computed by
//! our code; the replay test compares.

mod debuginfo;
mod mir;
mod pnacl;

use std::{fs, io, path::Path};

use irsmith_fuzz::Format;
use serde::Serialize;

/// A case and its expected outcome. `corpora/README.md` explains the words.
#[derive(Serialize)]
struct Regression {
    #[serde(skip)]
    name: &'static str,
    about: &'static str,
    outcome: &'static str,
    rules: &'static [&'static str],
    #[serde(skip)]
    bytes: Vec<u8>,
}

fn main() -> io::Result<()> {
    write(Format::PNACL, &pnacl::regressions())?;
    write(Format::DEBUGINFO, &debuginfo::regressions())?;
    write(Format::MIR, &mir::regressions())
}

/// Writes the files of each regression to the folder of its format.
fn write(format: Format, regressions: &[Regression]) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora").join(format.name()).join("regressions");
    fs::create_dir_all(&folder)?;
    for regression in regressions {
        let file = |extension: &str| folder.join(format!("{}.{extension}", regression.name));
        fs::write(file(format.extension()), &regression.bytes)?;
        fs::write(file("toml"), toml::to_string(regression).expect("a table of strings"))?;
        if let Some(listing) = format.list(&regression.bytes) {
            fs::write(file("txt"), listing)?;
        }
    }
    eprintln!("{}: {} regressions", format.name(), regressions.len());
    Ok(())
}
