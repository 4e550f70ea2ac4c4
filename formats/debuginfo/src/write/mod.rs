//! Writes the typed module as words. The operands of debug instructions are written by their rows, in [`crate::tables`].

use crate::stream::{MAGIC, first_word};
use crate::{CoreInstruction, DebugInstruction, Error, ErrorKind, Instruction, Module, Result, Sets, Stream};

impl Module {
    /// Returns the file.
    ///
    /// # Errors
    /// [`ErrorKind::InstructionTooLong`], [`ErrorKind::UnknownSet`] and [`ErrorKind::NotInDialect`].
    pub fn write(&self) -> Result<Vec<u8>> {
        Ok(self.to_stream()?.write())
    }

    /// Returns the module as words.
    ///
    /// # Errors
    /// The errors of [`Module::write`].
    pub fn to_stream(&self) -> Result<Stream> {
        let sets = self.sets();
        let header = &self.header;
        let mut words = Vec::with_capacity(5 + self.instructions.len() * 8);
        words.extend([MAGIC, header.version, header.generator, header.bound, header.schema]);
        for instruction in &self.instructions {
            let start = words.len();
            words.push(0);
            let written = match instruction {
                Instruction::Core(core) => {
                    words.extend_from_slice(&core.words);
                    Ok(core.opcode)
                }
                Instruction::Debug(debug) => write_debug(debug, &sets, &mut words),
            };
            let count = words.len() - start;
            words[start] = written
                .and_then(|opcode| Ok(first_word(opcode, u16::try_from(count).map_err(|_| ErrorKind::InstructionTooLong(count))?)))
                .map_err(|kind| Error { at: start * 4, kind })?;
        }
        Ok(Stream::of_instructions(header.order, words))
    }
}

impl DebugInstruction {
    /// Returns the instruction as words, in the form that it has in a module with these sets.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownSet`] and [`ErrorKind::NotInDialect`].
    pub fn to_core(&self, sets: &Sets) -> std::result::Result<CoreInstruction, ErrorKind> {
        let mut words = Vec::new();
        let opcode = write_debug(self, sets, &mut words)?;
        Ok(CoreInstruction { opcode, words: words.into() })
    }
}

fn write_debug(debug: &DebugInstruction, sets: &Sets, words: &mut Vec<u32>) -> std::result::Result<u16, ErrorKind> {
    let dialect = sets.dialect(debug.set).ok_or(ErrorKind::UnknownSet(debug.set))?;
    let (row, layout) = (debug.info.row(), dialect.layout());
    let problem = if row.is_in(layout) { debug.info.unfit(layout) } else { Some("the instruction") };
    if let Some(problem) = problem {
        return Err(ErrorKind::NotInDialect { instruction: row.name, dialect: dialect.name(), problem });
    }
    words.extend([debug.result_type.0, debug.result.0, debug.set.0, dialect.number(row.number)]);
    debug.info.for_each_word(layout, |_, _, word| words.push(word));
    Ok(spirv::Op::ExtInst as u16)
}
