//! Branches, PHIs, calls and returns.

use crate::support::{document, options, read, result, run, shown, value};
use irsmith_mir::interpret::{Budget, End, Int, Machine, Options, Program, TrapKind, UndefinedKind, Value};

const GCD: &str = "
    bb.0:
      %0:_(s32) = COPY $w0
      %1:_(s32) = COPY $w1
      G_BR %bb.1
    bb.1:
      %2:_(s32) = G_PHI %0, %bb.0, %3, %bb.2
      %3:_(s32) = G_PHI %1, %bb.0, %4, %bb.2
      %5:_(s32) = G_CONSTANT i32 0
      %6:_(s1) = G_ICMP intpred(eq), %3, %5
      G_BRCOND %6, %bb.3
      G_BR %bb.2
    bb.2:
      %4:_(s32) = G_UREM %2, %3
      G_BR %bb.1
    bb.3:
      $w0 = COPY %2
      RET_ReallyLR implicit $w0";

#[test]
fn loops_with_phis_that_swap() {
    assert_eq!(shown(&run(GCD, &[12, 18])), "s32 6");
    assert_eq!(shown(&run(GCD, &[17, 5])), "s32 1");
    let blocks = run(GCD, &[12, 18]).blocks;
    // The entry, then head and body for (12, 18), (18, 12), (12, 6), head for (6, 0), and the exit.
    assert_eq!(blocks, 1 + 3 * 2 + 1 + 1);
}

#[test]
fn phis_are_read_before_any_is_written() {
    let lines = "
        bb.0:
          %c0:_(s32) = G_CONSTANT i32 0
          %one:_(s32) = G_CONSTANT i32 1
          G_BR %bb.1
        bb.1:
          %a:_(s32) = G_PHI %x, %bb.0, %b, %bb.1
          %b:_(s32) = G_PHI %y, %bb.0, %a, %bb.1
          %i:_(s32) = G_PHI %n, %bb.0, %next, %bb.1
          %next:_(s32) = G_SUB %i, %one
          %done:_(s1) = G_ICMP intpred(ne), %next, %c0
          G_BRCOND %done, %bb.1
        bb.2:
          %r:_(s32) = COPY %a
          RET_ReallyLR implicit %r, implicit %x(s32), implicit %y(s32), implicit %n(s32)";
    assert_eq!(shown(&run(lines, &[7, 9, 1])), "s32 7, s32 7, s32 9, s32 1");
    assert_eq!(shown(&run(lines, &[7, 9, 2])), "s32 9, s32 7, s32 9, s32 2");
    assert_eq!(shown(&run(lines, &[7, 9, 5])), "s32 7, s32 7, s32 9, s32 5");
}

#[test]
fn blocks_have_their_own_phis_and_results() {
    let lines = "
        bb.0:
          %zero:_(s32) = G_CONSTANT i32 0
          %is_zero:_(s1) = G_ICMP intpred(eq), %a(s32), %zero
          G_BR %bb.1
        bb.1:
          %b:_(s32) = G_PHI %a, %bb.0
          %c:_(s32) = G_PHI %zero, %bb.0
          G_BR %bb.2
        bb.2:
          %d:_(s32) = G_PHI %b, %bb.1
          %e:_(s32) = G_PHI %c, %bb.1
          %sum:_(s32) = G_ADD %d, %e
          G_BRCOND %is_zero, %bb.4
        bb.3:
          $w0 = COPY %sum
          RET_ReallyLR implicit $w0
        bb.4:
          %half:_(s16) = G_CONSTANT i16 3
          $w0 = COPY %half
          RET_ReallyLR implicit $w0";
    assert_eq!(shown(&run(lines, &[7])), "s32 7");
    assert_eq!(shown(&run(lines, &[0])), "s16 3");
}

