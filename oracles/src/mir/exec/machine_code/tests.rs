use super::super::super::Case;
use super::super::calls::OPTIONS;
use super::super::translated;
use super::behind::{Behind, made};
use super::known::KnownCalls;
use super::run::{Answer, difference};
use super::*;
use crate::external::Outcome;
use crate::mir::execution::{Record, can_run};
use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::mir::{Defined, MEMORY_SIZE, generate_defined};
use irsmith_mir::interpret::{Machine, Program};
use irsmith_mir::{Dialect, File, Limits, Style};
use std::collections::{BTreeMap, BTreeSet};

fn known(text: &str, processor: Processor) -> Result<KnownCalls, &'static str> {
    let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
    KnownCalls::of(&file, processor, &mut Choices::new(&mut Unstructured::new(&bytes_of_seed(1))))
}

/// Returns the verdicts on files.
fn verdicts(oracle: &'static str, compiler: &Compiler, files: &[KnownCalls]) -> Vec<Verdict> {
    judge_calls(oracle, compiler, files).into_iter().map(|judged| judged.verdict).collect()
}

/// A function of X86-64 that returns the difference of its arguments and stores the second one.
const DIFFERENCE: &str = "--- |
  target triple = \"x86_64-unknown-linux-gnu\"
  @memory = global [256 x i8] zeroinitializer, align 16
  define void @f0() nounwind { unreachable }
...
---
name: f0
body: |
  bb.0:
    liveins: $edi, $rsi
    %0:_(s32) = COPY $edi
    %1:_(s64) = COPY $rsi
    %2:_(s32) = G_TRUNC %1(s64)
    %3:_(s32) = G_SUB %0, %2
    %4:_(p0) = G_GLOBAL_VALUE @memory
    G_STORE %1(s64), %4(p0) :: (store (s64))
    $eax = COPY %3(s32)
    RET 0, implicit $eax
...
";

#[test]
fn each_part_of_what_the_machine_did_is_compared() {
    let known = known(DIFFERENCE, Processor::X86_64).unwrap();
    assert_eq!(known.calls.len(), 16);
    let call = &known.calls[5];
    let result = call.result.as_ref().unwrap().bits.words()[0];
    let seen = || (Record { trapped: 0, result: result.into(), memory: 0 }, call.memory.0.clone());
    let property = |seen: &(Record, Vec<u8>)| difference(call, seen).map(|(property, _)| property);
    assert_eq!(property(&seen()), None);
    // The upper half of the register is open.
    let with = |change: fn(&mut Record)| {
        let mut seen = seen();
        change(&mut seen.0);
        property(&seen)
    };
    assert_eq!(with(|record| record.result |= 1 << 40), None);
    assert_eq!(with(|record| record.result ^= 1 << 31), Some("value-differs"));
    assert_eq!(with(|record| record.trapped = 1), Some("register-lost"));
    assert_eq!(with(|record| record.trapped = 2), Some("end-differs"));
    let trapping = KnownCall { traps: true, ..call.clone() };
    let trapped = |trapped| difference(&trapping, &(Record { trapped, result: 1, memory: 0 }, vec![1])).map(|(property, _)| property);
    assert_eq!([0, 1, 2].map(trapped), [Some("end-differs"), Some("register-lost"), None]);
    for byte in 0..MEMORY_SIZE as usize {
        let mut seen = seen();
        seen.1[byte] ^= 1;
        assert_eq!(property(&seen), Some("memory-differs"));
    }
}

#[test]
fn functions_whose_results_are_not_numbers_are_not_called() {
    let refusal = |text: &str| known(text, Processor::X86_64).err();
    assert_eq!(refusal(DIFFERENCE), None);
    assert_eq!(known(DIFFERENCE, Processor::AArch64).err(), Some("other-target"));
    let changed = |from: &str, to: &str| refusal(&DIFFERENCE.replace(from, to));
    // An argument in another register, and none of the memory.
    assert_eq!(changed("$edi", "$r15d"), Some("nothing-to-compare"));
    assert_eq!(changed("@memory = global [256 x i8]", "@memory = global [8 x i8]"), Some("nothing-to-compare"));
}

