//! What is refused, and where; and input that must not harm.

use crate::support::{document, options, read, refused, run, shown};
use irsmith_mir::interpret::{Budget, End, Machine, Options, Program, TrapKind, Value};

#[test]
fn refusals_name_the_place_and_the_cause() {
    for (lines, expected) in [
        (
            "%0:_(s64) = G_CONSTANT i64 0\n%1:_(s64) = G_FSIN %0",
            "function 0 block 0 instruction 1: G_FSIN: its result is not determined bit for bit",
        ),
        (
            "%0:_(s32) = G_INTRINSIC intrinsic(@llvm.aarch64.x)",
            "function 0 block 0 instruction 0: G_INTRINSIC @llvm.aarch64.x: intrinsics are not executed",
        ),
        ("%0:_(<vscale x 2 x s32>) = G_IMPLICIT_DEF", "G_IMPLICIT_DEF: scalable vectors are not modelled"),
        ("$w0 = ADDWri $w0, 1, 0", "ADDWri: only opcodes that every target has are executed, and calls and returns"),
        ("INLINEASM &nop, 1", "INLINEASM: inline assembly is not executed"),
        ("%0:_(s32) = G_ADD %1:_(s32), %2:_(s64)", "G_ADD: s64 where s32 was before"),
        ("%0:_(s32) = G_ADD %1:_(s32)", "G_ADD: it wants 2 operands, not 1"),
        ("%0:_(s32) = G_MERGE_VALUES", "G_MERGE_VALUES: it wants at least 1 operand, not 0"),
        ("%0:_(s32) = G_ADD $w0, $w1", "G_ADD: physical registers are not values here"),
        ("%0:_(s33) = G_FADD %1:_(s33), %1", "G_FADD: no floating-point format is as wide as s33"),
        ("%0:_(s8) = G_EXTRACT %1:_(s32), 28", "G_EXTRACT: it names bits or lanes that there are not"),
        (
            "%0:_(<2 x s8>) = G_SHUFFLE_VECTOR %1:_(<2 x s8>), %1, shufflemask(0, 4)",
            "G_SHUFFLE_VECTOR: it names bits or lanes that there are not",
        ),
        ("%0:_(s32) = G_LOAD %1:_(p0)", "G_LOAD: it wants one memory operand"),
        ("%0:_(s32) = G_LOAD %1:_(p0) :: (load (s64))", "G_LOAD: its access does not fit its register"),
        ("%0:_(s32) = G_LOAD %1:_(p0) :: (load unknown-size)", "G_LOAD: the size of its access is unknown"),
        ("%0:_(p0) = G_FRAME_INDEX %stack.4", "G_FRAME_INDEX: there is no such object"),
        ("%0:_(p0) = G_GLOBAL_VALUE @nowhere", "G_GLOBAL_VALUE: the file does not define it"),
        ("G_BR %bb.7", "%bb.7: there is no such block"),
        ("G_BRJT %0:_(p0), %jump-table.3, %1:_(s64)", "G_BRJT: there is no such jump table"),
        ("%0:_(s32) = COPY $z0", "$z0: this register is not modelled"),
        ("$sp = COPY %0:_(p0)", "COPY: copies to this register are not modelled"),
        ("%0:_(s32) = COPY %1:_(s64)", "COPY: its registers have different widths"),
        ("%0:_(s64) = G_READCYCLECOUNTER", "G_READCYCLECOUNTER: it depends on the machine"),
        ("%0:_(s32) = G_CONSTANT i64 1", "G_CONSTANT: its constant has 64 bits, not 32"),
        ("%0:_(<65535 x s64>) = G_IMPLICIT_DEF", "G_IMPLICIT_DEF: registers of more than 65536 bits are not modelled"),
    ] {
        let refusal = refused(lines);
        assert!(refusal.to_string().ends_with(expected), "{lines}\n{refusal}\n{expected}");
        assert!(refusal.place.is_some(), "{lines}");
    }
    let phi = "bb.0:\nG_BR %bb.1\nbb.1:\n%0:_(s32) = G_PHI %1:_(s32), %bb.7";
    assert_eq!(refused(phi).to_string(), "function 0 block 0 instruction 0: %0: its PHI has no value for %bb.0");
    let late = "bb.0:\nG_BR %bb.1\nbb.1:\n%2:_(s32) = G_CONSTANT i32 0\n%0:_(s32) = G_PHI %1:_(s32), %bb.0";
    assert_eq!(refused(late).to_string(), "function 0 block 1 instruction 1: G_PHI: PHIs are the first instructions of a block");
}

#[test]
fn undefined_registers_are_refused_unless_they_are_parameters() {
    let file = read(&document("f", "%0:_(s32) = G_ADD %1:_(s32), %1\nRET_ReallyLR", ""));
    let program = Program::new(&file, &Options::default()).unwrap();
    assert_eq!(program.signature(0).unwrap_err().to_string(), "function f: nothing defines %1");
    assert_eq!(Program::new(&file, &options()).unwrap().signature(0).unwrap().parameters[0].name, "%1");
    assert_eq!(program.function("g"), None);
    assert_eq!(program.signature(7).unwrap_err().to_string(), "function 7: there is none of this number");
}

#[test]
fn a_refused_function_is_a_trap_to_its_callers() {
    let caller = "BL @callee, csr_aarch64_aapcs, implicit-def $lr, implicit $sp\nRET_ReallyLR";
    let text = document("caller", caller, "") + &document("callee", "%0:_(s64) = G_READCYCLECOUNTER\nRET_ReallyLR", "");
    let program = Program::new(&read(&text), &options()).unwrap();
    let execution = Machine::new(&program).call(0, &[], &Budget::default());
    assert!(matches!(execution.end, End::Trap(trap) if trap.kind == TrapKind::NoFunction));
}

