//! User-defined limits for readers, which override the defaults of each reader.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// Limits by name, for the readers of every format: `bytes`, `records` and so on.
///
/// A limit that is not set keeps the default of the reader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitSettings(Vec<(String, usize)>);

/// Names of the limits of [`irsmith_pnacl::Limits`].
const PNACL: &[&str] = &["bytes", "records", "operands", "implicit-operands", "nesting"];
/// Names of the limits of [`irsmith_debuginfo::Limits`].
const DEBUGINFO: &[&str] = &["bytes"];
/// Names of the limits of [`irsmith_mir::Limits`].
const MIR: &[&str] = &["bytes", "nesting", "errors"];

/// The limits of this process, if set by [`LimitSettings::apply_to_cases`].
static OF_CASES: OnceLock<LimitSettings> = OnceLock::new();

/// No limits.
static NONE: LimitSettings = LimitSettings(Vec::new());

impl LimitSettings {
    /// Returns every name once, in order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let others = MIR.iter().chain(DEBUGINFO).filter(|name| !PNACL.contains(name));
        let mut names: Vec<&str> = PNACL.iter().chain(others).copied().collect();
        names.dedup();
        names.into_iter()
    }

    /// Returns the names of the limits of a format's reader; none for an unknown format.
    pub fn names_of(format: &str) -> &'static [&'static str] {
        match format {
            "pnacl" => PNACL,
            "debuginfo" => DEBUGINFO,
            "mir" => MIR,
            _ => &[],
        }
    }

    /// Sets a limit; if one name is set twice, the last value counts.
    pub fn set(&mut self, name: &str, value: usize) {
        self.0.push((name.to_owned(), value));
    }

    /// Returns the limit of this name, if it is set.
    pub fn get(&self, name: &str) -> Option<usize> {
        self.0.iter().rev().find(|(set, _)| set == name).map(|(_, value)| *value)
    }

    /// Returns the first name that is set and that the reader of this format does not have.
    pub fn foreign_to(&self, format: &str) -> Option<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).find(|name| !Self::names_of(format).contains(name))
    }

    fn over(&self, name: &str, default: usize) -> usize {
        self.get(name).unwrap_or(default)
    }

    /// Returns the limits of a PNaCl reader, with `default` for those that are not set.
    pub fn pnacl(&self, default: irsmith_pnacl::Limits) -> irsmith_pnacl::Limits {
        irsmith_pnacl::Limits {
            bytes: self.over("bytes", default.bytes),
            records: self.over("records", default.records),
            operands: self.over("operands", default.operands),
            implicit_operands: self.over("implicit-operands", default.implicit_operands),
            nesting: self.over("nesting", default.nesting),
        }
    }

    /// Returns the limits of a SPIR-V reader, with `default` for those that are not set.
    pub fn debuginfo(&self, default: irsmith_debuginfo::Limits) -> irsmith_debuginfo::Limits {
        irsmith_debuginfo::Limits { bytes: self.over("bytes", default.bytes) }
    }

    /// Returns the limits of a reader of Machine IR, with `default` for those that are not set.
    pub fn mir(&self, default: irsmith_mir::Limits) -> irsmith_mir::Limits {
        irsmith_mir::Limits {
            bytes: self.over("bytes", default.bytes),
            nesting: self.over("nesting", default.nesting),
            errors: self.over("errors", default.errors),
        }
    }

    /// Makes these the limits of every case that this process reads from now on. Call it once per process, before the first case.
    pub fn apply_to_cases(self) {
        // A second call would come too late for cases that have been read already.
        let _ = OF_CASES.set(self);
    }

    /// Returns the limits that this process has set on cases.
    pub fn of_cases() -> &'static Self {
        OF_CASES.get().unwrap_or(&NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_of_a_reader_can_be_set_and_others_stay() {
        let mut settings = LimitSettings::default();
        assert_eq!(settings.pnacl(irsmith_pnacl::Limits::default()), irsmith_pnacl::Limits::default());
        for (number, name) in LimitSettings::names().enumerate() {
            settings.set(name, 7);
            settings.set(name, 100 + number);
        }
        let pnacl = irsmith_pnacl::Limits { bytes: 100, records: 101, operands: 102, implicit_operands: 103, nesting: 104 };
        assert_eq!(settings.pnacl(irsmith_pnacl::Limits::default()), pnacl);
        let mir = irsmith_mir::Limits { bytes: 100, nesting: 104, errors: 105 };
        assert_eq!(settings.mir(irsmith_mir::Limits::default()), mir);
        assert_eq!(settings.debuginfo(irsmith_debuginfo::Limits::default()), irsmith_debuginfo::Limits { bytes: 100 });
        assert_eq!(settings.foreign_to("pnacl"), Some("errors"));
        assert_eq!(settings.foreign_to("debuginfo"), Some("records"));
        assert_eq!(LimitSettings::default().foreign_to("mir"), None);
    }
}
