//! Panics as values: where code under test panicked, without the noise and without the end.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    sync::Once,
};

/// A caught panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// `file:line`, the file shortened so that it does not depend on the machine.
    pub site: String,
    /// The message, which may hold values of the case and so is no part of a signature.
    pub message: String,
}

thread_local! {
    /// How many [`catch_panic`] calls are under way on this thread.
    static CATCHING: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Runs `work`; a panic inside it is returned instead of printed.
///
/// Needs a build that unwinds. Panics outside of this call go where they went before.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(record_panics);
    CATCHING.set(CATCHING.get() + 1);
    let outcome = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(CATCHING.get() - 1);
    outcome.map_err(|_| LAST.take().unwrap_or_else(Panic::unknown))
}

/// What `work` makes, or nothing where it panics.
///
/// For reading, writing and printing cases outside of oracles. That code is under test too; to report its panics is the oracles' business,
/// and the rest goes on as with a case that does not read.
pub(crate) fn unless_panic<T: Default>(work: impl FnOnce() -> T) -> T {
    catch_panic(work).unwrap_or_default()
}

/// Installs the panic hook that [`catch_panic`] relies on.
///
/// Called by itself before the first catch. An engine that installs a hook of its own later
/// (libFuzzer's aborts the process) needs another call after that.
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
        let site = info
            .location()
            .map_or_else(|| "unknown".to_owned(), |location| format!("{}:{}", short_source_path(location.file()), location.line()));
        let message = info.payload_as_str().unwrap_or("not a text").to_owned();
        Panic { site, message }
    }

    fn unknown() -> Self {
        Panic { site: "unknown".to_owned(), message: "a panic that no hook saw".to_owned() }
    }
}

/// The part of a source path that is the same on every machine: from the crate's folder on.
pub fn short_source_path(path: &str) -> String {
    let parts: Vec<&str> = path.split(['/', '\\']).collect();
    let source = parts.iter().rposition(|part| *part == "src" || *part == "tests");
    let start = source.map_or(parts.len().saturating_sub(1), |at| at.saturating_sub(1));
    parts[start..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_value_with_its_place() {
        let line = line!() + 1;
        let panic = catch_panic(|| panic!("number {}", 7)).unwrap_err();
        assert_eq!(panic.message, "number 7");
        assert_eq!(panic.site, format!("fuzz/src/panics.rs:{line}"));
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

    #[test]
    fn paths_lose_what_depends_on_the_machine() {
        assert_eq!(short_source_path("/a/b/rust/library/core/src/num/mod.rs"), "core/src/num/mod.rs");
        assert_eq!(short_source_path("formats/pnacl/src/read/mod.rs"), "pnacl/src/read/mod.rs");
        assert_eq!(short_source_path("lone.rs"), "lone.rs");
    }
}
