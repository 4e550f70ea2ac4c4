//! Runs oracles of Machine IR on real files.

use irsmith_oracles::{Needs, Verdict, mir};
use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [
        oracles_hold_on_real_files,
    ],
    outside: [
        oracles_hold_on_real_files,
    ],
}

/// Why an oracle may skip a real file.
const SKIPS: [&str; 8] =
    ["other-architecture", "no-part-to-copy", "no-triple", mir::UNREADABLE, mir::NO_FUNCTION, mir::NO_TABLES, mir::INVALID, mir::NO_MODULE];

fn oracles_hold_on_real_files(data: &Data) {
    let files = data.machine_ir();
    // Real files have opcodes of a target, which are not executed.
    let executes = |name: &str| [mir::EXEC_REWRITTEN.name, mir::EXEC_RESHAPED.name, mir::EXEC_DEFINED.name].contains(&name);
    let is_asked = |oracle: &&mir::Oracle| matches!(oracle.needs, Needs::Nothing) && !executes(oracle.name);
    let oracles: Vec<&mir::Oracle> = mir::ORACLES.iter().filter(is_asked).collect();
    let mut passes = vec![0; oracles.len()];
    for file in &files {
        let case = mir::Case::new(&irsmith_testdata::read(file));
        for (oracle, passes) in oracles.iter().zip(&mut passes) {
            match oracle.verdict(&case) {
                Verdict::Pass => *passes += 1,
                Verdict::Skip(reason) => assert!(SKIPS.contains(&reason), "{}: {reason}", file.display()),
                Verdict::Fail(failure) => panic!("{}: {}\n{}", file.display(), failure.signature, failure.evidence),
            }
        }
    }
    for (oracle, passes) in oracles.iter().zip(passes) {
        // Some are tests of what llc rejects, and some have no module.
        let share = match oracle.name {
            "mir-read-any" => 100,
            "mir-broken-is-refused" => 40,
            "mir-ir-remade" => 40,
            // Only for targets with tables, and only if the file names its own.
            "mir-target-of-words" => 20,
            // Large files have no room for copies of a part.
            "mir-cost" => 50,
            _ => 85,
        };
        assert!(passes * 100 >= files.len() * share, "{}: {passes} of {}", oracle.name, files.len());
    }
}
