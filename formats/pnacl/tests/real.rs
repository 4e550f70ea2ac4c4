//! Every layer preserves real programs, made by the original toolchain, byte for byte.

use irsmith_pnacl::{Limits, Module, Stream};
use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        streams_write_back_byte_for_byte,
        modules_write_back_byte_for_byte,
    ],
}

/// The programs of the data.
fn real_files(data: &Data) -> Vec<(String, Vec<u8>)> {
    let folder = data.path("pnacl/real");
    let names = ["bitcast", "fannkuchredux", "main", "mandelbrot", "nbody", "printf", "puts", "setjmp", "start"];
    names.iter().map(|name| (name.to_string(), irsmith_testdata::read(&folder.join(format!("{name}.pexe"))))).collect()
}

fn streams_write_back_byte_for_byte(data: &Data) {
    for (name, bytes) in real_files(data) {
        let stream = Stream::read(&bytes, &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(stream.write().unwrap() == bytes, "{name}");
    }
}

fn modules_write_back_byte_for_byte(data: &Data) {
    for (name, bytes) in real_files(data) {
        let stream = Stream::read(&bytes, &Limits::default()).unwrap();
        let module = Module::from_stream(&stream).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = module.write().unwrap();
        let again = Stream::read(&written, &Limits::default()).unwrap();
        assert_eq!(Module::from_stream(&again).unwrap(), module, "{name}");
        assert!(written == bytes, "{name}: written otherwise than the canonical writer did");
    }
}
