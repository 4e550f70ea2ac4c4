//! Bodies that are meant to break a reader: rejected with a position, at once, and without a panic.

use irsmith_mir::{Error, ErrorKind, Limits, body};

fn errors(text: &str) -> Vec<Error> {
    body::parse(text, &Limits::default()).expect_err("such a body cannot be read")
}

/// Checks the position and the rule of the first error.
#[track_caller]
fn refused(text: &str, line: u32, column: u32, rule: fn(&ErrorKind) -> bool) {
    let errors = errors(text);
    let error = &errors[0];
    assert_eq!((error.at.line, error.at.column), (line, column), "{error}");
    assert!(rule(&error.kind), "{error}");
}

fn expected(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::Expected { .. })
}

fn too_large(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::NumberTooLarge(_))
}

#[test]
fn what_is_not_closed() {
    refused("bb.0:\n  A /* b\n  c\n", 2, 5, |kind| *kind == ErrorKind::OpenComment);
    refused("bb.0:\n  A &\"b\n  c\"\n", 2, 5, |kind| *kind == ErrorKind::OpenString);
    refused("bb.0:\n  A :: (load (s8) from `ptr null\n", 2, 24, |kind| *kind == ErrorKind::OpenConstant);
    refused("bb.0:\n  A <mcsymbol a\n", 2, 5, |kind| *kind == ErrorKind::OpenSymbol);
    refused("bb.0:\n  A {\n  B\n", 4, 1, |kind| *kind == ErrorKind::OpenBundle);
    refused("bb.0 (align 8\n", 1, 14, expected);
    refused("bb.0:\n  A :: (load (s8\n", 2, 17, expected);
}

#[test]
fn bytes_of_no_meaning() {
    refused("bb.0:\n  A\0B\n", 2, 4, |kind| *kind == ErrorKind::Character('\0'));
    refused("\u{feff}bb.0:\n", 1, 1, |kind| *kind == ErrorKind::Character('\u{feff}'));
    refused("bb.0:\n  é = A\n", 2, 3, |kind| *kind == ErrorKind::Character('é'));
    refused("bb.0:\n  A &\"\\C3\"\n", 2, 5, |kind| *kind == ErrorKind::NameNotUtf8);
    // A character counts as one column, however many bytes it has.
    refused("bb.0:\n  A /* éé */ #\n", 2, 14, |kind| *kind == ErrorKind::Character('#'));
}

#[test]
fn comments_that_follow_one_another_take_no_stack() {
    let comments = "/**/ /* a */".repeat(1_000_000);
    let blocks = body::parse(&format!("bb.0:\n  A {comments}1 {comments}; b\n"), &Limits::default()).expect("comments are blanks");
    assert_eq!(body::print(&blocks), "bb.0:\n  A 1\n");
}

#[test]
fn numbers_at_their_ends() {
    let read = "bb.4294967295 (bb_id 4294967295 4294967295):\n  %4294967295:_(s65535) = A !4294967295, 18446744073709551615, @g - -9223372036854775808\n";
    let blocks = body::parse(read, &Limits::default()).expect("all of it fits");
    assert_eq!(body::print(&blocks).replace(", -1,", ", 18446744073709551615,"), read);
    for text in ["%4294967296", "!4294967296", "18446744073709551616", "-9223372036854775809", "%stack.4294967296", "%bb.4294967296"] {
        let errors = errors(&format!("bb.0:\n  A {text}\n"));
        assert!(too_large(&errors[0].kind) && errors[0].at.line == 2, "{text}: {}", errors[0]);
    }
    refused("bb.4294967296:\n", 1, 1, too_large);
    refused("bb.0:\n  successors: %bb.0(0x100000000)\n", 2, 21, too_large);
    refused("bb.0:\n  A @g + 9223372036854775808\n", 2, 10, too_large);
}

