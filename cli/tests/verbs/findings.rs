//! `findings` and `ledger`.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use crate::support::{assert_refused, irsmith, irsmith_in, irsmith_without_programs, script};

fn corpora() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora")
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The facts of a finding of a program `mine`, which takes the place of `spirv-val`.
pub(crate) const FINDING: &str = "\
signature = \"debuginfo-spirv-val/crashes/broken mine\"
id = \"853acccacaa3e4de\"
status = \"new\"
target = \"debuginfo_spirv_val\"
oracle = \"debuginfo-spirv-val\"
property = \"crashes\"
element = \"broken\"
engine = \"by hand\"
seed = 0
date = \"2026-11-24\"
evidence = \"signal 11\"

[implementations]
mine = \"SPIRV-Tools v2030.1\"
";

/// A finding of a program that crashes on every file, in a folder with the program.
struct Crash {
    root: tempfile::TempDir,
    program: String,
}

impl Crash {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("crashes");
        write_program(&program, "echo broken >&2; kill -SEGV $$");
        let folder = root.path().join("findings/one");
        fs::create_dir_all(&folder).unwrap();
        fs::copy(corpora().join("debuginfo/ledger/dwarf-version.spv"), folder.join("case.spv")).unwrap();
        fs::write(folder.join("finding.toml"), FINDING).unwrap();
        let program = format!("mine:spirv-val={}", program.display());
        Self { root, program }
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("findings/one")
    }

    fn findings(&self) -> String {
        self.root.path().join("findings").to_str().unwrap().to_owned()
    }

    fn edit(&self, from: &str, to: &str) {
        edit(&self.folder(), from, to);
    }

    /// Replays the finding; returns the exit status, the outcome and its details.
    fn replay(&self, programs: &[&str]) -> (i32, String, String) {
        let findings = self.findings();
        let ran = irsmith_without_programs(&[&["findings", "replay", "--json", &findings], programs].concat());
        let line = ran.json().pop().unwrap_or_else(|| panic!("{}", ran.stderr));
        (ran.status, line["outcome"].as_str().unwrap().to_owned(), format!("{}{}", line["signatures"], line["reason"]))
    }
}

