//! The shapes of small functions, and of generated ones.

use super::super::calls::Seen;
use super::super::tests::{generated, seen};
use super::blocks::divisions;
use super::*;
use crate::Verdict;
use irsmith_mir::interpret::End;
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{EmbeddedIr, Limits};
use std::collections::HashSet;

/// A loop that counts, with a call and a trap.
const TEXT: &str = "--- |
  target triple = \"x86_64-unknown-linux-gnu\"
  define i32 @f(i32 %0) {
    ret i32 0
  }
...
---
name: f
tracksRegLiveness: true
body: |
  bb.0:
    liveins: $edi
    %0:_(s32) = COPY $edi
    %1:_(s32) = G_CONSTANT i32 0
    %2:_(s32) = G_CONSTANT i32 3

  bb.1:
    %3:_(s32) = G_PHI %1(s32), %bb.0, %4(s32), %bb.1
    %4:_(s32) = G_ADD %3, %2
    %5:_(s1) = G_ICMP intpred(ult), %4(s32), %0
    G_BRCOND %5(s1), %bb.1

  bb.2:
    $eax = COPY %4(s32)
    RET 0, implicit $eax
...
";

fn read(text: &str) -> File {
    File::read(text.as_bytes(), &Limits::default()).unwrap()
}

/// Returns the text of the file behind all changes of a kind that can be made.
fn changed(text: &str, name: &str) -> String {
    let shape = SHAPES.iter().find(|shape| shape.name == name).unwrap();
    // Some orders of blocks are the old one.
    let changed = (2..100).find_map(|seed| {
        let mut file = read(text);
        ((shape.change)(&mut file, &Seen::default(), Sites { draws: PartDraws(seed), changed: 256 }) > 0).then_some(file)
    });
    changed.unwrap().write()
}

/// Asserts that a text has these lines one behind another, without what is before the first word of each.
fn assert_lines(text: &str, expected: &str) {
    let plain = |text: &str| text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let body = text.split_once("body: ").map_or(text, |(_, body)| body);
    assert!([text, body].iter().any(|text| plain(text).contains(&plain(expected))), "{body}");
}

/// What fell through says where it goes.
#[test]
fn blocks_are_in_another_order() {
    let text = changed(TEXT, "blocks-reordered");
    assert_lines(
        &text,
        "%2:_(s32) = G_CONSTANT i32 3
         G_BR %bb.1

         bb.2:
         $eax = COPY %4(s32)
         RET 0, implicit $eax

         bb.1:
         %3:_(s32) = G_PHI %1(s32), %bb.0, %4(s32), %bb.1
         %4:_(s32) = G_ADD %3, %2
         %5:_(s1) = G_ICMP intpred(ult), %4(s32), %0
         G_BRCOND %5(s1), %bb.1
         G_BR %bb.2",
    );
}

/// The PHI reads what comes from the second parts.
#[test]
fn blocks_are_in_two_parts() {
    let text = changed(TEXT, "blocks-split");
    assert_lines(
        &text,
        "bb.0:
         successors: %bb.4
         liveins: $edi

         %0:_(s32) = COPY $edi

         bb.4:
         %1:_(s32) = G_CONSTANT i32 0
         %2:_(s32) = G_CONSTANT i32 3

         bb.1:
         successors: %bb.3

         %3:_(s32) = G_PHI %1(s32), %bb.4, %4(s32), %bb.3

         bb.3:
         %4:_(s32) = G_ADD %3, %2
         %5:_(s1) = G_ICMP intpred(ult), %4(s32), %0
         G_BRCOND %5(s1), %bb.1

         bb.2:",
    );
}

/// A block is not divided where a physical register holds a value, where a call is prepared, or within PHIs and terminators.
#[test]
fn divisions_are_between_values() {
    let divisions_of =
        |text: &str| divisions(&read(&format!("name: f\nbody: |\n  bb.0:\n{text}")).functions[0].blocks[0]).collect::<Vec<_>>();
    assert_eq!(
        divisions_of("    %0:_(s32) = COPY $edi\n    %1:_(s32) = COPY $esi\n    $eax = COPY %0(s32)\n    RET 0, implicit $eax\n"),
        [2]
    );
    let call = "    %9:_(s32) = G_IMPLICIT_DEF\n    ADJCALLSTACKDOWN64 0, 0, 0\n    %0:_(s32) = G_IMPLICIT_DEF\n    $edi = COPY %0(s32)\n    \
                CALL64pcrel32 @f, csr_64, implicit $rsp, implicit $edi, implicit-def $eax\n    ADJCALLSTACKUP64 0, 0\n    \
                %1:_(s32) = COPY $eax\n    RET 0\n";
    assert_eq!(divisions_of(call), [1, 7]);
    let phis = "    %0:_(s1) = G_PHI %1(s1), %bb.0\n    %1:_(s1) = G_PHI %0(s1), %bb.0\n    G_BRCOND %1(s1), %bb.0\n    G_BR %bb.0\n";
    assert_eq!(divisions_of(phis), [2]);
}

