//! The types block (manual, *Types Block*).

use super::NoteKind;
use super::records::{Reader, RecordRef, type_id};
use crate::tables::{BlockKind, type_code};
use crate::{ErrorKind, Result, Signature, Type, TypeId};

impl Reader<'_> {
    pub(super) fn types(&mut self, enter: u32) -> Result<()> {
        let before = self.reading.module.types.len();
        if before > 0 {
            self.note(enter, NoteKind::RepeatedTypes);
        }
        let mut expected = None;
        self.each_record(BlockKind::Types, |reader, record| {
            if record.code == type_code::COUNT {
                let [count] = reader.form(record, "count", "1")?;
                if expected.is_some() || reader.reading.module.types.len() > before {
                    reader.note(record.item, NoteKind::LateCount);
                }
                expected = Some((record, count));
                return Ok(());
            }
            let ty = reader.ty(record)?;
            reader.reading.module.types.push(ty);
            if reader.keep_places {
                reader.reading.places.types.push(record.item);
            }
            Ok(())
        })?;
        self.check_references()?;
        let actual = (self.reading.module.types.len() - before) as u64;
        match expected {
            Some((record, expected)) if expected != actual => {
                return Err(self.error(record, ErrorKind::CountMismatch { what: "types", expected, actual }));
            }
            None if actual > 0 => self.note(enter, NoteKind::MissingCount),
            _ => {}
        }
        Ok(())
    }

    /// Checks the ids of types: a type may name a later one, which the validator reports, but none outside the block.
    fn check_references(&self) -> Result<()> {
        let types = &self.reading.module.types;
        let defined = |id: &TypeId| (id.0 as usize) < types.len();
        for (index, ty) in types.iter().enumerate() {
            let stray = match ty {
                Type::Vector { element, .. } if !defined(element) => Some(*element),
                Type::Function(signature) => {
                    std::iter::once(&signature.result).chain(&signature.parameters).find(|id| !defined(id)).copied()
                }
                _ => None,
            };
            if let Some(stray) = stray {
                let item = self.reading.places.types.get(index).copied().unwrap_or_default();
                return Err(self.error_at(item, ErrorKind::OutOfRange { what: "type", value: u64::from(stray.0) }));
            }
        }
        Ok(())
    }

    fn ty(&mut self, record: RecordRef<'_>) -> Result<Type> {
        match record.code {
            type_code::VOID => self.form(record, "void", "none").map(|[]| Type::Void),
            type_code::FLOAT => self.form(record, "float", "none").map(|[]| Type::Float),
            type_code::DOUBLE => self.form(record, "double", "none").map(|[]| Type::Double),
            type_code::INTEGER => {
                let [bits] = self.form(record, "integer", "1")?;
                Ok(Type::Integer(self.narrow(record, "integer width", bits)?))
            }
            type_code::VECTOR => {
                let [lanes, element] = self.form(record, "vector", "2")?;
                // The tools read 32 bits of the number, as with types.
                Ok(Type::Vector { lanes: lanes as u32, element: type_id(element) })
            }
            type_code::FUNCTION => self.signature(record),
            _ => Err(self.unknown(BlockKind::Types, record)),
        }
    }

    fn signature(&mut self, record: RecordRef<'_>) -> Result<Type> {
        let [varargs, result, parameters @ ..] = record.operands else {
            let kind = ErrorKind::OperandCount { record: "function type", count: record.operands.len(), expected: "2 or more" };
            return Err(self.error(record, kind));
        };
        if *varargs > 1 {
            self.note(record.item, NoteKind::VarargsFlag(*varargs));
        }
        Ok(Type::Function(Signature {
            varargs: *varargs != 0,
            result: type_id(*result),
            parameters: parameters.iter().copied().map(type_id).collect(),
        }))
    }
}
