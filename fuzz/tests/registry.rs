//! The registry, the `[[bin]]` entries of the manifest and the files of `fuzz_targets/` agree.

use std::{collections::BTreeSet, fs, path::Path};

use irsmith_fuzz::{Currency, Format, Profile, TARGETS, Target, target};
use irsmith_oracles::Verdict;

fn manifest_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn names() -> BTreeSet<String> {
    TARGETS.iter().map(|target| target.name.to_owned()).collect()
}

#[test]
fn names_are_unique_and_found() {
    assert_eq!(names().len(), TARGETS.len());
    for listed in TARGETS {
        assert_eq!(target(listed.name).map(|found| found.about), Some(listed.about));
        assert!(!listed.oracles.listed().is_empty() && listed.byte_share <= 100 && listed.record_share <= 100, "{}", listed.name);
    }
    assert!(target("no_such_target").is_none());
}

/// Formats, their files and their oracles are distinct, and no target uses oracles of another format.
#[test]
fn formats_have_names_of_their_own_and_targets_their_oracles() {
    let formats = Format::ALL;
    assert_eq!(formats.iter().map(Format::name).collect::<BTreeSet<_>>().len(), formats.len());
    assert_eq!(formats.iter().map(Format::extension).collect::<BTreeSet<_>>().len(), formats.len());
    for format in formats {
        let oracles = format.oracles().listed();
        let known: BTreeSet<_> = oracles.iter().map(|oracle| oracle.name).collect();
        assert_eq!(known.len(), oracles.len(), "{format:?} has oracles of one name");
        assert!(format.profiles().contains(&Profile::Swarm) && format.generate(1).starts_with(format.magic()));
        for target in TARGETS.iter().filter(|target| target.format == *format) {
            assert!(target.name.starts_with(&format!("{}_", format.name())), "{}", target.name);
            assert!(target.oracles.listed().iter().all(|oracle| known.contains(oracle.name)), "{}", target.name);
            assert!(format.profiles().contains(&target.profile), "{}", target.name);
        }
    }
}

#[test]
fn every_target_has_its_bin_entry() {
    let text = fs::read_to_string(manifest_folder().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let bins = manifest["bin"].as_array().unwrap();
    let entries: BTreeSet<String> = bins.iter().map(|bin| bin["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(entries, names());
    for bin in bins {
        let name = bin["name"].as_str().unwrap();
        assert_eq!(bin["path"].as_str(), Some(format!("fuzz_targets/{name}.rs").as_str()));
    }
}

/// cargo bolero fails if the workspace has no profile of that name.
#[test]
fn the_workspace_has_the_profile_of_cargo_bolero() {
    let text = fs::read_to_string(manifest_folder().join("../Cargo.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let profile = &manifest["profile"]["fuzz"];
    assert!(["debug-assertions", "overflow-checks"].iter().all(|check| profile[*check].as_bool() == Some(true)), "{profile}");
}

#[test]
fn every_target_has_its_file_and_every_file_its_target() {
    let folder = manifest_folder().join("fuzz_targets");
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(&format!("libfuzzer_target!(\"{name}\");")), "{}", path.display());
        files.insert(name);
    }
    assert_eq!(files, names());
}

#[test]
fn targets_that_start_programs_are_known() {
    let starting = TARGETS.iter().filter(|target| target.starts_programs());
    let measured = TARGETS.iter().filter(|target| target.currency != Currency::Cases);
    assert!(starting.map(|target| target.name).eq(measured.map(|target| target.name)));
    assert!(["pnacl_exec_mir", "mir_exec_llc", "debuginfo_spirv_val"].iter().all(|name| target(name).unwrap().starts_programs()));
    assert!(["pnacl_exec", "mir_exec", "debuginfo_validate"].iter().all(|name| !target(name).unwrap().starts_programs()));
}

/// The smoke run of every target: generated cases, their mutants and splices, and plain noise.
#[test]
fn no_target_fails_on_a_few_hundred_cases() {
    for target in TARGETS {
        let all = cases(target);
        // Evenly over generated cases, mutants, splices and noise.
        let step = all.len().div_ceil(target.smoke_cases).max(1);
        let cases: Vec<&Vec<u8>> = all.iter().step_by(step).collect();
        let oracles: BTreeSet<&str> = target.oracles.listed().iter().map(|oracle| oracle.name).collect();
        for case in &cases {
            let mut judged = BTreeSet::new();
            target.run(case, &mut |oracle, verdict| {
                judged.insert(oracle);
                match verdict {
                    Verdict::Fail(failure) if target.judges_others() => eprintln!("{}: {}", target.name, failure.signature),
                    Verdict::Fail(failure) => {
                        let text = String::from_utf8_lossy(case);
                        panic!("{}: {}\n{}\n{text}", target.name, failure.signature, failure.evidence)
                    }
                    Verdict::Pass | Verdict::Skip(_) => {}
                }
            });
            assert_eq!(judged, oracles, "{}", target.name);
        }
    }
}

fn cases(target: &Target) -> Vec<Vec<u8>> {
    const MAX_SIZE: usize = 1 << 20;
    let mut cases: Vec<Vec<u8>> = (0..200).map(|seed| target.generate(seed)).collect();
    let format = target.format;
    let mutants = (0..100).filter_map(|seed| format.mutate(&cases[seed as usize], MAX_SIZE, seed));
    let records = (0..100).filter_map(|seed| format.mutate_records(&cases[seed as usize], MAX_SIZE, seed));
    let splices = (0..50).filter_map(|seed: u32| {
        let at = seed as usize;
        format.splice(&cases[at], &cases[at + 100], MAX_SIZE, seed)
    });
    let derived: Vec<Vec<u8>> = mutants.chain(records).chain(splices).collect();
    assert!(derived.len() > 200, "only {} mutants and splices of generated cases", derived.len());
    cases.extend(derived);
    cases.extend((0..=64).map(|size| vec![0xa5; size]));
    cases
}
