//! Calls on the interpreter whose results machine code must have too.

use super::super::calls::{self, BUDGET, CALLS, FUNCTIONS, OPTIONS};
use super::super::{NOTHING_COMPARED, translated};
use crate::mir::execution::{ARGUMENTS, Processor};
use irsmith_generators::Choices;
use irsmith_generators::mir::{MEMORY, MEMORY_SIZE};
use irsmith_mir::interpret::{End, Machine, Parameter, Place, Program, Signature, Trap, TrapKind, Value};
use irsmith_mir::tables::Target;
use irsmith_mir::{Element, File, Function, OperandKind, Register, RegisterOperand, RegisterQualifier, Type};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Skip reason: the file is for another target.
const OTHER_TARGET: &str = "other-target";
/// Skip reason: no function of the file can be executed.
const REFUSED: &str = "refused";

/// A file with calls of its functions whose results are known.
#[derive(Clone, Debug)]
pub struct KnownCalls {
    pub(super) file: File,
    pub(in crate::mir::exec) calls: Vec<KnownCall>,
}

/// A call that returned or trapped, without an undefined event.
#[derive(Clone, Debug)]
pub(in crate::mir::exec) struct KnownCall {
    /// The place of the function in the file.
    pub(in crate::mir::exec) function: usize,
    /// The registers of the arguments.
    pub(super) registers: [u64; ARGUMENTS],
    pub(in crate::mir::exec) arguments: Vec<Value>,
    /// Whether it ended with a trap instruction: then nothing else is known of it.
    pub(in crate::mir::exec) traps: bool,
    /// The result, if the function has one.
    pub(in crate::mir::exec) result: Option<Value>,
    /// The bytes of the variable [`MEMORY`] afterwards, and their masks: bits of which the mask is 1 are undefined.
    pub(super) memory: (Vec<u8>, Vec<u8>),
    /// Whether an instruction made poison, which nothing showed.
    pub(super) makes_poison: bool,
}

impl KnownCall {
    /// Returns how it ends, for people.
    pub(super) fn end(&self) -> String {
        match &self.result {
            _ if self.traps => "traps".to_owned(),
            Some(result) => format!("returns {result}"),
            None => "returns nothing".to_owned(),
        }
    }
}