#[test]
fn values_are_stored() {
    let text = changed(TEXT, "values-stored");
    assert_lines(
        &text,
        "%20:_(s32) = G_ADD %3, %2
         %21:_(p0) = G_FRAME_INDEX %stack.4
         G_STORE %20(s32), %21(p0) :: (store (s32) into %stack.4, align 4)
         %22:_(p0) = G_FRAME_INDEX %stack.4
         %4:_(s32) = G_LOAD %22(p0) :: (load (s32) from %stack.4, align 4)",
    );
    // A bit is a byte in memory.
    assert_lines(&text, "%18:_(s8) = G_ZEXT %15(s1)\nG_STORE %18(s8), %16(p0) :: (store (s8) into %stack.3, align 1)");
    assert_lines(&text, "%19:_(s8) = G_LOAD %17(p0) :: (load (s8) from %stack.3, align 1)\n%5:_(s1) = G_TRUNC %19(s8)");
}

#[test]
fn values_are_widened() {
    let text = changed(TEXT, "values-widened");
    assert_lines(&text, "%12:_(s1) = G_ICMP intpred(ult), %4(s32), %0\n%13:_(s2) = G_SEXT %12(s1)\n%5:_(s1) = G_TRUNC %13(s2)");
    let vector = TEXT.replace("%2:_(s32) = G_CONSTANT i32 3", "%2:_(s32) = G_CONSTANT i32 3\n    %8:_(<4 x s16>) = G_IMPLICIT_DEF");
    assert!(changed(&vector, "values-widened").contains(":_(<4 x s32>) = G_"));
}

/// What is drawn for a register stays when there are others, so that a minimizer can remove instructions.
#[test]
fn draws_stay_with_their_places() {
    let more = TEXT.replace("    %1:_(s32) =", "    %8:_(s8) = G_CONSTANT i8 1\n    %1:_(s32) =");
    let opcodes = |text: &str| {
        let text = changed(text, "values-widened");
        let extended = text.lines().filter_map(|line| line.split(['=', '%']).nth(2).filter(|word| word.contains("EXT"))).map(str::to_owned);
        extended.collect::<Vec<String>>()
    };
    let (before, after) = (opcodes(TEXT), opcodes(&more));
    assert!(
        before.len() == 5 && after.len() == 6 && after.iter().filter(|opcode| before.contains(opcode)).count() == 6,
        "{before:?} {after:?}"
    );
    assert_eq!([&after[..1], &after[2..]].concat(), before);
}

/// What a run reads and writes goes through an object of the caller, and its numbers of registers stay.
#[test]
fn instructions_are_in_functions_of_their_own() {
    let text = changed(TEXT, "instructions-outlined");
    assert_lines(
        &text,
        "G_STORE %3(s32), %22(p0) :: (store (s32), align 4)
         ADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp
         $rdi = COPY %16(p0)
         CALL64pcrel32 @f_outlined_1, csr_64, implicit $rsp, implicit $ssp, implicit $rdi
         ADJCALLSTACKUP64 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp
         %23:_(s64) = G_CONSTANT i64 48
         %24:_(p0) = G_PTR_ADD %16, %23(s64)
         %4:_(s32) = G_LOAD %24(p0) :: (load (s32), align 4)
         %25:_(s64) = G_CONSTANT i64 64
         %26:_(p0) = G_PTR_ADD %16, %25(s64)
         %27:_(s8) = G_LOAD %26(p0) :: (load (s8), align 1)
         %5:_(s1) = G_TRUNC %27(s8)
         G_BRCOND %5(s1), %bb.1",
    );
    assert!(text.contains("define void @f_outlined_1(i64 %0) {"));
    assert_lines(
        text.split("name:            f_outlined_1").nth(1).unwrap(),
        "%33:_(s64) = G_CONSTANT i64 32
         %34:_(p0) = G_PTR_ADD %28, %33(s64)
         %3:_(s32) = G_LOAD %34(p0) :: (load (s32), align 4)
         %4:_(s32) = G_ADD %3, %2
         %5:_(s1) = G_ICMP intpred(ult), %4(s32), %0
         %35:_(s64) = G_CONSTANT i64 48
         %36:_(p0) = G_PTR_ADD %28, %35(s64)
         G_STORE %4(s32), %36(p0) :: (store (s32), align 4)
         %37:_(s64) = G_CONSTANT i64 64
         %38:_(p0) = G_PTR_ADD %28, %37(s64)
         %39:_(s8) = G_ZEXT %5(s1)
         G_STORE %39(s8), %38(p0) :: (store (s8), align 1)
         RET 0
         ...",
    );
    let aarch64 = TEXT.replace("x86_64", "aarch64").replace("$edi", "$w0").replace("$eax", "$w0").replace("RET 0,", "RET_ReallyLR");
    let text = changed(&aarch64, "instructions-outlined");
    assert_lines(&text, "$x0 = COPY %16(p0)\nBL @f_outlined_1, csr_aarch64_aapcs, implicit-def $lr, implicit $sp, implicit $x0");
    assert!(text.trim_end().trim_end_matches("...").trim_end().ends_with("RET_ReallyLR"), "{text}");
}

