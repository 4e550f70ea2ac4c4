//! Functions behave the same on the interpreter after instructions are written out in others.

mod callable;
mod calls;
mod defined;
mod machine_code;
mod overlapping_registers;
mod recorded;
mod reshaped;
mod spelled_literals;
mod spelled_values;
#[cfg(test)]
mod tests;
mod translated;

use super::identities::{Identity, Rewriter, rewrite};
use super::operands::{self, results_and_registers};
use super::{Case, Oracle};
use crate::choices::PartDraws;
use crate::{Check, Family, Fault, Needs, NoPass, Outcome};
use arbitrary::Unstructured;
pub use defined::EXEC_DEFINED;
pub use machine_code::{EXEC_AARCH64, EXEC_PASSES, EXEC_X86_64, JudgedCalls, KnownCalls, judge_calls, judge_passes, passes_of};
pub use overlapping_registers::REGISTERS_OVERLAP;
pub use recorded::EXECUTIONS_RECORDED;
pub use reshaped::{EXEC_RESHAPED, reshaped};
pub use spelled_literals::LITERALS_SPELLED;
pub use spelled_values::VALUES_SPELLED;

use calls::{OPTIONS, Seen, difference};
use irsmith_generators::Choices;
use irsmith_mir::interpret::{Place, Program};
use irsmith_mir::{File, Instruction};
use machine_code::is_plain_name;

/// The oracle.
pub const EXEC_REWRITTEN: Oracle = Oracle {
    name: "mir-exec-rewritten",
    family: Family::Metamorphic,
    about: "functions return the same and leave the same memory after instructions are written out in others, by a table of identities",
    floor: 60,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Skip reason: no function of the file can be executed.
const REFUSED: &str = "refused";
/// Skip reason: nothing of what an execution does is known enough to be compared.
const NOTHING_COMPARED: &str = "nothing-to-compare";
/// Skip reason: no instruction can be written in another way.
const NOTHING: &str = "nothing-to-rewrite";

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x6964_656e_7469_7479;
/// The most instructions of a file that are rewritten.
const SITES: usize = 64;

/// An instruction, and the identity by which it is rewritten.
type Site = (Place, &'static Identity);

fn check(case: &Case) -> Outcome {
    let (file, seen) = called(case, SALT)?;
    let sites = sites(file, &seen, case.part_draws(SALT));
    if sites.is_empty() || seen.calls.is_empty() {
        return Err(NOTHING.into());
    }
    judge(file, &seen, &sites)
}

/// Returns the file of a case and what was seen when its functions were called.
fn called(case: &Case, salt: u64) -> Result<(&File, Seen), NoPass> {
    let file = case.file_or_skip()?;
    translated::check(file)?;
    let program = Program::new(file, &OPTIONS).map_err(|_| REFUSED)?;
    let bytes = case.choices(salt);
    let seen = Seen::of(file, &program, &mut Choices::new(&mut Unstructured::new(&bytes)));
    Ok((file, seen.ok_or(REFUSED)?))
}

/// Draws instructions that were executed, of which all operands and results were always defined, with an identity for each.
fn sites(file: &File, seen: &Seen, draws: PartDraws) -> Vec<Site> {
    let mut sites = Vec::new();
    for (function, number) in file.functions.iter().zip(0..) {
        let rewriter = rewrite(function);
        for (block, position) in function.blocks.iter().zip(0..) {
            // Instructions of bundles have places too.
            if block.instructions.iter().any(|instruction| instruction.bundle.is_some()) {
                continue;
            }
            for (instruction, place) in block.instructions.iter().zip(0..) {
                let place = Place { function: number, block: position, instruction: place };
                let mut used = results_and_registers(instruction).filter_map(operands::number);
                if !seen.executed.contains(&place) || used.any(|register| seen.open.contains(&(number, register))) || sites.len() == SITES {
                    continue;
                }
                let mut draws = draws.of(&function.name, name_of(instruction, place.instruction as usize));
                let fitting = rewriter.fitting(instruction);
                if let Some(identity) = draws.pick(&fitting).copied()
                    && draws.chance(160)
                {
                    sites.push((place, identity));
                }
            }
        }
    }
    sites
}

/// Returns a number for an instruction of a function, which changes neither with the instructions before it nor with their order: that of its
/// first result, or one for its place.
fn name_of(instruction: &Instruction, place: usize) -> u32 {
    instruction.results.first().and_then(operands::number).unwrap_or(u32::MAX - place as u32)
}

/// Returns the file with instructions rewritten, or the identity that writes nothing though it holds.
fn rewritten(file: &File, sites: &[Site]) -> Result<File, &'static Identity> {
    let mut changed = file.clone();
    let mut rewriters: Vec<Rewriter> = file.functions.iter().map(rewrite).collect();
    // From the last on, so that places stay.
    for (place, identity) in sites.iter().rev() {
        let (function, position) = (place.function as usize, place.instruction as usize);
        let Some(block) = changed.functions.get_mut(function).and_then(|function| function.blocks.get_mut(place.block as usize)) else {
            continue;
        };
        let written = block.instructions.get(position).and_then(|instruction| rewriters.get_mut(function)?.written(identity, instruction));
        block.instructions.splice(position..=position, written.ok_or(*identity)?);
    }
    Ok(changed)
}

fn judge(file: &File, seen: &Seen, sites: &[Site]) -> Outcome {
    let found = |sites: &[Site]| {
        let changed = match rewritten(file, sites) {
            Ok(changed) => changed,
            Err(identity) => return Some(("not-written", identity.name.to_owned())),
        };
        match Program::new(&changed, &OPTIONS) {
            Err(refusal) => Some(("refused", refusal.to_string())),
            Ok(program) => difference(file, &seen.calls, &program),
        }
    };
    let Some((property, evidence)) = found(sites) else { return Ok(()) };
    // One of them alone shows which.
    let alone = sites.iter().find(|site| found(std::slice::from_ref(*site)).is_some());
    let element = alone.map_or("several".to_owned(), |(_, identity)| identity.name.to_owned());
    let place = alone.map_or(String::new(), |(place, _)| format!("at {place}\n  "));
    Err(Fault::new(property, element, format!("{place}{evidence}")).into())
}
