//! What LLVM 20 to 23 added: it is read, written for each release as that release spells it, and reported where a release does not have it.

use irsmith_mir::tables::Version;
use irsmith_mir::validate::{self, Options, RuleId};
use irsmith_mir::{Dialect, File, FunctionFlags, Limits, Style};

fn read(text: &str) -> File {
    File::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{errors:?} in\n{text}"))
}

const fn llvm(release: u8) -> Dialect {
    Dialect::of_release(Version(release))
}

/// Returns the text of a function for a release, and the lost words.
fn written(file: &File, release: u8) -> (String, Vec<String>) {
    let (text, losses) = file.write_for(Style::Simplified, llvm(release));
    (text, losses.into_iter().map(|loss| loss.word).collect())
}

/// A function with everything that was added after LLVM 19.
const NEW: &str = "---
name:            f
alignment:       1
noPhis:          true
isSSA:           false
noVRegs:         false
hasFakeUses:     true
registers:
  - { id: 0, class: gr32, flags: [ WWM_REG, other ] }
  - { id: 1, class: gr32, split-from: '%0', assigned-phys: '$eax' }
frameInfo:
  maxAlignment:    0
  framePointerPolicy: non-leaf
  savePoint:
    - point:           '%bb.0'
    - point:           '%bb.1'
      registers:
        - '$rbx'
        - '$r12'
  restorePoint:
    - point:           '%bb.1'
      registers:
        - '$rbx'
stack:
  - { id: 0, size: 16, alignment: 16, stack-id: scalable-predicate-vector }
callSites:
  - { bb: 0, offset: 1, calleeTypeIds: 
      [ 1, 18446744073709551615 ] }
calledGlobals:
  - bb:              0
    offset:          1
    callee:          g
    flags:           2
prefetch-targets: [ 'bb_id 0 0, 1' ]
body:             |
  bb.0 (ehfunclet-entry, ehscope-entry):
    %0:gr32 = nusw samesign inbounds lr-split COPY $eax, lanemask(0x000000000000000F)
    NOOP pcsections !0, mmra !1, cfi-type 4, deactivation-symbol @g, debug-instr-number 3 :: (load (s32), !noalias !0, !noalias.addrspace !1, !range !2)
    CFI_INSTRUCTION negate_ra_sign_state_with_pc
    CFI_INSTRUCTION llvm_register_pair $rax, $rbx, 32, $rcx, 32
    CFI_INSTRUCTION llvm_vector_registers $xmm0, $rax, 0, 32, $rbx, 1, 32
    CFI_INSTRUCTION llvm_vector_offset $xmm0, 32, $rax, 64, -16
    CFI_INSTRUCTION llvm_vector_register_mask $xmm0, $xmm1, 32, $rax, 64
  \n  bb.1:
    %2:_(s64) = G_FCONSTANT double f0x4530000000100000
    %3:_(s16) = G_FCONSTANT half +inf
    %4:_(s16) = G_FCONSTANT bfloat -snan(0x1)
    INLINEASM &nop, sideeffect mayload attdialect, regdef:GR32, def %0, reguse tiedto:$0, %1(tied-def 3), mem:m, $rax, clobber, implicit-def $df
...
";

/// The words of bodies in [`NEW`], with the first release that reads each.
const WORDS: &[(&str, u8)] = &[
    ("nusw", 20),
    ("samesign", 20),
    ("inbounds", 22),
    ("lr-split", 23),
    ("lanemask", 22),
    ("mmra", 23),
    ("deactivation-symbol", 22),
    ("noalias.addrspace", 22),
    ("ehscope-entry", 22),
    ("negate_ra_sign_state_with_pc", 20),
    ("llvm_register_pair", 23),
    ("llvm_vector_registers", 23),
    ("llvm_vector_offset", 23),
    ("llvm_vector_register_mask", 23),
    ("attdialect", 23),
    ("regdef", 23),
    ("reguse", 23),
    ("mem", 23),
    ("clobber", 23),
    ("f0x4530000000100000", 23),
];

/// The keys in [`NEW`] and the words of keys, with the first release that reads each.
const KEYS: &[(&str, u8)] = &[
    ("noPhis", 20),
    ("isSSA", 20),
    ("noVRegs", 20),
    ("hasFakeUses", 20),
    ("flags", 20),
    ("split-from", 23),
    ("assigned-phys", 23),
    ("framePointerPolicy", 23),
    ("registers", 22),
    ("scalable-predicate-vector", 22),
    ("calleeTypeIds", 22),
    ("calledGlobals", 20),
    ("prefetch-targets", 23),
];

