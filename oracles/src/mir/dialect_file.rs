//! The dialect file: the answers of a program, beside its hash.

use crate::external::{ConfigurationError, Implementation, ProgramFamily, Source, implementations, is_dialect_file};
use irsmith_mir::tables::{Target, Version};
use irsmith_mir::{CalibratedWord, Calibration, Dialect, Words};
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use toml::Spanned;

/// A dialect file as text.
#[derive(Debug, Serialize)]
pub struct DialectFile {
    /// The version of irsmith, whose tables the differences refer to.
    irsmith: &'static str,
    /// The path of the program.
    program: PathBuf,
    /// The hash of the file of the program.
    hash: String,
    /// What the program prints as its version.
    version: String,
    /// The release with whose tables the answers were compared.
    release: u8,
    /// The targets that were asked about.
    targets: Vec<&'static str>,
    missing: Vec<String>,
    refused: Vec<String>,
    added: Vec<String>,
    unknown: Vec<String>,
}

/// A dialect file as it is read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    irsmith: Spanned<String>,
    program: PathBuf,
    hash: Spanned<String>,
    version: String,
    release: Spanned<u8>,
    targets: Vec<Spanned<String>>,
    missing: Vec<Spanned<String>>,
    refused: Vec<Spanned<String>>,
    added: Vec<Spanned<String>>,
    unknown: Vec<Spanned<String>>,
}

/// The version of irsmith, which all crates share.
const IRSMITH: &str = env!("CARGO_PKG_VERSION");

/// The first lines of each file.
const HEAD: &str = "\
# What a program of the family llc reads, as `irsmith calibrate` has asked it, beside the tables of its release.
# missing: words of the release that it does not know; refused: opcodes that it refuses with the operands of the tables;
# added: words of other releases that it reads; unknown: words that no table has, which are kept but not generated.
";

impl DialectFile {
    /// Makes the file of a program that was asked.
    ///
    /// # Errors
    /// Returns an error if the file of the program cannot be read.
    pub fn new(
        program: &Implementation,
        release: Version,
        targets: &[Target],
        calibration: &Calibration,
    ) -> Result<Self, ConfigurationError> {
        let path = path_of(program)?;
        let words = |words: &Words| words.iter().map(|word| word.to_string()).collect();
        let Calibration { missing, refused, added, unknown } = calibration;
        Ok(Self {
            irsmith: IRSMITH,
            hash: hash(&path)?,
            program: path,
            version: program.version().unwrap_or_default(),
            release: release.0,
            targets: targets.iter().map(|target| architecture(*target)).collect(),
            missing: words(missing),
            refused: words(refused),
            added: words(added),
            unknown: words(unknown),
        })
    }

    /// Returns the text.
    pub fn text(&self) -> String {
        // Every field is text, a number or a list of texts.
        HEAD.to_owned() + &toml::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns where the file is kept if the user names no other place: in the user's cache folder, named by the hash of the program.
    pub fn usual_path(&self) -> Option<PathBuf> {
        Some(cache_folder()?.join(format!("{}.toml", self.hash)))
    }
}

/// Returns the name of an architecture.
fn architecture(target: Target) -> &'static str {
    target.triple().and_then(|triple| triple.split('-').next()).unwrap_or_default()
}

/// Returns the folder of dialect files in the user's cache folder.
fn cache_folder() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")))?;
    Some(cache.join("irsmith").join("dialects"))
}

/// Returns the absolute path of a program.
fn path_of(program: &Implementation) -> Result<PathBuf, ConfigurationError> {
    let found = program.find().ok_or_else(|| error(program.name, format_args!("there is no program {}", program.commands.join(", "))))?;
    found.canonicalize().map_err(|cause| error(found.display(), cause))
}

/// Returns the hash of a file in hexadecimal.
fn hash(path: &Path) -> Result<String, ConfigurationError> {
    let mut hasher = Sha1::new();
    let read = std::fs::File::open(path).and_then(|mut file| io::copy(&mut file, &mut Writer(&mut hasher)));
    read.map_err(|cause| error(path.display(), cause))?;
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Passes what is written to a hasher.
struct Writer<'a>(&'a mut Sha1);

impl io::Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn error(place: impl std::fmt::Display, cause: impl std::fmt::Display) -> ConfigurationError {
    ConfigurationError { place: place.to_string(), cause: cause.to_string() }
}

/// A dialect of a file, and the program that it is of.
#[derive(Clone, Debug)]
struct Loaded {
    dialect: Dialect,
    program: PathBuf,
    hash: String,
    version: String,
    /// The line of the hash, for messages.
    place: String,
}

/// The files that were read in this process.
static LOADED: Mutex<BTreeMap<PathBuf, Loaded>> = Mutex::new(BTreeMap::new());

/// Reads a dialect file, once per process.
fn load(path: &Path) -> Result<Loaded, ConfigurationError> {
    if let Some(loaded) = LOADED.lock().unwrap_or_else(PoisonError::into_inner).get(path) {
        return Ok(loaded.clone());
    }
    let text = std::fs::read_to_string(path).map_err(|cause| error(path.display(), cause))?;
    let loaded = parse(&path.display().to_string(), &text)?;
    Ok(LOADED.lock().unwrap_or_else(PoisonError::into_inner).entry(path.to_owned()).or_insert(loaded).clone())
}

