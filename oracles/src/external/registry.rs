//! The registry: all implementations that run as programs, made once per process of the built-in data file and of what the user says.

use super::configuration::{Configuration, Named};
use super::entry::{
    ConfigurationError, EntryFile, Source, VERSION_ARGUMENT, absolute, absolute_dialect, check_dialect, check_name, leaked, names,
};
use super::family::{ProgramFamily, Task};
use super::implementation::{Implementation, numbers};
use super::run::Limits;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::OnceLock;

/// The entries that are built in.
const BUILT_IN: Source<'_> = Source { name: "implementations.toml", text: include_str!("implementations.toml") };

/// All implementations, and the configuration of which they are.
#[derive(Debug)]
struct Registry {
    configuration: Configuration,
    implementations: Vec<Implementation>,
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// Makes the registry of this process. Call it once per process, before anything asks for implementations: later calls change nothing.
///
/// # Errors
/// Returns the first mistake in the configuration.
pub fn configure(configuration: Configuration) -> Result<(), ConfigurationError> {
    let implementations = all(&configuration)?;
    let _ = REGISTRY.set(Registry { configuration, implementations });
    Ok(())
}

fn registry() -> &'static Registry {
    REGISTRY.get_or_init(|| {
        let configuration = Configuration::default();
        // The file is compiled in: a mistake in it makes the first test fail.
        let implementations = all(&configuration).expect("the built-in entries are right");
        Registry { configuration, implementations }
    })
}

/// Returns the configuration of this process, for the processes that it starts.
pub fn configuration() -> &'static Configuration {
    &registry().configuration
}

/// Returns all implementations that run as programs, whether or not they are installed.
pub fn implementations() -> &'static [Implementation] {
    &registry().implementations
}

/// Returns the implementation of this name.
pub fn implementation(name: &str) -> Option<&'static Implementation> {
    implementations().iter().find(|implementation| implementation.name == name)
}

/// Returns the installed implementations of a family that take part in a task, in the order of the registry.
pub fn in_use(family: ProgramFamily, task: Task) -> Vec<&'static Implementation> {
    let alone = configuration().alone.as_deref().and_then(implementation).filter(|alone| task == Task::Judge && alone.family == family);
    let all = implementations().iter().filter(|implementation| implementation.family == family && implementation.takes_part(task));
    all.filter(|one| alone.is_none_or(|alone| alone.name == one.name) && one.find().is_some()).collect()
}

/// Checks that the programs that the user named are there and say their versions.
///
/// # Errors
/// Returns the first that is not.
pub fn check_named() -> Result<(), ConfigurationError> {
    implementations().iter().try_for_each(|implementation| match &implementation.named_at {
        None => Ok(()),
        Some(place) => check(implementation).map_err(|cause| ConfigurationError::new(place, cause)),
    })
}

/// Returns what makes a program unusable.
fn check(implementation: &Implementation) -> Result<(), String> {
    let name = implementation.name;
    let wanted = implementation.commands.join(", ");
    let path = implementation.find().ok_or_else(|| format!("{name}: there is no program {wanted}"))?;
    let metadata = path.metadata().map_err(|error| format!("{name}: {}: {error}", path.display()))?;
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err(format!("{name}: {} is not executable", path.display()));
    }
    let argument = &implementation.version_argument;
    let asked = format!("{} {argument}", path.display());
    // A program that the user describes in full may know no such argument.
    implementation.run(&[argument], &[]).map_err(|error| format!("{name}: {} does not start: {error}", path.display()))?;
    let version = implementation.ask_version().map_err(|how| format!("{name}: {asked}: {how}"))?;
    let hint = "; its entry in irsmith.toml may say it (version = \"...\")";
    let version = version.ok_or_else(|| format!("{name}: {asked} prints no version{hint}"))?;
    if numbers(&version).is_none() {
        return Err(format!("{name}: {asked} prints no version but {version:?}{hint}"));
    }
    if implementation.family.is_of_llvm() && implementation.dialect().is_none() {
        return Err(format!("{name}: {asked} tells no release of LLVM; {name}@llvm-22=COMMAND does"));
    }
    Ok(())
}

