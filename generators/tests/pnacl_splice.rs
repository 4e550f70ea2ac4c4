//! Promises of splicing: two readable modules make a readable one, and two valid modules a valid one.

mod common;

use arbitrary::Unstructured;
use common::{assert_readable, data_modules, generated};
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::splice;
use irsmith_pnacl::validate::is_valid;
use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [
        any_files_make_readable_ones,
    ],
    outside: [
        any_files_make_readable_ones,
    ],
}

#[test]
fn valid_modules_make_valid_ones_that_differ() {
    let mut different = 0;
    for seed in 0..600 {
        let (a, b) = (generated(seed), generated(seed + 10_000));
        let result = splice(&a, &b, &mut Unstructured::new(&bytes_of_seed(seed)));
        assert_readable(&result, &format!("seed {seed}"));
        assert!(is_valid(&result), "seed {seed}");
        different += usize::from(result != a);
    }
    assert!(different > 590, "only {different} of 600 splices changed anything");
}

fn any_files_make_readable_ones(data: &Data) {
    let modules = data_modules(data, 8_000);
    for (seed, pair) in modules.windows(2).enumerate() {
        for round in 0..6 {
            let bytes = bytes_of_seed(seed as u64 * 6 + round);
            let result = splice(&pair[0].1, &pair[1].1, &mut Unstructured::new(&bytes));
            assert_readable(&result, &format!("{} and {}, round {round}", pair[0].0, pair[1].0));
        }
    }
}
