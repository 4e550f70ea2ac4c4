//! Unusable input: status 2 and one line that names the place and the cause, from every verb that reads.

use std::path::{Path, PathBuf};

use irsmith_pnacl::bits::BitWriter;

use crate::support::{assert_refused, case, irsmith};

/// The standard header.
const HEADER: &[u8] = b"PEXE\x01\0\x08\0\x11\0\x04\0\x02\0\0\0";

/// A header and a module block that begins with an unabbreviated record of this code and this operand count, whose operands are missing.
fn announced(code: u64, operands: u64) -> Vec<u8> {
    let mut bits = BitWriter::default();
    bits.fixed(1, 2);
    bits.vbr(8, 8);
    bits.vbr(2, 4);
    bits.align32();
    bits.fixed(1 << 16, 32);
    bits.fixed(3, 2);
    bits.vbr(code, 6);
    bits.vbr(operands, 6);
    bits.align32();
    [HEADER, &bits.into_bytes()].concat()
}

/// Files that are not cases, each with the text that the line must contain after the file's name.
fn files(folder: &Path, case: &Path) -> Vec<(PathBuf, &'static [&'static str])> {
    let bytes = std::fs::read(case).unwrap();
    let write = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        path
    };
    vec![
        (folder.join("missing.pexe"), &["No such file"]),
        (folder.to_owned(), &["directory"]),
        (write("empty.pexe", b""), &["0:0: ", "header-magic: "]),
        (write("magic.pexe", b"ELF, not PEXE"), &["0:0: header-magic: "]),
        (write("notes", b"no magic, no extension"), &["0:0: unknown format: ", "pnacl", "PEXE", ".pexe"]),
        (write("header.pexe", HEADER), &["16:0: "]),
        (write("half.pexe", &bytes[..bytes.len() / 2]), &[":", "file-truncated: "]),
        (write("version.pexe", &[&HEADER[..12], b"\x09\0\0\0", &bytes[16..]].concat()), &[":", "header-version: ", "9"]),
        (write("behind.pexe", &[&bytes[..], b"more"].concat()), &[":0: file-trailing: 4 bytes"]),
        (write("operands.pexe", &announced(1, u64::from(u32::MAX))), &["30:2: file-truncated: "]),
        (write("count.pexe", &announced(1, 1 << 40)), &["31:6: file-truncated: "]),
        (write("code.pexe", &announced(1 << 33, 0)), &["24:0: number-size: ", "8589934592"]),
    ]
}

#[test]
fn verbs_that_read_cases_refuse_in_one_line() {
    let (folder, case) = case();
    for (file, words) in files(folder.path(), &case) {
        let name = file.display().to_string();
        for verb in [&["show"][..], &["show", "--asm"], &["show", "--records"], &["validate"]] {
            let words: Vec<&str> = [name.as_str(), ": "].into_iter().chain(words.iter().copied()).collect();
            let arguments: Vec<&str> = verb.iter().copied().chain([name.as_str()]).collect();
            assert_refused(&irsmith(&arguments), &words);
        }
    }
}

#[test]
fn names_that_mean_nothing() {
    let (_folder, case) = case();
    let case = case.to_str().unwrap();
    assert_refused(&irsmith(&["run", "no_such_target", case]), &["unknown target \"no_such_target\""]);
    assert_refused(&irsmith(&["generate", "cobol"]), &["unknown format \"cobol\"", "pnacl"]);
    assert_refused(&irsmith(&["tables", "none"]), &["unknown table \"none\""]);
    assert_refused(&irsmith(&["fuzz", "no_such_target"]), &["unknown target \"no_such_target\""]);
    for verb in ["run", "minimize", "fuzz"] {
        let arguments = [verb, "pnacl_raed", case];
        let said = ["unknown target \"pnacl_raed\" (did you mean pnacl_read?); `irsmith targets` lists them"];
        assert_refused(&irsmith(&arguments[..if verb == "fuzz" { 2 } else { 3 }]), &said);
    }
    assert_refused(&irsmith(&["generate", "pnalc"]), &["unknown format \"pnalc\" (did you mean pnacl?)", "debuginfo (or spv, spirv)"]);
    assert_refused(&irsmith(&["tables", "pnacl-instruction"]), &["(did you mean pnacl-instructions?)"]);
}

#[test]
fn formats_go_by_the_names_of_their_files_too() {
    for names in [&["pnacl", "pexe"][..], &["debuginfo", "spv", "spirv"], &["mir"]] {
        let made: Vec<Vec<u8>> = names.iter().map(|name| irsmith(&["generate", name, "--seed", "5"]).stdout).collect();
        assert!(!made[0].is_empty() && made.iter().all(|case| *case == made[0]), "{names:?}");
    }
}

