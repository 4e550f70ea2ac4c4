//! The values of a function.

use super::{Type, Value};
use std::collections::BTreeMap;

/// An open function block.
#[derive(Debug)]
pub(in crate::text) struct Function {
    /// Absolute index of the first parameter.
    base: u32,
    /// Type id of the function.
    signature: Option<u32>,
    parameters: u32,
    /// Constants and results, in the order of their indices.
    locals: Vec<Local>,
    /// Indices in `locals` of the constants, and of the results.
    constants: Vec<u32>,
    instructions: Vec<u32>,
    /// Types of values that were declared before their definition, by absolute index.
    declared: BTreeMap<u32, Option<Type>>,
    /// Number of basic blocks that have begun.
    blocks: u64,
    /// Whether the next record begins a basic block.
    label_due: bool,
}

#[derive(Clone, Copy, Debug)]
struct Local {
    value: Value,
    shape: Option<Type>,
}

impl Function {
    pub(super) fn new(base: u32, signature: Option<u32>, parameters: u32) -> Self {
        Self {
            base,
            signature,
            parameters,
            locals: Vec::new(),
            constants: Vec::new(),
            instructions: Vec::new(),
            declared: BTreeMap::new(),
            blocks: 0,
            label_due: false,
        }
    }

    pub(super) fn signature(&self) -> Option<u32> {
        self.signature
    }

    /// Returns the index of the basic block that the next record begins, if it begins one.
    pub(in crate::text) fn due_label(&self) -> Option<u64> {
        self.label_due.then_some(self.blocks)
    }

    /// Handles a record: the due basic block has begun.
    pub(super) fn begin_record(&mut self) {
        self.blocks += u64::from(self.label_due);
        self.label_due = false;
    }

    /// Ends the block: the next record begins a basic block.
    pub(super) fn end_block(&mut self) {
        self.label_due = true;
    }

    /// Returns the absolute index of the next value.
    pub(super) fn next_value(&self) -> u32 {
        self.first_local().wrapping_add(self.locals.len() as u32)
    }

    /// Returns the next result of an instruction.
    pub(in crate::text) fn next_instruction(&self) -> Value {
        Value::Instruction(self.instructions.len() as u32)
    }

    /// Returns the next constant.
    pub(in crate::text) fn next_constant(&self) -> Value {
        Value::Constant(self.constants.len() as u32)
    }

    pub(super) fn define_constant(&mut self, shape: Option<Type>) {
        let value = self.next_constant();
        self.constants.push(self.locals.len() as u32);
        self.locals.push(Local { value, shape });
    }

    pub(super) fn define_instruction(&mut self, shape: Option<Type>) {
        let value = self.next_instruction();
        self.instructions.push(self.locals.len() as u32);
        self.locals.push(Local { value, shape });
    }

    pub(super) fn declare(&mut self, index: u32, shape: Option<Type>) {
        self.declared.insert(index, shape);
    }

    pub(super) fn value(&self, index: u32) -> Option<Value> {
        let offset = index.checked_sub(self.base)?;
        let Some(local) = offset.checked_sub(self.parameters) else { return Some(Value::Parameter(offset)) };
        match self.locals.get(local as usize) {
            Some(local) => Some(local.value),
            None => Some(Value::Instruction(self.instructions.len() as u32 + (local - self.locals.len() as u32))),
        }
    }

    pub(super) fn index(&self, value: Value) -> Option<u32> {
        match value {
            Value::Parameter(parameter) => (parameter < self.parameters).then(|| self.base + parameter),
            Value::Constant(constant) => Some(self.first_local() + self.constants.get(constant as usize)?),
            Value::Instruction(instruction) => match self.instructions.get(instruction as usize) {
                Some(local) => Some(self.first_local() + local),
                None => self.next_value().checked_add(instruction - self.instructions.len() as u32),
            },
            Value::Function(_) | Value::Global(_) => None,
        }
    }

    pub(super) fn type_of(&self, index: u32) -> Option<Type> {
        let local = index.checked_sub(self.first_local())?;
        match self.locals.get(local as usize) {
            Some(local) => local.shape,
            None => self.declared.get(&index).copied().flatten(),
        }
    }

    fn first_local(&self) -> u32 {
        self.base.wrapping_add(self.parameters)
    }
}