#[test]
fn addresses_in_results_are_noticed() {
    let shows = |instruction: &str| {
        let text = DIFFERENCE.replace("    $eax = COPY", &format!("    {instruction}\n    $eax = COPY"));
        let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
        known::shows_addresses(&file.functions[0])
    };
    for harmless in [
        "%5:_(p0) = COPY %4(p0)",
        "%5:_(p0) = G_PTR_ADD %4, %1(s64)",
        "%5:_(s64) = G_LOAD %4(p0) :: (load (s64))",
        "G_MEMMOVE %4(p0), %4(p0), %1(s64), 0 :: (store (s8)), (load (s8))",
        "G_MEMCPY_INLINE %4(p0), %4(p0), %1(s64) :: (store (s8)), (load (s8))",
        "%5:_(p0) = G_ASSERT_ALIGN %4, 16",
        "%5:_(p0) = G_STACKSAVE\n    %6:_(p0) = G_DYN_STACKALLOC %1(s64), 16\n    G_STACKRESTORE %5(p0)",
        "%5:_(s64), %6:_(p0) = G_INDEXED_LOAD %4, %1(s64), 0 :: (load (s64))",
        "%5:_(s64) = G_PTRTOINT %4(p0)\n    %6:_(p0) = G_INTTOPTR %5(s64)",
        "%5:_(p0) = G_JUMP_TABLE %jump-table.0\n    G_BRJT %5(p0), %jump-table.0, %1(s64)",
        "%5:_(p0) = G_CONSTANT_POOL %const.0\n    %6:_(p1) = G_ADDRSPACE_CAST %5(p0)",
    ] {
        assert!(!shows(harmless), "{harmless}");
    }
    for instruction in [
        "%5:_(s32) = G_PTRTOINT %4(p0)",
        "%5:_(s64) = G_PTRTOINT %4(p0)\n    $rax = COPY %5(s64)",
        "%5:_(p0) = G_INDEXED_STORE %4(p0), %4, %1(s64), 0 :: (store (p0))",
        "%5:_(p0) = G_INTTOPTR %1(s64)",
        "%5:_(s1) = G_ICMP intpred(eq), %4(p0), %4",
        "%5:_(p0) = G_LOAD %4(p0) :: (load (p0))",
        "G_STORE %4(p0), %4(p0) :: (store (p0))",
        "$rax = COPY %4(p0)",
        "%5:_(s64) = G_ATOMICRMW_XCHG %4(p0), %4 :: (load store seq_cst (s64))",
    ] {
        assert!(shows(instruction), "{instruction}");
    }
}

/// What a machine with a fault would do is reported, with the place where llc's output still does the right thing.
#[test]
fn wrong_expectations_are_failures_with_the_pass() {
    let Some(compiler) = Compiler::judged(Processor::X86_64).into_iter().next().filter(|_| can_run(Processor::X86_64)) else {
        eprintln!("NOT TESTED: there is no llc, or no machine for its code");
        return;
    };
    let mut known = known(DIFFERENCE, Processor::X86_64).unwrap();
    assert_eq!(verdicts("test", &compiler, &[known.clone()]), [Verdict::Pass]);
    known.calls[9].memory.0[3] ^= 1;
    let [Verdict::Fail(failure)] = &verdicts("test", &compiler, &[known])[..] else { panic!("it passes") };
    let signature = failure.signature.to_string();
    assert!(signature.contains("memory-differs") && !signature.contains("x86_64-O0"), "{signature}");
    assert!(failure.evidence.contains("x86_64-O0: "), "{}", failure.evidence);
    assert!(failure.evidence.contains("at byte 3 of @memory"), "{}", failure.evidence);
}