/// Makes the implementations of a configuration.
fn all(configuration: &Configuration) -> Result<Vec<Implementation>, ConfigurationError> {
    let mut all = Vec::new();
    add_file(&mut all, &BUILT_IN, &BUILT_IN.read()?, None)?;
    if let Some(file) = &configuration.file {
        let name = file.path.display().to_string();
        let source = Source { name: &name, text: &file.text };
        let folder = configuration.folder.join(file.path.parent().unwrap_or(Path::new("")));
        add_file(&mut all, &source, &source.read()?, Some(&folder))?;
    }
    let mut seen = Vec::new();
    for text in &configuration.implementations {
        let place = format!("--implementation {text}");
        let named = Named::of(text);
        if seen.contains(&named.name) {
            return Err(ConfigurationError::new(place, format!("{} is named twice", named.name)));
        }
        seen.push(named.name);
        add_named(&mut all, &named, &place, &configuration.folder).map_err(|cause| ConfigurationError::new(&place, cause))?;
    }
    Ok(all)
}

/// Adds the entries of a file; one of a known name takes the place of the known one. `folder` is that of a user's file.
fn add_file(all: &mut Vec<Implementation>, source: &Source<'_>, file: &EntryFile, folder: Option<&Path>) -> Result<(), ConfigurationError> {
    for (index, entry) in file.implementation.iter().enumerate() {
        let name = entry.name.get_ref();
        if let Some(first) = file.implementation[..index].iter().find(|other| other.name.get_ref() == name) {
            let cause = format!("{name} is named twice, first at line {}", line_of(&source.place_of(&first.name)));
            return Err(ConfigurationError::new(source.place_of(&entry.name), cause));
        }
        let known = all.iter().find(|known| known.name == name.as_str());
        let mut implementation = entry.implementation(source, known, folder)?;
        implementation.named_at = folder.map(|_| source.place_of(&entry.name));
        put(all, implementation);
    }
    Ok(())
}

/// Returns the number behind the colon of a place.
fn line_of(place: &str) -> &str {
    place.rsplit(':').next().unwrap_or_default()
}

/// Puts an implementation in the place of the one of its name, or behind all others.
fn put(all: &mut Vec<Implementation>, implementation: Implementation) {
    match all.iter_mut().find(|known| known.name == implementation.name) {
        Some(known) => *known = implementation,
        None => all.push(implementation),
    }
}

/// Adds an implementation of the command line.
fn add_named(all: &mut Vec<Implementation>, named: &Named<'_>, place: &str, folder: &Path) -> Result<(), String> {
    let Named { name, family, dialect, command } = *named;
    check_name(name)?;
    let known = all.iter_mut().find(|known| known.name == name);
    let family = family.map(family_called).transpose()?;
    let Some(command) = command else {
        let known = known.filter(|_| family.is_none() && dialect.is_none());
        let known = known.ok_or_else(|| format!("{name} is not known; {name}=COMMAND says what it is"))?;
        known.named_at = Some(place.to_owned());
        return Ok(());
    };
    if command.is_empty() {
        return Err(format!("{name} has no command"));
    }
    let command = absolute(command, Some(folder));
    let family = family.or(known.as_ref().map(|known| known.family)).or_else(|| ProgramFamily::of_command(&command));
    let family = family.ok_or_else(|| {
        let all = names(ProgramFamily::ALL);
        format!("{name} is not known, and the command does not tell its family; {name}:FAMILY=COMMAND does, with one of {all}")
    })?;
    dialect.map_or(Ok(()), |dialect| check_dialect(dialect, family))?;
    let no_format = || format!("the format and the roles of {name} are not known; an entry of irsmith.toml says them");
    let format = family.format().ok_or_else(no_format)?;
    let about = known.map_or_else(|| format!("is a program of the family {family}"), |known| known.about.clone());
    let implementation = Implementation {
        name: leaked(name),
        family,
        format,
        roles: family.roles().to_vec(),
        commands: vec![command],
        arguments: Vec::new(),
        version_argument: VERSION_ARGUMENT.to_owned(),
        limits: Limits::default(),
        batch: None,
        about,
        package: None,
        named_at: Some(place.to_owned()),
        by_default: Vec::new(),
        given_dialect: dialect.map(|dialect| absolute_dialect(dialect, Some(folder))),
        given_version: None,
        found: OnceLock::new(),
        version: OnceLock::new(),
    };
    put(all, implementation);
    Ok(())
}

