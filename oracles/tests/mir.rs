//! Oracles of Machine IR over real files.

use std::path::PathBuf;

use irsmith_oracles::{Verdict, mir};

#[test]
fn oracles_hold_on_real_files() {
    let files: Vec<PathBuf> = ["mir/llvm-tests", "mir/compiled"].iter().flat_map(|folder| irsmith_testdata::files(folder, "mir")).collect();
    let mut passes = vec![0; mir::ORACLES.len()];
    for file in &files {
        let case = mir::Case::new(&irsmith_testdata::read(file));
        for (oracle, passes) in mir::ORACLES.iter().zip(&mut passes) {
            match (oracle.check)(&case) {
                Verdict::Pass => *passes += 1,
                Verdict::Skip(reason) => assert!([mir::UNREADABLE, mir::NO_FUNCTION].contains(&reason), "{}: {reason}", file.display()),
                Verdict::Fail(failure) => panic!("{}: {}\n{}", file.display(), failure.signature, failure.evidence),
            }
        }
    }
    let read = passes[0];
    assert_eq!(read, files.len(), "any bytes are read or refused");
    // The others are tests of what llc refuses.
    assert!(passes[1..].iter().all(|&passes| passes * 100 >= files.len() * 85), "{passes:?} of {}", files.len());
}
