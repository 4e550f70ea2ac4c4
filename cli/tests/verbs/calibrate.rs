//! `irsmith calibrate`: what programs read, asked of installed ones and of scripts in front of them.

use std::{fs, path::Path};

use crate::support::{Ran, assert_refused, command, ran, script};

/// Runs the command in a folder, whose `cache` is the cache folder.
fn within(folder: &Path, arguments: &[&str]) -> Ran {
    ran(command(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache")).output().unwrap())
}

/// Returns whether a program is on the search path; says that nothing was tested if it is not.
fn is_there(program: &str) -> bool {
    let there = std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()));
    if !there {
        eprintln!("NOT TESTED: there is no {program}");
    }
    there
}

#[test]
fn what_is_no_llc_is_not_asked() {
    let folder = tempfile::tempdir().unwrap();
    let version = "case \"$*\" in *--version*) echo LLVM version 22.1.8; exit 0;; esac";
    script(folder.path(), "accepts", &format!("{version}\nexit 0"));
    script(folder.path(), "refuses", &format!("{version}\necho nonsense >&2; exit 1"));
    for (option, cause) in [
        ("m:llc=./accepts", "calibrate m: it does not answer as an llc: it accepts IRSMITH_NO_SUCH_OPCODE"),
        ("m:llc=./refuses", "calibrate m: it refuses an empty function: nonsense"),
        ("m:llc=./missing", "there is no program "),
        ("m:spirv-val=./accepts", "calibrate m: it is of the family spirv-val"),
    ] {
        assert_refused(&within(folder.path(), &["calibrate", "m", "--implementation", option]), &[cause]);
    }
    assert_refused(&within(folder.path(), &["calibrate", "llcs"]), &["calibrate llcs: there is no implementation of this name"]);
}

/// A function with keys that no release has.
const OWN: &str = "---
name: f
ownKey: 5
frameInfo:
  ownFrame: { a: 1 }
stack:
  - { id: 0, size: 4, ownObject: [ 1, 2 ] }
body: |
  bb.0:
    RET64
...
";

#[test]
fn a_changed_build_is_noticed_and_generators_draw_accordingly() {
    let Some(llc) = ["llc-19", "llc-16"].into_iter().find(|llc| is_there(llc)) else { return };
    let llc = std::env::split_paths(&std::env::var_os("PATH").unwrap()).map(|folder| folder.join(llc)).find(|path| path.is_file()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    // It lacks G_XOR, and accepts keys: one of a later release, and three of its own.
    let build = format!(
        "for file; do :; done\n\
         if [ \"$file\" = case.mir ]; then\n\
         sed -i -e 's/^    G_XOR.*/    G_XOR_IS_GONE/' -e 's/^noPhis:.*//' -e 's/^ownKey:.*//' -e 's/^  ownFrame:.*//' -e 's/, ownObject: [^]]*]//' case.mir\n\
         fi\n\
         exec {} \"$@\"",
        llc.display()
    );
    script(folder.path(), "llc", &build);
    fs::write(folder.path().join("own.mir"), OWN).unwrap();
    let own = ["--implementation", "m=./llc"];
    let arguments = [&["calibrate", "m", "--json", "-o", "m.toml", "--target", "x86_64", "--example", "own.mir"][..], &own].concat();
    let calibrated = within(folder.path(), &arguments);
    assert_eq!(calibrated.status, 0, "{}", calibrated.stderr);
    let lines = calibrated.json();
    let has = |list: &str, kind: &str, word: &str| {
        let of_kind = lines.iter().filter(|line| line["kind"] == kind);
        of_kind.flat_map(|line| line[list].as_array().unwrap()).any(|known| known == word)
    };
    assert!(has("missing", "opcode", "G_XOR"), "{lines:?}");
    assert!(!has("missing", "opcode", "G_OR"));
    assert!(has("added", "key", "function.noPhis"));
    for key in ["function.ownKey", "frame.ownFrame", "stack object.ownObject"] {
        assert!(has("unknown", "key", key), "{key}: {lines:?}");
    }
    // What it lacks is not generated, and is generated without the file.
    let generated = |options: &[&str]| {
        let ran = within(folder.path(), &[&["generate", "mir", "-n", "1000", "--seed", "5", "-o", "cases"][..], options].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let files = fs::read_dir(folder.path().join("cases")).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
        files.collect::<String>()
    };
    let (plain, of_build) = (generated(&["--dialect", "llvm-19"]), generated(&["--dialect", "m.toml"]));
    assert!(plain.contains("G_XOR") && !plain.contains("noPhis"));
    assert!(!of_build.contains("G_XOR ") && of_build.contains("noPhis"));
    // What no table has is read, and warned of.
    let validate = |dialect| within(folder.path(), &["validate", "own.mir", "--triple", "x86_64", "--dialect", dialect]);
    assert_eq!(validate("llvm-19").status, 2);
    let warned = validate("m.toml");
    assert_eq!(warned.status, 0, "{} {}", warned.text(), warned.stderr);
    for key in ["ownKey", "ownFrame", "ownObject"] {
        assert!(warned.text().contains(&format!("warning: other-release: \"{key}\", a key, is in no table")), "{}", warned.text());
    }
    // And assembled.
    let assemble = |dialect| within(folder.path(), &["assemble", "own.mir", "--dialect", dialect]);
    assert_refused(&assemble("llvm-19"), &["own.mir:", "ownKey"]);
    let assembled = assemble("m.toml");
    assert_eq!((assembled.status, assembled.stderr.contains("own")), (0, false), "{}", assembled.stderr);
    for key in ["ownKey", "ownFrame", "ownObject"] {
        assert!(assembled.text().contains(key), "{key}: {}", assembled.text());
    }
    // A file of another program, and of a changed one.
    script(folder.path(), "other", "echo LLVM version 19.1.7");
    let other = within(folder.path(), &["implementations", "--implementation", "o:llc@m.toml=./other"]);
    assert_refused(&other, &["m.toml:", "it is of another program: of ", ", not of "]);
    script(folder.path(), "llc", "exit 1");
    let changed = within(folder.path(), &["generate", "mir", "--dialect", "./m.toml"]);
    assert_refused(&changed, &["m.toml:", "it is of another program: ", " has changed since"]);
    let damaged = fs::read_to_string(folder.path().join("m.toml")).unwrap().replace("release = ", "release = 1");
    fs::write(folder.path().join("d.toml"), damaged).unwrap();
    assert_refused(&within(folder.path(), &["generate", "mir", "--dialect", "d.toml"]), &["d.toml:"]);
    assert_refused(&within(folder.path(), &["validate", "own.mir", "--dialect", "no/such.toml"]), &["no/such.toml: "]);
}
