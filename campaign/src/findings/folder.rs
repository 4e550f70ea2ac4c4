//! The folders of findings.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use irsmith_fuzz::{FINDING_FILE, Finding, FindingStatus, Target, parse_finding, target, write_finding};
use thiserror::Error;

/// A finding and its folder.
#[derive(Clone, Debug)]
pub struct FindingFolder {
    /// The folder.
    pub path: PathBuf,
    /// What its `finding.toml` says.
    pub finding: Finding,
    /// The target that failed.
    pub target: &'static Target,
    /// The minimized case if there is one, or else the case.
    pub case: PathBuf,
}

/// What is wrong with the folder of a finding.
#[derive(Debug, Error)]
pub enum FolderError {
    /// `finding.toml` is missing, unreadable, or of another version of irsmith.
    #[error("{path}: {cause}", path = path.join(FINDING_FILE).display())]
    Damaged {
        /// The folder.
        path: PathBuf,
        /// The cause, with the line in the file.
        cause: String,
    },
    /// This version has no such target.
    #[error("{path}: there is no target {name}", path = path.join(FINDING_FILE).display())]
    NoTarget {
        /// The folder.
        path: PathBuf,
        /// The name of the target.
        name: String,
    },
    /// The case is missing.
    #[error("{path}: there is no case", path = path.display())]
    NoCase {
        /// Where the case should be.
        path: PathBuf,
    },
    /// The folder cannot be read.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The folder or file.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
}

impl FindingFolder {
    /// Reads the folder `path`.
    ///
    /// # Errors
    ///
    /// When it is not the folder of a finding of this version of irsmith: nothing is passed over.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let finding = parse_finding(path).map_err(|cause| FolderError::Damaged { path: path.to_owned(), cause })?;
        let Some(target) = target(&finding.target) else {
            return Err(FolderError::NoTarget { path: path.to_owned(), name: finding.target });
        };
        let named = |stem: &str| path.join(stem).with_extension(target.format.extension());
        let minimized = named("minimized");
        let case = if minimized.is_file() { minimized } else { named("case") };
        if !case.is_file() {
            return Err(FolderError::NoCase { path: case });
        }
        Ok(Self { path: path.to_owned(), finding, target, case })
    }

    /// Reads the case.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn read_case(&self) -> Result<Vec<u8>, FolderError> {
        fs::read(&self.case).map_err(|source| FolderError::File { path: self.case.clone(), source })
    }

    /// Returns what is wrong with the content of the folder, one sentence each: nothing for a finding that irsmith wrote.
    pub fn mistakes(&self) -> Vec<String> {
        let mut mistakes = Vec::new();
        let id = self.finding.id_of_signature();
        if id != self.finding.id {
            mistakes.push(format!("the id {} is not that of the signature, {id}", self.finding.id));
        }
        if self.finding.status.needs_link() && self.finding.link.is_none() {
            mistakes.push(format!("the status is {}, and no link says where", self.finding.status));
        }
        if fs::metadata(&self.case).is_ok_and(|file| file.len() == 0) && self.finding.minimized.is_none() {
            mistakes.push("the case is empty".to_owned());
        }
        mistakes
    }

    /// Sets the status and the link in `finding.toml`.
    ///
    /// # Errors
    ///
    /// Those of the file system; the file is unchanged then.
    pub fn close(&mut self, status: FindingStatus, link: Option<&str>) -> Result<(), FolderError> {
        let link = link.map(str::to_owned).or_else(|| self.finding.link.clone());
        let finding = Finding { status, link, ..self.finding.clone() };
        write_finding(&self.path, &finding).map_err(|source| FolderError::File { path: self.path.join(FINDING_FILE), source })?;
        self.finding = finding;
        Ok(())
    }
}

/// Returns the folders below `root`, in order, that hold findings: those with a `finding.toml`, and those in the place of a finding that
/// lack it. `root` itself may be such a folder.
///
/// # Errors
///
/// When a folder cannot be read.
pub fn finding_folders(root: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let mut found = Vec::new();
    collect(root, &mut found)?;
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), FolderError> {
    if folder.join(FINDING_FILE).is_file() {
        found.push(folder.to_owned());
        return Ok(());
    }
    let unreadable = |source| FolderError::File { path: folder.to_owned(), source };
    let mut inner = Vec::new();
    let mut has_case = false;
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().map_err(unreadable)?.is_dir();
        has_case |= !is_folder && Path::new(&name).file_stem().is_some_and(|stem| stem == "case");
        // Hidden folders are drafts.
        if is_folder && !name.starts_with('.') {
            inner.push(entry.path());
        }
    }
    inner.sort();
    // `<target>/<id>/case.EXTENSION` without its finding.toml.
    let of_target = folder.parent().and_then(Path::file_name).and_then(|name| target(&name.to_string_lossy()));
    if has_case && of_target.is_some() {
        found.push(folder.to_owned());
        return Ok(());
    }
    inner.iter().try_for_each(|folder| collect(folder, found))
}
