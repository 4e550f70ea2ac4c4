//! Changes change much, keep modules valid, and preserve what they claim to preserve.

use super::*;
use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_pnacl::Instruction;
use irsmith_pnacl::tables::BinaryOp;
use irsmith_pnacl::text::assemble_stream;
use irsmith_pnacl::validate::is_valid;

fn program(seed: u64) -> Module {
    generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::exec())
}

#[test]
fn changed_modules_are_valid_and_different() {
    for (name, change) in CHANGES {
        let mut different = 0;
        for seed in 0..40 {
            let module = pooled::with_pool(&program(seed));
            let partner = change(&module);
            assert!(is_valid(&partner.module), "{name}, seed {seed}");
            different += usize::from(partner.module != module);
        }
        assert!(different > 30, "{name} changed {different} of 40 modules");
    }
}

#[test]
fn programs_keep_what_they_do() {
    for seed in 0..40 {
        match check(&Case::new(&program(seed).write().unwrap())) {
            Verdict::Pass => {}
            Verdict::Skip(reason) => panic!("seed {seed}: {reason}"),
            Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
        }
    }
}

/// A partner that swaps the operands of a noncommutative operation is detected.
#[test]
fn a_change_that_matters_is_noticed() {
    let mut noticed = 0;
    for seed in 0..20 {
        let case = Case::new(&program(seed).write().unwrap());
        let (plan, runs) = case.executed().unwrap();
        let mut partner = swapped::swapped(plan.module);
        for instruction in partner.module.functions.iter_mut().filter_map(|f| f.body.as_mut()).flat_map(|body| &mut body.instructions) {
            if let Instruction::Binary { a, b, op: BinaryOp::Sub } = instruction {
                std::mem::swap(a, b);
            }
        }
        noticed += usize::from(difference(&plan, runs, &partner).is_some());
    }
    assert!(noticed > 5, "{noticed} of 20");
}

/// Counts calls of functions with bodies.
fn calls(module: &Module) -> usize {
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    let called = bodies.flat_map(|body| &body.instructions).filter(|instruction| match instruction {
        Instruction::Call { callee, .. } => module.functions[callee.index() as usize].body.is_some(),
        _ => false,
    });
    called.count()
}

/// Most calls are replaced, and the replacements are executed: executions enter more blocks, and some trap in inlined code.
#[test]
fn inlined_functions_are_executed() {
    let (mut before, mut after, mut executed, mut moved) = (0, 0, 0, 0);
    for seed in 0..1200 {
        let case = Case::new(&program(seed).write().unwrap());
        let (plan, runs) = case.executed().unwrap();
        let partner = inlined::inlined(plan.module);
        assert!(is_valid(&partner.module), "seed {seed}");
        assert_eq!(difference(&plan, runs, &partner), None, "seed {seed}");
        before += calls(plan.module);
        after += calls(&partner.module);
        let mut changed = Plan::new(&partner.module).unwrap();
        changed.calls.clone_from(&plan.calls);
        for (run, changed) in runs.iter().zip(reference(&changed).unwrap()) {
            executed += usize::from(run.blocks < changed.blocks);
            if let (End::Trap(run), End::Trap(changed)) = (run.end, changed.end) {
                moved += usize::from(run.place.function != changed.place.function);
            }
        }
    }
    assert!(before > 40 && after < before / 2, "{after} of {before} calls are left");
    assert!(executed > 60 && moved > 0, "{executed} executions came by, {moved} trapped there");
}

