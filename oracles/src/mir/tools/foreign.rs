//! Words of texts that a release of llc does not know, or defines otherwise than the default release.

use irsmith_mir::Dialect;
use irsmith_mir::tables::Target;
use std::collections::HashSet;

/// The words of Machine IR that are foreign to a release.
pub(super) struct Foreign(HashSet<&'static str>);

impl Foreign {
    /// Returns the words that the llc of a dialect does not know: it cannot be asked about a text that contains one.
    pub(super) fn unknown_to(dialect: Dialect, target: Target) -> Self {
        Self::with_keys(dialect.missing_words(Some(target)), dialect, target)
    }

    /// Returns the words that the llc of a dialect does not know or defines otherwise: its print of a text that contains one may differ
    /// from another release's.
    pub(super) fn to(dialect: Dialect, target: Target) -> Self {
        Self::with_keys(dialect.foreign_words(Some(target)), dialect, target)
    }

    fn with_keys(mut words: HashSet<&'static str>, dialect: Dialect, target: Target) -> Self {
        words.extend(dialect.later_keys(target));
        Self(words)
    }

    /// Returns whether the text of a function contains one of them.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let is_part = |character: char| character.is_ascii_alphanumeric() || "_.$-".contains(character);
        text.split(|character| !is_part(character)).any(|word| self.0.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::tables::Version;

    #[test]
    fn words_are_unknown_to_the_releases_before_them() {
        let unknown = |version| Foreign::unknown_to(Dialect::of_release(Version(version)), Target::X86);
        for (text, since) in [
            ("    %0:_(s32) = G_ADD %1, %2", 14),
            ("    %0:_(s32) = nneg G_ZEXT %1", 19),
            ("debugInstrRef: true", 16),
            ("  isCalleeSavedInfoValid: true", 19),
            ("    RET64, pcsections !1", 16),
            ("    $noreg = G_IS_FPCLASS", 16),
            ("    G_FTAN", 19),
        ] {
            for version in [14, 16] {
                assert_eq!(unknown(version).is_in(text), since > version, "{text} in {version}");
            }
        }
        assert!(!unknown(14).is_in("name: nnegative"));
    }

    #[test]
    fn a_release_is_asked_about_words_that_it_defines_otherwise() {
        let text = "    MSRpstatePseudo 2093, 107, $x5, 6";
        let (dialect, target) = (Dialect::of_release(Version(16)), Target::AArch64);
        assert!(Foreign::to(dialect, target).is_in(text));
        assert!(!Foreign::unknown_to(dialect, target).is_in(text));
    }
}
