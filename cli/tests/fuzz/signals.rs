//! The ends of `irsmith fuzz`: by its time and by signals, at every stage.

use std::{process::Command, thread::available_parallelism};

use crate::installed::{Installed, end, runs, signal, wait_until};

/// A worker that does nothing and exits on request.
const IDLE: &str = "exec sleep 600";

#[test]
fn sigterm_ends_a_campaign_of_as_many_workers_as_processors() {
    let installed = Installed::new("", IDLE);
    let child = installed.fuzz(&["--jobs", "500", "--time", "10m"]).spawn().unwrap();
    wait_until("at work", || !installed.ids("worker").is_empty());
    // More workers would have been started by now.
    std::thread::sleep(std::time::Duration::from_millis(500));
    signal(&child, "TERM");
    let (status, stderr) = end(child);
    assert!(matches!(status, Some(0 | 2)), "{status:?}: {stderr}");
    let workers = installed.ids("worker");
    assert!(workers.len() <= available_parallelism().unwrap().get(), "{} workers", workers.len());
    assert!(!workers.iter().any(|worker| runs(*worker)), "a worker is left");
    assert!(stderr.contains(" workers at a time, not 500: this machine has no more ") && stderr.contains("(--force-jobs)"), "{stderr}");
}

/// The terminal of a campaign may be gone. The message that the worker is built, which is the first, would end it.
#[test]
fn a_campaign_goes_on_without_standard_error() {
    let installed = Installed::new("", IDLE);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let child = installed.fuzz(&["--jobs", "1", "--time", "10m"]).stderr(writer).spawn().unwrap();
    wait_until("at work", || installed.ids("worker").len() == 1);
    signal(&child, "TERM");
    assert!(matches!(end(child).0, Some(0 | 2)));
}

#[test]
fn starting_workers_ends_with_the_time() {
    let installed = Installed::new("", IDLE);
    let child = installed.fuzz(&["--jobs", "20000", "--force-jobs", "--time", "200ms"]).spawn().unwrap();
    let (_, stderr) = end(child);
    assert!(!stderr.contains("cannot start"), "{stderr}");
    let workers = installed.ids("worker");
    assert!(workers.len() < 20_000 && !workers.iter().any(|worker| runs(*worker)), "{} workers", workers.len());
}

#[test]
fn a_second_signal_ends_at_once() {
    // The worker ignores the request to end, and is killed some seconds later.
    let installed = Installed::new("", "trap '' USR1\nsleep 600");
    let child = installed.fuzz(&["--jobs", "1", "--time", "10m"]).spawn().unwrap();
    wait_until("at work", || installed.ids("worker").len() == 1);
    signal(&child, "TERM");
    // Two signals at once would count as one.
    std::thread::sleep(std::time::Duration::from_millis(300));
    signal(&child, "TERM");
    let (status, stderr) = end(child);
    assert_eq!(status, Some(2), "{stderr}");
    assert!(stderr.contains("irsmith: ended at once by a second signal"), "{stderr}");
    // A real worker ends with its parent.
    for worker in installed.ids("worker") {
        let _ = Command::new("sh").args(["-c", &format!("kill -KILL -{worker}")]).status();
    }
}

#[test]
fn sigterm_ends_the_build_too() {
    let installed = Installed::new("sleep 600", IDLE);
    let child = installed.fuzz(&["--time", "10m"]).spawn().unwrap();
    wait_until("building", || installed.ids("cargo").len() == 1);
    signal(&child, "TERM");
    let (status, stderr) = end(child);
    assert_eq!((status, stderr.lines().last()), (Some(2), Some("irsmith: interrupted before the worker was built")));
    let cargo = installed.ids("cargo")[0];
    wait_until("the end of cargo", || !runs(cargo));
    assert!(installed.ids("worker").is_empty());
}