/// Code that does what no interpreted call does ends with its process, which is a failure of the call.
#[test]
fn code_that_leaves_its_memory_is_noticed() {
    let compilers = Compiler::all(Processor::X86_64, 0);
    let found = compilers.into_iter().find(|compiler| compiler.llc.find().is_some() && can_run(Processor::X86_64));
    let Some(compiler) = found else {
        eprintln!("NOT TESTED: there is no llc, or no machine for its code");
        return;
    };
    let known = known(DIFFERENCE, Processor::X86_64).unwrap();
    for (about, address) in [
        ("an address that is no memory", "%5:_(s64) = G_CONSTANT i64 16\n    %6:_(p0) = G_INTTOPTR %5(s64)\n"),
        // The address of the caller is at the stack pointer of the entry.
        ("the address to return to", "%6:_(p0) = G_FRAME_INDEX %fixed-stack.0\n"),
        ("code", "%6:_(p0) = G_GLOBAL_VALUE @f0\n"),
    ] {
        let text = DIFFERENCE
            .replace("    %4:_(p0) = G_GLOBAL_VALUE @memory\n", &format!("    {address}"))
            .replace("%4(p0)", "%6(p0)")
            .replace("define void", "define dso_local void")
            .replace("body: |", "fixedStack:\n  - { id: 0, offset: -8, size: 8, alignment: 8 }\nbody: |");
        let mut other = known.clone();
        other.file = File::read(text.as_bytes(), &Limits::default()).unwrap();
        let answers = run::answers(&compiler, Dialect::of_release(compiler.release), &[&other]);
        assert!(matches!(answers[..], [Answer::Died(0, Outcome::Signaled(_))]), "{about}: {answers:?}");
    }
}

/// A body that traps where the argument is 0.
const TRAPPING: &str = "tracksRegLiveness: true
body: |
  bb.0:
    successors: %bb.1, %bb.2
    liveins: $edi
    %0:_(s32) = COPY $edi
    %1:_(s32) = G_CONSTANT i32 0
    %2:_(s1) = G_ICMP intpred(eq), %0(s32), %1
    G_BRCOND %2(s1), %bb.1
    G_BR %bb.2
  bb.1:
    G_TRAP
  bb.2:
    $eax = COPY %0(s32)
    RET 0, implicit $eax
...
";

/// Machine code goes on behind a trap with the next call; where only one side traps, that is the difference.
#[test]
fn traps_of_machine_code_are_compared() {
    let aarch64 = [("x86_64", "aarch64"), ("$edi", "$w0"), ("$eax", "$w0"), ("RET 0,", "RET_ReallyLR")];
    let of = |processor, text: &str| match processor {
        Processor::X86_64 => text.to_owned(),
        Processor::AArch64 => aarch64.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)),
    };
    let (head, _) = DIFFERENCE.split_once("body: |").unwrap();
    let mut judged = 0;
    for processor in Processor::ALL {
        let compilers = Compiler::all(processor, 1).into_iter().chain(Compiler::all(processor, 0));
        let has_traps = |compiler: &Compiler| compiler.release >= irsmith_mir::tables::Version(19) && compiler.llc.find().is_some();
        for compiler in compilers.filter(|compiler| has_traps(compiler) && can_run(processor)) {
            for trap in ["G_TRAP", "G_UBSANTRAP 7"] {
                let of_number = |number: &str| {
                    let body = TRAPPING.replace("G_TRAP", trap).replace("i32 0", &format!("i32 {number}"));
                    known(&of(processor, &format!("{head}{body}")), processor).unwrap()
                };
                let [traps, returns] = ["0", "6789"].map(of_number);
                let trapping = |known: &KnownCalls| known.calls.iter().filter(|call| call.traps).count();
                assert!((1..traps.calls.len()).contains(&trapping(&traps)) && trapping(&returns) == 0);
                let judge = |known: &KnownCalls| verdicts("test", &compiler, std::slice::from_ref(known)).remove(0);
                assert_eq!([judge(&traps), judge(&returns)], [Verdict::Pass, Verdict::Pass], "{:?} {trap}", compiler.setting);
                for (known, machine, shown) in [(&traps, &returns, "does not trap"), (&returns, &traps, ": traps")] {
                    let Verdict::Fail(failure) = judge(&KnownCalls { file: machine.file.clone(), calls: known.calls.clone() }) else {
                        panic!("it passes")
                    };
                    assert!(failure.signature.to_string().contains("/end-differs/"), "{}", failure.signature);
                    assert!(failure.evidence.contains(shown), "{}", failure.evidence);
                }
                judged += 1;
            }
        }
    }
    if judged == 0 {
        eprintln!("NOT TESTED: there is no llc with trap instructions, or no machine for its code");
    }
}