#[test]
fn large_objects_are_refused() {
    for (keys, subject) in [
        ("stack:\n  - { id: 0, size: 9223372036854775808 }\n", "%stack.0"),
        ("stack:\n  - { id: 3, size: 300000 }\n", "%stack.3"),
        ("fixedStack:\n  - { id: 1, offset: 9223372036854775800, size: 64 }\n", "%fixed-stack.1"),
        ("stack:\n  - { id: 0, size: 8, alignment: 1073741824 }\n", "%stack.0"),
    ] {
        let program = Program::new(&read(&document("f", "RET_ReallyLR", keys)), &options()).unwrap();
        assert_eq!(program.signature(0).unwrap_err().subject, subject, "{keys}");
    }
}

#[test]
fn big_endian_files_are_refused() {
    let text = "--- |\n  target datalayout = \"E-p:64:64\"\n...\n".to_owned() + &document("f", "RET_ReallyLR", "");
    let refusal = Program::new(&read(&text), &Options::default()).unwrap_err();
    assert_eq!(refusal.to_string(), "data layout: big-endian byte order is not modelled");
    let options = Options { triple: Some("aarch64_be".into()), ..Options::default() };
    assert!(Program::new(&read(&document("f", "RET_ReallyLR", "")), &options).is_err());
}

#[test]
fn recursion_without_end_ends() {
    let lines = "BL @f, csr_aarch64_aapcs, implicit-def $lr, implicit $sp\nRET_ReallyLR";
    let end = run(lines, &[]).end;
    assert!(matches!(end, End::Trap(trap) if trap.kind == TrapKind::CallDepth), "{end:?}");
    let keys = "stack:\n  - { id: 0, size: 4096 }\n";
    let program = Program::new(&read(&document("f", lines, keys)), &options()).unwrap();
    let end = Machine::new(&program).call(0, &[], &Budget::default()).end;
    assert!(matches!(end, End::Trap(trap) if trap.kind == TrapKind::StackOverflow), "{end:?}");
    let endless = "bb.0:\nTCRETURNdi @f, 0, csr_aarch64_aapcs, implicit $sp";
    let program = crate::support::program(endless);
    let execution = Machine::new(&program).call(0, &[], &Budget { blocks: 1000, ..Budget::default() });
    assert!(matches!(execution.end, End::OutOfFuel(_)));
    assert_eq!(execution.blocks, 1000);
}

#[test]
fn values_are_read_as_they_are_printed() {
    use irsmith_mir::{Element, Type};
    let vector = Type::vector(2, Element::Scalar(8));
    for (ty, bits, text, printed) in [
        (Type::scalar(8), 8, "-1", Some("s8 255")),
        (Type::scalar(8), 8, "0xff", Some("s8 255")),
        (Type::scalar(8), 8, "256", None),
        (Type::scalar(8), 8, "-129", None),
        (Type::scalar(8), 8, "-128", Some("s8 128")),
        (Type::scalar(8), 8, "", None),
        (Type::scalar(1), 1, "1", Some("s1 1")),
        (Type::scalar(256), 256, "0x1ffffffffffffffffffffffffffffffff", Some("s256 680564733841876926926749214863536422911")),
        (vector, 16, "<1, -2>", Some("<2 x s8> <1, 254>")),
        (vector, 16, "0x0201", Some("<2 x s8> <1, 2>")),
        (vector, 16, "<1>", None),
        (Type::pointer(0), 64, "0x10", Some("p0 0x10")),
    ] {
        assert_eq!(Value::parse(ty, bits, text).map(|value| value.to_string()).as_deref(), printed, "{text}");
    }
}

#[test]
fn every_instruction_is_shown_to_an_observer() {
    let file = read(&document("f", "%1:_(s32) = G_ADD %0:_(s32), %0\n%2:_(s32) = COPY %1\nRET_ReallyLR implicit %2", ""));
    let program = Program::new(&file, &Options { results: true, ..options() }).unwrap();
    let mut seen = Vec::new();
    let execution = Machine::new(&program).call_with(
        0,
        &[Value::scalar(32, 4)],
        &Budget::default(),
        &mut |place: irsmith_mir::interpret::Place, results: &[Value]| {
            seen.push((place.instruction, results.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")));
        },
    );
    assert_eq!(shown(&execution), "s32 8");
    assert_eq!(seen, [(0, "s32 8".into()), (1, "s32 8".into()), (2, String::new())]);
}

/// What traps, or is undefined where that ends the execution, has no results.
#[test]
fn an_instruction_that_ends_the_execution_is_shown_without_results() {
    for (body, stops) in [
        ("%1:_(p0) = G_INTTOPTR %0:_(s64)\n%2:_(s8) = G_LOAD %1 :: (load (s8))\nRET_ReallyLR", false),
        ("%1:_(s64) = G_CONSTANT i64 0\n%2:_(s64) = G_UDIV %0:_(s64), %1\nRET_ReallyLR", true),
    ] {
        let file = read(&document("f", body, ""));
        let program = Program::new(&file, &Options { results: true, ..options() }).unwrap();
        let mut machine = Machine::new(&program);
        machine.stop_at_undefined(stops);
        let mut seen = Vec::new();
        machine.call_with(
            0,
            &[Value::scalar(64, 1 << 60)],
            &Budget::default(),
            &mut |place: irsmith_mir::interpret::Place, results: &[Value]| seen.push((place.instruction, results.len())),
        );
        assert_eq!(seen, [(0, 1), (1, 0)], "{body}");
    }
}
