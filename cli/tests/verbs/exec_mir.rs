//! `exec` of Machine IR: results, ends and refusals.

use crate::support::{Ran, irsmith};

fn exec(options: &[&str]) -> Ran {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verbs/exec_mir.mir");
    irsmith(&[&["exec", file], options].concat())
}

/// What was printed on both outputs, without the path of the file, and the status.
fn reported(options: &str) -> (i32, String) {
    let options: Vec<&str> = ["--function"].into_iter().chain(options.split(' ')).collect();
    let ran = exec(&options);
    let error = ran.stderr.split_inclusive(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verbs/exec_mir.mir: ")).collect::<Vec<_>>();
    let error: String = if error.len() == 2 { format!("irsmith: {}", error[1]) } else { ran.stderr.clone() };
    (ran.status, format!("{}{error}", ran.text()))
}

#[test]
fn every_end_has_its_status_and_its_place() {
    for (options, status, expected) in [
        ("shift --args 3 4", 0, "s32 48\n"),
        ("shift --args 0x10 -- 1", 0, "s32 32\n"),
        ("shift --args 1 32", 0, "s32 poison\nirsmith: poison: shift by the width or more at shift bb.0 instruction 2\n"),
        ("divide --args -1 2", 0, "s32 2147483647\n"),
        ("divide --args 7 0", 1, "s32 0\nirsmith: undefined: division by zero at divide bb.0 instruction 2\n"),
        ("divide --args 7 0 --strict", 1, "irsmith: undefined: division by zero at divide bb.0 instruction 2\n"),
        ("forever --fuel 10", 1, "irsmith: out-of-fuel: 10 blocks were entered at forever bb.0 instruction 0\n"),
        ("call", 1, "irsmith: trap: call of a function that cannot be executed at call bb.0 instruction 0\n"),
        ("table --args 1", 0, "s32 20\n"),
        (
            "table --args 2",
            1,
            "irsmith: trap: control left the function at table bb.0 instruction 2\n\
             irsmith: undefined: jump table without this entry at table bb.0 instruction 2\n",
        ),
        ("deep", 1, "irsmith: trap: too many functions are active at deep bb.0 instruction 1\n"),
    ] {
        assert_eq!(reported(options), (status, expected.to_owned()), "{options}");
    }
}

#[test]
fn what_cannot_be_executed_is_refused_with_its_place() {
    for (options, expected) in [
        ("shift --args 3", "irsmith: shift takes 2 arguments, (s32 in $edi, s32 in $esi), not 1\n"),
        ("shift --args x 1", "irsmith: argument 1: \"x\" is no s32\n"),
        ("intrinsic --args 1", "irsmith: intrinsic bb.0 instruction 1: G_INTRINSIC @llvm.x86.int: intrinsics are not executed\n"),
        ("huge", "irsmith: %stack.0: an object of 9223372036854775808 bytes does not fit the stack of 262144 bytes\n"),
        ("nothing", "irsmith: no function nothing with a body; they are called by name, or by number as @f0\n"),
    ] {
        assert_eq!(reported(options), (2, expected.to_owned()), "{options}");
    }
    let ran = exec(&[]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.ends_with("it has 8 functions; --function names one\n"), "{}", ran.stderr);
}

#[test]
fn traces_and_json_state_each_step_and_the_outcome() {
    let ran = exec(&["--function", "shift", "--args", "3", "4", "--trace"]);
    let steps = "shift bb.0 %0:_(s32) = COPY $edi # s32 3\nshift bb.0 %1:_(s32) = COPY $esi # s32 4\n\
                 shift bb.0 %2:_(s32) = G_SHL %0, %1(s32) # s32 48\nshift bb.0 $eax = COPY %2(s32)\nshift bb.0 RET64 implicit $eax\n";
    assert_eq!((ran.status, ran.text(), ran.stderr.as_str()), (0, "s32 48\n", steps));
    let line = &exec(&["--function", "divide", "--args", "7", "0", "--json"]).json()[0];
    assert_eq!((line["end"].as_str(), line["value"].as_str(), line["blocks"].as_u64()), (Some("return"), Some("s32 0"), Some(1)));
    assert_eq!(line["undefined"], "division by zero at divide bb.0 instruction 2");
}
