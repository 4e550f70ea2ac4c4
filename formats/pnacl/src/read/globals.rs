//! The globals block (manual, *Globals block*).

use super::NoteKind;
use super::records::{Reader, RecordRef};
use crate::tables::{BlockKind, global};
use crate::{Alignment, ErrorKind, Global, Initializer, Result, Value};

/// The number of initializers that the current global still needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A first record: an initializer, or the count of several.
    First,
    /// This many more.
    More(u64),
}

impl Reader<'_> {
    pub(super) fn globals(&mut self, enter: u32) -> Result<()> {
        let before = self.reading.module.globals.len();
        let mut expected: Option<(RecordRef<'_>, u64)> = None;
        let mut wanted = Wanted::More(0);
        let mut is_repeated = before > 0;
        self.each_record(BlockKind::Globals, |reader, record| {
            if std::mem::take(&mut is_repeated) {
                reader.note(enter, NoteKind::RepeatedGlobals);
            }
            match record.code {
                global::COUNT => {
                    let [count] = reader.form(record, "count", "1")?;
                    // Of several counts before all globals, the tools use the last if those before are 0.
                    if reader.reading.module.globals.len() > before || expected.is_some_and(|(_, earlier)| earlier != 0) {
                        reader.note(record.item, NoteKind::LateCount);
                    }
                    expected = Some((record, count));
                }
                global::VARIABLE => {
                    reader.finish_global(record, wanted)?;
                    reader.variable(record)?;
                    wanted = Wanted::First;
                }
                global::COMPOUND => {
                    let [count] = reader.form(record, "compound", "1")?;
                    if wanted != Wanted::First {
                        return Err(
                            reader.error(record, ErrorKind::MisplacedInitializer("a compound initializer that is not a global's first"))
                        );
                    }
                    if count == 1 {
                        reader.note(record.item, NoteKind::SingleCompound);
                    }
                    wanted = Wanted::More(count);
                }
                _ => {
                    wanted = match wanted {
                        Wanted::First => Wanted::More(0),
                        Wanted::More(0) => {
                            return Err(reader.error(record, ErrorKind::MisplacedInitializer("an initializer that no global wants")));
                        }
                        Wanted::More(count) => Wanted::More(count - 1),
                    };
                    reader.initializer(record)?;
                }
            }
            Ok(())
        })?;
        let end = RecordRef { item: self.last(), code: 0, operands: &[] };
        self.finish_global(end, wanted)?;
        self.check_relocations(before);
        let actual = (self.reading.module.globals.len() - before) as u64;
        match expected {
            Some((record, expected)) if expected != actual => {
                return Err(self.error(record, ErrorKind::CountMismatch { what: "globals", expected, actual }));
            }
            None if actual > 0 => self.note(enter, NoteKind::MissingCount),
            _ => {}
        }
        Ok(())
    }

    fn finish_global(&self, record: RecordRef<'_>, wanted: Wanted) -> Result<()> {
        match wanted {
            Wanted::More(0) => Ok(()),
            _ => Err(self.error(record, ErrorKind::MisplacedInitializer("the global before this place lacks initializers"))),
        }
    }

    fn variable(&mut self, record: RecordRef<'_>) -> Result<()> {
        let [alignment, constant] = self.form(record, "global", "2")?;
        let Some(alignment) = Alignment::from_encoding(alignment) else {
            return Err(self.error(record, ErrorKind::OutOfRange { what: "alignment", value: alignment }));
        };
        if constant > 1 {
            self.note(record.item, NoteKind::ConstantFlag(constant));
        }
        let index = self.reading.module.globals.len() as u32;
        self.reading.module.globals.push(Global { alignment, constant: constant != 0, initializers: Vec::new() });
        if self.keep_places {
            self.reading.places.globals.push(record.item);
            self.reading.places.initializers.push(Vec::new());
        }
        self.define(record.item, Value::global(index))
    }

    fn initializer(&mut self, record: RecordRef<'_>) -> Result<()> {
        let initializer = match record.code {
            global::ZEROFILL => Initializer::Zerofill(self.form::<1>(record, "zerofill", "1")?[0]),
            global::DATA => {
                if let Some(&wide) = record.operands.iter().find(|&&byte| byte > 255) {
                    self.note(record.item, NoteKind::WideCharacter(wide));
                }
                Initializer::Data(record.operands.iter().map(|&byte| byte as u8).collect())
            }
            global::RELOCATION => self.relocation(record)?,
            _ => return Err(self.unknown(BlockKind::Globals, record)),
        };
        if let Some(global) = self.reading.module.globals.last_mut() {
            global.initializers.push(initializer);
        }
        if let Some(items) = self.reading.places.initializers.last_mut() {
            items.push(record.item);
        }
        Ok(())
    }

    /// Notes relocations, of globals from `first` on, to values after the globals block, which LLVM's reader does not know yet.
    fn check_relocations(&mut self, first: usize) {
        if !self.keep_places {
            return;
        }
        let mut late = Vec::new();
        for (global, items) in self.reading.module.globals.iter().zip(&self.reading.places.initializers).skip(first) {
            for (initializer, &item) in global.initializers.iter().zip(items) {
                if let Initializer::Relocation { value, .. } = initializer
                    && let Some(index) = value.as_pending()
                    && index as usize >= self.values.len()
                {
                    late.push((item, NoteKind::RelocationBeforeAddress(index)));
                }
            }
        }
        late.into_iter().for_each(|(item, kind)| self.note(item, kind));
    }

    /// Reads a relocation. The addend is a plain 32-bit number; the manual's text says sign-rotated, its example and the tools do not.
    fn relocation(&mut self, record: RecordRef<'_>) -> Result<Initializer> {
        let addend = match record.operands {
            [] => return Err(self.error(record, ErrorKind::OperandCount { record: "relocation", count: 0, expected: "1 or 2" })),
            [_] => None,
            [_, addend, ..] => Some(self.narrow(record, "addend", *addend)?),
        };
        self.note_extra(record, "relocation", 2);
        let absolute = self.global_value(record, record.operands[0], Value::MAX_INDEX as usize)?;
        Ok(Initializer::Relocation { value: Value::pending(absolute), addend })
    }
}
