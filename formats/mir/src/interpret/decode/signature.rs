//! What a function takes and returns.

use super::context::{Body, name};
use super::{control, frame, values};
use crate::interpret::Refusal;
use crate::interpret::op::Location;
use crate::interpret::program::{Parameter, Signature};
use crate::interpret::registers::{self, Control, Named};
use crate::{Instruction, OperandKind, Type};

/// Returns the signature of a function.
pub(super) fn of(body: &mut Body<'_, '_>) -> Result<Signature, Refusal> {
    let mut parameters = Vec::new();
    in_registers(body, &mut parameters)?;
    on_the_stack(body, &mut parameters);
    for register in &body.values.open {
        let reg = body.values.get(register).map_err(|reason| body.refuse(name(register), reason))?;
        parameters.push(Parameter { name: name(register), ty: reg.ty, bits: reg.bits(), location: Location::Virtual(reg) });
    }
    let mut results = Vec::new();
    for (block, position) in body.function.blocks.iter().zip(0..) {
        let returns =
            values::instructions(&block.instructions).zip(0..).find(|(instruction, _)| is_control(body, instruction, Control::Return));
        if let Some((instruction, number)) = returns {
            (body.place.block, body.place.instruction) = (position, number);
            results = control::outputs(body, instruction)?;
            break;
        }
    }
    Ok(Signature { parameters, results })
}

fn is_control(body: &Body<'_, '_>, instruction: &Instruction, control: Control) -> bool {
    body.decoder.program.target.and_then(|target| registers::control(target, &instruction.opcode)) == Some(control)
}

/// Finds the physical registers that the entry block copies before it calls, and before it writes them.
fn in_registers(body: &Body<'_, '_>, parameters: &mut Vec<Parameter>) -> Result<(), Refusal> {
    let Some(entry) = body.function.blocks.first() else { return Ok(()) };
    let mut written = Vec::new();
    for instruction in values::instructions(&entry.instructions) {
        if is_control(body, instruction, Control::Call) {
            break;
        }
        if instruction.opcode == "COPY"
            && let Some(OperandKind::Register(from)) = instruction.operands.first().map(|operand| &operand.kind)
            && let Some(Named::Register(physical)) = control::physical(body, &from.register)?
            && !written.contains(&physical.cell)
        {
            let reg = instruction.results.first().and_then(|result| body.values.get(&result.register).ok());
            let (ty, bits) = match reg {
                Some(reg) if reg.bits() <= physical.bits => (reg.ty, reg.bits()),
                _ => (Type::scalar(physical.bits as u16), physical.bits),
            };
            let parameter = Parameter { name: name(&from.register), ty, bits, location: Location::Register(physical) };
            let cell = |parameter: &Parameter| if let Location::Register(known) = parameter.location { Some(known.cell) } else { None };
            match parameters.iter_mut().find(|known| cell(known) == Some(physical.cell)) {
                Some(known) if known.bits < bits => *known = parameter,
                Some(_) => {}
                None => parameters.push(parameter),
            }
        }
        for result in &instruction.results {
            if let Ok(Some(Named::Register(physical))) = control::physical(body, &result.register)
                && !written.contains(&physical.cell)
            {
                written.push(physical.cell);
            }
        }
    }
    Ok(())
}

/// Adds the fixed objects above the stack pointer, by their offsets.
fn on_the_stack(body: &Body<'_, '_>, parameters: &mut Vec<Parameter>) {
    let mut objects: Vec<_> = body.function.fixed_stack.iter().filter(|object| frame::is_argument(object)).collect();
    objects.sort_by_key(|object| object.offset);
    for object in objects {
        let Ok(bits) = u16::try_from(object.size.saturating_mul(8)) else { continue };
        if bits > 0 {
            let name = format!("%fixed-stack.{}", object.id);
            parameters.push(Parameter { name, ty: Type::scalar(bits), bits: bits.into(), location: Location::Stack(object.offset) });
        }
    }
}