const CALLS: &str = "
    bb.0:
      %0:_(s64) = COPY $x0
      %1:_(s64) = G_CONSTANT i64 2
      %2:_(s1) = G_ICMP intpred(ult), %0, %1
      G_BRCOND %2, %bb.2
    bb.1:
      %3:_(s64) = G_CONSTANT i64 1
      %4:_(s64) = G_SUB %0, %3
      ADJCALLSTACKDOWN 0, 0, implicit-def $sp, implicit $sp
      $x0 = COPY %4
      BL @fib, csr_aarch64_aapcs, implicit-def $lr, implicit $sp, implicit $x0, implicit-def $x0
      %5:_(s64) = COPY $x0
      %9:_(s64) = COPY $x1
      ADJCALLSTACKUP 0, 0, implicit-def $sp, implicit $sp
      %6:_(s64) = G_SUB %0, %1
      $x0 = COPY %6
      BL @fib, csr_aarch64_aapcs, implicit-def $lr, implicit $sp, implicit $x0, implicit-def $x0
      %7:_(s64) = COPY $x0
      %8:_(s64) = G_ADD %5, %7
      $x0 = COPY %8
      RET_ReallyLR implicit $x0
    bb.2:
      $x0 = COPY %0
      RET_ReallyLR implicit $x0";

fn load(text: &str, options: &Options) -> Program {
    Program::new(&read(text), options).unwrap()
}

fn call(program: &Program, name: &str, arguments: &[u128], budget: &Budget) -> irsmith_mir::interpret::Execution {
    let function = program.function(name).unwrap();
    let parameters = &program.signature(function).unwrap_or_else(|refusal| panic!("{refusal}")).parameters;
    let values: Vec<Value> =
        parameters.iter().zip(arguments).map(|(parameter, value)| Value::new(parameter.ty, Int::new(parameter.bits, *value))).collect();
    Machine::new(program).call(function, &values, budget)
}

#[test]
fn functions_call_themselves() {
    let program = load(&document("fib", CALLS, ""), &Options::default());
    assert_eq!(shown(&call(&program, "fib", &[20], &Budget::default())), "s64 6765");
    let out = call(&program, "fib", &[20], &Budget { blocks: 100, ..Budget::default() });
    assert!(matches!(out.end, End::OutOfFuel(_)), "{:?}", out.end);
    assert_eq!(out.blocks, 100);
    let deep = call(&program, "fib", &[20], &Budget { depth: 5, ..Budget::default() });
    assert!(matches!(deep.end, End::Trap(trap) if trap.kind == TrapKind::CallDepth));
    let enough = call(&program, "fib", &[4], &Budget { depth: 4, ..Budget::default() });
    assert_eq!(shown(&enough), "s64 3");
}

#[test]
fn registers_that_a_callee_need_not_preserve_are_undefined_after_a_call() {
    let caller = "
        bb.0:
          $x1 = COPY %0(s64)
          $x19 = COPY %0(s64)
          $d8 = COPY %0(s64)
          $q9 = COPY %1(s128)
          BL @callee, csr_aarch64_aapcs, implicit-def $lr, implicit $sp
          %2:_(s64) = COPY $x1
          %3:_(s64) = COPY $x19
          %4:_(s64) = COPY $d8
          %5:_(s128) = COPY $q9
          RET_ReallyLR implicit %2, implicit %3, implicit %4, implicit %5";
    let text = document("caller", caller, "") + &document("callee", "RET_ReallyLR", "");
    let program = load(&text, &options());
    let all = u128::MAX >> 4;
    let printed = shown(&call(&program, "caller", &[5, all], &Budget::default()));
    let upper = format!("s128 {} (undefined bits {:#x})", u64::MAX, u128::from(u64::MAX) << 64);
    assert_eq!(printed, format!("s64 undef, s64 5, s64 5, {upper}"));
    let program = load(&text.replace("csr_aarch64_aapcs", "csr_aarch64_noregs"), &options());
    assert_eq!(shown(&call(&program, "caller", &[5, all], &Budget::default())), "s64 undef, s64 undef, s64 undef, s128 undef");
}

/// Registers of X86 with 8 and 16 bits leave the other bits alone; those of 32 bits share their units with the whole register.
#[test]
fn narrow_registers_of_x86_are_written_apart() {
    let options = Options { triple: Some("x86_64".into()), ..options() };
    for (lines, expected) in [
        ("$eax = COPY %a:_(s32)\n$al = COPY %b:_(s8)\n%r:_(s32) = COPY $eax", "s32 305419776"),
        ("$eax = COPY %a:_(s32)\n$ah = COPY %b:_(s8)\n%r:_(s32) = COPY $eax", "s32 305397880"),
        ("$al = COPY %b:_(s8)\n$ah = COPY %b\n%c:_(s32) = COPY %a:_(s32)\n%r:_(s16) = COPY $ax", "s16 0"),
        (
            "%u:_(s32) = G_IMPLICIT_DEF\n$eax = COPY %u(s32)\n$al = COPY %b:_(s8)\n%c:_(s32) = COPY %a:_(s32)\n%r:_(s16) = COPY $ax",
            "s16 0 (undefined bits 0xff00)",
        ),
    ] {
        let lines = format!("{lines}\nRET64 implicit %r");
        let program = load(&document("f", &lines, ""), &options);
        let signature = program.signature(0).unwrap();
        let arguments: Vec<u128> =
            signature.parameters.iter().map(|parameter| if parameter.bits == 32 { 0x1234_5678 } else { 0 }).collect();
        assert_eq!(shown(&call(&program, "f", &arguments, &Budget::default())), expected, "{lines}");
    }
}

