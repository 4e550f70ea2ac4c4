//! Makes the folders `seeds` of `corpora/` anew: `cargo run -p irsmith-fuzz --example make-seeds`.
//!
//! Every format has generated cases that together have every row of its generator's table. PNaCl also has the examples of the manual,
//! assembled, and generated programs to be executed; SPIR-V and Machine IR also have cases that other people's tools know. The same
//! sources make the same files.

mod debuginfo;
mod mir;
mod pnacl;
mod rows;

use std::{fs, io, path::Path};

use irsmith_fuzz::Format;

/// A file to be: its name and its bytes.
type Seed = (String, Vec<u8>);

fn main() -> io::Result<()> {
    write(Format::PNACL, &pnacl::seeds())?;
    write(Format::DEBUGINFO, &debuginfo::seeds())?;
    write(Format::MIR, &mir::seeds())
}

/// Makes the folder of a format anew.
fn write(format: Format, seeds: &[Seed]) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora").join(format.name()).join("seeds");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, bytes) in seeds {
        fs::write(folder.join(name), bytes)?;
    }
    let size: usize = seeds.iter().map(|(_, bytes)| bytes.len()).sum();
    eprintln!("{}: {} seeds of {size} bytes", format.name(), seeds.len());
    Ok(())
}

/// Cases with names of a kind and a number.
fn numbered(kind: &str, extension: &str, cases: impl IntoIterator<Item = Vec<u8>>) -> impl Iterator<Item = Seed> {
    cases.into_iter().enumerate().map(move |(number, bytes)| (format!("{kind}-{number:03}.{extension}"), bytes))
}
