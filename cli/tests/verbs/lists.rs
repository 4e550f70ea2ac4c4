//! `targets`, `oracles`, `implementations` and `tables` list exactly the entries of the registries.

use irsmith_fuzz::{Format, TARGETS, tables::TABLES};
use irsmith_oracles::external::{LIBRARIES, implementations};

use crate::support::irsmith;

/// Checks that the first words of the lines below the headings, and the field of each object, are these names.
#[track_caller]
fn assert_lists(verb: &str, field: &str, names: &[&str]) {
    let (table, json) = (irsmith(&[verb]), irsmith(&[verb, "--json"]));
    assert_eq!((table.status, json.status), (0, 0));
    let first = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    assert_eq!(table.text().lines().skip(1).map(first).collect::<Vec<_>>(), names);
    assert_eq!(json.json().iter().map(|object| object[field].as_str().unwrap().to_owned()).collect::<Vec<_>>(), names);
}

#[test]
fn targets_are_those_of_the_registry() {
    assert_lists("targets", "target", &TARGETS.iter().map(|target| target.name).collect::<Vec<_>>());
    let first = &irsmith(&["targets", "--json"]).json()[0];
    assert_eq!(first["oracles"].as_array().unwrap().len(), TARGETS[0].oracles.listed().len());
    assert_eq!((&first["profile"], &first["least_max_len"]), (&TARGETS[0].profile.name().into(), &TARGETS[0].least_max_len.into()));
    for (object, target) in irsmith(&["targets", "--json"]).json().iter().zip(TARGETS) {
        assert_eq!(
            object.get("missing").and_then(|missing| missing.as_str()),
            target.missing().map(|missing| missing.to_string()).as_deref()
        );
        assert_eq!(object["starts_programs"].as_bool(), Some(target.starts_programs()));
    }
}

#[test]
fn oracles_are_all_that_there_are() {
    let all = Format::ALL.iter().flat_map(|format| format.oracles().listed());
    assert_lists("oracles", "oracle", &all.map(|oracle| oracle.name).collect::<Vec<_>>());
}

#[test]
fn implementations_are_found_or_missing() {
    let (libraries, tools) = (LIBRARIES.iter().map(|library| library.name), implementations().iter().map(|tool| tool.name));
    assert_lists("implementations", "implementation", &["irsmith"].into_iter().chain(libraries).chain(tools).collect::<Vec<_>>());
    let lines = irsmith(&["implementations", "--json"]).json();
    let (built, programs) = lines.split_at(1 + LIBRARIES.len());
    for line in built {
        assert!(line["version"].is_string() && line["package"].is_null(), "{line}");
        assert!(line["found"] == true || line["feature"].is_string(), "{line}");
    }
    for line in programs {
        assert_eq!(line["found"].as_bool().unwrap(), line["path"].is_string(), "{line}");
        assert!(line["package"].is_string());
    }
    let mut alone = crate::support::command(&["implementations"]);
    let output = alone.env("PATH", "").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text.lines().skip(2 + LIBRARIES.len()).all(|line| line.contains("missing (package ")), "{text}");
}

#[test]
fn tables_are_those_of_the_book() {
    let list = irsmith(&["tables"]);
    assert_eq!(list.text().lines().count(), TABLES.len() + 1);
    for table in TABLES {
        let ran = irsmith(&["tables", table.name]);
        assert!(ran.status == 0 && ran.text() == (table.render)(), "{}", table.name);
    }
}
