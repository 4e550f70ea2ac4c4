//! The bodies of real files: the output of llc for programs, and files written by people.

mod support;

use irsmith_mir::{Error, Limits, Position, body};
use irsmith_testdata::Data;
use std::collections::BTreeSet;

irsmith_testdata::data_tests! {
    own: [real_bodies_round_trip, real_bodies_are_read, compiled_bodies_print_as_they_are],
    outside: [real_bodies_round_trip, real_bodies_are_read, compiled_bodies_print_as_they_are, negative_tests_are_refused_at_their_line],
}

/// Files that llc printed and no llc reads: the label of a CFI operation has no comma after it.
const UNREADABLE: [&str; 2] = ["a.aarch64.O0.prologepilog.mir", "c.aarch64.O0.prologepilog.mir"];

/// Returns the first error in the bodies of a file, at its line in the file.
fn first_error(text: &str) -> Option<Error> {
    support::bodies(text).into_iter().find_map(|body| {
        let error = body::parse(&body.text, &Limits::default()).err()?.into_iter().next()?;
        let at = Position { line: error.at.line + body.first_line - 1, ..error.at };
        Some(Error { at, ..error })
    })
}

/// Returns whether LLVM's test expects the file to be rejected.
fn is_negative(text: &str) -> bool {
    text.lines().any(|line| line.contains("RUN: not "))
}

/// The time of reading and printing grows with the size of the model in memory.
#[test]
#[cfg(target_pointer_width = "64")]
fn instructions_stay_small() {
    let sizes = [size_of::<irsmith_mir::Instruction>(), size_of::<irsmith_mir::Operand>(), size_of::<irsmith_mir::RegisterOperand>()];
    assert_eq!(sizes, [432, 88, 72]);
}

fn real_bodies_round_trip(data: &Data) {
    let mut count = 0;
    for path in data.machine_ir() {
        for body in support::bodies(&support::read(&path)) {
            let Ok(blocks) = body::parse(&body.text, &Limits::default()) else { continue };
            let printed = body::print(&blocks);
            let again = body::parse(&printed, &Limits::default());
            assert_eq!(again.as_deref(), Ok(blocks.as_slice()), "{}\n{printed}", path.display());
            count += 1;
        }
    }
    eprintln!("{count} bodies");
    assert!(count > data.choose(250, 1300));
}

fn real_bodies_are_read(data: &Data) {
    for path in data.machine_ir() {
        let text = support::read(&path);
        let name = support::name(&path);
        if !is_negative(&text) && !UNREADABLE.contains(&name) {
            assert_eq!(first_error(&text), None, "{name}");
        }
    }
}

/// We print llc's output unchanged: the compiled files are llc's own text.
fn compiled_bodies_print_as_they_are(data: &Data) {
    let mut count = 0;
    for path in data.files("mir/compiled", "mir") {
        for body in support::bodies(&support::read(&path)) {
            let Ok(blocks) = body::parse(&body.text, &Limits::default()) else { continue };
            let ours = body::print(&blocks);
            let theirs: String = body.text.lines().filter_map(without_comment).map(|line| line + "\n").collect();
            assert_same_lines(&ours, &theirs, support::name(&path));
            count += 1;
        }
    }
    eprintln!("{count} bodies of llc print as they are");
    assert!(count > data.choose(200, 100));
}

/// Constructs that no file of the data contains, as llc 19 prints them.
#[test]
fn rare_spellings_print_as_they_are() {
    let text = "bb.0:
  liveins: $xmm0:0x8000000000000001

  $rax = LEA64r $rip, 1, $noreg, @\"0a\" - -9223372036854775808, $noreg
  $rax = LEA64r $rip, 1, $noreg, @\"a\\\\b\", $noreg
  $rax = LEA64r $rip, 1, $noreg, @\"\\C3\\A9\", $noreg
  %2:_(s1) = G_CONSTANT i1 true
  %3:_(s32) = G_LOAD %4(p0) :: (load (s32) from unknown-address + 2, align 2, basealign 8)
  %1:_(<2 x s8>) = G_SHUFFLE_VECTOR %0(<256 x s8>), %0, shufflemask(256, 511)
";
    assert_eq!(body::print(&body::parse(text, &Limits::default()).unwrap()), text);
}

