//! Programs of the user: `--implementation`, `--config` and `irsmith.toml`.

use std::fs;

use crate::support::{assert_refused, irsmith, irsmith_in, script};

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "llc", "echo LLVM version 22.1.8");
    script(folder.path(), "silent", "exit 0");
    script(folder.path(), "wordy", "echo the newest one");
    script(folder.path(), "hangs", "exec sleep 3501");
    fs::write(folder.path().join("plain"), "echo LLVM version 22.1.8").unwrap();
    folder
}

#[test]
fn named_programs_are_listed_with_what_they_tell() {
    let folder = folder();
    let toml = "[[implementation]]\nname = \"old\"\nfamily = \"llc\"\ndialect = \"llvm-16\"\nversion = \"16.0\"\ncommand = \"./silent\"\n";
    fs::write(folder.path().join("irsmith.toml"), toml).unwrap();
    let lines =
        irsmith_in(folder.path(), &["implementations", "--json", "--implementation", "mine=./llc", "--implementation", "llc-19=./llc"]);
    assert_eq!(lines.status, 0, "{}", lines.stderr);
    let lines = lines.json();
    let of = |name: &str| lines.iter().find(|line| line["implementation"] == name).unwrap();
    for (name, dialect) in [("mine", "llvm-22"), ("llc-19", "llvm-22"), ("old", "llvm-16")] {
        let line = of(name);
        assert_eq!((&line["found"], &line["dialect"], &line["takes_part"]), (&true.into(), &dialect.into(), &"named".into()), "{name}");
    }
    assert_eq!((&of("mine")["family"], &of("mine")["format"]), (&"llc".into(), &"mir".into()));
    assert_eq!(of("llc-23")["takes_part"], "when named");
    fs::rename(folder.path().join("irsmith.toml"), folder.path().join("other.toml")).unwrap();
    assert!(!irsmith_in(folder.path(), &["implementations"]).text().contains("\nold "));
    assert!(irsmith_in(folder.path(), &["implementations", "--config", "other.toml"]).text().contains("\nold "));
}

#[test]
fn unusable_programs_are_refused_in_one_line() {
    let folder = folder();
    for (option, cause) in [
        ("m=./missing/llc", "there is no program "),
        ("m:llc=./plain", "plain is not executable"),
        ("m:llc=./silent", "silent --version prints no version"),
        ("m:spirv-val=./wordy", "wordy --version prints no version"),
        ("m:llc=./hangs", "hangs --version: it was killed when its time was up"),
        ("m", "m is not known"),
        ("m=./silent", "does not tell its family"),
        ("m:llvm=./llc", "there is no family \"llvm\""),
        ("m@22=./llc", "\"22\" is no dialect of llc"),
        ("llc-7=", "has no command"),
    ] {
        for verb in [&["implementations"][..], &["run", "mir_llc", "case.mir"], &["fuzz", "mir_llc"]] {
            let arguments = [verb, &["--implementation", option]].concat();
            assert_refused(&irsmith_in(folder.path(), &arguments), &["irsmith: --implementation ", option, ": ", cause]);
        }
    }
}

#[test]
fn mistakes_in_the_file_are_refused_with_their_lines() {
    let folder = folder();
    let entry = "[[implementation]]\nname = \"m\"\nfamily = \"llc\"\ncommand = \"./llc\"\n";
    for (text, place, cause) in [
        (format!("{entry}colour = \"red\"\n"), "irsmith.toml:5: ", "unknown field `colour`"),
        (format!("{entry}roles = [\"execute\"]\n"), "irsmith.toml:5: ", "do not execute"),
        (format!("{entry}roles = [\"judge\"]\n"), "irsmith.toml:5: ", "unknown variant `judge`"),
        (format!("{entry}\n{entry}"), "irsmith.toml:7: ", "m is named twice, first at line 2"),
        (entry.replace("./llc", "./missing"), "irsmith.toml:2: ", "m: there is no program "),
        (entry.replace("./llc", "./wordy"), "irsmith.toml:2: ", "prints no version"),
        ("[[implementation]\n".to_owned(), "irsmith.toml:1: ", ""),
    ] {
        fs::write(folder.path().join("irsmith.toml"), &text).unwrap();
        for verb in [&["implementations"][..], &["replay"], &["minimize", "mir_llc", "case.mir"]] {
            assert_refused(&irsmith_in(folder.path(), verb), &["irsmith: ", place, cause]);
        }
    }
    assert_refused(&irsmith_in(folder.path(), &["implementations", "--config", "missing.toml"]), &["irsmith: missing.toml: No such file"]);
}

