//! `irsmith implementations`: the implementations that are available here, and those that are missing.

use clap::Args;
use irsmith_oracles::external::{LIBRARIES, Library, TOOLS, Tool, is_confined};
use serde::Serialize;

use crate::{Error, Output, Status, columns::columns, output::note};

/// List the implementations: irsmith's own codecs, external crates and external programs.
///
/// Crates run in process; some need a feature of the build. Programs are looked for on the search path. An oracle that needs a missing
/// program skips and says so; it never passes.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0, whether or not programs are missing.")]
pub(crate) struct Implementations {
    /// Print one JSON object for each implementation.
    #[arg(long)]
    json: bool,
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
    /// The Debian package that contains it.
    package: Option<&'static str>,
    /// The feature that enables it.
    feature: Option<&'static str>,
    about: &'static str,
}

impl Line {
    /// This program. Its crates share one version.
    fn own() -> Self {
        Self {
            implementation: "irsmith",
            found: true,
            version: Some(env!("CARGO_PKG_VERSION").into()),
            misbehaves: None,
            path: None,
            package: None,
            feature: None,
            about: "reads, writes, prints, assembles and validates files of every format, and interprets those of PNaCl and SPIR-V",
        }
    }

    fn of_library(library: &Library) -> Self {
        Self {
            implementation: library.name,
            found: library.built,
            version: Some(library.version.into()),
            misbehaves: None,
            path: None,
            package: None,
            feature: library.feature,
            about: library.about,
        }
    }

    fn of_tool(tool: &'static Tool) -> Self {
        let path = tool.find().map(|path| path.display().to_string());
        let version = tool.ask_version();
        Self {
            implementation: tool.name,
            found: path.is_some(),
            misbehaves: version.as_ref().err().copied(),
            version: version.unwrap_or_default(),
            path,
            package: Some(tool.package),
            feature: None,
            about: tool.about,
        }
    }

    fn cells(&self) -> [String; 4] {
        let state = match (&self.path, self.package, self.feature) {
            (Some(path), ..) => path.clone(),
            (None, Some(package), _) => format!("missing (package {package})"),
            (None, None, Some(feature)) if !self.found => format!("not built (feature {feature})"),
            (None, None, _) => "built in".into(),
        };
        let misbehaves = self.misbehaves.map(|how| format!("misbehaves: {how}"));
        let version = self.version.clone().or(misbehaves).unwrap_or_default();
        [self.implementation.into(), state, version, self.about.into()]
    }
}

impl Implementations {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let others = LIBRARIES.iter().map(Line::of_library).chain(TOOLS.iter().map(|tool| Line::of_tool(tool)));
        let lines = [Line::own()].into_iter().chain(others);
        if self.json {
            lines.into_iter().try_for_each(|line| output.json(&line))?;
        } else {
            let mut rows = vec![["implementation", "where", "version", "what it does here"].map(str::to_owned)];
            rows.extend(lines.map(|line| line.cells()));
            output.bytes(columns(&rows).as_bytes())?;
        }
        note(format_args!("{}", if is_confined() { CONFINED } else { NOT_CONFINED }));
        Ok(Status::Fine)
    }
}
