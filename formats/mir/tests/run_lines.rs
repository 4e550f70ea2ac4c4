//! Real files of targets without tables, validated as `irsmith validate` does: for the triple of their `RUN` line.

use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{File, Limits};
use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [real_files_of_targets_without_tables_break_no_rule],
    outside: [real_files_of_targets_without_tables_break_no_rule],
}

/// Files that are invalid on any target, as their names say, and the rule that each breaks.
const WRONG: &[(&str, &str)] = &[
    ("mirparse-AMDGPU__dead-flag-on-use-operand-parse-error.mir", "dead-use"),
    ("mirparse-AMDGPU__machine-metadata-error.mir", "virtual-unknown"),
    ("mirparse-ARM__target-constant-pools-error.mir", "constant-target"),
    ("verifier__verify-reg-sequence.mir", "operands-few"),
];

fn real_files_of_targets_without_tables_break_no_rule(data: &Data) {
    let (mut judged, mut targets, mut alarms) = (0, std::collections::BTreeSet::new(), String::new());
    for path in data.files(data.choose("mir/written", "mir/llvm-tests"), "mir") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = irsmith_testdata::read(&path);
        let Ok(file) = File::read(&bytes, &Limits::default()) else { continue };
        let triple = file.triple_in(&String::from_utf8_lossy(&bytes)).unwrap_or_default();
        let Some(target) = Target::of_triple(&triple).filter(|target| Machine::of(*target).is_none()) else { continue };
        judged += 1;
        targets.insert(target);
        let broken =
            validate(&file, Options { triple: Some(&triple), ..Options::default() }).into_iter().find(|violation| violation.is_error());
        let expected = WRONG.iter().find(|(wrong, _)| *wrong == name).map(|(_, rule)| *rule);
        if broken.as_ref().map(|violation| violation.rule.id) != expected {
            alarms += &format!("{name}: expected {expected:?}, found {broken:?}\n");
        }
    }
    assert!(alarms.is_empty(), "{alarms}");
    let (files, kinds) = data.choose((4, 4), (100, 8));
    assert!(judged >= files && targets.len() >= kinds, "{judged} files of {targets:?}");
}