#[test]
fn places_that_cannot_be_written() {
    let (folder, case) = case();
    let below = folder.path().join("case.pexe/below");
    let below = below.to_str().unwrap();
    assert_refused(&irsmith(&["generate", "pnacl", "-o", below]), &[below, ": "]);
    assert_refused(&irsmith(&["generate", "pnacl", "-n", "2"]), &["2 cases", "-o DIR"]);
    let text = folder.path().join("text");
    std::fs::write(&text, irsmith(&["show", "--asm", case.to_str().unwrap()]).stdout).unwrap();
    assert_refused(&irsmith(&["assemble", text.to_str().unwrap(), "-o", below]), &[below, ": "]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_standard_output() {
    let (_folder, case) = case();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = crate::support::command(&["show".as_ref(), case.as_os_str()]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.starts_with(b"irsmith: standard output: "));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_an_end() {
    assert_refused(&irsmith(&["show", "/dev/zero"]), &["/dev/zero: ", "limit-bytes: "]);
}

/// Every verb that reads files accepts other limits, larger and smaller.
#[test]
fn limits_can_be_set() {
    let (folder, case) = case();
    let text = folder.path().join("text.pnaclasm");
    std::fs::write(&text, irsmith(&["show", "--asm", case.to_str().unwrap()]).stdout).unwrap();
    let (case, text) = (case.to_str().unwrap(), text.to_str().unwrap());
    let verbs: [&[&str]; 7] = [
        &["show", case],
        &["validate", case],
        &["exec", "--function", "@f0", case],
        &["assemble", text],
        &["run", "pnacl_read", case],
        &["replay", case],
        &["minimize", "pnacl_read", case],
    ];
    for verb in verbs {
        let limited = |limit: &str| irsmith(&[verb, &["--limit", limit]].concat());
        let small = limited("bytes=100");
        assert_eq!(small.status, 2, "{verb:?}: {}", small.stderr);
        assert!(small.stderr.contains("100:0: limit-bytes: ") && small.stderr.contains("--limit bytes="), "{verb:?}: {}", small.stderr);
        // A limit that is larger than needed changes nothing.
        let (large, plain) = (limited("bytes=1G,nesting=20"), irsmith(verb));
        assert_eq!((large.status, large.stdout), (plain.status, plain.stdout), "{verb:?}: {}", large.stderr);
        assert_refused(&limited("bites=1K"), &["'bites=1K'", "unknown limit \"bites\" (did you mean bytes?)", "bytes, records, operands"]);
        assert_refused(&limited("bytes=many"), &["'bytes=many'", "\"many\" is no number above 0"]);
    }
    assert_refused(&irsmith(&["show", case, "--limit", "records=3"]), &[case, "limit-records: "]);
    assert_refused(&irsmith(&["show", case, "--limit", "errors=3"]), &["files of pnacl have no limit errors; there is bytes, records"]);
    // Limits also apply to the readers of targets: with a limit of one item, no file is readable.
    let ran = irsmith(&["run", "pnacl_roundtrip", case, "--limit", "records=1"]);
    assert!(ran.status == 2 && ran.stderr.contains("nothing was checked"), "{}{}", ran.text(), ran.stderr);
}

/// A file beyond the limit of 64 MiB is refused, and the message says how to allow it.
#[test]
fn large_files_are_allowed_where_the_user_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.mir");
    let comment = vec![b'#'; 70 << 20];
    let function: &[u8] = b"\n---\nname: f\nbody: |\n  bb.0:\n    RET64\n...\n";
    std::fs::write(&large, [&comment, function].concat()).unwrap();
    let large = large.to_str().unwrap();
    let said = ["67108864:0: limit-bytes: ", "--limit bytes=NUMBER allows more"];
    for verb in [&["show", "--records", large][..], &["validate", large], &["run", "mir_roundtrip", large]] {
        let refused = irsmith(verb);
        assert!(refused.status == 2 && said.iter().all(|word| refused.stderr.contains(word)), "{verb:?}: {}", refused.stderr);
        let allowed = irsmith(&[verb, &["--limit", "bytes=80M"]].concat());
        assert_eq!((allowed.status, allowed.stderr.as_str()), (0, ""), "{verb:?}");
    }
}

#[test]
fn wrong_usage_is_one_line_and_status_two() {
    let wrong: [(&[&str], &[&str]); 9] = [
        (&["no-such-verb"], &["unrecognized subcommand 'no-such-verb'", "`irsmith --help`"]),
        (&["fuz"], &["'fuz'", "fuzz"]),
        (&["show"], &["required", "<FILE>", "`irsmith show --help`"]),
        (&["show", "a", "--asm", "--records"], &["'--asm'", "'--records'"]),
        (&["show", "--foo"], &["unexpected argument '--foo'", "`irsmith show --help`"]),
        (&["validate"], &["required", "<FILE>"]),
        (&["generate", "pnacl", "-n", "0"], &["'0'", "'--count <COUNT>'", "1"]),
        (&["fuzz", "--engine", "steam"], &["'steam'", "'--engine <ENGINE>'", "built-in or random"]),
        (&["fuzz", "--time", "a\nb"], &["'--time <TIME>'"]),
    ];
    for (arguments, words) in wrong {
        assert_refused(&irsmith(arguments), words);
    }
    // Without a verb, the whole help is printed.
    let ran = irsmith::<&str>(&[]);
    assert_eq!((ran.status, ran.text()), (2, ""));
    assert!(ran.stderr.contains("Usage: irsmith <COMMAND>"), "{}", ran.stderr);
    for arguments in [&["--help"][..], &["--version"], &["help", "validate"]] {
        assert_eq!(irsmith(arguments).status, 0, "{arguments:?}");
    }
}

#[test]
fn every_verb_documents_its_exit_status() {
    let help = irsmith(&["--help"]);
    let commands = help.text().split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let verbs: Vec<&str> =
        commands.lines().filter(|line| !line.starts_with("    ")).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(verbs.len() > 10, "{verbs:?}");
    for verb in verbs.iter().filter(|verb| **verb != "help") {
        assert!(irsmith(&[verb, "--help"]).text().contains("Exit status: 0"), "{verb}");
    }
}