impl KnownCalls {
    /// Calls the functions of a file that take and return numbers in registers.
    ///
    /// # Errors
    /// Returns the reason if there is nothing to compare.
    pub fn of(file: &File, processor: Processor, choices: &mut Choices<'_, '_>) -> Result<Self, &'static str> {
        if file.triple().and_then(|triple| Target::of_triple(&triple)) != Some(target(processor)) {
            return Err(OTHER_TARGET);
        }
        translated::check(file)?;
        let program = Program::new(file, &OPTIONS).map_err(|_| REFUSED)?;
        let mut machine = Machine::new(&program);
        let compiled = File { ir: file.ir.clone(), functions: file.functions.iter().map(translated::plain).collect() };
        let mut known = Self { file: compiled, calls: Vec::new() };
        for (place, function) in file.functions.iter().enumerate().take(FUNCTIONS) {
            if let Ok(signature) = program.signature(place as u32)
                && let Some(places) = places(signature, processor)
                && is_plain_name(&function.name)
            {
                known.call(&mut machine, choices, place, &signature.parameters, &places);
            }
        }
        // An address in a result would be another one on the machine.
        if known.calls.is_empty() || file.functions.iter().any(shows_addresses) { Err(NOTHING_COMPARED) } else { Ok(known) }
    }

    /// Returns the number of calls.
    pub fn len(&self) -> usize {
        self.calls.len()
    }

    /// Makes the calls again that were `made` on the machine, and returns how often each opcode was executed in them.
    pub fn executed(&self, made: &[bool]) -> BTreeMap<&str, u64> {
        let mut counts = BTreeMap::new();
        let Ok(program) = Program::new(&self.file, &OPTIONS) else { return counts };
        let mut machine = Machine::new(&program);
        let instruction = |place: Place| {
            let function = self.file.functions.get(place.function as usize)?;
            function.blocks.get(place.block as usize)?.instructions.get(place.instruction as usize)
        };
        for (call, _) in self.calls.iter().zip(made).filter(|(_, made)| **made) {
            machine.reset();
            let mut observe = |place: Place, _: &[Value]| {
                if let Some(instruction) = instruction(place) {
                    *counts.entry(instruction.opcode.as_str()).or_insert(0) += 1;
                }
            };
            machine.call_with(call.function as u32, &call.arguments, &BUDGET, &mut observe);
        }
        counts
    }

    /// Returns the number of functions of the file.
    pub fn functions(&self) -> usize {
        self.file.functions.len()
    }

    /// Returns whether there are no calls.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    fn call(
        &mut self,
        machine: &mut Machine<'_>,
        choices: &mut Choices<'_, '_>,
        function: usize,
        parameters: &[Parameter],
        places: &[usize],
    ) {
        for number in 0..if parameters.is_empty() { 1 } else { CALLS } {
            let arguments: Vec<Value> =
                parameters.iter().map(|parameter| calls::argument(machine.program(), choices, parameter, number)).collect();
            machine.reset();
            let execution = machine.call(function as u32, &arguments, &BUDGET);
            let (mut values, traps) = match execution.end {
                End::Return(values) => (values, false),
                End::Trap(Trap { kind: TrapKind::Abort, .. }) => (Vec::new(), true),
                _ => continue,
            };
            if execution.undefined.is_some() || execution.is_relaxed {
                continue;
            }
            let (bytes, masks) = machine.variable(MEMORY).unwrap_or_default();
            if bytes.len() != MEMORY_SIZE as usize {
                continue;
            }
            let mut registers = [0; ARGUMENTS];
            for (argument, place) in arguments.iter().zip(places) {
                // The rest of a register may contain anything.
                let rest = if argument.bits.bits() < 64 { choices.wide() << 32 } else { 0 };
                registers[*place] = argument.bits.words().first().copied().unwrap_or_default() | rest;
            }
            let memory = (bytes.to_vec(), masks.to_vec());
            let makes_poison = execution.poison.is_some();
            self.calls.push(KnownCall { function, registers, arguments, traps, result: values.pop(), memory, makes_poison });
        }
    }
}

const fn target(processor: Processor) -> Target {
    match processor {
        Processor::X86_64 => Target::X86,
        Processor::AArch64 => Target::AArch64,
    }
}

/// The registers of arguments of 32 and 64 bits, and of the result.
const X86_64: [&[&str]; 3] =
    [&["$edi", "$esi", "$edx", "$ecx", "$r8d", "$r9d"], &["$rdi", "$rsi", "$rdx", "$rcx", "$r8", "$r9"], &["$eax", "$rax"]];
const AARCH64: [&[&str]; 3] =
    [&["$w0", "$w1", "$w2", "$w3", "$w4", "$w5", "$w6", "$w7"], &["$x0", "$x1", "$x2", "$x3", "$x4", "$x5", "$x6", "$x7"], &["$w0", "$x0"]];

/// Returns the numbers of the registers of a function's parameters, if it takes and returns numbers in registers alone.
fn places(signature: &Signature, processor: Processor) -> Option<Vec<usize>> {
    let [narrow, wide, results] = match processor {
        Processor::X86_64 => X86_64,
        Processor::AArch64 => AARCH64,
    };
    let is_number =
        |parameter: &Parameter, place: usize| parameter.bits == [32, 64][place] && matches!(parameter.ty, Type::Single(Element::Scalar(_)));
    let among = |names: [&[&str]; 2], parameter: &Parameter| {
        let found = |names: &[&str]| names.iter().position(|name| *name == parameter.name);
        names.into_iter().enumerate().find_map(|(width, names)| found(names).filter(|_| is_number(parameter, width)))
    };
    let places: Option<Vec<usize>> = signature.parameters.iter().map(|parameter| among([narrow, wide], parameter)).collect();
    let mut distinct = places.clone()?;
    distinct.sort_unstable();
    distinct.dedup();
    let is_result = |result: &Parameter| among([&results[..1], &results[1..]], result).is_some();
    (distinct.len() == signature.parameters.len() && signature.results.len() <= 1 && signature.results.iter().all(is_result))
        .then_some(places?)
}

