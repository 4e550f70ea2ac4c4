//! Compares what an observer is told with definitions.

use std::{collections::HashMap, sync::LazyLock};

use irsmith_mir::interpret::{Place, Value};
use irsmith_mir::{Block, File, Function, Instruction, Operand, OperandKind, Register, RegisterOperand};

use super::asked::Asked;
use super::joins::{Last, enter, shows_every_block};
use super::lanes::{Lanes, Shape};
use super::memory::Memory;
use super::registers::Registers;
use super::rows::{Definition, ROWS};
use crate::Fault;

/// The most instructions of a case that are judged: functions that were changed may loop until their fuel ends.
pub(super) const MOST: usize = 20_000;

/// Judges the instructions that it is told.
pub(super) struct Judge<'f> {
    file: &'f File,
    /// By function, block and instruction.
    definitions: Vec<Vec<Vec<Option<Definition>>>>,
    /// The values of the registers of the current activation of a function that were told since the last call or return.
    pub(super) known: HashMap<(u32, u32), Lanes>,
    /// What is in memory since then.
    pub(super) memory: Memory,
    /// What is in physical registers.
    pub(super) registers: Registers,
    /// What was in memory at the return that was told last, if nothing was told since.
    left: Option<(Place, Memory)>,
    /// For each function whether the values of its PHIs can be followed.
    shown: Vec<bool>,
    last: Option<Last>,
    /// The function and the block to which the last branch goes.
    pub(super) next: Option<(u32, u32)>,
    /// Instructions that were told.
    pub(super) told: usize,
    /// Instructions that a definition was compared with.
    pub(super) judged: usize,
    pub(super) fault: Option<Fault>,
    /// How many instructions had been told of when nothing was found yet.
    found_at: usize,
}

impl<'f> Judge<'f> {
    pub(super) fn new(file: &'f File) -> Self {
        let of_block = |block: &Block| block.instructions.iter().map(definition).collect();
        let of_function = |function: &Function| function.blocks.iter().map(of_block).collect();
        let definitions = file.functions.iter().map(of_function).collect();
        Self {
            file,
            definitions,
            known: HashMap::new(),
            memory: Memory::default(),
            registers: Registers::default(),
            left: None,
            shown: file.functions.iter().map(shows_every_block).collect(),
            last: None,
            next: None,
            told: 0,
            judged: 0,
            fault: None,
            found_at: 0,
        }
    }

    /// Begins before a call from outside.
    pub(super) fn begin(&mut self) {
        self.known.clear();
        self.memory.clear();
        self.registers.clear();
        self.left = None;
        self.last = None;
        self.next = None;
    }

    /// Ends behind a call that returned: `variables` are the address of the global variables, their bytes, and which bits are not defined.
    pub(super) fn end(&mut self, (start, bytes, masks): (u64, &[u8], &[u8])) {
        let Some((place, left)) = self.left.take() else { return };
        for (address, known) in left.known() {
            let found = address.checked_sub(start.into()).and_then(|offset| usize::try_from(offset).ok());
            let Some(found) = found.and_then(|offset| Some((*bytes.get(offset)?, *masks.get(offset)?))) else { continue };
            self.judged += 1;
            if found != (known, 0) {
                let evidence = format!("{place}: byte at {address:#x}\n  is      {:#04x}\n  defined {known:#04x}", found.0);
                self.fault.get_or_insert(Fault::new("memory-differs", "return", evidence));
            }
        }
    }

    /// Returns the fault that was found in a call, if a later instruction was told of or the call `returned`: a trap gives no results.
    pub(super) fn fault(&mut self, returned: bool) -> Option<Fault> {
        let is_last = std::mem::take(&mut self.found_at) == self.told;
        self.fault.take().filter(|_| returned || !is_last)
    }