#[test]
fn arguments_are_passed_on_the_stack() {
    let caller = "
        bb.0:
          ADJCALLSTACKDOWN 16, 0, implicit-def $sp, implicit $sp
          %2:_(p0) = COPY $sp
          %3:_(s64) = G_CONSTANT i64 8
          %4:_(p0) = G_PTR_ADD %2, %3(s64)
          G_STORE %0(s64), %2(p0) :: (store (s64) into stack)
          G_STORE %1(s64), %4(p0) :: (store (s64) into stack + 8)
          BL @callee, csr_aarch64_aapcs, implicit-def $lr, implicit $sp, implicit-def $x0
          ADJCALLSTACKUP 16, 0, implicit-def $sp, implicit $sp
          %5:_(s64) = COPY $x0
          %6:_(p0) = COPY $sp
          %7:_(s64) = G_PTRTOINT %6(p0)
          %8:_(p0) = COPY $sp
          RET_ReallyLR implicit %5";
    let callee = "
          %0:_(p0) = G_FRAME_INDEX %fixed-stack.1
          %1:_(p0) = G_FRAME_INDEX %fixed-stack.0
          %2:_(s64) = G_LOAD %0(p0) :: (load (s64) from %fixed-stack.1)
          %3:_(s64) = G_LOAD %1(p0) :: (load (s64) from %fixed-stack.0)
          %4:_(s64) = G_SUB %2, %3
          $x0 = COPY %4
          RET_ReallyLR implicit $x0";
    let keys = "fixedStack:\n  - { id: 0, offset: 8, size: 8 }\n  - { id: 1, offset: 0, size: 8 }\n";
    let text = document("caller", caller, "") + &document("callee", callee, keys);
    let program = load(&text, &options());
    assert_eq!(shown(&call(&program, "caller", &[100, 58], &Budget::default())), "s64 42");
    // Called from outside, the objects are parameters, by their offsets.
    let callee = program.function("callee").unwrap();
    let names: Vec<&str> = program.signature(callee).unwrap().parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names, ["%fixed-stack.1", "%fixed-stack.0"]);
    assert_eq!(shown(&call(&program, "callee", &[7, 3], &Budget::default())), "s64 4");
}

#[test]
fn tail_calls_use_no_depth() {
    let count = "
        bb.0:
          %0:_(s64) = COPY $rdi
          %1:_(s64) = G_CONSTANT i64 1
          %2:_(s64) = G_SUB %0, %1
          %3:_(s1) = G_ICMP intpred(eq), %2, %1
          G_BRCOND %3, %bb.2
        bb.1:
          $rdi = COPY %2
          TCRETURNdi64 @count, 0, csr_64, implicit $rsp, implicit $ssp, implicit $rdi
        bb.2:
          $rax = COPY %2
          RET64 implicit $rax";
    let program = load(&document("count", count, ""), &Options::default());
    assert_eq!(shown(&call(&program, "count", &[5000], &Budget { depth: 1, ..Budget::default() })), "s64 1");
}

#[test]
fn calls_through_addresses() {
    let caller = "
        bb.0:
          %0:_(s64) = COPY $rdi
          %1:_(p0) = G_GLOBAL_VALUE @callee
          %9:_(s64) = G_PTRTOINT %1(p0)
          %10:_(s64) = G_ADD %9, %0
          %11:gr64(p0) = G_INTTOPTR %10(s64)
          CALL64r %11(p0), csr_64, implicit $rsp, implicit $ssp, implicit-def $eax
          %2:_(s32) = COPY $eax
          $eax = COPY %2
          RET64 implicit $eax";
    let callee = "
          %0:_(s32) = G_CONSTANT i32 77
          $eax = COPY %0
          RET64 implicit $eax";
    let text = document("caller", caller, "") + &document("callee", callee, "");
    let program = load(&text, &Options::default());
    assert_eq!(shown(&call(&program, "caller", &[0], &Budget::default())), "s32 77");
    let wrong = call(&program, "caller", &[1], &Budget::default());
    assert!(matches!(wrong.end, End::Trap(trap) if trap.kind == TrapKind::BadAddress));
    assert_eq!(wrong.undefined.unwrap().kind, UndefinedKind::CallTarget);
}

