//! `irsmith implementations`: the implementations that are available here, and those that are missing.

use clap::Args;
use irsmith_fuzz::did_you_mean;
use irsmith_oracles::{
    conformance::{Answered, Step, TESTED, conformance},
    external::{Implementation, LIBRARIES, Library, implementation, implementations, is_confined},
};
use serde::Serialize;

use crate::{Error, Output, Status, columns::columns, output::note, programs::Programs};

/// List the implementations: irsmith's own codecs, external crates and external programs; or test whether one behaves.
///
/// Crates run in process; some need a feature of the build. Programs are looked for on the search path; --implementation and irsmith.toml
/// add those of the user. An oracle that needs a missing program skips and says so; it never passes.
///
/// --check asks a program questions whose answers are known, before its verdicts are believed: llc, spirv-as, spirv-dis and spirv-val.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith implementations
  irsmith implementations --implementation mine=/opt/llvm/bin/llc
  irsmith implementations --implementation mine=/opt/llvm/bin/llc --check mine

Exit status: 0, whether or not known programs are missing; 1 the program of --check does not behave; 2 a program that the user names is not there, does not start or does not tell its
version, or irsmith.toml is wrong.")]
pub(crate) struct Implementations {
    /// Print one JSON object for each implementation.
    #[arg(long)]
    json: bool,
    /// Test whether the program of this name behaves as those of its family do.
    #[arg(long, value_name = "NAME")]
    check: Option<String>,
    #[command(flatten)]
    programs: Programs,
}

/// The line of a question to a program.
#[derive(Serialize)]
struct Question {
    implementation: &'static str,
    question: &'static str,
    expected: &'static str,
    got: String,
    result: &'static str,
}

impl Question {
    fn new(program: &Implementation, step: Step) -> Self {
        let result = match step.answered {
            Answered::AsExpected => "ok",
            Answered::Otherwise => "WRONG",
            Answered::NotAsked => "not asked",
        };
        Self { implementation: program.name, question: step.question, expected: step.expected, got: step.got, result }
    }
}

/// Asks a program the questions of its family.
fn check(name: &str, json: bool, output: &mut Output) -> Result<Status, Error> {
    let unable = |cause: String| Error::CannotTest { name: name.to_owned(), cause };
    let program = implementation(name).ok_or_else(|| {
        let like = did_you_mean(name, implementations().iter().map(|known| known.name));
        unable(format!("there is no implementation of this name{like}; --implementation {name}=COMMAND makes one"))
    })?;
    if program.find().is_none() {
        return Err(unable(format!("there is no program {}", program.commands.join(", "))));
    }
    let steps = conformance(program).ok_or_else(|| {
        let tested: Vec<&str> = TESTED.iter().map(|family| family.name()).collect();
        unable(format!("there is no test of the family {}; there is {}", program.family, tested.join(", ")))
    })?;
    let behaves = steps.iter().all(|step| step.answered == Answered::AsExpected);
    let lines: Vec<Question> = steps.into_iter().map(|step| Question::new(program, step)).collect();
    if json {
        lines.iter().try_for_each(|line| output.json(line))?;
    } else {
        let mut rows = vec![["asked about", "a program of the family", "this program", "result"].map(str::to_owned)];
        rows.extend(lines.into_iter().map(|line| [line.question.into(), line.expected.into(), line.got, line.result.into()]));
        output.bytes(columns(&rows).as_bytes())?;
    }
    let (version, dialect) = (program.version().unwrap_or_default(), program.dialect().map(|dialect| format!(", {dialect}")));
    let verdict = if behaves { "behaves as" } else { "does NOT behave as" };
    note(format_args!("{name} ({version}{}) {verdict} programs of the family {} do", dialect.unwrap_or_default(), program.family));
    Ok(if behaves { Status::Fine } else { Status::Wrong })
}

/// The notes on programs where the kernel has Landlock, and where it does not.
const CONFINED: &str = "programs can write in their scratch folders alone (Landlock)";
const NOT_CONFINED: &str = "programs can write wherever you can: this kernel has no Landlock";