fn family_called(name: &str) -> Result<ProgramFamily, String> {
    let found = ProgramFamily::ALL.iter().copied().find(|family| family.name() == name);
    found.ok_or_else(|| format!("there is no family {name:?}; there is {}", names(ProgramFamily::ALL)))
}

#[cfg(test)]
mod tests {
    use super::super::configuration::ConfigurationText;
    use super::*;

    fn configured(file: &str, options: &[&str]) -> Result<Vec<Implementation>, String> {
        let file = Some(ConfigurationText { path: "sub/irsmith.toml".into(), text: file.to_owned() }).filter(|file| !file.text.is_empty());
        let implementations = options.iter().map(|option| (*option).to_owned()).collect();
        all(&Configuration { file, implementations, folder: "/home".into(), ..Configuration::default() }).map_err(|error| error.to_string())
    }

    fn of<'a>(all: &'a [Implementation], name: &str) -> &'a Implementation {
        all.iter().find(|implementation| implementation.name == name).unwrap()
    }

    #[test]
    fn the_default_set_is_that_of_debian() {
        let all = configured("", &[]).unwrap();
        let taking = |task| all.iter().filter(move |one| one.family == ProgramFamily::Llc && one.takes_part(task)).map(|one| one.name);
        assert_eq!(taking(Task::Judge).collect::<Vec<_>>(), ["llc-19"]);
        assert_eq!(taking(Task::Compare).collect::<Vec<_>>(), ["llc-14", "llc-16", "llc-19"]);
        assert_eq!(taking(Task::Compile).collect::<Vec<_>>(), ["llc"]);
        for family in ProgramFamily::ALL.iter().filter(|family| family.format().is_some()) {
            let default = all.iter().filter(|one| one.family == *family && !one.tasks_by_default().is_empty());
            assert!(default.count() > 0, "{family}");
        }
    }

    #[test]
    fn users_add_and_replace_entries() {
        let file = "[[implementation]]\nname = 'mine'\nfamily = 'llc'\ndialect = 'llvm-22'\ncommand = '../bin/x'\nlimits = { time = 3 }\n\
                    [[implementation]]\nname = 'llc-19'\ncommand = 'llc'\n";
        let all = configured(file, &["other=bin/llc-23", "llc-22", "spirv-val=/x/val", "o:opt@llvm-22=./y"]).unwrap();
        let mine = of(&all, "mine");
        assert_eq!((mine.commands[0].as_str(), mine.dialect().as_deref()), ("/home/sub/../bin/x", Some("llvm-22")));
        assert_eq!((mine.limits.time.as_secs(), mine.named_at.as_deref()), (3, Some("sub/irsmith.toml:2")));
        assert!(mine.takes_part(Task::Judge) && mine.takes_part(Task::Compile));
        assert_eq!(of(&all, "llc-19").commands, ["llc"]);
        assert_eq!((of(&all, "other").family, of(&all, "other").commands[0].as_str()), (ProgramFamily::Llc, "/home/bin/llc-23"));
        assert!(of(&all, "llc-22").takes_part(Task::Judge) && !of(&all, "llc-23").takes_part(Task::Judge));
        assert_eq!((of(&all, "spirv-val").family, of(&all, "spirv-val").commands[0].as_str()), (ProgramFamily::SpirvVal, "/x/val"));
        assert_eq!((of(&all, "o").family, of(&all, "o").release()), (ProgramFamily::Opt, Some(22)));
    }

    #[test]
    fn mistakes_are_reported_with_their_places() {
        let entry = |more: &str| format!("\n[[implementation]]\nname = 'm'\n{more}\n");
        for (file, place, cause) in [
            (entry("family = 'llc'\ncommand = 'x'\nbatches = 3"), "sub/irsmith.toml:6", "unknown field `batches`"),
            (entry("family = 'llcs'\ncommand = 'x'"), "sub/irsmith.toml:4", "unknown variant `llcs`"),
            (entry("family = 'spirv-val'\ncommand = 'x'\nbatch = 2"), "sub/irsmith.toml:6", "get one case in a process, and no batches"),
            (entry("family = 'llc'\ncommand = 'x'\nbatch = 0"), "sub/irsmith.toml:6", "a batch of 0 functions; it has 1 or more"),
            (
                entry("family = 'command'\nformat = 'debuginfo'\nroles = ['execute']\ncommand = 'x'"),
                "sub/irsmith.toml:6",
                "execute files of debuginfo",
            ),
            (entry("family = 'spirv-val'\ncommand = 'x'\nroles = ['execute']"), "sub/irsmith.toml:6", "do not execute; they validate"),
            (entry("family = 'llc'\ncommand = 'x'\nroles = ['runs']"), "sub/irsmith.toml:6", "unknown variant `runs`"),
            (entry("family = 'command'\ncommand = 'x'\nroles = ['read']"), "sub/irsmith.toml:3", "m has no format"),
            (entry("family = 'command'\ncommand = 'x'\nformat = 'mir'"), "sub/irsmith.toml:3", "m has no roles"),
            (entry("family = 'command'\ncommand = 'x'\nformat = 'elf'"), "sub/irsmith.toml:6", "there is no format \"elf\""),
            (entry("family = 'llc'\ncommand = 'x'\nformat = 'pnacl'"), "sub/irsmith.toml:6", "take files of mir"),
            (entry("family = 'llc'"), "sub/irsmith.toml:3", "m has no command"),
            (entry("command = 'x'"), "sub/irsmith.toml:3", "m has no family"),
            (entry("family = 'llc'\ncommand = 'x'\ndialect = '22'"), "sub/irsmith.toml:6", "is no dialect of llc"),
            (entry("family = 'llc'\ncommand = 'x'\nversion = 'new'"), "sub/irsmith.toml:6", "has no number"),
            ([entry("command = 'llc'"), entry("command = 'opt'")].concat(), "sub/irsmith.toml:7", "m is named twice, first at line 3"),
            (entry("command = 'llc'").replace("'m'", "'a+b'"), "sub/irsmith.toml:3", "is no name"),
            ("x = 1".to_owned(), "sub/irsmith.toml:1", "unknown field `x`"),
            ("a".to_owned(), "sub/irsmith.toml:1", ""),
        ] {
            let error = configured(&file, &[]).unwrap_err();
            assert!(error.starts_with(&format!("{place}: ")) && error.contains(cause) && !error.contains('\n'), "{error:?} of {file}");
        }
        for (option, cause) in [
            ("m", "m is not known; m=COMMAND says what it is"),
            ("m=x", "does not tell its family"),
            ("m:llcs=x", "there is no family \"llcs\""),
            ("m:llc@22=x", "is no dialect"),
            ("spirv-val@llvm-22=x", "have no dialect"),
            ("m:llc=", "m has no command"),
            ("m:command=x", "an entry of irsmith.toml says them"),
            ("=x", "is no name"),
        ] {
            let error = configured("", &[option]).unwrap_err();
            assert!(error.starts_with(&format!("--implementation {option}: ")) && error.contains(cause), "{error:?} of {option}");
        }
        assert!(configured("", &["llc-22", "llc-22=x"]).unwrap_err().contains("llc-22 is named twice"));
    }
}
