//! The findings folder: what is kept, what is not, and that nothing incomplete is there.

use std::{fs, path::Path};

use irsmith_fuzz::{Finding, FindingStatus, Kept, Minimized, Provenance, Store, TARGETS, Target, content_hash, hexadecimal};
use irsmith_oracles::{Failure, GeneratedCase, Signature};

fn failure(element: &str) -> Failure {
    Failure { signature: Signature::new("oracle", "property", element), evidence: "left\nright".to_owned() }
}

fn target() -> &'static Target {
    &TARGETS[0]
}

fn keep(store: &Store, case: &[u8], element: &str) -> Kept {
    let provenance = Provenance { engine: "test".into(), seed: 3, date: "2025-12-31".into(), execution: 7, ..Provenance::default() };
    store.keep(target(), case, &failure(element), &provenance).unwrap()
}

fn folder(store: &Store, element: &str) -> std::path::PathBuf {
    store.folder(target().name, &format!("{:016x}", failure(element).signature.hash64()))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_new_finding_has_case_listing_and_description_and_nothing_else() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(&root.path().join("deep/findings")).unwrap();
    assert_eq!(keep(&store, b"case", "a"), Kept::New);
    let folder = folder(&store, "a");
    assert_eq!(names(&folder), ["case.pexe", "finding.toml", "listing.txt"]);
    assert_eq!(names(folder.parent().unwrap()).len(), 1, "drafts are gone");
    let toml: toml::Table = fs::read_to_string(folder.join("finding.toml")).unwrap().parse().unwrap();
    assert_eq!(toml["signature"].as_str(), Some("oracle/property/a"));
    assert_eq!(toml["date"].as_str(), Some("2025-12-31"));
    assert_eq!(toml["evidence"].as_str(), Some("left\nright"));
    assert_eq!(store.ids(target().name), [folder.file_name().unwrap().to_str().unwrap()]);
    let finding = store.finding(target().name, &store.ids(target().name)[0]).unwrap();
    assert_eq!((finding.signature.as_str(), finding.minimized), ("oracle/property/a", None));
}

#[test]
fn what_killed_processes_left_half_written_goes_when_nobody_else_uses_the_folder() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    keep(&store, b"case", "a");
    let finding = folder(&store, "a");
    let left = || {
        fs::create_dir(finding.with_file_name(".0123456789abcdef-17-0")).unwrap();
        fs::write(finding.join(".case.pexe-17-3"), "ca").unwrap();
        fs::write(root.path().join(".probe-17"), "").unwrap();
        fs::write(root.path().join(".gitignore"), "").unwrap();
    };
    left();
    let other = Store::open(root.path()).unwrap();
    assert_eq!(names(&finding).len(), 4, "the first store may be writing this");
    drop((store, other));
    let store = Store::open(root.path()).unwrap();
    assert_eq!(names(&finding), ["case.pexe", "finding.toml", "listing.txt"]);
    assert_eq!((names(finding.parent().unwrap()).len(), names(root.path())), (1, vec![".gitignore".to_owned(), target().name.to_owned()]));
    assert_eq!(keep(&store, b"cas", "a"), Kept::Witness);
}

#[test]
fn three_witnesses_stay_and_the_smallest_is_the_case() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let outcomes: Vec<Kept> =
        ["fifty", "eighteen", "eighteen", "fifteen", "seventeen", "five"].iter().map(|case| keep(&store, case.as_bytes(), "a")).collect();
    use Kept::{New, Nothing, Witness};
    assert_eq!(outcomes, [New, Witness, Nothing, Witness, Nothing, Witness]);
    let folder = folder(&store, "a");
    assert_eq!(fs::read(folder.join("case.pexe")).unwrap(), b"five");
    let cases = names(&folder).into_iter().filter(|name| name.ends_with(".pexe"));
    let mut contents: Vec<String> = cases.map(|name| fs::read_to_string(folder.join(name)).unwrap()).collect();
    contents.sort();
    assert_eq!(contents, ["fifteen", "fifty", "five"]);
}

#[test]
fn a_minimized_case_is_no_witness_and_outlives_smaller_ones() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    keep(&store, b"eighteen", "a");
    let folder = folder(&store, "a");
    let id = folder.file_name().unwrap().to_str().unwrap();
    let note = Minimized { bytes: 1, bytes_before: 8, checks: 5, complete: true };
    store.keep_minimized(target(), id, b"8", None, note.clone()).unwrap();
    let toml = folder.join("finding.toml");
    fs::write(&toml, fs::read_to_string(&toml).unwrap().replace("\"new\"", "\"reported\"")).unwrap();
    for case in ["fifteen", "sixteen", "five"] {
        keep(&store, case.as_bytes(), "a");
    }
    let finding = store.finding(target().name, id).unwrap();
    assert_eq!((finding.minimized, finding.status), (Some(note), FindingStatus::Reported));
    assert_eq!(fs::read(folder.join("minimized.pexe")).unwrap(), b"8");
    assert_eq!(fs::read(folder.join("case.pexe")).unwrap(), b"five");
    assert_eq!(names(&folder).iter().filter(|name| name.ends_with(".pexe")).count(), 4, "{:?}", names(&folder));
}

