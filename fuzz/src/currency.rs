//! The unit of a target's work.

/// The unit of a target's work: a case of one target is a small module, and a case of another contains hundreds of functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Currency {
    /// Cases that an oracle passed or failed.
    #[default]
    Cases,
    /// Machine functions in cases that an oracle passed or failed.
    Functions,
    /// External programs that were started for any reason.
    Programs,
}

/// The beginning of a document that is a machine function.
const FUNCTION: &[u8] = b"name:";

impl Currency {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cases => "cases",
            Self::Functions => "functions",
            Self::Programs => "programs",
        }
    }

    /// Returns the work of the execution of `bytes`: whether an oracle `judged` it, and how many `programs` were started.
    pub fn work(self, bytes: &[u8], judged: bool, programs: u64) -> u64 {
        match self {
            Self::Cases => u64::from(judged),
            Self::Functions if judged => bytes.split(|byte| *byte == b'\n').filter(|line| line.starts_with(FUNCTION)).count() as u64,
            Self::Functions => 0,
            Self::Programs => programs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target;

    #[test]
    fn work_is_what_was_judged_or_started() {
        assert_eq!([true, false].map(|judged| Currency::Cases.work(b"x", judged, 3)), [1, 0]);
        assert_eq!(Currency::Programs.work(b"x", false, 3), 3);
        let target = target("mir_llc").unwrap();
        let case = target.generate(1);
        assert_eq!(target.currency, Currency::Functions);
        let functions = target.currency.work(&case, true, 3);
        assert!(functions > 10, "{functions} functions in {} bytes", case.len());
        assert_eq!(target.currency.work(&case, false, 3), 0);
    }
}
