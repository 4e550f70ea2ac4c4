//! The state of the printer and the parser at a position of the stream.
//!
//! Both process the same items and [`State::apply`] each, so that a name means the same value to both. The state is defined for every
//! readable stream, however odd: records that cannot be interpreted change as little as possible.

mod addresses;
mod apply;
mod function;
mod globals;
mod types;

pub(super) use function::Function;
pub(super) use globals::Globals;
pub(super) use types::{Signature, Type, Types};

use addresses::Addresses;

use crate::stream::Scopes;
use crate::tables::BlockKind;

/// The state before an item of a stream.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) types: Types,
    pub(super) globals: Globals,
    /// Abbreviations in scope.
    pub(super) scopes: Scopes,
    /// Block ids of the open blocks.
    open: Vec<u32>,
    addresses: Addresses,
    /// Type ids of the functions.
    functions: Vec<u32>,
    /// Functions with a body, in the order of their records.
    bodies: Vec<u32>,
    next_body: usize,
    /// The function whose block is open.
    pub(super) function: Option<Function>,
    /// Type id set by the last set-type record of the open constants block.
    pub(super) constant_type: Option<u64>,
}

/// The value of an absolute index, and its number within its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Function(u32),
    Global(u32),
    Parameter(u32),
    Constant(u32),
    /// The result of an instruction, of this function or defined later.
    Instruction(u32),
}

impl State {
    /// Returns the number of open blocks.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the kind of the innermost block.
    pub(super) fn block(&self) -> Option<BlockKind> {
        self.open.last().and_then(|&block| BlockKind::from_code(u64::from(block)))
    }

    /// Enters a block.
    pub(super) fn enter(&mut self, block: u32, width: u32) {
        self.scopes.enter(block, width);
        self.open.push(block);
        match self.block() {
            Some(BlockKind::Function) => self.enter_function(),
            Some(BlockKind::Constants) => self.constant_type = None,
            _ => {}
        }
    }

    /// Leaves a block.
    pub(super) fn leave(&mut self) {
        match self.block() {
            Some(BlockKind::Function) => self.function = None,
            Some(BlockKind::Globals) => self.globals.leave(),
            _ => {}
        }
        self.scopes.end();
        self.open.pop();
    }

    /// Returns the function of the next function block, and its type id.
    pub(super) fn next_body(&self) -> Option<(u32, u32)> {
        let id = *self.bodies.get(self.next_body)?;
        Some((id, self.functions[id as usize]))
    }

    fn enter_function(&mut self) {
        let signature = self.next_body().map(|(_, signature)| signature);
        self.next_body += usize::from(signature.is_some());
        let parameters = signature.and_then(|id| self.types.signature(id)).map_or(0, |signature| signature.parameters.len());
        self.function = Some(Function::new(self.addresses.len(), signature, parameters as u32));
    }

    /// Returns the number of functions, the index of the next.
    pub(super) fn functions(&self) -> u32 {
        self.addresses.functions()
    }

    /// Returns the type id of a function.
    pub(super) fn function_type(&self, function: u32) -> Option<u32> {
        self.functions.get(function as usize).copied()
    }

    /// Returns the absolute index of the next value of the open function.
    pub(super) fn next_value(&self) -> u32 {
        self.function.as_ref().map_or(0, Function::next_value)
    }

    /// Returns the number of globals after those that exist which an absolute index can name: while the module is read, all that were
    /// announced, and in a function none.
    fn more_globals(&self) -> u32 {
        let limit = u32::MAX - self.functions();
        match self.function {
            Some(_) => 0,
            None => self.globals.announced(limit).saturating_sub(self.globals.defined()),
        }
    }

    /// Returns the number of functions and globals that an absolute index can name.
    pub(super) fn addresses(&self) -> u32 {
        self.addresses.len() + self.more_globals()
    }

    /// Returns the value of an absolute index.
    pub(super) fn value(&self, index: u32) -> Option<Value> {
        match self.addresses.value(index, self.more_globals()) {
            None => self.function.as_ref()?.value(index),
            value => value,
        }
    }

    /// Returns the absolute index of a value; the inverse of [`State::value`].
    pub(super) fn index(&self, value: Value) -> Option<u32> {
        match value {
            Value::Function(_) | Value::Global(_) => self.addresses.index(value, self.more_globals()),
            _ => self.function.as_ref()?.index(value),
        }
    }

    /// Returns the type of a value, if known.
    pub(super) fn type_of(&self, index: u32) -> Option<Type> {
        match self.value(index)? {
            Value::Function(_) | Value::Global(_) => Some(Type::POINTER),
            Value::Parameter(parameter) => {
                let signature = self.types.signature(self.function.as_ref()?.signature()?)?;
                self.types.get(u64::from(*signature.parameters.get(parameter as usize)?))
            }
            _ => self.function.as_ref()?.type_of(index),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Function(index) => write!(f, "@f{index}"),
            Self::Global(index) => write!(f, "@g{index}"),
            Self::Parameter(index) => write!(f, "%p{index}"),
            Self::Constant(index) => write!(f, "%c{index}"),
            Self::Instruction(index) => write!(f, "%v{index}"),
        }
    }
}
