//! Where llc breaks lines of braces and brackets.

use crate::write::append::blanks;

/// The column after which llc breaks a line at the next comma of braces or brackets.
const WRAP: usize = 70;

/// Breaks a line that is too long, inside a bracket or brace that was opened in a column.
pub(super) fn wrap(start: usize, out: &mut String) {
    if column(out) > WRAP {
        out.push('\n');
        blanks(start + 2, out);
    }
}

/// Returns the number of bytes in the last line.
pub(super) fn column(out: &str) -> usize {
    out.len() - out.rfind('\n').map_or(0, |feed| feed + 1)
}
