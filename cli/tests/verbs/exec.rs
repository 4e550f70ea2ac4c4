//! `exec`: functions, programs, ends and statuses.

use std::path::PathBuf;

use irsmith_testdata::Data;

use crate::support::{Ran, assert_refused, irsmith, irsmith_with, real};

irsmith_testdata::data_tests! {
    own: [
        an_invalid_module_is_reported_and_not_run,
    ],
    outside: [
        an_invalid_module_is_reported_and_not_run,
        programs_print_what_they_print,
    ],
}

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
fn ends_other_than_a_return_are_reported() {
    let (_folder, file) = example();
    for (options, printed, reported) in [
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
        assert_eq!((ran.status, ran.text(), ran.stderr.as_str()), (1, printed, reported), "{options:?}");
    }
}

#[test]
fn json_contains_the_end() {
    let (_folder, file) = example();
    let object = &exec(&file, &["--function", "@f2", "--args", "0", "40", "--json"]).json()[0];
    let field = |name: &str| object[name].as_str().unwrap_or_default();
    assert_eq!([field("end"), field("value"), field("place")], ["trap", "division by zero", "@f2 instruction 1"]);
    assert_eq!([field("function"), field("undefined")], ["@f2", "shift by the width or more at @f2 instruction 0"]);
    assert_eq!((&object["blocks"], &object["stdout"]), (&1.into(), &serde_json::Value::Null));
}