/// A parameter may stand where an address may not: the arguments are a global, a function and the result of an alloca.
#[test]
fn addresses_become_numbers_in_inlined_functions() {
    let text = "\
module {
  types {
    count 3;
    @t0 = i32;
    @t1 = <4 x i32>;
    @t2 = i32 (i32);
  }
  define external i32 @f0(i32);
  define internal i32 @f1(i32);
  globals {
    count 1;
    var @g0, align 1,
      zerofill 4;
  }
  valuesymtab {
    @f0 : \"_start\";
  }
  function i32 @f0(i32 %p0) {
    blocks 1;
    constants {
      i32:
        %c0 = i32 4;
    }
  %b0:
    %v0 = alloca i8, i32 %c0, align 1;
    %v1 = call i32 @f1(i32 @g0);
    %v2 = call i32 @f1(i32 @f0);
    %v3 = call i32 @f1(i32 %v0);
    %v4 = add i32 %v1, %v2;
    %v5 = add i32 %v4, %v3;
    ret i32 %v5;
  }
  function i32 @f1(i32 %p0) {
    blocks 1;
    constants {
      i32:
        %c0 = i32 0;
      <4 x i32>:
        %c1 = <4 x i32> undef;
    }
  %b0:
    %v0 = insertelement <4 x i32> %c1, i32 %p0, i32 %c0;
    %v1 = extractelement <4 x i32> %v0, i32 %c0;
    ret i32 %v1;
  }
}
";
    let case = Case::new(&assemble_stream(text).unwrap().write().unwrap());
    let (plan, runs) = case.executed().unwrap();
    assert!(is_valid(plan.module));
    let partner = inlined::inlined(plan.module);
    assert!(is_valid(&partner.module) && calls(&partner.module) == 0);
    assert_eq!(difference(&plan, runs, &partner), None);
}

/// Wrong operations in inlined code are detected.
#[test]
fn a_fault_in_inlined_functions_is_noticed() {
    let mut noticed = 0;
    for seed in 0..300 {
        let case = Case::new(&program(seed).write().unwrap());
        let (plan, runs) = case.executed().unwrap();
        let mut partner = inlined::inlined(plan.module);
        for (number, function) in (0..).zip(&mut partner.module.functions) {
            let instructions = function.body.iter_mut().flat_map(|body| &mut body.instructions);
            for (instruction, origin) in instructions.zip(&partner.origins[number as usize]) {
                if let (Instruction::Binary { op, .. }, Some(origin)) = (instruction, origin)
                    && origin.function != number
                {
                    *op = if *op == BinaryOp::Add { BinaryOp::Sub } else { BinaryOp::Add };
                }
            }
        }
        noticed += usize::from(difference(&plan, runs, &partner).is_some());
    }
    assert!(noticed > 10, "{noticed} of 300");
}

/// Every part of a result is compared: a run that differs in one of them is noticed.
#[test]
fn each_part_of_a_result_is_compared() {
    let (mut ends, mut events) = (0, 0);
    for seed in 0..20 {
        let case = Case::new(&program(seed).write().unwrap());
        let (plan, runs) = case.executed().unwrap();
        let partner = reordered::reordered(plan.module);
        assert!(partner.same_blocks, "reordering keeps the blocks");
        assert_eq!(difference(&plan, runs, &partner), None, "seed {seed}");
        for call in (0..runs.len()).filter(|&call| is_kept(runs[call].end, &partner)) {
            let place = Place { function: u32::MAX, instruction: 0 };
            let perturbed = |change: &dyn Fn(&mut Run)| {
                let mut runs = runs.to_vec();
                change(&mut runs[call]);
                difference(&plan, &runs, &partner).map(|(element, _)| element)
            };
            let end = perturbed(&|run| run.end = other_end(run.end, place));
            assert_eq!(end.is_some(), !matches!(runs[call].end, End::OutOfFuel(_)), "seed {seed}, call {call}");
            ends += usize::from(end.is_some());
            for at in [0, runs[call].memory.len() - 1] {
                assert_eq!(perturbed(&|run| run.memory[at] ^= 1).as_deref(), Some("memory"));
            }
            assert_eq!(perturbed(&|run| run.memory.push(0)).as_deref(), Some("memory"));
            assert_eq!(perturbed(&|run| run.blocks += 1).as_deref(), Some("blocks entered"));
            if runs[call].undefined.is_none_or(|event| event.kind != UndefinedKind::Undef) {
                let event = Undefined { kind: UndefinedKind::Jump, place };
                assert_eq!(perturbed(&|run| run.undefined = Some(event)).as_deref(), Some("undefined behaviour"));
                events += 1;
            }
        }
    }
    assert!(ends > 50 && events > 50, "{ends} ends and {events} events only");
}

/// Returns an end that differs in one part.
fn other_end(end: End, place: Place) -> End {
    match end {
        End::Return(bits) => End::Return(bits ^ 1),
        End::Trap(trap) => End::Trap(irsmith_pnacl::interpret::Trap { place, ..trap }),
        End::OutOfFuel(_) => End::OutOfFuel(place),
        End::Undefined(undefined) => End::Undefined(Undefined { place, ..undefined }),
        End::Exit(status) => End::Exit(status ^ 1),
    }
}
