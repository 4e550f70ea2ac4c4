//! `show` and `assemble`.

use std::{
    io::{Read, Write},
    process::Stdio,
};

use irsmith_testdata::Data;

use crate::support::{REAL, assert_refused, case, command, irsmith, irsmith_with, real};

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        show_prints_what_the_reference_tools_print,
        assembling_what_was_shown_gives_the_same_bytes,
    ],
}

fn golden(data: &Data, name: &str) -> String {
    let path = data.path(&format!("pnacl/golden/{name}"));
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

fn show_prints_what_the_reference_tools_print(data: &Data) {
    for name in REAL {
        let file = real(data, name);
        for (option, kind) in [(None, "bcdis"), (Some("--records"), "records")] {
            let arguments: Vec<_> = ["show".as_ref(), file.as_os_str()].into_iter().chain(option.map(AsRef::as_ref)).collect();
            let ran = irsmith(&arguments);
            assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{name}");
            // Not assert_eq: a failure should not print two listings.
            assert!(ran.text() == golden(data, &format!("{name}.{kind}.txt.gz")), "{name}: {kind} differ");
        }
    }
}

fn assembling_what_was_shown_gives_the_same_bytes(data: &Data) {
    for name in REAL {
        let file = real(data, name);
        let shown = irsmith(&["show".as_ref(), "--asm".as_ref(), file.as_os_str()]);
        let assembled = irsmith_with(&["assemble", "-"], &shown.stdout);
        assert_eq!((assembled.status, assembled.stderr.as_str()), (0, ""), "{name}");
        assert!(assembled.stdout == std::fs::read(&file).unwrap(), "{name}: bytes differ");
    }
}

#[test]
fn files_and_standard_input_are_the_same() {
    let (folder, case) = case();
    let bytes = std::fs::read(&case).unwrap();
    let shown = irsmith(&["show".as_ref(), case.as_os_str(), "--asm".as_ref()]);
    assert_eq!(irsmith_with(&["show", "--asm", "-"], &bytes).text(), shown.text());
    let (text, out) = (folder.path().join("text"), folder.path().join("out"));
    std::fs::write(&text, &shown.stdout).unwrap();
    let ran = irsmith(&["assemble".as_ref(), text.as_os_str(), "-o".as_ref(), out.as_os_str()]);
    assert_eq!((ran.status, ran.stdout.len()), (0, 0));
    assert!(std::fs::read(&out).unwrap() == bytes);
}

#[test]
fn errors_of_texts_have_line_and_column() {
    let ran = irsmith_with(&["assemble", "-"], b"module {\n  version one;\n}\n");
    assert_refused(&ran, &["-:2:11: expected ", ", found "]);
    let ran = irsmith_with(&["assemble", "-"], b"module {\n // \xc3\xa9 \xff\n}\n");
    assert_refused(&ran, &["-:2:7: expected UTF-8"]);
}

/// The format is the one on the command line, or else the one that the text shows; otherwise it is an error.
#[test]
fn texts_of_every_format_are_distinguished() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let (text, out) = (folder.path().join("x.txt"), out.to_str().unwrap());
    for (format, name) in [("pnacl", "case.pexe"), ("spirv", "case.spv"), ("mir", "case.mir")] {
        let case = folder.path().join(name);
        std::fs::write(&case, irsmith(&["generate", format, "--seed", "2"]).stdout).unwrap();
        std::fs::write(&text, irsmith(&["show".as_ref(), "--asm".as_ref(), case.as_os_str()]).stdout).unwrap();
        let text = text.to_str().unwrap();
        let named = irsmith(&["assemble", "--format", format, text]);
        let unnamed = irsmith(&["assemble", text, "-o", out]);
        assert_eq!((named.status, unnamed.status), (0, 0), "{format}: {}{}", named.stderr, unnamed.stderr);
        assert!(!named.stdout.is_empty() && std::fs::read(out).unwrap() == named.stdout, "{format}");
        std::fs::remove_file(out).unwrap();
    }
    std::fs::write(&text, "hello\n").unwrap();
    let text = text.to_str().unwrap();
    assert_refused(&irsmith(&["assemble", text, "-o", out]), &[text, ": ", "--format", "pnacl", "spirv", "mir"]);
    assert_refused(&irsmith(&["assemble", "--format", "pexe", text, "-o", out]), &["x.txt:1:1: expected "]);
    assert_refused(&irsmith(&["assemble", "--format", "exe", text]), &["unknown format \"exe\" (did you mean pexe?)"]);
    assert!(!std::path::Path::new(out).exists());
}

