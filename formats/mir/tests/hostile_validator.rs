//! Files that are meant to take the validator a long time: a search for one item among many must not visit all of them each time.

use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{File, Limits};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The number of repeated items in a file.
const MANY: usize = 60_000;
/// Far above the time of a linear check, and far below that of a quadratic one, even on a slow machine.
const LIMIT: Duration = Duration::from_secs(6);

/// Returns `MANY` texts, each made from its number.
fn many(text: impl Fn(usize) -> String) -> String {
    (0..MANY).fold(String::new(), |mut all, number| {
        let _ = write!(all, "{}", text(number));
        all
    })
}

/// Reads and validates a file, and returns the number of violations.
#[track_caller]
fn judged(text: &str) -> usize {
    let start = Instant::now();
    let file = File::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let violations = validate(&file, Options { triple: Some("x86_64-unknown-linux-gnu"), ..Options::default() });
    assert!(start.elapsed() < LIMIT, "it took {:?}", start.elapsed());
    violations.len()
}

fn function(body: &str) -> String {
    format!("---\nname: f\ntracksRegLiveness: true\nbody: |\n{body}...\n")
}

#[test]
fn registers_that_do_not_live() {
    assert!(judged(&function(&format!("  bb.0:\n    NOOP {}implicit $eax\n", "implicit $eax, implicit $ecx, ".repeat(MANY / 2)))) > 0);
}

#[test]
fn sources_of_a_phi() {
    let phi = many(|number| format!(", %0, %bb.{}", number + 2));
    let successors = many(|number| format!(", %bb.{}", number + 2));
    let blocks = many(|number| format!("  bb.{}:\n    successors: %bb.1\n    JMP_1 %bb.1\n", number + 2));
    let successors = &successors[2..];
    let entry = format!("  bb.0:\n    successors: {successors}\n    %0:gr64 = IMPLICIT_DEF\n    JMP64r killed %0\n");
    judged(&function(&format!("{entry}{blocks}  bb.1:\n    %1:gr64 = PHI {}\n    RET64\n", &phi[2..])));
}

#[test]
fn tokens_of_convergence_control() {
    let tokens = many(|number| format!("    %{number}:gr64 = CONVERGENCECTRL_ANCHOR\n"));
    judged(&function(&format!("  bb.0:\n{tokens}    RET64\n")));
}

#[test]
fn addresses_of_blocks() {
    let blocks = many(|number| format!("  b{number}:\n    br label %b{}\n", number + 1));
    let ir = format!(
        "--- |\n  define void @f() {{\n    ret void\n  }}\n  define void @g() {{\n  entry:\n    br label %b0\n{blocks}  b{MANY}:\n    ret void\n  }}\n...\n"
    );
    let operands = many(|number| format!(", blockaddress(@g, %ir-block.b{number})"));
    judged(&format!("{ir}{}", function(&format!("  bb.0:\n    NOOP {}\n", &operands[2..]))));
}

#[test]
fn flags_of_a_memory_operand() {
    let flags = many(|number| format!("\"flag{number}\" "));
    let text = function(&format!("  bb.0:\n    NOOP :: ({flags}load (s8))\n"));
    let start = Instant::now();
    let errors = File::read(text.as_bytes(), &Limits::default()).expect_err("no operand has so many");
    assert!(start.elapsed() < LIMIT, "it took {:?}", start.elapsed());
    assert_eq!((errors[0].at.line, errors[0].kind.rule().id), (6, "body-syntax"), "{}", errors[0]);
}