    pub(super) fn told(&mut self, place: Place, values: &[Value]) {
        if self.told == MOST {
            return;
        }
        self.told += 1;
        let Some(function) = self.file.functions.get(place.function as usize) else { return };
        if let Some((of, next)) = self.next.take()
            && (of, next) != (place.function, place.block)
            && self.is_told(function, of, next)
        {
            let evidence = format!("{place} follows a branch to the block at {next} of the function at {of}");
            self.fault.get_or_insert(Fault::new("path-differs", "branch", evidence));
        }
        let instruction = function.blocks.get(place.block as usize).and_then(|block| block.instructions.get(place.instruction as usize));
        let Some(instruction) = instruction.filter(|_| self.fault.is_none()) else { return };
        self.found_at = self.told;
        if self.shown[place.function as usize] {
            enter(function, self.last.replace(Last::new(place, instruction)), place, &mut self.known);
        }
        let opcode = instruction.opcode.as_str();
        if !opcode.starts_with("G_") && opcode != "COPY" {
            // A call or a return, behind which registers are those of another activation.
            self.known.clear();
            self.registers.follow(instruction);
            self.left = Some((place, std::mem::take(&mut self.memory)));
            return;
        }
        self.left = None;
        self.judge(place, instruction, values);
        self.judge_memory(place, instruction, values);
        self.next = self.branch(place, function, instruction).map(|block| (place.function, block));
        for (result, value) in instruction.results.iter().zip(values) {
            let Register::Virtual(number) = result.register else { continue };
            match Lanes::of(value) {
                Some(lanes) => self.known.insert((place.function, number), lanes),
                None => self.known.remove(&(place.function, number)),
            };
        }
    }

    /// Returns whether an observer is told of an instruction of a block: not of PHIs, for example.
    fn is_told(&self, function: &Function, number: u32, block: u32) -> bool {
        let rows = self.definitions.get(number as usize).and_then(|blocks| blocks.get(block as usize));
        let has_branch = |block: &Block| block.instructions.iter().any(|instruction| instruction.opcode.as_str().starts_with("G_BR"));
        rows.is_some_and(|rows| rows.iter().any(Option::is_some)) || function.blocks.get(block as usize).is_some_and(has_branch)
    }

    /// Returns the position of the block to which a branch goes; `None` if it does not, or that is not known.
    fn branch(&self, place: Place, function: &Function, instruction: &Instruction) -> Option<u32> {
        let number = |operand: &Operand| match &operand.kind {
            OperandKind::Register(RegisterOperand { register: Register::Virtual(number), .. }) => {
                self.known.get(&(place.function, *number))?.lane(0)
            }
            _ => None,
        };
        let operands = &instruction.operands;
        let to = match instruction.opcode.as_str() {
            "G_BRCOND" if number(operands.first()?)? & 1 == 0 => return None,
            "G_BR" | "G_BRCOND" => operands.iter().find_map(|operand| match &operand.kind {
                OperandKind::Block(to) => Some(to),
                _ => None,
            })?,
            "G_BRJT" => {
                let id = operands.iter().find_map(|operand| if let OperandKind::JumpTable(id) = operand.kind { Some(id) } else { None })?;
                let entry = function.jump_table.iter().flat_map(|table| &table.entries).find(|entry| entry.id == id)?;
                entry.blocks.get(usize::try_from(number(operands.last()?)?).ok()?)?
            }
            _ => return None,
        };
        (0..).zip(&function.blocks).find(|(_, block)| block.number == to.number).map(|(position, _)| position)
    }

    /// Compares the result of a copy with what is in the register, and follows a copy to one.
    fn judge_copy(&mut self, place: Place, copy: &Instruction, values: &[Value]) {
        let read = copy.operands.first().and_then(|operand| match &operand.kind {
            OperandKind::Register(RegisterOperand { register: Register::Virtual(number), .. }) => {
                self.known.get(&(place.function, *number))
            }
            _ => None,
        });
        if let (Some(expected), Some(told)) = (self.registers.copied(copy), values.first()) {
            self.judged += 1;
            if Lanes::of(told).is_none_or(|told| told != *expected) {
                let evidence = evidence(place, copy, &[], values, &expected.numbers);
                self.fault.get_or_insert(Fault::new("register-differs", "COPY", evidence));
            }
        }
        self.registers.write(copy, read);
    }

