//! The external programs that irsmith knows.

use super::run::{Limits, run};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

/// An external program.
#[derive(Debug)]
pub struct Tool {
    /// Its name in tables and signatures.
    pub name: &'static str,
    /// Command names under which it may be installed, the preferred first.
    pub commands: &'static [&'static str],
    /// The argument that makes it print its version.
    pub version_argument: &'static str,
    /// What it is used for.
    pub about: &'static str,
    /// The Debian package that contains it.
    pub package: &'static str,
    found: OnceLock<Option<PathBuf>>,
    version: OnceLock<Option<String>>,
}

/// LLVM's dumper of bitstreams.
pub static LLVM_BCANALYZER: Tool = Tool {
    name: "llvm-bcanalyzer",
    commands: &[
        "llvm-bcanalyzer",
        "llvm-bcanalyzer-22",
        "llvm-bcanalyzer-19",
        "llvm-bcanalyzer-16",
        "llvm-bcanalyzer-15",
        "llvm-bcanalyzer-14",
    ],
    version_argument: "--version",
    about: "reads PNaCl files as LLVM bitstreams",
    package: "llvm",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// LLVM's interpreter of its own assembly or bitcode.
pub static LLI: Tool = Tool {
    name: "lli",
    commands: &["lli", "lli-22", "lli-19", "lli-16", "lli-15", "lli-14"],
    version_argument: "--version",
    about: "compiles and runs PNaCl programs lowered to LLVM assembly",
    package: "llvm",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// LLVM's optimiser.
pub static LLVM_OPT: Tool = Tool {
    name: "opt",
    commands: &["opt", "opt-22", "opt-19", "opt-16", "opt-15", "opt-14"],
    version_argument: "--version",
    about: "optimises PNaCl programs lowered to LLVM assembly",
    package: "llvm",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// The disassembler of SPIRV-Tools.
pub static SPIRV_DIS: Tool = Tool {
    name: "spirv-dis",
    commands: &["spirv-dis"],
    version_argument: "--version",
    about: "prints SPIR-V modules",
    package: "spirv-tools",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// The assembler of SPIRV-Tools.
pub static SPIRV_AS: Tool = Tool {
    name: "spirv-as",
    commands: &["spirv-as"],
    version_argument: "--version",
    about: "assembles SPIR-V modules",
    package: "spirv-tools",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// The validator of SPIRV-Tools.
pub static SPIRV_VAL: Tool = Tool {
    name: "spirv-val",
    commands: &["spirv-val"],
    version_argument: "--version",
    about: "validates SPIR-V modules",
    package: "spirv-tools",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// The optimiser of SPIRV-Tools.
pub static SPIRV_OPT: Tool = Tool {
    name: "spirv-opt",
    commands: &["spirv-opt"],
    version_argument: "--version",
    about: "optimises SPIR-V modules",
    package: "spirv-tools",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// The SPIR-V LLVM translator.
pub static LLVM_SPIRV: Tool = Tool {
    name: "llvm-spirv",
    commands: &["llvm-spirv", "llvm-spirv-19", "llvm-spirv-16", "llvm-spirv-15", "llvm-spirv-14"],
    version_argument: "--version",
    about: "translates SPIR-V modules to LLVM and back",
    package: "llvm-spirv-15",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// LLVM's compiler of its own assembly or bitcode.
pub static LLC: Tool = Tool {
    name: "llc",
    // The version with which the translator is built, or later.
    commands: &["llc-15", "llc-16", "llc-19", "llc-22", "llc"],
    version_argument: "--version",
    about: "compiles what llvm-spirv makes of SPIR-V modules",
    package: "llvm-15",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// LLVM's reader of debug information.
pub static LLVM_DWARFDUMP: Tool = Tool {
    name: "llvm-dwarfdump",
    commands: &["llvm-dwarfdump-15", "llvm-dwarfdump-16", "llvm-dwarfdump-19", "llvm-dwarfdump-22", "llvm-dwarfdump"],
    version_argument: "--version",
    about: "verifies the debug information of compiled SPIR-V modules",
    package: "llvm-15",
    found: OnceLock::new(),
    version: OnceLock::new(),
};

/// Makes an `llc` of one version, for Machine IR.
const fn llc(name: &'static str, commands: &'static [&'static str], package: &'static str) -> Tool {
    let about = "reads, verifies, changes and prints Machine IR";
    Tool { name, commands, version_argument: "--version", about, package, found: OnceLock::new(), version: OnceLock::new() }
}

/// The oldest version in Debian 12.
pub static LLC_14: Tool = llc("llc-14", &["llc-14"], "llvm-14");

/// Between the two.
pub static LLC_16: Tool = llc("llc-16", &["llc-16"], "llvm-16");

/// The version that the tables of Machine IR describe.
pub static LLC_19: Tool = llc("llc-19", &["llc-19"], "llvm-19");

/// All tools.
pub static TOOLS: &[&Tool] = &[
    &LLVM_BCANALYZER,
    &LLI,
    &LLVM_OPT,
    &SPIRV_DIS,
    &SPIRV_AS,
    &SPIRV_VAL,
    &SPIRV_OPT,
    &LLVM_SPIRV,
    &LLC,
    &LLVM_DWARFDUMP,
    &LLC_14,
    &LLC_16,
    &LLC_19,
];

impl Tool {
    /// Returns the program on the search path, looked up once per process.
    pub fn find(&self) -> Option<&PathBuf> {
        self.found.get_or_init(|| self.search()).as_ref()
    }

    fn search(&self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        self.commands.iter().flat_map(|command| folders.iter().map(move |folder| folder.join(command))).find(|file| file.is_file())
    }

    /// Returns the first line with a digit in the program's version output; run once per process, for at most a few seconds.
    pub fn version(&self) -> Option<String> {
        self.version.get_or_init(|| self.ask_version().ok().flatten()).clone()
    }

    /// As [`Self::version`], but runs the program each time.
    ///
    /// # Errors
    /// Returns an error if the program misbehaves, as a sentence.
    pub fn ask_version(&self) -> Result<Option<String>, &'static str> {
        let limits = Limits { time: VERSION_TIME, ..Limits::default() };
        let Some(program) = self.find() else { return Ok(None) };
        let Ok(output) = run(program, &[self.version_argument], &[], &limits) else { return Ok(None) };
        if let Some((_, sentence)) = output.outcome.misbehaviour() {
            return Err(sentence);
        }
        // spirv-opt prints its version on standard error.
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        Ok(text.lines().map(str::trim).find(|line| line.contains(|c: char| c.is_ascii_digit())).map(str::to_owned))
    }
}

/// Processor time that a program may take to print its version.
const VERSION_TIME: Duration = Duration::from_secs(2);
