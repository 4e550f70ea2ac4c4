//! `exec`: functions, programs, ends and statuses.

use std::path::PathBuf;

use crate::support::{Ran, assert_refused, data, irsmith, irsmith_with, real};

/// The example of the book: `@f1` is the greatest common divisor, `@f2` shifts and divides.
fn example() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/examples/gcd.pnaclasm");
    let file = folder.path().join("gcd.pexe").display().to_string();
    assert_eq!(irsmith(&["assemble", source, "-o", &file]).status, 0);
    (folder, file)
}

fn exec(file: &str, options: &[&str]) -> Ran {
    irsmith(&[&["exec", file], options].concat())
}

#[test]
fn a_function_prints_its_result_with_its_type() {
    let (_folder, file) = example();
    for (options, printed) in [
        (&["--function", "@f1", "--args", "12", "18"][..], "i32 6\n"),
        (&["--function", "@f1", "--args", "0x10", "--", "0xffffffff"], "i32 1\n"),
        (&["--function", "@f2", "--args", "-3", "1"], "i32 2\n"),
        (&["--function", "_start", "--args", "1"], "void\n"),
        (&["--function", "@f2", "--", "-3", "1"], "i32 2\n"),
    ] {
        let ran = exec(&file, options);
        assert_eq!((ran.status, ran.text(), ran.stderr.as_str()), (0, printed, ""), "{options:?}");
    }
}

#[test]
fn ends_other_than_a_return_are_told() {
    let (_folder, file) = example();
    for (options, printed, told) in [
        (&["--function", "@f2", "--args", "0", "1"][..], "", "irsmith: trap: division by zero at @f2 instruction 1\n"),
        (
            &["--function", "@f1", "--args", "1", "1", "--fuel", "1"],
            "",
            "irsmith: out-of-fuel: 1 blocks were entered at @f1 instruction 1\n",
        ),
        (&["--function", "@f2", "--args", "1", "32"], "i32 1\n", "irsmith: undefined: shift by the width or more at @f2 instruction 0\n"),
        (
            &["--function", "@f2", "--args", "1", "32", "--strict"],
            "",
            "irsmith: undefined: shift by the width or more at @f2 instruction 0\n",
        ),
    ] {
        let ran = exec(&file, options);
        assert_eq!((ran.status, ran.text(), ran.stderr.as_str()), (1, printed, told), "{options:?}");
    }
}

#[test]
fn json_tells_the_end() {
    let (_folder, file) = example();
    let object = &exec(&file, &["--function", "@f2", "--args", "0", "40", "--json"]).json()[0];
    let field = |name: &str| object[name].as_str().unwrap_or_default();
    assert_eq!([field("end"), field("value"), field("place")], ["trap", "division by zero", "@f2 instruction 1"]);
    assert_eq!([field("function"), field("undefined")], ["@f2", "shift by the width or more at @f2 instruction 0"]);
    assert_eq!((&object["blocks"], &object["stdout"]), (&1.into(), &serde_json::Value::Null));
}

#[test]
fn a_trace_tells_every_instruction() {
    let (_folder, file) = example();
    let ran = exec(&file, &["--function", "@f2", "--args", "3", "2", "--trace"]);
    assert_eq!(ran.stderr, "@f2 %v0 = shl %p0, %p1: i32 12\n@f2 %v1 = sdiv %v0, %p0: i32 4\n@f2 ret %v1\n");
    let phis = exec(&file, &["--function", "@f1", "--args", "4", "2", "--trace"]);
    assert!(phis.stderr.contains("@f1 %v0 = phi %p0, %v1: i32 4\n@f1 %v1 = phi %p1, %v3: i32 2\n@f1 %v2 = icmp eq"), "{}", phis.stderr);
}

#[test]
fn wrong_calls_are_refused() {
    let (_folder, file) = example();
    for (options, words) in [
        (&["--function", "@f9"][..], &["gcd.pexe: ", "no function @f9"][..]),
        (&["--function", "main"], &["no function main"]),
        (&["--function", "@f1", "--args", "1"], &["@f1 takes 2 arguments, (i32, i32), not 1"]),
        (&["--function", "@f1", "--args", "1", "two"], &["argument 2: \"two\" is no i32"]),
        (&["--function", "@f1", "--args", "1", "4294967296"], &["argument 2: \"4294967296\" is no i32"]),
        (&["--stack", "4000000000"], &["gcd.pexe: ", "bytes of memory"]),
    ] {
        assert_refused(&exec(&file, options), words);
    }
}

#[test]
fn an_invalid_module_is_told_and_not_run() {
    let Some(data) = data() else { return };
    let ran = exec(&data.join("probes/bin-i1-6.pexe").display().to_string(), &[]);
    assert_eq!((ran.status, ran.text()), (2, ""));
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(lines[0].ends_with(": 152:0: @f0 %b0 %v0: error: binary-boolean: srem of i1"), "{lines:?}");
    assert!(lines[1].starts_with("irsmith: ") && lines[1].ends_with("the module is not valid: 1 errors"), "{lines:?}");
}

#[test]
fn programs_print_what_they_print() {
    let Some(data) = data() else { return };
    for (name, arguments) in [("puts", &[][..]), ("nbody", &["1000"]), ("fannkuchredux", &["7"]), ("mandelbrot", &["20"])] {
        let file = real(&data, name).display().to_string();
        let ran = irsmith(&[&["exec", file.as_str(), "--"], arguments].concat());
        let expected = std::fs::read(data.join("stdout").join(name).with_extension("txt")).unwrap();
        assert_eq!((ran.status, ran.stdout, ran.stderr.as_str()), (0, expected, ""), "{name}");
    }
    let file: PathBuf = real(&data, "puts");
    let object = &irsmith_with(&["exec", "--json", &file.display().to_string()], b"").json()[0];
    assert_eq!((&object["end"], &object["value"]), (&"exit".into(), &"0".into()));
    assert!(object["stdout"].as_str().is_some_and(|text| !text.is_empty()));
}
