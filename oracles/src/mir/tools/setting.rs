//! The options that llc needs for a file that does not contain them, or contains them in a comment.

use crate::mir::Case;
use irsmith_mir::tables::Version;
use irsmith_mir::validate::Options;
use irsmith_mir::{Dialect, RunLine};

/// The options of llc for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// The triple or the name of the architecture, as the validator accepts it.
    pub(crate) triple: String,
    /// The options, starting with the triple.
    pub(super) options: Vec<String>,
    /// The pass that the file tests: that of its `-run-pass`.
    pub(super) pass: Option<String>,
    /// The release of llc, for which our validator judges.
    pub(super) dialect: Dialect,
}

/// Options that affect the meaning of a text. Other options of a test control passes and output.
const KEPT: &[&str] = &["mtriple", "march", "mcpu", "mattr", "target-abi"];

/// Values for which llc prints a list of processors and features: with `help` it reads nothing and accepts any text.
const HELP: [&str; 2] = ["help", "cpuhelp"];

/// The option that names a pass.
const PASS: &str = "run-pass";

/// The first release in which pointers have no type.
const OPAQUE_POINTERS: Version = Version(15);

/// The option without which llc rejects every entry of `callSites`.
const CALL_SITES: &str = "-emit-call-site-info";

impl Setting {
    /// Returns the options of a case: those of llc in the first such `RUN` line, as in LLVM's own tests, otherwise the triple of the case.
    pub(crate) fn of(case: &Case) -> Self {
        let line = RunLine::of(&case.text()).unwrap_or_default();
        let kept = line.values().filter(|(name, value)| KEPT.contains(name) && !asks_for_help(value));
        let mut options: Vec<String> = kept.map(|(name, value)| format!("-{name}={value}")).collect();
        let triple = case.triple().to_owned();
        if line.triple().is_none() {
            options.insert(0, format!("-mtriple={triple}"));
        }
        if case.file().is_ok_and(|file| file.functions.iter().any(|function| !function.call_sites.is_empty())) {
            options.push(CALL_SITES.to_owned());
        }
        let pass = line.values().find(|(name, _)| *name == PASS).map(|(_, value)| value.to_owned());
        Self { triple, options, pass, dialect: Dialect::DEFAULT }
    }
}

impl Setting {
    /// Returns the same with more options.
    pub(super) fn with(&self, options: &[&str]) -> Self {
        let options = self.options.iter().map(String::as_str).chain(options.iter().copied()).map(str::to_owned).collect();
        Self { options, ..self.clone() }
    }

    /// Returns the options for our validator.
    pub(crate) fn judged(&self) -> Options<'_> {
        Options { triple: Some(&self.triple), processor: self.names_processor(), dialect: self.dialect }
    }

    /// Returns whether the file names its processor.
    pub(super) fn names_processor(&self) -> bool {
        self.options.iter().any(|option| ["-mcpu=", "-mattr="].iter().any(|name| option.starts_with(name)))
    }

    /// Returns the same for a release of llc, and for our validator: before 15 llc needs an option for pointers without a type.
    pub(super) fn for_release(&self, dialect: Dialect) -> Self {
        let older: &[&str] = if dialect.release < OPAQUE_POINTERS { &["-opaque-pointers"] } else { &[] };
        Self { dialect, ..self.with(older) }
    }
}

/// Returns the text with these passes, and an option for the processor, named where [`Setting::of`] finds them; `None` if passes are named
/// already.
pub(super) fn with_passes(text: &str, passes: &str, processor: Option<&str>) -> Option<String> {
    let is_named = RunLine::of(text).is_some_and(|line| line.value(PASS).is_some());
    let pass = format!("-{PASS}={passes}");
    let options = processor.map_or_else(|| pass.clone(), |processor| format!("{pass} {processor}"));
    (!is_named).then(|| RunLine::with_option(text, &options))
}

