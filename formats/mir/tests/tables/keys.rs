//! Compares the keys of the container with those of real files, in the order in which llc prints them.

use super::files::target;
use irsmith_mir::tables::{FUNCTION, Item, Map, Target, Value, function_info};
use irsmith_testdata::Data;
use std::collections::BTreeSet;

irsmith_testdata::data_tests! {
    own: [keys_of_real_files_are_known_and_in_order],
    outside: [keys_of_real_files_are_known_and_in_order],
}

/// Keys that LLVM 19 does not know, by the file that contains them: a test of errors.
const UNKNOWN: &[(&str, &str)] = &[("mirparse-Generic__machine-function-missing-name.mir", "nme")];
/// The same for the project's own files.
const UNKNOWN_OWN: &[(&str, &str)] = &[("wrong-unknown-key.mir", "alignmint")];

/// A key of a file: its depth and its name.
type Key<'a> = (usize, &'a str);

/// Returns the keys of a line: `- { id: 0, class: gr32 }` has two; the dash is not a key.
fn keys(line: &str) -> Vec<Key<'_>> {
    let inside = line.trim_start_matches([' ', '-']);
    let depth = line.len() - inside.len();
    let parts = inside.trim_matches(['{', '}', ' ']).split(", ");
    let names = parts.filter_map(|part| part.split_once(':')).map(|(name, _)| name.trim());
    let names = names.filter(|name| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter)));
    names.take(if inside.starts_with('{') { usize::MAX } else { 1 }).map(|name| (depth, name)).collect()
}

/// Returns the lines of the function documents, without bodies and comments.
fn documents(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let documents = text.split("\n---").filter(|document| document.starts_with('\n'));
    documents.map(|document| {
        let lines = document.lines().take_while(|line| !line.starts_with("body:") && *line != "...");
        lines.filter(|line| !line.trim_start().starts_with('#')).collect()
    })
}

/// Returns the mapping that a value contains.
fn inner(value: Value, target: Option<Target>) -> Option<&'static Map> {
    match value {
        Value::Map(map) | Value::List(Item::Map(map)) => Some(map),
        Value::TargetMap => target.map(function_info),
        _ => None,
    }
}

/// Visits the keys of a document; returns those that no row names, and the mappings whose keys are out of order.
fn walk(lines: &[&str], target: Option<Target>) -> (Vec<String>, Vec<String>) {
    let (mut unknown, mut disordered) = (Vec::new(), Vec::new());
    // The open mappings: depth, rows, and the position of the last key.
    let mut open = vec![(0, FUNCTION, None)];
    let mut pending: Option<&'static Map> = None;
    for line in lines {
        let starts_item = line.trim_start().starts_with("- ");
        for (place, (depth, name)) in keys(line).into_iter().enumerate() {
            while open.last().is_some_and(|(of, ..)| *of > depth) {
                open.pop();
            }
            if let Some(map) = pending.take().filter(|_| open.last().is_some_and(|(of, ..)| *of < depth)) {
                open.push((depth, map, None));
            }
            let Some((of, map, last)) = open.last_mut() else { break };
            if *of != depth {
                break;
            }
            if starts_item && place == 0 {
                *last = None;
            }
            match map.key(name) {
                Some((found, key)) => {
                    if last.is_some_and(|last| last >= found) {
                        disordered.push(format!("{name} of {}", map.name));
                    }
                    *last = Some(found);
                    pending = inner(key.value, target);
                }
                None => unknown.push(name.to_owned()),
            }
        }
    }
    (unknown, disordered)
}

fn keys_of_real_files_are_known_and_in_order(data: &Data) {
    let mut unknown = BTreeSet::new();
    let mut documents_seen = 0;
    for path in data.machine_ir() {
        let printed = path.parent().is_some_and(|folder| folder.ends_with("compiled"));
        let text = String::from_utf8_lossy(&irsmith_testdata::read(&path)).into_owned();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        for document in documents(&text) {
            documents_seen += 1;
            let (names, disordered) = walk(&document, target(&path, &text));
            unknown.extend(names.into_iter().map(|name| (file.clone(), name)));
            assert!(!printed || disordered.is_empty(), "{file}: {disordered:?}");
        }
    }
    let expected: BTreeSet<_> =
        data.choose(UNKNOWN_OWN, UNKNOWN).iter().map(|(file, name)| ((*file).to_owned(), (*name).to_owned())).collect();
    assert_eq!(unknown, expected);
    assert!(documents_seen > data.choose(250, 1_000), "{documents_seen}");
}
