//! Measures the speed of programs: `cargo bench -p irsmith-pnacl --bench interpret`.
//!
//! For real programs, if `IRSMITH_DATA` names their folder, an observer counts the instructions once; then the program is run without an
//! observer, and the best of several runs is used. Small modules, as a fuzzer has them, are decoded with and without validation, and run.
//! Times are processor times of this process.

#![allow(clippy::print_stdout)] // A benchmark prints its figures.

use irsmith_pnacl::interpret::{Bits, Budget, Machine, Observer, Options, Place, Program, Sizes, Unobserved};
use irsmith_pnacl::runtime::{HEAP, Runtime, Streams};
use irsmith_pnacl::tables::{BinaryOp, Predicate};
use irsmith_pnacl::validate::Validator;
use irsmith_pnacl::{
    BlockId, Body, Constant, Function, Incoming, Instruction, Limits, Linkage, Literal, Module, Signature, Symbol, Type, TypeId, Value,
};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// The number of runs of each program.
const RUNS: usize = 5;

/// Returns the processor time of this process, in seconds.
fn now() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system tells times");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}

/// Counts instructions.
struct Count(u64);

impl Observer for Count {
    fn instruction(&mut self, _: Place, _: Option<Bits>) {
        self.0 += 1;
    }
}

fn run(program: &Program, arguments: &[&[u8]], observer: &mut impl Observer) -> f64 {
    let mut machine = Machine::new(program);
    let mut runtime = Runtime::new(Streams::to(std::io::sink(), std::io::sink()));
    let block = runtime.prepare(&mut machine, arguments, &[]).expect("the heap is large enough");
    let start = now();
    let entry = program.entry().expect("a program starts somewhere");
    let execution = machine.call_with(entry, &[block.into()], &Budget::default(), &mut runtime, observer);
    assert_eq!(execution.end, irsmith_pnacl::interpret::End::Exit(0));
    now() - start
}

fn real_programs() {
    let Some(folder) = irsmith_testdata::Data::found_outside().map(|data| data.path("pnacl/real")) else { return };
    println!("{:<16} {:>14} {:>10} {:>16}", "program", "instructions", "seconds", "million a second");
    for (name, argument) in [("nbody", "50000"), ("fannkuchredux", "9"), ("mandelbrot", "200")] {
        let bytes = irsmith_testdata::read(&folder.join(format!("{name}.pexe")));
        let module = Module::read(&bytes, &Limits::default()).expect("a readable program");
        let options = Options { sizes: Sizes { heap: HEAP, ..Sizes::default() }, ..Options::default() };
        let program = Program::new(&module, &options).expect("a valid program");
        let arguments = [name.as_bytes(), argument.as_bytes()];
        let mut count = Count(0);
        run(&program, &arguments, &mut count);
        let seconds = (0..RUNS).map(|_| run(&program, &arguments, &mut Unobserved)).fold(f64::INFINITY, f64::min);
        println!("{:<16} {:>14} {seconds:>10.3} {:>16.1}", format!("{name} {argument}"), count.0, count.0 as f64 / seconds / 1e6);
    }
}

/// Returns a valid module with a loop over this many additions.
fn small_module(additions: u32) -> Module {
    let (void, i32_, start, function) = (TypeId(0), TypeId(1), TypeId(2), TypeId(3));
    let last = Value::instruction(additions);
    let incoming = |value, block| Incoming { value, block: BlockId(block) };
    let mut instructions = vec![
        Instruction::Branch { target: BlockId(1) },
        Instruction::Declare { value: last, ty: i32_ },
        Instruction::Phi { ty: i32_, incoming: [incoming(Value::constant(0), 0), incoming(last, 1)].into_iter().collect() },
    ];
    for step in 0..additions {
        let op = BinaryOp::ALL[[0, 1, 2, 10, 11, 12][step as usize % 6]];
        let b = if step % 3 == 0 { Value::instruction(step / 2) } else { Value::constant(step % 3) };
        let (a, op) = if step + 1 == additions { (Value::instruction(0), BinaryOp::Add) } else { (Value::instruction(step), op) };
        instructions.push(Instruction::Binary { a, b: if step + 1 == additions { Value::constant(1) } else { b }, op });
    }
    instructions.push(Instruction::Compare { a: last, b: Value::parameter(0), predicate: Predicate::Ult });
    let condition = Value::instruction(additions + 1);
    instructions.push(Instruction::BranchIf { then: BlockId(1), otherwise: BlockId(2), condition });
    instructions.push(Instruction::Ret { value: Some(last) });
    let constants = [0, 1, 77].map(|value| Constant { ty: i32_, literal: Literal::Integer(value) }).to_vec();
    let signature = |result, parameters: &[TypeId]| Type::Function(Signature { varargs: false, result, parameters: parameters.into() });
    let define = |ty, linkage, body| Function { ty, linkage, body: Some(body) };
    let empty = Body { constants: Vec::new(), instructions: vec![Instruction::Ret { value: None }] };
    Module {
        types: vec![Type::Void, Type::Integer(32), signature(void, &[]), signature(i32_, &[i32_])],
        functions: vec![define(start, Linkage::External, empty), define(function, Linkage::Internal, Body { constants, instructions })],
        globals: Vec::new(),
        symbols: vec![Symbol { value: Value::function(0), name: b"_start".to_vec() }],
    }
}

fn small_modules() {
    println!("\n{:>12} {:>12} {:>12} {:>12} {:>14}", "instructions", "validate us", "decode us", "reset us", "10 rounds us");
    let options = Options { sizes: Sizes { stack: 1 << 14, heap: 0 }, ..Options::default() };
    let mut validator = Validator::default();
    for additions in [20, 200, 2000] {
        let module = small_module(additions);
        let rounds = 400_000 / additions;
        let time = |work: &mut dyn FnMut()| {
            let start = now();
            (0..rounds).for_each(|_| work());
            (now() - start) * 1e6 / f64::from(rounds)
        };
        let validate = time(&mut || assert!(validator.is_valid(&module)));
        let mut validator = Validator::default();
        let program = Program::with_validator(&module, &options, &mut validator).expect("a valid module");
        let both = time(&mut || drop(Program::with_validator(&module, &options, &mut validator)));
        let mut machine = Machine::new(&program);
        let reset = time(&mut || machine.reset());
        let call = time(&mut || {
            machine.call(1, &[10], &Budget::default());
        });
        println!("{additions:>12} {validate:>12.1} {:>12.1} {reset:>12.1} {call:>14.1}", both - validate);
    }
}

fn main() {
    real_programs();
    small_modules();
}
