//! One minimum Rust version: the documents and the jobs state the version of the manifest, and no dependency needs a newer one.

use std::{fs, process::Command};

use serde_json::Value;

use crate::documents::{documents, root};

/// For example `1.95`.
const MINIMUM: &str = env!("CARGO_PKG_RUST_VERSION");

fn cargo(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Returns the numbers of a version.
fn numbers(version: &str) -> Vec<u64> {
    version.split('.').map(|number| number.parse().unwrap()).collect()
}

#[test]
fn no_package_asks_for_more_than_the_minimum() {
    let rustc = String::from_utf8(Command::new("rustc").arg("-vV").output().unwrap().stdout).unwrap();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let metadata = cargo(&["metadata", "--format-version", "1", "--locked", "--all-features", "--filter-platform", host]);
    let metadata: Value = serde_json::from_slice(&metadata).unwrap();
    let mut own = 0;
    for package in metadata["packages"].as_array().unwrap() {
        let Some(version) = package["rust_version"].as_str() else { continue };
        assert!(numbers(version) <= numbers(&format!("{MINIMUM}.0")), "{} asks for Rust {version}, more than {MINIMUM}", package["name"]);
        if package["source"].is_null() {
            own += 1;
            assert_eq!(version, MINIMUM, "{}", package["name"]);
        }
    }
    assert!(own > 10, "{own}");
}

#[test]
fn documents_say_the_minimum() {
    let mut said = 0;
    for document in documents() {
        // A changelog describes the past.
        if document.name() == "CHANGELOG.md" {
            continue;
        }
        for behind in document.prose().split("Rust").skip(1) {
            let version = behind.trim_start_matches([',', ' ']);
            let version: String = version.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
            if version.starts_with("1.") {
                assert_eq!(version, MINIMUM, "{}", document.name());
                said += 1;
            }
        }
    }
    assert!(said >= 2, "README and the quick start say which Rust is needed; {said} places");
}

#[test]
fn a_job_builds_with_the_minimum() {
    let jobs = fs::read_to_string(root().join(".github/workflows/check.yml")).unwrap();
    assert!(jobs.contains("run: ci/minimum"), "{jobs}");
    let script = fs::read_to_string(root().join("ci/minimum")).unwrap();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(script.contains("s/^rust-version = ") && manifest.lines().any(|line| line == format!("rust-version = \"{MINIMUM}\"")));
}
