//! Compares what an observer is given with definitions.

use irsmith_mir::interpret::{Machine, Place, Undefined, UndefinedKind, Value};
use irsmith_mir::{File, Function, Instruction};

use super::activation::{Activation, object};
use super::asked::Asked;
use super::events::Event;
use super::initial::InitialValues;
use super::lanes::{Lanes, Shape};
use super::memory::{Memory, Results};
use super::path::Path;
use super::registers::Registers;
use super::rows::{Definition, named};
use super::undefined::{self, PartlyDefined};
use crate::Fault;

/// The most instructions of a case that are judged: functions that were changed may loop until their fuel ends.
pub(super) const MOST: usize = 20_000;

/// Judges the instructions that it is given.
#[derive(Clone)]
pub(super) struct Judge<'f> {
    path: Path<'f>,
    /// What variables and constants contain at first.
    contents: InitialValues<'f>,
    /// The current activation of a function, since the last call or return.
    pub(super) activation: Activation,
    /// What is in memory.
    memory: Memory,
    /// What is in physical registers.
    registers: Registers,
    /// The call or return that was observed last, if nothing was observed since.
    at_exit: Option<Place>,
    /// The fault of the last instruction, unless the execution ended there: an observer is also given an instruction without results that
    /// traps or that the execution ends at.
    pending: Option<Fault>,
    /// Instructions that were observed.
    pub(super) observed: usize,
    /// Instructions that a definition was compared with.
    pub(super) judged: usize,
    pub(super) fault: Option<Fault>,
}

impl<'f> Judge<'f> {
    pub(super) fn new(file: &'f File) -> Self {
        Self {
            path: Path::new(file),
            contents: InitialValues::of(file),
            activation: Activation::default(),
            memory: Memory::default(),
            registers: Registers::default(),
            at_exit: None,
            pending: None,
            observed: 0,
            judged: 0,
            fault: None,
        }
    }

    /// Compares the variables of a machine that has executed nothing.
    pub(super) fn variables(&mut self, machine: &Machine<'_>) {
        let compared = self.contents.compare(machine);
        self.add(compared);
    }

    fn add(&mut self, (judged, fault): Compared) {
        self.judged += judged;
        self.fault = self.fault.take().or(fault);
    }

    /// Begins before a call from outside.
    pub(super) fn begin(&mut self) {
        self.path.clear();
        self.activation.clear();
        self.memory.clear();
        self.registers.clear();
        (self.at_exit, self.pending) = (None, None);
    }

    /// Ends at an event that is undefined, as the interpreter says.
    pub(super) fn event(&mut self, undefined: Undefined) {
        let Some((function, instruction)) = self.path.instruction(undefined.place) else { return };
        self.path.enter(undefined.place, instruction, &mut self.activation.known);
        let read = self.activation.read(undefined.place, instruction);
        let event = Event { function, instruction, read: &read, activation: &self.activation };
        if let Some(happens) = event.happens(undefined.kind) {
            self.add((1, (!happens).then(|| event.fault(undefined.place, undefined.kind, false))));
        }
    }

    /// Ends behind a call that returned: `variables` are the address of the global variables, their bytes, and which bits are not defined.
    pub(super) fn end(&mut self, (start, bytes, masks): (u64, &[u8], &[u8])) {
        self.fault = self.fault.take().or(self.pending.take());
        let Some(place) = self.at_exit.take() else { return };
        for (address, known) in self.memory.known() {
            let found = address.checked_sub(start.into()).and_then(|offset| usize::try_from(offset).ok());
            let Some(found) = found.and_then(|offset| Some((*bytes.get(offset)?, *masks.get(offset)?))) else { continue };
            self.judged += 1;
            if found != (known, 0) {
                let evidence = format!("{place}: byte at {address:#x}\n  is      {:#04x}\n  defined {known:#04x}", found.0);
                self.fault.get_or_insert(Fault::new("memory-differs", "return", evidence));
            }
        }
    }

    /// Judges an executed instruction, which an observer is given with its results.
    pub(super) fn observe(&mut self, place: Place, values: &[Value]) {
        if self.observed == MOST || self.fault.is_some() {
            return;
        }
        self.observed += 1;
        self.fault = self.pending.take();
        if let Some(next) = self.path.arrive(place) {
            self.fault = Some(Fault::new("path-differs", "branch", format!("{place} follows a branch to the block at {next}")));
            return;
        }
        let Some((function, instruction)) = self.path.instruction(place) else { return };
        self.path.enter(place, instruction, &mut self.activation.known);
        let opcode = instruction.opcode.as_str();
        if !opcode.starts_with("G_") && opcode != "COPY" {
            // Behind a call or a return, registers are those of another activation.
            if !opcode.starts_with("ADJCALLSTACK") {
                self.activation.clear();
                // Memory stays, of which the arguments on the stack are a part.
                self.registers.follow(instruction);
                self.at_exit = Some(place);
            }
            return;
        }
        self.at_exit = None;
        self.judge(place, function, instruction, values);
        self.path.follow(place, function, instruction, &self.activation.known);
        self.activation.write(place, function, instruction, values);
    }

