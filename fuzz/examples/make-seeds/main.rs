//! Regenerates the folders `seeds` of `corpora/`: `cargo run -p irsmith-fuzz --example make-seeds`, of all formats or of those that are named.
//!
//! For every format there are generated cases that together contain every row of its generator's table. PNaCl also has the examples of the
//! manual, assembled, and generated programs for execution; SPIR-V and Machine IR also have cases that external tools accept. The same
//! sources make the same files.

mod debuginfo;
mod mir;
mod pnacl;
mod rows;

use std::{fs, io, path::Path};

use irsmith_fuzz::Format;

/// A file to write: its name and its bytes.
type Seed = (String, Vec<u8>);

fn main() -> io::Result<()> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |format: Format| named.is_empty() || named.iter().any(|name| name == format.name());
    let makers = [(Format::PNACL, pnacl::seeds as fn() -> Vec<Seed>), (Format::DEBUGINFO, debuginfo::seeds), (Format::MIR, mir::seeds)];
    makers.into_iter().filter(|(format, _)| is_wanted(*format)).try_for_each(|(format, seeds)| write(format, &seeds()))
}

/// Regenerates the folder of a format.
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

/// Names cases by a kind and a number.
fn numbered(kind: &str, extension: &str, cases: impl IntoIterator<Item = Vec<u8>>) -> impl Iterator<Item = Seed> {
    cases.into_iter().enumerate().map(move |(number, bytes)| (format!("{kind}-{number:03}.{extension}"), bytes))
}