/// Returns whether a name needs no quotes in assembly.
pub(in crate::mir::exec) fn is_plain_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_stack_pointer(kind: &OperandKind) -> bool {
    let OperandKind::Register(RegisterOperand { register: Register::Physical(name), .. }) = kind else { return false };
    matches!(name.as_str(), "rsp" | "sp")
}

/// Returns whether a function may make a number of an address, or its result depend on one in another way.
pub(super) fn shows_addresses(function: &Function) -> bool {
    let stated = |operand: &RegisterOperand| if let RegisterQualifier::Type(ty) = operand.qualifier { Some(ty) } else { None };
    let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
    let types: HashMap<u32, Type> = instructions()
        .flat_map(|instruction| &instruction.results)
        .filter_map(|result| if let Register::Virtual(number) = result.register { Some((number, stated(result)?)) } else { None })
        .collect();
    let is_pointer = |ty: &Type| matches!(ty, Type::Single(Element::Pointer(_)) | Type::Vector { element: Element::Pointer(_), .. });
    let is_address = |kind: &OperandKind| match kind {
        OperandKind::Register(operand) => {
            matches!(operand.register, Register::Virtual(number) if types.get(&number).is_some_and(is_pointer))
        }
        _ => false,
    };
    // Whole addresses as numbers, of which only addresses may be made again.
    let is_whole = |result: &RegisterOperand| stated(result) == Some(Type::scalar(64));
    let numbers: HashSet<u32> = instructions()
        .filter(|instruction| instruction.opcode.as_str() == "G_PTRTOINT")
        .flat_map(|instruction| &instruction.results)
        .filter_map(|result| if let Register::Virtual(number) = result.register { is_whole(result).then_some(number) } else { None })
        .collect();
    let is_number = |kind: &OperandKind| match kind {
        OperandKind::Register(operand) => matches!(operand.register, Register::Virtual(number) if numbers.contains(&number)),
        _ => false,
    };
    instructions().any(|instruction| {
        let has_numbers = instruction.operands.iter().any(|operand| is_number(&operand.kind));
        if has_numbers != (instruction.opcode.as_str() == "G_INTTOPTR") {
            return true;
        }
        let makes = instruction.results.iter().any(|result| stated(result).as_ref().is_some_and(is_pointer));
        let mut takes = (0..).zip(&instruction.operands).filter(|(_, operand)| is_address(&operand.kind)).map(|(place, _)| place);
        match instruction.opcode.as_str() {
            "G_FRAME_INDEX" | "G_GLOBAL_VALUE" | "G_CONSTANT_POOL" | "G_JUMP_TABLE" | "G_BLOCK_ADDR" | "G_STACKSAVE"
            | "G_DYN_STACKALLOC" | "G_PTR_ADD" | "G_ASSERT_ALIGN" | "G_ADDRSPACE_CAST" | "G_PHI" | "G_SELECT" | "G_FREEZE" => {
                takes.any(|_| !makes)
            }
            "G_MEMMOVE" | "G_MEMCPY" | "G_MEMCPY_INLINE" => makes || takes.any(|place| place > 1),
            "G_STORE" | "G_INDEXED_STORE" => takes.any(|place| place != 1),
            "G_INDEXED_LOAD" | "G_INDEXED_SEXTLOAD" | "G_INDEXED_ZEXTLOAD" => takes.any(|place| place != 0),
            "G_BRJT" | "G_BRINDIRECT" | "G_STACKRESTORE" => takes.any(|place| place != 0),
            "G_PTRTOINT" => !instruction.results.iter().all(is_whole),
            "G_INTTOPTR" => false,
            "G_PTRMASK" => true,
            // The stack pointer, to which arguments are stored.
            "COPY" if instruction.operands.iter().any(|operand| is_stack_pointer(&operand.kind)) => !makes,
            "COPY" => makes != takes.next().is_some(),
            // Addresses of memory come first.
            _ => makes || takes.any(|place| place != 0 || instruction.memory.is_empty()),
        }
    })
}
