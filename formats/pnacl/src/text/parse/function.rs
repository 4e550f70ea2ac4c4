//! Instructions whose statements are special, the forward declaration and the count of basic blocks.

use super::error::Parsed;
use super::lexer::{Name, Token};
use super::types::{Mention, describe};
use super::{Parser, Record};
use crate::tables::{BinaryOp, CastOp, InstructionRow, Predicate};
use crate::text::code;
use crate::text::state::{Type, Value};

impl Parser<'_> {
    pub(super) fn function_record(&mut self) -> Parsed<Record> {
        match self.lexer.peek() {
            Token::Word("blocks") => Ok(Record::new(code::BLOCKS, [self.counted()?])),
            Token::Word("ret") => self.ret(),
            Token::Word("br") => self.branch(),
            Token::Word("switch") => self.switch(),
            Token::Word("unreachable") => {
                self.lexer.next()?;
                self.mark(';')?;
                Ok(Record::new(code::UNREACHABLE, []))
            }
            Token::Word("declare") => self.declare(),
            Token::Word("tail" | "call") => self.call(false),
            Token::Name(_) => self.valued(),
            Token::Word(word) if let Some(row) = InstructionRow::of_mnemonic(word, false) => {
                self.lexer.next()?;
                self.list(row)
            }
            _ => Err(self.lexer.unexpected("an instruction, a block or }")),
        }
    }

    /// Parses `%b1:`, which has no record.
    pub(super) fn label(&mut self) -> Parsed {
        let due = self.state.function.as_ref().and_then(|function| function.due_label());
        match due {
            Some(block) => self.exact_name(Name::local('b', block))?,
            None => return Err(self.lexer.unexpected("an instruction: no basic block begins here")),
        }
        self.mark(':')
    }

    /// Parses `%v0 = ` and the instruction.
    fn valued(&mut self) -> Parsed<Record> {
        let Some(function) = &self.state.function else { return Err(self.lexer.unexpected("no value outside a function")) };
        let name = function.next_instruction();
        self.exact_name(name)?;
        self.mark('=')?;
        let spot = self.lexer.spot();
        if let Token::Word("tail" | "call") = self.lexer.peek() {
            return self.call(true);
        }
        match self.any_word("an instruction that defines a value")? {
            "phi" => self.phi(),
            "icmp" => self.compare(true),
            "fcmp" => self.compare(false),
            word => {
                if let Some(row) = InstructionRow::of_mnemonic(word, true) {
                    return self.list(row);
                }
                if let Some(op) = CastOp::ALL.iter().find(|op| op.name() == word) {
                    return self.cast(*op);
                }
                let float = BinaryOp::ALL.iter().find(|op| op.float_name() == Some(word));
                let integer = BinaryOp::ALL.iter().find(|op| op.name() == word);
                let op = float.or(integer).ok_or_else(|| spot.expected("an instruction that defines a value"))?;
                self.binary(*op, float.is_some())
            }
        }
    }

    fn ret(&mut self) -> Parsed<Record> {
        self.lexer.next()?;
        // A value can be of type void too, but only in an invalid module.
        let void = self.lexer.peek() == Token::Word("void") && !matches!(self.lexer.peek_behind(), [Token::Name(_)]);
        let operands = if void {
            self.lexer.next()?;
            vec![]
        } else {
            vec![self.relative_typed()?]
        };
        self.mark(';')?;
        Ok(Record::new(code::RETURN, operands))
    }

    fn branch(&mut self) -> Parsed<Record> {
        self.lexer.next()?;
        let unconditional = match self.lexer.peek() {
            Token::Word(word) => word == "label",
            Token::Name(name) => name.kind == 'b',
            _ => false,
        };
        let operands = if unconditional {
            vec![self.target()?]
        } else {
            let condition = self.relative_typed()?;
            self.mark(',')?;
            let then = self.target()?;
            self.mark(',')?;
            vec![then, self.target()?, condition]
        };
        self.mark(';')?;
        Ok(Record::new(code::BRANCH, operands))
    }

    fn declare(&mut self) -> Parsed<Record> {
        self.lexer.next()?;
        let (id, _) = self.type_id()?;
        let index = self.value()?;
        self.mark(';')?;
        Ok(Record::new(code::DECLARE, [u64::from(index), id]))
    }

    /// Parses `tail call i32 @f0(i32 %c0);`: direct if a function's name is called and the text does not say `call indirect`.
    fn call(&mut self, named: bool) -> Parsed<Record> {
        let place = self.lexer.place();
        let convention = u64::from(self.take_word("tail")?);
        self.word("call")?;
        let indirect = self.take_word("indirect")?;
        let result = self.mention()?;
        if (result.shape == Type::Void) == named {
            return Err(place.error("a name for the result of a call, unless it is void", "none, or one too many"));
        }
        let callee = self.value()?;
        let direct = match self.state.value(callee) {
            Some(Value::Function(function)) if !indirect => Some(function),
            _ => None,
        };
        let callee = self.distance(callee);
        let mut record = Record::new(code::CALL, [convention, callee]);
        match direct {
            Some(function) => self.check_result(function, callee, result)?,
            None => {
                record.code = code::CALL_INDIRECT;
                record.operands.push(self.existing(result)?);
            }
        }
        self.arguments(&mut record.operands)?;
        self.mark(';')?;
        Ok(record)
    }

    /// Checks the type that a direct call states, with the callee as a distance.
    fn check_result(&self, function: u32, callee: u64, stated: Mention) -> Parsed {
        let expected = match self.state.called(callee) {
            Some(shape) if shape == stated.shape => return Ok(()),
            Some(shape) => format!("{}, the result type of @f{function}", describe(shape)),
            None => format!("the result type of @f{function}, which has no function type"),
        };
        Err(stated.place.error(expected, stated.describe()))
    }

    fn arguments(&mut self, operands: &mut Vec<u64>) -> Parsed {
        self.mark('(')?;
        if self.take_mark(')')? {
            return Ok(());
        }
        loop {
            operands.push(self.relative_typed()?);
            if !self.take_mark(',')? {
                return self.mark(')');
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, float: bool) -> Parsed<Record> {
        let place = self.lexer.place();
        let (a, shape) = self.typed()?;
        self.check_class(place, shape, !float)?;
        self.mark(',')?;
        let b = self.relative()?;
        self.mark(';')?;
        Ok(Record::new(code::BINARY, [self.distance(a), b, op.code()]))
    }

    /// Checks that a type is one of integers, or one of floats.
    fn check_class(&self, place: super::Place, shape: Type, integer: bool) -> Parsed {
        match shape.element() {
            Type::Integer(_) if integer => Ok(()),
            Type::Float | Type::Double if !integer => Ok(()),
            _ if integer => Err(place.error("a type of integers", describe(shape))),
            _ => Err(place.error("a type of floats", describe(shape))),
        }
    }

    fn cast(&mut self, op: CastOp) -> Parsed<Record> {
        let value = self.relative_typed()?;
        self.word("to")?;
        let (id, _) = self.type_id()?;
        self.mark(';')?;
        Ok(Record::new(code::CAST, [value, id, op.code()]))
    }

    fn phi(&mut self) -> Parsed<Record> {
        let (id, _) = self.type_id()?;
        let mut operands = vec![id];
        while !self.take_mark(';')? {
            if operands.len() > 1 {
                self.mark(',')?;
            }
            self.mark('[')?;
            operands.push(self.relative_rotated()?);
            self.mark(',')?;
            operands.push(self.block()?);
            self.mark(']')?;
        }
        Ok(Record::new(code::PHI, operands))
    }

    fn compare(&mut self, integer: bool) -> Parsed<Record> {
        let spot = self.lexer.spot();
        let name = self.any_word("a predicate")?;
        let predicate = Predicate::from_name(name, integer).ok_or_else(|| spot.expected("a predicate"))?;
        let place = self.lexer.place();
        let (a, shape) = self.typed()?;
        self.check_class(place, shape, integer)?;
        self.mark(',')?;
        let b = self.relative()?;
        self.mark(';')?;
        Ok(Record::new(code::COMPARE, [self.distance(a), b, predicate.code()]))
    }
}
