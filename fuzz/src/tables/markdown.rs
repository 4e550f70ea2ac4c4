//! Markdown tables that are also readable as plain text.

/// The shortest line below a heading that every renderer accepts.
const RULE: usize = 3;

/// Formats a table with a row of `headings`; cells are padded to the width of their column, except in the last column.
pub(super) fn table<const N: usize>(headings: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut lines = vec![headings.map(str::to_owned)];
    lines.extend(rows);
    let widths: [usize; N] = std::array::from_fn(|column| lines.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(RULE));
    lines.insert(1, std::array::from_fn(|column| "-".repeat(if column + 1 == N { RULE } else { widths[column] })));
    lines.iter().map(|row| line(row, &widths)).collect()
}

fn line<const N: usize>(cells: &[String; N], widths: &[usize; N]) -> String {
    let mut line = String::from("|");
    for (column, cell) in cells.iter().enumerate() {
        let width = if column + 1 == N { 0 } else { widths[column] };
        line += &format!(" {cell:width$} |");
    }
    line + "\n"
}

/// Escapes the characters of `text` that Markdown would treat as markup.
pub(super) fn plain(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(character, '|' | '<' | '*' | '`' | '[' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Formats `text` as code; nothing if it is empty. Bars are escaped, because tables split cells at bars even in code.
pub(super) fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", text.replace('|', "\\|")) }
}

/// Formats several pieces of code in one cell.
pub(super) fn codes<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    texts.into_iter().map(|text| code(text.as_ref())).collect::<Vec<_>>().join(" ")
}

/// Returns `yes` or nothing.
pub(super) fn yes(holds: bool) -> String {
    if holds { "yes" } else { "" }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_markup_is_escaped() {
        let rows = [[code("a|b"), plain("<4 x i1> | *"), codes(["x", "y"])]];
        let expected = "\
| name   | text            | more |
| ------ | --------------- | --- |
| `a\\|b` | \\<4 x i1> \\| \\* | `x` `y` |
";
        assert_eq!(table(["name", "text", "more"], rows), expected);
    }
}
