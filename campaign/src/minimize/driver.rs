//! The candidates to try, and their order.

use std::ops::Range;

use irsmith_fuzz::{Level, Pass};

use super::problem::{Answer, Halt, Problem};

/// The name of the step that writes the choices of the oracle into the case.
const PIN: &str = "pin";

/// The name of the step that writes the case with its format's writer.
const REWRITE: &str = "rewrite";

/// Tries all passes until none makes the case smaller, and then other forms of the case.
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
    let mut passes: Vec<Rerun> = problem.format().passes().into_iter().map(|pass| Rerun { pass, end: None }).collect();
    let (mut at, mut may_enlarge) = (0, true);
    while at < levels.len() {
        let progress = to_fixpoint(problem, &mut passes, levels[at])?;
        if levels[at] == Level::Model && may_enlarge {
            may_enlarge = enlarge(problem, &mut passes)?;
        }
        // Forms have the encoding of our writer, so they come before the passes over encodings. A pass may make another form smaller.
        let another = levels[at] == Level::Model && (normalize(problem)? || repair(problem)?);
        if another {
            problem.forget_refused();
        }
        at = if another || (progress && at > 0) { 0 } else { at + 1 };
    }
    Ok(())
}

/// The name of the step that takes a larger case for a while.
const ENLARGE: &str = "larger form";

/// How many times as many bytes a form may have as the best case.
const AT_MOST: usize = 3;

