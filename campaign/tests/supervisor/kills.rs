//! Campaigns that are killed at any moment, and disks that cannot be written: nothing is lost, truncated or left behind.

use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    fs::{self, File},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use irsmith_campaign::Options;
use irsmith_fuzz::{Mutator, Store, content_hash, derive_seed};
use irsmith_oracles::{Verdict, pnacl::Case};
use nix::{sys::signal, unistd::Pid};
use sha1::{Digest, Sha1};

use crate::{
    targets::{campaign, campaign_by, options},
    tools::with_tool,
};

/// Environment variable: the folder of a campaign for [`supervise`].
const FOLDER: &str = "IRSMITH_TEST_FOLDER";

/// Environment variable: limits its runs.
const RUNS: &str = "IRSMITH_TEST_RUNS";

/// Targets of the campaign: two that find something at once, one that runs a program, and one that writes a corpus.
const TARGETS: [&str; 4] = ["fails", "aborts_often", "asks", "keeps"];

/// Runs a program that hangs, in processes of two sessions.
const HANGS: &str = "setsid sleep 3301 & sleep 3302";

/// Writes a tenth of the cases to the corpus, as libFuzzer does: under the final name, ignoring errors of the disk.
pub(crate) fn keeps(case: &Case) -> Verdict {
    let Some(folder) = env::var_os(FOLDER) else { return Verdict::Skip("no-folder") };
    let bytes = case.bytes();
    if content_hash(bytes).is_multiple_of(10)
        && let Ok(mut file) = File::create(Path::new(&folder).join("corpus/keeps").join(hash(bytes)))
    {
        let (first, second) = bytes.split_at(bytes.len() / 2);
        let _ = file.write_all(first);
        thread::sleep(Duration::from_millis(2));
        let _ = file.write_all(second);
    }
    Verdict::Pass
}

fn hash(bytes: &[u8]) -> String {
    Sha1::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The main function of supervising processes; does nothing as an ordinary test. Exits with status 3 when the corpus contains a truncated
/// case.
#[test]
fn supervise() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let runs = env::var(RUNS).ok().map(|runs| runs.parse().unwrap());
    let options = Options {
        runs,
        jobs: TARGETS.len(),
        corpus: Some(folder.join("corpus")),
        mutator: Mutator::Bytes,
        timeout: Duration::from_secs(20),
        ..options(&folder)
    };
    let targets = if runs.is_some() { &TARGETS[3..] } else { &TARGETS[..] };
    campaign_by(&with_tool(&folder, HANGS), targets, &options).unwrap();
    std::process::exit(if cut_cases(&folder).is_empty() { 0 } else { 3 });
}

fn supervisor(folder: &Path, runs: Option<u64>) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["kills::supervise", "--exact", "--nocapture"]);
    command.env(FOLDER, folder).env("TMPDIR", folder.join("tmp"));
    command.envs(runs.map(|runs| (RUNS, runs.to_string())));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Returns the files of the corpus whose content does not match their names.
fn cut_cases(folder: &Path) -> Vec<OsString> {
    let files = fs::read_dir(folder.join("corpus/keeps")).into_iter().flatten().flatten();
    let cut = files.filter(|file| match fs::read(file.path()) {
        // A campaign that runs may have removed it.
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        content => *file.file_name() != *hash(&content.unwrap()),
    });
    cut.map(|file| file.file_name()).collect()
}

/// Reads the findings on disk; each is complete. Where no campaign runs any more (`at_rest`), no draft is beside it.
#[track_caller]
fn findings(folder: &Path, at_rest: bool) -> BTreeSet<(&'static str, String)> {
    if !folder.join("findings").is_dir() {
        return BTreeSet::new();
    }
    let store = Store::open(&folder.join("findings")).unwrap();
    let mut found = BTreeSet::new();
    for target in TARGETS {
        for id in store.ids(target) {
            let folder = store.folder(target, &id);
            let finding = store.finding(target, &id).unwrap_or_else(|| panic!("{} does not read", folder.display()));
            assert_eq!(finding.id, id);
            let case = fs::read(folder.join("case.pexe")).unwrap();
            // The program hangs on any case, also on one without bytes; the other targets fail on what is in them.
            assert!(!case.is_empty() || target == "asks", "{}: {}, no bytes", folder.display(), finding.signature);
            assert!(folder.join("listing.txt").is_file(), "{}: no listing", folder.display());
            if finding.signature == "fails/tenth/byte" {
                assert!(content_hash(&case).is_multiple_of(10), "{}: another case than the one that failed", folder.display());
            }
            let drafts = fs::read_dir(&folder).unwrap().flatten().filter(|file| file.file_name().to_string_lossy().starts_with('.'));
            assert!(!at_rest || drafts.count() == 0, "{}", folder.display());
            found.insert((target, id));
        }
    }
    found
}

/// Returns the processes that were started in the folder of the campaign and are not its children.
fn processes_of(folder: &Path) -> Vec<String> {
    let start = format!("TMPDIR={}/tmp/irsmith-", folder.display());
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let of_campaign = processes.filter(|process| {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable.starts_with(start.as_bytes()))
    });
    of_campaign.map(|process| fs::read_to_string(process.path().join("cmdline")).unwrap_or_default()).collect()
}

