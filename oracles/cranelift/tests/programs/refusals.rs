//! What is not compiled, and what is not valid.

use crate::support::{layout, module};
use irsmith_cranelift::{Error, Level, Program};

#[track_caller]
fn refusal(functions: &[(&str, &str)]) -> Error {
    let module = module("count 0;", functions);
    Program::compile(&module, &layout(&module), &[0], Level::None).err().expect("this cannot be compiled")
}

#[test]
fn programs_have_a_size() {
    let body = format!("blocks 1; {} ret i32 %p0;", (0..20_000).map(|at| format!("%v{at} = add i32 %p0, %p0;\n")).collect::<String>());
    assert_eq!(refusal(&[("i32 (i32)", &body)]), Error::Unsupported("too-large"));
}

#[test]
fn invalid_modules_are_refused_in_words() {
    let rows = [
        ("blocks 2; br label %b1; %v0 = phi i32 [%p0, %b1]; ret void;", "no value for an edge"),
        ("blocks 1; declare i32 %v1; %v0 = add i32 %v1, %p0; %v1 = add i32 %p0, %p0; ret void;", "not defined there"),
        ("blocks 1; call void @f1(i32 %p0); ret void;", "no intrinsic"),
        ("blocks 1; %v0 = extractelement i32 %p0, i32 %p0; ret void;", "constant"),
    ];
    for (body, words) in rows {
        let Error::Invalid(message) = refusal(&[("void (i32)", body), ("void (i32)", "llvm.unheard.of")]) else {
            panic!("{body} is taken for valid");
        };
        assert!(message.contains(words), "{message}");
    }
}
