//! Files that are meant to break a reader: rejected with a position, at once, or read.

use irsmith_mir::{ContainerError, Error, ErrorKind, File, Limits, Position};
use std::time::{Duration, Instant};

fn read(text: impl AsRef<[u8]>) -> Result<File, Vec<Error>> {
    let start = Instant::now();
    let file = File::read(text.as_ref(), &Limits::default());
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
    file
}

/// Returns the first error, which must be one of the container.
fn refusal(text: impl AsRef<[u8]>) -> (u32, u32, ContainerError) {
    let errors = read(text).expect_err("it must be refused");
    let Error { at: Position { line, column }, kind: ErrorKind::Container(kind) } = errors[0].clone() else { panic!("{}", errors[0]) };
    (line, column, kind)
}

const FILE: &str = "--- |\n  define void @f() {\n  }\n...\n---\nname: f # why\nregisters:\n  - { id: 0, class: \"gr\\x33\" }\nframeInfo:\n  \
    maxAlignment: 8\nmachineFunctionInfo:\n  a: [ 'b''c', { d: e } ]\n  f:\n  - g\n  - h: i\n    j: k\njumpTable:\n  kind: inline\nbody: |\n  bb.0:\n    RET 0\n...\n";

#[test]
fn every_prefix_is_read_or_refused() {
    assert_eq!(read(FILE).expect("it is whole").functions.len(), 1);
    for end in 0..FILE.len() {
        let _: Result<File, Vec<Error>> = read(&FILE[..end]);
    }
}

#[test]
fn every_changed_byte_is_read_or_refused() {
    for at in 0..FILE.len() {
        for byte in *b"\0\t\n -:#'\"\\|>&*!%@`?,[]{}.9a\x80\xff" {
            let mut bytes = FILE.as_bytes().to_vec();
            bytes[at] = byte;
            if let Err(errors) = read(&bytes) {
                let lines = u32::try_from(FILE.lines().count()).unwrap() + 2;
                assert!(errors.iter().all(|error| (1..=lines).contains(&error.at.line) && error.at.column >= 1), "{errors:?}");
            }
        }
    }
}

#[test]
fn bytes_that_are_no_yaml() {
    assert_eq!(refusal(b"---\nname: f\nalignment: \xff\n"), (3, 12, ContainerError::NotUtf8));
    assert_eq!(refusal("---\nname: é\0\n"), (2, 8, ContainerError::ControlCharacter('\0')));
    assert_eq!(refusal("--- |\n  \x1b\n"), (2, 3, ContainerError::ControlCharacter('\x1b')));
    assert_eq!(refusal("---\nname: f\n\tliveins: []\n"), (3, 2, ContainerError::Tab));
    assert_eq!(refusal("---\nname: f\nframeInfo:\n\t hasCalls: true\n"), (4, 3, ContainerError::Tab));
}

#[test]
fn references_are_refused() {
    assert_eq!(refusal("---\na: &a [ x, x ]\n"), (2, 4, ContainerError::Anchor));
    assert_eq!(refusal("---\nname: *a\n"), (2, 7, ContainerError::Alias));
    assert_eq!(refusal("---\nname: !!str f\n"), (2, 7, ContainerError::Tag));
    assert_eq!(refusal("---\nname: f\nliveins: [ *a, *a ]\n"), (3, 12, ContainerError::Alias));
    assert_eq!(refusal("%YAML 1.2\n---\nname: f\n"), (1, 1, ContainerError::Directive));
    assert_eq!(refusal("--- >\n  define\n"), (1, 5, ContainerError::Folded));
}

#[test]
fn nesting_is_bounded() {
    for open in ["[", "{ a: ", "- ", "{ a:\n  - "] {
        let text = format!("---\nname: f\nmachineFunctionInfo:\n  {}", open.repeat(200_000));
        assert!(matches!(refusal(text).2, ContainerError::Nesting(16)), "{open}");
    }
    let mappings: String = (0..100).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert!(matches!(refusal(format!("---\n{mappings}")), (18, 19, ContainerError::Nesting(16))));
    let deep = Limits { nesting: usize::MAX, ..Limits::default() };
    assert!(File::read(format!("---\na: {}", "[".repeat(1_000_000)).as_bytes(), &deep).is_err());
}

#[test]
fn long_lines_and_long_lists() {
    let long = "x".repeat(4 << 20);
    assert_eq!(read(format!("---\nname: {long}\n")).expect("a name may be long").functions[0].name.len(), 4 << 20);
    assert!(matches!(refusal(format!("---\nname: f\n{long}: 1\n")).2, ContainerError::UnknownKey { key, .. } if key.len() == 40));
    let number = "9".repeat(4 << 20);
    assert!(matches!(refusal(format!("---\nname: f\nalignment: {number}\n")), (3, 12, ContainerError::Value { key: "alignment", .. })));
    let registers = "{ id: 0, class: _ }, ".repeat(200_000);
    assert_eq!(read(format!("---\nname: f\nregisters: [ {registers} ]\n")).expect("it is a list").functions[0].registers.len(), 200_000);
    let tabs = "\t".repeat(1 << 20);
    assert!(read(format!("---\nname: f{tabs}#{tabs}\n")).is_ok());
    let keys: String = (0..200_000).map(|key| format!("k{key}: 1\n")).collect();
    assert_eq!(read(format!("---\n{keys}")).expect_err("they are unknown").len(), 100);
    let documents = "---\nname: f\n...\n".repeat(50_000);
    assert_eq!(read(documents).expect("functions may be many").functions.len(), 50_000);
}

#[test]
fn numbers_at_their_ends() {
    let text = |size: &str| format!("---\nname: f\nstack:\n  - {{ id: 0, size: {size} }}\n");
    assert!(read(text("18446744073709551615")).is_ok());
    for size in ["18446744073709551616", "-1", "1e3", "0x", "0x10000000000000000", "''", "+1", "01", "1 1"] {
        assert!(matches!(refusal(text(size)), (4, 20, ContainerError::Value { key: "size", .. })), "{size}");
    }
    let id = |id: &str| format!("---\nname: f\nregisters:\n  - {{ id: {id}, class: _ }}\n");
    assert!(read(id("4294967295")).is_ok());
    assert!(matches!(refusal(id("4294967296")), (4, 11, ContainerError::Value { key: "id", .. })));
    let adjustment = |number: &str| format!("---\nname: f\nframeInfo: {{ offsetAdjustment: {number} }}\n");
    assert_eq!(read(adjustment("4294967288")).expect("older releases print it").functions[0].frame.offset_adjustment, -8);
    assert!(read(adjustment("-2147483649")).is_err());
}

#[test]
fn documents_that_are_too_many() {
    assert_eq!(refusal("--- |\n  a\n...\n--- |\n  b\n"), (4, 5, ContainerError::SecondModule));
    assert_eq!(refusal("---\nname: f\n--- |\n  b\n"), (3, 5, ContainerError::SecondModule));
    assert_eq!(refusal("--- 5\n"), (1, 5, ContainerError::NoFunction));
    assert_eq!(read("---\n...\n---\n# nothing\n...\n").expect("documents may be empty"), File::default());
    let limits = Limits { bytes: 3, ..Limits::default() };
    assert!(File::read(b"---\n", &limits).is_err() && File::read(b"---", &limits).is_ok());
}