/// llc prints the smallest offset with two signs and also reads it with one. Smaller offsets wrap around in llc and are rejected here.
/// Texts are as llc-19 prints them; of a repeated attribute, the last one counts.
#[test]
fn what_is_said_again_counts() {
    for (text, printed) in [
        ("bb.0 (landing-pad, align 4, landing-pad, align 8, bb_id 1, bb_id 2):\n", "bb.0 (landing-pad, align 8, bb_id 2):\n"),
        ("bb.0:\n  A :: (load (s32) from @g, align 2, align 1)\n", "bb.0:\n  A :: (load (s32) from @g, align 1)\n"),
        ("bb.0:\n  A :: (load (s32) from @g, basealign 8, align 2)\n", "bb.0:\n  A :: (load (s32) from @g, align 2)\n"),
        ("bb.0:\n  A :: (load (s32) from @g, align 2, basealign 8)\n", "bb.0:\n  A :: (load (s32) from @g, align 2, basealign 8)\n"),
        ("bb.0:\n  A :: (load (s32), !tbaa !1, !tbaa !2)\n", "bb.0:\n  A :: (load (s32), !tbaa !2)\n"),
        (
            "bb.0:\n  A debug-location !DILocation(line: 1, scope: !2, line: 3)\n",
            "bb.0:\n  A debug-location !DILocation(line: 3, scope: !2)\n",
        ),
        // Each list is completed before the next.
        ("bb.0:\n  successors: %bb.0\n  successors: %bb.1\n", "bb.0:\n  successors: %bb.0(0x80000000), %bb.1(0x00000000)\n"),
        ("bb.0:\n  successors: %bb.0, %bb.1\n", "bb.0:\n  successors: %bb.0, %bb.1\n"),
    ] {
        let blocks = body::parse(text, &Limits::default()).unwrap_or_else(|errors| panic!("{text}: {}", errors[0]));
        assert_eq!(body::print(&blocks).replace("\n\n", "\n"), printed);
    }
    assert!(body::parse("bb.0:\n  A debug-location !DILocation(line: 1, scope: !2,)\n", &Limits::default()).is_err());
    assert!(body::parse("bb.0:\n  A :: (volatile volatile load (s32))\n", &Limits::default()).is_err());
}

#[test]
fn the_smallest_offset_has_two_spellings() {
    let text = |offset: &str| format!("bb.0:\n  $rax = MOV64ri &a {offset}\n");
    let printed = |offset: &str| body::parse(&text(offset), &Limits::default()).map(|blocks| body::print(&blocks)).ok();
    let smallest = "- -9223372036854775808";
    for offset in [smallest, "- 9223372036854775808"] {
        assert_eq!(printed(offset), Some(text(smallest)), "{offset}");
    }
    for offset in ["+ 9223372036854775808", "- 9223372036854775809"] {
        assert_eq!(printed(offset), None, "{offset}");
    }
}

/// Returns a line without its indentation in the file and without comments; `None` if the line contains only a comment.
fn without_comment(line: &str) -> Option<String> {
    let mut text = line.strip_prefix("  ").unwrap_or(line).to_owned();
    if text.trim_start().starts_with(';') {
        return None;
    }
    while let Some(start) = text.find(" /*")
        && let Some(len) = text[start..].find("*/")
    {
        text.replace_range(start..start + len + 2, "");
    }
    let text = text.split(" ;").next().unwrap_or_default();
    Some(text.trim_end().to_owned())
}

#[track_caller]
fn assert_same_lines(ours: &str, theirs: &str, file: &str) {
    let (ours, theirs) = (ours.trim_end(), theirs.trim_end());
    for (ours, theirs) in ours.lines().zip(theirs.lines()) {
        assert_eq!(ours, theirs, "{file}");
    }
    assert_eq!(ours.lines().count(), theirs.lines().count(), "{file}");
}

