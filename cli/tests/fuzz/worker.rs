//! The origin of the worker: the sources that the command was built from, and the user's cache.

use std::{fs, path::Path, process::Command};

use crate::installed::{Installed, end};

/// The clone that contains these tests.
fn own() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

#[test]
fn an_installed_command_builds_its_worker_once_into_the_users_cache() {
    let installed = Installed::new("", "exit 0");
    for round in ["first", "second"] {
        let (_, stderr) = end(installed.fuzz(&["--time", "300ms"]).spawn().unwrap());
        assert_eq!(installed.ids("cargo").len(), 1, "{round}: {stderr}");
        assert_eq!(stderr.contains("irsmith: step 2 of 2: building the instrumented worker in "), round == "first", "{stderr}");
    }
    let arguments = fs::read_to_string(installed.path("cargo.arguments")).unwrap();
    let cache = installed.path("cache/irsmith");
    assert!(arguments.contains(&format!("--target-dir {}", cache.join("target").display())), "{arguments}");
    assert!(arguments.contains(&format!("--manifest-path {}", own().join("Cargo.toml").display())), "{arguments}");
    let workers = fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(workers.filter(|name| name.starts_with(&format!("worker-{}-", env!("CARGO_PKG_VERSION")))).count(), 1);
}

/// A first run executes cases as soon as the command is built, and not only minutes later.
#[test]
fn the_command_runs_its_targets_until_the_worker_is_built() {
    // This cargo ends when a case has been executed; otherwise after half a minute.
    let installed = Installed::new("for i in $(seq 300); do grep -q meanwhile stderr && break; sleep 0.1; done", "exit 0");
    let stderr = |arguments: &[&str]| {
        let file = fs::File::create(installed.path("stderr")).unwrap();
        end(installed.fuzz(arguments).stderr(file).spawn().unwrap());
        fs::read_to_string(installed.path("stderr")).unwrap()
    };
    let beside_build = stderr(&["--time", "300ms"]);
    let line = beside_build.lines().find_map(|line| line.strip_prefix("irsmith: meanwhile, without guidance: ")).expect(&beside_build);
    let (executions, rest) = line.split_once(' ').unwrap();
    assert!(executions.parse::<u64>().unwrap() > 0, "{line}");
    assert_eq!(rest, "executions on 1 targets, 0 findings");
    let with_worker = stderr(&["--time", "300ms"]);
    assert!(!with_worker.contains("meanwhile"), "{with_worker}");
}

/// How many cases are executed beside a build differs from run to run, and --runs promises the same run.
#[test]
fn nothing_runs_beside_the_build_if_the_number_of_executions_is_given() {
    let installed = Installed::new("ls cache tmp > beside; sleep 1; ls tmp >> beside", "exit 0");
    fs::create_dir(installed.path("tmp")).unwrap();
    let beside = |arguments: &[&str]| {
        end(installed.fuzz(arguments).env("TMPDIR", installed.path("tmp")).spawn().unwrap());
        fs::read_to_string(installed.path("beside")).unwrap()
    };
    assert!(!beside(&["--runs", "5"]).contains("irsmith-"));
    fs::remove_dir_all(installed.path("cache")).unwrap();
    assert!(beside(&["--time", "300ms"]).contains("irsmith-"));
}

#[test]
fn a_missing_tool_is_reported_in_a_line() {
    let installed = Installed::new("", "exit 0");
    let line = |command: &mut Command| {
        let (status, stderr) = end(command.spawn().unwrap());
        assert_eq!((status, stderr.lines().count()), (Some(2), 1), "{stderr}");
        stderr
    };
    let no_cargo = line(installed.fuzz(&[]).env_remove("CARGO").env("PATH", installed.path("empty")));
    assert_eq!(no_cargo, "irsmith: cargo is missing: the worker is built with it\n");
    let no_compiler = line(installed.fuzz_by("built-in").env_remove("CXX").env("PATH", installed.path("empty")));
    assert_eq!(no_compiler, "irsmith: a C++ compiler is missing: libFuzzer is built with it; `--engine random` needs none\n");
    let no_home = line(installed.fuzz(&[]).env_remove("XDG_CACHE_HOME").env_remove("HOME"));
    assert_eq!(no_home, "irsmith: there is no folder for the worker: neither XDG_CACHE_HOME nor HOME is set\n");
    let no_sources = line(&mut installed.fuzz(&["--sources", "nowhere"]));
    assert!(no_sources.starts_with("irsmith: the sources of irsmith are not in nowhere: the worker is built from them; "), "{no_sources}");
    assert!(installed.ids("cargo").is_empty());
}

/// Another clone is another program: irsmith does not build it just because it is the current folder.
#[test]
fn a_clone_around_the_current_folder_is_not_built_unless_it_is_asked_for() {
    let installed = Installed::new("", "exit 0");
    let clone = installed.path("clone");
    for (path, text) in [
        ("Cargo.toml", format!("[workspace.package]\nversion = \"{}\"\n", env!("CARGO_PKG_VERSION"))),
        ("Cargo.lock", String::new()),
        ("fuzz/Cargo.toml", "[package]\nname = \"irsmith-fuzz\"\n".to_owned()),
        ("formats/none", String::new()),
        ("generators/none", String::new()),
        ("oracles/none", String::new()),
        ("corpora/pnacl/ledger.toml", String::new()),
        ("corpora/debuginfo/ledger.toml", String::new()),
        ("corpora/mir/ledger.toml", String::new()),
    ] {
        fs::create_dir_all(clone.join(path).parent().unwrap()).unwrap();
        fs::write(clone.join(path), text).unwrap();
    }
    let built_from = |arguments: &[&str]| {
        let (_, stderr) = end(installed.fuzz(arguments).args(["--time", "300ms"]).current_dir(&clone).spawn().unwrap());
        let calls = fs::read_to_string(installed.path("cargo.arguments")).unwrap();
        let manifest =
            |folder: &Path| calls.lines().last().unwrap().contains(&format!("--manifest-path {}", folder.join("Cargo.toml").display()));
        (manifest(own()), manifest(&clone), stderr.contains("--sources takes another clone"))
    };
    assert_eq!(built_from(&[]), (true, false, true));
    assert_eq!(built_from(&["--sources", "."]), (false, true, false));
}