/// Every shape on generated functions: valid as before, and the same for every call.
#[test]
fn generated_functions_stay_the_same_in_every_shape() {
    let (mut made, mut shown) = ([0; SHAPES.len()], 0);
    for seed in 0..400 {
        let (file, dialect) = generated(seed);
        let seen = seen(&file, seed);
        if file.functions.iter().any(addresses::show) {
            shown += 1;
            continue;
        }
        let mut changed = file.clone();
        for ((shape, made), salt) in SHAPES.iter().zip(&mut made).zip(0..) {
            *made += (shape.change)(&mut changed, &seen, Sites { draws: PartDraws(seed << 8 | salt), changed: CHANGED });
            let violations = validate(&changed, Options { triple: file.triple().as_deref(), dialect, ..Options::default() });
            let error = violations.iter().find(|violation| violation.is_error());
            assert!(error.is_none(), "seed {seed}: {}: {}\n{}", shape.name, error.unwrap(), changed.write());
            if let Err(outcome) = judge(&file, &seen, shape, &changed) {
                panic!("seed {seed}: {outcome:?}\n{}\n{}", file.write(), changed.write());
            }
        }
    }
    println!("changes {made:?}, {shown} files with an address that is a number");
    assert!(made.iter().all(|made| *made > 500) && shown == 0, "{made:?}, {shown}");
}

/// A call that ends in another way names the shape.
#[test]
fn a_difference_is_found_with_its_shape() {
    let case = Case::new(TEXT.as_bytes());
    let violations = case.violations_of(case.file().unwrap());
    assert!(violations.is_empty(), "{violations:?}");
    assert_eq!(EXEC_RESHAPED.verdict(&case), Verdict::Pass);
    let file = case.file().unwrap();
    let (_, seen) = called(&case, SALT).unwrap();
    assert!(seen.calls.iter().any(|call| matches!(call.end, End::Return(_))));
    let other = read(&changed(TEXT, "blocks-split").replace("G_ADD %3, %2", "G_SUB %3, %2"));
    let Err(NoPass::Fail(fault)) = judge(file, &seen, &SHAPES[1], &other) else { panic!("no difference") };
    assert_eq!((fault.property, fault.element.as_str()), ("value-differs", "blocks-split"));
}

/// What a reshaped file is reshaped to has other names.
#[test]
fn names_of_new_functions_are_new() {
    let names = HashSet::from(["f_outlined_0".to_owned()]);
    let ir = EmbeddedIr { text: "declare void @f_outlined_1()\n".to_owned() };
    let named = |function: &str, number| outlined::new_name(function, number, &names, Some(&ir));
    assert_eq!(named("f", 0), "f_outlined_2");
    assert_eq!(named("f", 3), "f_outlined_3");
    assert_eq!(named("g", 0), "g_outlined_0");
    // What would need quotes.
    assert_eq!(named("a b", 0), "f_outlined_2");
}

/// What a function returns may depend on where its frame is.
#[test]
fn addresses_that_are_numbers_are_left_alone() {
    let function =
        |lines: &str| read(&format!("name: f\nbody: |\n  bb.0:\n    %0:_(p0) = G_FRAME_INDEX %stack.0\n{lines}")).functions.remove(0);
    let shown = [
        "    %1:_(s64) = G_PTRTOINT %0(p0)\n    $rax = COPY %1(s64)\n",
        "    %1:_(s64) = G_PTRTOINT %0(p0)\n    %2:_(s64) = G_ADD %1, %1\n",
        "    %1:_(p0) = G_SELECT %9(s1), %0, %8\n    G_STORE %1(p0), %8(p0) :: (store (p0))\n",
        "    $rdi = COPY %0(p0)\n",
        "    %1:_(s1) = G_ICMP intpred(eq), %0(p0), %8\n",
        "    %1:_(s1) = G_PTRTOINT %0(p0)\n    %2:_(s64) = G_SELECT %1(s1), %8, %9\n",
        "    %1:_(p0) = COPY $rsp\n    %2:_(s64) = G_PTRTOINT %1(p0)\n    %3:_(s64) = G_ADD %2, %2\n",
        "    %1:_(p0) = G_BLOCK_ADDR blockaddress(@f, %ir-block.a)\n    $rax = COPY %1(p0)\n",
    ];
    for lines in shown {
        assert!(addresses::show(&function(lines)), "{lines}");
    }
    let hidden = [
        "    %2:_(p0) = G_PTR_ADD %0, %1(s64)\n    %3:_(s32) = G_LOAD %2(p0) :: (load (s32))\n    G_STORE %3(s32), %0(p0) :: (store (s32))\n",
        "    %1:_(s64) = G_PTRTOINT %0(p0)\n    %2:_(p0) = G_INTTOPTR %1(s64)\n    %3:_(s32) = G_LOAD %2(p0) :: (load (s32))\n",
        "    %1:_(p0) = G_BLOCK_ADDR blockaddress(@f, %ir-block.a)\n    G_BRINDIRECT %1(p0)\n",
    ];
    for lines in hidden {
        assert!(!addresses::show(&function(lines)), "{lines}");
    }
}
