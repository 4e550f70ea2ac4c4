//! Suggestions for mistyped names.

/// Maximum number of suggested names.
const SUGGESTIONS: usize = 3;

/// Returns ` (did you mean A or B?)` for the known names that are similar to `name`; an empty text if there are none.
///
/// The names with the smallest edit distance come first; if all are far away, the names that contain `name` or are contained in it.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let name = plain(name);
    let known: Vec<(&str, String)> = known.into_iter().map(|known| (known, plain(known))).collect();
    let distance = |known: &str| strsim::damerau_levenshtein(&name, known);
    let nearest = known.iter().map(|(_, known)| distance(known)).min().unwrap_or(usize::MAX);
    let is_near = |known: &str| distance(known) == nearest && nearest <= 1 + name.len() / 5;
    let mut like: Vec<&str> = known.iter().filter(|(_, plain)| is_near(plain)).map(|(known, _)| *known).collect();
    if like.is_empty() && name.len() > 2 {
        let is_part = |known: &str| known.contains(&name) || (known.len() > 2 && name.contains(known));
        like = known.iter().filter(|(_, plain)| is_part(plain)).map(|(known, _)| *known).collect();
    }
    like.truncate(SUGGESTIONS);
    match like.split_last() {
        None => String::new(),
        Some((last, [])) => format!(" (did you mean {last}?)"),
        Some((last, others)) => format!(" (did you mean {} or {last}?)", others.join(", ")),
    }
}

/// Removes what is easily confused: capital letters, and the character that joins words.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['-', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 4] = ["pnacl_read", "pnacl_roundtrip", "mir_roundtrip", "mir"];

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let suggest = |name| did_you_mean(name, KNOWN);
        assert_eq!(suggest("pnacl_raed"), " (did you mean pnacl_read?)");
        assert_eq!(suggest("PNaCl-Read"), " (did you mean pnacl_read?)");
        assert_eq!(suggest("roundtrip"), " (did you mean pnacl_roundtrip or mir_roundtrip?)");
        assert_eq!(suggest("mirs"), " (did you mean mir?)");
        assert_eq!(suggest("quicksort"), "");
        assert_eq!(suggest(""), "");
        assert_eq!(did_you_mean("x", []), "");
    }
}
