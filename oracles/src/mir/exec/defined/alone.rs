//! The instructions of a file, each alone, with constants at the edges of its definition as operands: functions seldom compute such numbers.

use std::collections::{HashMap, HashSet};

use irsmith_generators::SplitMix64;
use irsmith_mir::{
    Block, Class, Element, File, Function, Instruction, IntegerImmediate, Name, Operand, OperandKind, Register, RegisterOperand,
    RegisterQualifier, Type,
};

use super::edges::Edges;
use super::lanes::{Shape, signed};
use super::operands::{number, registers};
use super::rows::named;

/// Instructions of a file that are taken.
const INSTRUCTIONS: usize = 24;
/// Functions that are made of each, with other operands.
const TRIES: usize = 6;

/// Returns a file of functions without parameters, each with an instruction of this file on constants.
pub(super) fn alone(file: &File, noise: SplitMix64) -> File {
    let mut edges = Edges::new(noise);
    let mut found = found(file);
    let mut functions = Vec::new();
    while !found.is_empty() && functions.len() < INSTRUCTIONS * TRIES {
        let found = found.swap_remove(edges.below(found.len()));
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

/// Returns an instruction of each opcode and types.
fn found(file: &File) -> Vec<Found<'_>> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for function in &file.functions {
        let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
        let all: HashMap<u32, Type> = instructions().flat_map(|instruction| &instruction.results).filter_map(typed).collect();
        let Some(leave) = instructions().find(|instruction| instruction.opcode.as_str().starts_with("RET")) else { continue };
        let mut leave = leave.clone();
        leave.operands.retain(|operand| matches!(operand.kind, OperandKind::Immediate(_)));
        for instruction in
            instructions().filter(|instruction| instruction.memory.is_empty() && named(instruction.opcode.as_str()).is_some())
        {
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

/// Returns a virtual register that is defined, with its type.
fn typed(result: &RegisterOperand) -> Option<(u32, Type)> {
    let RegisterQualifier::Type(ty) = result.qualifier else { return None };
    Some((number(result)?, ty))
}

impl Found<'_> {
    /// Returns a function that executes the instruction on constants.
    fn function(&self, name: String, edges: &mut Edges) -> Function {
        let mut made = Made { instructions: Vec::new(), registers: 0 };
        let is_float = ["G_F", "G_STRICT_F", "G_INTRINSIC"].iter().any(|start| self.instruction.opcode.as_str().starts_with(start));
        let values: Vec<OperandKind> = self.types.iter().map(|ty| made.constant(*ty, is_float, edges)).collect();
        let mut instruction = Instruction { suffixes: None, ..self.instruction.clone() };
        let registers = instruction.operands.iter_mut().filter(|operand| matches!(operand.kind, OperandKind::Register(_)));
        for (operand, value) in registers.zip(values) {
            *operand = Operand::from(value);
        }
        for result in &mut instruction.results {
            result.register = Register::Virtual(made.fresh());
        }
        made.instructions.extend([instruction, self.leave.clone()]);
        let block = Block { instructions: made.instructions, ..Block::default() };
        Function { name, blocks: vec![block], ..Function::default() }
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

    fn op(&mut self, ty: Type, opcode: &'static str, operands: Vec<OperandKind>) -> OperandKind {
        let register = Register::Virtual(self.fresh());
        let result = RegisterOperand {
            register: register.clone(),
            class: Class::Generic,
            qualifier: RegisterQualifier::Type(ty),
            ..RegisterOperand::default()
        };
        let mut instruction = Instruction { opcode: Name::from_static_str(opcode), ..Instruction::default() };
        instruction.results.push(result);
        instruction.operands.extend(operands.into_iter().map(Operand::from));
        self.instructions.push(instruction);
        OperandKind::Register(RegisterOperand { register, ..RegisterOperand::default() })
    }
}