#[test]
fn jump_tables_and_branches_to_addresses() {
    let table = "
        bb.0:
          successors: %bb.1, %bb.2
          %0:_(s64) = COPY $x0
          %1:_(p0) = G_JUMP_TABLE %jump-table.0
          G_BRJT %1(p0), %jump-table.0, %0(s64)
        bb.1:
          %2:_(s64) = G_CONSTANT i64 10
          G_BR %bb.3
        bb.2:
          %3:_(s64) = G_CONSTANT i64 20
          G_BR %bb.3
        bb.3:
          %4:_(s64) = G_PHI %2, %bb.1, %3, %bb.2
          $x0 = COPY %4
          RET_ReallyLR implicit $x0";
    let keys = "jumpTable:\n  kind: inline\n  entries:\n    - id: 0\n      blocks: [ '%bb.2', '%bb.1', '%bb.2' ]\n";
    let program = load(&document("f", table, keys), &Options::default());
    let outcomes: Vec<String> = (0..3).map(|index| shown(&call(&program, "f", &[index], &Budget::default()))).collect();
    assert_eq!(outcomes, ["s64 20", "s64 10", "s64 20"]);
    let beyond = call(&program, "f", &[3], &Budget::default());
    assert_eq!(beyond.undefined.unwrap().kind, UndefinedKind::JumpTable);
    assert!(matches!(beyond.end, End::Trap(trap) if trap.kind == TrapKind::Unreachable));

    let indirect = "
        bb.0:
          successors: %bb.1, %bb.2
          %0:_(s1) = G_TRUNC %9(s32)
          %1:_(p0) = G_BLOCK_ADDR blockaddress(@f, %ir-block.one)
          %2:_(p0) = G_BLOCK_ADDR blockaddress(@f, %ir-block.two)
          %3:_(p0) = G_SELECT %0(s1), %1, %2
          G_BRINDIRECT %3(p0)
        bb.1.one (ir-block-address-taken %ir-block.one):
          %4:_(s32) = G_CONSTANT i32 1
          RET_ReallyLR implicit %4
        bb.2.two (ir-block-address-taken %ir-block.two):
          %5:_(s32) = G_CONSTANT i32 2
          RET_ReallyLR implicit %5";
    assert_eq!(shown(&run(indirect, &[1])), "s32 1");
    assert_eq!(shown(&run(indirect, &[2])), "s32 2");
}

#[test]
fn traps_and_ends_without_a_successor() {
    let trap = run("G_TRAP", &[]);
    assert!(matches!(trap.end, End::Trap(trap) if trap.kind == TrapKind::Abort));
    let fall = run("%0:_(s32) = G_CONSTANT i32 0", &[]);
    assert_eq!(fall.undefined.unwrap().kind, UndefinedKind::Unreachable);
    let missing = run("BL @nowhere, csr_aarch64_aapcs, implicit-def $lr, implicit $sp\nRET_ReallyLR", &[]);
    assert!(matches!(missing.end, End::Trap(trap) if trap.kind == TrapKind::NoFunction));
}

