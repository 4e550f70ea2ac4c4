//! Values through memory, and through types twice as wide.

use super::blocks::{has, is_phi};
use super::{CHANGES, Sites};
use crate::choices::Draws;
use crate::mir::exec::calls::Seen;
use crate::mir::lines::{Registers, instructions_of};
use irsmith_mir::tables::Properties;
use irsmith_mir::{Class, Element, File, Function, Instruction, Register, RegisterQualifier, StackObject, Type};
use std::fmt::Write as _;

/// The widest value in memory, in bytes.
pub(super) const BYTES: u64 = 16;

/// Stores values to an object of the frame of their own, and loads them again.
pub(super) fn store(file: &mut File, seen: &Seen, sites: Sites) -> usize {
    change(file, seen, sites, |function, registers, value, from, _| {
        let bytes = cell(value.ty)?.1;
        let id = add_object(function, bytes)?;
        let (object, again) = (registers.fresh(), registers.fresh());
        let mut lines = format!("    %{object}:_(p0) = G_FRAME_INDEX %stack.{id}\n");
        let place = |address| Place { address, object: Some(id) };
        store_lines(&mut lines, registers, Value { number: from, ..value }, place(object))?;
        writeln!(lines, "    %{again}:_(p0) = G_FRAME_INDEX %stack.{id}").ok()?;
        load_lines(&mut lines, registers, value, place(again))?;
        Some(lines)
    })
}

/// Extends values to twice their width, and truncates them again.
pub(super) fn widen(file: &mut File, seen: &Seen, sites: Sites) -> usize {
    change(file, seen, sites, |_, registers, value, from, draws| {
        let wide = match value.ty {
            Type::Single(Element::Scalar(bits @ 1..=128)) => Type::scalar(2 * bits),
            Type::Vector { count, scalable: false, element: Element::Scalar(bits @ 1..=64) } => {
                Type::vector(count, Element::Scalar(2 * bits))
            }
            _ => return None,
        };
        let (Value { number, ty }, extended) = (value, registers.fresh());
        let opcode = ["G_ZEXT", "G_SEXT", "G_ANYEXT"][draws.below(3)];
        Some(format!("    %{extended}:_({wide}) = {opcode} %{from}({ty})\n    %{number}:_({ty}) = G_TRUNC %{extended}({wide})\n"))
    })
}

/// A virtual register with its type.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub(super) number: u32,
    pub(super) ty: Type,
}

/// Where a value is in memory: a register with the address, and the object of the frame if it is one of the function's.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) address: u32,
    pub(super) object: Option<u32>,
}

/// Writes the lines that give a value again, from a register that has it.
type Change = fn(&mut Function, &mut Registers, Value, u32, &mut Draws) -> Option<String>;

/// Lets some results go to a new register, and the lines of a change give them to the register that the function reads.
fn change(file: &mut File, seen: &Seen, sites: Sites, change: Change) -> usize {
    let mut made = 0;
    for (function, number) in file.functions.iter_mut().zip(0..) {
        let mut registers = Registers::of(function);
        for position in 0..function.blocks.len() {
            // From the last on, so that places stay.
            for place in (0..function.blocks[position].instructions.len()).rev() {
                let Some(value) = result(&function.blocks[position].instructions[place], seen, number) else { continue };
                let Some(mut draws) = sites.of(&function.name, value.number).filter(|_| made < CHANGES) else { continue };
                let from = registers.fresh();
                let lines = change(function, &mut registers, value, from, &mut draws);
                let Some(lines) = lines.and_then(|lines| instructions_of(&lines)) else { continue };
                let instructions = &mut function.blocks[position].instructions;
                instructions[place].results[0].register = Register::Virtual(from);
                instructions.splice(place + 1..=place, lines);
                made += 1;
            }
        }
    }
    made
}

/// Returns the first result of an instruction, behind which others can be: a generic register that was always defined.
fn result(instruction: &Instruction, seen: &Seen, function: u32) -> Option<Value> {
    let result = instruction.results.first()?;
    let (Register::Virtual(number), RegisterQualifier::Type(ty), Class::Generic) = (&result.register, result.qualifier, &result.class)
    else {
        return None;
    };
    let is_alone = instruction.bundle.is_none() && !is_phi(instruction) && !has(instruction, Properties::TERMINATOR);
    (is_alone && !seen.open.contains(&(function, *number))).then_some(Value { number: *number, ty })
}

/// Adds an object to the frame of a function; returns its number.
pub(super) fn add_object(function: &mut Function, size: u64) -> Option<u32> {
    let id = function.stack.iter().map(|object| object.id).max().map_or(Some(0), |last| last.checked_add(1))?;
    function.stack.push(StackObject { id, size, alignment: Some(size.next_power_of_two().min(BYTES)), ..StackObject::default() });
    Some(id)
}

/// Returns the type that a value has in memory, and its bytes; `None` for pointers, whose addresses are not to be in memory, and what is wider
/// than [`BYTES`].
pub(super) fn cell(ty: Type) -> Option<(Type, u64)> {
    let (ty, bits) = match ty {
        Type::Single(Element::Scalar(bits)) => {
            let bits = bits.max(8).checked_next_power_of_two()?;
            (Type::scalar(bits), u64::from(bits))
        }
        Type::Vector { count, scalable: false, element: Element::Scalar(bits) } if bits >= 8 && bits.is_power_of_two() => {
            (ty, u64::from(bits) * u64::from(count))
        }
        _ => return None,
    };
    let bytes = bits / 8;
    (bytes <= BYTES && bytes.is_power_of_two()).then_some((ty, bytes))
}

/// Adds lines that store a value.
pub(super) fn store_lines(lines: &mut String, registers: &mut Registers, value: Value, place: Place) -> Option<()> {
    let (Value { mut number, ty }, (wide, bytes)) = (value, cell(value.ty)?);
    if wide != ty {
        let narrow = std::mem::replace(&mut number, registers.fresh());
        writeln!(lines, "    %{number}:_({wide}) = G_ZEXT %{narrow}({ty})").ok()?;
    }
    let (address, object) = (place.address, place.object.map_or(String::new(), |id| format!(" into %stack.{id}")));
    writeln!(lines, "    G_STORE %{number}({wide}), %{address}(p0) :: (store ({wide}){object}, align {bytes})").ok()
}

/// Adds lines that load a value.
pub(super) fn load_lines(lines: &mut String, registers: &mut Registers, value: Value, place: Place) -> Option<()> {
    let (Value { number, ty }, (wide, bytes)) = (value, cell(value.ty)?);
    let loaded = if wide == ty { number } else { registers.fresh() };
    let (address, object) = (place.address, place.object.map_or(String::new(), |id| format!(" from %stack.{id}")));
    writeln!(lines, "    %{loaded}:_({wide}) = G_LOAD %{address}(p0) :: (load ({wide}){object}, align {bytes})").ok()?;
    if wide != ty {
        writeln!(lines, "    %{number}:_({ty}) = G_TRUNC %{loaded}({wide})").ok()?;
    }
    Some(())
}
