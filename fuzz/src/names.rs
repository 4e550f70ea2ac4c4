//! What a mistyped name may have meant.

/// Most names that are suggested.
const SUGGESTIONS: usize = 3;

/// ` (did you mean A or B?)` for the known names that are like `name`; an empty text where none is.
///
/// The nearest by edits of letters come first; where all are far away, those of which `name` is a part or that are a part of it.
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

/// Without what nobody remembers: capital letters, and which sign joins words.
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