/// The opcodes of calls, each as often as it was executed.
#[test]
fn executed_opcodes_are_counted() {
    let known = known(DIFFERENCE, Processor::X86_64).unwrap();
    let counted = known.executed(&[true; 16]);
    assert_eq!((counted["G_SUB"], counted["COPY"], counted.get("G_ADD")), (16, 48, None));
}

/// Returns what each call does in another text of its file, as an llc may print it behind a pass: the property, or a word.
fn behind(known: &KnownCalls, text: &str) -> BTreeSet<String> {
    let file = stages::with_whole_addresses(File::read(text.as_bytes(), &Limits::default()).unwrap());
    let (before, after) = (Program::new(&known.file, &OPTIONS).unwrap(), Program::new(&file, &OPTIONS).unwrap());
    let mut machine = Machine::new(&after);
    let all = known.calls.iter().map(|call| made(&before, &mut machine, call));
    all.map(|behind| match behind {
        None => "not executed".to_owned(),
        Some(Behind::Same) => "same".to_owned(),
        Some(Behind::Open(_)) => "open".to_owned(),
        Some(Behind::Wrong { property, reason, .. }) => format!("{property} {reason}").trim_end().to_owned(),
    })
    .collect()
}

#[test]
fn a_pass_may_define_what_was_open_and_nothing_else() {
    let plain = known(DIFFERENCE, Processor::X86_64).unwrap();
    let changed = |from: &str, to: &str| {
        let text = DIFFERENCE.replace(from, to);
        assert_ne!(text, DIFFERENCE);
        behind(&plain, &text).into_iter().collect::<Vec<String>>().join(", ")
    };
    assert_eq!(behind(&plain, DIFFERENCE).into_iter().collect::<Vec<_>>(), ["same"]);
    assert_eq!(changed("G_SUB %0", "nuw G_SUB %0"), "becomes-poison a flag about the bits of a result, same");
    // By luck a sum is the difference.
    assert_eq!(changed("G_SUB %0", "G_ADD %0"), "same, value-differs");
    assert_eq!(changed("@memory\n", "@memory + 8\n"), "memory-differs, same");
    assert_eq!(changed("G_TRUNC %1(s64)", "G_IMPLICIT_DEF"), "open");
    assert_eq!(changed("G_STORE %1(s64)", "%5:_(s64) = G_IMPLICIT_DEF\n    G_STORE %5(s64)"), "open");
    let poison = "%5:_(s64) = G_CONSTANT i64 64\n    %6:_(s64) = G_SHL %1, %5\n    G_STORE %6(s64)";
    assert_eq!(changed("G_STORE %1(s64)", poison), "becomes-poison shift by the width or more");
    assert_eq!(changed("    RET 0, implicit $eax", "    G_TRAP\n    RET 0, implicit $eax"), "end-differs");
    // What was poison may become anything.
    let flagged = known(&DIFFERENCE.replace("G_SUB %0", "nuw G_SUB %0"), Processor::X86_64).unwrap();
    assert_eq!(behind(&flagged, DIFFERENCE).into_iter().collect::<Vec<_>>(), ["same"]);
    // Without the copy of an argument that nothing reads.
    let unread = DIFFERENCE.replace("G_SUB %0, %2", "G_SUB %2, %2");
    let without = unread.replace("    %0:_(s32) = COPY $edi\n", "");
    assert_eq!(behind(&known(&unread, Processor::X86_64).unwrap(), &without).into_iter().collect::<Vec<_>>(), ["same"]);
    let halves = "%7:gpr64(p0) = ADRP target-flags(aarch64-page) @memory\n    \
                  %4:_(p0) = G_ADD_LOW %7(p0), target-flags(aarch64-pageoff, aarch64-nc) @memory\n";
    assert_eq!(changed("%4:_(p0) = G_GLOBAL_VALUE @memory\n", halves), "same");
}

