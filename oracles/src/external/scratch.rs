//! Folders for temporary files.
//!
//! All folders of a process are in one folder, which only its user can read, with a lock file that the process keeps locked. A killed
//! process leaves its folder; the next process finds the file unlocked and removes the folder, and kills the programs that still run there.

use super::leftover::{end_programs, sweep};
use rustix::process::geteuid;
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use tempfile::TempDir;

/// A folder that is removed with its content when this is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    /// Removed after the folder.
    _home: Option<Arc<Home>>,
}

impl Scratch {
    /// Creates a new, empty folder.
    ///
    /// # Errors
    /// Returns an error if it cannot be created; the error names the path.
    pub fn new() -> io::Result<Self> {
        let at = |place: &Path| tempfile::Builder::new().prefix("").tempdir_in(place);
        if let Some(given) = GIVEN.get() {
            return Ok(Self { folder: at(given)?, _home: None });
        }
        let home = Home::shared()?;
        Ok(Self { folder: at(&home.path)?, _home: Some(home) })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// The folder that another process has provided for this one.
static GIVEN: OnceLock<PathBuf> = OnceLock::new();

/// Makes the scratch folders of this process in `folder` from now on, which belongs to another process that outlives this one and removes
/// it. Call it once per process; later calls have no effect.
pub fn scratch_within(folder: &Path) {
    GIVEN.get_or_init(|| folder.to_owned());
}

/// Kills the programs that this process runs and removes its scratch folders, for a process that a signal is about to end: programs lead
/// process groups of their own, which Ctrl-C on a terminal does not reach. No run of a program returns after this, because the result of a
/// killed program is not its real result.
pub fn end_own_programs() {
    ENDING.store(true, Ordering::SeqCst);
    let shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(home) = shared.upgrade() {
        end_programs(&home.path);
        // The next process removes what this one cannot remove.
        let _ = fs::remove_dir_all(&home.path);
    }
}

/// Whether [`end_own_programs`] was called.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Blocks for ever if [`end_own_programs`] was called: what a killed program or worker did is no result.
pub fn stay_if_ending() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// The folder of this process while it is in use.
static SHARED: Mutex<Weak<Home>> = Mutex::new(Weak::new());

/// The name of lock files.
const LOCK: &str = "lock";

/// The folder of this process.
#[derive(Debug)]
struct Home {
    path: PathBuf,
    /// Locked during the lifetime of this process.
    _lock: File,
}

impl Home {
    /// Returns the one folder of this process, which is removed when its last user is dropped.
    fn shared() -> io::Result<Arc<Self>> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(home) = shared.upgrade() {
            return Ok(home);
        }
        let root = root(&std::env::temp_dir())?;
        let home = Arc::new(Self::new(&root).map_err(|error| named(&root, &error))?);
        *shared = Arc::downgrade(&home);
        Ok(home)
    }

    /// Creates a new folder in `root`, after removing those of dead processes.
    fn new(root: &Path) -> io::Result<Self> {
        // Prevents a process from removing a folder that another is about to lock. If files cannot be locked, nothing is removed.
        let door = File::create(root.join(LOCK))?;
        if door.lock().is_ok() {
            remove_dead(root);
        }
        let path = tempfile::Builder::new().prefix(&format!("{}-", std::process::id())).tempdir_in(root)?.keep();
        let lock = File::create(path.join(LOCK))?;
        let _ = lock.try_lock();
        Ok(Self { path, _lock: lock })
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // The next process removes what this one cannot remove.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Returns the folder of this user in `place`.
fn root(place: &Path) -> io::Result<PathBuf> {
    let user = geteuid().as_raw();
    let path = place.join(format!("irsmith-{user}"));
    match DirBuilder::new().mode(0o700).create(&path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(named(&path, &error)),
        _ => {}
    }
    let found = fs::symlink_metadata(&path).map_err(|error| named(&path, &error))?;
    if !found.is_dir() || found.uid() != user || found.permissions().mode() & 0o077 != 0 {
        return Err(named(&path, &io::Error::new(io::ErrorKind::PermissionDenied, "not a folder of this user alone")));
    }
    // Processes are identified by the path as the system prints it.
    fs::canonicalize(&path).map_err(|error| named(&path, &error))
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Removes the folders in `root` whose processes are dead.
fn remove_dead(root: &Path) {
    let folders = fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
    let dead: Vec<PathBuf> = folders.filter(|folder| folder.is_dir() && is_dead(folder)).collect();
    if dead.is_empty() {
        return;
    }
    sweep(&dead);
    for folder in dead {
        // Another process may have removed it at the same time.
        let _ = fs::remove_dir_all(folder);
    }
}

/// Returns whether no process holds the lock of a folder.
fn is_dead(folder: &Path) -> bool {
    match File::open(folder.join(LOCK)).map(|lock| lock.try_lock()) {
        Ok(Ok(())) => true,
        // It was killed before it created its lock, or while it removed the folder.
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(Err(TryLockError::WouldBlock | TryLockError::Error(_))) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};

    /// Starts a program that runs in a scratch folder of a process, as an orphan.
    fn program_in(folder: &Path) -> Child {
        let mut command = Command::new("sleep");
        command
            .arg("2301")
            .env_clear()
            .env("TMPDIR", folder.join("run"))
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().unwrap()
    }

    #[test]
    fn the_folders_of_dead_processes_are_removed_with_their_programs() {
        let place = tempfile::tempdir().unwrap();
        let root = root(place.path()).unwrap();
        assert_eq!(fs::metadata(&root).unwrap().permissions().mode() & 0o777, 0o700);
        let living = Home::new(&root).unwrap();
        let [dead, unlocked] = ["1-dead", "2-unlocked"].map(|name| root.join(name));
        fs::create_dir_all(dead.join("run/deeper")).unwrap();
        fs::create_dir(&unlocked).unwrap();
        fs::write(dead.join(LOCK), "").unwrap();
        fs::write(dead.join("run/deeper/file"), "left").unwrap();
        let (mut orphan, mut other) = (program_in(&dead), program_in(&living.path));

        let home = Home::new(&root).unwrap();
        assert!(!dead.exists() && !unlocked.exists() && living.path.is_dir());
        // It may have been waited for already.
        assert!(!orphan.wait().is_ok_and(|status| status.success()));
        assert!(other.try_wait().unwrap().is_none(), "a program of a living process was killed");
        other.kill().unwrap();
        other.wait().unwrap();
        drop((home, living));
        let left: Vec<_> = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, [LOCK]);
    }

    #[test]
    fn a_folder_of_somebody_else_is_not_used() {
        let place = tempfile::tempdir().unwrap();
        let path = root(place.path()).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        let error = root(place.path()).unwrap_err();
        assert!(error.to_string().ends_with("not a folder of this user alone"), "{error}");
        fs::remove_dir(&path).unwrap();
        std::os::unix::fs::symlink("/", &path).unwrap();
        assert_eq!(root(place.path()).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
