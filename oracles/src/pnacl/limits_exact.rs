//! A limit that is exactly what a file needs changes nothing; a smaller one refuses the file by name, at the item that exceeds it.

use irsmith_pnacl::{BitAddress, ErrorKind, Limits, Stream};

use super::walked::walk;
use super::{Case, Oracle};
use crate::refused_below::{Refusal, is_read, is_refused};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const LIMITS_EXACT: Oracle = Oracle {
    name: "limits-exact",
    family: Family::Robustness,
    about: "with each limit at exactly what a file needs it is read, and with less it is refused by that limit at the item that exceeds it",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// A limit: its name, the field, the amount that a file needs up to and including each of its items, and the error.
struct Limit {
    name: &'static str,
    set: fn(&mut Limits, usize),
    needed: Vec<usize>,
    error: fn(usize) -> ErrorKind,
}

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    check_bytes(case)?;
    let Some((items, costs)) = walk(case.bytes(), stream.header.bytes().len()) else {
        // Another oracle compares the two readers.
        return Err("refused-by-second-reader".into());
    };
    let running = |amount: &dyn Fn(usize) -> usize| -> Vec<usize> {
        (0..items.len())
            .scan(0, |sum, item| {
                Some({
                    *sum += amount(item);
                    *sum
                })
            })
            .collect()
    };
    let mut depth = 0;
    let depths: Vec<usize> = items
        .iter()
        .map(|item| {
            match item.id {
                0 => depth -= 1,
                1 => depth += 1,
                _ => {}
            }
            depth
        })
        .collect();
    let deepest = depths
        .iter()
        .scan(0, |most, depth| {
            *most = depth.max(most).to_owned();
            Some(*most)
        })
        .collect();
    let limits = [
        Limit { name: "records", set: |limits, limit| limits.records = limit, needed: running(&|_| 1), error: ErrorKind::TooManyRecords },
        Limit { name: "nesting", set: |limits, limit| limits.nesting = limit, needed: deepest, error: ErrorKind::TooDeep },
        Limit {
            name: "operands",
            set: |limits, limit| limits.operands = limit,
            needed: running(&|item| costs[item].values),
            error: ErrorKind::TooManyOperands,
        },
        Limit {
            name: "implicit operands",
            set: |limits, limit| limits.implicit_operands = limit,
            needed: running(&|item| costs[item].implicit),
            error: ErrorKind::TooManyOperands,
        },
    ];
    let end = BitAddress(case.bytes().len() as u64 * 8);
    let draw = case.choices(SALT).iter().take(8).fold(0, |draw, byte| draw << 8 | usize::from(*byte));
    for limit in &limits {
        let needed = limit.needed.last().copied().unwrap_or(0);
        let read = |amount| {
            let mut limits = *case.limits();
            (limit.set)(&mut limits, amount);
            Stream::read(case.bytes(), &limits)
        };
        let exact = is_read(limit.name, read(needed))?;
        if exact.items() != stream.items() {
            return Err(Fault::new("limits-change-meaning", limit.name, "with the exact limit other items are read").into());
        }
        // One less, and any smaller one.
        for less in [needed.checked_sub(1), draw.checked_rem(needed)].into_iter().flatten() {
            let item = limit.needed.partition_point(|needed| *needed <= less);
            let after = items.get(item + 1).map_or(end, |next| next.at);
            let found = read(less);
            let refusal = found.as_ref().err().map(|error| Refusal { kind: &error.kind, at: error.at });
            is_refused(limit.name, &(limit.error)(less), &(items[item].at..=after), refusal)?;
        }
    }
    Ok(())
}

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x6c69_6d69_7473;

fn check_bytes(case: &Case) -> Result<(), Fault> {
    let bytes = case.bytes().len();
    let read = |limit| Stream::read(case.bytes(), &Limits { bytes: limit, ..*case.limits() });
    is_read("bytes", read(bytes))?;
    let limit = bytes - 1;
    let (found, at) = (read(limit), BitAddress::of_byte(limit as u64));
    let refusal = found.as_ref().err().map(|error| Refusal { kind: &error.kind, at: error.at });
    is_refused("bytes", &ErrorKind::FileTooLarge { bytes, limit }, &(at..=at), refusal)
}