/// Returns a real llc, and its name.
fn real_llc() -> Option<(&'static str, String)> {
    let found = ["llc-22", "llc-19", "llc-16", "llc-14"].into_iter().find_map(|name| {
        let path = irsmith_oracles::external::implementation(name)?.find()?;
        Some((name, path.display().to_string()))
    });
    if found.is_none() {
        irsmith_testdata::not_tested("the self-test of llc: no llc is installed");
    }
    found
}

/// Programs in place of llc that do something wrong: name, commands, what is reported, and how often at least. Each takes the version from
/// the real llc. `$0` is no command of the scripts: they start in an empty folder without a search path.
const MISBEHAVING_PROGRAMS: [(&str, &str, &str, usize); 6] = [
    ("accepts-always", "\"$real\" \"$@\" 2>/dev/null || exit 0", "accepts it", 4),
    ("echoes", "/bin/cat case.mir", "prints the text that it was given, not its own", 1),
    ("drops-the-last", "\"$real\" \"$@\" >out || exit; /usr/bin/awk '/^---$/ { n++ } n < 3' out", "does not print third", 1),
    ("hangs", "exec /bin/sleep 3601", "it was killed when its time was up", 1),
    ("floods", "/usr/bin/yes", "it was killed when it had written more than it may", 1),
    ("leaves-a-child", "/bin/sleep 3602 & exec \"$real\" \"$@\"", "left processes running", 1),
];

#[test]
fn the_real_llc_passes_under_any_name() {
    let Some((known, llc)) = real_llc() else { return };
    let folder = tempfile::tempdir().unwrap();
    for name in ["llc", "mine", known] {
        let ran = irsmith_in(folder.path(), &["implementations", "--implementation", &format!("{name}:llc={llc}"), "--check", name]);
        assert_eq!(ran.status, 0, "{}{}", ran.text(), ran.stderr);
        assert!(ran.text().lines().skip(1).all(|line| line.ends_with("  ok")), "{}", ran.text());
        assert!(ran.stderr.starts_with(&format!("{name} (")) && ran.stderr.contains(") behaves as programs of the family llc do"));
    }
    assert_refused(&irsmith_in(folder.path(), &["implementations", "--check", "moon"]), &["--check moon: there is no implementation"]);
    let no_test = irsmith_in(folder.path(), &["implementations", "--implementation", &format!("x:lli={llc}"), "--check", "x"]);
    assert_refused(&no_test, &["--check x: there is no test of the family lli; there is llc, "]);
}

#[test]
fn misbehaving_programs_are_reported_by_the_self_test() {
    let Some((_, llc)) = real_llc() else { return };
    let folder = tempfile::tempdir().unwrap();
    let limits = "limits = { time = 2, output = 8 }\n";
    let entry = |(name, ..): &(&str, &str, &str, usize)| {
        format!("[[implementation]]\nname = \"{name}\"\nfamily = \"llc\"\ncommand = \"./{name}\"\n{limits}")
    };
    fs::write(folder.path().join("irsmith.toml"), MISBEHAVING_PROGRAMS.iter().map(entry).collect::<String>()).unwrap();
    for (name, commands, _, _) in MISBEHAVING_PROGRAMS {
        script(folder.path(), name, &format!("real={llc}\n[ \"$1\" = --version ] && exec \"$real\" --version\n{commands}"));
    }
    for (name, _, got, least) in MISBEHAVING_PROGRAMS {
        let ran = irsmith_in(folder.path(), &["implementations", "--check", name]);
        assert_eq!(ran.status, 1, "{name}: {}{}", ran.text(), ran.stderr);
        let reported = ran.text().lines().filter(|line| line.contains(got) && line.ends_with("  WRONG")).count();
        assert!(reported >= least, "{name}: {}", ran.text());
        assert!(ran.stderr.contains("does NOT behave as"), "{}", ran.stderr);
    }
}

