//! Functions that write parts of both languages.

/// Appends blanks.
#[inline]
pub(super) fn blanks(mut count: usize, out: &mut String) {
    const BLANKS: &str = "                ";
    // This many are copied by one instruction, and are nearly always enough.
    while count > BLANKS.len() {
        out.push_str(BLANKS);
        count -= BLANKS.len();
    }
    let end = out.len() + count;
    out.push_str(BLANKS);
    out.truncate(end);
}

/// Appends a colon and up to 16 blanks.
#[inline]
pub(super) fn colon(blanks: usize, out: &mut String) {
    let end = out.len() + 1 + blanks;
    out.push_str(":                ");
    out.truncate(end);
}

/// Appends a number. Numbers are frequent, and this is four times as fast as formatting.
pub(super) fn number(number: impl itoa::Integer, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}