fn children(of: u32) -> Vec<i32> {
    let list = fs::read_to_string(format!("/proc/{of}/task/{of}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

fn kill(id: i32) {
    // The process may have ended just now.
    let _ = signal::kill(Pid::from_raw(id), signal::Signal::SIGKILL);
}

/// Kills one of the workers, if there is one.
fn kill_a_worker(supervisor: &Child, choice: u64) {
    let workers = children(supervisor.id());
    if let Some(worker) = workers.get(choice as usize % workers.len().max(1)) {
        kill(*worker);
    }
}

#[track_caller]
fn wait_until(done: impl Fn() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < Duration::from_secs(30), "processes are left");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns whether both failing targets have findings.
fn saw_all(found: &BTreeSet<(&'static str, String)>) -> bool {
    TARGETS[..2].iter().all(|target| found.iter().any(|(other, _)| other == target))
}

/// A supervisor that does not outlive the test, also where it fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Environment variable: the number of kills of each test instead of [`USUAL_KILLS`].
const KILLS: &str = "IRSMITH_KILLS";
const USUAL_KILLS: u64 = 50;

fn kills() -> u64 {
    env::var(KILLS).map_or(USUAL_KILLS, |kills| kills.parse().expect("a number of kills"))
}

#[test]
fn what_is_killed_at_any_moment_loses_and_leaves_nothing() {
    kill_at_any_moment(1, kills());
}

/// Each is killed at a moment of its own, while the others go on.
#[test]
fn two_and_four_campaigns_in_one_folder_lose_and_leave_nothing() {
    kill_at_any_moment(2, kills() / 2);
    kill_at_any_moment(4, kills() / 2);
}

/// Starts campaigns in one folder again and again, and kills each of them.
#[track_caller]
fn kill_at_any_moment(campaigns: u64, kills: u64) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("tmp")).unwrap();
    let mut found = BTreeSet::new();
    let (mut cut, mut left) = (0, 0);
    let mut kill_number = 0;
    // On a busy machine little happens before the first kills: then more kills follow, each round later.
    while kill_number < kills || (kill_number < 4 * kills && !(saw_all(&found) && cut > 0 && left > 0)) {
        let mut supervisors: Vec<Running> = (0..campaigns).map(|_| Running(supervisor(folder, None).spawn().unwrap())).collect();
        while !supervisors.is_empty() {
            let moment = derive_seed(1, "moments", kill_number);
            let supervisor = supervisors.swap_remove(moment as usize / 2 % supervisors.len());
            thread::sleep(Duration::from_millis(moment % 400 * (1 + kill_number / kills) * campaigns.min(2)));
            if moment.is_multiple_of(3) {
                kill_a_worker(&supervisor.0, moment / 3);
                thread::sleep(Duration::from_millis(moment % 50));
            }
            drop(supervisor);
            if supervisors.is_empty() {
                // The kernel ends the workers of a killed supervisor.
                wait_until(|| !processes_of(folder).iter().any(|command| command.contains("worker\0--exact")));
                cut += cut_cases(folder).len();
                left += processes_of(folder).iter().filter(|command| command.starts_with("sleep")).count();
            }
            let now = findings(folder, supervisors.is_empty());
            assert!(found.is_subset(&now), "kill {kill_number} of {campaigns}: findings were lost: {found:?}, now {now:?}");
            found = now;
            kill_number += 1;
        }
    }
    assert!(saw_all(&found), "the kills came before anything was found");
    assert!(cut > 0 && left > 0, "no kill came while a case was written ({cut}) or a program ran ({left})");

    assert!(supervisor(folder, Some(5)).status().unwrap().success(), "cases that were cut short: {:?}", cut_cases(folder));
    assert_eq!(findings(folder, true), found);
    // A killed process may still be exiting.
    wait_until(|| processes_of(folder).is_empty());
    let scratch = fs::read_dir(folder.join("tmp")).unwrap().flatten().flat_map(|entry| fs::read_dir(entry.path()).unwrap().flatten());
    assert_eq!(scratch.map(|entry| entry.file_name()).collect::<Vec<_>>(), ["lock"]);
}

#[test]
fn a_full_disk_is_reported_and_leaves_no_truncated_case() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("small");
    fs::create_dir(&place).unwrap();
    let supervisor = supervisor(&place, Some(20_000));
    // A separate disk that only these processes see.
    let script = "mount -t tmpfs -o size=600k none \"$0\" && mkdir \"$0/tmp\" && exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]).arg(&place);
    command.arg(supervisor.get_program()).args(supervisor.get_args());
    command.envs(supervisor.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("TMPDIR", folder.path());
    if !Command::new("unshare").args(["--user", "--map-root-user", "--mount", "true"]).status().is_ok_and(|status| status.success()) {
        eprintln!("not tested: a full disk, for this system lets no user mount one");
        return;
    }
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(said.matches("irsmith: cannot write cases to ").count(), 1, "{said}");
    assert!(said.contains("No space left on device"), "{said}");
}

#[test]
fn a_corpus_that_cannot_be_written_ends_the_campaign_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    // A folder in which not even root can create files.
    let read_only = Options { corpus: Some("/proc/self".into()), ..options(folder.path()) };
    let error = campaign(&["task"], &read_only).unwrap_err().to_string();
    assert!(error.starts_with("the corpus folder cannot be written: /proc/self/task: ") && !error.contains('\n'), "{error}");
}
