//! The lowering of PNaCl to Machine IR: what it writes is valid for every processor and release, and behaves as the reference says.

use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_mir::tables::Version;
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{Dialect, File, Limits};
use irsmith_oracles::Verdict;
use irsmith_oracles::external::implementation;
use irsmith_oracles::mir::execution::{Codegen, Compiler, LinkError, Model, Processor, Setting, link};
use irsmith_oracles::pnacl::Case;
use irsmith_oracles::pnacl::execution::mir::{
    ExecutableRun, FAILED, Job, Memories, interpret, judge, lower, lower_executable, lower_program, supported,
};
use irsmith_oracles::pnacl::execution::{Call, Plan, Run, disagreement, kind};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::{Budget, End, Layout, Sizes, TrapKind};
use irsmith_pnacl::runtime::{HEAP, LinkedProgram};
use irsmith_pnacl::tables::{INSTRUCTIONS, IntrinsicId, intrinsic};
use irsmith_testdata::Data;
use std::collections::BTreeSet;

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        real_programs_print_what_they_print,
    ],
}

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
    let optimised = Setting::new(Processor::AArch64, 2);
    let models = [Model::Newer, Model::Tuned].map(|model| Setting { model, ..optimised });
    for setting in [Setting::new(Processor::X86_64, 0), Setting::new(Processor::AArch64, 0)].into_iter().chain(models) {
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

/// A program that writes `Hello` and ends with status 3; it divides by its number of arguments less two first.
const HELLO: &str = "module { version 1;
    types { count 3; @t0 = i32; @t1 = void; @t2 = void (i32); }
    define external void @f0(i32);
    globals { count 2; const @g0, align 1, {110, 97, 99, 108, 45, 105, 114, 116, 45, 102, 100, 105, 111, 45, 48, 46, 49, 0,
        110, 97, 99, 108, 45, 105, 114, 116, 45, 98, 97, 115, 105, 99, 45, 48, 46, 49, 0, 72, 101, 108, 108, 111}
        var @g1, align 4, zerofill 64; }
    valuesymtab { @f0 : \"_start\"; }
    function void @f0(i32 %p0) { blocks 1;
    constants { i32: %c0 = i32 8; %c1 = i32 2; %c2 = i32 24; %c3 = i32 32; %c4 = i32 16; %c5 = i32 37; %c6 = i32 5; %c7 = i32 18; %c8 = i32 1;
        %c9 = i32 3; }
    %v0 = add i32 %p0, %c0; %v1 = load i32* %v0, align 1; %v2 = shl i32 %v1, %c1; %v3 = add i32 %p0, %v2; %v4 = add i32 %v3, %c2;
    %v5 = load i32* %v4, align 1; %v6 = call i32 %v5(i32 @g0, i32 @g1, i32 %c3);
    %v7 = add i32 @g1, %c4; %v8 = load i32* %v7, align 1; %v9 = add i32 @g0, %c5; %v10 = call i32 %v8(i32 %c8, i32 %v9, i32 %c6, i32 @g1);
    %v11 = sub i32 %v1, %c1; %v12 = udiv i32 %v6, %v11;
    %v13 = add i32 @g0, %c7; %v14 = call i32 %v5(i32 %v13, i32 @g1, i32 %c3); %v15 = load i32* @g1, align 1; call void %v15(i32 %c9);
    ret void; } }";

/// Runs a program on the interpreter of Machine IR and, where there are llc and a machine, as an executable; returns what it did.
fn executed(module: &Module, arguments: &[&[u8]]) -> ExecutableRun {
    let program = LinkedProgram::new(module, arguments, &[], HEAP).unwrap();
    let layout = Layout::of(&program.module, Sizes::default(), 1 << 30).unwrap();
    let image = layout.image(&program.module);
    let budget = Budget { blocks: 1 << 32, depth: 1000 };
    let call = Call { function: program.start, arguments: vec![0], budget };
    let plan = Plan { module: &program.module, layout, image, calls: vec![call], budget };
    let mut found = None;
    let mut observe = |_, end, memory: &[u8]| {
        let written = program.written(&plan.layout, memory);
        let status = match (end, written.status) {
            (End::Trap(trap), Some(status)) if trap.kind == TrapKind::Abort => status,
            _ => FAILED.into(),
        };
        found = Some(ExecutableRun { status, output: written.output.to_vec(), errors: written.errors.to_vec() });
    };
    let [x86, arm] = [Processor::X86_64, Processor::AArch64].map(|processor| Codegen { processor, release: Version(19) });
    assert_eq!(interpret(&plan, x86, &mut observe), Ok(()));
    let found = found.unwrap();
    for (codegen, level) in [(x86, 0), (x86, 2), (arm, 0), (arm, 2)] {
        let text = lower_executable(&plan, &program, codegen);
        check(&text, codegen);
        let compiler = Compiler::of(implementation("llc-19").unwrap(), Setting::new(codegen.processor, level));
        match compiler.run_executable(&text) {
            Ok(finished) => assert_eq!(finished, found, "{codegen:?} {level}"),
            Err(cause) if cause.contains("NotAsked") || cause.contains("NotStarted") => eprintln!("not tested: {codegen:?}: {cause}"),
            Err(cause) => panic!("{codegen:?} {level}: {cause}"),
        }
    }
    found
}

/// Needs llc-19, and qemu-aarch64 for AArch64; without them only the interpreter is asked.
#[test]
fn programs_with_the_runtime_in_them_are_executables() {
    let bytes = irsmith_pnacl::text::assemble(HELLO).unwrap();
    let module = Module::read(&bytes, &irsmith_pnacl::Limits::default()).unwrap();
    let finished = executed(&module, &[b"hello"]);
    assert_eq!(finished, ExecutableRun { status: 3, output: b"Hello".to_vec(), errors: Vec::new() });
    let finished = executed(&module, &[b"hello", b"there"]);
    assert_eq!(finished, ExecutableRun { status: FAILED.into(), output: b"Hello".to_vec(), errors: Vec::new() });
}

fn real_programs_print_what_they_print(data: &Data) {
    for (name, argument) in [("puts", ""), ("nbody", "1000"), ("fannkuchredux", "7"), ("mandelbrot", "20")] {
        let bytes = irsmith_testdata::read(&data.path(&format!("pnacl/real/{name}.pexe")));
        let expected = irsmith_testdata::read(&data.path(&format!("pnacl/stdout/{name}.txt")));
        let module = Module::read(&bytes, &irsmith_pnacl::Limits::default()).unwrap();
        let arguments: Vec<&[u8]> = [name, argument].into_iter().filter(|text| !text.is_empty()).map(str::as_bytes).collect();
        let finished = executed(&module, &arguments);
        assert!(finished.status == 0 && finished.output == expected, "{name}: {finished:?}");
    }
}

#[test]
fn what_is_no_object_is_refused() {
    for bytes in [&b""[..], b"\x7fELF", &[0x7f; 200]] {
        assert!(matches!(link(Processor::X86_64, bytes), Err(LinkError::Unreadable(_))), "{bytes:?}");
    }
}
