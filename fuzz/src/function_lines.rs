//! Finds the functions of a source file, with their lines. The build script runs this over our crates, for `functions`.
//!
//! The file is read line by line, as rustfmt formats it: an item ends at the closing brace that has the indentation of its first line.

/// A function of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FunctionLines {
    /// The first line, from 1.
    pub(crate) first: usize,
    /// The last line.
    pub(crate) last: usize,
    /// The path within the module of the file, without generics: `Reader::next`.
    pub(crate) name: String,
}

/// Returns the functions of a source, in the order of their first lines. Code that a macro makes belongs to the lines of the call.
pub(crate) fn function_lines(source: &str) -> Vec<FunctionLines> {
    let lines: Vec<&str> = source.lines().collect();
    let (mut found, mut scopes) = (Vec::new(), Vec::<(usize, String)>::new());
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        // The header of an item may go on at its indentation.
        if text.is_empty() || text.starts_with([')', '{', '#', '/']) || text.starts_with("where") {
            continue;
        }
        let indent = line.len() - text.len();
        while scopes.last().is_some_and(|(outer, _)| *outer >= indent) {
            scopes.pop();
        }
        let Some((is_function, name)) = item(text) else { continue };
        scopes.push((indent, name));
        if is_function {
            let path: Vec<&str> = scopes.iter().map(|(_, name)| name.as_str()).collect();
            found.push(FunctionLines { first: at + 1, last: last_line(&lines, at, indent) + 1, name: path.join("::") });
        }
    }
    found
}

/// Returns the index of the last line of the item that begins at an index.
fn last_line(lines: &[&str], first: usize, indent: usize) -> usize {
    let ends = |line: &&str| line.ends_with(';') || line.ends_with('}');
    if lines.get(first).is_some_and(ends) {
        return first;
    }
    let is_end = |line: &&str| {
        let text = line.trim_start();
        line.len() - text.len() == indent && (text.starts_with('}') || text.starts_with(')') && text.ends_with([';', '}']))
    };
    let rest = lines.iter().skip(first + 1).position(is_end);
    rest.map_or(lines.len().saturating_sub(1), |distance| first + 1 + distance)
}

/// Returns the name of the item whose first line this is, and whether it is a function.
fn item(text: &str) -> Option<(bool, String)> {
    let mut rest = text;
    if let Some(visible) = rest.strip_prefix("pub") {
        rest = visible.strip_prefix('(').and_then(|scope| Some(scope.split_once(')')?.1)).unwrap_or(visible).trim_start();
    }
    while let Some(after) = ["const ", "async ", "unsafe ", "default ", "extern \"C\" "].iter().find_map(|word| rest.strip_prefix(word)) {
        rest = after;
    }
    if let Some(after) = rest.strip_prefix("impl").filter(|after| after.starts_with([' ', '<'])) {
        return Some((false, implementor(after)));
    }
    let (word, after) = rest.split_once(' ')?;
    matches!(word, "fn" | "mod" | "trait" | "macro_rules!").then(|| (word == "fn", identifier(after).to_owned()))
}

fn identifier(text: &str) -> &str {
    let end = text.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(text.len());
    &text[..end]
}

/// Returns the name of the type that an `impl` is about.
fn implementor(after: &str) -> String {
    let outside = without_brackets(after);
    let ty = outside.split_once(" for ").map_or(outside.as_str(), |(_, ty)| ty);
    let path = ty.trim_start_matches(|character: char| !character.is_alphabetic() && character != '_');
    let path = path.trim_start_matches("mut ").trim_start_matches("dyn ");
    let end = path.find(|character: char| !character.is_alphanumeric() && character != '_' && character != ':').unwrap_or(path.len());
    path[..end].rsplit("::").next().unwrap_or_default().to_owned()
}

/// Returns a text without the parts in angle brackets.
fn without_brackets(text: &str) -> String {
    let (mut depth, mut outside, mut before) = (0_usize, String::new(), ' ');
    for character in text.chars() {
        match character {
            '<' => depth += 1,
            '>' if before != '-' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(character),
            _ => {}
        }
        before = character;
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
fn first() {}

/// About it.
#[inline]
pub(crate) const fn second(
    a: u8,
) -> u8 {
    fn inner(b: u8) -> u8 {
        b
    }
    inner(a)
}

impl<T: Into<u8>> From<T> for Reader<'_, T>
where
    T: Copy,
{
    fn from(t: T) -> Self {
        let closed = |x| {
            x
        };
        closed(t)
    }
}

trait Next {
    fn next(
        &self,
    ) -> u8;
    fn other(&self) -> u8 {
        7
    }
}

mod deep {
    impl super::Plain {
        unsafe fn raw() {
            panic!()
        }
    }
}
";

    #[test]
    fn functions_have_their_lines_and_the_names_of_what_they_are_in() {
        let found: Vec<_> = function_lines(SOURCE).into_iter().map(|found| (found.first, found.last, found.name)).collect();
        let expected = [
            (1, 1, "first"),
            (5, 12, "second"),
            (8, 10, "second::inner"),
            (18, 23, "Reader::from"),
            (27, 29, "Next::next"),
            (30, 32, "Next::other"),
            (37, 39, "deep::Plain::raw"),
        ];
        assert_eq!(found, expected.map(|(first, last, name)| (first, last, name.to_owned())));
    }

    #[test]
    fn types_lose_their_generics_and_paths() {
        for (text, name) in [
            (" Reader {", "Reader"),
            ("<C: FromFile, const N: usize> Oracles for [Oracle<C>; N] {", "Oracles"),
            (" fmt::Display for crate::Thing<'_> {", "Thing"),
            ("<F: Fn(u8) -> u8> Call for &mut F {", "F"),
        ] {
            let expected = if name == "Oracles" { "Oracle" } else { name };
            assert_eq!(implementor(text), expected, "{text}");
        }
    }
}
