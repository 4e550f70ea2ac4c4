//! Programs that are to be executed.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::{Config, Generator};
use irsmith_generators::{SplitMix64, bytes_of_seed};
use irsmith_pnacl::Module;
use irsmith_pnacl::validate::Validator;

fn case(generator: &mut Generator, config: &Config, seed: u64) -> Module {
    generator.generate(&mut Unstructured::new(&bytes_of_seed(seed)), config)
}

#[test]
fn every_program_is_valid() {
    let mut generator = Generator::default();
    let mut validator = Validator::default();
    let mut instructions = 0;
    for seed in 0..4_000 {
        for config in [Config::defined(), Config::exec()] {
            let module = case(&mut generator, &config, seed);
            let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
            instructions += bodies.map(|body| body.instructions.len()).sum::<usize>();
            let errors: Vec<String> =
                validator.validate(&module).iter().filter(|violation| violation.is_error()).map(ToString::to_string).collect();
            assert!(errors.is_empty(), "seed {seed}: {errors:#?}");
        }
    }
    println!("{} instructions a module", instructions / 8_000);
}
