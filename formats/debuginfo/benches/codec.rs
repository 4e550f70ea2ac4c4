//! Measures reading, typing, writing and validating modules compared with rspirv's parser, and cost as a function of size.
//!
//! `cargo bench -p irsmith-debuginfo --bench codec` prints processor time, each the least of several rounds. The files are the modules of
//! the folder that `IRSMITH_DATA` names, else those of `corpora/conformance`. Against size: the largest of them, with its debug instructions or its functions repeated.

use irsmith_debuginfo::transform::{compact, for_each_id_mut};
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Id, Instruction, Limits, Module, Stream};
use nix::time::{ClockId, clock_gettime};
use rspirv::binary::{Assemble, Consumer, ParseAction, parse_bytes};
use rspirv::dr;
use std::collections::BTreeSet;
use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

const ROUNDS: usize = 15;
const PASSES: u32 = 20;

fn main() {
    let data = irsmith_testdata::Data::any();
    let paths = ["debuginfo", "opencl-100"].iter().flat_map(|folder| data.files(&format!("debuginfo/{folder}"), "spv"));
    let files: Vec<_> = paths.map(|path| irsmith_testdata::read(&path)).collect();
    let largest = files.iter().max_by_key(|file| file.len()).expect("there are modules");
    let modules: Vec<Module> = files.iter().map(|file| Module::read(file, &Limits::default()).unwrap()).collect();
    let parsed: Vec<Again> = files.iter().map(|file| parse(file)).collect();
    let instructions: usize = modules.iter().map(|module| module.instructions.len()).sum();
    eprintln!("{} modules, {instructions} instructions; nanoseconds an instruction", files.len());
    let each = |f: &dyn Fn()| time(f).as_nanos() as f64 / instructions as f64;
    let words = each(&|| files.iter().for_each(|file| drop(black_box(Stream::read(file, &Limits::default())))));
    let read = each(&|| files.iter().for_each(|file| drop(black_box(Module::read(file, &Limits::default())))));
    let write = each(&|| modules.iter().for_each(|module| drop(black_box(module.to_stream()))));
    let judge = each(&|| {
        modules.iter().for_each(|module| {
            black_box(is_valid(module));
        });
    });
    let their_read = each(&|| files.iter().for_each(|file| drop(black_box(parse(file)))));
    let their_write = each(&|| parsed.iter().for_each(|again| drop(black_box(again.assemble()))));
    eprintln!("words {words:.1}, typed module {read:.1}, rspirv {their_read:.1}: {:.1} times as fast", their_read / read);
    eprintln!("write {write:.1}, rspirv {their_write:.1}: {:.1} times as fast", their_write / write);
    eprintln!("validate {judge:.1}");
    for (what, run) in [("debug instructions", debug_run as Run), ("functions", functions)] {
        for repeats in [10, 100, 1000] {
            let scattered = repeated(largest, run, repeats);
            let mut module = scattered.clone();
            compact(&mut module).expect("the grammar knows real modules");
            let bytes = module.write().unwrap();
            let count = module.instructions.len();
            let each = |f: &dyn Fn()| time(f).as_nanos() as f64 / count as f64;
            let read = each(&|| drop(black_box(Module::read(&bytes, &Limits::default()))));
            let write = each(&|| drop(black_box(module.write())));
            let [judge, judge_scattered] = [&module, &scattered].map(|module| each(&|| assert!(is_valid(black_box(module)))));
            eprintln!(
                "{count} instructions, {repeats} times the {what}: read {read:.1}, write {write:.1}, validate {judge:.1}, with scattered ids {judge_scattered:.1}"
            );
        }
    }
}

/// The part of a module to repeat.
type Run = fn(&Module) -> Range<usize>;

fn debug_run(module: &Module) -> Range<usize> {
    let first = module.instructions.iter().position(|instruction| instruction.debug().is_some()).unwrap();
    let length = module.instructions[first..].iter().take_while(|instruction| instruction.debug().is_some()).count();
    first..first + length
}

fn functions(module: &Module) -> Range<usize> {
    let is_function = |instruction: &Instruction| instruction.core().is_some_and(|core| core.is(spirv::Op::Function));
    module.instructions.iter().position(is_function).unwrap()..module.instructions.len()
}

/// Returns a module in which a part is repeated, each time with its own ids, far from the previous ones.
fn repeated(file: &[u8], run: Run, repeats: u32) -> Module {
    let mut module = Module::read(file, &Limits::default()).unwrap();
    let run = run(&module);
    let own: BTreeSet<Id> = module.instructions[run.clone()].iter().filter_map(Instruction::result).collect();
    let (bound, copies) = (module.header.bound, module.instructions[run.clone()].to_vec());
    let mut copies = Module { header: module.header, instructions: copies };
    for _ in 1..repeats {
        for_each_id_mut(&mut copies, |id| id.0 += if own.contains(&Id(id.0 % bound)) { bound } else { 0 })
            .expect("the grammar knows real modules");
        module.instructions.splice(run.end..run.end, copies.instructions.iter().cloned());
    }
    module.header.bound = bound * repeats;
    module
}

/// Returns the least processor time of one pass.
fn time(f: &dyn Fn()) -> Duration {
    let now = || Duration::from(clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("processor time can be read"));
    let rounds = (0..ROUNDS).map(|_| {
        let start = now();
        (0..PASSES).for_each(|_| f());
        (now() - start) / PASSES
    });
    rounds.min().unwrap_or_default()
}

fn parse(file: &[u8]) -> Again {
    let mut again = Again::default();
    parse_bytes(file, &mut again).expect("rspirv reads real modules");
    again
}

/// Keeps every instruction.
#[derive(Default)]
struct Again(Vec<dr::Instruction>);

impl Again {
    fn assemble(&self) -> Vec<u32> {
        let mut words = Vec::new();
        self.0.iter().for_each(|instruction| instruction.assemble_into(&mut words));
        words
    }
}

impl Consumer for Again {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, _: dr::ModuleHeader) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, instruction: dr::Instruction) -> ParseAction {
        self.0.push(instruction);
        ParseAction::Continue
    }
}
