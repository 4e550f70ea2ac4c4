//! Rules of references in operands: values, blocks and types that exist, declared or defined before, on every path to the use.

use super::RuleId;
use super::body::BodyChecker;
use crate::{BlockId, Instruction, TypeId, Value, ValueKind, ValueType};

impl BodyChecker<'_> {
    /// Checks everything that the current instruction names. Returns whether all of it exists and has a type, so that types can be checked.
    pub(super) fn check_names(&mut self, instruction: &Instruction) -> bool {
        let mut known = true;
        instruction.for_each_type(|ty| known &= self.check_type(ty));
        instruction.for_each_block(|block| known &= self.check_block(block));
        match instruction {
            // A declaration does not use the value; it was checked with the order of definitions.
            Instruction::Declare { .. } => {}
            Instruction::Phi { incoming, .. } => {
                for edge in incoming {
                    known &= self.check_use(edge.value, Some(edge.block));
                }
            }
            Instruction::Call { callee, arguments, .. } => {
                known &= self.check_callee(*callee);
                for &argument in arguments {
                    known &= self.check_use(argument, None);
                }
            }
            // All other references of an instruction are uses; the table lists them.
            _ => instruction.for_each_value(|value| known &= self.check_use(value, None)),
        }
        known
    }

    fn check_type(&mut self, ty: TypeId) -> bool {
        let exists = (ty.0 as usize) < self.module.types.len();
        if !exists {
            self.add(RuleId::TypeUndefined, format_args!("{ty} is not defined"));
        }
        exists
    }

    fn check_block(&mut self, block: BlockId) -> bool {
        let exists = block.0 < self.scratch.graph.len();
        if !exists {
            self.add(RuleId::BlockUndefined, format_args!("{block} does not exist"));
        } else if block.0 == 0 && self.body.instructions[self.index as usize].is_terminator() {
            self.add(RuleId::BranchToEntry, format_args!("{block} is the entry block"));
        }
        exists
    }

    fn check_callee(&mut self, callee: Value) -> bool {
        let exists = self.module.signature_of(callee.index()).is_some() && callee.kind() == ValueKind::Function;
        if !exists {
            self.add(RuleId::CallCallee, format_args!("{callee} is not a function"));
        }
        exists
    }

    /// Checks a use of a value; a phi uses it at the end of the incoming block. Returns whether it has a type.
    fn check_use(&mut self, value: Value, edge: Option<BlockId>) -> bool {
        if !self.is_defined(value) {
            self.add(RuleId::ValueUndefined, format_args!("{value} does not exist"));
            return false;
        }
        if self.names.is_intrinsic_address(value) {
            self.add(RuleId::IntrinsicAddress, format_args!("{value} is an intrinsic"));
        }
        if value.is_instruction() {
            if self.lacks_declaration(value) {
                self.add(RuleId::ForwardUndeclared, format_args!("{value} is used before its definition and its declaration"));
            }
            if !self.is_available(value, edge) {
                self.add(RuleId::Dominance, format_args!("the definition of {value} does not dominate this use"));
            }
        }
        // The cause of a result without a type was reported; its uses cannot be checked further.
        !value.is_instruction() || self.type_of(value) != ValueType::UNKNOWN
    }

    /// Returns whether the definition of a result is on every path to its use.
    fn is_available(&mut self, value: Value, edge: Option<BlockId>) -> bool {
        let definition = self.definition(value);
        let user = edge.map_or(self.block, |edge| edge.0);
        if user >= self.scratch.graph.len() {
            return true;
        }
        if definition.block == user {
            return edge.is_some() || definition.at < self.index || !self.is_reachable(user);
        }
        if definition.block == 0 {
            return true;
        }
        self.require_dominators();
        self.scratch.dominators.dominates(definition.block, user)
    }
}
