//! The functions of a program, with their parameters and results.

use super::super::kinds::Kind;
use super::context::Program;
use super::frame::Planned;
use smallvec::SmallVec;

/// Limit of functions besides the one that jumps.
const FUNCTIONS: u32 = 4;

/// Adds the functions, still without bodies.
pub(super) fn plan_functions(program: &mut Program<'_, '_>) {
    let most = program.build.config.functions.clamp(1, FUNCTIONS);
    for place in 0..1 + program.build.choices.below(most as usize) {
        let like_before = place > 0 && program.build.choices.chance(80);
        let (result, parameters) = match program.functions.last() {
            Some(before) if like_before => (before.result, before.parameters.clone()),
            _ => {
                // Conventions pass what is beyond a few parameters in another way.
                let most = program.build.config.parameters.min(16);
                let most = if most > 0 && program.build.choices.chance(24) { 16 } else { most };
                let count = program.build.choices.up_to(most);
                (returned_kind(program), (0..count).map(|_| taken_kind(program)).collect())
            }
        };
        plan_function(program, result, &parameters);
    }
}

/// Adds a function without a body; programs start at the first one.
pub(super) fn plan_function(program: &mut Program<'_, '_>, result: Option<Kind>, parameters: &[Kind]) -> u32 {
    let parameters: SmallVec<[Kind; 6]> = parameters.into();
    let ty = program.build.types.signature(result, &parameters);
    let functions = &mut program.build.functions;
    let function = if program.functions.is_empty() { functions.define_entry(ty, result) } else { functions.define(ty, result) };
    program.functions.push(Planned { function, result, parameters, cost: 0 });
    function
}

/// Draws the kind of a parameter: any kind, i32 and the other scalars more often than vectors.
fn taken_kind(program: &mut Program<'_, '_>) -> Kind {
    let scalars = [Kind::I32, Kind::I64, Kind::F32, Kind::F64];
    if !program.vectors || program.build.choices.chance(160) {
        scalars[program.build.choices.below(scalars.len())]
    } else {
        Kind::SIGNATURE[program.build.choices.below(Kind::SIGNATURE.len())]
    }
}

/// Draws the kind of a result: half of the time an i64, which is the checksum.
fn returned_kind(program: &mut Program<'_, '_>) -> Option<Kind> {
    match program.build.choices.below(8) {
        0 => None,
        1..=3 => Some(Kind::I64),
        _ => Some(taken_kind(program)),
    }
}
