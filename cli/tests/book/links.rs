//! Links between documents have existing targets.

use std::collections::BTreeSet;

use crate::documents::{Document, chapters, documents, markdown_in};

#[test]
fn links_to_files_lead_somewhere() {
    let mut checked = 0;
    for document in documents() {
        let folder = document.path.parent().unwrap();
        for link in links(&document) {
            let file = link.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            assert!(folder.join(file).exists(), "{}: {link} leads nowhere", document.name());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} links were seen");
}

#[test]
fn links_to_headings_lead_somewhere() {
    for document in documents() {
        for link in links(&document) {
            let Some((file, anchor)) = link.split_once('#') else { continue };
            if file.contains("://") {
                continue;
            }
            let path = if file.is_empty() { document.path.clone() } else { document.path.parent().unwrap().join(file) };
            let path = path.canonicalize().unwrap();
            let documents = documents();
            let named = documents.iter().find(|other| other.path.canonicalize().unwrap() == path).expect("a document");
            assert!(anchors(named).contains(anchor), "{}: {} has no heading #{anchor}", document.name(), named.name());
        }
    }
}

#[test]
fn the_summary_names_every_chapter() {
    let documents = documents();
    let summary = documents.iter().find(|document| document.path.ends_with("src/SUMMARY.md")).unwrap();
    let named: BTreeSet<_> = links(summary).into_iter().map(|link| chapters().join(link)).collect();
    let mut files: BTreeSet<_> = markdown_in(&chapters()).into_iter().collect();
    files.remove(&summary.path);
    assert_eq!(named, files);
}

/// Returns the targets of `[text](target)`.
fn links(document: &Document) -> Vec<String> {
    let prose = document.prose();
    let after = prose.split("](").skip(1);
    after.filter_map(|rest| rest.split_once(')')).map(|(link, _)| link.to_owned()).collect()
}

/// Returns the anchors that a renderer makes of the headings.
fn anchors(document: &Document) -> BTreeSet<String> {
    let prose = document.prose();
    let headings = prose.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    headings.map(|heading| heading.chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}
