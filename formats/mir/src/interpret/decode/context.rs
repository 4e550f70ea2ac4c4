//! A function that is being decoded, and what is appended for it.

use super::Decoder;
use super::frame::Frame;
use super::values::Values;
use crate::interpret::op::{Action, Node, Op, Reg};
use crate::interpret::step::Fixed;
use crate::interpret::{Place, Refusal};
use crate::{BlockReference, Function, Register, RegisterOperand};
use std::collections::HashMap;

/// A function that is being decoded.
pub(super) struct Body<'d, 'f> {
    pub(super) decoder: &'d mut Decoder<'f>,
    pub(super) function: &'f Function,
    pub(super) number: u32,
    pub(super) values: Values<'f>,
    pub(super) frame: Frame,
    /// The position of each block.
    pub(super) positions: HashMap<u32, u32>,
    /// The instruction that is being decoded.
    pub(super) place: Place,
    /// Whether control may come to the next instruction.
    pub(super) goes_on: bool,
    /// The number of PHIs of the block that are decoded.
    pub(super) phis: usize,
    /// A block, and the virtual register that it copies last to each physical one.
    pub(super) copied: Option<(u32, HashMap<&'f Register, Option<Reg>>)>,
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

impl Body<'_, '_> {
    /// Returns a refusal of the instruction.
    pub(super) fn refuse(&self, subject: impl Into<String>, reason: impl Into<String>) -> Refusal {
        Refusal { place: Some(self.place), subject: subject.into(), reason: reason.into() }
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
}
