//! Which candidates to try, in which order.

use irsmith_fuzz::{Level, Pass};

use super::problem::{Halt, Problem};

/// The name of the step that spells in the case what its failure is about.
const PIN: &str = "pin";

/// The name of the step that writes a case anew.
const REWRITE: &str = "rewrite";

/// Tries all passes until none makes the case smaller.
///
/// Passes of a coarse level write the case anew, so they help only where the fault survives that.
/// What does is found first, and settles the levels to work at and the level to weigh at: a fault
/// that valid modules show keeps a valid module, one in the encoding any records that show it, one
/// in broken bytes nothing but bytes. It also gives many cases of one fault their first form in
/// common.
///
/// The levels come one after the other, each to its own fixpoint. What a finer level gained may
/// let a coarser one go on, so progress there begins again with the first.
pub(super) fn drive(problem: &mut Problem<'_>) -> Result<(), Halt> {
    let (weighed_at, levels) = settle(problem)?;
    problem.weigh_at(weighed_at);
    let passes = problem.format().passes();
    let mut at = 0;
    while at < levels.len() {
        let passes = passes.iter().filter(|pass| pass.level() == levels[at]);
        let progress = to_fixpoint(problem, &passes.map(AsRef::as_ref).collect::<Vec<_>>())?;
        at = if progress && at > 0 { 0 } else { at + 1 };
    }
    Ok(())
}

/// The level at which to weigh, and the levels of passes to run.
fn settle(problem: &mut Problem<'_>) -> Result<(Level, &'static [Level]), Halt> {
    if problem.level() == Level::Bytes {
        return Ok((Level::Bytes, &[Level::Bytes]));
    }
    problem.begin(PIN);
    let finding = problem.finding();
    if let Some(pinned) = problem.format().pinned(problem.best(), &finding.oracle, &finding.element) {
        problem.offer_any(pinned)?;
    }
    problem.begin(REWRITE);
    if survives(problem, Level::Model)? {
        return Ok((Level::Valid, &[Level::Model, Level::Records]));
    }
    if survives(problem, Level::Records)? {
        return Ok((Level::Records, &[Level::Records]));
    }
    Ok((Level::Bytes, &[Level::Bytes]))
}

/// Whether the fault is still there in what the writer of `level` makes of the case, which then
/// is the best case, even if it weighs more.
fn survives(problem: &mut Problem<'_>, level: Level) -> Result<bool, Halt> {
    match problem.format().rewrite(problem.best(), level) {
        Some(rewritten) => Ok(rewritten == problem.best() || problem.offer_any(rewritten)?),
        None => Ok(false),
    }
}

fn to_fixpoint(problem: &mut Problem<'_>, passes: &[&dyn Pass]) -> Result<bool, Halt> {
    let mut any = false;
    loop {
        let mut progress = false;
        for pass in passes {
            problem.begin(pass.name());
            progress |= run(problem, *pass)?;
        }
        if !progress {
            return Ok(any);
        }
        any = true;
    }
}

/// One pass in chunks of all things, a half, a quarter, down to single ones.
fn run(problem: &mut Problem<'_>, pass: &dyn Pass) -> Result<bool, Halt> {
    let mut things = pass.count(problem.best());
    let mut chunk = things;
    let mut progress = false;
    while chunk > 0 {
        let (left, helped) = sweep(problem, pass, things, chunk)?;
        progress |= helped;
        things = left;
        chunk = (chunk / 2).min(things);
    }
    Ok(progress)
}

/// Offers the case without each chunk of its `things`, from the last to the first: what is used
/// comes before its users, so users go first. Returns how many things are left, and whether any
/// offer was taken.
fn sweep(problem: &mut Problem<'_>, pass: &dyn Pass, mut things: usize, chunk: usize) -> Result<(usize, bool), Halt> {
    let mut progress = false;
    let mut end = things;
    while end > 0 {
        let start = end.saturating_sub(chunk);
        while let Some(candidate) = pass.apply(problem.best(), start..end) {
            if !problem.offer(candidate)? {
                break;
            }
            progress = true;
            let before = things;
            things = pass.count(problem.best());
            // Things that are still there may become simpler once more, as a number is halved.
            if things < before {
                break;
            }
        }
        end = start.min(things);
    }
    Ok((things, progress))
}