#[test]
fn a_megabyte_in_one_piece() {
    let digits = "9".repeat(1 << 20);
    refused(&format!("bb.0:\n  A {digits}\n"), 2, 5, too_large);
    refused(&format!("bb.{digits}:\n"), 1, 1, too_large);
    refused(&format!("bb.0:\n  %0:_(s{digits}) = A\n"), 2, 8, |kind| *kind == ErrorKind::ScalarSize);
    let blocks = body::parse(&format!("bb.0:\n  A i32 {digits}\n"), &Limits::default()).expect("cut to its width, as llc does");
    assert!(body::print(&blocks).len() < 40);
    let name = "n".repeat(1 << 20);
    refused(&format!("bb.0:\n  A {name}=\n"), 2, (1 << 20) + 5, expected);
    // Messages quote only part of a long text.
    let errors = errors(&format!("bb.0:\n  A $a {name}\n"));
    assert!(errors[0].to_string().len() < 120);
    let operands = "$a, ".repeat(1 << 18);
    let blocks = body::parse(&format!("bb.0:\n  A {operands}$a\n"), &Limits::default()).expect("a long line");
    assert_eq!(blocks[0].instructions[0].operands.len(), (1 << 18) + 1);
}

#[test]
fn what_nests() {
    let location = |depth: usize| {
        format!("bb.0:\n  A debug-location {}!0{}\n", "!DILocation(line: 1, scope: !0, inlinedAt: ".repeat(depth), ")".repeat(depth))
    };
    let blocks = body::parse(&location(64), &Limits::default()).expect("as deep as is allowed");
    assert_eq!(body::print(&blocks), location(64));
    for depth in [65, 100_000] {
        assert_eq!(errors(&location(depth))[0].kind, ErrorKind::LocationDepth(64));
    }
    refused("bb.0:\n  A {\n  B {\n  }\n  }\n", 3, 5, |kind| *kind == ErrorKind::NestedBundle);
    assert_eq!(errors(&format!("bb.0:\n{}", "A {\n".repeat(100_000))).len(), 100);
    assert_eq!(errors(&format!("bb.0:\n{}", "}".repeat(100_000))).len(), 100);
    refused(&format!("bb.0:\n  A %0({}\n", "<2 x ".repeat(100_000)), 2, 13, expected);
    refused(&format!("bb.0:\n  A {}\n", "(".repeat(100_000)), 2, 5, expected);
}

#[test]
fn more_than_the_first_error() {
    let text = "bb.0 (nothing):\n  successors: 1\n  liveins: %0\n  $a = \n  B {\n    C D\n  }\n  E e\nbb.1:\n  F ,\n";
    let lines: Vec<_> = errors(text).iter().map(|error| error.at.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 6, 10]);
    let limits = Limits { errors: 3, ..Limits::default() };
    assert_eq!(body::parse(text, &limits).map_err(|errors| errors.len()), Err(3));
    refused("\n  A\n  B\nbb.0:\n", 2, 3, |kind| *kind == ErrorKind::NoBlock);
    refused("bb.0: bb.1:\n", 1, 7, |kind| *kind == ErrorKind::BlockInLine);
}

/// A body that is truncated anywhere, or has any byte replaced, is read or rejected.
#[test]
fn cut_and_changed_bodies() {
    let text = "bb.0.entry (align 16, bb_id 1 2):\n  successors: %bb.1(0x40000000)\n  liveins: $a:0x3\n\n  %0:gr32, dead $b = nsw A killed %1.sub(tied-def 0), \
                target-flags(x) @\"g\\22\" + 8, i1 true, float 1.5e1, /* c */ <mcsymbol s>, escape 0x01, 0x02, debug-location !DILocation(line: 1, \
                scope: !2) :: (volatile load syncscope(\"x\") acquire (<2 x s8>) from `ptr null` - 4, align 4, !tbaa !3) {\n    B ; c\n  }\n";
    body::parse(text, &Limits::default()).expect("the whole can be read");
    for at in 0..text.len() {
        let _ = body::parse(&text[..at], &Limits::default());
        for byte in ["", "\0", "\"", "`", "%", "0", "{", "}", "(", "\n", "/*", ".", "é", "!", "-"] {
            let changed = format!("{}{byte}{}", &text[..at], &text[at + 1..]);
            if let Ok(blocks) = body::parse(&changed, &Limits::default()) {
                let printed = body::print(&blocks);
                assert_eq!(body::parse(&printed, &Limits::default()), Ok(blocks), "{changed}\n{printed}");
            }
        }
    }
}