    /// Compares the results of an instruction with what is in memory.
    fn judge_memory(&mut self, place: Place, instruction: &Instruction, values: &[Value]) {
        if instruction.opcode.as_str() == "COPY" {
            return self.judge_copy(place, instruction, values);
        }
        let known = &self.known;
        let read: Vec<Option<&Lanes>> = instruction
            .operands
            .iter()
            .filter_map(|operand| match &operand.kind {
                OperandKind::Register(register) => Some(&register.register),
                _ => None,
            })
            .map(|register| if let Register::Virtual(number) = register { known.get(&(place.function, *number)) } else { None })
            .collect();
        let told: Vec<Option<Lanes>> = values.iter().map(Lanes::of).collect();
        for (told, expected) in told.iter().zip(self.memory.follow(instruction, &read, &told)) {
            let Some(expected) = expected else { continue };
            self.judged += 1;
            if told.as_ref().is_none_or(|told| told.numbers != expected) {
                let read: Vec<&Lanes> = read.iter().copied().flatten().collect();
                let evidence = evidence(place, instruction, &read, values, &expected);
                self.fault.get_or_insert(Fault::new("memory-differs", instruction.opcode.as_str(), evidence));
            }
        }
    }

    fn judge(&mut self, place: Place, instruction: &Instruction, values: &[Value]) {
        let definition = self.definitions[place.function as usize][place.block as usize][place.instruction as usize];
        let Some(definition) = definition.filter(|_| values.len() == instruction.results.len()) else { return };
        let operand = |register: &Register| match register {
            Register::Virtual(number) => self.known.get(&(place.function, *number)),
            _ => None,
        };
        let registers = instruction.operands.iter().filter_map(|operand| match &operand.kind {
            OperandKind::Register(register) => Some(&register.register),
            _ => None,
        });
        let shapes: Vec<Shape> = values.iter().filter_map(Shape::of).collect();
        let told: Option<Vec<Lanes>> = values.iter().map(Lanes::of).collect();
        // What a load reads and where memory is allocated is not known, but how that is extended and aligned.
        let is_of_memory = matches!(definition, Definition::Extended(_) | Definition::Aligned);
        let operands: Option<Vec<&Lanes>> = if is_of_memory { Some(Vec::new()) } else { registers.map(operand).collect() };
        let (Some(operands), true) = (operands, shapes.len() == values.len()) else { return };
        let asked = Asked { instruction, operands: &operands, results: &shapes, told: told.as_deref() };
        let (Some(expected), Some(poisoned)) = (asked.expected(definition), asked.poisoned()) else { return };
        self.judged += 1;
        if poisoned.contains(&true) {
            let is_same = shapes.iter().zip(values).all(|(shape, value)| shape.poisoned(value) == poisoned);
            if !is_same {
                let element = format!("{} with flags", instruction.opcode);
                self.fault = Some(Fault::new(
                    "poison-differs",
                    element,
                    evidence(place, instruction, &operands, values, &format_args!("poison {poisoned:?}")),
                ));
            }
            return;
        }
        let found: Option<Vec<&[u128]>> = told.as_ref().map(|told| told.iter().map(|lanes| &lanes.numbers[..]).collect());
        let is_same = found.is_some_and(|found| found.iter().zip(&expected).all(|(found, expected)| *found == expected.as_slice()));
        if !is_same {
            let evidence = evidence(place, instruction, &operands, values, &expected);
            self.fault = Some(Fault::new("value-differs", instruction.opcode.as_str(), evidence));
        }
    }
}

/// Returns the definition of an instruction.
fn definition(instruction: &Instruction) -> Option<Definition> {
    static BY_NAME: LazyLock<HashMap<&str, Definition>> = LazyLock::new(|| ROWS.iter().copied().collect());
    BY_NAME.get(&*plain(instruction)).copied()
}

/// Returns whether the opcode of an instruction has a definition.
pub(super) fn is_defined(instruction: &Instruction) -> bool {
    definition(instruction).is_some()
}

/// Returns the name of the opcode, without the word that says that exceptions of floating point matter.
fn plain(instruction: &Instruction) -> String {
    instruction.opcode.as_str().replace("G_STRICT_", "G_")
}

/// Returns what was given, told and expected.
fn evidence(place: Place, instruction: &Instruction, operands: &[&Lanes], values: &[Value], expected: &impl std::fmt::Debug) -> String {
    let given: Vec<String> = operands.iter().map(|lanes| format!("{:x?} of {} bits", lanes.numbers, lanes.width)).collect();
    let told: Vec<String> = values.iter().map(ToString::to_string).collect();
    format!("{place}: {} of {}\n  gives   {}\n  defined {expected:x?}", instruction.opcode, given.join(" and "), told.join(", "))
}