/// An llc is asked behind a pass; a wrong expectation is a failure that names the pass.
#[test]
fn files_are_judged_behind_passes() {
    let Some(compiler) = Compiler::all(Processor::X86_64, 1).into_iter().next().filter(|compiler| compiler.llc.find().is_some()) else {
        eprintln!("NOT TESTED: there is no llc");
        return;
    };
    let mut known = known(DIFFERENCE, Processor::X86_64).unwrap();
    let judge = |known: &KnownCalls, pass| judge_passes("test", &compiler, pass, std::slice::from_ref(known)).remove(0);
    assert_eq!(judge(&known, "legalizer"), Verdict::Pass);
    assert_eq!(judge(&known, "no-such-pass"), Verdict::Skip("pass-not-registered"));
    known.calls[9].memory.0[3] ^= 1;
    let Verdict::Fail(failure) = judge(&known, "legalizer") else { panic!("it passes") };
    let signature = failure.signature.to_string();
    assert!(signature.starts_with("test/memory-differs/") && signature.contains("legalizer"), "{signature}");
    assert!(failure.evidence.contains("leaves other memory behind the pass legalizer"), "{}", failure.evidence);
}

/// What is listed of a function is listed of its callers too.
#[test]
fn callees_count_behind_passes() {
    let compilers = Compiler::all(Processor::AArch64, 0);
    let Some(compiler) = compilers.iter().find(|compiler| compiler.llc.name == "llc-19" && compiler.llc.find().is_some()) else {
        eprintln!("NOT TESTED: there is no llc 19");
        return;
    };
    let text = "--- |
  target triple = \"aarch64-unknown-linux-gnu\"
  @memory = global [256 x i8] zeroinitializer, align 16
  define void @f0() nounwind { unreachable }
  define void @f1() nounwind { unreachable }
...
---
name: f0
body: |
  bb.0:
    liveins: $w0, $w1
    %0:_(s32) = COPY $w0
    %1:_(s32) = COPY $w1
    %2:_(s32) = G_CONSTANT i32 -16
    %3:_(s32) = G_CONSTANT i32 -241
    %4:_(s32) = G_AND %0, %2
    %5:_(s32) = G_AND %1, %3
    %6:_(s8) = G_TRUNC %4(s32)
    %7:_(s8) = G_TRUNC %5(s32)
    %8:_(s8) = disjoint G_OR %6, %7
    %9:_(s32) = G_ZEXT %8(s8)
    $w0 = COPY %9(s32)
    RET_ReallyLR implicit $w0
...
---
name: f1
frameInfo:
  hasCalls: true
  adjustsStack: true
body: |
  bb.0:
    liveins: $w0, $w1
    %0:_(s32) = COPY $w0
    %1:_(s32) = COPY $w1
    ADJCALLSTACKDOWN 0, 0, implicit-def $sp, implicit $sp
    $w0 = COPY %0(s32)
    $w1 = COPY %1(s32)
    BL @f0, csr_aarch64_aapcs, implicit-def $lr, implicit $sp, implicit $w0, implicit $w1, implicit-def $w0
    %2:_(s32) = COPY $w0
    ADJCALLSTACKUP 0, 0, implicit-def $sp, implicit $sp
    $w0 = COPY %2(s32)
    RET_ReallyLR implicit $w0
...
";
    let mut known = known(text, Processor::AArch64).unwrap();
    known.calls.retain(|call| call.function == 1);
    assert!(!known.calls.is_empty());
    let verdict = judge_passes(EXEC_PASSES.name, compiler, "legalizer", &[known]).remove(0);
    assert_eq!(verdict, Verdict::Skip("llc-widened-flags"));
}

