//! The sources that workers are built from.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use irsmith_fuzz::content_hash;

use crate::CampaignError;

/// Everything that a worker is compiled from, relative to the sources.
const PARTS: [&str; 6] = ["Cargo.toml", "Cargo.lock", "formats", "generators", "oracles", "fuzz"];

/// The folder of the clone that this program was compiled in.
fn compiled() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Returns the sources of irsmith: the requested ones, or else those that this program was compiled from, whatever the current folder is.
///
/// Other sources are another program: they are used only on request, and only if they have the same version.
///
/// # Errors
///
/// [`CampaignError::NoSources`] when they do not exist, [`CampaignError::OtherVersion`] when they are of another version.
pub fn find_sources(asked: Option<&Path>) -> Result<PathBuf, CampaignError> {
    let folder = asked.unwrap_or(compiled());
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    match version(&folder) {
        None => Err(CampaignError::NoSources(folder)),
        Some(version) if version != env!("CARGO_PKG_VERSION") => Err(CampaignError::OtherVersion { folder, version }),
        Some(_) => Ok(folder),
    }
}

/// Returns another clone that contains the current folder, if there is one; the user might think that the worker is built from it.
pub fn other_clone_here(sources: &Path) -> Option<PathBuf> {
    let here = env::current_dir().and_then(|folder| folder.canonicalize()).ok()?;
    let clone = here.ancestors().find(|folder| version(folder).is_some())?;
    (clone != sources).then(|| clone.to_owned())
}

/// Returns the version of irsmith in a folder; `None` when it is not a clone of irsmith.
fn version(folder: &Path) -> Option<String> {
    let manifest = |path: &str| fs::read_to_string(folder.join(path)).ok()?.parse::<toml::Table>().ok();
    let name = manifest("fuzz/Cargo.toml")?.get("package")?.get("name")?.as_str()?.to_owned();
    let workspace = manifest("Cargo.toml")?;
    let version = workspace.get("workspace")?.get("package")?.get("version")?.as_str()?;
    (name == "irsmith-fuzz").then(|| version.to_owned())
}

/// Returns a hash of everything that a worker is compiled from.
///
/// # Errors
///
/// When a file cannot be read.
pub(super) fn hash(sources: &Path) -> Result<u64, CampaignError> {
    let mut text = String::new();
    for part in PARTS {
        add(&sources.join(part), &mut text).map_err(CampaignError::file("cannot read the sources in", sources))?;
    }
    // The oracles contain the ledgers.
    for format in irsmith_fuzz::Format::ALL {
        let ledger = sources.join("corpora").join(format.name()).join("ledger.toml");
        add(&ledger, &mut text).map_err(CampaignError::file("cannot read the sources in", sources))?;
    }
    Ok(content_hash(text.as_bytes()))
}

/// Folders that are not sources of a worker: tests, and folders that cargo and engines create.
const OTHERS: [&str; 6] = ["target", "tests", "benches", "artifacts", "corpus", "coverage"];

/// Adds a line with name and hash for a file, or for each file in a folder and below. Hidden files, links and [`OTHERS`] are not sources.
fn add(path: &Path, text: &mut String) -> io::Result<()> {
    if path.is_file() {
        text.push_str(&format!("{} {:016x}\n", path.display(), content_hash(&fs::read(path)?)));
        return Ok(());
    }
    let mut entries = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    let is_source = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        !name.as_encoded_bytes().starts_with(b".") && !OTHERS.iter().any(|other| name == *other) && !path.is_symlink()
    };
    entries.iter().filter(|entry| is_source(entry)).try_for_each(|entry| add(entry, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a clone of a version, with only the files that are needed to recognize it.
    fn clone(version: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for part in &PARTS[2..] {
            fs::create_dir(folder.path().join(part)).unwrap();
        }
        for format in irsmith_fuzz::Format::ALL {
            let corpora = folder.path().join("corpora").join(format.name());
            fs::create_dir_all(&corpora).unwrap();
            fs::write(corpora.join("ledger.toml"), "").unwrap();
        }
        fs::write(folder.path().join("Cargo.toml"), format!("[workspace.package]\nversion = \"{version}\"\n")).unwrap();
        fs::write(folder.path().join("Cargo.lock"), "").unwrap();
        fs::write(folder.path().join("fuzz/Cargo.toml"), "[package]\nname = \"irsmith-fuzz\"\n").unwrap();
        folder
    }

    #[test]
    fn sources_are_those_compiled_from_unless_others_of_the_version_are_asked_for() {
        let own = find_sources(None).unwrap();
        assert_eq!(own, compiled().canonicalize().unwrap());
        let (same, other, none) = (clone(env!("CARGO_PKG_VERSION")), clone("0.0.1"), tempfile::tempdir().unwrap());
        assert_eq!(find_sources(Some(same.path())).unwrap(), same.path().canonicalize().unwrap());
        assert!(matches!(find_sources(Some(other.path())), Err(CampaignError::OtherVersion { version, .. }) if version == "0.0.1"));
        assert!(
            matches!(find_sources(Some(none.path())), Err(CampaignError::NoSources(folder)) if folder == none.path().canonicalize().unwrap())
        );
    }

    #[test]
    fn what_changes_a_worker_changes_the_hash() {
        let folder = clone("1.0.0");
        let before = hash(folder.path()).unwrap();
        assert_eq!(hash(folder.path()).unwrap(), before);
        for (file, changes) in [
            ("fuzz/a.rs", true),
            ("corpora/mir/ledger.toml", true),
            ("fuzz/.b.swp", false),
            ("fuzz/tests/c.rs", false),
            ("fuzz/corpus/d", false),
        ] {
            let before = hash(folder.path()).unwrap();
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
            assert_eq!(hash(folder.path()).unwrap() != before, changes, "{file}");
        }
    }
}