#[test]
fn spirv_tools_pass_their_self_test() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["spirv-as", "spirv-dis", "spirv-val"] {
        if irsmith_oracles::external::implementation(name).unwrap().find().is_none() {
            irsmith_testdata::not_tested(format_args!("the self-test of {name}: it is not installed"));
            continue;
        }
        let ran = irsmith_in(folder.path(), &["implementations", "--check", name]);
        assert_eq!(ran.status, 0, "{}{}", ran.text(), ran.stderr);
        script(folder.path(), "always-succeeds", "[ \"$1\" = --version ] && echo version 1.0\nexit 0");
        let program = format!("always-succeeds:{name}=./always-succeeds");
        assert_eq!(
            irsmith_in(folder.path(), &["implementations", "--implementation", &program, "--check", "always-succeeds"]).status,
            1,
            "{name}"
        );
    }
}

/// A program that floods is an expected failure only of the versions that a ledger lists.
#[test]
fn ledgers_of_the_user_apply_by_version() {
    let folder = folder();
    let case = irsmith(&["generate", "debuginfo", "--seed", "3"]);
    fs::write(folder.path().join("case.spv"), case.stdout).unwrap();
    script(folder.path(), "val", "[ \"$1\" = --version ] && { echo version 7.1; exit; }\nexec /usr/bin/yes");
    let entry = "[[entry]]\nname = \"val-floods\"\nabout = \"\"\ncitation = \"\"\nwitness = \"\"\nfamily = \"spirv-val\"\nversions = \"7\"\n\
                 oracles = [\"debuginfo-spirv-val\"]\nproperties = [\"floods\"]\nelements = [\"*\"]\n";
    let program = "[[implementation]]\nname = \"mine\"\nfamily = \"spirv-val\"\ncommand = \"./val\"\nlimits = { output = 1 }\n";
    fs::write(folder.path().join("irsmith.toml"), format!("ledgers = [\"known.toml\"]\n{program}")).unwrap();
    let run = |ledger: &str, more: &[&str]| {
        fs::write(folder.path().join("known.toml"), ledger).unwrap();
        irsmith_in(folder.path(), &[&["run", "debuginfo_spirv_val", "case.spv"], more].concat())
    };
    let expected = run(entry, &[]);
    assert!(expected.text().contains("debuginfo-spirv-val: skip (val-floods)") && expected.status != 1, "{}", expected.text());
    for (ledger, more) in [
        (entry.replace("\"7\"", "\"7.2..\""), &[][..]),
        (entry.replace("spirv-val\"\nv", "llc\"\nv"), &[]),
        (entry.to_owned(), &["--no-ledger"]),
    ] {
        let failed = run(&ledger, more);
        assert!(failed.status == 1 && failed.text().contains("debuginfo-spirv-val/floods/--target-env mine"), "{ledger}{}", failed.text());
    }
    assert_refused(&run(&format!("{entry}colour = 1\n"), &[]), &["irsmith: known.toml:11: unknown field `colour`"]);
    assert_refused(&run(&entry.replace("\"7\"", "\"new\""), &[]), &["irsmith: known.toml:7: \"new\" is no range of versions"]);
    fs::write(folder.path().join("irsmith.toml"), "\nledgers = [\"none.toml\"]\n").unwrap();
    assert_refused(&run(entry, &[]), &["irsmith: irsmith.toml:2: none.toml: No such file"]);
}
