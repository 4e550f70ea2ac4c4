//! Work grows hardly faster than a case: what takes a time for some copies of a part takes at most about as many times longer for more.
//!
//! A form makes inputs of any number of copies; operations of the format take three of them, each four times as large as the one before.
//! The measure is the processor time of this thread, the only clock that an oracle reads: no counter of our own sees a search that was
//! added by mistake. Other programs hardly change it, but they do take caches away, so one step can cost far more than its size. A failure
//! needs a growth far beyond n log n in the best of several runs, and once more in a step to a still larger input.

mod text;

use std::time::Duration;

use irsmith_generators::Choices;
use rustix::time::{ClockId, clock_gettime};

use crate::Fault;

pub(crate) use text::text_forms;

/// Separates the draws of these oracles from those of others.
pub(crate) const SALT: u64 = 0x636f_7374;
/// Skip reason: the case has no part of the drawn kind, or a part or the case is too large to be copied.
pub(crate) const NO_PART: &str = "no-part-to-copy";
/// The largest case whose parts are copied, in bytes: the rest of the case is read and written each time.
pub(crate) const LARGEST: usize = 256 << 10;
/// The factor between the sizes of two inputs.
const STEP: usize = 4;
/// Copies in the smallest, the middle and the largest input.
const COPIES: [usize; 3] = [1 << 10, STEP << 10, (STEP * STEP) << 10];
/// The largest input, in the units of [`counts_of`]: a long part has fewer copies.
const MOST: usize = 1 << 20;
/// Runs of the smallest input, whose time the growth is compared with; it takes little time.
const RUNS: usize = 3;
/// Runs of each input before a failure.
const AGAIN: usize = 4;
/// Runs of the input that confirms a failure.
const NEXT: usize = 2;
/// Time of the largest input beyond which no cache explains the growth, and the next input would take too long.
const CERTAIN: Duration = Duration::from_millis(200);
/// Time of the smallest input, at most about this: the largest takes about 16 times as long, and there are several operations.
const SHORT: Duration = Duration::from_millis(4);
/// Times below this are not judged: the cost of a page that is touched first, or of a table that is built once, would be most of them.
const LEAST: Duration = Duration::from_millis(20);
/// Growth over two steps that is a failure: n gives 16, n log n about 22, and n^2 gives 256.
const STEEP: u32 = 64;
/// Growth over the last step that is a failure: n gives 4, n log n about 5, and n^2 gives 16.
const STEEP_STEP: u32 = 9;
/// If the middle input takes longer, the largest might take minutes, so the first step alone is judged.
const LONG: Duration = Duration::from_millis(1500);

/// An operation of a format on inputs of type `I`.
#[derive(Debug)]
pub(crate) struct Operation<I> {
    /// The name, a verb.
    pub(crate) name: &'static str,
    /// Runs it. Whether it succeeds does not matter: refusing must not take long either.
    pub(crate) run: fn(&I),
}

/// Returns the numbers of copies for a part of this size, in bytes of text or words: none if even a few copies would be too large.
pub(crate) fn counts_of(size: usize) -> Option<[usize; 3]> {
    let most = COPIES[2].min(MOST / size.max(1));
    (most >= STEP * STEP * 8).then_some([most / (STEP * STEP), most / STEP, most])
}

/// Judges the operations on inputs of a form, by the processor time of this thread.
pub(crate) fn judge<I>(form: &str, counts: [usize; 3], make: impl Fn(usize) -> I, operations: &[Operation<I>]) -> Result<(), Fault> {
    judge_by(&|operation, input| time_of(|| (operation.run)(input)), form, counts, make, operations)
}

/// Judges the operations by a clock, which tells how long an operation takes on an input.
fn judge_by<I>(
    clock: &impl Fn(&Operation<I>, &I) -> Duration,
    form: &str,
    counts: [usize; 3],
    make: impl Fn(usize) -> I,
    operations: &[Operation<I>],
) -> Result<(), Fault> {
    // The shortest time of several runs.
    let best_of = |operation: &Operation<I>, input: &I, runs: usize| (0..runs).map(|_| clock(operation, input)).min().unwrap_or_default();
    // The largest input is left out, as zero, if the middle one takes long.
    let times = |operation: &Operation<I>, inputs: &[I; 3], runs: usize| {
        let small = best_of(operation, &inputs[0], runs.max(RUNS));
        let middle = best_of(operation, &inputs[1], runs);
        let large = if middle > LONG { Duration::ZERO } else { best_of(operation, &inputs[2], runs) };
        [small, middle, large]
    };
    let smallest = make(counts[0]);
    let longest = operations.iter().map(|operation| clock(operation, &smallest)).max().unwrap_or_default();
    let counts = fewer(counts, longest);
    let inputs = counts.map(&make);
    for operation in operations {
        let first = times(operation, &inputs, 1);
        if !is_steep(&first) {
            continue;
        }
        // Something else that the machine did may explain one measurement, but not the best of several.
        let takes_long = first.iter().any(|&time| time > LONG);
        let best = if takes_long { first } else { times(operation, &inputs, AGAIN) };
        if !is_steep(&best) {
            continue;
        }
        // What no longer fits in a cache costs more in one step, not in the next one too.
        let large = best[2];
        let next = (!takes_long && large < CERTAIN).then(|| best_of(operation, &make(counts[2] * STEP), NEXT));
        if next.is_none_or(|next| goes_on(large, next)) {
            let element = format!("{} {form}", operation.name);
            return Err(Fault::new("grows-fast", element, format!("copies: {counts:?}\nprocessor time: {best:?}, then {next:?}")));
        }
    }
    Ok(())
}

