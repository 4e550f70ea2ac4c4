//! Reading, typing, writing and judging modules beside rspirv's parser, and cost against size.
//!
//! `cargo bench -p irsmith-debuginfo --bench codec` prints processor time, each the least of several rounds. The files are the real modules of
//! the shared data (`IRSMITH_DATA`, or beside the checkout). Against size: the largest of them, with its debug instructions repeated.

use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Instruction, Limits, Module, Stream};
use nix::time::{ClockId, clock_gettime};
use rspirv::binary::{Assemble, Consumer, ParseAction, parse_bytes};
use rspirv::dr;
use std::hint::black_box;
use std::time::Duration;

const ROUNDS: usize = 15;
const PASSES: u32 = 20;

fn main() {
    let paths = ["debuginfo", "opencl-100"].iter().flat_map(|folder| irsmith_testdata::files(&format!("debuginfo/{folder}"), "spv"));
    let files: Vec<_> = paths.map(|path| irsmith_testdata::read(&path)).collect();
    let Some(largest) = files.iter().max_by_key(|file| file.len()) else {
        eprintln!("there are no modules to measure with");
        return;
    };
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
    for repeats in [1, 10, 100] {
        let module = repeated(largest, repeats);
        let bytes = module.write().unwrap();
        let count = module.instructions.len();
        let each = |f: &dyn Fn()| time(f).as_nanos() as f64 / count as f64;
        let read = each(&|| drop(black_box(Module::read(&bytes, &Limits::default()))));
        let write = each(&|| drop(black_box(module.write())));
        let judge = each(&|| {
            black_box(is_valid(&module));
        });
        eprintln!("{count} instructions: read {read:.1}, write {write:.1}, validate {judge:.1}");
    }
}

/// A module whose debug instructions outside functions stand there many times, each time under ids of their own.
fn repeated(file: &[u8], repeats: u32) -> Module {
    let module = Module::read(file, &Limits::default()).unwrap();
    let first = module.instructions.iter().position(|instruction| instruction.debug().is_some()).unwrap();
    let length = module.instructions[first..].iter().take_while(|instruction| instruction.debug().is_some()).count();
    let (bound, run) = (module.header.bound, &module.instructions[first..first + length]);
    let own: std::collections::BTreeSet<u32> = run.iter().filter_map(Instruction::result).map(|id| id.0).collect();
    let copies = (1..repeats).flat_map(|copy| {
        let own = &own;
        run.iter().cloned().map(move |mut instruction| {
            if let Instruction::Debug(debug) = &mut instruction {
                debug.result.0 += copy * bound;
                debug.info.for_each_id_mut(|_, id| id.0 += if own.contains(&id.0) { copy * bound } else { 0 });
            }
            instruction
        })
    });
    let copies: Vec<Instruction> = copies.collect();
    let mut module = module.clone();
    module.header.bound = bound * repeats;
    module.instructions.splice(first + length..first + length, copies);
    module
}

/// The least processor time of one pass.
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
