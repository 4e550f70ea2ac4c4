//! The constants block (manual, *Constants Blocks*).

use super::BodyPlaces;
use super::records::{Reader, RecordRef};
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
                    Some(Type::Integer(bits)) => sign_extend(value, *bits),
                    _ => value,
                })
            }
            constant::FLOAT => {
                let [bits] = self.form(record, "float", "1")?;
                Literal::Float(match self.reading.module.ty(ty) {
                    Some(Type::Float) => bits & 0xffff_ffff,
                    _ => bits,
                })
            }
            _ => return Err(self.unknown(BlockKind::Constants, record)),
        })
    }
}
