use super::*;
use crate::Verdict;
use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_pnacl::{Body, Constant, Function, Instruction, Linkage, Literal, Signature, Type, TypeId};
use std::collections::BTreeSet;

/// Modules of every row agree, and everything in them is compared.
#[test]
fn generated_modules_are_printed_alike() {
    let (mut values, mut lines) = (0, 0);
    let mut rows = BTreeSet::new();
    for seed in 0..60_u64 {
        let module = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default());
        let stream = module.to_stream();
        let judge = || Ok::<_, Fault>((types(&module)?, assembly(&module, &stream)?, listing(&module, &stream)?));
        let (typed, printed, listed) = judge().unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}\n{}", stream_assembly(&stream)));
        assert_eq!(printed, listed);
        values += typed;
        lines += printed;
        let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
        rows.extend(bodies.flat_map(|body| &body.instructions).map(Instruction::row));
    }
    assert_eq!(rows.len(), INSTRUCTIONS.len());
    assert!(values > 2_000 && lines > 8_000, "{values} values, {lines} lines");
}

/// A model that differs in one thing from the records simulates a printer that is wrong there.
#[test]
fn every_change_of_a_module_is_noticed() {
    // The first module that has all that is changed.
    let has_all = |module: &Module| {
        let mut bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
        let has = |body: &Body| {
            let is_binary = |instruction: &Instruction| matches!(instruction, Instruction::Binary { a, b, .. } if a != b);
            let is_integer = |constant: &Constant| matches!(constant.literal, Literal::Integer(_));
            body.instructions.iter().any(is_binary) && body.constants.iter().any(is_integer)
        };
        bodies.any(has) && !module.symbols.is_empty()
    };
    let generated = |seed: u64| generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default());
    let module = (0..).map(generated).find(has_all).unwrap();
    let stream = module.to_stream();
    let judge = |change: &dyn Fn(&mut Module)| {
        let mut changed = module.clone();
        change(&mut changed);
        assert_ne!(changed, module);
        let property = |judged: Result<usize, Fault>| judged.map_or_else(|fault| fault.property, |_| "none");
        (property(assembly(&changed, &stream)), property(listing(&changed, &stream)))
    };
    let both = ("assembly-differs", "listing-differs");
    assert_eq!(judge(&|module| module.types.push(Type::Integer(8))), both);
    assert_eq!(judge(&|module| module.functions.pop().map_or((), drop)), both);
    assert_eq!(judge(&|module| module.symbols.clear()), both);
    let with_body = module.functions.iter().position(|function| function.body.is_some()).unwrap();
    assert_eq!(judge(&|module| module.functions[with_body].body = None), both);
    assert_eq!(
        judge(&|module| {
            let function = &mut module.functions[0];
            function.linkage = if function.linkage == Linkage::External { Linkage::Internal } else { Linkage::External };
        }),
        both
    );
    let change = |module: &mut Module, of: &dyn Fn(&mut Instruction) -> bool| {
        let bodies = module.functions.iter_mut().filter_map(|function| function.body.as_mut());
        assert!(bodies.flat_map(|body| &mut body.instructions).any(of));
    };
    let flip = |instruction: &mut Instruction| match instruction {
        Instruction::Binary { a, b, .. } if a != b => {
            std::mem::swap(a, b);
            true
        }
        _ => false,
    };
    assert_eq!(judge(&|module| change(module, &flip)), both);
    assert_eq!(
        judge(&|module| {
            let mut bodies = module.functions.iter_mut().filter_map(|function| function.body.as_mut());
            let integer = bodies.find_map(|body| {
                body.constants.iter_mut().find_map(|constant| match &mut constant.literal {
                    Literal::Integer(number) => Some(number),
                    _ => None,
                })
            });
            let number = integer.unwrap();
            *number = number.wrapping_add(2);
        }),
        both
    );
}

/// A type after an equal one has only its id, and a signature whose types repeat is not spelled as the first one is.
#[test]
fn repeated_types_are_named() {
    let function =
        |result| Type::Function(Signature { varargs: false, result: TypeId(result), parameters: [TypeId(2)].into_iter().collect() });
    let types = vec![Type::Integer(32), Type::Void, Type::Integer(32), function(1), function(1)];
    let functions = [3, 4].map(|ty| Function { ty: TypeId(ty), linkage: Linkage::External, body: None }).into();
    let module = Module { types, functions, ..Module::default() };
    let stream = module.to_stream();
    assert_eq!(assembly(&module, &stream), Ok(16));
    assert_eq!(listing(&module, &stream), Ok(16));
    let texts: Vec<String> = statements(&module, false).into_iter().map(|line| line.text).collect();
    assert!(texts.contains(&"declare external void @f0(@t2);".to_owned()), "{texts:?}");
    assert!(texts.contains(&"declare external @t4 @f1;".to_owned()), "{texts:?}");
    assert!(matches!(PRINTED_AGAIN.verdict(&Case::new(b"")), Verdict::Skip(_)));
}
