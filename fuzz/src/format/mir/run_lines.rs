//! The `RUN` lines of a Machine IR file, which its model does not contain, and passes over them.

use std::ops::Range;

use crate::reduce::{Level, PassRow};

/// The passes, from coarse to fine.
pub(super) static RUN_LINE_PASSES: [PassRow; 2] = [
    PassRow { name: "remove RUN lines", level: Level::Model, count: |case| lines(case).count(), apply: remove_lines },
    PassRow {
        name: "shorten RUN lines",
        level: Level::Model,
        count: |case| lines(case).flat_map(words).filter(is_optional).count(),
        apply: remove_words,
    },
];

/// Returns the comments at the start of a case that contain `RUN:`, as in LLVM's own tests.
pub(super) fn run_lines(case: &[u8]) -> Vec<u8> {
    lines(case).flatten().copied().collect()
}

fn lines(case: &[u8]) -> impl Iterator<Item = &[u8]> {
    comments(case).filter(|line| is_run(line))
}

/// Returns the lines before the first document.
fn comments(case: &[u8]) -> impl Iterator<Item = &[u8]> {
    case.split_inclusive(|byte| *byte == b'\n').take_while(|line| line.starts_with(b"#"))
}

fn is_run(line: &[u8]) -> bool {
    line.windows(RUN.len()).any(|word| word == RUN)
}

const RUN: &[u8] = b"RUN:";

fn remove_lines(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    rewritten(case, range, |line, number, range| if range.contains(number) { Vec::new() } else { line.to_vec() }, |_| 1)
}

fn remove_words(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let without = |line: &[u8], first: &usize, range: &Range<usize>| {
        let mut number = *first;
        let mut kept = words(line);
        kept.retain(|word| {
            let optional = is_optional(word);
            number += usize::from(optional);
            !(optional && range.contains(&(number - 1)))
        });
        let mut line = kept.join(&b' ');
        line.push(b'\n');
        line
    };
    rewritten(case, range, without, |line| words(line).iter().filter(|word| is_optional(word)).count())
}

/// Returns the case with each `RUN` line rewritten, given the number of its first place, of which there are `places` in a line; `None` if
/// nothing changes.
fn rewritten(
    case: &[u8],
    range: Range<usize>,
    rewrite: impl Fn(&[u8], &usize, &Range<usize>) -> Vec<u8>,
    places: impl Fn(&[u8]) -> usize,
) -> Option<Vec<u8>> {
    let (mut result, mut number, mut read) = (Vec::with_capacity(case.len()), 0, 0);
    for line in comments(case) {
        read += line.len();
        if is_run(line) {
            result.extend(rewrite(line, &number, &range));
            number += places(line);
        } else {
            result.extend(line);
        }
    }
    result.extend(&case[read..]);
    (result != case).then_some(result)
}

/// Returns the words of a line; all behind the first pipe is one.
fn words(line: &[u8]) -> Vec<&[u8]> {
    let line = line.trim_ascii_end();
    let pipe = line.iter().position(|byte| *byte == b'|').unwrap_or(line.len());
    let (call, rest) = line.split_at(pipe);
    let words = call.split(u8::is_ascii_whitespace).chain([rest]);
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns whether a line that has lost this word is still a call of llc with the file.
fn is_optional(word: &&[u8]) -> bool {
    ![b"#", RUN, b"#RUN:", b"llc", b"%s"].contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &[u8] = b"# A test.\n# RUN: llc -O0 -run-pass=a %s -o - | FileCheck %s\n#RUN: opt %s\n---\n# RUN: no\n...\n";

    #[test]
    fn lines_and_words_go_and_the_call_stays() {
        assert_eq!(run_lines(CASE), b"# RUN: llc -O0 -run-pass=a %s -o - | FileCheck %s\n#RUN: opt %s\n");
        let [whole, parts] = &RUN_LINE_PASSES;
        assert_eq!(((whole.count)(CASE), (parts.count)(CASE)), (2, 6));
        let text = |case: Option<Vec<u8>>| String::from_utf8(case.unwrap()).unwrap();
        assert_eq!(text((whole.apply)(CASE, 0..1)), "# A test.\n#RUN: opt %s\n---\n# RUN: no\n...\n");
        assert_eq!(text((parts.apply)(CASE, 2..6)), "# A test.\n# RUN: llc -O0 -run-pass=a %s\n#RUN: %s\n---\n# RUN: no\n...\n");
        assert_eq!(text((parts.apply)(CASE, 0..1)).lines().nth(1), Some("# RUN: llc -run-pass=a %s -o - | FileCheck %s"));
        assert_eq!((whole.apply)(CASE, 2..3), None);
        assert_eq!((parts.apply)(b"---\n...\n", 0..1), None);
    }
}