/// Files that LLVM's tests expect to be rejected although their bodies follow the grammar, by the component that rejects them.
const REFUSED_BY_OTHERS: &[(&str, &[&str])] = &[
    (
        "the keys of the document, before any body is looked at",
        &[
            "mirparse-AMDGPU__machine-function-info-register-parse-error1",
            "mirparse-AMDGPU__machine-function-info-register-parse-error2",
            "mirparse-AMDGPU__mfi-parse-error-frame-offset-reg",
            "mirparse-AMDGPU__mfi-parse-error-scratch-rsrc-reg",
            "mirparse-AMDGPU__mfi-parse-error-stack-ptr-offset-reg",
            "mirparse-AMDGPU__mfi-stack-ptr-offset-reg-class",
            "mirparse-AMDGPU__wwm-reserved-regs-invalid-reg",
            "mirparse-ARM__target-constant-pools-error",
            "mirparse-Generic__invalid-jump-table-kind",
            "mirparse-Generic__machine-function-missing-name",
            "mirparse-Generic__machine-function-redefinition-error",
            "mirparse-Generic__machine-metadata-err0",
            "mirparse-Generic__machine-metadata-err1",
            "mirparse-Generic__machine-metadata-err3",
            "mirparse-Generic__machine-metadata-err5",
            "mirparse-Generic__machine-metadata-err6",
            "mirparse-Generic__machine-metadata-err8",
            "mirparse-X86__call-site-info-error3",
            "mirparse-X86__constant-value-error",
            "mirparse-X86__jump-table-redefinition-error",
            "mirparse-X86__standalone-register-error",
            "mirparse-X86__variable-sized-stack-object-size-error",
        ],
    ),
    (
        "the embedded IR: a name or a node that it lacks, or that is of another kind",
        &[
            "mirparse-AMDGPU__machine-metadata-error",
            "mirparse-Generic__llvm-ir-error-reported",
            "mirparse-Generic__machine-basic-block-unknown-name",
            "mirparse-Generic__machine-function-missing-function",
            "mirparse-X86__expected-function-reference-after-blockaddress",
            "mirparse-X86__invalid-debug-location",
            "mirparse-X86__machine-metadata-error",
            "mirparse-X86__stack-object-invalid-name",
            "mirparse-X86__undefined-ir-block-slot-in-blockaddress",
        ],
    ),
    (
        "objects and blocks that the function lacks",
        &[
            "mirparse-AMDGPU__invalid-frame-index-invalid-stack",
            "mirparse-AMDGPU__invalid-frame-index-no-stack",
            "mirparse-X86__invalid-constant-pool-item",
            "mirparse-X86__undefined-stack-object",
            "mirparse-X86__unknown-machine-basic-block",
            "mirparse-X86__unknown-named-machine-basic-block",
        ],
    ),
    (
        "the operands of an opcode, or what a target calls its flags",
        &[
            "mirparse-AArch64__invalid-target-memoperands",
            "mirparse-AMDGPU__extra-imm-operand",
            "mirparse-AMDGPU__extra-reg-operand",
            "mirparse-X86__expected-different-implicit-register-flag",
            "mirparse-X86__invalid-tied-def-index-error",
            "mirparse-X86__tied-def-operand-invalid",
            "mirparse-X86__tied-physical-regs-match",
        ],
    ),
    ("`dead` at what is read, which LLVM before 16 reads", &["mirparse-AMDGPU__dead-flag-on-use-operand-parse-error"]),
    ("an alignment above that of the offset", &["mirparse-Generic__aligned-memoperands-err"]),
    (
        "the machine verifier, or a pass",
        &[
            "cg-Mips__dext-pos",
            "cg-Mips__dextm-pos",
            "dbg-InstrRef__no-metainstrs",
            "gisel-X86__avoid-matchtable-crash",
            "mirparse-AMDGPU__subreg-def-is-not-ssa",
            "mirparse-Generic__dbg-value-missing-loc",
            "mirparse-X86__machine-verifier-address",
            "mirparse-X86__machine-verifier",
            "verifier__live-ins-02",
            "verifier__test_copy_physregs_x86",
            "verifier__test_g_assert_sext_register_bank_class",
            "verifier__test_g_assert_zext",
            "verifier__test_g_concat_vectors",
            "verifier__test_g_fconstant",
            "verifier__test_g_lround",
            "verifier__test_g_memcpy_inline",
            "verifier__verifier-implicit-virtreg-invalid-physreg-liveness",
            "verifier__verifier-pseudo-terminators",
            "verifier__verify-reg-sequence",
        ],
    ),
];

fn negative_tests_are_refused_at_their_line(data: &Data) {
    let known: BTreeSet<_> = REFUSED_BY_OTHERS.iter().flat_map(|(_, files)| files.iter().copied()).collect();
    let (mut refused, mut at_column) = (0, 0);
    for path in data.machine_ir() {
        let (name, text) = (support::name(&path), support::read(&path));
        if !is_negative(&text) {
            continue;
        }
        let Some(error) = first_error(&text) else {
            assert!(known.contains(name.trim_end_matches(".mir")), "{name} is read");
            continue;
        };
        assert!(!known.contains(name.trim_end_matches(".mir")), "{name} is refused: {error}");
        refused += 1;
        let Some((line, column)) = place(&text) else { continue };
        assert_eq!(error.at.line, line, "{name}: {error}");
        at_column += u32::from(error.at.column == column);
    }
    eprintln!("{refused} refused, {at_column} at the very column that llc names");
    assert_eq!((refused, at_column), (33, 26));
}

/// Returns the line and the column that the test's check for an error names.
fn place(text: &str) -> Option<(u32, u32)> {
    (1..).zip(text.lines()).find_map(|(number, line)| {
        let (_, place) = line.split_once("[[@LINE")?;
        let (offset, rest) = place.split_once("]]:")?;
        let column = rest.split(|byte: char| !byte.is_ascii_digit()).next()?;
        let offset: i32 = offset.parse().ok()?;
        Some((u32::checked_add_signed(number, offset)?, column.parse().ok()?))
    })
}

/// These are registers with a name, and a sub-register index behind a blank; without the blank they would be other operands.
#[test]
fn names_that_begin_other_operands_stay_names() {
    for (name, has_blank) in [("ir", true), ("ir-block", true), ("subreg", true), ("bb", true), ("stack", false), ("register", false)] {
        let text = format!("bb.0:\n  $eax = COPY %{name} .part\n");
        let blocks = body::parse(&text, &Limits::default()).unwrap();
        let printed = body::print(&blocks);
        assert_eq!(printed.contains(" .part"), has_blank, "{printed}");
        assert_eq!(body::parse(&printed, &Limits::default()).as_ref(), Ok(&blocks), "{printed}");
    }
}
