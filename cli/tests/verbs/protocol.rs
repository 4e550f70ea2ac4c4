//! Programs that follow the protocol of the family `command`.

use std::{fs, os::unix::fs::PermissionsExt};

use crate::support::{irsmith, irsmith_in, script};

/// The example of the book is honest; with a planted fault this is reported.
#[test]
fn a_reader_in_python_is_tested_by_the_protocol() {
    let folder = tempfile::tempdir().unwrap();
    let example = include_str!("../../../docs/src/examples/spirv_reader.py");
    assert!(example.lines().count() <= 30);
    let entry = "[[implementation]]\nname = \"reader\"\nfamily = \"command\"\nformat = \"debuginfo\"\nroles = [\"read\", \"write\"]\n\
                 command = \"./reader\"\n";
    fs::write(folder.path().join("irsmith.toml"), entry).unwrap();
    let reader = folder.path().join("reader");
    let run = |text: &str| {
        fs::write(&reader, text).unwrap();
        fs::set_permissions(&reader, fs::Permissions::from_mode(0o755)).unwrap();
        irsmith_in(folder.path(), &["run", "debuginfo_command", "case.spv"])
    };
    let case = irsmith(&["generate", "debuginfo", "--profile", "portable", "--seed", "3"]);
    fs::write(folder.path().join("case.spv"), case.stdout).unwrap();
    let honest = run(example);
    if honest.stderr.contains("prints no version") || honest.stderr.contains("does not start") {
        irsmith_testdata::not_tested(format_args!("the example in Python: {}", honest.stderr));
        return;
    }
    assert_eq!(honest.status, 0, "{}{}", honest.text(), honest.stderr);
    assert!(honest.text().contains("debuginfo-command-reads: pass") && honest.text().contains("debuginfo-command-rewrites: pass"));
    for (from, to, signature) in [
        ("for part in parts:", "for part in parts[:-1]:", "debuginfo-command-rewrites/changed/"),
        ("for part in parts:", "for part in parts[1:]:", "debuginfo-command-rewrites/unreadable/"),
        ("size == 0 or", "size > 5 or", "debuginfo-command-reads/refused/"),
    ] {
        let faulty = run(&example.replace(from, to));
        assert!(faulty.status == 1 && faulty.text().contains(signature), "{to}: {}", faulty.text());
    }
}

#[test]
fn validators_are_asked_about_valid_and_broken_cases() {
    let folder = tempfile::tempdir().unwrap();
    let case = irsmith(&["generate", "pnacl", "--seed", "3"]);
    fs::write(folder.path().join("case.pexe"), case.stdout).unwrap();
    let entry = |script: &str| {
        format!(
            "[[implementation]]\nname = \"{script}\"\nfamily = \"command\"\nformat = \"pnacl\"\nroles = [\"validate\"]\ncommand = \"./{script}\"\n"
        )
    };
    // The first is irsmith itself.
    let own = format!("[ \"$1\" = --version ] && exec {0} --version\nexec {0} validate \"$2\"", env!("CARGO_BIN_EXE_irsmith"));
    for (name, program, expected) in [
        ("honest", own.as_str(), ": pass"),
        ("lax", "echo 1.0", "command-accepts/accepted/"),
        ("strict", "[ \"$1\" = --version ] && { echo 1.0; exit; }\necho no >&2; exit 1", "command-accepts/refused/no strict"),
    ] {
        script(folder.path(), name, program);
        fs::write(folder.path().join("irsmith.toml"), entry(name)).unwrap();
        let ran = irsmith_in(folder.path(), &["run", "pnacl_command", "case.pexe"]);
        assert!(ran.text().contains(expected), "{name}: {}{}", ran.text(), ran.stderr);
        assert_eq!(ran.status, i32::from(expected != ": pass"), "{name}: {}", ran.text());
        assert!(ran.text().contains("command-reads: skip (no-program-of-this-role)"), "{}", ran.text());
    }
}

/// A validator that prints a verdict for each file of a batch. Alone it rejects everything, so that it passes only if it is asked in batches.
#[test]
fn validators_that_take_batches_get_several_files() {
    let folder = tempfile::tempdir().unwrap();
    let case = irsmith(&["generate", "pnacl", "--seed", "3"]);
    fs::write(folder.path().join("case.pexe"), case.stdout).unwrap();
    let version = format!("[ \"$1\" = --version ] && exec {0} --version\nshift", env!("CARGO_BIN_EXE_irsmith"));
    let judge = format!(
        "{0} validate $file > said 2>&1 && echo $file: accepts || echo $file: refuses $(head -n 1 said)",
        env!("CARGO_BIN_EXE_irsmith")
    );
    let run = |name: &str, loop_body: &str, behind: &str, batch: &str| {
        script(folder.path(), name, &format!("{version}\n[ $# = 1 ] && {behind}\nfor file; do {loop_body}; done"));
        let entry = format!(
            "[[implementation]]\nname = \"{name}\"\nfamily = \"command\"\nformat = \"pnacl\"\nroles = [\"validate\"]\ncommand = \"./{name}\"\n{batch}"
        );
        fs::write(folder.path().join("irsmith.toml"), entry).unwrap();
        irsmith_in(folder.path(), &["run", "pnacl_command", "case.pexe"])
    };
    let alone = format!("exec {0} validate $1", env!("CARGO_BIN_EXE_irsmith"));
    let no = "{ echo alone >&2; exit 1; }";
    for (name, body, behind, batch, expected) in [
        ("together", judge.as_str(), no, "batch = 24", "command-accepts: pass"),
        ("single", judge.as_str(), no, "", "command-accepts/refused/alone single"),
        ("lax", "echo $file: accepts", no, "batch = 24", "command-accepts/accepted/"),
        // What has no line is asked about alone.
        ("forgetful", "true", alone.as_str(), "batch = 24", "command-accepts: pass"),
        ("dies", "kill -SEGV $$", alone.as_str(), "batch = 24", "command-accepts: pass"),
    ] {
        let ran = run(name, body, behind, batch);
        assert!(ran.text().contains(expected), "{name}: {}{}", ran.text(), ran.stderr);
    }
}