/// The driver notices each register that a call must preserve and does not, on both processors.
#[test]
fn lost_registers_are_noticed() {
    for (processor, registers, [zero, call, leave]) in [
        (
            Processor::X86_64,
            vec!["rbx", "rbp", "r12", "r13", "r14", "r15"],
            ["movq $0, %REGISTER", "CALL64pcrel32 @damage, csr_64, implicit $rsp, implicit $ssp", "RET 0"],
        ),
        (
            Processor::AArch64,
            vec!["x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28"],
            ["mov REGISTER, #0", "BL @damage, csr_aarch64_aapcs, implicit-def dead $lr, implicit $sp", "RET_ReallyLR"],
        ),
    ] {
        let Some(compiler) = Compiler::judged(processor).into_iter().next().filter(|_| can_run(processor)) else {
            eprintln!("NOT TESTED: there is no llc for {}, or no machine for its code", processor.name());
            continue;
        };
        let triple = processor.triple();
        let text = |damage: &str, body: &str| {
            format!(
                "--- |\n  target triple = \"{triple}\"\n  module asm \"damage:\"\n  module asm \"{damage}\"\n  module asm \"ret\"\n  \
                 declare void @damage()\n  @memory = global [256 x i8] zeroinitializer, align 16\n  \
                 define void @f0() nounwind {{ unreachable }}\n...\n---\nname: f0\nframeInfo:\n  hasCalls: true\n  adjustsStack: true\n\
                 body: |\n  bb.0:\n{body}    {leave}\n...\n"
            )
        };
        let harmless = known(&text("nop", ""), processor).unwrap();
        for register in std::iter::once(None).chain(registers.into_iter().map(Some)) {
            // The interpreter does not execute the assembly, so the call is added after the results are known.
            let damage = register.map_or("nop".to_owned(), |register| zero.replace("REGISTER", register));
            let file = File::read(text(&damage, &format!("    {call}\n")).as_bytes(), &Limits::default()).unwrap();
            let verdicts = verdicts("test", &compiler, &[KnownCalls { file, ..harmless.clone() }]);
            match (register, &verdicts[..]) {
                (None, [Verdict::Pass]) => {}
                (Some(_), [Verdict::Fail(failure)]) if failure.signature.property == "register-lost" => {}
                other => panic!("{}: {other:?}", processor.name()),
            }
        }
    }
}

/// Generated functions of each processor: most are compared, together and alone, and agree or fail in the same way.
#[test]
fn generated_functions_are_compared() {
    for processor in Processor::ALL {
        let Some(compiler) = Compiler::judged(processor).into_iter().next().filter(|_| can_run(processor)) else {
            eprintln!("NOT TESTED: there is no llc for {}, or no machine for its code", processor.name());
            continue;
        };
        let target = irsmith_mir::tables::Target::of_triple(processor.triple()).unwrap();
        let files: Vec<KnownCalls> = (0..40)
            .filter_map(|seed| {
                let bytes = bytes_of_seed(seed);
                let mut bytes = Unstructured::new(&bytes);
                let dialect = Dialect::of_release(compiler.release);
                let config =
                    Defined { target, dialect, functions: 2, first: 10 * seed as u32, constructs: 3, is_plain: true, is_flagged: false };
                let file = generate_defined(&mut bytes, &config);
                KnownCalls::of(&file, processor, &mut Choices::new(&mut bytes)).ok()
            })
            .collect();
        // The results of a few depend on addresses.
        assert!(files.len() > 36, "{} of 40", files.len());
        let oracle = if processor == Processor::X86_64 { EXEC_X86_64.name } else { EXEC_AARCH64.name };
        let together = verdicts(oracle, &compiler, &files);
        let mut counts = BTreeMap::new();
        for (verdict, file) in together.iter().zip(&files) {
            let kind = match verdict {
                Verdict::Pass => "pass",
                Verdict::Skip(_) => "skip",
                Verdict::Fail(failure) => panic!("{}\n{}\n{}", failure.signature, failure.evidence, file.file.write()),
            };
            *counts.entry(kind).or_insert(0) += 1;
        }
        println!("{}: {counts:?}", compiler.setting.name());
        assert!(counts["pass"] >= 25, "{}: {together:?}", compiler.setting.name());
        for (file, verdict) in files.iter().zip(&together).take(3) {
            assert_eq!(verdicts(oracle, &compiler, std::slice::from_ref(file))[0], *verdict);
        }
    }
}

#[test]
fn cases_that_cannot_be_executed_are_skipped() {
    let case = Case::new(b"name: f\nbody: |\n  bb.0:\n    INLINEASM &\"\", 0\n    RET64\n");
    let verdicts = EXEC_X86_64.verdicts(&case);
    assert!(!verdicts.is_empty() && verdicts.iter().all(|verdict| matches!(verdict, Verdict::Skip(_))), "{verdicts:?}");
}