#[test]
fn the_newest_release_has_everything_and_the_text_is_a_fixpoint() {
    let new = NEW.replace("\\n", "\n");
    let file = read(&new);
    assert_eq!(written(&file, 23), (new, vec![]));
    for style in [Style::Full, Style::Simplified] {
        // Without a release too, nothing is lost.
        assert_eq!(read(&file.write_in(style)), file);
        assert_eq!(read(&file.write_for(style, llvm(23)).0), file);
    }
}

#[test]
fn each_release_loses_what_later_ones_added() {
    let file = read(&NEW.replace("\\n", "\n"));
    for release in [14, 16, 19, 20, 22] {
        let (text, lost) = written(&file, release);
        for (word, since) in WORDS.iter().chain(KEYS) {
            assert_eq!(lost.iter().any(|lost| lost == word), *since > release, "{word} and LLVM {release}: {lost:?}");
        }
        let head = text.split("\nbody:").next().unwrap();
        for (key, since) in KEYS.iter().filter(|(key, _)| *key != "registers") {
            assert!(*since <= release || !head.contains(&format!("{key}:")), "{key} in\n{head}");
        }
    }
}

#[test]
fn one_point_is_a_block_before_llvm_22_and_a_list_since() {
    let older = read("---\nname: f\nframeInfo:\n  savePoint: '%bb.0'\nbody: |\n  bb.0:\n...\n");
    let newer = read("---\nname: f\nframeInfo:\n  savePoint:\n    - point: '%bb.0'\nbody: |\n  bb.0:\n...\n");
    assert_eq!(older, newer);
    let point = |release| {
        let text = older.write_for(Style::Full, llvm(release)).0;
        text.lines()
            .filter(|line| ["savePoint:", "restorePoint:", "point:"].iter().any(|key| line.contains(key)) || line.starts_with("      "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(point(21), ["  savePoint:       '%bb.0'", "  restorePoint:    ''"]);
    assert_eq!(point(22), ["  savePoint:", "    - point:           '%bb.0'", "      registers:       []"]);
}

#[test]
fn a_renamed_key_has_the_name_that_the_release_gives_it() {
    let [older, newer] = ["hasEHCatchret", "hasEHContTarget"].map(|key| read(&format!("---\nname: f\n{key}: true\n...\n")));
    assert_eq!((&older, older.functions[0].flags), (&newer, FunctionFlags::of("hasEHCatchret").unwrap()));
    assert!(written(&older, 19).0.contains("hasEHCatchret:   true") && !written(&older, 19).0.contains("hasEHContTarget"));
    assert!(written(&older, 22).0.contains("hasEHContTarget: true") && !written(&older, 22).0.contains("hasEHCatchret"));
    assert_eq!(written(&older, 14).1, ["hasEHCatchret"]);
}

#[test]
fn the_validator_warns_by_name_and_release() {
    let file = read(&NEW.replace("\\n", "\n"));
    let reported = |dialect: Option<Dialect>| {
        let dialect = dialect.unwrap_or_default();
        let options = Options { triple: Some("x86_64"), dialect, ..Options::default() };
        let all = validate::validate(&file, options);
        all.into_iter().filter(|it| it.rule.id == RuleId::OtherRelease.rule().id).map(|it| it.to_string()).collect::<Vec<_>>()
    };
    assert_eq!((reported(None), reported(Some(llvm(23)))), (vec![], vec![]));
    assert!(
        reported(Some(llvm(22)))
            .contains(&"function \"f\": warning: other-release: \"mmra\", a word of the body, is not of LLVM 22".to_owned())
    );
    assert!(
        reported(Some(llvm(16))).iter().any(|warning| warning.contains("\"calledGlobals\", a key or a word of a key, is not of LLVM 16"))
    );
}

#[test]
fn flags_are_judged_for_the_release_that_the_keys_show() {
    let of = |keys: &str| {
        let file = read(&format!("---\nname: f\n{keys}body: |\n  bb.0:\n    %0:_(p0) = nusw G_PTR_ADD %1:_, %2:_(s64)\n...\n"));
        let options = Options { triple: Some("x86_64"), ..Options::default() };
        validate::validate(&file, options).iter().any(|violation| violation.rule.id == "flag-unread")
    };
    assert_eq!([of(""), of("noPhis: true\n")], [true, false]);
}

#[test]
fn the_release_is_recognized_by_keys() {
    let of = |keys: &str| Dialect::of(&read(&format!("---\nname: f\n{keys}...\n"))).release.0;
    assert_eq!([of(""), of("isSSA: true\n"), of("frameInfo:\n  framePointerPolicy: all\n")], [19, 22, 23]);
}

/// The verifiers of LLVM 19, 22 and 23 reject these as stated.
#[test]
fn subvectors_are_judged_as_the_release_does() {
    let broken = |whole: &str, part: &str, place: u32, release: u8| {
        let file = read(&format!(
            "name: f\nbody: |\n  bb.0:\n    %0:_({whole}) = G_IMPLICIT_DEF\n    %1:_({part}) = G_IMPLICIT_DEF\n    \
             %2:_({whole}) = G_INSERT_SUBVECTOR %0, %1({part}), {place}\n"
        ));
        let violations = validate::validate(&file, Options { dialect: llvm(release), ..Options::default() });
        violations.iter().any(|violation| violation.is_error())
    };
    let (long, short, scalable) = ("<8 x s16>", "<2 x s16>", "<vscale x 2 x s16>");
    for (whole, part, place, expected) in [
        (long, short, 0, [false, false, false]),
        (long, short, 1, [false, true, true]),
        (long, short, 2, [false, false, false]),
        (long, short, 3, [true, true, true]),
        (long, short, 4, [true, false, false]),
        (long, short, 8, [true, true, true]),
        ("<vscale x 4 x s16>", short, 0, [false, true, false]),
        (long, scalable, 0, [false, true, true]),
    ] {
        assert_eq!([19, 22, 23].map(|release| broken(whole, part, place, release)), expected, "{part} at {place} of {whole}");
    }
}

/// The verifiers of these releases reject these offsets as stated; LLVM 23 was asked for X86 only.
#[test]
fn offsets_in_narrow_address_spaces_are_judged_as_the_release_does() {
    let broken = |triple: &str, bits: u32, release: u8| {
        let file = read(&format!(
            "name: f\nbody: |\n  bb.0:\n    %0:_(p270) = G_IMPLICIT_DEF\n    %1:_(s{bits}) = G_CONSTANT i{bits} 1\n    \
             %2:_(p270) = G_PTR_ADD %0, %1(s{bits})\n"
        ));
        let violations = validate::validate(&file, Options { triple: Some(triple), dialect: llvm(release), ..Options::default() });
        violations.iter().any(|violation| violation.is_error())
    };
    for (triple, bits, expected) in [
        ("x86_64-linux-gnu", 32, [false, false, false, false, false]),
        ("x86_64-linux-gnu", 64, [false, false, true, true, true]),
        ("aarch64-linux-gnu", 32, [false, false, true, false, false]),
        ("aarch64-linux-gnu", 64, [false, false, false, true, true]),
    ] {
        assert_eq!([14, 16, 19, 22, 23].map(|release| broken(triple, bits, release)), expected, "{triple}, {bits} bits");
    }
}

/// The verifiers of these releases reject these indices as stated; releases before 19 accept every index.
#[test]
fn indices_of_elements_are_as_wide_as_pointers() {
    let broken = |triple: &str, bits: u32, release: u8| {
        let file = read(&format!(
            "name: f\nbody: |\n  bb.0:\n    %0:_(<2 x s16>) = G_IMPLICIT_DEF\n    %1:_(s{bits}) = G_IMPLICIT_DEF\n    \
             %2:_(s16) = G_EXTRACT_VECTOR_ELT %0(<2 x s16>), %1(s{bits})\n"
        ));
        let violations = validate::validate(&file, Options { triple: Some(triple), dialect: llvm(release), ..Options::default() });
        violations.iter().any(|violation| violation.is_error())
    };
    for (triple, width) in [("i686-linux-gnu", 32), ("x86_64-linux-gnu", 64), ("aarch64-linux-gnu", 64)] {
        for bits in [16, 32, 64] {
            let expected = [false, false, bits != width, bits != width, bits != width];
            assert_eq!([14, 16, 19, 22, 23].map(|release| broken(triple, bits, release)), expected, "{triple}, {bits} bits");
        }
    }
}

/// The verifiers of LLVM 14, 16, 19, 22 and 23 reject these as stated; an opcode that a release lacks counts as rejected.
#[test]
fn types_are_judged_as_the_release_does() {
    let broken = |body: &str, release: u8| {
        let file = read(&format!("name: f\nbody: |\n  bb.0:\n    {}\n    RET64\n", body.replace("; ", "\n    ")));
        let violations =
            validate::validate(&file, Options { triple: Some("x86_64-linux-gnu"), dialect: llvm(release), ..Options::default() });
        violations.iter().any(|violation| violation.is_error())
    };
    let (no, yes) = (false, true);
    for (body, expected) in [
        ("%0:_(s8) = G_IMPLICIT_DEF; %1:_(s8) = G_BSWAP %0", [no, no, yes, yes, yes]),
        ("%0:_(s32) = G_IMPLICIT_DEF; %1:_(s32) = G_EXTRACT_VECTOR_ELT %0(s32), %0(s32)", [no, no, yes, yes, yes]),
        ("%0:_(p0) = G_IMPLICIT_DEF; %1:_(p0) = G_SMIN %0, %0", [no, no, no, yes, yes]),
        ("%0:_(s32) = G_IMPLICIT_DEF; %1:_(s1) = G_SCMP %0(s32), %0", [yes, yes, no, yes, yes]),
        ("%0:_(<2 x s32>) = G_IMPLICIT_DEF; %1:_(<2 x s32>) = G_LROUND %0(<2 x s32>)", [yes, yes, yes, no, no]),
        ("%0:_(<2 x p0>) = G_IMPLICIT_DEF; %1:_(<2 x s32>) = G_LROUND %0(<2 x p0>)", [yes, yes, yes, no, no]),
        ("%0:_(<2 x s32>) = G_IMPLICIT_DEF; %1:_(p0) = G_LLROUND %0(<2 x s32>)", [yes; 5]),
        ("%0:_(p0) = G_IMPLICIT_DEF; %1:_(s32) = G_IMPLICIT_DEF; %2:_(p0) = G_PTR_ADD %0, %1(s32)", [no, no, yes, yes, yes]),
        ("%0:_(<4 x p0>) = G_IMPLICIT_DEF; %1:_(<2 x s64>), %2:_(<2 x s64>) = G_UNMERGE_VALUES %0", [no, yes, yes, no, no]),
        ("%0:_(<4 x s64>) = G_IMPLICIT_DEF; %1:_(<2 x p0>), %2:_(<2 x p0>) = G_UNMERGE_VALUES %0", [no, yes, yes, yes, yes]),
        ("%0:_(<4 x s32>) = G_IMPLICIT_DEF; %1:_(s32) = G_SHUFFLE_VECTOR %0(<4 x s32>), %0, shufflemask(1)", [no, no, no, yes, yes]),
        ("%0:_(<vscale x 2 x s32>) = G_STEP_VECTOR i32 1", [yes, yes, yes, no, no]),
        ("%0:_(<vscale x 2 x s32>) = G_STEP_VECTOR i32 0", [yes; 5]),
        ("%0:_(<vscale x 2 x s32>) = G_STEP_VECTOR i64 1", [yes; 5]),
        ("%0:_(<vscale x 2 x s32>) = G_STEP_VECTOR 1", [yes; 5]),
        ("%0:_(p0) = G_IMPLICIT_DEF; %1:_(<vscale x 2 x s64>) = G_SPLAT_VECTOR %0", [yes, yes, yes, no, no]),
        ("%0:_(p270) = G_IMPLICIT_DEF; %1:_(<vscale x 2 x s64>) = G_SPLAT_VECTOR %0", [yes; 5]),
        ("%0:_(p0) = G_IMPLICIT_DEF; %1:_(s32) = G_FPEXTLOAD %0(p0) :: (load (s16))", [yes, yes, yes, yes, no]),
        ("%0:_(p0) = G_IMPLICIT_DEF; %1:_(s32) = G_FPEXTLOAD %0(p0) :: (load (s32))", [yes; 5]),
        (
            "%0:_(p0) = G_IMPLICIT_DEF; %1:_(s32) = G_IMPLICIT_DEF; G_FPTRUNCSTORE %1(s32), %0(p0) :: (store release (s16))",
            [yes, yes, yes, yes, no],
        ),
        ("%0:_(p0) = G_IMPLICIT_DEF; %1:_(s32) = G_IMPLICIT_DEF; G_FPTRUNCSTORE %1(s32), %0(p0) :: (store acquire (s16))", [yes; 5]),
        ("%0:_(p0) = G_IMPLICIT_DEF; %1:_(s64) = G_IMPLICIT_DEF; G_MEMSET_INLINE %0(p0), %1(s64), %1(s64)", [yes; 5]),
        (
            "%0:_(p0) = G_IMPLICIT_DEF; %1:_(s64) = G_IMPLICIT_DEF; G_MEMSET_INLINE %0(p0), %1(s64), %1(s64) :: (store (s8))",
            [yes, yes, yes, yes, no],
        ),
        ("%0:gr32 = IMPLICIT_DEF; %1:gr64 = SUBREG_TO_REG 0, %0, %subreg.sub_32bit", [no, no, no, no, yes]),
        ("%0:gr32 = IMPLICIT_DEF; %1:gr64 = SUBREG_TO_REG %0, %subreg.sub_32bit", [yes, yes, yes, yes, no]),
        ("%0:_(s16) = COPY $xmm0", [no, yes, yes, no, no]),
        ("%0:_(s16) = COPY $xmm20", [no, yes, yes, no, no]),
        ("%0:_(<8 x s1>) = COPY $k1", [yes, yes, yes, no, no]),
        ("%0:_(s16) = COPY $k0_k1", [yes, yes, yes, no, no]),
        ("%0:_(s64) = COPY $st0", [yes, yes, yes, no, no]),
        ("%0:_(s8) = COPY $xmm0", [yes; 5]),
    ] {
        assert_eq!([14, 16, 19, 22, 23].map(|release| broken(body, release)), expected, "{body}");
    }
}