/// The first program is irsmith's own interpreter, one process for each call.
#[test]
fn programs_that_execute_are_asked_for_results() {
    let folder = tempfile::tempdir().unwrap();
    let own = env!("CARGO_BIN_EXE_irsmith");
    for (format, target, signature, call) in [
        ("pnacl", "pnacl_exec_command", "command-executes", "exec $2 --function @f$function -- $arguments"),
        (
            "mir",
            "mir_exec_command",
            "mir-command-executes",
            "exec $2 --function $function -- $(echo \" $arguments\" | sed 's/ [^ ]*=/ /g')",
        ),
    ] {
        let cases = folder.path().join(format);
        let generated = irsmith(&["generate", format, "--profile", "defined", "-n", "4", "-o", cases.to_str().unwrap()]);
        assert_eq!(generated.status, 0, "{}", generated.stderr);
        let run = |name: &str, line: &str| {
            let calls = format!("while read function arguments; do {line}; done < $3");
            script(folder.path(), name, &format!("[ \"$1\" = --version ] && exec {own} --version\n{calls}"));
            let entry = format!(
                "[[implementation]]\nname = \"{name}\"\nfamily = \"command\"\nformat = \"{format}\"\nroles = [\"execute\"]\ncommand = \"./{name}\"\n"
            );
            fs::write(folder.path().join("irsmith.toml"), entry).unwrap();
            let files = fs::read_dir(&cases).unwrap().map(|file| file.unwrap().path().to_str().unwrap().to_owned());
            let arguments: Vec<String> = ["run", target].map(str::to_owned).into_iter().chain(files).collect();
            irsmith_in(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let honest = format!("{own} {call} > value || exit 3; sed -E 's/^(<[^>]*>|[a-z0-9]+) //' value");
        for (name, line, status, expected) in [
            ("honest", honest.as_str(), 0, ": pass".to_owned()),
            ("wrong", "echo 0x7", 1, format!("{signature}/value-differs/")),
            ("traps", "echo traps", 1, ", not traps traps".to_owned()),
            ("silent", "true", 1, format!("{signature}/answers-missing/calls silent")),
            ("dies", "kill -SEGV $$", 1, format!("{signature}/crashes/")),
            (
                "crowded",
                &format!("[ $(wc -l < $3) = 1 ] || kill -SEGV $$; {honest}"),
                1,
                format!("{signature}/fails-together/calls crowded"),
            ),
            ("unable", "echo unsupported", 2, format!("{signature}: skip (no-call-supported)")),
        ] {
            let ran = run(name, line);
            assert!(ran.text().contains(&expected), "{format} {name}: {}{}", ran.text(), ran.stderr);
            assert_eq!(ran.status, status, "{format} {name}: {}", ran.text());
        }
    }
}

/// An llc that takes at most three functions.
#[test]
fn an_llc_gets_no_more_functions_than_its_batch() {
    let folder = tempfile::tempdir().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let Some(llc) = std::env::split_paths(&path).map(|folder| folder.join("llc-19")).find(|llc| llc.is_file()) else {
        irsmith_testdata::not_tested("batches of functions: there is no llc-19");
        return;
    };
    let llc = llc.display();
    let counted = format!(
        "for file; do :; done\n[ \"$(grep -c ^name: $file 2> /dev/null)\" -gt 3 ] 2> /dev/null && {{ echo too many >&2; exit 1; }}\nexec {llc} \"$@\""
    );
    script(folder.path(), "mine", &counted);
    let case = irsmith(&["generate", "mir", "--profile", "portable", "--seed", "3"]);
    fs::write(folder.path().join("case.mir"), case.stdout).unwrap();
    let run = |batch: &str| {
        let entry = format!("[[implementation]]\nname = \"mine\"\nfamily = \"llc\"\ncommand = \"./mine\"\n{batch}");
        fs::write(folder.path().join("irsmith.toml"), entry).unwrap();
        irsmith_in(folder.path(), &["run", "mir_llc", "case.mir"])
    };
    let small = run("batch = 3\n");
    assert_eq!(small.status, 0, "{}{}", small.text(), small.stderr);
    assert!(run("").text().contains("too many mine"), "a batch is not the cause");
}
