//! `irsmith calibrate`: asks a program of the family llc what it reads, and keeps the answers.

use std::{fs, path::PathBuf, time::Instant};

use clap::Args;
use irsmith_fuzz::did_you_mean;
use irsmith_mir::{
    Words,
    tables::{Machine, Target, WordKind},
};
use irsmith_oracles::{
    external::{Implementation, ProgramFamily, implementation, implementations},
    mir::{Calibrated, DialectFile, Tally, calibrate},
};
use serde::Serialize;

use crate::{Error, Output, Status, columns::columns, output::note, programs::Programs};

/// Ask an llc what it reads: every key, flag, construct, opcode, register, class, mask and pass of the tables.
///
/// The differences from the tables of its release are printed, and kept in a dialect file beside the hash of the program, by default in
/// irsmith/dialects of the cache folder. Then `generate --dialect FILE`, `validate --dialect FILE`, and the targets that run the program
/// use them: what it does not know is not generated, and what no table has is read, kept and left alone.
///
/// Of the names of other releases, one of each group that begins with the same letters is asked about, and the others if it is read.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith calibrate mine --implementation mine=/opt/llvm/bin/llc
  irsmith calibrate mine --implementation mine=/opt/llvm/bin/llc --example new.mir -o mine.toml
  irsmith generate mir -n 100 --dialect mine.toml -o cases
  irsmith fuzz mir_llc --implementation mine=/opt/llvm/bin/llc

Exit status: 0 the program was asked; 1 with --check: it differs from the tables; 2 the program is not there, does not start or does not answer as an llc does,
or a file cannot be read or written.")]
pub(crate) struct Calibrate {
    /// The name of the program: a known one, or one of --implementation or irsmith.toml.
    name: String,
    /// Write the dialect file here.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Ask about this target alone; by default about each that has tables and that the program has.
    #[arg(long, value_name = "ARCHITECTURE", value_parser = target_called)]
    target: Option<Target>,
    /// Ask about the keys and opcodes of this file that no table has. May be given more than once.
    #[arg(long = "example", value_name = "FILE")]
    examples: Vec<PathBuf>,
    /// Exit with status 1 if the program differs from the tables of its release.
    #[arg(long)]
    check: bool,
    /// Print one JSON object for each kind of words.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    programs: Programs,
}

/// Returns the target of this architecture.
fn target_called(name: &str) -> Result<Target, String> {
    let known: Vec<&str> = Machine::TARGETS.iter().map(|target| architecture(*target)).collect();
    let found = Machine::TARGETS.into_iter().find(|target| architecture(*target) == name);
    found.ok_or_else(|| format!("there are tables of {}", known.join(" and ")))
}

fn architecture(target: Target) -> &'static str {
    target.triple().and_then(|triple| triple.split('-').next()).unwrap_or_default()
}

/// The words of one kind.
#[derive(Serialize)]
struct Line<'a> {
    target: Option<&'static str>,
    kind: &'static str,
    /// Words of the release that were asked about.
    of_release: usize,
    /// Words of other releases that were asked about.
    of_others: usize,
    /// Words of other releases that were not asked about.
    not_asked: usize,
    missing: Vec<&'a str>,
    refused: Vec<&'a str>,
    added: Vec<&'a str>,
    unknown: Vec<&'a str>,
}

impl<'a> Line<'a> {
    fn new(calibrated: &'a Calibrated, target: Option<Target>, kind: WordKind, tally: &Tally) -> Self {
        let of = |words: &'a Words| words.of(target, kind).collect();
        let calibration = &calibrated.calibration;
        Self {
            target: target.map(architecture),
            kind: kind.name(),
            of_release: tally.of_release,
            of_others: tally.of_others,
            not_asked: tally.not_asked,
            missing: of(&calibration.missing),
            refused: of(&calibration.refused),
            added: of(&calibration.added),
            unknown: of(&calibration.unknown),
        }
    }

    fn cells(&self) -> [String; 9] {
        let lists = [&self.missing, &self.refused, &self.added, &self.unknown].map(|list| list.len().to_string());
        let [missing, refused, added, unknown] = lists;
        let asked = [self.of_release, self.of_others, self.not_asked].map(|count| count.to_string());
        let [of_release, of_others, not_asked] = asked;
        [self.target.unwrap_or("every").into(), self.kind.into(), of_release, missing, refused, of_others, added, not_asked, unknown]
    }
}

