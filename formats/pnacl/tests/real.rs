//! Real programs, made by the original toolchain, survive every layer byte for byte.

use irsmith_pnacl::{Limits, Module, Stream};
use std::path::PathBuf;

/// The programs of the shared data folder, or `None` in a clone without it.
fn real_files() -> Option<Vec<(String, Vec<u8>)>> {
    let data = std::env::var_os("IRSMITH_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")), PathBuf::from);
    if !data.exists() {
        eprintln!("no data folder at {}: real programs are not checked", data.display());
        return None;
    }
    let names = ["bitcast", "fannkuchredux", "main", "mandelbrot", "nbody", "printf", "puts", "setjmp", "start"];
    Some(
        names
            .iter()
            .map(|name| {
                let path = data.join(format!("pnacl/real/{name}.pexe"));
                (name.to_string(), std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
            })
            .collect(),
    )
}

#[test]
fn streams_write_back_byte_for_byte() {
    for (name, bytes) in real_files().unwrap_or_default() {
        let stream = Stream::read(&bytes, &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(stream.write().unwrap() == bytes, "{name}");
    }
}

#[test]
fn modules_write_back_byte_for_byte() {
    for (name, bytes) in real_files().unwrap_or_default() {
        let stream = Stream::read(&bytes, &Limits::default()).unwrap();
        let module = Module::from_stream(&stream).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = module.write().unwrap();
        let again = Stream::read(&written, &Limits::default()).unwrap();
        assert_eq!(Module::from_stream(&again).unwrap(), module, "{name}");
        assert!(written == bytes, "{name}: written otherwise than the canonical writer did");
    }
}
