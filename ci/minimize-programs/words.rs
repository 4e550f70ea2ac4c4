//! Counts words and sorts them: several functions, memory that is allocated, calls of the standard library.
#![crate_type = "lib"]

use std::collections::BTreeMap;

#[unsafe(no_mangle)]
pub fn count(words: &[String]) -> Vec<(String, u32)> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for word in words {
        *counts.entry(word.to_lowercase()).or_default() += word.len() as u32 % 7;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts
}