#[test]
fn branches_on_poison_and_undefined_values() {
    let lines = |condition: &str| {
        format!(
            "bb.0:
               %amount:_(s32) = G_CONSTANT i32 40
               %one:_(s32) = G_CONSTANT i32 1
               {condition}
               %c:_(s1) = G_TRUNC %x(s32)
               G_BRCOND %c(s1), %bb.2
             bb.1:
               %a:_(s32) = G_CONSTANT i32 1
               RET_ReallyLR implicit %a
             bb.2:
               %b:_(s32) = G_CONSTANT i32 2
               RET_ReallyLR implicit %b"
        )
    };
    let poison = run(&lines("%x:_(s32) = G_SHL %one, %amount(s32)"), &[]);
    assert_eq!((poison.undefined.unwrap().kind, shown(&poison)), (UndefinedKind::BranchOnPoison, "s32 1".to_owned()));
    assert_eq!(poison.poison.unwrap().place.instruction, 2);
    // A bit that is poison makes all of a value poison.
    let partly = "%half:_(s16), %other:_(s16) = G_UNMERGE_VALUES %one(s32)\n%p:_(s16) = G_SHL %half, %amount(s32)\n%y:_(s32) = G_MERGE_VALUES %half(s16), %p(s16)";
    let direct = lines(partly).replace("%c:_(s1) = G_TRUNC %x(s32)\n", "").replace("%c(s1)", "%y(s32)");
    let partly = run(&direct, &[]);
    assert_eq!((partly.undefined.unwrap().kind, shown(&partly)), (UndefinedKind::BranchOnPoison, "s32 1".to_owned()));
    let undefined = run(&lines("%x:_(s32) = G_IMPLICIT_DEF"), &[]);
    assert_eq!(undefined.undefined.unwrap().kind, UndefinedKind::BranchOnUndefined);
    let frozen = run(&lines("%y:_(s32) = G_IMPLICIT_DEF\n%x:_(s32) = G_FREEZE %y"), &[]);
    assert_eq!((frozen.undefined, shown(&frozen), frozen.is_relaxed), (None, "s32 1".to_owned(), true));
}

#[test]
fn arguments_must_fit() {
    let program = load(&document("fib", CALLS, ""), &Options::default());
    let mut machine = Machine::new(&program);
    for arguments in [&[][..], &[Value::scalar(32, 1)], &[Value::scalar(64, 1), Value::scalar(64, 1)]] {
        let execution = machine.call(0, arguments, &Budget::default());
        assert!(matches!(execution.end, End::Trap(trap) if trap.kind == TrapKind::Arguments));
    }
    let execution = machine.call(1, &[], &Budget::default());
    assert!(matches!(execution.end, End::Trap(trap) if trap.kind == TrapKind::NoFunction));
}

#[test]
fn a_value_allows_what_it_may_become() {
    let poison = run("%0:_(s8) = G_CONSTANT i8 9\n%1:_(s8) = G_SHL %0, %0(s8)\nRET_ReallyLR implicit %1", &[]);
    let undefined = run("%0:_(s8) = G_IMPLICIT_DEF\nRET_ReallyLR implicit %0", &[]);
    let (poison, undefined, five, six) = (result(&poison), result(&undefined), Value::scalar(8, 5), Value::scalar(8, 6));
    assert!(poison.allows(undefined) && poison.allows(&five) && undefined.allows(&five) && five.allows(&five));
    assert!(!five.allows(&six) && !five.allows(undefined) && !undefined.allows(poison));
    assert_eq!(value("%r:_(s8) = G_FREEZE %x(s8)", &[200]), "s8 200");
    assert!(!run("%0:_(s8) = G_CONSTANT i8 9\n%1:_(s8) = G_FREEZE %0\nRET_ReallyLR implicit %1", &[]).is_relaxed);
}

/// A call preserves what its mask says, whatever the callee does: here what it writes to `$rbx`.
#[test]
fn calls_preserve_what_their_masks_say() {
    let options = Options { triple: Some("x86_64".into()), ..options() };
    let callee = "%0:_(s64) = G_CONSTANT i64 5\n$rbx = COPY %0\n$rax = COPY %0\nRET64 implicit $rax";
    for (register, mask, expected) in [
        ("rbx", ", csr_64", "s64 7"),
        ("r13", ", csr_64", "s64 7"),
        ("r13", ", csr_64_noneregs", "s64 undef"),
        ("r12", ", csr_64_swifterror", "s64 undef"),
        ("rcx", ", csr_64", "s64 undef"),
        ("rcx", ", csr_64_allregs", "s64 7"),
        ("rcx", ", CustomRegMask($rcx)", "s64 7"),
        ("rbx", ", CustomRegMask($rcx)", "s64 undef"),
        ("rcx", "", "s64 7"),
    ] {
        let caller = format!(
            "%0:_(s64) = COPY $rdi\n${register} = COPY %0\nCALL64pcrel32 @g{mask}, implicit $rsp, implicit-def $rax\n\
             %1:_(s64) = COPY ${register}\n$rax = COPY %1\nRET64 implicit $rax"
        );
        let text = document("f", &caller, "") + &document("g", callee, "");
        assert_eq!(shown(&call(&load(&text, &options), "f", &[7], &Budget::default())), expected, "${register}{mask}");
    }
}
