//! Breakers that only insert a snippet into a valid file: the data in `snippets.txt`, whose first lines describe the format of the data.

use super::draft::Draft;
use super::spots::Spot;
use irsmith_mir::tables::Target;
use std::sync::LazyLock;

/// The files for which a snippet is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Files {
    Any,
    /// Files of a target that has tables.
    Known,
    Of(Target),
}

/// A snippet and the place where it is inserted.
#[derive(Clone, Debug)]
struct Part {
    /// The line of the data that names the place.
    line: usize,
    spot: Spot,
    files: Files,
    text: String,
}

/// A way to break a rule by a snippet.
#[derive(Clone, Debug)]
pub(super) struct Snippet {
    pub(super) rule: &'static str,
    pub(super) about: &'static str,
    /// The snippets, each for other files.
    parts: Vec<Part>,
}

/// An error in the data, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistake {
    line: usize,
    what: &'static str,
}

static SNIPPETS: LazyLock<Vec<Snippet>> = LazyLock::new(|| {
    read(include_str!("snippets.txt")).unwrap_or_else(|mistake| panic!("snippets.txt:{}: {}", mistake.line, mistake.what))
});

/// Returns every breaker of the data, in its order.
pub(super) fn snippets() -> &'static [Snippet] {
    &SNIPPETS
}

impl Snippet {
    /// Inserts the snippet into a file; returns `None`, and leaves the file unchanged, if there is no place for it.
    pub(super) fn apply(&self, draft: &mut Draft<'_, '_>) -> Option<()> {
        let target = match self.parts.as_slice() {
            [Part { files: Files::Any, .. }] => None,
            _ => Some(draft.target()?),
        };
        let is_for = |files| match files {
            Files::Any | Files::Known => true,
            Files::Of(wanted) => Some(wanted) == target,
        };
        let part = self.parts.iter().find(|part| is_for(part.files))?;
        part.spot.put(draft, &part.text)
    }
}

fn read(data: &'static str) -> Result<Vec<Snippet>, Mistake> {
    let mut snippets: Vec<Snippet> = Vec::new();
    for (line, text) in (1..).zip(data.lines()) {
        let mistake = |what| Mistake { line, what };
        let parts = snippets.last_mut().map(|snippet| &mut snippet.parts);
        if let Some(code) = text.strip_prefix("    ") {
            let part = parts.and_then(|parts| parts.last_mut()).ok_or(mistake("a snippet without a place"))?;
            part.text.push_str(code);
            part.text.push('\n');
        } else if let Some(words) = text.strip_prefix("  ") {
            let (spot, files) = words.split_once(' ').ok_or(mistake("not a place and a target"))?;
            let spot = Spot::of(spot).ok_or(mistake("no place of this name"))?;
            let files = match files {
                "any" => Files::Any,
                "known" => Files::Known,
                "x86" => Files::Of(Target::X86),
                "aarch64" => Files::Of(Target::AArch64),
                _ => return Err(mistake("no target of this name")),
            };
            parts.ok_or(mistake("a place without a rule"))?.push(Part { line, spot, files, text: String::new() });
        } else if text.is_empty() {
            // Within a snippet, an empty line is part of the snippet.
            if let Some(part) = parts.and_then(|parts| parts.last_mut()) {
                part.text.push('\n');
            }
        } else if !text.starts_with('#') {
            let (rule, about) = text.split_once(": ").ok_or(mistake("not a rule and what is done"))?;
            snippets.push(Snippet { rule, about, parts: Vec::new() });
        }
    }
    for part in snippets.iter_mut().flat_map(|snippet| &mut snippet.parts) {
        part.text.truncate(part.text.trim_end().len());
    }
    let empty = snippets.iter().flat_map(|snippet| &snippet.parts).find(|part| part.text.is_empty());
    empty.map_or(Ok(snippets.clone()), |part| Err(Mistake { line: part.line, what: "a place without a snippet" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_snippet_reads() {
        for snippet in snippets() {
            assert!(!snippet.parts.is_empty(), "{}: {}: no snippet", snippet.rule, snippet.about);
            for part in &snippet.parts {
                assert!(part.spot.reads(&part.text), "snippets.txt:{}: the snippet does not read:\n{}", part.line, part.text);
            }
        }
    }

    #[test]
    fn mistakes_are_reported_with_their_lines() {
        let of = |data| read(data).map(|snippets| snippets.len()).map_err(|mistake| (mistake.line, mistake.what));
        assert_eq!(of("# nothing\n\na: b\n  insert any\n    COPY\n"), Ok(1));
        assert_eq!(of("a"), Err((1, "not a rule and what is done")));
        assert_eq!(of("\n  insert any\n"), Err((2, "a place without a rule")));
        assert_eq!(of("a: b\n  insert\n"), Err((2, "not a place and a target")));
        assert_eq!(of("a: b\n  inside any\n"), Err((2, "no place of this name")));
        assert_eq!(of("a: b\n  insert vax\n"), Err((2, "no target of this name")));
        assert_eq!(of("a: b\n    COPY\n"), Err((2, "a snippet without a place")));
        assert_eq!(of("a: b\n  insert any\nc: d\n"), Err((2, "a place without a snippet")));
    }
}
