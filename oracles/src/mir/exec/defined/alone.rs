//! The instructions of a file, each alone, with constants at the edges of its definition as operands: functions seldom compute such numbers.

use std::collections::{HashMap, HashSet};

use irsmith_generators::SplitMix64;
use irsmith_mir::{
    Access, Block, Class, Element, File, Function, Instruction, IntegerImmediate, MemoryOperand, MemorySize, Name, Operand, OperandKind,
    Register, RegisterOperand, RegisterQualifier, StackObject, Type,
};

use super::edges::Edges;
use super::lanes::{Shape, signed};
use super::rows::named;
use crate::mir::operands::{number, registers};

/// Instructions of a file that are taken.
const INSTRUCTIONS: usize = 24;
/// Functions that are made of each, with other operands.
const TRIES: usize = 6;

/// Returns a file of functions without parameters, each with an instruction of this file on constants.
pub(super) fn alone(file: &File, noise: SplitMix64) -> File {
    let mut edges = Edges::new(noise);
    let mut functions = Vec::new();
    for found in drawn(file, found(file), &mut edges) {
        for _ in 0..TRIES {
            functions.push(found.function(format!("alone{}", functions.len()), &mut edges));
        }
    }
    File { ir: file.ir.clone(), functions }
}

/// An instruction that can be executed alone.
struct Found<'f> {
    instruction: &'f Instruction,
    /// The types of the registers that it reads, in order.
    types: Vec<Type>,
    /// The instruction that leaves its function.
    leave: Instruction,
}

/// Draws the instructions that are taken: one of each opcode first, and mostly of opcodes that the file seldom has.
fn drawn<'f>(file: &'f File, mut found: Vec<Found<'f>>, edges: &mut Edges) -> Vec<Found<'f>> {
    let mut uses: HashMap<&str, usize> = HashMap::new();
    if edges.below(4) > 0 {
        let instructions = file.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions);
        instructions.for_each(|instruction| *uses.entry(instruction.opcode.as_str()).or_default() += 1);
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut drawn = Vec::new();
    while !found.is_empty() {
        let next = found.swap_remove(edges.below(found.len()));
        let opcode = next.instruction.opcode.as_str();
        let count = counts.entry(opcode).or_default();
        *count += 1;
        drawn.push((*count, uses.get(opcode).copied(), next));
    }
    drawn.sort_by_key(|(count, uses, _)| (*count, *uses));
    drawn.into_iter().take(INSTRUCTIONS).map(|(.., found)| found).collect()
}

/// Returns an instruction of each opcode and types.
fn found(file: &File) -> Vec<Found<'_>> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for function in &file.functions {
        let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
        let all: HashMap<u32, Type> = instructions().flat_map(|instruction| &instruction.results).filter_map(typed).collect();
        let Some(leave) = instructions().find(|instruction| instruction.opcode.as_str().starts_with("RET")) else { continue };
        let mut leave = leave.clone();
        leave.operands.retain(|operand| matches!(operand.kind, OperandKind::Immediate(_)));
        for instruction in instructions().filter(|instruction| is_judged(instruction)) {
            let types: Option<Vec<Type>> = registers(instruction).map(|register| all.get(&number(register)?).copied()).collect();
            let results: Vec<Option<Type>> = instruction.results.iter().map(|result| Some(typed(result)?.1)).collect();
            let Some(types) = types.filter(|types| !types.is_empty() && types.iter().all(|ty| Shape::of_type(*ty).is_some())) else {
                continue;
            };
            if seen.insert((instruction.opcode.as_str(), instruction.flags.0, types.clone(), results)) {
                found.push(Found { instruction, types, leave: leave.clone() });
            }
        }
    }
    found
}

/// Returns whether something is known of an instruction: of the one opcode without a definition, which bits are undefined.
fn is_judged(instruction: &Instruction) -> bool {
    let opcode = instruction.opcode.as_str();
    if instruction.memory.is_empty() {
        return opcode == "G_ANYEXT" || named(opcode).is_some();
    }
    let is_access = opcode.starts_with("G_ATOMIC") || matches!(opcode, "G_SEXTLOAD" | "G_ZEXTLOAD" | "G_FPEXTLOAD" | "G_FPTRUNCSTORE");
    is_access && accessed(instruction).is_some()
}