#[test]
fn a_generated_case_is_kept_listed_and_outlives_smaller_seeds() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let provenance = Provenance::default();
    let bytes = target().format.generate(1);
    let generated = GeneratedCase { bytes: bytes.clone(), bytes_before: 9000, checks: 7, complete: false };
    let of_generated = Failure { evidence: "the generated one".into(), ..failure("a") };
    let kept = store.keep_with_generated(target(), b"eighteen", &of_generated, &generated, &provenance).unwrap();
    assert_eq!((kept, keep(&store, b"five", "a")), (Kept::New, Kept::Witness));
    let folder = folder(&store, "a");
    assert_eq!(fs::read(folder.join("generated.pexe")).unwrap(), bytes);
    assert!(fs::read_to_string(folder.join("generated-listing.txt")).unwrap().contains("PEXE"));
    let finding = store.finding(target().name, &store.ids(target().name)[0]).unwrap();
    let note = Minimized { bytes: bytes.len(), bytes_before: 9000, checks: 7, complete: false };
    assert_eq!((finding.generated, finding.evidence.as_str()), (Some(note), "the generated one"));
    assert_eq!(fs::read(folder.join("case.pexe")).unwrap(), b"five");
}

#[test]
fn a_smaller_case_leaves_when_the_signature_was_first_met() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    for (case, execution) in [("eighteen", 7), ("five", 900)] {
        let provenance =
            Provenance { engine: "test".into(), seed: execution, date: "2025-12-31".into(), execution, ..Provenance::default() };
        store.keep(target(), case.as_bytes(), &failure("a"), &provenance).unwrap();
    }
    let finding = store.finding(target().name, &store.ids(target().name)[0]).unwrap();
    assert_eq!((finding.execution, finding.seed), (7, 7));
    assert_eq!(fs::read(folder(&store, "a").join("case.pexe")).unwrap(), b"five");
}

/// The supervisor must not run a case that ends its process, as the worker did.
#[test]
fn a_case_that_ends_processes_is_not_read_for_its_listing() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let case = target().format.generate(1);
    for (property, listed) in [("abort", false), ("panic", true)] {
        let failure = Failure { signature: Signature::new("oracle", property, "process"), evidence: String::new() };
        let provenance = Provenance { engine: "test".into(), seed: 1, date: "2025-12-31".into(), execution: 1, ..Provenance::default() };
        store.keep(target(), &case, &failure, &provenance).unwrap();
        let folder = store.folder(target().name, &format!("{:016x}", failure.signature.hash64()));
        let listing = fs::read_to_string(folder.join("listing.txt")).unwrap();
        assert_eq!(listing.contains("PEXE"), listed, "{property}: {listing}");
    }
}

#[test]
fn signatures_have_folders_of_their_own() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    assert_eq!((keep(&store, b"case", "a"), keep(&store, b"case", "b")), (Kept::New, Kept::New));
    assert_eq!(store.ids(target().name).len(), 2);
}

#[test]
fn a_folder_that_cannot_be_is_an_error_at_once() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("file");
    fs::write(&file, "in the way").unwrap();
    assert!(Store::open(&file.join("findings")).is_err());
}

#[test]
fn bytes_as_text() {
    assert_eq!(hexadecimal(&[0, 0x7f, 0xff]), "007fff");
}

#[test]
fn recorded_findings_have_the_id_of_their_signature() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora");
    let folders = |format: &str| fs::read_dir(corpora.join(format).join("findings")).into_iter().flatten().flatten();
    let mut checked = 0;
    for folder in ["pnacl", "debuginfo", "mir"].into_iter().flat_map(folders) {
        let path = folder.path().join("finding.toml");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let finding: Finding = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(finding.id, format!("{:016x}", content_hash(finding.signature.as_bytes())), "{}", path.display());
        assert!(
            finding.signature.starts_with(&format!("{}/{}/{}", finding.oracle, finding.property, finding.element)),
            "{}",
            path.display()
        );
        checked += 1;
    }
    assert!(checked > 100, "{checked} findings");
}
