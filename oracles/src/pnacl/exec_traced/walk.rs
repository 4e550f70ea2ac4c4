//! Follows a program along what an observer is given.

use std::collections::HashMap;
use std::rc::Rc;

use irsmith_pnacl::interpret::{Bits, End, Place};
use irsmith_pnacl::tables::INSTRUCTIONS;
use irsmith_pnacl::{Instruction, Module, Value};

use super::frame::{Code, Frame};
use super::place_of;
use crate::Fault;

/// What may be observed next.
enum Next {
    /// The first instruction of one of these blocks of the current function.
    Blocks(Vec<usize>),
    /// This instruction of the current function, in the same block.
    Instruction(usize),
    /// The first instruction of a function with these arguments.
    Function(Option<u32>, Vec<Option<Bits>>),
    /// The instruction behind a `setjmp` of an active function, or the `setjmp` itself.
    Setjmp,
    /// Nothing: the first function has returned this.
    Nothing(Option<Bits>),
}

/// The program on its way.
pub(super) struct Walk<'m> {
    module: &'m Module,
    codes: HashMap<u32, Option<Rc<Code<'m>>>>,
    frames: Vec<Frame<'m>>,
    next: Next,
    /// Blocks that were entered, and jumps to a `setjmp`.
    blocks: u64,
    last: Option<Place>,
    /// Whether the last instruction has a result that was not observed.
    is_unfinished: bool,
    fault: Option<Fault>,
}

impl<'m> Walk<'m> {
    /// Begins before a call from outside.
    pub(super) fn new(module: &'m Module, function: u32, arguments: &[Bits]) -> Self {
        let next = Next::Function(Some(function), arguments.iter().copied().map(Some).collect());
        Self { module, codes: HashMap::new(), frames: Vec::new(), next, blocks: 0, last: None, is_unfinished: false, fault: None }
    }

    /// Follows one more instruction.
    pub(super) fn observe(&mut self, place: Place, result: Option<Bits>) {
        if self.fault.is_none() {
            self.fault = self.follow(place, result).err();
        }
    }

    fn follow(&mut self, place: Place, result: Option<Bits>) -> Result<(), Fault> {
        if self.is_unfinished {
            return Err(Fault::new("observed", "no result", format!("{place} follows an instruction without its result")));
        }
        if !self.step_to(place) {
            let last = self.last.map_or("nothing".to_owned(), |last| last.to_string());
            return Err(Fault::new("observed", "path", format!("{place} follows {last}")));
        }
        self.last = Some(place);
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let code = Rc::clone(&frame.code);
        let at = place.instruction as usize;
        frame.at = at;
        let instruction = &code.body.instructions[at];
        let number = code.results[at];
        let is_call = calls(self.module, instruction);
        if let (Some(known), Some(bits)) = (known(frame, at, instruction), result)
            && known != bits
        {
            let element = format!("result of {}", INSTRUCTIONS[instruction.row()].name);
            return Err(Fault::new("observed", element, format!("{place}: observed {bits:#x}, not {known:#x}")));
        }
        if result.is_some() && (number.is_none() || is_call) {
            return Err(Fault::new("observed", "a result too many", format!("{place}: observed {result:?}")));
        }
        self.is_unfinished = number.is_some() && !is_call && result.is_none();
        if let Some(number) = number {
            frame.results[number] = result;
        }
        self.next = self.after(at, instruction);
        Ok(())
    }

    /// Goes to the place, if it may be next.
    fn step_to(&mut self, place: Place) -> bool {
        let at = place.instruction as usize;
        if let Next::Function(function, _) = &self.next {
            let is_other = function.is_some_and(|function| function != place.function);
            let Some(code) = self.code(place.function).filter(|code| !is_other && code.entry(0) == at) else { return false };
            let Next::Function(_, arguments) = std::mem::replace(&mut self.next, Next::Nothing(None)) else { return false };
            self.frames.push(Frame::new(place.function, code, arguments));
            self.blocks += 1;
            return true;
        }
        if matches!(self.next, Next::Setjmp) {
            return self.jump_to(place);
        }
        let Some(frame) = self.frames.last_mut().filter(|frame| frame.function == place.function) else { return false };
        match &self.next {
            Next::Instruction(next) => *next == at,
            Next::Blocks(blocks) => {
                let Some(&block) = blocks.iter().find(|&&block| frame.code.entry(block) == at) else { return false };
                frame.enter(block);
                self.blocks += 1;
                true
            }
            Next::Function(..) | Next::Setjmp | Next::Nothing(_) => false,
        }
    }

    /// Goes to the place if it is behind a `setjmp` of an active function, or that itself; the functions that it called end.
    fn jump_to(&mut self, place: Place) -> bool {
        let at = place.instruction as usize;
        let Some(active) = self.frames.iter().rposition(|frame| frame.function == place.function) else { return false };
        self.frames.truncate(active + 1);
        let Some(frame) = self.frames.last_mut() else { return false };
        let Some(block) = frame.code.blocks.iter().position(|block| block.contains(&at)) else { return false };
        // What was known of its values may be older than the jump.
        frame.results.fill(None);
        (frame.block, frame.phis) = (block, Vec::new());
        self.blocks += 1;
        let instructions = &frame.code.body.instructions[frame.code.blocks[block].start..=at];
        let called = instructions.iter().rev().filter(|instruction| !matches!(instruction, Instruction::Declare { .. })).take(2);
        called.into_iter().any(|instruction| self.intrinsic(instruction) == Some(b"llvm.nacl.setjmp"))
    }

