//! `irsmith assemble`: text to file.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::{
    Error, Output, Status,
    formats::{ROOMS, Room, room_called},
    input,
};

/// Turn assembly into a file.
///
/// Reads PNaClAsm as `irsmith show --asm` prints it and as the manual of PNaCl spells it, SPIR-V as `irsmith show` and `spirv-dis` print
/// it, and Machine IR, whose files become as llc prints them. Assembling what was shown gives the same bytes for every file of a canonical
/// writer, and for every SPIR-V module. Nothing is written when the text has an error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith assemble program.pnaclasm -o program.pexe
  irsmith show --asm program.pexe | irsmith assemble - | cmp - program.pexe

Exit status: 0 the file was written; 2 the text has an error, told as FILE:LINE:COLUMN, or a file cannot be read or written.")]
pub(crate) struct Assemble {
    /// The text; - for standard input.
    file: PathBuf,
    /// The file to write; - for standard output, which is meant too when nothing is named.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The format of the file; that which the names of OUT and FILE tell if not given, and pnacl where they tell none.
    #[arg(long, value_name = "NAME")]
    format: Option<String>,
}

impl Assemble {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let room = self.room()?;
        let text = input::read_text(&self.file)?;
        let bytes = room.assemble(&text).map_err(|cause| Error::Text { path: self.file, cause })?;
        output.binary(self.output.as_deref(), &bytes)?;
        Ok(Status::Fine)
    }

    /// The room of the format to make.
    fn room(&self) -> Result<&'static dyn Room, Error> {
        if let Some(name) = &self.format {
            return room_called(name);
        }
        let told =
            |path: &Path, extension: Option<&str>| extension.is_some() && path.extension().and_then(|found| found.to_str()) == extension;
        let by_output = |room: &&&dyn Room| self.output.as_ref().is_some_and(|path| told(path, Some(room.format().extension())));
        let by_text = |room: &&&dyn Room| told(&self.file, room.text_extension());
        let found = ROOMS.iter().find(by_output).or_else(|| ROOMS.iter().find(by_text));
        Ok(*found.unwrap_or(&ROOMS[0]))
    }
}