/// Returns whether operands of an opcode are floating-point numbers.
fn reads_floats(opcode: &str) -> bool {
    const STARTS: [&str; 9] = [
        "G_IS_FPCLASS",
        "G_VECREDUCE_SEQ_F",
        "G_F",
        "G_STRICT_F",
        "G_INTRINSIC",
        "G_ATOMICRMW_F",
        "G_VECREDUCE_F",
        "G_LROUND",
        "G_LLROUND",
    ];
    STARTS.iter().any(|start| opcode.starts_with(start)) && !matches!(opcode, "G_FSHL" | "G_FSHR" | "G_FREEZE")
}

fn is_fixed_point(opcode: &str) -> bool {
    opcode.contains("MULFIX") || opcode.contains("DIVFIX")
}

/// Returns a number that an instruction may state in place of its own; `None` if it keeps that. `width` is that of its first operand.
fn stated(opcode: &str, width: u32, edges: &mut Edges) -> Option<i64> {
    let limit = match opcode {
        // Scales.
        _ if is_fixed_point(opcode) => width as usize,
        // Classes, and the directions of `llvm::RoundingMode`.
        "G_IS_FPCLASS" => 1 << 10,
        "G_INTRINSIC_FPTRUNC_ROUND" => 5,
        _ => return None,
    };
    Some(edges.below(limit) as i64)
}

/// Returns the type of whole bytes that an instruction accesses, if that is all.
fn accessed(instruction: &Instruction) -> Option<Type> {
    let [MemoryOperand { size: MemorySize::Type(ty @ Type::Single(Element::Scalar(8 | 16 | 32 | 64))), .. }] = *instruction.memory else {
        return None;
    };
    Some(ty)
}

/// Returns a virtual register that is defined, with its type.
fn typed(result: &RegisterOperand) -> Option<(u32, Type)> {
    let RegisterQualifier::Type(ty) = result.qualifier else { return None };
    Some((number(result)?, ty))
}

impl Found<'_> {
    /// Returns a function that executes the instruction on constants.
    fn function(&self, name: String, edges: &mut Edges) -> Function {
        let mut made = Made { instructions: Vec::new(), registers: 0 };
        let opcode = self.instruction.opcode.as_str();
        let is_float = reads_floats(opcode);
        let exponent = matches!(opcode, "G_FLDEXP" | "G_STRICT_FLDEXP" | "G_FPOWI").then_some(1);
        let accessed = accessed(self.instruction);
        let place = accessed.map(|ty| made.place(ty, is_float, edges));
        let width = self.types.first().and_then(|ty| Shape::of_type(*ty)).map_or(1, |shape| shape.width);
        let stated = stated(opcode, width, edges);
        edges.set_scale(stated.filter(|_| is_fixed_point(opcode)).map(|scale| scale as u32));
        let has_undefined = place.is_none() && !is_float && edges.below(4) == 0;
        let operand = |(position, ty): (usize, &Type)| {
            let is_float = is_float && exponent != Some(position);
            if let (Some(place), Type::Single(Element::Pointer(_))) = (&place, ty) {
                return place.clone();
            }
            let value = made.constant(*ty, is_float, edges);
            if has_undefined && edges.below(4) > 0 && !matches!(ty, Type::Single(Element::Pointer(_))) {
                made.partly_undefined(*ty, value, edges)
            } else {
                value
            }
        };
        let values: Vec<OperandKind> = self.types.iter().enumerate().map(operand).collect();
        let mut instruction = Instruction { suffixes: None, ..self.instruction.clone() };
        if let Some(number) = stated {
            let mut immediates = instruction.operands.iter_mut().filter(|operand| matches!(operand.kind, OperandKind::Immediate(_)));
            immediates.by_ref().take(1).for_each(|operand| operand.kind = OperandKind::Immediate(number));
        }
        let registers = instruction.operands.iter_mut().filter(|operand| matches!(operand.kind, OperandKind::Register(_)));
        for (operand, value) in registers.zip(values) {
            *operand = Operand::from(value);
        }
        for result in &mut instruction.results {
            result.register = Register::Virtual(made.fresh());
        }
        made.instructions.push(instruction);
        if let (Some(ty), Some(place)) = (accessed, place) {
            // What is written is seen here.
            made.access(Some(ty), "G_LOAD", vec![place], MemoryOperand::new(Access::Load, MemorySize::Type(ty)));
        }
        made.instructions.push(self.leave.clone());
        let block = Block { instructions: made.instructions, ..Block::default() };
        let object = StackObject { size: 64, alignment: Some(64), ..StackObject::default() };
        Function { name, blocks: vec![block], stack: vec![object], ..Function::default() }
    }
}