#[test]
fn a_trace_contains_every_instruction() {
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

fn an_invalid_module_is_reported_and_not_run(data: &Data) {
    let (file, error) = data.choose(
        (
            "../pnacl/regressions/declaration-never-defined",
            ": 114:4: @f0 %b0 instruction 0: error: declaration-undefined: %v5 is never defined",
        ),
        ("pnacl/probes/bin-i1-6", ": 152:0: @f0 %b0 %v0: error: binary-boolean: srem of i1"),
    );
    let ran = exec(&data.path(&format!("{file}.pexe")).display().to_string(), &[]);
    assert_eq!((ran.status, ran.text()), (2, ""));
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(lines[0].ends_with(error), "{lines:?}");
    assert!(lines[1].starts_with("irsmith: ") && lines[1].ends_with("the module is not valid: 1 errors"), "{lines:?}");
}

/// Assembles a text to a file.
fn assembled(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let (source, file) = (folder.path().join("source.pnaclasm"), folder.path().join(name).display().to_string());
    std::fs::write(&source, text).unwrap();
    let ran = irsmith(&["assemble", source.to_str().unwrap(), "--format", "pnacl", "-o", &file]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    file
}

/// Errors of records, which the module that is read does not show, make a file as invalid as others.
#[test]
fn files_with_invalid_records_are_neither_run_nor_lowered() {
    let folder = tempfile::tempdir().unwrap();
    let text = |version: &str, end: &str| {
        format!(
            "module {{ version {version}; types {{ count 4; @t0 = i32; @t1 = void; @t2 = void (); @t3 = i32 (i32); }}\n\
             define external void @f0();\ndefine internal i32 @f1(i32);\nglobals {{ count 0; }}\nvaluesymtab {{ @f0 : \"_start\"; }}\n\
             function void @f0() {{ blocks 1; ret void; }}\nfunction i32 @f1(i32 %p0) {{ blocks 1; {end} }}\n}}\n"
        )
    };
    let late = "constants { i32: %c0 = i32 7; } %v0 = add i32 %p0, %c0; constants { i32: %c1 = i32 9; } ret i32 %v0;";
    for (version, end, rule) in [
        ("1", "ret i32 %p0;", ""),
        ("7", "ret i32 %p0;", "module-version"),
        ("1", "record <10, 1, 7>;", "extra-operands"),
        ("1", late, "value-numbering"),
    ] {
        let file = assembled(&folder, "case.pexe", &text(version, end));
        let lowered = folder.path().join("case.mir").display().to_string();
        let (ran, lowered) = (exec(&file, &["--function", "@f1", "--args", "5"]), irsmith(&["lower", &file, "-o", &lowered]));
        if rule.is_empty() {
            assert_eq!((ran.status, lowered.status), (0, 0), "{}{}", ran.stderr, lowered.stderr);
            continue;
        }
        for ran in [ran, lowered] {
            assert_eq!((ran.status, ran.text()), (2, ""), "{rule}: {}", ran.stderr);
            assert!(ran.stderr.contains(&format!("error: {rule}: ")) && ran.stderr.contains("is not valid: 1 errors"), "{}", ran.stderr);
        }
    }
}

/// A run of zeros is a word of the text, also before other bytes.
#[test]
fn zeros_in_memory_are_not_written_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = assembled(
        &folder,
        "zeros.pexe",
        "module { version 1; types { count 3; @t0 = i32; @t1 = void; @t2 = void (); }\ndefine external void @f0();\n\
         globals { count 2; var @g0, align 1, zerofill 100000000; var @g1, align 1, {1} }\nvaluesymtab { @f0 : \"_start\"; }\n\
         function void @f0() { blocks 1; ret void; }\n}\n",
    );
    let out = folder.path().join("zeros.mir").display().to_string();
    let ran = irsmith(&["lower", &file, "-o", &out]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let size = std::fs::metadata(&out).unwrap().len();
    assert!(size < 10_000, "{size} bytes");
    assert_eq!(irsmith(&["validate", &out]).status, 0);
}

fn programs_print_what_they_print(data: &Data) {
    for (name, arguments) in [("puts", &[][..]), ("nbody", &["1000"]), ("fannkuchredux", &["7"]), ("mandelbrot", &["20"])] {
        let file = real(data, name).display().to_string();
        let ran = irsmith(&[&["exec", file.as_str(), "--"], arguments].concat());
        let expected = std::fs::read(data.path(&format!("pnacl/stdout/{name}.txt"))).unwrap();
        assert_eq!((ran.status, ran.stdout, ran.stderr.as_str()), (0, expected, ""), "{name}");
    }
    let file: PathBuf = real(data, "puts");
    let object = &irsmith_with(&["exec", "--json", &file.display().to_string()], b"").json()[0];
    assert_eq!((&object["end"], &object["value"]), (&"exit".into(), &"0".into()));
    assert!(object["stdout"].as_str().is_some_and(|text| !text.is_empty()));
}

/// A program that asks for an interface by name and continues with `body`; constants are `%c0` 1, `%c1` 2 and so on as listed there.
fn asking(name: &str, constants: &[u32], body: &str) -> (tempfile::TempDir, String) {
    let name: Vec<String> = name.bytes().chain([0]).map(|byte| byte.to_string()).collect();
    let constants: String = constants.iter().enumerate().map(|(index, value)| format!("%c{index} = i32 {value};\n")).collect();
    let source = format!(
        "module {{\nversion 1;\ntypes {{\ncount 3;\n@t0 = i32;\n@t1 = void;\n@t2 = void (i32);\n}}\ndefine external void @f0(i32);\n\
         globals {{\ncount 2;\nconst @g0, align 1,\n{{{}}}\nvar @g1, align 4,\nzerofill 64;\n}}\nvaluesymtab {{\n@f0 : \"_start\";\n}}\n\
         function void @f0(i32 %p0) {{\nblocks 1;\nconstants {{\ni32:\n{constants}}}\n{body}ret void;\n}}\n}}\n",
        name.join(", ")
    );
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (text, file) = (path("asking.pnaclasm"), path("asking.pexe"));
    std::fs::write(&text, source).unwrap();
    let ran = irsmith(&["assemble", &text, "-o", &file]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    (folder, file)
}

#[test]
fn missing_interfaces_are_reported_where_a_program_does_not_end_well() {
    // The auxiliary vector follows one argument and an empty environment; the program divides by the size of the interface's table.
    let body = "%v0 = add i32 %p0, %c0;\n%v1 = load i32* %v0, align 1;\n%v2 = call i32 %v1(i32 @g0, i32 @g1, i32 %c1);\n\
                %v3 = udiv i32 %c1, %v2;\n";
    let (_folder, file) = asking("nacl-irt-thread-0.1", &[28, 64], body);
    let ran = exec(&file, &[]);
    let reported = "irsmith: trap: division by zero at @f0 instruction 3\n\
                irsmith: the program asked for interfaces that are not there: nacl-irt-thread-0.1\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (1, reported));
    assert_eq!(exec(&file, &["--json"]).json()[0]["missing"][0], "nacl-irt-thread-0.1");
    let (_folder, file) = asking("nacl-irt-tls-0.1", &[28, 64], body);
    let ran = exec(&file, &[]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
}

#[test]
fn programs_find_the_file_as_it_was_given_and_the_environment() {
    // Writes the memory from the first argument on, which includes the environment.
    let body = "%v0 = add i32 %p0, %c0;\n%v1 = load i32* %v0, align 1;\n%v2 = add i32 %p0, %c1;\n%v3 = load i32* %v2, align 1;\n\
                %v4 = add i32 %v1, %v3;\n%v5 = add i32 %v4, %c2;\n%v6 = shl i32 %v5, %c3;\n%v7 = add i32 %p0, %v6;\n\
                %v8 = load i32* %v7, align 1;\n%v9 = call i32 %v8(i32 @g0, i32 @g1, i32 %c4);\n%v10 = add i32 @g1, %c5;\n\
                %v11 = load i32* %v10, align 1;\n%v12 = add i32 %p0, %c6;\n%v13 = load i32* %v12, align 1;\n\
                %v14 = call i32 %v11(i32 %c7, i32 %v13, i32 %c8, i32 @g1);\n";
    let expected = |file: &str| format!("{file}\0LANG=C\0EMPTY=\0A=b=c\0").into_bytes();
    let length = tempfile::tempdir().unwrap().path().join("asking.pexe").display().to_string().len();
    let (_folder, file) = asking("nacl-irt-fdio-0.1", &[4, 8, 6, 2, 64, 16, 12, 1, length as u32 + 21], body);
    let ran = exec(&file, &["--env", "LANG=C", "--env", "EMPTY=", "--env", "A=b=c"]);
    assert_eq!((ran.status, ran.stdout, ran.stderr.as_str()), (0, expected(&file), ""));
    for wrong in ["LANG", "=C"] {
        assert_refused(&exec(&file, &["--env", wrong]), &["--env", "NAME=VALUE"]);
    }
}

/// Compiles a file as the help of `irsmith lower` says, if llc-19 is installed.
#[track_caller]
fn compiles(file: &str) {
    let arguments = ["-global-isel", "-start-before=legalizer", "-filetype=obj", file, "-o", "-"];
    match std::process::Command::new("llc-19").args(arguments).output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(cause) => eprintln!("not tested: llc-19: {cause}"),
    }
}

#[test]
fn modules_are_lowered_to_machine_ir_that_validates() {
    let (folder, file) = example();
    for (options, triple) in [(&[][..], "x86_64"), (&["--target", "aarch64", "--dialect", "llvm-22", "--heap", "4096"], "aarch64")] {
        let out = folder.path().join("gcd.mir").display().to_string();
        let ran = irsmith(&[&["lower", &file, "-o", &out], options].concat());
        assert_eq!((ran.status, ran.text(), ran.stderr.as_str()), (0, "", ""), "{options:?}");
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(text.starts_with("# @f0 is ") && text.contains(triple) && text.contains("\nname: f1\n"), "{text}");
        let ran = irsmith(&["validate", &out]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{options:?}: {}", ran.text());
        compiles(&out);
    }
    let out = folder.path().join("executable.mir").display().to_string();
    let ran = irsmith(&["lower", &file, "--executable", "-o", &out, "--", "1000"]);
    assert_eq!((ran.status, ran.text(), ran.stderr.as_str()), (0, "", ""));
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.contains("\nname: main\n") && text.contains("gcd.pexe\\001000"), "{text}");
    assert_eq!(irsmith(&["validate", &out]).status, 0);
    compiles(&out);
    let double = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/examples/double.mir");
    for (options, reported) in [
        (&["lower", double][..], "files of mir are not lowered"),
        (&["lower", &file, "--dialect", "llvm-13"], "dialect llvm-13: there is llvm-14 to llvm-23"),
        (&["lower", &file, "--target", "mips"], "there is x86_64, aarch64"),
        (&["lower", &file, "--heap", "4294967295"], "the program needs"),
        (&["lower", &file, "--", "1000"], "--executable"),
    ] {
        let ran = irsmith(options);
        assert!(ran.status == 2 && ran.stderr.contains(reported), "{options:?}: {}", ran.stderr);
    }
}
