//! Decodes the body of a function.

use super::frame::{self, Frame};
use super::values::{self, Values};
use super::{Decoder, Lengths, control, copies, instruction, refused, signature};
use crate::interpret::op::{Action, Edge, Node, Op, Reg};
use crate::interpret::program::Code;
use crate::interpret::step::Fixed;
use crate::interpret::{Place, Refusal};
use crate::{Block, BlockReference, Function, Instruction, Register, RegisterOperand};
use std::collections::HashMap;

/// A function that is being decoded.
pub(super) struct Body<'d, 'f> {
    pub(super) decoder: &'d mut Decoder<'f>,
    pub(super) function: &'f Function,
    pub(super) number: u32,
    pub(super) values: Values<'f>,
    pub(super) frame: Frame,
    /// The position of each block.
    positions: HashMap<u32, u32>,
    /// The instruction that is being decoded.
    pub(super) place: Place,
    /// Whether control may come to the next instruction.
    pub(super) goes_on: bool,
}

/// Decodes a function; one that cannot be executed contains its refusal.
pub(super) fn decode<'f>(decoder: &mut Decoder<'f>, function: &'f Function, number: u32) -> Code {
    let lengths = Lengths::of(&decoder.program);
    match code(decoder, function, number) {
        Ok(code) => code,
        Err(refusal) => {
            decoder.truncate(&lengths);
            refused(&function.name, refusal)
        }
    }
}

fn code<'f>(decoder: &mut Decoder<'f>, function: &'f Function, number: u32) -> Result<Code, Refusal> {
    let mut code = Code { name: function.name.clone(), alignment: 16, ..Code::default() };
    let frame = frame::lay_out(function, decoder.options.stack, &mut code)?;
    let positions = function.blocks.iter().map(|block| block.number).zip(0..).collect();
    let values = Values::of(decoder, function);
    let first_edge = decoder.program.edges.len();
    let place = Place { function: number, ..Place::default() };
    let mut body = Body { decoder, function, number, values, frame, positions, place, goes_on: true };
    if function.blocks.is_empty() {
        return Err(super::refusal(format!("function {}", function.name), "it has no body"));
    }
    if let Some(open) = body.values.open.first().filter(|_| !body.decoder.options.open) {
        return Err(super::refusal(format!("function {}", function.name), format!("nothing defines {}", name(open))));
    }
    code.signature = signature::of(&mut body)?;
    code.entry = body.decoder.program.ops.len() as u32;
    let mut starts = Vec::with_capacity(function.blocks.len());
    for (block, position) in function.blocks.iter().zip(0..) {
        starts.push(body.decoder.program.ops.len() as u32);
        body.block(block, position)?;
    }
    code.cells = body.values.cells;
    for edge in &mut body.decoder.program.edges[first_edge..] {
        edge.target = starts[edge.target as usize];
    }
    Ok(code)
}

/// Returns the spelling of a register.
pub(super) fn name(register: &Register) -> String {
    match register {
        Register::None => "$noreg".to_owned(),
        Register::Physical(name) => format!("${name}"),
        Register::Virtual(number) => format!("%{number}"),
        Register::Named(name) => format!("%{name}"),
    }
}

impl<'f> Body<'_, 'f> {
    /// Returns a refusal of the instruction.
    pub(super) fn refuse(&self, subject: impl Into<String>, reason: impl Into<String>) -> Refusal {
        Refusal { place: Some(self.place), subject: subject.into(), reason: reason.into() }
    }

    fn block(&mut self, block: &'f Block, position: u32) -> Result<(), Refusal> {
        self.place = Place { function: self.number, block: position, instruction: 0 };
        self.goes_on = true;
        let list: Vec<&Instruction> = values::instructions(&block.instructions).collect();
        for (number, instruction) in list.iter().enumerate() {
            self.place.instruction = number as u32;
            instruction::decode(self, instruction, &list[number + 1..])?;
        }
        if self.goes_on {
            control::fall_through(self, block, position)?;
        }
        Ok(())
    }

    /// Returns the cells of a register.
    pub(super) fn reg(&self, operand: &RegisterOperand) -> Result<Reg, Refusal> {
        if operand.subregister.is_some() {
            return Err(self.refuse(name(&operand.register), "sub-registers of virtual registers are not modelled"));
        }
        self.values.get(&operand.register).map_err(|reason| self.refuse(name(&operand.register), reason))
    }

    /// Appends an operation without a node.
    pub(super) fn push(&mut self, op: Op) {
        self.push_op(op, 0);
    }

    fn push_op(&mut self, op: Op, node: u32) {
        let place = self.place;
        self.decoder.push(op, place, node);
    }

    /// Appends a node and the operation that stands for it.
    pub(super) fn push_node(&mut self, op: Op, node: Node) {
        let number = self.decoder.program.nodes.len() as u32;
        let results = if self.decoder.options.results { node.results.to_vec() } else { Vec::new() };
        self.decoder.program.nodes.push(node);
        self.push_op(op, number);
        self.defines(results);
    }

    /// States the registers that the last operation defines.
    pub(super) fn defines(&mut self, results: Vec<Reg>) {
        if let Some(last) = self.decoder.program.defined.last_mut() {
            *last = results.into();
        }
    }

    /// Appends a node that its action describes.
    pub(super) fn push_action(&mut self, action: Action, results: &[Reg], operands: &[Reg]) {
        let fixed = Fixed {
            results: results.iter().map(|reg| reg.shape).collect(),
            operands: operands.iter().map(|reg| reg.shape).collect(),
            ..Fixed::default()
        };
        let (results, operands) = (results.into(), operands.into());
        self.push_node(Op::Slow, Node { action, fixed, results, operands, is_relaxed: false });
    }

    /// Returns the position of a block.
    pub(super) fn position(&self, block: &BlockReference) -> Result<u32, Refusal> {
        self.positions.get(&block.number).copied().ok_or_else(|| self.refuse(format!("%bb.{}", block.number), "there is no such block"))
    }

    /// Makes a way from the current block to another, with the copies of its PHIs.
    pub(super) fn edge(&mut self, target: u32) -> Result<u32, Refusal> {
        let first = self.decoder.program.copies.len() as u32;
        let from = self.function.blocks[self.place.block as usize].number;
        let is_parallel = copies::append(self, target, from)?;
        let count = self.decoder.program.copies.len() as u32 - first;
        self.decoder.program.edges.push(Edge { target, first, count, is_parallel });
        Ok(self.decoder.program.edges.len() as u32 - 1)
    }
}
