//! The candidates to try, and their order.

use irsmith_fuzz::{Level, Pass};

use super::problem::{Halt, Problem};

/// The name of the step that writes the choices of the oracle into the case.
const PIN: &str = "pin";

/// The name of the step that writes the case with its format's writer.
const REWRITE: &str = "rewrite";

/// Tries all passes until none makes the case smaller.
///
/// Passes of a coarse level rewrite the case, so they help only if the failure survives rewriting. The first step tests which levels of
/// rewriting keep the failure. This determines the levels of the passes and the level at which cases are weighed: a failure that valid
/// modules show keeps a valid module; a failure in the encoding keeps any records that show it; a failure on broken bytes keeps only bytes.
/// Rewriting also gives many cases of one bug a common first form.
///
/// The levels run one after the other, each to its own fixpoint. Progress at a finer level may enable more at a coarser level, so after any
/// progress the driver begins again with the coarsest level.
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

/// Returns the level at which to weigh cases, and the levels of passes to run.
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

/// Returns whether the failure is still there after rewriting at `level`. If so, the rewritten case becomes the best case, even if it
/// weighs more.
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

/// Runs one pass with chunks of all things, then halves, quarters, down to single things.
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

/// Offers the case without each chunk of its `things`, from the last to the first: definitions come before uses, so uses are removed first.
/// Returns how many things are left, and whether any offer was accepted.
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
            // Things that remain may be simplified again, such as a number that is halved.
            if things < before {
                break;
            }
        }
        end = start.min(things);
    }
    Ok((things, progress))
}