/// Runs the passes on forms of the best case that may be larger, until those of one lead to a lighter case. Returns whether they did; if not,
/// the best case is the one before.
fn enlarge(problem: &mut Problem<'_>, passes: &mut [Rerun]) -> Result<bool, Halt> {
    if problem.best().len() > LARGEST {
        return Ok(false);
    }
    problem.begin(ENLARGE);
    let largest = AT_MOST * problem.best().len();
    for form in problem.format().enlarged(problem.best()).into_iter().filter(|form| form.len() <= largest) {
        problem.begin(ENLARGE);
        problem.set_aside();
        problem.forget_refused();
        let ended = match problem.offer_any(form) {
            Ok(true) => to_fixpoint(problem, passes, Level::Model).map(drop),
            Ok(false) => Ok(()),
            Err(halt) => Err(halt),
        };
        let is_lighter = problem.keep_lighter();
        ended?;
        if is_lighter {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The name of the step that makes a case valid for validators of other people.
const REPAIR: &str = "repair";

/// Takes a form of the case that the validators of other people accept, if they accepted no case before, even if the form is larger: who
/// reads the result trusts a valid case more. Where none is installed, that of the format decides, as with all candidates. Returns whether
/// it took one.
fn repair(problem: &mut Problem<'_>) -> Result<bool, Halt> {
    problem.begin(REPAIR);
    let forms = if problem.is_invalid_for_others() { problem.format().repaired(problem.best()) } else { Vec::new() };
    for form in forms {
        let accepted = match problem.format().accepted_by_others(&form) {
            Some(true) => problem.offer_any(form)?,
            Some(false) => false,
            None => problem.offer(form)? == Answer::Accepted,
        };
        if accepted {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The name of the step that chooses among forms of the case that are as small.
const NORMALIZE: &str = "normal form";

/// The largest case that has a normal form and larger forms, in bytes: the number of forms grows with the case, and each is as large.
const LARGEST: usize = 4096;

/// Checks that a normal form may have if they are slow, however few the passes had.
const SLOW_CHECKS: u64 = 32;

/// Takes other forms of the case that come before it in the order of weights and bytes, until there is none. Ends, because that order is
/// well-founded; if checks are slow, also after a quarter of those that all passes had, because what is left is small already. Returns
/// whether it took any form, so that passes may help again.
fn normalize(problem: &mut Problem<'_>) -> Result<bool, Halt> {
    if problem.best().len() > LARGEST {
        return Ok(false);
    }
    problem.begin(NORMALIZE);
    let (mut any, mut in_a_row) = (false, 0);
    loop {
        // Where no form was refused for some steps, as many more are likely to do, which one check tells.
        let steps = if problem.is_slow() && in_a_row > 1 { in_a_row } else { 1 };
        let forms = if steps > 1 { vec![after(problem, steps)?] } else { problem.format().alternatives(problem.best()) };
        match take_one(problem, &forms)? {
            Some(refused) => {
                any = true;
                in_a_row = if refused == 0 { in_a_row + steps } else { 1 };
            }
            None if steps > 1 => in_a_row = 0,
            None => return Ok(any),
        }
    }
}

/// Returns the form of the best case that some steps lead to, each to the first form that comes before the last one.
fn after(problem: &Problem<'_>, steps: usize) -> Result<Vec<u8>, Halt> {
    let mut last = problem.best().to_vec();
    for _ in 0..steps {
        problem.go_on()?;
        let forms = problem.format().alternatives(&last);
        let Some(next) = forms.into_iter().find(|form| problem.may_follow(&last, form)) else { break };
        last = next;
    }
    Ok(last)
}

/// Offers forms until one is taken. Returns how many were refused before it; `None` if none is taken, or no slow check is left.
fn take_one(problem: &mut Problem<'_>, forms: &[Vec<u8>]) -> Result<Option<usize>, Halt> {
    let mut refused = 0;
    for (at, form) in forms.iter().enumerate() {
        let (own, all) = (problem.checks_of(NORMALIZE), problem.checks());
        if problem.is_slow() && own >= SLOW_CHECKS.max((all - own) / 4) {
            return Ok(None);
        }
        if problem.jobs() > 1 {
            problem.expect(forms[at + 1..].iter().cloned());
        }
        match problem.offer(form.clone())? {
            Answer::Accepted => return Ok(Some(refused)),
            Answer::Refused => refused += 1,
            Answer::Unchecked => {}
        }
    }
    Ok(None)
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

/// A pass that may run several times.
struct Rerun {
    pass: Box<dyn Pass>,
    /// Its last end.
    end: Option<End>,
}

struct End {
    /// The things that the pass left.
    things: usize,
    /// How often the best case had changed, if the pass made no progress.
    without_progress: Option<u64>,
}

/// Runs the passes of a level in order, from the first one again after each round with progress. A pass that made no progress is not run
/// again on the same case. If checks are slow, passes that only rename run at the end: what was refused is not tried again under new names.
fn to_fixpoint(problem: &mut Problem<'_>, passes: &mut [Rerun], level: Level) -> Result<bool, Halt> {
    let mut any = false;
    loop {
        let mut progress = false;
        for Rerun { pass, end } in passes.iter_mut().filter(|each| each.pass.level() == level) {
            let is_last = problem.is_slow() && pass.only_renames();
            if end.as_ref().is_some_and(|end| end.without_progress == Some(problem.steps())) || is_last && progress {
                continue;
            }
            problem.begin(pass.name());
            let helped = run(problem, &**pass, end.as_ref().map(|end| end.things))?;
            any |= helped;
            progress |= helped && !is_last;
            *end = Some(End { things: pass.count(problem.best()), without_progress: (!helped).then_some(problem.steps()) });
        }
        if !progress {
            return Ok(any);
        }
    }
}

/// Runs a pass, which left so many things the last time. If checks are slow and other passes have not removed half of these, it tries them
/// one by one: larger chunks were refused mostly for what is still there. Returns whether it made progress.
fn run(problem: &mut Problem<'_>, pass: &dyn Pass, left: Option<usize>) -> Result<bool, Halt> {
    let things = pass.count(problem.best());
    if !problem.is_slow() || left.is_none_or(|left| things <= left / 2) {
        return Ok(remove(problem, pass, 0..things, false, &mut Vec::new())?.progress);
    }
    let mut progress = false;
    let mut each: Vec<Range<usize>> = (0..things).map(|at| at..at + 1).collect();
    while let Some(thing) = each.pop() {
        let thing = thing.start..thing.end.min(pass.count(problem.best()));
        progress |= remove(problem, pass, thing, false, &mut each)?.progress;
    }
    Ok(progress)
}

/// What [`remove`] did.
#[derive(Clone, Copy, Debug, Default)]
struct Removed {
    /// Whether it accepted any candidate.
    progress: bool,
    /// Whether nothing of the range is left.
    all: bool,
}

/// Removes as many of a range of things as possible: all at once, or else those of its second half and then those of its first half.
/// Definitions come before uses, so uses are removed first, and the things before a range keep their numbers.
///
/// A failure usually needs few things, which fail together if they fail at all. So when a whole range was needed and all of its second
/// half was not, something in the first half is needed (`needed`), and the first half is divided without trying all of it.
///
/// `pending` are the ranges that come after this one, the next one last.
fn remove(
    problem: &mut Problem<'_>,
    pass: &dyn Pass,
    range: Range<usize>,
    needed: bool,
    pending: &mut Vec<Range<usize>>,
) -> Result<Removed, Halt> {
    if range.is_empty() {
        return Ok(Removed { progress: false, all: true });
    }
    let mut needed = needed && range.len() > 1;
    if !needed {
        if problem.jobs() > 1 {
            expect(problem, pass, &range, pending);
        }
        match repeat(problem, pass, range.clone())? {
            Tried::Removed => return Ok(Removed { progress: true, all: true }),
            Tried::Needed => needed = true,
            Tried::Impossible => {}
        }
    }
    if range.len() == 1 {
        return Ok(Removed::default());
    }
    let middle = range.start + range.len() / 2;
    pending.push(range.start..middle);
    let second = remove(problem, pass, middle..range.end, false, pending)?;
    pending.pop();
    // What a step removes besides its range may stand before the range.
    let left = middle.min(pass.count(problem.best()));
    let first = remove(problem, pass, range.start.min(left)..left, needed && second.all && left == middle, pending)?;
    Ok(Removed { progress: second.progress || first.progress, all: second.all && first.all })
}

/// Says which candidates follow if that of a range is refused, and they are.
fn expect(problem: &mut Problem<'_>, pass: &dyn Pass, range: &Range<usize>, pending: &[Range<usize>]) {
    let best = problem.best().to_vec();
    let mut rest: Vec<Range<usize>> = pending.to_vec();
    rest.extend(halves(range));
    let ranges = std::iter::from_fn(move || {
        let next = rest.pop()?;
        rest.extend(halves(&next));
        Some(next)
    });
    problem.expect(ranges.filter_map(|range| pass.apply(&best, range)));
}

/// Returns the halves of a range, that which is tried first last; none of a single thing.
fn halves(range: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
    let middle = range.start + range.len() / 2;
    let halves = [range.start..middle, middle..range.end];
    halves.into_iter().take(if range.len() > 1 { 2 } else { 0 }).filter(|half| !half.is_empty())
}

/// What a candidate without a range of things said.
enum Tried {
    /// The candidate was accepted.
    Removed,
    /// The candidate was checked, and did not fail in the wanted way.
    Needed,
    /// There is no such candidate, or it was not worth a check.
    Impossible,
}

/// Offers the case without a range of things, or with simpler things there; as long as these can be simplified again, such as a number
/// that is halved, offers that too.
fn repeat(problem: &mut Problem<'_>, pass: &dyn Pass, range: Range<usize>) -> Result<Tried, Halt> {
    let mut tried = Tried::Impossible;
    let things = pass.count(problem.best());
    while let Some(candidate) = pass.apply(problem.best(), range.clone()) {
        match problem.offer(candidate)? {
            Answer::Accepted => tried = Tried::Removed,
            Answer::Refused if matches!(tried, Tried::Impossible) => return Ok(Tried::Needed),
            Answer::Refused | Answer::Unchecked => break,
        }
        if pass.count(problem.best()) < things {
            break;
        }
    }
    Ok(tried)
}
