//! The effect of each record.

use super::{Signature, State, Type, Value};
use crate::model::Typing;
use crate::tables::{BlockKind, InstructionRow, Outcome, constant, global, module, type_code};
use crate::text::code;

impl State {
    /// Applies a record of the innermost block.
    pub(in crate::text) fn apply(&mut self, record: u32, operands: &[u64]) {
        match self.block() {
            Some(BlockKind::Module) => self.apply_module(record, operands),
            Some(BlockKind::Types) => self.apply_type(record, operands),
            Some(BlockKind::Globals) => self.apply_global(record, operands),
            Some(BlockKind::Constants) => self.apply_constant(record, operands),
            Some(BlockKind::Function) => self.apply_function(record, operands),
            Some(BlockKind::Abbreviations | BlockKind::ValueSymtab) | None => {}
        }
        self.scopes.record(record, operands);
    }

    fn apply_module(&mut self, record: u32, operands: &[u64]) {
        let (module::FUNCTION, &[signature, _, is_prototype, ..]) = (record, operands) else { return };
        if is_prototype == 0 {
            self.bodies.push(self.functions.len() as u32);
        }
        // An undefined id stays undefined when it is truncated.
        self.addresses.push_function();
        self.functions.push(u32::try_from(signature).unwrap_or(u32::MAX));
    }

    fn apply_type(&mut self, record: u32, operands: &[u64]) {
        match (record, operands) {
            (type_code::COUNT, _) => {}
            (type_code::VOID, []) => self.types.define(Type::Void),
            (type_code::FLOAT, []) => self.types.define(Type::Float),
            (type_code::DOUBLE, []) => self.types.define(Type::Double),
            (type_code::INTEGER, &[bits]) => self.types.define(Type::Integer(bits)),
            (type_code::VECTOR, &[count, element]) => match self.types.get(element).and_then(Type::as_element) {
                Some(element) => self.types.define(Type::Vector(count, element)),
                None => self.types.define_unknown(),
            },
            (type_code::FUNCTION, operands) => match signature(operands) {
                Some(signature) => self.types.define_function(signature),
                None => self.types.define_unknown(),
            },
            _ => self.types.define_unknown(),
        }
    }

    fn apply_global(&mut self, record: u32, operands: &[u64]) {
        match (record, operands) {
            (global::COUNT, &[count]) => self.globals.announce(count),
            (global::VARIABLE, _) => {
                self.globals.define();
                self.addresses.push_global();
            }
            (global::COMPOUND, &[count]) => self.globals.compound(count),
            (global::ZEROFILL | global::DATA | global::RELOCATION, _) => self.globals.initializer(),
            _ => {}
        }
    }

    fn apply_constant(&mut self, record: u32, operands: &[u64]) {
        match record {
            constant::SET_TYPE => self.constant_type = operands.first().copied(),
            constant::UNDEF | constant::INTEGER | constant::FLOAT => {
                let shape = self.constant_shape();
                if let Some(function) = &mut self.function {
                    function.define_constant(shape);
                }
            }
            _ => {}
        }
    }

    /// Returns the type of constants here.
    pub(in crate::text) fn constant_shape(&self) -> Option<Type> {
        self.constant_type.and_then(|id| self.types.get(id))
    }

    fn apply_function(&mut self, record: u32, operands: &[u64]) {
        let outcome = InstructionRow::of_code(record).map_or(Outcome::Nothing, |row| row.outcome);
        let result = self.result(outcome, operands);
        let ends = record == code::BLOCKS || outcome == Outcome::Ends;
        let declared = match (record, operands) {
            (code::DECLARE, &[index, id]) => Some((index as u32, self.types.get(id))),
            _ => None,
        };
        let Some(function) = &mut self.function else { return };
        function.begin_record();
        if let Some((index, shape)) = declared {
            function.declare(index, shape);
        }
        if let Some(shape) = result {
            function.define_instruction(shape);
        }
        if ends {
            function.end_block();
        }
    }

    /// Returns the type of the value that an instruction defines, if known; `None` if it defines none. Conversions to void define one.
    fn result(&self, outcome: Outcome<usize, usize>, operands: &[u64]) -> Option<Option<Type>> {
        let shape = outcome.infer(&RecordTyping { state: self, operands });
        match outcome {
            Outcome::Ends | Outcome::Nothing => None,
            Outcome::SameAs(_) | Outcome::ElementOf(_) | Outcome::ComparisonOf(_) | Outcome::Address | Outcome::Stated(_) => Some(shape),
            Outcome::Returned(_) | Outcome::ReturnedBy(_) => shape.filter(|&shape| shape != Type::Void).map(Some),
        }
    }

    /// Returns the absolute index of a relative operand. Readers truncate it to 32 bits first.
    pub(in crate::text) fn absolute(&self, relative: u64) -> u32 {
        self.next_value().wrapping_sub(relative as u32)
    }

    /// Returns the result type of the function that a direct call names.
    pub(in crate::text) fn called(&self, callee: u64) -> Option<Type> {
        let Value::Function(function) = self.value(self.absolute(callee))? else { return None };
        let signature = self.types.signature(self.function_type(function)?)?;
        self.types.get(u64::from(signature.result))
    }
}

/// Types of the operands of a record, if known.
struct RecordTyping<'a> {
    state: &'a State,
    operands: &'a [u64],
}

impl Typing for RecordTyping<'_> {
    type Value = usize;
    type Id = usize;
    type Type = Option<Type>;
    const VOID: Option<Type> = Some(Type::Void);
    const ADDRESS: Option<Type> = Some(Type::POINTER);

    fn value(&self, position: usize) -> Option<Type> {
        self.state.type_of(self.state.absolute(*self.operands.get(position)?))
    }

    fn stated(&self, position: usize) -> Option<Type> {
        self.state.types.get(*self.operands.get(position)?)
    }

    fn returned_by(&self, position: usize) -> Option<Type> {
        self.state.called(*self.operands.get(position)?)
    }

    fn element(ty: Option<Type>) -> Option<Type> {
        ty.map(Type::element)
    }

    fn comparison(ty: Option<Type>) -> Option<Type> {
        ty.map(Type::compared)
    }
}

/// Returns the parts of a function type record whose ids fit in 32 bits and whose first operand is a flag.
fn signature(operands: &[u64]) -> Option<Signature> {
    let [variadic @ (0 | 1), result, parameters @ ..] = operands else { return None };
    let parameters = parameters.iter().map(|&id| u32::try_from(id).ok()).collect::<Option<_>>()?;
    Some(Signature { variadic: *variadic == 1, result: u32::try_from(*result).ok()?, parameters })
}