/// Returns whether one of [`HELP`] is among the values of an option, as a feature or not.
fn asks_for_help(value: &str) -> bool {
    value.split(',').any(|value| HELP.contains(&value.trim_start_matches(['+', '-'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(text: &str) -> Setting {
        Setting::of(&Case::new(text.as_bytes()))
    }

    fn function(line: &str) -> String {
        format!("---\nname: f\nbody: |\n  bb.0:\n    {line}\n...\n")
    }

    #[test]
    fn the_triple_is_given_or_that_of_the_case() {
        for (text, triple) in [
            (function("RET64"), "x86_64-unknown-linux-gnu"),
            (function("%0:gpr64 = COPY $x0"), "aarch64-unknown-linux-gnu"),
            (format!("# RUN: llc -o - %s -march aarch64 -run-pass=none | FileCheck %s\n{}", function("RET64")), "aarch64"),
            (format!("--- |\n  target triple = \"riscv64\"\n...\n{}", function("RET64")), "riscv64"),
        ] {
            assert_eq!(setting(&text).triple, triple, "{text}");
        }
        assert_eq!(setting("--- |\n  target triple = \"a\"\n...\n").options, ["-mtriple=a"]);
    }

    #[test]
    fn options_are_those_that_say_what_a_text_means() {
        let text = "# RUN: not llc -x\n# RUN: llc -mtriple=i686 -mattr \"+avx\" -run-pass=none --mcpu=skx -O0 < %s | llc -march=arm";
        assert_eq!(setting(&text.replace("not llc -x", "opt")).options, ["-mtriple=i686", "-mattr=+avx", "-mcpu=skx"]);
        assert_eq!(setting(&text.replace("not llc -x", "opt")).pass.as_deref(), Some("none"));
        assert_eq!(setting("").pass, None);
        let calls = "---\nname: f\ncallSites:\n  - { bb: 0, offset: 0 }\n...\n";
        assert!(setting(calls).options.contains(&CALL_SITES.to_owned()));
    }

    #[test]
    fn passes_are_named_where_they_are_looked_for() {
        for (text, options) in [
            (function("RET64"), "-mtriple=x86_64-unknown-linux-gnu"),
            (format!("# RUN: opt -x\n# RUN: not llc -mtriple=i686 %s | FileCheck %s\n{}", function("RET64")), "-mtriple=i686"),
        ] {
            let named = setting(&with_passes(&text, "a,b", None).unwrap());
            assert_eq!((named.pass.as_deref(), named.options.join(" ").as_str()), (Some("a,b"), options), "{text}");
            assert_eq!(with_passes(&with_passes(&text, "a", None).unwrap(), "b", None), None);
            let pinned = setting(&with_passes(&text, "a", Some("-mcpu=x86-64")).unwrap());
            assert!(pinned.names_processor() && pinned.pass.as_deref() == Some("a"));
        }
    }

    #[test]
    fn llc_is_not_asked_for_help() {
        for (option, kept) in [
            ("-mcpu=help", None),
            ("-mcpu help", None),
            ("-mattr=help", None),
            ("-mattr=+avx,+help", None),
            ("-mattr=-help", None),
            ("-mattr +cpuhelp", None),
            ("-mattr=+helpful", Some("-mattr=+helpful")),
        ] {
            let options = setting(&format!("# RUN: llc -mtriple=i686 {option} %s\n")).options;
            assert_eq!(options, ["-mtriple=i686"].into_iter().chain(kept).collect::<Vec<_>>(), "{option}");
        }
    }

    #[test]
    fn only_the_oldest_is_asked_to_take_pointers_without_a_type() {
        let setting = setting("");
        assert_eq!(setting.for_release(Dialect::of_release(Version(16))).options, setting.options);
        assert_eq!(setting.for_release(Dialect::of_release(Version(16))).judged().dialect, Dialect::of_release(Version(16)));
        assert_eq!(setting.for_release(Dialect::of_release(Version(14))).options.last().map(String::as_str), Some("-opaque-pointers"));
    }
}
