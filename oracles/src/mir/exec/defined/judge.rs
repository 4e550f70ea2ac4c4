//! Compares what an observer is told with definitions.

use irsmith_mir::interpret::{Place, Value};
use irsmith_mir::{File, Instruction};

use super::asked::Asked;
use super::lanes::{Lanes, Shape};
use super::memory::{Memory, Results};
use super::operands::{number, registers};
use super::path::{Known, Path};
use super::registers::Registers;
use super::rows::{Definition, named};
use crate::Fault;

/// The most instructions of a case that are judged: functions that were changed may loop until their fuel ends.
pub(super) const MOST: usize = 20_000;

/// Judges the instructions that it is told.
#[derive(Clone)]
pub(super) struct Judge<'f> {
    path: Path<'f>,
    /// The values of the virtual registers of the current activation of a function since the last call or return.
    pub(super) known: Known,
    /// What is in memory since then.
    memory: Memory,
    /// What is in physical registers.
    registers: Registers,
    /// What was in memory at the call or return that was told last, if nothing was told since.
    at_exit: Option<(Place, Memory)>,
    /// Instructions that were told.
    pub(super) told: usize,
    /// Instructions that a definition was compared with.
    pub(super) judged: usize,
    pub(super) fault: Option<Fault>,
}

impl<'f> Judge<'f> {
    pub(super) fn new(file: &'f File) -> Self {
        Self {
            path: Path::new(file),
            known: Known::new(),
            memory: Memory::default(),
            registers: Registers::default(),
            at_exit: None,
            told: 0,
            judged: 0,
            fault: None,
        }
    }

    /// Begins before a call from outside.
    pub(super) fn begin(&mut self) {
        self.path.clear();
        self.known.clear();
        self.memory.clear();
        self.registers.clear();
        self.at_exit = None;
    }

    /// Ends behind a call that returned: `variables` are the address of the global variables, their bytes, and which bits are not defined.
    pub(super) fn end(&mut self, (start, bytes, masks): (u64, &[u8], &[u8])) {
        let Some((place, left)) = self.at_exit.take() else { return };
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

    /// Judges an executed instruction, of which an observer is told with its results.
    pub(super) fn told(&mut self, place: Place, values: &[Value]) {
        if self.told == MOST || self.fault.is_some() {
            return;
        }
        self.told += 1;
        if let Some(next) = self.path.arrive(place) {
            self.fault = Some(Fault::new("path-differs", "branch", format!("{place} follows a branch to the block at {next}")));
            return;
        }
        let Some((function, instruction)) = self.path.instruction(place) else { return };
        self.path.enter(place, instruction, &mut self.known);
        let opcode = instruction.opcode.as_str();
        if !opcode.starts_with("G_") && opcode != "COPY" {
            // A call or a return, behind which registers are those of another activation.
            self.known.clear();
            self.registers.follow(instruction);
            self.at_exit = Some((place, std::mem::take(&mut self.memory)));
            return;
        }
        self.at_exit = None;
        self.judge(place, instruction, values);
        self.path.follow(place, function, instruction, &self.known);
        for (result, value) in instruction.results.iter().zip(values) {
            let Some(number) = number(result) else { continue };
            match Lanes::of(value) {
                Some(lanes) => self.known.insert((place.function, number), lanes),
                None => self.known.remove(&(place.function, number)),
            };
        }
    }

    fn judge(&mut self, place: Place, instruction: &Instruction, values: &[Value]) {
        let known = &self.known;
        let read: Vec<Option<&Lanes>> = registers(instruction).map(|register| known.get(&(place.function, number(register)?))).collect();
        let told: Vec<Option<Lanes>> = values.iter().map(Lanes::of).collect();
        let executed = Executed { place, instruction, read: &read, values, told: &told };
        let (property, before) = match instruction.opcode.as_str() {
            "COPY" => {
                let expected = self.registers.copied(instruction).map(|lanes| lanes.numbers.clone());
                self.registers.write(instruction, read.first().copied().flatten());
                ("register-differs", vec![expected])
            }
            _ => ("memory-differs", self.memory.follow(instruction, &read, &told)),
        };
        for (judged, fault) in [executed.by_definition(), executed.compared(property, before)] {
            self.judged += judged;
            self.fault = self.fault.take().or(fault);
        }
    }
}

/// What an observer was told of an instruction.
struct Executed<'a> {
    place: Place,
    instruction: &'a Instruction,
    /// The values of the registers that it reads; `None` if one is not known.
    read: &'a [Option<&'a Lanes>],
    values: &'a [Value],
    /// The values of its results; `None` if one is not defined.
    told: &'a [Option<Lanes>],
}

/// How many comparisons were made, and what was found.
type Compared = (usize, Option<Fault>);

impl Executed<'_> {
    /// Compares the results with the definition of the opcode.
    fn by_definition(&self) -> Compared {
        let opcode = self.instruction.opcode.as_str();
        let Some(definition) = named(opcode) else { return (0, None) };
        // Where memory is allocated is not known, but how that is aligned.
        let is_open = matches!(definition, Definition::Aligned);
        let operands: Option<Vec<&Lanes>> = if is_open { Some(Vec::new()) } else { self.read.iter().copied().collect() };
        let shapes: Option<Vec<Shape>> = self.values.iter().map(Shape::of).collect();
        let (Some(operands), Some(shapes)) = (operands, shapes.filter(|shapes| shapes.len() == self.instruction.results.len())) else {
            return (0, None);
        };
        let asked = Asked { instruction: self.instruction, operands: &operands, results: &shapes, told: self.told };
        let (Some(expected), Some(poisoned)) = (asked.expected(definition), asked.poisoned()) else { return (0, None) };
        if !poisoned.contains(&true) {
            return self.compared("value-differs", expected.into_iter().map(Some).collect());
        }
        let is_same = shapes.iter().zip(self.values).all(|(shape, value)| shape.poisoned(value) == poisoned);
        let fault = || Fault::new("poison-differs", format!("{opcode} with flags"), self.evidence(&format_args!("poison {poisoned:?}")));
        (1, (!is_same).then(fault))
    }

    /// Compares the results with those that are expected.
    fn compared(&self, property: &'static str, expected: Results) -> Compared {
        let mut judged = 0;
        for (told, expected) in self.told.iter().zip(expected) {
            let Some(expected) = expected else { continue };
            judged += 1;
            if told.as_ref().is_none_or(|told| told.numbers != expected) {
                return (judged, Some(Fault::new(property, self.instruction.opcode.as_str(), self.evidence(&expected))));
            }
        }
        (judged, None)
    }

    /// Returns what was given, told and expected.
    fn evidence(&self, expected: &impl std::fmt::Debug) -> String {
        let given: Vec<String> = self.read.iter().flatten().map(|lanes| format!("{:x?} of {} bits", lanes.numbers, lanes.width)).collect();
        let told: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        let (place, opcode) = (self.place, &self.instruction.opcode);
        format!("{place}: {opcode} of {}\n  gives   {}\n  defined {expected:x?}", given.join(" and "), told.join(", "))
    }
}
