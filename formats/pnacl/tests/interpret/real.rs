//! Real programs print what they printed elsewhere.

use irsmith_pnacl::interpret::{Budget, End, Execution, Machine, Options, Program, Sizes, Unobserved};
use irsmith_pnacl::runtime::{HEAP, Runtime, Streams};
use irsmith_pnacl::{Limits, Module};

/// Runs a program of the shared data folder; `None` in a clone without it.
fn run(name: &str, arguments: &[&[u8]]) -> Option<(Execution, Vec<u8>)> {
    let path = irsmith_testdata::folder("pnacl/real")?.join(format!("{name}.pexe"));
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
    Some((execution, output))
}

#[track_caller]
fn check(name: &str, arguments: &[&[u8]]) {
    let Some((execution, output)) = run(name, arguments) else { return };
    assert_eq!(execution.end, End::Exit(0), "{name}: {}", String::from_utf8_lossy(&output));
    let expected = irsmith_testdata::folder("pnacl/stdout").unwrap().join(format!("{name}.txt"));
    assert_eq!(output, irsmith_testdata::read(&expected), "{name}: {}", String::from_utf8_lossy(&output));
}

#[test]
fn puts_prints() {
    check("puts", &[]);
}

#[test]
fn nbody_prints() {
    check("nbody", &[b"1000"]);
}

#[test]
fn fannkuchredux_prints() {
    check("fannkuchredux", &[b"7"]);
}

#[test]
fn mandelbrot_prints() {
    check("mandelbrot", &[b"20"]);
}

/// What `setjmp 7` prints: the factorial becomes too large, and main gets it by longjmp.
const FACTORIAL: &str = "fact(7)\nfact(6)\nfact(5)\nfact(4)\nfact(3)\nfact(2)\nfact(1)\nfact(0)\n~fact(1) => 1\n~fact(2) => 2\n\
    ~fact(3) => 6\n~fact(4) => 24\n~fact(5) => 120\n~fact(6) => 720\nlongjmp'd. val = 5040\n";

#[test]
fn others_end_well() {
    type Run<'a> = (&'a str, &'a [&'a [u8]], End, &'a str);
    let cases: [Run<'_>; 5] = [
        ("start", &[], End::Return(0), ""),
        ("main", &[], End::Exit(0), ""),
        ("printf", &[], End::Exit(0), "arg0 = printf\n"),
        ("setjmp", &[b"2"], End::Exit(0), "fact(2)\nfact(1)\nfact(0)\n~fact(1) => 1\n~fact(2) => 2\nfact(2) = 2\n"),
        ("setjmp", &[b"7"], End::Exit(0), FACTORIAL),
    ];
    for (name, arguments, end, text) in cases {
        let Some((execution, output)) = run(name, arguments) else { return };
        assert_eq!((execution.end, String::from_utf8_lossy(&output).as_ref()), (end, text), "{name}");
    }
}

/// Every small module of the shared data is refused or runs, the same way however it is decoded.
#[test]
fn small_modules_are_refused_or_run() {
    let (mut refused, mut ended) = (0, 0);
    for folder in ["pnacl/probes", "pnacl/llvm-tests"] {
        let Some(folder) = irsmith_testdata::folder(folder) else { return };
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "pexe") {
                continue;
            }
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
    assert!(refused > 50 && ended > 150, "{refused} refused, {ended} ended");
}
