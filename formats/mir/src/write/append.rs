//! What both languages are written with.

/// Appends blanks.
pub(super) fn blanks(mut count: usize, out: &mut String) {
    const BLANKS: &str = "                ";
    // So many at once are one instruction, and nearly always enough.
    while count > BLANKS.len() {
        out.push_str(BLANKS);
        count -= BLANKS.len();
    }
    let end = out.len() + count;
    out.push_str(BLANKS);
    out.truncate(end);
}

/// Appends a number. Numbers stand everywhere, and this is four times as fast as formatting.
pub(super) fn number(number: impl itoa::Integer, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}
