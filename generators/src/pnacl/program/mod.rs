//! Programs for execution: modules in which every call of every function ends, with a value that depends on everything that was computed.
//!
//! Programs are generated differently from modules that are only read and written: constructs of control flow nest, operations that may be
//! undefined have guards ([`guards`]), operands come in pairs from tables of edge cases ([`edges`]), every value goes into a checksum or
//! memory ([`sinks`]), and the cost of running is counted while a function is generated ([`frame`]). The rows are the same, and can be
//! disabled in the same way. [`Execution`] contains the parameters.

mod arguments;
mod calls;
mod code;
mod compute;
mod constructs;
mod context;
mod costs;
mod edges;
mod emit;
mod finish;
mod frame;
mod guards;
mod intrinsics;
mod joins;
mod jumps;
mod loops;
mod material;
mod memory;
mod planned;
mod recursion;
mod rounds;
mod scope;
mod sequence;
mod shared;
mod sinks;
mod statements;

pub use arguments::arguments;

use super::build::Build;
use super::execution::Execution;
use super::names::names;
use constructs::CONSTRUCTS;
use context::Program;
use costs::settle;
use emit::new_global;
use finish::finish;
use irsmith_pnacl::{Alignment, Global, Initializer, Module, Value};
use jumps::prepare_jumps;
use memory::shared_memory;
use planned::plan_functions;
use sequence::sequence;
use sinks::{leave_function, sink_scope};
use statements::STATEMENTS;

/// Generates a program.
pub(super) fn program(build: Build<'_, '_>, knobs: Execution) -> Module {
    let mut program = Program::new(build, knobs, STATEMENTS, CONSTRUCTS);
    draw_knobs(&mut program);
    make(&mut program)
}

/// A quarter of the programs have all guards, a quarter have no traps, a quarter have four times as many: places without guards are
/// concentrated in a few programs, so that the other programs run to their ends.
fn draw_knobs(program: &mut Program<'_, '_>) {
    let draw = program.build.choices.below(4);
    if draw == 0 {
        program.knobs.raw_values = 0;
        program.knobs.raw_traps = 0;
    } else if draw == 1 {
        program.knobs.raw_traps *= 4;
    } else if draw == 2 {
        program.knobs.raw_traps = 0;
    }
}

fn make(program: &mut Program<'_, '_>) -> Module {
    let zeros = Initializer::Zerofill(8);
    let alignment = Alignment::from_bytes(8).unwrap_or_default();
    let total = new_global(program, Global { alignment, constant: false, initializers: vec![zeros] });
    program.shared.set_total(total);
    shared_memory(program);
    plan_functions(program);
    let share = program.knobs.instructions / program.functions.len().max(1) as u32;
    let count = program.functions.len();
    let jumps = program.knobs.jumps;
    if program.build.choices.chance(jumps) {
        prepare_jumps(program);
    }
    for place in (0..count).rev() {
        function(program, place, share);
    }
    names(&mut program.build);
    program.build.take()
}

/// Generates the body of a function, of about this many instructions.
fn function(program: &mut Program<'_, '_>, place: usize, share: u32) {
    program.frame.begin(place);
    program.frame.scope.add_regions(program.shared.regions());
    for (index, &kind) in program.functions[place].parameters.iter().enumerate() {
        program.frame.scope.offer(kind, Value::parameter(index as u32), false, false);
    }
    let outermost = program.frame.scope.mark();
    // Sinks, phis and returns are added to the statements.
    sequence(program, share * 3 / 4);
    sink_scope(program, outermost);
    leave_function(program);
    settle(program);
    let body = finish(program);
    let function = program.functions[place].function;
    program.build.functions.set_body(function, body);
}
