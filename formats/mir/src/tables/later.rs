//! Names of targets that were added after older releases: opcodes, registers and classes.

use super::{Target, Version, words::section};

/// Returns the opcodes, registers (`$name`) and classes of a target, and the opcodes of every target, that a release does not have or has
/// with other operands. Observed with llc 14 and 16.
pub fn later_words(target: Target, than: Version) -> impl Iterator<Item = &'static str> {
    let own = match target {
        Target::X86 => "x86",
        Target::AArch64 => "aarch64",
        _ => "",
    };
    ["common", own].into_iter().flat_map(|name| section(DATA, name)).filter_map(move |line| row(line, than))
}

/// One line per name: the first release that has it, and the name.
const DATA: &str = include_str!("data/later.txt");

/// Returns the name in a line if it was added after a release.
fn row(line: &'static str, than: Version) -> Option<&'static str> {
    let (since, name) = line.split_once(' ')?;
    (Version(since.parse().ok()?) > than).then_some(name)
}