    /// Returns what follows an instruction of the current function that is complete, or calls or ends the function.
    fn after(&mut self, at: usize, instruction: &Instruction) -> Next {
        let Some(frame) = self.frames.last() else { return Next::Nothing(None) };
        let values = |values: &[Value]| values.iter().map(|value| frame.value(*value)).collect();
        match instruction {
            Instruction::Branch { target } => Next::Blocks(vec![target.0 as usize]),
            Instruction::BranchIf { then, otherwise, condition } => Next::Blocks(match frame.value(*condition) {
                Some(1) => vec![then.0 as usize],
                Some(_) => vec![otherwise.0 as usize],
                None => vec![then.0 as usize, otherwise.0 as usize],
            }),
            Instruction::Switch { ty, condition, default, cases } => {
                let width = self.module.value_type(*ty).scalar_bits();
                let is_case = |bits: Bits, value: i64| bits == Bits::from(value as u64 & u64::MAX >> (64 - width));
                Next::Blocks(match frame.value(*condition) {
                    Some(bits) => {
                        vec![cases.iter().find(|case| is_case(bits, case.value)).map_or(default, |case| &case.target).0 as usize]
                    }
                    None => cases.iter().map(|case| case.target.0 as usize).chain([default.0 as usize]).collect(),
                })
            }
            Instruction::Unreachable {} => Next::Blocks(Vec::new()),
            Instruction::Ret { value } => {
                let value = value.map_or(Some(0), |value| frame.value(value));
                self.frames.pop();
                let Some(caller) = self.frames.last_mut() else { return Next::Nothing(value) };
                if let Some(number) = caller.code.results[caller.at] {
                    caller.results[number] = value;
                }
                Next::Instruction(caller.code.executed(caller.at + 1))
            }
            Instruction::Call { callee, arguments, .. } if calls(self.module, instruction) => {
                Next::Function(Some(callee.index()), values(arguments))
            }
            Instruction::CallIndirect { arguments, .. } => Next::Function(None, values(arguments)),
            Instruction::Call { .. } if self.intrinsic(instruction) == Some(b"llvm.nacl.longjmp") => Next::Setjmp,
            Instruction::Call { .. }
            | Instruction::Binary { .. }
            | Instruction::Cast { .. }
            | Instruction::ExtractElement { .. }
            | Instruction::InsertElement { .. }
            | Instruction::Phi { .. }
            | Instruction::Alloca { .. }
            | Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Compare { .. }
            | Instruction::Select { .. }
            | Instruction::Declare { .. } => Next::Instruction(frame.code.executed(at + 1)),
        }
    }

    /// Judges how the execution ended, after this number of blocks.
    ///
    /// # Errors
    /// Returns the first thing that does not follow the program.
    pub(super) fn ended(self, end: End, blocks: u64) -> Result<(), Fault> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let place = place_of(end);
        let is_next = match (end, &self.next, self.frames.last()) {
            (End::Return(bits), Next::Nothing(returned), _) => returned.is_none_or(|returned| returned == bits),
            (End::Return(_), ..) => false,
            (End::OutOfFuel(next), Next::Blocks(entered), Some(frame)) => {
                let at = frame.code.executed(next.instruction as usize);
                next.function == frame.function && entered.iter().any(|&block| frame.code.entry(block) == at)
            }
            (End::OutOfFuel(_), next, _) => matches!(next, Next::Function(..) | Next::Setjmp),
            // A call from outside may fail before the first instruction.
            (End::Trap(_) | End::Undefined(_), ..) => place == self.last || self.last.is_none() && blocks == 0,
            (End::Exit(_), ..) => true,
        };
        let last = self.last;
        if !is_next {
            return Err(Fault::new("observed", "end", format!("the last instruction that was observed: {last:?}\nthe end: {end:?}")));
        }
        if self.is_unfinished && place.is_none() {
            return Err(Fault::new("observed", "no result", format!("{last:?} has none, and the end: {end:?}")));
        }
        if self.blocks != blocks {
            return Err(Fault::new("observed", "blocks", format!("observed {}, not {blocks}", self.blocks)));
        }
        Ok(())
    }

    fn code(&mut self, function: u32) -> Option<Rc<Code<'m>>> {
        let module = self.module;
        self.codes.entry(function).or_insert_with(|| Code::of(module, function).map(Rc::new)).clone()
    }

    /// Returns the name of the intrinsic that an instruction calls.
    fn intrinsic(&self, instruction: &Instruction) -> Option<&'m [u8]> {
        match instruction {
            Instruction::Call { callee, .. } if !calls(self.module, instruction) => self.module.name_of(*callee),
            _ => None,
        }
    }
}

/// Returns whether an instruction calls a function with a body, or one that is not known.
fn calls(module: &Module, instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Call { callee, .. } => module.functions.get(callee.index() as usize).is_some_and(|function| function.body.is_some()),
        Instruction::CallIndirect { .. } => true,
        _ => false,
    }
}

/// Returns the result of an instruction that moves a value, if the value is known.
fn known(frame: &Frame<'_>, at: usize, instruction: &Instruction) -> Option<Bits> {
    match instruction {
        Instruction::Phi { .. } => frame.phis.iter().find(|(phi, _)| *phi == at)?.1,
        Instruction::Select { a, b, condition } if !frame.code.types.get(*condition).is_vector() => {
            frame.value(if frame.value(*condition)? == 1 { *a } else { *b })
        }
        _ => None,
    }
}
