//! The findings folder: `<findings>/<target>/<signature>/case.pexe` and the files beside it.
//!
//! Several workers and the supervisor write here at once. Every file appears under its name only when it is complete, and so does the
//! folder of a new signature, so that no crash or full disk leaves half a finding.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use irsmith_oracles::{Failure, GeneratedCase, keep_draws};

use crate::{Finding, Minimized, Provenance, Target, content_hash};

/// Cases kept per signature: the smallest as `case`, the others as witnesses, which show whether a fix of the first case fixes all.
pub(crate) const WITNESSES: usize = 3;

/// The name of the file in a finding's folder that says what it is.
pub const FINDING_FILE: &str = "finding.toml";

/// What [`Store::keep`] did with a failing case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The first case of its signature.
    New,
    /// Another case of a known signature, kept because there were few or because it is smaller.
    Witness,
    /// Nothing was kept: there are enough cases of this signature, none of them larger.
    Nothing,
}

/// A findings folder.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
    /// The folder, locked and shared with all other stores there, so that no process removes drafts that are in use.
    _lock: Arc<fs::File>,
}

impl Store {
    /// Opens a store in the folder `root`, and creates the folder if needed. Removes incomplete files that killed processes have left
    /// there, unless another process uses the folder now.
    ///
    /// # Errors
    ///
    /// When the folder cannot be created or written: tested here, so that no run begins that could not save its findings.
    pub fn open(root: &Path) -> io::Result<Self> {
        fs::create_dir_all(root)?;
        let probe = root.join(format!(".probe-{}", std::process::id()));
        fs::write(&probe, b"findings can be written here\n")?;
        fs::remove_file(&probe)?;
        let lock = fs::File::open(root)?;
        if lock.try_lock().is_ok() {
            remove_drafts(root);
        }
        // If folders cannot be locked, nothing is removed.
        let _ = lock.lock_shared();
        Ok(Store { root: root.to_owned(), _lock: Arc::new(lock) })
    }

    /// Returns the folder of one signature of one target, whether or not it exists. `id` is the signature's 16 hex digits.
    pub fn folder(&self, target: &str, id: &str) -> PathBuf {
        self.root.join(target).join(id)
    }

    /// Returns the ids of the findings of one target that are on disk, in order.
    pub fn ids(&self, target: &str) -> Vec<String> {
        let entries = fs::read_dir(self.root.join(target)).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut ids: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        ids.sort();
        ids
    }

    /// Reads the `finding.toml` of a finding; `None` when it does not read.
    pub fn finding(&self, target: &str, id: &str) -> Option<Finding> {
        read_finding(&self.folder(target, id))
    }

    /// Saves `case`, on which `target` failed with `failure`.
    ///
    /// # Errors
    ///
    /// Any of the file system, including a full disk; no incomplete files remain then.
    pub fn keep(&self, target: &Target, case: &[u8], failure: &Failure, provenance: &Provenance) -> io::Result<Kept> {
        self.keep_finding(target, case, &Finding::new(target, failure, provenance))
    }

    /// As [`keep`](Self::keep), for an oracle of generated models: saves the generated model too, minimized, with its listing and with the
    /// evidence of its failure. The case is only its seed.
    ///
    /// # Errors
    ///
    /// As for [`keep`](Self::keep).
    pub fn keep_with_generated(
        &self,
        target: &Target,
        case: &[u8],
        failure: &Failure,
        generated: &GeneratedCase,
        provenance: &Provenance,
    ) -> io::Result<Kept> {
        let note = Minimized {
            bytes: generated.bytes.len(),
            bytes_before: generated.bytes_before,
            checks: generated.checks,
            complete: generated.complete,
        };
        let finding = Finding { generated: Some(note), ..Finding::new(target, failure, provenance) };
        self.keep_files(target, case, &finding, Some(&generated.bytes))
    }

    /// Saves `case`, on which `target` failed as `finding` describes.
    ///
    /// # Errors
    ///
    /// As for [`keep`](Self::keep).
    pub fn keep_finding(&self, target: &Target, case: &[u8], finding: &Finding) -> io::Result<Kept> {
        self.keep_files(target, case, finding, None)
    }

