//! The module block (manual, *Module Block*).

use super::NoteKind;
use super::records::{Next, Reader, RecordRef, type_id};
use crate::tables::{BlockKind, module};
use crate::{ErrorKind, Function, Initializer, Linkage, Result, Value, ValueKind};

/// Functions whose bodies have not been read yet.
#[derive(Default)]
struct Definitions {
    /// Functions with a definition, in order.
    defined: Vec<u32>,
    /// The number of bodies read.
    bodies: usize,
    /// As a stack, the functions that get the next bodies from LLVM's reader, which reverses the list at the first body and then takes the
    /// last of it. `None` as long as this is the order of `defined`.
    stack: Option<Vec<u32>>,
}

impl Reader<'_> {
    pub(super) fn module(&mut self) -> Result<()> {
        let mut definitions = Definitions::default();
        let enter = self.last();
        let (mut globals_blocks, mut symbol_tables, mut abbreviations_blocks, mut versions) = (0, 0, 0, 0);
        // Whether a block or a function record was read.
        let mut has_parts = false;
        loop {
            let next = self.next(Some(BlockKind::Module))?;
            let is_part = !matches!(&next, Next::Record(record) if record.code == module::VERSION);
            match next {
                Next::End => break,
                Next::Record(record) => match record.code {
                    module::VERSION => {
                        versions += 1;
                        if versions > 1 {
                            self.note(record.item, NoteKind::RepeatedVersion);
                        } else if has_parts {
                            self.note(record.item, NoteKind::LateVersion);
                        }
                        self.version(record)?;
                    }
                    module::FUNCTION => {
                        if globals_blocks > 0 {
                            self.note(record.item, NoteKind::EarlyGlobals);
                        }
                        if symbol_tables > 0 || definitions.bodies > 0 {
                            self.note(record.item, NoteKind::LateAddresses);
                        }
                        self.has_early_globals |= !self.reading.module.globals.is_empty();
                        self.function_record(record, &mut definitions)?;
                    }
                    _ => return Err(self.unknown(BlockKind::Module, record)),
                },
                Next::Block(BlockKind::Abbreviations, item) => {
                    abbreviations_blocks += 1;
                    if abbreviations_blocks == 1 {
                        if has_parts {
                            self.note(item, NoteKind::LateAbbreviations);
                        }
                        self.each_record(BlockKind::Abbreviations, Self::abbreviations_record)?;
                    } else {
                        // The tools skip all but the first, whatever is in them.
                        self.note(item, NoteKind::RepeatedAbbreviations);
                        self.check_length(item);
                        self.skip_block();
                    }
                }
                Next::Block(BlockKind::Types, item) => self.types(item)?,
                Next::Block(BlockKind::Globals, item) => {
                    globals_blocks += 1;
                    if symbol_tables > 0 || definitions.bodies > 0 {
                        self.note(item, NoteKind::LateAddresses);
                    }
                    self.globals(item)?;
                }
                Next::Block(BlockKind::ValueSymtab, item) => {
                    if definitions.bodies > 0 {
                        self.note(item, NoteKind::LateSymbols);
                    }
                    symbol_tables += 1;
                    if symbol_tables > 1 {
                        self.note(item, NoteKind::RepeatedSymbols);
                    }
                    self.symbols()?;
                }
                Next::Block(_, item) => self.body(item, &mut definitions)?,
            }
            has_parts |= is_part;
        }
        if definitions.bodies < definitions.defined.len() {
            let item = self.stream.items().len() as u32 - 1;
            return Err(self.error_at(item, ErrorKind::BodyMismatch("a defined function has no body")));
        }
        if versions == 0 {
            self.note(enter, NoteKind::NoVersion);
        }
        self.check_uses();
        self.resolve_relocations()
    }

    fn version(&mut self, record: RecordRef<'_>) -> Result<()> {
        let [version] = self.form(record, "version", "1")?;
        if version != 1 {
            self.note(record.item, NoteKind::Version(version));
        }
        Ok(())
    }

    /// Reads a section of the abbreviations block. The stream layer has already applied its definitions.
    fn abbreviations_record(&mut self, record: RecordRef<'_>) -> Result<()> {
        match (record.code, record.operands) {
            (1, [block, ..]) => {
                let is_known = BlockKind::from_code(*block).is_some_and(|kind| kind != BlockKind::Abbreviations);
                if !is_known {
                    self.note(record.item, NoteKind::UnknownSection(*block));
                }
                Ok(())
            }
            (1, []) => Err(self.error(record, ErrorKind::OperandCount { record: "set block", count: 0, expected: "1" })),
            _ => Err(self.unknown(BlockKind::Abbreviations, record)),
        }
    }

    fn function_record(&mut self, record: RecordRef<'_>, definitions: &mut Definitions) -> Result<()> {
        let [ty, convention, prototype, linkage] = self.form(record, "function", "4")?;
        let ty = type_id(ty);
        if self.reading.module.signature(ty).is_none() {
            return Err(self.error(record, ErrorKind::NotAFunctionType(ty.0)));
        }
        if convention != 0 {
            return Err(self.error(record, ErrorKind::OutOfRange { what: "calling convention", value: convention }));
        }
        let Some(linkage) = Linkage::from_code(linkage) else {
            return Err(self.error(record, ErrorKind::OutOfRange { what: "linkage", value: linkage }));
        };
        if prototype > 1 {
            self.note(record.item, NoteKind::PrototypeFlag(prototype));
        }
        let index = self.reading.module.functions.len() as u32;
        if prototype == 0 {
            if definitions.bodies > 0 {
                let waiting = definitions.defined.iter().skip(definitions.bodies).rev();
                definitions.stack.get_or_insert_with(|| waiting.copied().collect()).push(index);
            }
            definitions.defined.push(index);
        }
        self.reading.module.functions.push(Function { ty, linkage, body: None });
        if self.keep_places {
            self.reading.places.functions.push(record.item);
            self.reading.places.bodies.push(None);
        }
        self.define(record.item, Value::function(index))
    }

    fn body(&mut self, enter: u32, definitions: &mut Definitions) -> Result<()> {
        let Some(&function) = definitions.defined.get(definitions.bodies) else {
            return Err(self.error_at(enter, ErrorKind::BodyMismatch("a function body without a defined function")));
        };
        definitions.bodies += 1;
        self.check_length(enter);
        if let Some(other) = definitions.stack.as_mut().and_then(Vec::pop)
            && other != function
        {
            let (value, other) = (Value::function(function), Value::function(other));
            self.note(enter, NoteKind::OtherBody { value, other });
        }
        let (body, places) = self.function(function, enter)?;
        self.reading.module.functions[function as usize].body = Some(body);
        if self.keep_places {
            self.reading.places.bodies[function as usize] = Some(places);
        }
        Ok(())
    }

    /// Converts the absolute indices of relocations to values, at the end because relocations may name later values.
    fn resolve_relocations(&mut self) -> Result<()> {
        let values = &self.values;
        for (index, global) in self.reading.module.globals.iter_mut().enumerate() {
            for (piece, initializer) in global.initializers.iter_mut().enumerate() {
                let Initializer::Relocation { value, .. } = initializer else { continue };
                let Some(absolute) = value.as_pending() else { continue };
                match values.get(absolute as usize) {
                    Some(&resolved) if matches!(resolved.kind(), ValueKind::Function | ValueKind::Global) => *value = resolved,
                    _ => {
                        let item = self.reading.places.initializers.get(index).and_then(|items| items.get(piece)).copied();
                        let kind = ErrorKind::UndefinedValue { index: absolute, limit: values.len() as u32 };
                        return Err(self.error_at(item.unwrap_or_default(), kind));
                    }
                }
            }
        }
        Ok(())
    }
}