/// Parses the text of a dialect file.
fn parse(name: &str, text: &str) -> Result<Loaded, ConfigurationError> {
    let source = Source { name, text };
    let read: Read = source.read()?;
    if read.irsmith.get_ref() != IRSMITH {
        let cause = format!("it is of irsmith {}, this is {IRSMITH}: calibrate the program again", read.irsmith.get_ref());
        return Err(error(source.place_of(&read.irsmith), cause));
    }
    let release = Version(*read.release.get_ref());
    if !(Version::OLDEST..=Version::NEWEST).contains(&release) {
        return Err(error(source.place_of(&read.release), format_args!("there are no tables of {release}")));
    }
    if let Some(target) = read.targets.iter().find(|target| Target::of_triple(target.get_ref()).is_none()) {
        return Err(error(source.place_of(target), format_args!("{:?} is no target", target.get_ref())));
    }
    let words = |words: &[Spanned<String>]| {
        let parsed = words.iter().map(|word| word.get_ref().parse::<CalibratedWord>().map_err(|cause| error(source.place_of(word), cause)));
        parsed.collect::<Result<Words, ConfigurationError>>()
    };
    let calibration = Calibration {
        missing: words(&read.missing)?,
        refused: words(&read.refused)?,
        added: words(&read.added)?,
        unknown: words(&read.unknown)?,
    };
    Ok(Loaded {
        dialect: Dialect::of_program(release, calibration),
        place: source.place_of(&read.hash),
        program: read.program,
        hash: read.hash.into_inner(),
        version: read.version,
    })
}

/// Returns the dialect of a name: that of a release, such as `llvm-22`, or that of a dialect file, by its path. The program of the file may
/// be elsewhere, but if it is where it was, then it must not have changed.
///
/// # Errors
/// Returns an error if there is no such release, if the file is not there, damaged or of another version of irsmith, or if its program has
/// changed.
pub fn dialect_named(name: &str) -> Result<Dialect, ConfigurationError> {
    if !is_dialect_file(name) {
        return name.parse().map_err(|cause| error("--dialect", format_args!("{cause}; or the path of a dialect file")));
    }
    let loaded = load(Path::new(name))?;
    if loaded.program.is_file() && hash(&loaded.program)? != loaded.hash {
        let cause = format!("it is of another program: {} has changed since; calibrate it again", loaded.program.display());
        return Err(error(loaded.place, cause));
    }
    Ok(loaded.dialect)
}

/// Returns the dialect of a program: that of the dialect file which the user names for it, or else, for a program that the user names, that
/// of the file in the cache folder, if there is one; none if there is no file.
///
/// # Errors
/// As [`dialect_named`], or if the file is of another program.
pub(super) fn dialect_file_of(program: &Implementation) -> Result<Option<Dialect>, ConfigurationError> {
    let given = program.dialect_file();
    let Some(path) = given.map(PathBuf::from).or_else(|| usual_file(program)) else { return Ok(None) };
    let loaded = load(&path)?;
    let found = path_of(program)?;
    if hash(&found)? != loaded.hash {
        let cause = format!("it is of another program: of {}, not of {}", loaded.program.display(), found.display());
        return Err(error(loaded.place, cause));
    }
    let version = program.version().unwrap_or_default();
    if version != loaded.version {
        let cause = format!("{} was {:?} and is {version:?}: calibrate it again", found.display(), loaded.version);
        return Err(error(loaded.place, cause));
    }
    Ok(Some(loaded.dialect))
}

/// Checks the dialect files of the programs that the user names.
///
/// # Errors
/// Returns the first mistake: as [`dialect_named`], or that a file is of another program.
pub fn check_dialect_files() -> Result<(), ConfigurationError> {
    let mut named = implementations().iter().filter(|program| program.family == ProgramFamily::Llc && program.named_at.is_some());
    named.try_for_each(|program| dialect_file_of(program).map(|_| ()))
}

/// Returns the file of a program in the cache folder. Those that take part by default are asked about by their releases alone, so that
/// runs do not depend on the user's cache.
fn usual_file(program: &Implementation) -> Option<PathBuf> {
    let folder = cache_folder().filter(|folder| program.named_at.is_some() && folder.is_dir())?;
    let path = folder.join(format!("{}.toml", hash(&path_of(program).ok()?).ok()?));
    path.is_file().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::tables::WordKind;

    fn file(more: &str) -> String {
        let lists = "targets = ['x86_64']\nmissing = ['flag nneg']\nrefused = []\nadded = []\n";
        format!("irsmith = '{IRSMITH}'\nprogram = '/x/llc'\nhash = 'ab'\nversion = 'LLVM 22'\nrelease = 22\n{lists}{more}")
    }

    #[test]
    fn a_file_is_the_dialect_of_its_release_with_the_differences() {
        let loaded = parse("d.toml", &file("unknown = ['key function.mine']\n")).unwrap();
        assert_eq!(loaded.dialect.release, Version(22));
        let calibration = loaded.dialect.calibration().unwrap();
        assert!(calibration.missing.contains(None, WordKind::Flag, "nneg"));
        assert!(calibration.unknown.contains(None, WordKind::Key, "function.mine"));
        assert_eq!(loaded.place, "d.toml:3");
    }

    #[test]
    fn a_damaged_file_is_reported_with_its_place() {
        let whole = file("unknown = []\n");
        for (text, place, cause) in [
            (file(""), "d.toml:1", "missing field `unknown`"),
            (whole.replace("release = 22", "release = 9"), "d.toml:5", "no tables of LLVM 9"),
            (whole.replace("'x86_64'", "'z80'"), "d.toml:6", "\"z80\" is no target"),
            (whole.replace("flag nneg", "nneg"), "d.toml:7", "\"nneg\" is no word"),
            (whole.replace(IRSMITH, "0.0.0"), "d.toml:1", "it is of irsmith 0.0.0, this is"),
            (whole.replace("added", "addled"), "d.toml:9", "unknown field `addled`"),
            (whole[..40].to_owned(), "d.toml:3", ""),
        ] {
            let error = parse("d.toml", &text).unwrap_err();
            assert!(error.place == place && error.cause.contains(cause) && !error.cause.contains('\n'), "{error}");
        }
    }
}
