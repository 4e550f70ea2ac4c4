//! Makes `corpora/pnacl/seeds` anew: `cargo run -p irsmith-fuzz --example make-seeds`.
//!
//! Three kinds of seeds: the examples of the manual, assembled, generated cases that together have every row of the generator's table,
//! and generated programs to be executed. The same sources make the same files.

#[path = "../../../formats/pnacl/tests/support/listings.rs"]
mod listings;
mod manual;
mod programs;
mod rows;

use std::{fs, io, path::Path};

/// A file to be: its name and its bytes.
type Seed = (String, Vec<u8>);

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/pnacl/seeds");
    let seeds: Vec<Seed> = manual::seeds().into_iter().chain(programs::seeds()).chain(rows::seeds()).collect();
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, bytes) in &seeds {
        fs::write(folder.join(name), bytes)?;
    }
    let size: usize = seeds.iter().map(|(_, bytes)| bytes.len()).sum();
    eprintln!("{} seeds of {size} bytes", seeds.len());
    Ok(())
}
