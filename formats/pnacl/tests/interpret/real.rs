//! Real programs print the same output as with other implementations.

use irsmith_pnacl::interpret::{Budget, End, Execution, Machine, Options, Program, Sizes, Unobserved};
use irsmith_pnacl::runtime::{HEAP, Runtime, Streams};
use irsmith_pnacl::{Limits, Module};
use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [
        small_modules_are_refused_or_run,
    ],
    outside: [
        puts_prints,
        nbody_prints,
        fannkuchredux_prints,
        mandelbrot_prints,
        others_end_well,
        small_modules_are_refused_or_run,
    ],
}

/// Runs a program of the data.
fn run(data: &Data, name: &str, arguments: &[&[u8]]) -> (Execution, Vec<u8>) {
    let path = data.path(&format!("pnacl/real/{name}.pexe"));
    let module = Module::read(&irsmith_testdata::read(&path), &Limits::default()).unwrap();
    let options = Options { sizes: Sizes { heap: HEAP, ..Sizes::default() }, ..Options::default() };
    let program = Program::new(&module, &options).unwrap();
    let mut machine = Machine::new(&program);
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut runtime = Runtime::new(Streams::to(&mut output, &mut errors));
    let arguments: Vec<&[u8]> = std::iter::once(name.as_bytes()).chain(arguments.iter().copied()).collect();
    let block = runtime.prepare(&mut machine, &arguments, &[]).unwrap();
    let entry = program.entry().unwrap();
    let execution = machine.call_with(entry, &[block.into()], &Budget::default(), &mut runtime, &mut Unobserved);
    drop(runtime);
    assert!(errors.is_empty(), "{}", String::from_utf8_lossy(&errors));
    (execution, output)
}

#[track_caller]
fn check(data: &Data, name: &str, arguments: &[&[u8]]) {
    let (execution, output) = run(data, name, arguments);
    assert_eq!(execution.end, End::Exit(0), "{name}: {}", String::from_utf8_lossy(&output));
    let expected = data.path(&format!("pnacl/stdout/{name}.txt"));
    assert_eq!(output, irsmith_testdata::read(&expected), "{name}: {}", String::from_utf8_lossy(&output));
}

fn puts_prints(data: &Data) {
    check(data, "puts", &[]);
}

fn nbody_prints(data: &Data) {
    check(data, "nbody", &[b"1000"]);
}

fn fannkuchredux_prints(data: &Data) {
    check(data, "fannkuchredux", &[b"7"]);
}

fn mandelbrot_prints(data: &Data) {
    check(data, "mandelbrot", &[b"20"]);
}

/// The output of `setjmp 7`: the factorial becomes too large, and main receives it by longjmp.
const FACTORIAL: &str = "fact(7)\nfact(6)\nfact(5)\nfact(4)\nfact(3)\nfact(2)\nfact(1)\nfact(0)\n~fact(1) => 1\n~fact(2) => 2\n\
    ~fact(3) => 6\n~fact(4) => 24\n~fact(5) => 120\n~fact(6) => 720\nlongjmp'd. val = 5040\n";

fn others_end_well(data: &Data) {
    type Run<'a> = (&'a str, &'a [&'a [u8]], End, &'a str);
    let cases: [Run<'_>; 5] = [
        ("start", &[], End::Return(0), ""),
        ("main", &[], End::Exit(0), ""),
        ("printf", &[], End::Exit(0), "arg0 = printf\n"),
        ("setjmp", &[b"2"], End::Exit(0), "fact(2)\nfact(1)\nfact(0)\n~fact(1) => 1\n~fact(2) => 2\nfact(2) = 2\n"),
        ("setjmp", &[b"7"], End::Exit(0), FACTORIAL),
    ];
    for (name, arguments, end, text) in cases {
        let (execution, output) = run(data, name, arguments);
        assert_eq!((execution.end, String::from_utf8_lossy(&output).as_ref()), (end, text), "{name}");
    }
}

/// Every small module of the data is rejected or runs, with the same result for each way of decoding.
fn small_modules_are_refused_or_run(data: &Data) {
    let (mut refused, mut ended) = (0, 0);
    let own: &[&str] = &["../pnacl/seeds", "../pnacl/regressions"];
    for folder in data.choose(own, &["pnacl/probes", "pnacl/llvm-tests"]) {
        for path in data.files(folder, "pexe") {
            let Ok(module) = Module::read(&irsmith_testdata::read(&path), &Limits::default()) else { continue };
            let programs = [false, true].map(|results| Program::new(&module, &Options { results, ..Options::default() }));
            let [Ok(fast), Ok(full)] = &programs else {
                refused += 1;
                continue;
            };
            let (mut machine, mut other) = (Machine::new(fast), Machine::new(full));
            for function in 0..module.functions.len() as u32 {
                let arguments = vec![1; fast.signature(function).map_or(0, |signature| signature.parameters.len())];
                let budget = Budget { blocks: 1000, depth: 50 };
                assert_eq!(machine.call(function, &arguments, &budget), other.call(function, &arguments, &budget), "{path:?} @f{function}");
                ended += 1;
            }
            assert!(machine.memory() == other.memory(), "{path:?}");
        }
    }
    let (least_refused, least_ended) = data.choose((5, 100), (50, 150));
    assert!(refused > least_refused && ended > least_ended, "{refused} refused, {ended} ended");
}
