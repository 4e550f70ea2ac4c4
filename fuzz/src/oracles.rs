//! Lists of oracles over any type of case.

use std::{fmt, panic::RefUnwindSafe};

use irsmith_oracles::{Check, Failure, GeneratedCase, Listed, Oracle, Outcome, Signature, Verdict};

use crate::{Panic, catch_panic};

/// The oracles of a target or a format: a list `&[A, B]` of the oracles over one type of case.
pub trait Oracles: fmt::Debug + Sync + RefUnwindSafe {
    /// Lists everything but their checks, in order.
    fn listed(&self) -> Vec<Listed>;

    /// Makes a case of the bytes of its file and runs every oracle.
    ///
    /// `report` receives each oracle's name with its verdict, in order; once for each part of the case if the oracle judges parts. A panic
    /// of code under test becomes a failure of the property `panic` whose site is a function.
    fn judge(&self, bytes: &[u8], report: &mut dyn FnMut(&'static str, Verdict)) {
        self.judge_only(None, bytes, report);
    }

    /// As [`judge`](Self::judge), by the oracle of this name alone if there is one.
    fn judge_only(&self, only: Option<&str>, bytes: &[u8], report: &mut dyn FnMut(&'static str, Verdict));

    /// Returns the minimized model that an oracle of generated models generates with these bytes as seed, and on which it fails with this
    /// signature, with the evidence of that failure. `None` for other oracles, and when it cannot be written.
    fn smallest_generated(&self, bytes: &[u8], signature: &Signature) -> Option<(GeneratedCase, String)>;
}

impl<C: FromFile, const N: usize> Oracles for [Oracle<C>; N] {
    fn listed(&self) -> Vec<Listed> {
        self.iter().map(Oracle::listed).collect()
    }

    fn judge_only(&self, only: Option<&str>, bytes: &[u8], report: &mut dyn FnMut(&'static str, Verdict)) {
        judge(self, only, bytes, report);
    }

    fn smallest_generated(&self, bytes: &[u8], signature: &Signature) -> Option<(GeneratedCase, String)> {
        smallest_generated(self, bytes, signature)
    }
}

impl<C: FromFile> Oracles for &'static [Oracle<C>] {
    fn listed(&self) -> Vec<Listed> {
        self.iter().map(Oracle::listed).collect()
    }

    fn judge_only(&self, only: Option<&str>, bytes: &[u8], report: &mut dyn FnMut(&'static str, Verdict)) {
        judge(self, only, bytes, report);
    }

    fn smallest_generated(&self, bytes: &[u8], signature: &Signature) -> Option<(GeneratedCase, String)> {
        smallest_generated(self, bytes, signature)
    }
}

/// Cases that can be made of any bytes.
pub trait FromFile: for<'a> From<&'a [u8]> + fmt::Debug + 'static {}

impl<C: for<'a> From<&'a [u8]> + fmt::Debug + 'static> FromFile for C {}

fn judge<C: FromFile>(oracles: &[Oracle<C>], only: Option<&str>, bytes: &[u8], report: &mut dyn FnMut(&'static str, Verdict)) {
    let case = C::from(bytes);
    for oracle in oracles.iter().filter(|oracle| only.is_none_or(|only| only == oracle.name)) {
        match catch_panic(|| oracle.verdicts(&case)) {
            Ok(verdicts) => verdicts.into_iter().for_each(|verdict| report(oracle.name, verdict)),
            Err(panic) => report(oracle.name, panicked(oracle.name, panic)),
        }
    }
}

fn smallest_generated<C: FromFile>(oracles: &[Oracle<C>], bytes: &[u8], signature: &Signature) -> Option<(GeneratedCase, String)> {
    let oracle = oracles.iter().find(|oracle| oracle.name == signature.oracle)?;
    let Check::Generated(generated) = &oracle.check else { return None };
    let case = C::from(bytes);
    let mut evidence = String::new();
    let mut fails = |check: &mut dyn FnMut() -> Outcome| {
        let verdict = catch_panic(|| Verdict::of(oracle.name, check())).unwrap_or_else(|panic| panicked(oracle.name, panic));
        match verdict {
            Verdict::Fail(failure) if failure.signature == *signature => {
                evidence = failure.evidence;
                true
            }
            _ => false,
        }
    };
    // A reduction or the writer may panic too; then there is no smaller case.
    let smallest = catch_panic(|| (generated.smallest)(&case, &mut fails)).ok()??;
    Some((smallest, evidence))
}

fn panicked(oracle: &'static str, panic: Panic) -> Verdict {
    let evidence = format!("panicked at {}\n{}", panic.place, panic.message);
    let signature = Signature { site: Some(panic.site), ..Signature::new(oracle, "panic", "process") };
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}
