//! Cases that break the rules of reading, and the verdict of llc 19 on each.

use crate::cases::Llc::{self, Accepts, Refuses};
use crate::llc;
use irsmith_mir::validate::RuleId::{self, *};
use irsmith_mir::{File, Limits, Older, OlderSpelling, Position};
use std::collections::BTreeSet;

/// An unreadable file.
pub(crate) struct Unreadable {
    /// The rules that its errors name.
    pub(crate) rules: &'static [RuleId],
    pub(crate) llc: Llc,
    pub(crate) text: &'static [u8],
}

const fn text(rules: &'static [RuleId], message: &'static str, text: &'static str) -> Unreadable {
    Unreadable { rules, llc: Refuses(message), text: text.as_bytes() }
}

pub(crate) const UNREADABLE: &[Unreadable] = &[
    Unreadable { rules: &[FileText], llc: Refuses("Got empty plain scalar"), text: b"name: f\xff\n" },
    text(&[FileText], "Got empty plain scalar", "name: f\x01\n"),
    text(&[YamlSyntax], "Expected quote at end of scalar", "name: 'f\n"),
    text(&[YamlSyntax], "Could not find closing ]!", "name: f\nstack: [ { id: 0 }\n"),
    Unreadable { rules: &[YamlSubset], llc: Accepts, text: b"name: &a f\n" },
    text(&[DocumentKind], "not a mapping", "--- |\n  define void @f() {\n    ret void\n  }\n...\n--- |\n  ; again\n...\n"),
    text(&[DocumentKind], "not a mapping", "- f\n"),
    text(&[KeyUnknown], "unknown key", "name: f\nsize: 3\n"),
    text(&[KeyRepeated], "duplicated mapping key", "name: f\nalignment: 1\nalignment: 2\n"),
    text(&[KeyMissing], "missing required key", "alignment: 1\n"),
    text(&[KeyValue], "invalid boolean", "name: f\nselected: 3\n"),
    text(&[FixedObjectFlags], "unknown key", "name: f\nfixedStack:\n  - { id: 0, type: spill-slot, isAliased: true }\n"),
    text(&[BodySyntax], "expected", "name: f\nbody: |\n  bb.0:\n    RET64 (\n"),
    text(&[BlockPosition], "expected a basic block definition", "name: f\nbody: |\n  RET64\n"),
    text(&[BundleOpen], "expected '}'", "name: f\nbody: |\n  bb.0:\n    BUNDLE {\n      RET64\n"),
    text(&[WordRepeated], "duplicate 'killed' register flag", "name: f\nbody: |\n  bb.0:\n    RET64 implicit killed killed $eax\n"),
    text(&[NumberRange], "expected 32-bit integer (too large)", "name: f\nbody: |\n  bb.4294967296:\n    RET64\n"),
    text(&[TypeRange], "invalid size for scalar type", "name: f\nbody: |\n  bb.0:\n    %0:_(s65536) = G_IMPLICIT_DEF\n"),
    text(&[LocationFields], "DILocation requires", "name: f\nbody: |\n  bb.0:\n    RET64 debug-location !DILocation(line: 1)\n"),
];

/// Older spellings of bodies, each with the present one, in files that read as the same model, and the line and the column of the older
/// spelling.
const OLDER: &[(OlderSpelling, &str, &str, (u32, u32))] = &[
    (OlderSpelling::NullRegister, "MOV64mr _, 1, $noreg, 0, $noreg, $rax", "MOV64mr $noreg, 1, $noreg, 0, $noreg, $rax", (4, 13)),
    (OlderSpelling::MemoryBytes, "NOOP :: (load 4 from `ptr null`)", "NOOP :: (load (s32) from `ptr null`)", (4, 19)),
    (
        OlderSpelling::AddressTaken,
        "NOOP\n  bb.1 (align 4, address-taken):",
        "NOOP\n  bb.1 (align 4, machine-block-address-taken):",
        (5, 18),
    ),
];

#[test]
fn older_spellings_are_read_and_reported() {
    for (spelling, older, present, (line, column)) in OLDER {
        let text = |lines: &str| format!("name: f\nbody: |\n  bb.0:\n    {lines}\n");
        let (file, reported) = File::read_reporting(text(older).as_bytes(), &Limits::default()).unwrap();
        assert_eq!(reported, [Older { at: Position { line: *line, column: *column }, spelling: *spelling }], "{older}");
        assert_eq!(reported[0].rule().id, "older-spelling");
        assert_eq!(File::read_reporting(text(present).as_bytes(), &Limits::default()).unwrap(), (file, Vec::new()), "{present}");
    }
    let file = |number: &str| format!("name: f\nframeInfo:\n  offsetAdjustment: {number}\n");
    let (read, reported) = File::read_reporting(file("4294967288").as_bytes(), &Limits::default()).unwrap();
    assert_eq!(reported, [Older { at: Position { line: 3, column: 21 }, spelling: OlderSpelling::Unsigned }]);
    assert_eq!(File::read_reporting(file("-8").as_bytes(), &Limits::default()).unwrap(), (read, Vec::new()));
    // The number of warnings has the same limit as that of errors.
    let many = format!("name: f\nbody: |\n  bb.0:\n{}", "    KILL _\n".repeat(50));
    let limits = Limits { errors: 7, ..Limits::default() };
    assert_eq!(File::read_reporting(many.as_bytes(), &limits).unwrap().1.len(), 7);
}

#[test]
fn errors_name_their_rules() {
    for case in UNREADABLE {
        let errors = File::read(case.text, &Limits::default()).expect_err("not to be read");
        let found: BTreeSet<&str> = errors.iter().map(|error| error.kind.rule().id).collect();
        assert_eq!(found, super::names(case.rules), "{errors:?}\n{}", String::from_utf8_lossy(case.text));
    }
    let limits = Limits { bytes: 3, ..Limits::default() };
    assert_eq!(File::read(b"name: f\n", &limits).unwrap_err()[0].kind.rule().id, "limit-bytes");
}

#[test]
fn llc_refuses_them_too() {
    let Some(command) = llc::command() else { return };
    for case in UNREADABLE {
        let said = llc::print(command, &["-mtriple=x86_64-linux-gnu".to_owned()], case.text);
        let agrees = match case.llc {
            Refuses(message) => said.as_ref().is_err_and(|said| said.contains(message)),
            _ => said.is_ok(),
        };
        assert!(agrees, "{:?}: {said:?}", case.rules);
    }
}
