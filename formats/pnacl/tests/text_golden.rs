//! Compares listings, records and assembly of the real files with the output of the reference tools.

use irsmith_pnacl::text;
use irsmith_testdata::{Data, read};
use std::io::Read;
use std::path::Path;

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        listings_equal_those_of_bcdis,
        records_equal_those_of_the_tools,
        assembly_of_real_files_gives_the_same_bytes,
        assembly_columns_of_listings_assemble,
    ],
}

const NAMES: [&str; 9] = ["bitcast", "fannkuchredux", "main", "mandelbrot", "nbody", "printf", "puts", "setjmp", "start"];

fn golden(folder: &Path, name: &str) -> String {
    let packed = read(&folder.join("golden").join(name));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    text
}

fn real(folder: &Path, name: &str) -> Vec<u8> {
    read(&folder.join("real").join(name).with_extension("pexe"))
}

/// Compares line by line, so that a failure shows one line and not the file.
fn assert_same_lines(name: &str, ours: &str, theirs: &str) {
    for (number, (ours, theirs)) in ours.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(ours, theirs, "{name}, line {}", number + 1);
    }
    assert_eq!(ours, theirs, "{name}: one is longer");
}

fn listings_equal_those_of_bcdis(data: &Data) {
    let folder = data.path("pnacl");
    for name in NAMES {
        let ours = text::listing(&real(&folder, name)).unwrap();
        assert_same_lines(name, &ours, &golden(&folder, &format!("{name}.bcdis.txt.gz")));
    }
}

fn records_equal_those_of_the_tools(data: &Data) {
    let folder = data.path("pnacl");
    for name in NAMES {
        let ours = text::records(&real(&folder, name)).unwrap();
        assert_same_lines(name, &ours, &golden(&folder, &format!("{name}.records.txt.gz")));
    }
}

fn assembly_of_real_files_gives_the_same_bytes(data: &Data) {
    let folder = data.path("pnacl");
    for name in NAMES {
        let bytes = real(&folder, name);
        let assembly = text::assembly(&bytes).unwrap();
        assert!(!assembly.contains("record <"), "{name}: every record of a real file has a statement");
        let again = text::assemble(&assembly).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(again == bytes, "{name}: assembled bytes differ");
    }
}

/// Returns the last column of a listing.
fn assembly_column(listing: &str) -> String {
    listing.lines().filter_map(|row| row.get(41..)).collect::<Vec<_>>().join("\n")
}

fn assembly_columns_of_listings_assemble(data: &Data) {
    let folder = data.path("pnacl");
    for name in NAMES {
        let listing = golden(&folder, &format!("{name}.bcdis.txt.gz"));
        let stream = text::assemble_stream(&assembly_column(&listing)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (ours, theirs) = (text::stream_records(&stream), golden(&folder, &format!("{name}.records.txt.gz")));
        assert_eq!(ours.lines().count(), theirs.lines().count(), "{name}");
        for (ours, theirs) in ours.lines().zip(theirs.lines()) {
            // Six digits do not distinguish all floats: those records may differ in the number, and no others.
            let lossy = ours.starts_with("6,") && theirs.starts_with("6,") && ours.len() > 10;
            assert!(ours == theirs || lossy, "{name}: {ours} for {theirs}");
        }
    }
}
