//! The workflows of the CI service: actions and tools are pinned, and jobs fit the service's limits.

use std::fs;

use crate::{plan, workspace};

/// Minutes of a job in addition to `ci/nightly`: checkout, toolchain, caches, external programs.
const SETUP: u64 = 30;

fn workflows() -> Vec<(String, String)> {
    let files = fs::read_dir(workspace().join(".github/workflows")).unwrap().map(|entry| entry.unwrap().path());
    let named = files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()));
    named.collect()
}

/// Returns what follows `key:` in the lines that contain it.
fn values<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches("- "));
    lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(": ").map(str::trim)).collect()
}

/// Returns what is wrong with the name of an action: a tag can be moved to another commit.
fn unpinned(action: &str) -> Option<String> {
    let (name, comment) = action.split_once(" # ").unwrap_or((action, ""));
    let commit = name.split_once('@').map_or("", |(_, commit)| commit);
    let pinned = commit.len() == 40 && commit.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let versioned = comment.starts_with('v') && comment.contains('.');
    (!pinned || !versioned).then(|| format!("{action}: no commit of 40 digits with its version in a comment"))
}

#[test]
fn actions_are_named_by_commits() {
    let mut seen = 0;
    for (file, text) in workflows() {
        for action in values(&text, "uses") {
            assert_eq!(unpinned(action), None, "{file}");
            seen += 1;
        }
    }
    assert!(seen >= 6, "only {seen} actions");
    assert!(unpinned("actions/checkout@v4").is_some() && unpinned(&format!("a/b@{}", "0".repeat(40))).is_some());
    assert_eq!(unpinned(&format!("a/b@{} # v1.2", "0".repeat(40))), None);
}

#[test]
fn tools_and_systems_have_versions() {
    for (file, text) in workflows() {
        for system in values(&text, "runs-on") {
            assert!(!system.ends_with("latest"), "{file}: {system}");
        }
        for tool in values(&text, "tool").into_iter().flat_map(|tools| tools.split(',')) {
            assert!(tool.split_once('@').is_some_and(|(_, version)| version.contains('.')), "{file}: {tool}");
        }
        for toolchain in values(&text, "RUST_TOOLCHAIN") {
            assert!(toolchain.trim_matches('"').split('.').count() == 3, "{file}: {toolchain}");
        }
    }
}

#[test]
fn every_job_has_a_limit_and_the_night_fits_it() {
    for (file, text) in workflows() {
        assert_eq!(values(&text, "runs-on").len(), values(&text, "timeout-minutes").len(), "{file}");
    }
    let text = fs::read_to_string(workspace().join(".github/workflows/nightly.yml")).unwrap();
    let limit: u64 = values(&text, "timeout-minutes")[0].parse().unwrap();
    let time = values(&text, "default")[0].trim_matches('"');
    assert!(text.contains(&format!("inputs.time || '{time}'")), "a night by itself has another time");
    for engine in engines(&text) {
        let seconds: u64 = plan(&["--time", time, "--engine", &engine]).iter().map(|(_, _, seconds)| seconds).sum();
        assert!(seconds.div_ceil(60) + SETUP <= limit, "{engine}: {seconds} s and {SETUP} minutes in {limit} minutes");
    }
}

fn engines(workflow: &str) -> Vec<String> {
    let list = values(workflow, "engine")[0].trim_start_matches('[').trim_end_matches(']');
    list.split(", ").map(str::to_owned).collect()
}

/// Findings of one engine do not end the other jobs, and each engine of the script is in the matrix.
#[test]
fn the_night_has_every_engine_and_goes_on() {
    let text = fs::read_to_string(workspace().join(".github/workflows/nightly.yml")).unwrap();
    assert_eq!(values(&text, "fail-fast"), ["false"]);
    let script = fs::read_to_string(workspace().join("ci/nightly")).unwrap();
    let all = script.lines().find_map(|line| line.strip_prefix("all_engines=(")).unwrap().trim_end_matches(')');
    assert_eq!(engines(&text), all.split(' ').collect::<Vec<_>>());
    // Corpora are saved even if there are findings, under a new key every night.
    assert!(text.contains("actions/cache/save@") && text.contains("if: always() && ") && text.contains("github.run_id"));
}