    fn keep_files(&self, target: &Target, case: &[u8], finding: &Finding, generated: Option<&[u8]>) -> io::Result<Kept> {
        let folder = self.folder(target.name, &finding.id);
        if !folder.exists() && self.create(&folder, target, case, finding, generated)? {
            return Ok(Kept::New);
        }
        // A known signature keeps the generated case that it has.
        add_witness(&folder, target, case, finding)
    }

    /// Writes `minimized`, the minimized case of the finding `id`, beside the original case, with its listing, and records it in
    /// `finding.toml`; `draws` is the seed of what oracles must draw for it to fail, if it does not draw so by itself.
    ///
    /// # Errors
    ///
    /// Any of the file system, including `NotFound` when there is no such finding.
    pub fn keep_minimized(&self, target: &Target, id: &str, minimized: &[u8], draws: Option<u64>, note: Minimized) -> io::Result<()> {
        let folder = self.folder(target.name, id);
        let case = folder.join(format!("minimized.{}", target.format.extension()));
        write_atomically(&case, minimized)?;
        keep_draws(&case, draws)?;
        let finding = read_finding(&folder).ok_or(io::ErrorKind::NotFound)?;
        write_atomically(&folder.join("minimized-listing.txt"), listing(target, minimized, &finding).as_bytes())?;
        write_finding(&folder, &Finding { minimized: Some(note), ..finding })
    }

    /// Writes the folder of a new signature under a hidden name, then renames it.
    ///
    /// Returns false when another worker was faster.
    fn create(&self, folder: &Path, target: &Target, case: &[u8], finding: &Finding, generated: Option<&[u8]>) -> io::Result<bool> {
        let draft = self.root.join(target.name).join(draft_name(&finding.id));
        fs::create_dir_all(&draft)?;
        let renamed =
            write_generated(&draft, target, finding, generated).and_then(|()| write_all(&draft, target, case, finding)).and_then(|()| {
                match fs::rename(&draft, folder) {
                    Err(_) if folder.exists() => Ok(false),
                    Err(error) => Err(error),
                    Ok(()) => Ok(true),
                }
            });
        if !matches!(renamed, Ok(true)) {
            // A remaining draft is hidden and useless; removing it may fail for the same reason as writing it.
            let _ = fs::remove_dir_all(&draft);
        }
        renamed
    }
}

/// Formats the bytes of a case as text: if the disk cannot be written, the terminal or a log may be.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the name of the smallest case of a signature.
fn case_name(target: &Target) -> String {
    format!("case.{}", target.format.extension())
}

fn write_all(folder: &Path, target: &Target, case: &[u8], finding: &Finding) -> io::Result<()> {
    write_atomically(&folder.join(case_name(target)), case)?;
    write_atomically(&folder.join("listing.txt"), listing(target, case, finding).as_bytes())?;
    write_finding(folder, finding)
}

fn write_generated(folder: &Path, target: &Target, finding: &Finding, generated: Option<&[u8]>) -> io::Result<()> {
    let Some(generated) = generated else { return Ok(()) };
    write_atomically(&folder.join(format!("generated.{}", target.format.extension())), generated)?;
    write_atomically(&folder.join("generated-listing.txt"), listing(target, generated, finding).as_bytes())
}

fn listing(target: &Target, case: &[u8], finding: &Finding) -> String {
    if finding.ended_its_process() {
        return "This case ends the process that reads it, so it has no listing.\n".to_owned();
    }
    let listing = target.format.list(case);
    listing.unwrap_or_else(|| "This case does not read, so it has no listing.\n".to_owned())
}

/// Reads the `finding.toml` beside a case; `None` when there is none, or it does not read.
pub fn finding_beside(case: &Path) -> Option<Finding> {
    read_finding(case.parent()?)
}

fn read_finding(folder: &Path) -> Option<Finding> {
    parse_finding(folder).ok()
}

/// Reads the `finding.toml` of a folder.
///
/// # Errors
///
/// When the file cannot be read, or is not that of a finding of this version: in one line, with the line of the file.
pub fn parse_finding(folder: &Path) -> Result<Finding, String> {
    let text = fs::read_to_string(folder.join(FINDING_FILE)).map_err(|error| error.to_string())?;
    toml::from_str(&text).map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        format!("line {line}: {}", error.message().lines().next().unwrap_or("not the table of a finding"))
    })
}