#[test]
fn a_text_with_an_error_leaves_the_output_alone() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.pexe");
    std::fs::write(&out, "kept").unwrap();
    let ran = irsmith_with(&["assemble", "-", "-o", out.to_str().unwrap()], b"module {");
    assert_refused(&ran, &["-:1:9: expected "]);
    assert_eq!(std::fs::read(&out).unwrap(), b"kept");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let (_folder, case) = case();
    let arguments = ["show".as_ref(), case.as_os_str()];
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.flush().unwrap();
    drop(reader);
    let output = command(&arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

/// A module of one record with this many operands, of six bits each.
#[cfg(target_os = "linux")]
fn one_record(operands: u64) -> Vec<u8> {
    let mut bits = irsmith_pnacl::bits::BitWriter::default();
    bits.fixed(1, 2);
    bits.vbr(8, 8);
    bits.vbr(2, 4);
    bits.align32();
    // The length, which readers may ignore.
    bits.fixed(0, 32);
    bits.fixed(3, 2);
    bits.vbr(77, 6);
    bits.vbr(operands, 6);
    (0..operands).for_each(|number| bits.vbr(number % 29, 6));
    bits.fixed(0, 2);
    bits.align32();
    [b"PEXE\x01\0\x08\0\x11\0\x04\0\x02\0\0\0", &bits.into_bytes()[..]].concat()
}

/// A listing is written line by line, so that memory use depends on the file and not on the text: a record of twelve million operands uses
/// 8 bytes for each operand; before, it used about 100 bytes of text for each.
#[cfg(target_os = "linux")]
#[test]
fn a_long_record_is_shown_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.pexe");
    let bytes = one_record(12_000_000);
    assert!((8 << 20..10 << 20).contains(&bytes.len()), "{}", bytes.len());
    std::fs::write(&file, &bytes).unwrap();
    // In KiB, including everything that the program itself maps.
    let limited = "ulimit -v 200000; exec \"$0\" show $1 \"$2\"";
    for (option, least) in [("", 30 << 20), ("--asm", 30 << 20), ("--records", 25 << 20)] {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", limited, env!("CARGO_BIN_EXE_irsmith"), option]).arg(&file).stderr(Stdio::piped()).stdout(Stdio::piped());
        let mut child = shell.spawn().unwrap();
        let bytes = std::io::copy(&mut child.stdout.take().unwrap(), &mut std::io::sink()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "show {option}: {:?} {}", output.status, String::from_utf8_lossy(&output.stderr));
        assert!(bytes > least, "show {option}: {bytes} bytes");
    }
}

#[test]
fn files_are_converted_to_dialects_and_losses_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let imported = |file: &str| {
        irsmith(&["show", file])
            .text()
            .lines()
            .find(|line| line.contains("OpExtInstImport") && line.contains("DebugInfo"))
            .unwrap()
            .to_owned()
    };
    let generated = irsmith(&["generate", "debuginfo", "--seed", "7", "--profile", "portable"]);
    std::fs::write(at("a.spv"), &generated.stdout).unwrap();
    let there = irsmith(&["convert", &at("a.spv"), "--to", "OpenCL.DebugInfo.100", "-o", &at("b.spv")]);
    assert!(imported(&at("b.spv")).contains("OpenCL.DebugInfo.100"), "{}", there.stderr);
    assert_eq!(there.status, i32::from(!there.stderr.is_empty()));
    let back = irsmith(&["convert", &at("b.spv"), "--to", "DebugInfo", "-o", &at("c.spv")]);
    assert!(imported(&at("c.spv")).contains("\"DebugInfo\""), "{}", back.stderr);
    assert_eq!(irsmith(&["validate", &at("c.spv")]).status, 0);
    irsmith(&["convert", &at("a.spv"), "--to", "NonSemantic.Shader.DebugInfo.100", "-o", &at("d.spv")]);
    assert!(imported(&at("d.spv")).contains("NonSemantic.Shader.DebugInfo.100"));
    assert_eq!(irsmith(&["validate", &at("d.spv")]).status, 0);

    std::fs::write(at("f.mir"), "---\nname: f\nisSSA: true\nnoPhis: true\nbody: |\n  bb.0:\n    %0:_(s32) = samesign G_ICMP 1\n...\n")
        .unwrap();
    let older = irsmith(&["convert", &at("f.mir"), "--to", "llvm-16"]);
    assert_eq!((older.status, older.text().contains("noPhis")), (1, false), "{}", older.stderr);
    assert!(older.stderr.contains(&format!("{}: lost: ", at("f.mir"))) && older.stderr.contains("samesign"), "{}", older.stderr);
    for (file, to, message) in [
        ("a.spv", "llvm-16", "dialect llvm-16: there is DebugInfo, OpenCL.DebugInfo.100, SPIRV.debug"),
        ("f.mir", "DebugInfo", "dialect DebugInfo: "),
    ] {
        let ran = irsmith(&["convert", &at(file), "--to", to]);
        assert_eq!(ran.status, 2, "{to}");
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
}
