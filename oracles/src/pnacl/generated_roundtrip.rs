//! A generated module that is written and read again is equal to the original.
//!
//! The model round trip begins with the output of our reader; what the reader drops is missing on both sides there. Here the model comes
//! from the generator.

use super::format::Pnacl;
use super::{Case, Oracle};
use crate::generated::smallest;
use crate::roundtrip::survives;
use crate::{Check, Family, Generated, Needs, Outcome};

/// The oracle.
pub const GENERATED_ROUNDTRIP: Oracle = Oracle {
    name: "generated-roundtrip",
    family: Family::RoundTrip,
    about: "a module generated with the case as seed survives being written and read",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Generated(Generated {
        check,
        smallest: |case, fails| smallest::<Pnacl>(case, |module| survives(&case.codec(), module).map(drop), fails),
    }),
};

fn check(case: &Case) -> Outcome {
    survives(&case.codec(), &case.generated_or_skip()?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fault, Verdict};
    use arbitrary::Unstructured;
    use irsmith_generators::bytes_of_seed;
    use irsmith_generators::pnacl::{Config, generate, size};
    use irsmith_pnacl::{Limits, Module};

    /// A property that fails for every module with a function that has a body.
    fn judge(module: &Module) -> Result<(), Fault> {
        let bodies = module.functions.iter().filter(|function| function.body.is_some()).count();
        if bodies == 0 { Ok(()) } else { Err(Fault::new("has-body", "function", bodies.to_string())) }
    }

    #[test]
    fn the_generated_module_is_minimized_and_still_fails() {
        let (mut before, mut after) = (0, 0);
        for seed in 0..10 {
            let file = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default()).write().unwrap();
            let case = Case::new(&file);
            let mut fails = |check: &mut dyn FnMut() -> Outcome| Verdict::of("o", check()).is_fail();
            let small = smallest::<Pnacl>(&case, judge, &mut fails).expect("it fails");
            let module = Module::read(&small.bytes, &Limits::default()).unwrap();
            assert!(judge(&module).is_err());
            assert!(size(&module) <= size(&case.generated()), "{module:?}");
            assert_eq!(smallest::<Pnacl>(&case, |_| Ok(()), &mut fails), None, "nothing fails");
            before += small.bytes_before;
            after += small.bytes.len();
        }
        // The abbreviations of every file are a part of the rest.
        assert!(after * 5 < before * 3, "{after} of {before} bytes");
    }

    #[test]
    fn a_model_that_passes_has_no_smaller_failure() {
        let case = Case::new(&Module::default().write().unwrap());
        let Check::Generated(generated) = GENERATED_ROUNDTRIP.check else { panic!("it judges generated modules") };
        let mut fails = |check: &mut dyn FnMut() -> Outcome| Verdict::of("o", check()).is_fail();
        assert_eq!((generated.check)(&case), Ok(()));
        assert_eq!((generated.smallest)(&case, &mut fails), None);
    }
}
