//! The constants block (manual, *Constants Blocks*).

use super::records::{Reader, RecordRef};
use super::{BodyPlaces, NoteKind};
use crate::bits::sign_unrotate;
use crate::model::sign_extend;
use crate::tables::{BlockKind, constant};
use crate::{Body, Constant, ErrorKind, Literal, Result, Type, TypeId, Value};

impl Reader<'_> {
    pub(super) fn constants(&mut self, body: &mut Body, places: &mut BodyPlaces) -> Result<()> {
        // The manual's initial type is void, which no constant can have.
        let mut ty = None;
        self.each_record(BlockKind::Constants, |reader, record| {
            if record.code == constant::SET_TYPE {
                let [id] = reader.form(record, "set type", "1")?;
                let id = TypeId(reader.narrow(record, "type", id)?);
                if reader.reading.module.ty(id).is_none() {
                    return Err(reader.error(record, ErrorKind::OutOfRange { what: "type", value: u64::from(id.0) }));
                }
                ty = Some(id);
                return Ok(());
            }
            let Some(ty) = ty else {
                return Err(reader.error(record, ErrorKind::NoConstantType));
            };
            let literal = reader.literal(record, ty)?;
            reader.define(record.item, Value::constant(body.constants.len() as u32))?;
            body.constants.push(Constant { ty, literal });
            if reader.keep_places {
                places.constants.push(record.item);
            }
            Ok(())
        })
    }

    /// Reads a literal. Values are truncated to their type, as by the tools.
    fn literal(&mut self, record: RecordRef<'_>, ty: TypeId) -> Result<Literal> {
        Ok(match record.code {
            constant::UNDEF => self.form(record, "undef", "none").map(|[]| Literal::Undef)?,
            constant::INTEGER => {
                let [operand] = self.form(record, "integer", "1")?;
                let value = sign_unrotate(operand);
                Literal::Integer(match self.reading.module.ty(ty) {
                    Some(&Type::Integer(bits)) => self.truncated(record.item, value, bits),
                    _ => value,
                })
            }
            constant::FLOAT => {
                let [bits] = self.form(record, "float", "1")?;
                let is_float = self.reading.module.ty(ty) == Some(&Type::Float);
                if is_float && bits > u64::from(u32::MAX) {
                    self.note(record.item, NoteKind::WideFloat(bits));
                }
                Literal::Float(if is_float { bits & 0xffff_ffff } else { bits })
            }
            _ => return Err(self.unknown(BlockKind::Constants, record)),
        })
    }

    /// Returns an integer of so many bits, with a note if the number has more, signed or not.
    pub(super) fn truncated(&mut self, item: u32, value: i64, bits: u32) -> i64 {
        let truncated = sign_extend(value, bits);
        let is_unsigned = bits < 64 && (0..1 << bits).contains(&value);
        if truncated != value && !is_unsigned {
            self.note(item, NoteKind::WideInteger { value, bits });
        }
        truncated
    }
}