/// Mutations met each of these, and llc 19 died of each.
#[test]
fn only_what_executions_depend_on_is_compiled() {
    let keys = "name: f0\nhasEHFunclets: true\ncallsEHReturn: true\njumpTable:\n  kind: custom32\n  entries:\n    \
                - { id: 0, blocks: ['%bb.0'] }\nframeInfo:\n  hasVAStart: true\n  stackSize: 7\nstack:\n  \
                - { id: 0, size: 4, alignment: 4, local-offset: 3, debug-info-variable: '' }\n";
    let text = DIFFERENCE.replace("name: f0\n", keys).replace("bb.0:\n", "bb.0 (landing-pad, ehfunclet-entry, align 4096):\n");
    let known = known(&text, Processor::X86_64).unwrap();
    let written = known.file.write_in(Style::Simplified);
    // Liveness is tracked also where the case does not say so.
    for kept in ["tracksRegLiveness: true", "kind:            label-difference32", "id: 0, size: 4, alignment: 4"] {
        assert!(written.contains(kept), "no {kept}: {written}");
    }
    for dropped in [
        "landing-pad",
        "ehfunclet",
        "4096",
        "hasEHFunclets",
        "callsEHReturn",
        "hasVAStart",
        "stackSize",
        "local-offset",
        "hasCalls",
        "adjustsStack",
    ] {
        assert!(!written.contains(dropped), "{dropped}: {written}");
    }
    let calls = DIFFERENCE.replace(
        "    %2:",
        "    ADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n    %2:",
    );
    let file = File::read(calls.as_bytes(), &Limits::default()).unwrap();
    let frame = translated::plain(&file.functions[0]).frame;
    assert!(frame.has_calls && frame.adjusts_stack);
}

#[test]
fn a_file_that_the_validator_refuses_is_not_compiled() {
    let invalid = DIFFERENCE.replace("G_SUB %0, %2", "G_SUB %0");
    assert_eq!(known(&invalid, Processor::X86_64).err(), Some("invalid"));
}

#[test]
fn a_file_that_no_translation_makes_is_not_compiled() {
    let without_code = DIFFERENCE.replace("...\n---", "  define void @f1() nounwind { unreachable }\n...\n---");
    assert_eq!(known(&without_code, Processor::X86_64).err(), Some("not-translated"));
    let declared = DIFFERENCE.replace("...\n---", "  declare void @f1()\n...\n---");
    assert!(known(&declared, Processor::X86_64).is_ok());
    let others = [("@memory\n    G_STORE", "@memory + 8\n    G_STORE"), ("RET 0", "RET -1")];
    for (from, to) in others {
        assert_eq!(known(&DIFFERENCE.replace(from, to), Processor::X86_64).err(), Some("not-translated"), "{to}");
    }
    assert_eq!(known(&DIFFERENCE.replace("@memory\n    G_STORE", "&memory\n    G_STORE"), Processor::X86_64).err(), Some("not-translated"));
    let fixed = |object: &str| DIFFERENCE.replace("body:", &format!("fixedStack:\n  - {{ id: 0, {object} }}\nbody:"));
    let is_refused = |object: &str| known(&fixed(object), Processor::X86_64).err() == Some("not-translated");
    assert!(!is_refused("offset: 0, size: 4"));
    for other in
        ["offset: 8, size: 8", "offset: 4, size: 4", "offset: -8, size: 8", "offset: 0, size: 16", "offset: 0, size: 8, stack-id: noalloc"]
    {
        assert!(is_refused(other), "{other}");
    }
    // The interpreter follows the branch; llc believes the list.
    let blocks = DIFFERENCE.replace("    $eax", "    G_BR %bb.2\n  bb.1:\n    G_BR %bb.2\n  bb.2:\n    $eax");
    let listed = |block: &str| blocks.replace("    liveins:", &format!("    successors: %bb.{block}\n    liveins:"));
    assert!(known(&listed("2"), Processor::X86_64).is_ok() && known(&blocks, Processor::X86_64).is_ok());
    assert_eq!(known(&listed("1"), Processor::X86_64).err(), Some("not-translated"));
}
