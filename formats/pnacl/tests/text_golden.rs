//! Listings, records and assembly of the real files against the output of the reference tools.

use irsmith_pnacl::text;
use std::io::Read;
use std::path::{Path, PathBuf};

const NAMES: [&str; 9] = ["bitcast", "fannkuchredux", "main", "mandelbrot", "nbody", "printf", "puts", "setjmp", "start"];

/// The folder of shared test data; `None`, and a note, where there is none.
fn data() -> Option<PathBuf> {
    let folder = match std::env::var_os("IRSMITH_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pnacl"),
    };
    if !folder.is_dir() {
        eprintln!("no shared test data at {}: nothing to compare with", folder.display());
        return None;
    }
    Some(folder)
}

fn golden(folder: &Path, name: &str) -> String {
    let path = folder.join("golden").join(name);
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

fn real(folder: &Path, name: &str) -> Vec<u8> {
    let path = folder.join("real").join(name).with_extension("pexe");
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Compares line by line, so that a failure shows one line and not the file.
fn assert_same_lines(name: &str, ours: &str, theirs: &str) {
    for (number, (ours, theirs)) in ours.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(ours, theirs, "{name}, line {}", number + 1);
    }
    assert_eq!(ours, theirs, "{name}: one is longer");
}

#[test]
fn listings_equal_those_of_bcdis() {
    let Some(folder) = data() else { return };
    for name in NAMES {
        let ours = text::listing(&real(&folder, name)).unwrap();
        assert_same_lines(name, &ours, &golden(&folder, &format!("{name}.bcdis.txt.gz")));
    }
}

#[test]
fn records_equal_those_of_the_tools() {
    let Some(folder) = data() else { return };
    for name in NAMES {
        let ours = text::records(&real(&folder, name)).unwrap();
        assert_same_lines(name, &ours, &golden(&folder, &format!("{name}.records.txt.gz")));
    }
}

#[test]
fn assembly_of_real_files_gives_the_same_bytes() {
    let Some(folder) = data() else { return };
    for name in NAMES {
        let bytes = real(&folder, name);
        let assembly = text::assembly(&bytes).unwrap();
        assert!(!assembly.contains("record <"), "{name}: every record of a real file has a statement");
        let again = text::assemble(&assembly).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(again == bytes, "{name}: assembled bytes differ");
    }
}

/// The last column of a listing.
fn assembly_column(listing: &str) -> String {
    listing.lines().filter_map(|row| row.get(41..)).collect::<Vec<_>>().join("\n")
}

#[test]
fn assembly_columns_of_listings_assemble() {
    let Some(folder) = data() else { return };
    for name in NAMES {
        let listing = golden(&folder, &format!("{name}.bcdis.txt.gz"));
        let stream = text::assemble_stream(&assembly_column(&listing)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (ours, theirs) = (text::stream_records(&stream), golden(&folder, &format!("{name}.records.txt.gz")));
        assert_eq!(ours.lines().count(), theirs.lines().count(), "{name}");
        for (ours, theirs) in ours.lines().zip(theirs.lines()) {
            // Six digits do not tell every float: those records may differ in the number, and no others.
            let lossy = ours.starts_with("6,") && theirs.starts_with("6,") && ours.len() > 10;
            assert!(ours == theirs || lossy, "{name}: {ours} for {theirs}");
        }
    }
}