/// Writes a program that tells its version, and otherwise does what `script` says.
fn write_program(path: &Path, script: &str) {
    let text = format!("#!/bin/sh\ncase \"$1\" in --version) echo 'SPIRV-Tools v2030.1';; *) {script};; esac\n");
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn edit(folder: &Path, from: &str, to: &str) {
    let path = folder.join("finding.toml");
    let before = fs::read_to_string(&path).unwrap();
    assert!(before.contains(from), "{before}");
    fs::write(path, before.replace(from, to)).unwrap();
}

#[test]
fn every_recorded_finding_is_whole() {
    let ran = irsmith_without_programs(&["findings", "check", text(&corpora())]);
    assert_eq!(ran.status, 0, "{}{}", ran.text(), ran.stderr);
    let folders = ["pnacl", "debuginfo", "mir"].map(|format| fs::read_dir(corpora().join(format).join("findings")).unwrap().count());
    assert_eq!(ran.text(), format!("{} findings, 0 mistakes\n", folders.iter().sum::<usize>()));
}

#[test]
fn findings_are_listed_and_shown() {
    let crash = Crash::new();
    let ran = irsmith(&["findings", "list", &crash.findings()]);
    assert_eq!((ran.status, ran.text().lines().count()), (0, 2), "{}", ran.stderr);
    assert!(ran.text().contains("debuginfo-spirv-val/crashes/broken mine"), "{}", ran.text());
    let line = &irsmith(&["findings", "list", "--json", &crash.findings()]).json()[0];
    assert_eq!((&line["status"], &line["target"]), (&"new".into(), &"debuginfo_spirv_val".into()));
    assert_eq!(irsmith(&["findings", "list", "--status", "fixed", &crash.findings()]).text().lines().count(), 1);
    let ran = irsmith(&["findings", "show", text(&crash.folder())]);
    assert!(ran.text().starts_with("signature   debuginfo-spirv-val/crashes/broken mine\n"), "{}", ran.text());
    assert!(ran.text().contains("OpMemoryModel"), "no listing: {}", ran.text());
}

#[test]
fn replay_tells_what_became_of_a_finding() {
    let crash = Crash::new();
    let with = ["--implementation", crash.program.as_str()];
    assert_eq!(crash.replay(&with), (1, "still-fails".to_owned(), "nullnull".to_owned()));
    let (status, outcome, reason) = crash.replay(&[]);
    assert_eq!((status, outcome.as_str()), (2, "cannot-be-judged"));
    assert!(reason.contains("not installed"), "{reason}");
    write_program(&crash.root.path().join("crashes"), "echo torn >&2; kill -SEGV $$");
    let (status, outcome, signatures) = crash.replay(&with);
    assert_eq!((status, outcome.as_str()), (1, "fails-differently"));
    assert!(signatures.contains("debuginfo-spirv-val/crashes/torn mine"), "{signatures}");
    write_program(&crash.root.path().join("crashes"), "exit 0");
    assert_eq!(crash.replay(&with).1, "no-longer-fails");
    assert_eq!(crash.replay(&with).0, 0);
}

#[test]
fn bisect_takes_each_version_in_the_place_of_the_program() {
    let crash = Crash::new();
    let sound = crash.root.path().join("sound");
    write_program(&sound, "exit 0");
    let sound = format!("sound:spirv-val={}", sound.display());
    let folder = crash.folder();
    // What this one does says nothing about the others.
    let torn = crash.root.path().join("torn");
    write_program(&torn, "echo torn >&2; kill -SEGV $$");
    let torn = format!("torn:spirv-val={}", torn.display());
    let named = ["--implementation", &crash.program, "--implementation", &sound, "--implementation", &torn];
    let bisect = [&["findings", "bisect", "--json", text(&folder)][..], &named].concat();
    let ran = irsmith_without_programs(&bisect);
    let outcomes: Vec<_> = ran.json().iter().map(|line| line["outcome"].as_str().unwrap().to_owned()).collect();
    assert_eq!(
        (ran.status, outcomes),
        (1, ["still-fails", "no-longer-fails", "fails-differently"].map(str::to_owned).into()),
        "{}",
        ran.stderr
    );
    fs::write(folder.join("case.spv"), "no module").unwrap();
    let ran = irsmith_without_programs(&bisect);
    assert!(ran.status == 2 && ran.stderr.contains("no version of a program that took part could judge the case"), "{}", ran.stderr);
    crash.edit("mine = ", "gimli = ");
    assert_refused(&irsmith_without_programs(&bisect), &["no program took part in this finding"]);
}

#[test]
fn close_keeps_everything_but_the_status() {
    let crash = Crash::new();
    let folder = crash.folder();
    assert_refused(&irsmith(&["findings", "close", text(&folder), "reported"]), &["reported needs a link"]);
    for nothing in ["", " ", "two words"] {
        assert_eq!(irsmith(&["findings", "close", text(&folder), "reported", "--link", nothing]).status, 2, "{nothing:?}");
    }
    let before = irsmith(&["findings", "show", "--json", text(&folder)]).json();
    let ran = irsmith(&["findings", "close", text(&folder), "reported", "--link", "https://example.org/7"]);
    assert_eq!((ran.status, ran.text()), (0, format!("{}: new -> reported\n", folder.display()).as_str()), "{}", ran.stderr);
    let after = irsmith(&["findings", "show", "--json", text(&folder)]).json();
    assert_eq!((&after[0]["status"], &after[0]["link"]), (&"reported".into(), &"https://example.org/7".into()));
    for key in ["signature", "id", "evidence", "seed", "implementations"] {
        assert_eq!(before[0][key], after[0][key], "{key}");
    }
    let closed = irsmith(&["findings", "close", "--json", text(&folder), "fixed"]);
    let line = serde_json::json!({ "path": text(&folder), "before": "reported", "status": "fixed", "link": "https://example.org/7" });
    assert_eq!((closed.status, closed.json()), (0, vec![line]), "{}", closed.stderr);
    let ran = irsmith(&["findings", "close", text(&folder), "forgotten"]);
    assert!(ran.status == 2 && ran.stderr.contains("new, known, reported, fixed, not-a-bug"), "{}", ran.stderr);
}

#[test]
fn damaged_findings_are_reported_by_name_and_line() {
    let crash = Crash::new();
    let check = || irsmith(&["findings", "check", &crash.findings()]);
    assert_eq!((check().status, check().text()), (0, "1 findings, 0 mistakes\n"));
    crash.edit("status = \"new\"", "status = \"to be reported\"");
    let ran = check();
    assert_eq!(ran.status, 1);
    assert!(ran.text().contains("finding.toml: line 3: unknown variant `to be reported`"), "{}", ran.text());
    assert!(irsmith(&["findings", "list", &crash.findings()]).stderr.contains("finding.toml: line 3: "));
    crash.edit("status = \"to be reported\"", "status = \"known\"");
    assert!(check().text().contains("the status is known, and no link says where"), "{}", check().text());
    crash.edit("status = \"known\"", "status = \"new\"");
    crash.edit("broken mine", "broken other");
    assert!(check().text().contains("is not that of the signature"), "{}", check().text());
    let folder = crash.folder();
    fs::remove_file(folder.join("case.spv")).unwrap();
    assert!(check().text().contains("case.spv: there is no case"), "{}", check().text());
    assert_refused(&irsmith(&["findings", "show", text(&folder)]), &["case.spv: there is no case"]);
    let empty = tempfile::tempdir().unwrap();
    assert_refused(&irsmith(&["findings", "list", text(empty.path())]), &["there is no finding in this folder"]);
    assert_refused(&irsmith(&["findings", "replay", "nowhere"]), &["nowhere: "]);
}

#[test]
fn a_report_stands_by_itself() {
    let crash = Crash::new();
    let (folder, to) = (crash.folder(), crash.root.path().join("report"));
    let ran = irsmith_without_programs(&["findings", "report", text(&folder), "-o", text(&to), "--implementation", &crash.program]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let page = fs::read_to_string(to.join("report.md")).unwrap();
    for part in [
        "# mine: crashes: broken\n",
        "**Program:** mine, SPIRV-Tools v2030.1\n",
        "## The case\n",
        "`xxd -r -p` makes the file of these digits:",
        "$ crashes ",
        "$ irsmith run --no-ledger debuginfo_spirv_val case.spv\n",
        "## Expected\n",
        "## Actual\n\nThe program ends by signal 11.\n",
        "Signature: `debuginfo-spirv-val/crashes/broken mine`",
    ] {
        assert!(page.contains(part), "{part:?} is not in\n{page}");
    }
    assert_eq!(fs::read(to.join("case.spv")).unwrap(), fs::read(folder.join("case.spv")).unwrap());
    let named = ["findings", "report", "--json", text(&folder), "--implementation", &crash.program];
    let whole = irsmith_without_programs(&named).json();
    assert_eq!((whole.len(), &whole[0]["path"], &whole[0]["page"]), (1, &text(&folder).into(), &page.into()));
    let written = irsmith_without_programs(&[&named[..], &["-o", text(&to)]].concat()).json();
    let files: Vec<&str> = written[0]["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    assert!(written[0].get("page").is_none() && files[0] == text(&to.join("report.md")), "{written:?}");
    assert!(files.contains(&text(&to.join("case.spv"))), "{files:?}");
    assert_refused(&irsmith_without_programs(&["findings", "report", text(&folder), "-o", text(&folder)]), &["folder of a finding"]);
}

#[test]
fn stale_entries_of_the_ledger_are_listed() {
    let corpora = corpora();
    let check = ["ledger", "check", "--json", "--corpora", text(&corpora)];
    let ran = irsmith_without_programs(&check);
    let is_missing = |line: &serde_json::Value| line["outcome"] == "not-installed";
    assert!(!ran.json().is_empty() && ran.json().iter().all(is_missing), "{}", ran.text());
    assert_eq!(ran.status, 2, "nothing was tried");
    // A program that accepts everything no longer has the faults.
    let folder = tempfile::tempdir().unwrap();
    let sound = folder.path().join("sound");
    let version = "SPIRV-Tools v2023.1 unknown hash, 2023-01-17T12:00:00";
    fs::write(&sound, format!("#!/bin/sh\ncase \"$1\" in --version) echo '{version}';; esac\n")).unwrap();
    fs::set_permissions(&sound, fs::Permissions::from_mode(0o755)).unwrap();
    let sound = format!("spirv-val={}", sound.display());
    let ran = irsmith_without_programs(&["ledger", "check", "--corpora", text(&corpora), "--implementation", &sound]);
    assert_eq!(ran.status, 1, "{}{}", ran.text(), ran.stderr);
    assert!(ran.text().contains("debuginfo: spirv-val-typedef-base: stale: "), "{}", ran.text());
}

/// What oracles drew for a witness stands beside it. Entries about programs that are not installed are not tried.
#[test]
fn no_entry_of_the_ledger_is_stale() {
    let ran = irsmith(&["ledger", "check", "--json", "--corpora", text(&corpora())]);
    let stale: Vec<serde_json::Value> = ran.json().into_iter().filter(|line| line["outcome"] == "stale").collect();
    assert!(!ran.json().is_empty() && stale.is_empty(), "{stale:?}");
}

/// Returns a file of a folder of reports.
fn report_file(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn reports_have_every_finding() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("report");
    let ran = irsmith(&["report", text(&corpora()), "-o", text(&folder)]);
    let [listed, sarif] =
        ["findings.json", "findings.sarif"].map(|name| serde_json::from_str::<serde_json::Value>(&report_file(&folder, name)).unwrap());
    let listed = listed.as_array().unwrap().clone();
    let folders = ["pnacl", "debuginfo", "mir"].map(|format| fs::read_dir(corpora().join(format).join("findings")).unwrap().count());
    assert_eq!(listed.len(), folders.iter().sum::<usize>());
    let new = listed.iter().filter(|finding| finding["status"] == "new").count();
    assert_eq!(ran.status, i32::from(new > 0), "{}", ran.stderr);
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let shown = results.iter().filter(|result| result.get("suppressions").is_none()).count();
    assert_eq!((results.len(), shown), (listed.len(), new));
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(results.iter().all(|result| rules.iter().any(|rule| rule["id"] == result["ruleId"])));
    let junit = report_file(&folder, "junit.xml");
    assert_eq!((junit.matches("<testcase").count(), junit.matches("<failure").count()), (listed.len(), new));
    let page = report_file(&folder, "index.html");
    assert!(listed.iter().all(|finding| page.contains(&format!("<h2 id=\"{}\">", finding["id"].as_str().unwrap()))));
}

#[test]
fn a_new_finding_fails_in_reports() {
    let crash = Crash::new();
    crash.edit("evidence = \"signal 11\"", "evidence = \"<b> & \\u0001 signal 11\"");
    let folder = crash.root.path().join("report");
    let ran = irsmith(&["report", &crash.findings(), "-o", text(&folder)]);
    assert_eq!((ran.status, ran.text().lines().count()), (1, 4), "{}", ran.stderr);
    let junit = report_file(&folder, "junit.xml");
    assert!(junit.contains("<testsuites name=\"irsmith\" tests=\"1\" failures=\"1\" skipped=\"0\">"), "{junit}");
    assert!(junit.contains("case.spv\n&lt;b&gt; &amp; \u{fffd} signal 11</failure>"), "{junit}");
    assert!(report_file(&folder, "index.html").contains("<td class=\"new\">new<td>debuginfo_spirv_val<td>"));
    // Somebody has reported it.
    let link = "https://example.org/1";
    irsmith(&["findings", "close", text(&crash.folder()), "reported", "--link", link]);
    assert_eq!(irsmith(&["report", &crash.findings(), "-o", text(&folder)]).status, 0);
    assert!(report_file(&folder, "junit.xml").contains(&format!("<skipped message=\"reported, {link}\"/>")));
    assert!(report_file(&folder, "findings.sarif").contains(&format!("reported, {link}")));
}

#[test]
fn folders_without_findings_are_reported() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("report");
    let ran = irsmith(&["report", text(out.path()), "-o", text(&folder)]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(report_file(&folder, "junit.xml").contains("tests=\"0\" failures=\"0\" skipped=\"0\""));
    assert_eq!(report_file(&folder, "findings.json"), "[]\n");
    assert_refused(&irsmith(&["report", text(&out.path().join("none")), "-o", text(&folder)]), &["none"]);
    let damaged = Crash::new();
    damaged.edit("status = \"new\"", "status = \"odd\"");
    let ran = irsmith(&["report", &damaged.findings(), "-o", text(&folder)]);
    assert_eq!((ran.status, ran.stderr.contains("finding.toml")), (2, true), "{}", ran.stderr);
}

/// A finding of a pass that an oracle draws: the seed beside the case says which pass failed, and the report has it too.
#[test]
fn draws_beside_a_case_are_read() {
    let root = tempfile::tempdir().unwrap();
    let folder = copy_finding("spirv-opt-strip-debug-scope", root.path());
    script(root.path(), "val", "echo version 7.1");
    script(root.path(), "opt", "echo version 7.1; [ \"$1\" = --version ] && exit; echo \"error: refused by $1\" >&2; exit 1");
    let programs = ["--implementation", "spirv-opt=./opt", "--implementation", "spirv-val=./val"];
    let replay = || irsmith_in(root.path(), &[&["findings", "replay", "finding"][..], &programs].concat());
    assert!(replay().text().contains("refused by --strip-debug"), "{}", replay().text());
    let report = irsmith_in(root.path(), &[&["findings", "report", "finding", "-o", "page"][..], &programs].concat());
    assert_eq!(report.status, 0, "{}", report.stderr);
    assert!(fs::read_to_string(root.path().join("page/report.md")).unwrap().contains("$ opt --strip-debug "));
    assert_eq!(fs::read(root.path().join("page/case.spv.draws")).unwrap(), fs::read(folder.join("case.spv.draws")).unwrap());
    fs::remove_file(folder.join("case.spv.draws")).unwrap();
    assert!(!replay().text().contains("--strip-debug"), "{}", replay().text());
}

/// A pass that fails on what another pass wrote: the evidence names the other, and the report has the module between them.
#[test]
fn the_passes_before_a_failing_one_are_named() {
    let root = tempfile::tempdir().unwrap();
    copy_finding("spirv-opt-build-identifier", root.path());
    let between = corpora().join("debuginfo/findings/spirv-opt-descriptor-debug-variable/case.spv");
    script(root.path(), "val", "echo version 7.1");
    let pass = "if cmp -s case BETWEEN; then echo \"error: refused by $1\" >&2; exit 1; fi; cat BETWEEN".replace("BETWEEN", text(&between));
    script(root.path(), "opt", &format!("[ \"$1\" = --version ] && echo version 7.1 && exit; {pass}"));
    let programs = ["--implementation", "spirv-opt=./opt", "--implementation", "spirv-val=./val"];
    let ran = irsmith_in(root.path(), &[&["run", "--no-ledger", "debuginfo_spirv_opt", "finding/case.spv"][..], &programs].concat());
    let reported = ran.text();
    let refused = reported.lines().find_map(|line| line.trim().strip_prefix("error: refused by ")).unwrap_or_else(|| panic!("{reported}"));
    assert!(reported.contains("after -Os:\n"), "{reported}");
    let report = irsmith_in(root.path(), &[&["findings", "report", "finding", "-o", "page"][..], &programs].concat());
    assert_eq!(report.status, 0, "{}", report.stderr);
    assert!(fs::read_to_string(root.path().join("page/report.md")).unwrap().contains(&format!("$ opt {refused} ")));
    assert_eq!(fs::read(root.path().join("page/case")).unwrap(), fs::read(between).unwrap());
}

/// Copies a recorded finding into the folder `finding`, and returns this.
fn copy_finding(name: &str, root: &Path) -> PathBuf {
    let folder = root.join("finding");
    fs::create_dir(&folder).unwrap();
    for entry in fs::read_dir(corpora().join("debuginfo/findings").join(name)).unwrap() {
        let from = entry.unwrap().path();
        fs::copy(&from, folder.join(from.file_name().unwrap())).unwrap();
    }
    folder
}

/// Each report says in which releases the program fails, and what was found upstream.
#[test]
fn reports_name_releases_and_what_is_known_upstream() {
    for format in ["pnacl", "debuginfo", "mir"] {
        for entry in fs::read_dir(corpora().join(format).join("findings")).unwrap() {
            let report = entry.unwrap().path().join("report.md");
            let text = fs::read_to_string(&report).unwrap();
            for starts in [&["**Releases:** "][..], &["Upstream: ", "Known: ", "**Known upstream:** "]] {
                let is_there = text.lines().any(|line| starts.iter().any(|start| line.starts_with(start)));
                assert!(is_there, "{}: no line begins with {starts:?}", report.display());
            }
        }
    }
}
