//! The value symbol table (manual, *Valuesymtab Block*; the entry's schema there lacks the value).

use super::NoteKind;
use super::records::Reader;
use crate::tables::{BlockKind, symbol};
use crate::{ErrorKind, Result, Symbol};

impl Reader<'_> {
    pub(super) fn symbols(&mut self) -> Result<()> {
        self.each_record(BlockKind::ValueSymtab, |reader, record| {
            if record.code != symbol::ENTRY {
                if record.code == symbol::BLOCK_ENTRY {
                    return Err(reader.unknown(BlockKind::ValueSymtab, record));
                }
                reader.note(record.item, NoteKind::UnknownSymbol(record.code));
                return Ok(());
            }
            let [value, name @ ..] = record.operands else {
                return Err(reader.error(record, ErrorKind::OperandCount { record: "symbol", count: 0, expected: "1 or more" }));
            };
            let index = reader.global_value(record, *value, reader.values.len())?;
            if let Some(&wide) = name.iter().find(|&&character| character > 255) {
                reader.note(record.item, NoteKind::WideCharacter(wide));
            }
            let name: Vec<u8> = name.iter().map(|&character| character as u8).collect();
            let value = reader.values[index as usize];
            reader.check_symbol(record.item, index, value, &name);
            reader.reading.module.symbols.push(Symbol { value, name });
            if reader.keep_places {
                reader.reading.places.symbols.push(record.item);
            }
            Ok(())
        })
    }
}
