//! Reads words as the typed module. The operands of debug instructions are read by their rows, in [`crate::tables`].

use crate::stream::RawInstruction;
use crate::{CoreInstruction, DebugInstruction, Id, Info, Instruction, Limits, Module, Result, Sets, Stream};

impl Module {
    /// Reads a file.
    ///
    /// # Errors
    /// The errors of [`Stream::read`]: every stream is a module.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self> {
        Ok(Self::from_stream(&Stream::read(bytes, limits)?))
    }

    /// Returns the module in a stream.
    pub fn from_stream(stream: &Stream) -> Self {
        let sets = Sets::of_stream(stream);
        Self { header: stream.header(), instructions: stream.instructions().map(|raw| instruction(&sets, raw)).collect() }
    }
}

impl Sets {
    /// Returns the debug sets that a stream imports.
    pub fn of_stream(stream: &Stream) -> Self {
        let mut sets = Self::default();
        for raw in stream.instructions().filter(|raw| raw.opcode == spirv::Op::ExtInstImport as u16) {
            sets.import_words(raw.words);
        }
        sets
    }
}

fn instruction(sets: &Sets, raw: RawInstruction<'_>) -> Instruction {
    debug_instruction(sets, raw)
        .map_or_else(|| Instruction::Core(CoreInstruction { opcode: raw.opcode, words: raw.words.into() }), Instruction::Debug)
}

fn debug_instruction(sets: &Sets, raw: RawInstruction<'_>) -> Option<DebugInstruction> {
    if raw.opcode != spirv::Op::ExtInst as u16 {
        return None;
    }
    let &[result_type, result, set, number, ref operands @ ..] = raw.words else { return None };
    let dialect = sets.dialect(Id(set))?;
    let info = Info::read(dialect.layout(), dialect.number(number), operands)?;
    Some(DebugInstruction { result_type: Id(result_type), result: Id(result), set: Id(set), info })
}