/// The instructions of a function.
struct Made {
    instructions: Vec<Instruction>,
    registers: u32,
}

impl Made {
    fn fresh(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    /// Returns a register with drawn numbers in all lanes.
    fn constant(&mut self, ty: Type, is_float: bool, edges: &mut Edges) -> OperandKind {
        let Shape { width, lanes } = Shape::of_type(ty).unwrap_or(Shape { width: 64, lanes: 1 });
        let numbers: Vec<OperandKind> = (0..lanes)
            .map(|_| {
                let drawn = edges.number(width, is_float);
                let immediate = IntegerImmediate { bits: width, digits: Name::from(signed(width, drawn).to_string().as_str()) };
                self.op(Type::scalar(width as u16), "G_CONSTANT", vec![OperandKind::Integer(Box::new(immediate))])
            })
            .collect();
        match ty {
            Type::Vector { .. } => self.op(ty, "G_BUILD_VECTOR", numbers),
            Type::Single(Element::Pointer(_)) => self.op(ty, "G_INTTOPTR", numbers),
            Type::Single(Element::Scalar(_)) => numbers.into_iter().next().unwrap_or(OperandKind::Immediate(0)),
        }
    }

    /// Returns the address of the object, to which a number is stored.
    fn place(&mut self, ty: Type, is_float: bool, edges: &mut Edges) -> OperandKind {
        let place = self.op(Type::pointer(0), "G_FRAME_INDEX", vec![OperandKind::Stack { id: 0, name: None }]);
        let number = self.constant(ty, is_float, edges);
        self.access(None, "G_STORE", vec![number, place.clone()], MemoryOperand::new(Access::Store, MemorySize::Type(ty)));
        place
    }

    /// Returns a value with some bits undefined, or none.
    fn partly_undefined(&mut self, ty: Type, value: OperandKind, edges: &mut Edges) -> OperandKind {
        let undefined = self.op(ty, "G_IMPLICIT_DEF", Vec::new());
        let mask = self.constant(ty, false, edges);
        let masked = self.op(ty, "G_AND", vec![undefined, mask]);
        self.op(ty, "G_OR", vec![masked, value])
    }

    fn access(&mut self, result: Option<Type>, opcode: &'static str, operands: Vec<OperandKind>, memory: MemoryOperand) {
        match result {
            Some(ty) => drop(self.op(ty, opcode, operands)),
            None => self.add(opcode, None, operands),
        }
        if let Some(access) = self.instructions.last_mut() {
            access.memory = vec![memory];
        }
    }

    fn op(&mut self, ty: Type, opcode: &'static str, operands: Vec<OperandKind>) -> OperandKind {
        let register = Register::Virtual(self.fresh());
        let result = RegisterOperand {
            register: register.clone(),
            class: Class::Generic,
            qualifier: RegisterQualifier::Type(ty),
            ..RegisterOperand::default()
        };
        self.add(opcode, Some(result), operands);
        OperandKind::Register(RegisterOperand { register, ..RegisterOperand::default() })
    }

    fn add(&mut self, opcode: &'static str, result: Option<RegisterOperand>, operands: Vec<OperandKind>) {
        let mut instruction = Instruction { opcode: Name::from_static_str(opcode), ..Instruction::default() };
        instruction.results.extend(result);
        instruction.operands.extend(operands.into_iter().map(Operand::from));
        self.instructions.push(instruction);
    }
}
