//! Processes that write to one findings folder and are killed at random moments: every finding that is there is whole.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use irsmith_fuzz::{Minimized, Provenance, Store, TARGETS, Target, derive_seed};
use irsmith_oracles::{Failure, Signature};

/// Environment variables: the folder of [`write`], and the number of the process.
const FOLDER: &str = "IRSMITH_TEST_FOLDER";
const NUMBER: &str = "IRSMITH_TEST_NUMBER";
/// Environment variable: the number of kills for each number of processes instead of [`USUAL_KILLS`].
const KILLS: &str = "IRSMITH_KILLS";
const USUAL_KILLS: u64 = 50;

fn target() -> &'static Target {
    &TARGETS[0]
}

/// The main function of the writing processes; does nothing as an ordinary test. Two of three findings are new ones, the others are those of
/// all processes. The bytes of a case begin with the element of its signature.
#[test]
fn write() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let number = env::var(NUMBER).unwrap();
    let store = Store::open(&folder).unwrap();
    for step in 0u64.. {
        let element = if step.is_multiple_of(3) { format!("shared{}", step / 3 % 8) } else { format!("own{number}-{step}") };
        let signature = Signature::new("oracle", "property", element.as_str());
        let id = format!("{:016x}", signature.hash64());
        let length = derive_seed(1, &number, step) % 20_000;
        let case = [format!("{element}:").into_bytes(), vec![b'x'; length as usize]].concat();
        let provenance = Provenance { engine: "test".into(), ..Provenance::default() };
        store.keep(target(), &case, &Failure { signature, evidence: "evidence\n".repeat(40) }, &provenance).unwrap();
        if step.is_multiple_of(4) {
            let note = Minimized { bytes: element.len() + 1, bytes_before: case.len(), checks: step, complete: true };
            store.keep_minimized(target(), &id, format!("{element}:").as_bytes(), None, note).unwrap();
        }
    }
}

/// A writing process that does not outlive the test.
struct Writer(Child);

impl Writer {
    fn start(folder: &Path, number: u64) -> Self {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["write", "--exact", "--nocapture"]).env(FOLDER, folder).env(NUMBER, number.to_string());
        Self(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        let status = self.0.wait().unwrap();
        assert!(status.code().is_none() || thread::panicking(), "a writer ended by itself: {status}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Checks every finding; returns their ids. Where nobody writes any more (`at_rest`), no draft is left either.
#[track_caller]
fn whole_findings(root: &Path, at_rest: bool) -> Vec<String> {
    let store = Store::open(root).unwrap();
    let ids = store.ids(target().name);
    for id in &ids {
        let folder = store.folder(target().name, id);
        let finding = store.finding(target().name, id).unwrap_or_else(|| panic!("{id}: finding.toml does not read"));
        let element = finding.signature.rsplit('/').next().unwrap();
        let names = names(&folder);
        let mut needed = vec!["case.pexe", "listing.txt"];
        if finding.minimized.is_some() {
            needed.extend(["minimized.pexe", "minimized-listing.txt"]);
        }
        for file in needed {
            assert!(names.iter().any(|name| name == file), "{element}: no {file} in {names:?}");
        }
        for name in names.iter().filter(|name| name.ends_with(".pexe") && !name.starts_with('.')) {
            // A writer may have replaced or removed a witness meanwhile.
            let Ok(case) = fs::read(folder.join(name)) else { continue };
            assert!(case.starts_with(format!("{element}:").as_bytes()), "{element}: {name} is another case");
        }
        assert!(!at_rest || !names.iter().any(|name| name.starts_with('.')), "{element}: drafts in {names:?}");
    }
    let target = names(&root.join(target().name));
    assert!(!at_rest || !target.iter().any(|name| name.starts_with('.')), "drafts in {target:?}");
    ids
}

#[test]
fn findings_of_killed_processes_are_whole() {
    let kills = env::var(KILLS).map_or(USUAL_KILLS, |kills| kills.parse().expect("a number of kills"));
    for processes in [1, 2, 4] {
        let (mut killed, mut found) = (0, 0);
        while killed < kills {
            let root = tempfile::tempdir().unwrap();
            let mut ids: Vec<String> = Vec::new();
            let mut writers: Vec<Writer> = Vec::new();
            for number in 0..processes {
                writers.push(Writer::start(root.path(), number));
                thread::sleep(Duration::from_millis(derive_seed(2, "starts", killed + number) % 20));
            }
            while !writers.is_empty() {
                let moment = derive_seed(1, "moments", killed);
                thread::sleep(Duration::from_micros(moment % 40_000));
                drop(writers.swap_remove(moment as usize / 2 % writers.len()));
                killed += 1;
                let now = whole_findings(root.path(), writers.is_empty());
                assert!(ids.iter().all(|id| now.contains(id)), "findings were lost");
                ids = now;
            }
            found += ids.len();
        }
        // On a busy machine some processes are killed before they write.
        assert!(found as u64 > kills, "{processes} processes: {found} findings after {killed} kills");
    }
}
