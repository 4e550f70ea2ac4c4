//! Real programs, made by the original toolchain, survive every layer byte for byte.

use irsmith_pnacl::{Limits, Module, Stream};

/// The programs of the shared data folder, or `None` in a clone without it.
fn real_files() -> Option<Vec<(String, Vec<u8>)>> {
    let folder = irsmith_testdata::folder("pnacl/real")?;
    let names = ["bitcast", "fannkuchredux", "main", "mandelbrot", "nbody", "printf", "puts", "setjmp", "start"];
    Some(names.iter().map(|name| (name.to_string(), irsmith_testdata::read(&folder.join(format!("{name}.pexe"))))).collect())
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
