//! Programs that are to be executed: modules in which every call of every function ends, in a value that depends on all that was
//! computed.
//!
//! They are made otherwise than modules that are only read and written: constructs of control flow nest, what may be undefined stands
//! behind guards ([`guards`]), operands come in pairs from tables of edges ([`edges`]), every value goes into a checksum or memory
//! ([`sinks`]), and what running costs is counted while a function is made ([`frame`]). The rows are the same, and may be switched off
//! in the same way. [`Execution`] has the knobs.

mod arguments;
mod calls;
mod compute;
mod constructs;
pub(super) mod edges;
mod finish;
mod frame;
mod guards;
mod intrinsics;
mod jumps;
mod loops;
mod material;
mod memory;
mod rounds;
mod sinks;
mod statements;

pub use arguments::arguments;

use super::build::Build;
use super::execution::Execution;
use super::forms::{ExtractForm, InsertForm};
use super::kinds::Kind;
use super::names::names;
use calls::Planned;
use frame::{Frame, Region};
use irsmith_pnacl::interpret::Bits;
use irsmith_pnacl::{Alignment, Global, Initializer, Module, Value};
use jumps::Jumps;
use smallvec::SmallVec;
use statements::Statement;

/// Most functions besides the one that jumps.
const FUNCTIONS: u32 = 4;

/// A value in memory.
#[derive(Clone, Copy, Debug)]
struct Data {
    bits: Bits,
    size: usize,
    global: Value,
}

/// A program in the making.
pub(super) struct Program<'a, 'u> {
    build: Build<'a, 'u>,
    knobs: Execution,
    /// Functions in order; a function calls those behind it.
    functions: Vec<Planned>,
    frame: Frame,
    /// For each draw of a byte, the statement that it chooses.
    pick: Vec<&'static Statement>,
    /// Memory that all functions share.
    shared: Vec<Region>,
    /// Values in memory that are never written.
    data: Vec<Data>,
    /// The global that has the checksum of all functions.
    total: Value,
    jumps: Option<Jumps>,
    vectors: bool,
}

/// Makes a program.
pub(super) fn program(build: Build<'_, '_>, knobs: Execution) -> Module {
    let vectors = build.has::<ExtractForm>() || build.has::<InsertForm>();
    let mut program = Program {
        build,
        knobs,
        functions: Vec::new(),
        frame: Frame::default(),
        pick: Vec::new(),
        shared: Vec::new(),
        data: Vec::new(),
        total: Value::global(0),
        jumps: None,
        vectors,
    };
    program.draw_knobs();
    program.fill_pick();
    program.make()
}

impl Program<'_, '_> {
    /// A quarter of the programs has all guards, a quarter traps nowhere, a quarter four times as often: what is rare in each of many
    /// places is common in a few programs, and the rest run to their ends.
    fn draw_knobs(&mut self) {
        let draw = self.build.choices.below(4);
        if draw == 0 {
            self.knobs.raw_values = 0;
            self.knobs.raw_traps = 0;
        } else if draw == 1 {
            self.knobs.raw_traps *= 4;
        } else if draw == 2 {
            self.knobs.raw_traps = 0;
        }
    }

    fn make(mut self) -> Module {
        let zeros = Initializer::Zerofill(8);
        let alignment = Alignment::from_bytes(8).unwrap_or_default();
        self.total = self.new_global(Global { alignment, constant: false, initializers: vec![zeros] });
        self.shared_memory();
        self.plan_functions();
        let share = self.knobs.instructions / self.functions.len().max(1) as u32;
        let count = self.functions.len();
        let jumps = self.knobs.jumps;
        if self.build.choices.chance(jumps) {
            self.prepare_jumps();
        }
        for place in (0..count).rev() {
            self.function(place, share);
        }
        names(&mut self.build);
        self.build.take()
    }

    fn plan_functions(&mut self) {
        let most = self.build.config.functions.clamp(1, FUNCTIONS);
        for place in 0..1 + self.build.choices.below(most as usize) {
            let like_before = place > 0 && self.build.choices.chance(80);
            let (result, parameters) = match self.functions.last() {
                Some(before) if like_before => (before.result, before.parameters.clone()),
                _ => {
                    let count = self.build.choices.up_to(self.build.config.parameters.min(16));
                    (self.result_kind(), (0..count).map(|_| self.signature_kind()).collect())
                }
            };
            self.plan_function(result, &parameters);
        }
    }

    /// What a function takes: any kind, i32 and the other scalars more often than vectors.
    fn signature_kind(&mut self) -> Kind {
        let scalars = [Kind::I32, Kind::I64, Kind::F32, Kind::F64];
        if !self.vectors || self.build.choices.chance(160) {
            scalars[self.build.choices.below(scalars.len())]
        } else {
            Kind::SIGNATURE[self.build.choices.below(Kind::SIGNATURE.len())]
        }
    }

    /// What a function returns: half of the time an i64, which is the checksum.
    fn result_kind(&mut self) -> Option<Kind> {
        match self.build.choices.below(8) {
            0 => None,
            1..=3 => Some(Kind::I64),
            _ => Some(self.signature_kind()),
        }
    }

    /// Adds a function without a body; the first one is where programs start.
    fn plan_function(&mut self, result: Option<Kind>, parameters: &[Kind]) -> u32 {
        let parameters: SmallVec<[Kind; 6]> = parameters.into();
        let ty = self.build.types.signature(result, &parameters);
        let functions = &mut self.build.functions;
        let function = if self.functions.is_empty() { functions.define_entry(ty, result) } else { functions.define(ty, result) };
        self.functions.push(Planned { function, result, parameters, cost: 0 });
        function
    }

    fn function(&mut self, place: usize, share: u32) {
        self.frame.begin(place);
        self.frame.regions.extend_from_slice(&self.shared);
        for (index, &kind) in self.functions[place].parameters.iter().enumerate() {
            self.frame.offer(kind, Value::parameter(index as u32), false, false);
        }
        let outermost = self.frame.mark();
        // Sinks, phis and returns come on top of statements.
        self.sequence(share * 3 / 4);
        self.sink_scope(outermost);
        self.leave_function();
        self.settle();
        let body = self.finish();
        let function = self.functions[place].function;
        self.build.functions.set_body(function, body);
    }
}
