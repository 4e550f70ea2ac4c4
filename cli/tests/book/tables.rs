//! `docs/src/generated` contains the tables of the registries.

use std::{collections::BTreeSet, env, fs};

use irsmith_fuzz::tables::TABLES;

use crate::documents::{chapters, documents, markdown_in};

#[test]
fn tables_are_those_of_the_registries() {
    let bless = env::var_os("IRSMITH_BLESS").is_some();
    for table in TABLES {
        let path = chapters().join("generated").join(format!("{}.md", table.name));
        let text = (table.render)();
        if bless {
            fs::write(&path, &text).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == text, "{} is out of date; IRSMITH_BLESS=1 cargo test --test book writes it anew", path.display());
    }
}

#[test]
fn there_are_no_other_tables() {
    let names: BTreeSet<String> = TABLES.iter().map(|table| format!("{}.md", table.name)).collect();
    let files: BTreeSet<String> =
        markdown_in(&chapters().join("generated")).iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(files, names);
}

#[test]
fn the_book_shows_every_table() {
    let book: String = documents().iter().map(|document| document.text.clone()).collect();
    for table in TABLES {
        let include = format!("{{{{#include generated/{}.md}}}}", table.name);
        assert!(book.contains(&include), "no chapter has {include}");
    }
}
