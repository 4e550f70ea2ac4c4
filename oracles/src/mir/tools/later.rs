//! Keys and words that were added after a version of llc.

use irsmith_mir::Dialect;
use irsmith_mir::tables::{Target, Version};
use std::collections::HashSet;

/// The words of Machine IR that a version of llc does not know, or reads differently than llc 19.
pub(super) struct Later(HashSet<&'static str>);

impl Later {
    /// Returns what was added after a version.
    pub(super) fn than(version: Version, target: Target) -> Self {
        let dialect = Dialect::of_release(version);
        let mut words = dialect.foreign_words(Some(target));
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

    #[test]
    fn words_are_later_than_the_versions_before_them() {
        let later = |version| Later::than(Version(version), Target::X86);
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
                assert_eq!(later(version).is_in(text), since > version, "{text} in {version}");
            }
        }
        assert!(!later(14).is_in("name: nnegative"));
    }
}
