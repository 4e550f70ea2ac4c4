//! Cases shared by the tests of mutation, splicing and reduction.

use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_pnacl::{Limits, Module};
use irsmith_testdata::Data;

/// Every readable file of the data.
pub(crate) fn data_modules(data: &Data, largest: usize) -> Vec<(String, Module)> {
    let mut modules = Vec::new();
    for path in data.pnacl() {
        let bytes = irsmith_testdata::read(&path);
        if bytes.len() <= largest
            && let Ok(module) = Module::read(&bytes, &Limits::default())
        {
            modules.push((path.display().to_string(), module));
        }
    }
    assert!(modules.len() > data.choose(100, 300), "only {} files of the data folder read", modules.len());
    modules
}

/// A generated module.
pub(crate) fn generated(seed: u64) -> Module {
    generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default())
}

/// Asserts that a module can be written and reads back unchanged.
pub(crate) fn assert_readable(module: &Module, what: &str) {
    let bytes = module.write().unwrap_or_else(|error| panic!("{what}: cannot be written: {error}"));
    let again = Module::read(&bytes, &Limits::default()).unwrap_or_else(|error| panic!("{what}: cannot be read: {error}"));
    assert!(again == *module, "{what}: reads back differently");
}
