//! The lowering of PNaCl to Machine IR: what it writes is valid for every processor and release, and behaves as the reference says.

use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_mir::tables::Version;
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{Dialect, File, Limits};
use irsmith_oracles::Verdict;
use irsmith_oracles::external::implementation;
use irsmith_oracles::mir::execution::{Codegen, Compiler, LinkError, Processor, Setting, link};
use irsmith_oracles::pnacl::Case;
use irsmith_oracles::pnacl::execution::mir::{Job, Memories, interpret, judge, lower, lower_program, supported};
use irsmith_oracles::pnacl::execution::{Plan, Run, disagreement, kind};
use irsmith_pnacl::tables::{INSTRUCTIONS, IntrinsicId, intrinsic};
use std::collections::BTreeSet;

/// Programs that the lowering supports, with their results.
fn cases(seeds: std::ops::Range<u64>) -> Vec<Case> {
    let programs = seeds.map(|seed| generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::exec()));
    programs.filter(|module| supported(module).is_ok()).map(|module| Case::new(&module.write().unwrap())).collect()
}

#[track_caller]
fn check(text: &str, codegen: Codegen) {
    let file = File::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{codegen:?}: {errors:?}\n{text}"));
    let options = Options { triple: Some(codegen.processor.triple()), dialect: Dialect::of_release(codegen.release), ..Options::default() };
    let violations = validate(&file, options);
    let reported: Vec<String> = violations.iter().map(|violation| format!("{} {}", violation.place, violation.message)).collect();
    assert!(reported.is_empty(), "{codegen:?}: {reported:#?}");
}

#[test]
fn what_is_written_is_valid_and_every_instruction_occurs() {
    let (mut rows, mut intrinsics) = (BTreeSet::new(), BTreeSet::new());
    for (number, case) in cases(0..300).iter().enumerate() {
        let module = case.module().unwrap().unwrap();
        let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
        rows.extend(bodies.flat_map(|body| &body.instructions).map(irsmith_pnacl::Instruction::row));
        intrinsics.extend(module.symbols.iter().filter_map(|symbol| intrinsic(&symbol.name)).map(|row| row.id));
        if number % 6 != 0 {
            continue;
        }
        let (plan, _) = case.executed().unwrap();
        let release = Version::OBSERVED[number / 6 % Version::OBSERVED.len()];
        for processor in Processor::ALL {
            let codegen = Codegen { processor, release };
            check(&lower_program(&plan, codegen), codegen);
            check(&lower(&[Job { plan: &plan, calls: vec![0] }], codegen, Memories::Written), codegen);
        }
    }
    assert_eq!(rows.len(), INSTRUCTIONS.len(), "instructions of {rows:?} only");
    let missing: Vec<_> = IntrinsicId::ALL.iter().filter(|id| !intrinsics.contains(id)).collect();
    assert_eq!(missing, [&IntrinsicId::Setjmp, &IntrinsicId::Longjmp]);
}

/// Needs llc-19, and qemu-aarch64 for AArch64; without them nothing is compared, and the test says so.
#[test]
fn machine_code_behaves_as_the_reference_says() {
    // llc-19 stores the flags in place of some narrow values (corpora/mir/findings/llc-release-store-of-lane).
    let narrow = [IntrinsicId::AtomicStoreI8, IntrinsicId::AtomicStoreI16];
    let is_right = |case: &Case| {
        let symbols = &case.module().unwrap().unwrap().symbols;
        !symbols.iter().filter_map(|symbol| intrinsic(&symbol.name)).any(|row| narrow.contains(&row.id))
    };
    let cases: Vec<Case> = cases(0..24).into_iter().filter(is_right).collect();
    assert!(cases.len() > 12, "{}", cases.len());
    let executed: Vec<_> = cases.iter().map(|case| case.executed().unwrap()).collect();
    let plans: Vec<(&Plan<'_>, &[Run])> = executed.iter().map(|(plan, runs)| (plan, *runs)).collect();
    let llc = implementation("llc-19").unwrap();
    for setting in [Setting::new(Processor::X86_64, 0), Setting::new(Processor::AArch64, 0), Setting::newer(Processor::AArch64, 2)] {
        let verdicts = judge("test", &Compiler::of(llc, setting), &plans);
        let failures: Vec<_> = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Fail(_))).collect();
        assert!(failures.is_empty(), "{failures:#?}");
        let skipped = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Skip(_))).count();
        if skipped > 0 {
            eprintln!("not tested for {}: {:?}", setting.name(), verdicts.iter().find(|verdict| matches!(verdict, Verdict::Skip(_))));
        }
        assert!(skipped == 0 || skipped == plans.len(), "{verdicts:?}");
        // A result that is not the reference's is noticed.
        let mut wrong: Vec<Vec<Run>> = plans.iter().map(|(_, runs)| runs.to_vec()).collect();
        wrong.iter_mut().for_each(|runs| runs[0].memory[0] ^= 1);
        let wrong: Vec<(&Plan<'_>, &[Run])> = plans.iter().zip(&wrong).map(|((plan, _), runs)| (*plan, &runs[..])).collect();
        let noticed = judge("test", &Compiler::of(llc, setting), &wrong[..2]);
        assert!(noticed.iter().all(|verdict| matches!(verdict, Verdict::Fail(_)) || skipped > 0), "{noticed:?}");
    }
}

/// Both lowerings on the interpreter of Machine IR: every call is compared, and a result that is not the reference's is noticed.
#[test]
fn the_interpreter_of_machine_ir_behaves_as_the_reference_says() {
    let (mut calls, mut ends) = (0, BTreeSet::new());
    for (number, case) in cases(0..300).iter().enumerate() {
        let (plan, runs) = case.executed().unwrap();
        for processor in Processor::ALL {
            let release = Version::OBSERVED[number % Version::OBSERVED.len()];
            let mut seen = Vec::new();
            let outcome = interpret(&plan, Codegen { processor, release }, &mut |call, end, memory| {
                seen.push(call);
                let found = disagreement(&plan, call, &runs[call], end, memory);
                assert!(found.is_none(), "case {number} for {processor:?}: {found:#?}");
                let wrong = Run { memory: memory.iter().map(|byte| !byte).collect(), ..runs[call].clone() };
                assert!(memory.is_empty() || disagreement(&plan, call, &wrong, end, memory).is_some());
                ends.insert(kind(&plan, end));
            });
            assert_eq!(outcome, Ok(()), "case {number} for {processor:?}");
            assert!(seen.iter().copied().eq(0..plan.calls.len()), "{seen:?}");
            calls += seen.len();
        }
    }
    println!("{calls} calls end in {} ways", ends.len());
    assert!(calls > 1000, "{calls}");
    assert!(ends.contains("return") && ends.contains("out of fuel") && ends.len() > 10, "{ends:?}");
}

#[test]
fn what_is_no_object_is_refused() {
    for bytes in [&b""[..], b"\x7fELF", &[0x7f; 200]] {
        assert!(matches!(link(Processor::X86_64, bytes), Err(LinkError::Unreadable(_))), "{bytes:?}");
    }
}