impl Calibrate {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.configure_without_dialects()?;
        let unable = |cause: String| Error::CannotCalibrate { name: self.name.clone(), cause };
        let program = self.program().map_err(unable)?;
        let read = |path: &PathBuf| fs::read(path).map_err(Error::file(path));
        let examples = self.examples.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
        let targets = self.target.map_or_else(|| Machine::TARGETS.to_vec(), |target| vec![target]);
        let start = Instant::now();
        let calibrated = calibrate(program, &targets, &examples, &|part| note(format_args!("{}: {part}", self.name))).map_err(unable)?;
        let seconds = start.elapsed().as_secs_f64();
        let file = DialectFile::new(program, calibrated.release, &calibrated.targets, &calibrated.calibration)?;
        let no_folder = || unable("there is no cache folder; -o FILE names a place".to_owned());
        let path = self.output.clone().or_else(|| file.usual_path()).ok_or_else(no_folder)?;
        if let Some(folder) = path.parent().filter(|_| self.output.is_none()) {
            fs::create_dir_all(folder).map_err(Error::file(folder))?;
        }
        fs::write(&path, file.text()).map_err(Error::file(&path))?;
        self.print(&calibrated, output)?;
        self.tell(&calibrated, program);
        note(format_args!("{}: {} processes in {seconds:.0} seconds; {}", self.name, calibrated.processes, path.display()));
        Ok(if self.check && !calibrated.is_of_tables() { Status::Wrong } else { Status::Fine })
    }

    /// Returns the program to ask.
    fn program(&self) -> Result<&'static Implementation, String> {
        let name = &self.name;
        let program = implementation(name).ok_or_else(|| {
            let like = did_you_mean(name, implementations().iter().map(|known| known.name));
            format!("there is no implementation of this name{like}; --implementation {name}=COMMAND makes one")
        })?;
        if program.family != ProgramFamily::Llc {
            return Err(format!("it is of the family {}; only programs of the family {} are asked", program.family, ProgramFamily::Llc));
        }
        program.find().ok_or_else(|| format!("there is no program {}", program.commands.join(", ")))?;
        Ok(program)
    }

    fn print(&self, calibrated: &Calibrated, output: &mut Output) -> Result<(), Error> {
        let lines = calibrated.tallies.iter().map(|((target, kind), tally)| Line::new(calibrated, *target, *kind, tally));
        let lines: Vec<Line<'_>> = lines.collect();
        if self.json {
            return lines.iter().try_for_each(|line| output.json(line));
        }
        let head = ["target", "kind", "of the release", "missing", "refused", "of others", "read", "not asked", "of no release"];
        let rows: Vec<_> = [head.map(str::to_owned)].into_iter().chain(lines.iter().map(Line::cells)).collect();
        output.bytes(columns(&rows).as_bytes())?;
        let calibration = &calibrated.calibration;
        let lists = [
            ("missing", &calibration.missing),
            ("refused", &calibration.refused),
            ("read", &calibration.added),
            ("new", &calibration.unknown),
        ];
        for (what, words) in lists {
            for word in words.iter().take(MOST_LISTED) {
                output.line(format_args!("{what}: {word}"))?;
            }
            if words.len() > MOST_LISTED {
                output.line(format_args!("{what}: and {} more, in the dialect file", words.len() - MOST_LISTED))?;
            }
        }
        Ok(())
    }

    /// Tells what the table does not show.
    fn tell(&self, calibrated: &Calibrated, program: &Implementation) {
        if calibrated.reported != calibrated.release {
            note(format_args!("{}: it is of {}; the tables of {} are the nearest", self.name, calibrated.reported, calibrated.release));
        }
        let targets = self.target.map_or_else(|| Machine::TARGETS.to_vec(), |target| vec![target]);
        for target in targets.iter().filter(|target| !calibrated.targets.contains(target)) {
            note(format_args!("{}: it does not have the target {}, which was not asked about", program.name, architecture(*target)));
        }
    }
}

/// The most words of a kind of difference that are printed.
const MOST_LISTED: usize = 40;