#[derive(Serialize)]
struct Line {
    implementation: &'static str,
    found: bool,
    version: Option<String>,
    /// How the program misbehaves when asked for its version.
    misbehaves: Option<&'static str>,
    path: Option<String>,
    /// The programs with which it is compatible.
    family: Option<&'static str>,
    format: Option<&'static str>,
    /// What it speaks.
    dialect: Option<String>,
    /// What it can do with files of the format.
    roles: Vec<&'static str>,
    /// The tasks of oracles in which it takes part.
    takes_part: Option<String>,
    /// The package that contains it.
    package: Option<&'static str>,
    /// The feature that enables it.
    feature: Option<&'static str>,
    about: &'static str,
}

impl Line {
    /// A line about something that is linked in.
    fn linked(implementation: &'static str, version: &str, about: &'static str) -> Self {
        Self {
            implementation,
            found: true,
            version: Some(version.into()),
            misbehaves: None,
            path: None,
            family: None,
            format: None,
            dialect: None,
            roles: Vec::new(),
            takes_part: None,
            package: None,
            feature: None,
            about,
        }
    }

    /// This program. Its crates share one version.
    fn own() -> Self {
        let about = "reads, writes, prints, assembles and validates files of every format, and interprets those of PNaCl and SPIR-V";
        Self::linked("irsmith", env!("CARGO_PKG_VERSION"), about)
    }

    fn of_library(library: &Library) -> Self {
        let linked = Self::linked(library.name, library.version, library.about);
        Self { found: library.built, feature: library.feature, ..linked }
    }

    fn of_program(program: &'static Implementation) -> Self {
        let path = program.find().map(|path| path.display().to_string());
        let version = program.ask_version();
        Self {
            implementation: program.name,
            found: path.is_some(),
            misbehaves: version.as_ref().err().copied(),
            version: version.unwrap_or_default(),
            path,
            family: Some(program.family.name()),
            format: Some(program.format),
            dialect: program.dialect(),
            roles: program.roles.iter().map(|role| role.name()).collect(),
            takes_part: Some(takes_part(program)),
            package: program.package.as_deref(),
            feature: None,
            about: &program.about,
        }
    }

    fn cells(&self) -> [String; 8] {
        let state = match (&self.path, self.package, self.feature) {
            (Some(path), ..) => path.clone(),
            (None, Some(package), _) => format!("missing (package {package})"),
            (None, None, Some(feature)) if !self.found => format!("not built (feature {feature})"),
            (None, None, _) => "built in".into(),
        };
        let misbehaves = self.misbehaves.map(|how| format!("misbehaves: {how}"));
        let version = self.version.clone().or(misbehaves).unwrap_or_default();
        let or_none = |text: Option<&str>| text.unwrap_or("-").to_owned();
        let roles = if self.roles.is_empty() { "-".to_owned() } else { self.roles.join(", ") };
        [
            self.implementation.into(),
            or_none(self.family),
            or_none(self.dialect.as_deref()),
            roles,
            or_none(self.takes_part.as_deref()),
            state,
            version,
            self.about.into(),
        ]
    }
}

/// Returns in which tasks of oracles a program takes part.
fn takes_part(program: &Implementation) -> String {
    let tasks: Vec<&str> = program.tasks_by_default().iter().map(|task| task.name()).collect();
    match (&program.named_at, tasks.is_empty()) {
        (Some(_), _) => "named".to_owned(),
        (None, true) => "when named".to_owned(),
        (None, false) => tasks.join(", "),
    }
}

impl Implementations {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.configure()?;
        if let Some(name) = &self.check {
            return check(name, self.json, output);
        }
        let others = LIBRARIES.iter().map(Line::of_library).chain(implementations().iter().map(Line::of_program));
        let lines = [Line::own()].into_iter().chain(others);
        if self.json {
            lines.into_iter().try_for_each(|line| output.json(&line))?;
        } else {
            let mut rows =
                vec![["implementation", "family", "dialect", "roles", "takes part", "where", "version", "use"].map(str::to_owned)];
            rows.extend(lines.map(|line| line.cells()));
            output.bytes(columns(&rows).as_bytes())?;
        }
        note(format_args!("{}", if is_confined() { CONFINED } else { NOT_CONFINED }));
        Ok(Status::Fine)
    }
}
