//! LLVM Machine IR.

mod exec;

use std::{fmt, path::Path};

use irsmith_fuzz::Format;
use irsmith_mir::{
    Dialect, File, Limits, Older, RunLine, Style, UnknownDialect, body,
    tables::{Machine, Target},
    validate::{Options, RULES, validate},
};
use irsmith_oracles::{LimitSettings, external::is_dialect_file, mir::dialect_named};
use irsmith_rules::Rule;

use super::{CaseFile, Checked, Fault, FormatCommands, Judged, Translated, View, Violation};
use crate::{Error, Output, Status, verbs::Exec};

/// The commands of the format. Files are text, so the assembly of a file is the file as our writer spells it.
pub(super) struct Mir;

impl FormatCommands for Mir {
    fn format(&self) -> Format {
        Format::MIR
    }

    fn show(&self, file: &CaseFile, view: View, out: &mut dyn fmt::Write) -> Result<(), Error> {
        let model = read(file)?;
        let _ = match view {
            // A readable file is UTF-8.
            View::Listing => out.write_str(&String::from_utf8_lossy(&file.bytes)),
            View::Assembly => out.write_str(&model.write()),
            View::Records => records(&model, out),
        };
        Ok(())
    }

    fn text_extension(&self) -> Option<&'static str> {
        Some("mir")
    }

    /// The first document comes first, after comments: embedded IR, or a function with its name.
    fn is_text(&self, text: &str) -> bool {
        let first = text.lines().map(str::trim_end).find(|line| !line.is_empty() && !line.starts_with('#'));
        first.is_some_and(|line| line.starts_with("---") || line.starts_with("name:"))
    }

    fn assemble(&self, text: &str, limits: &LimitSettings) -> Result<Vec<u8>, String> {
        assemble(text, limits, Dialect::DEFAULT).map(|file| file.write().into_bytes())
    }

    fn assemble_in(&self, name: &str, path: &Path, text: &str, limits: &LimitSettings) -> Result<Translated, Error> {
        let dialect = dialect(name)?;
        let model = assemble(text, limits, dialect).map_err(|cause| Error::Text { path: path.into(), cause })?;
        let (text, lost) = model.write_for(Style::Full, dialect);
        Ok(Translated { bytes: text.into_bytes(), lost: lost.iter().map(ToString::to_string).collect() })
    }

    fn convert(&self, file: &CaseFile, name: &str) -> Result<Translated, Error> {
        let (text, lost) = read(file)?.write_for(Style::Full, dialect(name)?);
        Ok(Translated { bytes: text.into_bytes(), lost: lost.iter().map(ToString::to_string).collect() })
    }

    fn validate(&self, file: &CaseFile, judged: Judged<'_>) -> Result<Checked, Error> {
        let dialect = judged.dialect.map_or(Ok(Dialect::DEFAULT), dialect)?;
        let (model, older) = read_reporting(file, dialect)?;
        // A readable file is UTF-8.
        let text = String::from_utf8_lossy(&file.bytes);
        let own = model.triple_in(&text);
        let processor = RunLine::of(&text).is_some_and(|line| line.names_processor());
        // Without a triple the validator would look for the module's triple, which `own` contains if there is one.
        let triple = judged.triple.or(own.as_deref()).unwrap_or_default();
        let mut checked = Checked::of(validate(&model, Options { triple: Some(triple), processor, dialect }));
        checked.violations.splice(..0, older.iter().map(Violation::from));
        checked.note = not_judged(triple);
        Ok(checked)
    }

    fn rules(&self) -> &'static [Rule] {
        RULES
    }

    fn exec(&self, options: &Exec, file: &CaseFile, output: &mut Output) -> Result<Status, Error> {
        exec::run(options, file, &read(file)?, output)
    }
}

/// Reads a text in a dialect, or returns its first error.
fn assemble(text: &str, limits: &LimitSettings, dialect: Dialect) -> Result<File, String> {
    let first = |errors: Vec<irsmith_mir::Error>| errors.first().map(ToString::to_string).unwrap_or_default();
    File::read_in(text.as_bytes(), &limits.mir(Limits::default()), dialect).map(|(file, _)| file).map_err(first)
}

/// Returns the dialect of this name, or of the dialect file of this path.
fn dialect(name: &str) -> Result<Dialect, Error> {
    if is_dialect_file(name) {
        return Ok(dialect_named(name)?);
    }
    name.parse().map_err(|error: UnknownDialect| Error::NoDialect { name: name.into(), cause: error.to_string() })
}

/// Describes what the validator does not check because there are no tables of the target.
fn not_judged(triple: &str) -> Option<String> {
    let cause = match Target::of_triple(triple) {
        Some(target) if Machine::of(target).is_some() => return None,
        Some(_) => format!("there are no tables of the target of {triple:?}"),
        None if triple.is_empty() => "nothing tells the target (--triple does)".to_owned(),
        None => format!("the target of {triple:?} is not known"),
    };
    Some(format!("{cause}: only what is the same for every target was judged"))
}

/// Checks and returns the triple of `--triple`.
///
/// # Errors
/// When its architecture is unknown; the error lists the known ones.
pub(crate) fn known_triple(triple: &str) -> Result<String, String> {
    let known = || Target::architectures().collect::<Vec<_>>().join(", ");
    Target::of_triple(triple).map_or_else(|| Err(format!("triples begin with {}", known())), |_| Ok(triple.to_owned()))
}

/// Reads the model, or returns all errors.
fn read(file: &CaseFile) -> Result<File, Error> {
    read_reporting(file, Dialect::DEFAULT).map(|(model, _)| model)
}

/// Reads the model and its older spellings, or returns all errors.
fn read_reporting(file: &CaseFile, dialect: Dialect) -> Result<(File, Vec<Older>), Error> {
    File::read_in(&file.bytes, &file.limits.mir(Limits::default()), dialect)
        .map_err(|errors| file.unreadable(errors.into_iter().map(Fault::from)))
}

/// Prints one block or instruction per line, after the numbers of its function and block.
fn records(file: &File, out: &mut dyn fmt::Write) -> fmt::Result {
    for (number, function) in file.functions.iter().enumerate() {
        for (place, block) in function.blocks.iter().enumerate() {
            let printed = body::print(std::slice::from_ref(block));
            let mut lines = printed.lines().filter(|line| !line.is_empty());
            lines.try_for_each(|line| writeln!(out, "{number}:{place}: {}", line.trim()))?;
        }
    }
    Ok(())
}

impl From<&Older> for Violation {
    fn from(older: &Older) -> Self {
        let (rule, at) = (older.rule(), older.at.to_string());
        Self {
            at: Some(at.clone()),
            part: String::new(),
            place: at,
            severity: rule.severity.name(),
            is_error: false,
            rule: rule.id,
            message: older.spelling.to_string(),
        }
    }
}

impl From<irsmith_mir::Error> for Fault {
    fn from(error: irsmith_mir::Error) -> Self {
        Self { at: error.at.to_string(), rule: error.kind.rule().id, message: error.kind.to_string() }
    }
}
