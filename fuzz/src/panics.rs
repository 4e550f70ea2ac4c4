//! Catches panics and turns them into values with the place of the panic.

use std::{
    backtrace::Backtrace,
    cell::{Cell, RefCell},
    fmt,
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    sync::Once,
};

use irsmith_oracles::{Failure, Signature};

use crate::{
    Operation,
    functions::{own_function, panic_site, short_source_path},
};

/// A caught panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The function of ours that panicked, or the file of another crate: the same after an edit elsewhere.
    pub site: String,
    /// `file:line`, with the path shortened so that it does not depend on the machine.
    pub place: String,
    /// The message, which may contain values of the case and so is not part of a signature.
    pub message: String,
}

thread_local! {
    /// How many [`catch_panic`] calls are active on this thread.
    static CATCHING: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
    /// Panics of our own code that were not taken yet.
    static OWN: RefCell<Vec<OwnPanic>> = const { RefCell::new(Vec::new()) };
}

/// Runs `work`; returns a panic in it instead of printing the panic.
///
/// Needs a build that unwinds. Panics outside of this call are handled as before.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(record_panics);
    CATCHING.set(CATCHING.get() + 1);
    let outcome = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(CATCHING.get() - 1);
    outcome.map_err(|_| LAST.take().unwrap_or_else(Panic::unknown))
}

/// Returns the result of `work`, or nothing if it panics; the panic is recorded for [`take_own_panics`].
///
/// For operations on cases outside of oracles: generating, mutating, weighing, writing, printing. That code is under test too. `cases` are
/// the operands, at most two; `seed`, if the operation draws from one of 32 bits, and `settings` are the other data that reproduce it.
pub(crate) fn unless_panic<T: Default>(
    operation: Operation,
    seed: Option<u32>,
    cases: &[&[u8]],
    settings: fmt::Arguments<'_>,
    work: impl FnOnce() -> T,
) -> T {
    catch_panic(work).unwrap_or_else(|panic| {
        let mut cases = cases.iter().map(|case| case.to_vec());
        let (case, other) = (cases.next().unwrap_or_default(), cases.next());
        let own = OwnPanic { operation, seed, case, other, settings: settings.to_string(), panic };
        OWN.with_borrow_mut(|known| {
            // The first panic of a kind is enough; the others would fill the memory.
            if known.len() < REMEMBERED && !known.iter().any(|other| other.operation == operation && other.panic.site == own.panic.site) {
                known.push(own);
            }
        });
        T::default()
    })
}

/// Maximum number of recorded panics of our own code.
const REMEMBERED: usize = 16;

/// The name in place of an oracle in signatures of [`OwnPanic`].
pub(crate) const OWN_CODE: &str = "own-code";

/// A panic of irsmith's own generator, mutator, splice, reduction, reader, writer or printer outside of oracles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPanic {
    /// The operation.
    pub operation: Operation,
    /// The seed of the operation, if a mutation was drawn from one.
    pub seed: Option<u32>,
    /// The bytes of the case; none for a generator.
    pub case: Vec<u8>,
    /// The second of two cases.
    pub other: Option<Vec<u8>>,
    /// Other data that reproduce the panic, such as `level Valid`; mostly empty.
    pub settings: String,
    /// The panic.
    pub panic: Panic,
}

impl OwnPanic {
    /// Returns the failure: of the property `panic` of our own code, identified by operation and site.
    pub fn failure(&self) -> Failure {
        let signature = Signature { site: Some(self.panic.site.clone()), ..Signature::new(OWN_CODE, "panic", self.operation.name()) };
        let evidence = format!("{self}\nno oracle repeats it: `{}` of the format does, on these bytes", self.operation);
        Failure { signature, evidence }
    }
}

impl fmt::Display for OwnPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, case, panic, .. } = self;
        write!(f, "irsmith's own code panicked at {}: {} ({operation} of {} bytes", panic.place, panic.message, case.len())?;
        if let Some(seed) = self.seed {
            write!(f, ", seed {seed}")?;
        }
        if !self.settings.is_empty() {
            write!(f, ", {}", self.settings)?;
        }
        f.write_str(")")
    }
}