/// Returns the counts, fewer if the longest operation takes long for the smallest input: the size of a part says little about its work.
fn fewer(counts: [usize; 3], longest: Duration) -> [usize; 3] {
    let least = counts[0].div_ceil(1 + (longest.as_micros() / SHORT.as_micros()) as usize);
    [least, least * STEP, least * STEP * STEP]
}

/// Returns whether times grow much faster than n log n.
fn is_steep(&[small, middle, large]: &[Duration; 3]) -> bool {
    if middle > LONG {
        return middle > small * STEEP_STEP;
    }
    large > LEAST && large > small * STEEP && large > middle * STEEP_STEP
}

/// Returns whether a steep growth goes on in a further step. An input that takes less time than a smaller one was refused by a limit, which
/// says nothing.
fn goes_on(large: Duration, next: Duration) -> bool {
    next < large || next > large * STEEP_STEP
}

/// Returns the processor time that this thread takes for some work.
fn time_of(work: impl FnOnce()) -> Duration {
    let now = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default();
    let start = now();
    work();
    now().saturating_sub(start)
}

/// Returns a part of a list of this length, of at most `most` elements; `None` if the list is empty.
pub(crate) fn part_of(length: usize, most: usize, choices: &mut Choices<'_, '_>) -> Option<std::ops::Range<usize>> {
    let start = choices.index(length)?;
    Some(start..(start + 1 + choices.below(most)).min(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges an operation that takes so many microseconds for each number of copies.
    fn property(microseconds: fn(u64) -> u64) -> Result<(), (&'static str, String)> {
        let clock = |_: &Operation<usize>, &count: &usize| Duration::from_micros(microseconds(count as u64));
        judge_by(&clock, "numbers", [64, 256, 1024], |count| count, &[Operation { name: "count", run: |_| () }])
            .map_err(|fault| (fault.property, fault.element))
    }

    #[test]
    fn squares_are_steep_and_logarithms_are_not() {
        let steep = Err(("grows-fast", "count numbers".into()));
        assert_eq!(property(|count| count * 50), Ok(()));
        assert_eq!(property(|count| count * 5 * u64::from(count.ilog2())), Ok(()));
        assert_eq!(property(|count| count * count / 10), steep);
        assert_eq!(property(|count| count * count * count / 1000), steep);
        // Too short to be judged.
        assert_eq!(property(|count| count * count / 100), Ok(()));
        // One step that costs more, as where a cache ends.
        assert_eq!(property(|count| if count < 1024 { count * 5 } else { count * 50 }), Ok(()));
    }

    #[test]
    fn the_best_of_several_runs_counts() {
        // Every second run of the largest input is disturbed.
        let turn = std::cell::Cell::new(0u64);
        let clock = |_: &Operation<usize>, &count: &usize| {
            turn.set(turn.get() + 1);
            Duration::from_micros(count as u64 * 50 * if count < 1024 || !turn.get().is_multiple_of(2) { 1 } else { 20 })
        };
        assert!(judge_by(&clock, "numbers", [64, 256, 1024], |count| count, &[Operation { name: "count", run: |_| () }]).is_ok());
    }

    #[test]
    fn the_clock_measures_the_operation() {
        let runs = std::rc::Rc::new(std::cell::Cell::new(0));
        let operations =
            [Operation { name: "count", run: |(_, runs): &(usize, std::rc::Rc<std::cell::Cell<u32>>)| runs.set(runs.get() + 1) }];
        assert!(judge("numbers", [64, 256, 1024], |count| (count, runs.clone()), &operations).is_ok());
        assert!(runs.get() as usize > COPIES.len(), "{}", runs.get());
        assert!(time_of(|| (0..1_000_000).map(std::hint::black_box).for_each(|_| ())) > Duration::ZERO);
    }

    #[test]
    fn parts_that_take_long_have_fewer_copies() {
        assert_eq!(fewer([64, 256, 1024], SHORT / 2), [64, 256, 1024]);
        assert_eq!(fewer([64, 256, 1024], SHORT), [32, 128, 512]);
        assert_eq!(fewer([64, 256, 1024], SHORT * 1000), [1, 4, 16]);
    }

    #[test]
    fn the_first_step_is_enough_if_it_takes_long() {
        let seconds = |times: [u64; 3]| is_steep(&times.map(Duration::from_millis));
        assert!(seconds([100, 2000, 0]) && !seconds([500, 2000, 0]));
        assert!(goes_on(LEAST, LEAST * 16) && goes_on(LEAST, LEAST / 2) && !goes_on(LEAST, LEAST * 5));
        assert!(seconds([10, 100, 1000]) && !seconds([10, 100, 600]) && !seconds([10, 300, 1000]) && !seconds([0, 1, 19]));
    }

    #[test]
    fn long_parts_have_fewer_copies() {
        assert_eq!(counts_of(10), Some(COPIES));
        assert_eq!(counts_of(4096), Some([16, 64, 256]));
        assert_eq!(counts_of(MOST), None);
    }
}
