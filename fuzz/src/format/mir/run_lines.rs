//! The `RUN` lines of a Machine IR file, which its model does not contain, and passes over them.

use std::ops::{Range, RangeFrom};

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
    let mut numbers = 0..;
    rewritten(case, |line| if goes(&mut numbers, &range) { Vec::new() } else { line.to_vec() })
}

fn remove_words(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut numbers = 0..;
    rewritten(case, |line| {
        let mut kept = words(line);
        kept.retain(|word| !(is_optional(word) && goes(&mut numbers, &range)));
        [&kept.join(&b' '), &b"\n"[..]].concat()
    })
}

/// Takes the next number, and returns whether it is in the range.
fn goes(numbers: &mut RangeFrom<usize>, range: &Range<usize>) -> bool {
    numbers.next().is_some_and(|number| range.contains(&number))
}

/// Returns the case with each `RUN` line rewritten; `None` if nothing changes.
fn rewritten(case: &[u8], mut rewrite: impl FnMut(&[u8]) -> Vec<u8>) -> Option<Vec<u8>> {
    let (mut result, mut read) = (Vec::with_capacity(case.len()), 0);
    for line in comments(case) {
        read += line.len();
        result.extend(if is_run(line) { rewrite(line) } else { line.to_vec() });
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
