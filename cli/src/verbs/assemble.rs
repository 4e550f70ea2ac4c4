//! `irsmith assemble`: text to file.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::{
    Error, Output, Status,
    formats::{COMMANDS, FormatCommands, commands_for, format_names},
    input,
    limits::Limits,
};

/// Assemble text to a file.
///
/// Accepts PNaClAsm as `irsmith show --asm` prints it and as the manual of PNaCl spells it, SPIR-V as `irsmith show` and `spirv-dis` print
/// it, and Machine IR, which is written as llc prints it. Assembling the output of `irsmith show --asm` gives the same bytes for every PNaCl
/// file of a canonical writer, that of `irsmith show` for every SPIR-V module. If the text has an error, nothing is written.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith assemble program.pnaclasm -o program.pexe
  irsmith show --asm program.pexe | irsmith assemble - | cmp - program.pexe

Exit status: 0 the file was written; 2 the text has an error, reported as FILE:LINE:COLUMN, or a file cannot be read or written.")]
pub(crate) struct Assemble {
    /// The text; - for standard input.
    file: PathBuf,
    /// The file to write; - for standard output, which is also the default.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The format of the file; by default shown by the name of OUT, or else the name of FILE, or else the text itself.
    #[arg(long, value_name = "NAME")]
    format: Option<String>,
    /// The release of LLVM that must read the Machine IR: llvm-14 to llvm-23; or the dialect file of a program (irsmith calibrate), whose
    /// own keys are kept. Keys that it does not have are left out; other constructs that it cannot express are reported on standard error.
    /// Only texts of Machine IR are assembled for a dialect; `irsmith convert` writes SPIR-V in another one.
    #[arg(long, value_name = "NAME")]
    dialect: Option<String>,
    #[command(flatten)]
    limits: Limits,
}

impl Assemble {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let named = self.named_commands()?;
        let text = input::read_text(&self.file, &self.limits)?;
        let commands = named.or_else(|| commands_of_text(&text));
        let unknown = || Error::UnknownText { path: self.file.clone(), known: format_names() };
        let commands = commands.ok_or_else(unknown)?;
        let limits = self.limits.of(commands.format())?;
        let bytes = match &self.dialect {
            None => commands.assemble(&text, &limits).map_err(|cause| Error::Text { path: self.file.clone(), cause })?,
            Some(name) => {
                let translated = commands.assemble_in(name, &self.file, &text, &limits)?;
                translated.lost.iter().try_for_each(|lost| output.print_error(format_args!("{}: warning: {lost}", self.file.display())))?;
                translated.bytes
            }
        };
        output.binary(self.output.as_deref(), &bytes)?;
        Ok(Status::Fine)
    }

    /// Returns the commands of the format that the command line shows.
    fn named_commands(&self) -> Result<Option<&'static dyn FormatCommands>, Error> {
        if let Some(name) = &self.format {
            return commands_for(name).map(Some);
        }
        let has_extension =
            |path: &Path, extension: Option<&str>| extension.is_some() && path.extension().and_then(|found| found.to_str()) == extension;
        let by_output = |commands: &&&dyn FormatCommands| {
            self.output.as_ref().is_some_and(|path| has_extension(path, Some(commands.format().extension())))
        };
        let by_text = |commands: &&&dyn FormatCommands| has_extension(&self.file, commands.text_extension());
        Ok(COMMANDS.iter().find(by_output).or_else(|| COMMANDS.iter().find(by_text)).copied())
    }
}

/// Returns the commands of the format whose texts begin like this one.
fn commands_of_text(text: &str) -> Option<&'static dyn FormatCommands> {
    COMMANDS.iter().copied().find(|commands| commands.is_text(text))
}

#[cfg(test)]
mod tests {
    use irsmith_oracles::LimitSettings;

    use super::*;
    use crate::formats::{CaseFile, View};

    #[test]
    fn a_listing_shows_its_format_and_other_texts_do_not() {
        for commands in COMMANDS {
            for seed in 0..20 {
                let bytes = commands.format().generate(seed);
                let file = CaseFile { path: "-".into(), commands: *commands, bytes, limits: LimitSettings::default() };
                let mut shown = String::new();
                file.commands.show(&file, View::Assembly, &mut shown).unwrap();
                assert_eq!(commands_of_text(&shown).map(FormatCommands::format), Some(commands.format()), "{shown}");
            }
        }
        for text in ["", "hello", "; a comment of many languages\nmov x0, x1\n", "// nothing else\n", "# nothing else\n"] {
            assert!(commands_of_text(text).is_none(), "{text}");
        }
    }
}