/// Writes the `finding.toml` of a folder, whole or not at all.
///
/// # Errors
///
/// Those of the file system.
pub fn write_finding(folder: &Path, finding: &Finding) -> io::Result<()> {
    let toml = toml::to_string_pretty(finding).map_err(io::Error::other)?;
    write_atomically(&folder.join(FINDING_FILE), toml.as_bytes())
}

/// Adds `case` to a known signature if it has few cases or larger ones.
fn add_witness(folder: &Path, target: &Target, case: &[u8], finding: &Finding) -> io::Result<Kept> {
    let witness_name = |bytes: &[u8]| format!("witness-{:016x}.{}", content_hash(bytes), target.format.extension());
    let held = cases_by_size(folder, target)?;
    let (Some((smallest, first)), Some((largest, last))) = (held.first(), held.last()) else {
        write_all(folder, target, case, finding)?;
        return Ok(Kept::New);
    };
    let size = case.len() as u64;
    let name = folder.join(witness_name(case));
    let known = name.exists() || (*smallest == size && unless_gone(fs::read(first))?.is_some_and(|first| first == case));
    if known || (held.len() >= WITNESSES && size >= *largest) {
        return Ok(Kept::Nothing);
    }
    let main = folder.join(case_name(target));
    if size < *smallest {
        // A process that is killed here leaves a finding with a case.
        if let Ok(old) = fs::read(&main) {
            write_atomically(&folder.join(witness_name(&old)), &old)?;
        }
        write_all(folder, target, case, &still_known(folder, finding))?;
    } else {
        write_atomically(&name, case)?;
    }
    if held.len() >= WITNESSES && *last != main {
        // The largest case is removed.
        unless_gone(fs::remove_file(last))?;
    }
    Ok(Kept::Witness)
}

/// Returns `None` for a file that is not there any more: another worker has removed the largest case of the signature.
fn unless_gone<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// Merges `finding` with the data of its folder: the triage status, the minimized case, and the execution that found the signature first.
fn still_known(folder: &Path, finding: &Finding) -> Finding {
    let mut finding = finding.clone();
    if let Some(old) = read_finding(folder) {
        finding.status = old.status;
        finding.link = old.link;
        finding.minimized = old.minimized;
        // The generated case stays, with its evidence.
        if old.generated.is_some() {
            finding.generated = old.generated;
            finding.evidence = old.evidence;
        }
        if old.execution > 0 {
            finding.engine = old.engine;
            finding.seed = old.seed;
            finding.date = old.date;
            finding.execution = old.execution;
        }
    }
    finding
}

/// Reads the original cases in a signature's folder, smallest first.
fn cases_by_size(folder: &Path, target: &Target) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let found = stem == "case" || stem.starts_with("witness-");
        if found
            && path.extension().is_some_and(|extension| extension == target.format.extension())
            && let Some(metadata) = unless_gone(fs::metadata(&path))?
        {
            cases.push((metadata.len(), path));
        }
    }
    cases.sort();
    Ok(cases)
}

/// Writes a hidden file beside `path`, then renames it to `path`, so that `path` is never incomplete.
///
/// # Errors
///
/// Those of the file system; `path` is unchanged then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(draft_name(&name));
    let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Removes incomplete files that killed processes have left below the findings folder `root`.
fn remove_drafts(root: &Path) {
    let mut folders = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, is_folder) = (entry.path(), entry.file_type().is_ok_and(|kind| kind.is_dir()));
            match (is_draft(&entry.file_name().to_string_lossy()), is_folder) {
                // Whatever cannot be removed is hidden and useless.
                (true, true) => drop(fs::remove_dir_all(path)),
                (true, false) => drop(fs::remove_file(path)),
                // Targets, and signatures below them.
                (false, true) if depth < 2 => folders.push((path, depth + 1)),
                (false, _) => {}
            }
        }
    }
}

/// Returns whether a name is that of a draft or of a write test.
fn is_draft(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = name.rsplit('-');
    let numbers = [parts.next(), parts.next()];
    let is_probe = name.strip_prefix(".probe-").is_some_and(is_number);
    is_probe || (name.starts_with('.') && parts.next().is_some() && numbers.into_iter().all(|part| part.is_some_and(is_number)))
}

/// Returns a hidden name that no other thread or process uses.
fn draft_name(name: &str) -> String {
    static DRAFTS: AtomicU64 = AtomicU64::new(0);
    format!(".{name}-{}-{}", std::process::id(), DRAFTS.fetch_add(1, Relaxed))
}
