//! Ranges of versions.

use serde::{Deserialize, Deserializer, de};
use std::cmp::Ordering;
use std::fmt;

/// A range of versions: `19.1` for 19.1 and all 19.1.x, `15..=19.1` for all from 15 to 19.1.x, `22..` for all from 22, `..` for every one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRange {
    from: Vec<u64>,
    /// The last version, with all that begin with it; none if there is no last.
    to: Option<Vec<u64>>,
    text: String,
}

impl VersionRange {
    /// Reads a range; none if the text is none.
    pub fn of(text: &str) -> Option<Self> {
        let numbers = |text: &str| text.split('.').map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>();
        let (from, to) = match text.split_once("..") {
            None => (numbers(text)?, Some(numbers(text)?)),
            Some((from, to)) => {
                let from = if from.is_empty() { Vec::new() } else { numbers(from)? };
                let to = if to.is_empty() { None } else { Some(numbers(to.strip_prefix('=')?)?) };
                (from, to)
            }
        };
        Some(Self { from, to, text: text.to_owned() })
    }

    /// Returns whether a version is in the range. Numbers that either side leaves out count as equal: 19 is in `19.1`.
    pub fn contains(&self, version: &[u64]) -> bool {
        let compare = |bound: &[u64]| {
            let mut pairs = version.iter().zip(bound);
            pairs.find_map(|(number, bound)| Some(number.cmp(bound)).filter(|order| order.is_ne())).unwrap_or(Ordering::Equal)
        };
        compare(&self.from).is_ge() && self.to.as_ref().is_none_or(|to| compare(to).is_le())
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for VersionRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::of(&text).ok_or_else(|| de::Error::custom(format!("{text:?} is no range of versions, such as 19.1, 15..=19, 22.. or ..")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_contain_their_ends_and_what_begins_with_them() {
        for (range, inside, outside) in [
            ("19.1", vec!["19.1.7", "19.1", "19"], vec!["19.2", "18.1", "20", "9.1"]),
            ("15..=19.1", vec!["15.0.6", "16", "19.1.7"], vec!["14.9", "19.2", "22.1.8"]),
            ("22..", vec!["22.1.8", "23"], vec!["19.1.7", "21"]),
            ("..=2023.1", vec!["2020", "2023.1"], vec!["2023.2", "2025.5"]),
            ("..", vec!["1", "2025.5"], vec![]),
        ] {
            let range = VersionRange::of(range).unwrap();
            let numbers = |text: &str| text.split('.').map(|number| number.parse().unwrap()).collect::<Vec<u64>>();
            assert!(inside.iter().all(|version| range.contains(&numbers(version))), "{range}");
            assert!(!outside.iter().any(|version| range.contains(&numbers(version))), "{range}");
        }
        assert!(["", "v19", "19..18..", "19..20", "a..", "19.x"].into_iter().all(|text| VersionRange::of(text).is_none()));
    }
}
