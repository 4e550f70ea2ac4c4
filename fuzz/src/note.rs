//! Messages for people.

use std::{
    fmt,
    io::{self, Write},
};

/// Writes a line to standard error. A failure is ignored, since it cannot be reported anywhere: a run goes on when its terminal is gone.
pub fn note(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}
