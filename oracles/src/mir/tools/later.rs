//! What came later than a version of llc.

use irsmith_mir::Dialect;
use irsmith_mir::tables::{FUNCTION, Item, Map, Target, Value, Version, function_info};
use std::collections::HashSet;

/// The words of Machine IR that a version of llc does not know, or knows otherwise than llc 19.
pub(super) struct Later(HashSet<&'static str>);

impl Later {
    /// What came later than a version.
    pub(super) fn than(version: Version, target: Target) -> Self {
        let mut words = Dialect { release: version }.later_words(Some(target));
        keys(FUNCTION, version, &mut words);
        keys(function_info(target), version, &mut words);
        Self(words)
    }

    /// Whether something of it is in the text of a function.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let is_part = |character: char| character.is_ascii_alphanumeric() || "_.$-".contains(character);
        text.split(|character| !is_part(character)).any(|word| self.0.contains(word))
    }
}

/// The keys and words of a mapping, and of what is in it, that came later than a version.
fn keys(map: &Map, version: Version, words: &mut HashSet<&'static str>) {
    for key in map.keys {
        if !key.is_read_by(version) {
            words.insert(key.name);
        }
        match key.value {
            Value::Map(inner) | Value::List(Item::Map(inner)) => keys(inner, version, words),
            Value::Choice(choices) => words.extend(choices.iter().filter(|choice| choice.since > version).map(|choice| choice.name)),
            _ => {}
        }
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