/// Returns the panics of our own code on this thread since the last call, the first of each operation and site.
///
/// The code that runs targets calls this after each step, and saves the panics as findings.
pub fn take_own_panics() -> Vec<OwnPanic> {
    OWN.take()
}

/// Installs the panic hook that [`catch_panic`] relies on.
///
/// Called automatically before the first catch. If an engine installs its own hook later (libFuzzer's hook aborts the process), another
/// call is needed after that.
pub fn record_panics() {
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if CATCHING.get() == 0 {
            previous(info);
        } else {
            LAST.set(Some(Panic::of(info)));
        }
    }));
}

impl Panic {
    fn of(info: &PanicHookInfo<'_>) -> Self {
        let Some(location) = info.location() else { return Self::unknown() };
        // The file of a panic in the standard library says nothing; the caller does.
        let own = is_standard(location.file()).then(|| own_function(&Backtrace::force_capture().to_string())).flatten();
        let site = own.unwrap_or_else(|| panic_site(location.file(), location.line()));
        let place = format!("{}:{}", short_source_path(location.file()), location.line());
        let message = info.payload_as_str().unwrap_or("not a text").to_owned();
        Panic { site, place, message }
    }

    fn unknown() -> Self {
        let unknown = "unknown".to_owned();
        Panic { site: unknown.clone(), place: unknown, message: "a panic that no hook saw".to_owned() }
    }
}

/// Returns whether a source file is one of Rust's standard library.
fn is_standard(file: &str) -> bool {
    file.starts_with("/rustc/") || file.contains("/rust/library/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_value_with_its_place() {
        let line = line!() + 1;
        let panic = catch_panic(|| panic!("number {}", 7)).unwrap_err();
        assert_eq!(panic.message, "number 7");
        assert_eq!(panic.place, format!("fuzz/src/panics.rs:{line}"));
        assert_eq!(panic.site, "irsmith_fuzz::panics::tests::a_panic_is_a_value_with_its_place");
    }

    #[test]
    fn panics_of_our_own_code_are_remembered_once_each() {
        let make = |work: fn() -> u8| unless_panic(Operation::Mutate, Some(7), &[b"case"], format_args!(""), work);
        let (line, broken): (u32, fn() -> u8) = (line!(), || panic!("broken"));
        assert_eq!([make(|| 5), make(broken), make(broken)], [5, 0, 0]);
        let own = take_own_panics();
        let [own] = own.as_slice() else { panic!("{own:?}") };
        let site = "irsmith_fuzz::panics::tests::panics_of_our_own_code_are_remembered_once_each";
        assert_eq!(own.failure().signature.to_string(), format!("own-code/panic/mutate @{site}"));
        let said = format!("irsmith's own code panicked at fuzz/src/panics.rs:{line}: broken (mutate of 4 bytes, seed 7)\n");
        assert!(own.failure().evidence.starts_with(&said), "{}", own.failure().evidence);
        assert!(take_own_panics().is_empty());
    }

    #[test]
    fn nested_catches_keep_their_own_panic() {
        let outer = catch_panic(|| {
            let inner = catch_panic(|| panic!("inner")).unwrap_err();
            assert_eq!(inner.message, "inner");
            5
        });
        assert_eq!(outer, Ok(5));
    }

    /// Without debug information a backtrace names no function that was inlined.
    #[inline(never)]
    fn step_by_zero() -> usize {
        std::iter::empty::<u8>().step_by(std::hint::black_box(0)).count()
    }

    #[test]
    fn a_panic_in_the_standard_library_is_that_of_its_caller() {
        let panic = catch_panic(step_by_zero).unwrap_err();
        assert_eq!(panic.site, "irsmith_fuzz::panics::tests::step_by_zero", "{panic:?}");
    }
}
