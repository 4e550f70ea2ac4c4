//! Programs that call the interfaces of the NaCl runtime get what a second, simple model of the runtime says.

mod model;
mod program;

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_pnacl::interpret::{Budget, Layout, Machine, Options, Program, Sizes, Unobserved};
use irsmith_pnacl::runtime::{Runtime, Streams};
use irsmith_pnacl::text::assemble_stream;
use irsmith_pnacl::{Limits, Module};
use std::time::Duration;

use super::{Case, Oracle};
use crate::{Check, Family, Fault, Needs, Outcome};
use model::Model;
use program::Script;

/// The oracle.
pub const RUNTIME: Oracle = Oracle {
    name: "runtime",
    family: Family::Agreement,
    about: "a generated program's calls of the NaCl runtime return, write and print what a second model of the runtime says",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x0072_756e_7469_6d65;
/// Programs of a case.
const PROGRAMS: usize = 4;

fn check(case: &Case) -> Outcome {
    // Any bytes could be a seed, but unreadable ones are not worth keeping for this.
    case.stream_or_skip()?;
    let draws = case.choices(SALT);
    let part = draws.len() / PROGRAMS;
    for draws in draws.chunks_exact(part) {
        judge(&Script::draw(&mut Choices::new(&mut Unstructured::new(draws))))?;
    }
    Ok(())
}

/// Runs a program and its model.
fn judge(script: &Script) -> Result<(), Fault> {
    let text = script.text();
    let broken = |what: String| Fault::new("no-program", "program", format!("{what}\n{text}"));
    let stream = assemble_stream(&text).map_err(|error| broken(error.to_string()))?;
    let bytes = stream.write().map_err(|error| broken(error.to_string()))?;
    let module = Module::read(&bytes, &Limits::default()).map_err(|error| broken(error.to_string()))?;
    let options = Options { sizes: Sizes { stack: program::STACK, heap: script.heap }, ..Options::default() };
    let program = Program::new(&module, &options).map_err(|error| broken(error.to_string()))?;
    let mut machine = Machine::new(&program);
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut ticks = 0;
    let clock = || {
        ticks += 1;
        Duration::from_micros(script.time + ticks * script.step)
    };
    let streams = Streams { input: Box::new(&*script.input), ..Streams::to(&mut output, &mut errors) };
    let mut runtime = Runtime::with_clock(streams, clock);
    let arguments: Vec<&[u8]> = script.arguments.iter().map(Vec::as_slice).collect();
    let environment: Vec<&[u8]> = script.environment.iter().map(Vec::as_slice).collect();
    let block = runtime.prepare(&mut machine, &arguments, &environment).map_err(|error| broken(error.to_string()))?;
    let entry = program.entry().ok_or_else(|| broken("no entry".into()))?;
    let execution = machine.call_with(entry, &[block.into()], &Budget::default(), &mut runtime, &mut Unobserved);
    let missing = runtime.missing().to_vec();
    drop(runtime);

    let mut model = Model::new(script);
    model.run();
    let differs = |element: &str, ours: String, theirs: String| {
        let calls = model.log.join("\n  ");
        Err(Fault::new("differs", element, format!("runtime: {ours}\nmodel:   {theirs}\ncalls:\n  {calls}")))
    };
    // Results first: they name the call that differs.
    let memory = machine.memory();
    for (call, name) in model.names.iter().enumerate() {
        let at = (program::RESULTS + 4 * call as u32 - Layout::BASE) as usize;
        let (ours, theirs) = (&memory[at..at + 4], &model.memory[at..at + 4]);
        if ours != theirs {
            return differs(name, format!("{ours:?}, result {call}"), format!("{theirs:?}"));
        }
    }
    if execution.end != model.end {
        return differs("end", format!("{:?}", execution.end), format!("{:?}", model.end));
    }
    if output != model.output || errors != model.errors {
        return differs("streams", format!("{output:?} {errors:?}"), format!("{:?} {:?}", model.output, model.errors));
    }
    if missing != model.missing {
        return differs("missing", format!("{missing:?}"), format!("{:?}", model.missing));
    }
    let expected = match model.with_tables(memory) {
        Ok(expected) => expected,
        Err((name, evidence)) => return differs(name, evidence, "addresses of functions, the same in every table".into()),
    };
    match memory.iter().zip(&expected).position(|(ours, theirs)| ours != theirs) {
        None if memory.len() == expected.len() => Ok(()),
        at => {
            let at = at.unwrap_or(0);
            let around = |bytes: &[u8]| format!("{:?} at {:#x}", &bytes[at..bytes.len().min(at + 8)], at + Layout::BASE as usize);
            differs("memory", around(memory), around(&expected))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_generators::bytes_of_seed;
    use std::collections::BTreeMap;

    #[test]
    fn every_function_is_called_with_success_and_failure() {
        let mut results: BTreeMap<&str, std::collections::BTreeSet<u32>> = BTreeMap::new();
        for seed in 0..1500 {
            let draws = bytes_of_seed(seed);
            let script = Script::draw(&mut Choices::new(&mut Unstructured::new(&draws)));
            if let Err(fault) = judge(&script) {
                panic!("seed {seed}: {} {}\n{}", fault.property, fault.element, fault.evidence);
            }
            let mut model = Model::new(&script);
            model.run();
            for (name, result) in model.names.iter().zip(&model.results) {
                results.entry(name).or_default().insert(*result);
            }
        }
        let of = |name: &str| results.get(name).map(|results| results.iter().copied().filter(|result| *result < 64).collect::<Vec<_>>());
        assert_eq!(of("read"), Some(vec![0, 9, 14]));
        assert_eq!(of("write"), Some(vec![0, 9, 14]));
        assert_eq!(of("mmap"), Some(vec![0, 9, 12, 14, 22]));
        assert_eq!(of("munmap"), Some(vec![0, 22]));
        assert_eq!(of("sysbrk"), Some(vec![0, 14]));
        assert_eq!(of("sysconf"), Some(vec![0, 14, 22]));
        assert_eq!(of("seek"), Some(vec![9, 29]));
        assert_eq!(of("fstat"), Some(vec![0, 9, 14]));
        assert!(results.len() >= 20, "{results:?}");
    }
}