    fn judge(&mut self, place: Place, function: &Function, instruction: &Instruction, values: &[Value]) {
        let read = self.activation.read(place, instruction);
        let event = Event { function, instruction, read: &read, activation: &self.activation };
        // What traps is given to an observer without results.
        let has_results = values.len() == instruction.results.len();
        let missing = UndefinedKind::ALL.iter().find(|kind| has_results && event.happens(**kind) == Some(true));
        self.pending = missing.map(|kind| event.fault(place, *kind, true));
        let partly = self.activation.read_partly(place, instruction);
        let observed: Vec<Option<Lanes>> = values.iter().map(Lanes::of).collect();
        let executed = Executed { place, instruction, read: &read, values, observed: &observed };
        let (property, before) = match instruction.opcode.as_str() {
            "COPY" => {
                let expected = self.registers.copied(instruction).map(|lanes| lanes.numbers.clone());
                self.registers.write(instruction, read.first().copied().flatten());
                ("register-differs", vec![expected])
            }
            "G_GLOBAL_VALUE" | "G_CONSTANT_POOL" => {
                let addressed =
                    self.contents.addressed(function, instruction).zip(observed.first().and_then(|observed| observed.as_ref()?.lane(0)));
                let aligned = addressed.map(|(initial, address)| {
                    if initial.is_constant {
                        self.memory.know(address, &initial.bytes);
                    }
                    vec![address & !(initial.alignment as u128 - 1)]
                });
                ("address-differs", vec![aligned])
            }
            "G_FRAME_INDEX" => {
                let alignment = object(function, instruction).map(|(_, alignment)| alignment);
                let address = observed.first().and_then(|observed| observed.as_ref()?.lane(0));
                ("address-differs", vec![alignment.zip(address).map(|(alignment, address)| vec![address & !(alignment - 1)])])
            }
            _ => ("memory-differs", self.memory.follow(instruction, &read, &observed)),
        };
        let partly = partly.map_or((0, None), |partly| executed.partly(&partly));
        let compared = [executed.by_definition(), partly, executed.compared(property, before)];
        // An observer is given twice the last result of a register that is written twice.
        let is_judged = !has_equal_registers(instruction);
        compared.into_iter().filter(|_| is_judged).for_each(|compared| self.add(compared));
    }
}

/// Returns whether two results of an instruction are in the same register.
fn has_equal_registers(instruction: &Instruction) -> bool {
    let results = &instruction.results;
    (1..results.len()).any(|place| results[..place].iter().any(|other| other.register == results[place].register))
}

/// What an observer was given of an instruction.
struct Executed<'a> {
    place: Place,
    instruction: &'a Instruction,
    /// The values of the registers that it reads; `None` if one is not known.
    read: &'a [Option<&'a Lanes>],
    values: &'a [Value],
    /// The values of its results; `None` if one is not defined.
    observed: &'a [Option<Lanes>],
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
        let asked = Asked { instruction: self.instruction, operands: &operands, results: &shapes, observed: self.observed };
        let Some(poisoned) = asked.poisoned() else { return (0, None) };
        let with_flags = || format!("{opcode} with flags");
        if poisoned.contains(&true) {
            let is_same = shapes.iter().zip(self.values).all(|(shape, value)| shape.poisoned(value) == poisoned);
            let fault = || Fault::new("poison-differs", with_flags(), self.evidence(&format_args!("poison {poisoned:?}")));
            return (1, (!is_same).then(fault));
        }
        let Some(expected) = asked.expected(definition) else { return (0, None) };
        let [first] = &*expected else { return self.compared("value-differs", expected.into_iter().map(Some).collect()) };
        let open = asked.open_bits(first);
        if open.iter().all(|bits| *bits == 0) {
            return self.compared("value-differs", expected.into_iter().map(Some).collect());
        }
        let given = self.values.first().and_then(PartlyDefined::of);
        let numbers = first.iter().zip(&open).map(|(number, open)| number & !open).collect();
        let wanted = PartlyDefined { lanes: Lanes { width: shapes[0].width, numbers }, undefined: open };
        let is_same = given.as_ref() == Some(&wanted);
        (1, (!is_same).then(|| Fault::new("undefined-bits-differ", with_flags(), self.evidence(&wanted))))
    }

    /// Compares which bits are defined, where some bits of operands are not.
    fn partly(&self, operands: &[PartlyDefined]) -> Compared {
        let shapes: Option<Vec<Shape>> = self.values.iter().map(Shape::of).collect();
        let observed: Option<Vec<PartlyDefined>> = self.values.iter().map(PartlyDefined::of).collect();
        let (Some(shapes), Some(observed)) = (shapes, observed) else { return (0, None) };
        let asked = Asked { instruction: self.instruction, operands: &[], results: &shapes, observed: &[] };
        let Some(agrees) = undefined::agrees(&asked, operands, &observed) else { return (0, None) };
        let evidence = || {
            let given: Vec<String> =
                operands.iter().map(|partly| format!("{:x?} undefined in {:x?}", partly.lanes.numbers, partly.undefined)).collect();
            let observed: Vec<String> = self.values.iter().map(ToString::to_string).collect();
            format!("{}: {} of {}\n  gives {}", self.place, self.instruction.opcode, given.join(" and "), observed.join(", "))
        };
        (1, (!agrees).then(|| Fault::new("undefined-bits-differ", self.instruction.opcode.as_str(), evidence())))
    }

    /// Compares the results with those that are expected.
    fn compared(&self, property: &'static str, expected: Results) -> Compared {
        let mut judged = 0;
        for (observed, expected) in self.observed.iter().zip(expected) {
            let Some(expected) = expected else { continue };
            judged += 1;
            if observed.as_ref().is_none_or(|observed| observed.numbers != expected) {
                return (judged, Some(Fault::new(property, self.instruction.opcode.as_str(), self.evidence(&expected))));
            }
        }
        (judged, None)
    }

    /// Returns the operands, the results and what is expected.
    fn evidence(&self, expected: &impl std::fmt::Debug) -> String {
        let given: Vec<String> = self.read.iter().flatten().map(|lanes| format!("{:x?} of {} bits", lanes.numbers, lanes.width)).collect();
        let observed: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        let (place, opcode) = (self.place, &self.instruction.opcode);
        format!("{place}: {opcode} of {}\n  gives   {}\n  defined {expected:x?}", given.join(" and "), observed.join(", "))
    }
}
