//! The types block, and references to types.

use super::error::Parsed;
use super::lexer::{Name, Place, Token};
use super::{Parser, Record};
use crate::tables::type_code;
use crate::text::print;
use crate::text::state::{Signature, Type};
use crate::text::statement::Statement;

/// A reference to a type in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mention {
    pub(super) place: Place,
    /// The shape; the id itself if it is undefined.
    pub(super) shape: Type,
    /// The id, unless no type has its shape.
    id: Option<u64>,
    /// Lanes of a spelled-out vector, its element and the id of that; no id if no type is the element.
    vector: Option<(u64, Type, Option<u64>)>,
    /// Whether the id was spelled.
    by_id: bool,
}

impl Parser<'_> {
    pub(super) fn type_record(&mut self) -> Parsed<Record> {
        match self.lexer.peek() {
            Token::Word("count") => return Ok(Record::new(type_code::COUNT, [self.counted()?])),
            Token::Name(_) => {}
            _ => return Err(self.lexer.unexpected("count, a type such as @t0, or }")),
        }
        self.exact_name(Name::global('t', self.state.types.len()))?;
        self.mark('=')?;
        let mention = self.mention()?;
        let record = if self.lexer.peek() == Token::Mark('(') { self.function_type(mention)? } else { simple(mention)? };
        self.mark(';')?;
        Ok(record)
    }

    fn function_type(&mut self, result: Mention) -> Parsed<Record> {
        let (variadic, parameters) = self.parameters(false)?;
        let mut operands = vec![u64::from(variadic), result.component()?];
        operands.extend(parameters);
        Ok(Record::new(type_code::FUNCTION, operands))
    }

    /// Parses the ids of the types in parentheses, and whether `...` follows them. In a function's head, each may be followed by its name.
    fn parameters(&mut self, named: bool) -> Parsed<(bool, Vec<u64>)> {
        self.mark('(')?;
        let mut parameters = Vec::new();
        if self.take_mark(')')? {
            return Ok((false, parameters));
        }
        loop {
            if self.take_word("...")? {
                self.mark(')')?;
                return Ok((true, parameters));
            }
            let parameter = self.mention()?.component()?;
            if let (true, Token::Name(_)) = (named, self.lexer.peek()) {
                self.exact_name(Name::local('p', parameters.len()))?;
            }
            parameters.push(parameter);
            if !self.take_mark(',')? {
                self.mark(')')?;
                return Ok((false, parameters));
            }
        }
    }

    /// Parses a type: `i32`, `<4 x float>`, `@t7`.
    pub(super) fn mention(&mut self) -> Parsed<Mention> {
        let place = self.lexer.place();
        if self.take_mark('<')? {
            let count = self.number()?;
            self.word("x")?;
            let element = self.scalar_mention()?;
            self.mark('>')?;
            let shape = element.shape.as_element().map(|element| Type::Vector(count, element));
            let id = shape.and_then(|shape| self.state.types.id_of(shape)).map(u64::from);
            let shape = shape.unwrap_or(Type::Id(u32::MAX));
            return Ok(Mention { place, shape, id, vector: Some((count, element.shape, element.id)), by_id: false });
        }
        self.scalar_mention()
    }

    fn scalar_mention(&mut self) -> Parsed<Mention> {
        let place = self.lexer.place();
        let spot = self.lexer.spot();
        let shape = match self.lexer.next()? {
            Token::Word("void") => Type::Void,
            Token::Word("float") => Type::Float,
            Token::Word("double") => Type::Double,
            Token::Word(word) => match word.strip_prefix('i').and_then(|bits| bits.parse().ok()) {
                Some(bits) => Type::Integer(bits),
                None => return Err(spot.expected("a type")),
            },
            Token::Name(name) if (name.sigil, name.kind) == ('@', 't') => {
                let shape = self.state.types.get(name.index).unwrap_or(Type::Id(name.index as u32));
                return Ok(Mention { place, shape, id: Some(name.index), vector: None, by_id: true });
            }
            _ => return Err(spot.expected("a type")),
        };
        let id = self.state.types.id_of(shape).map(u64::from);
        Ok(Mention { place, shape, id, vector: None, by_id: false })
    }

    /// Parses a type of the types block and returns its id and shape.
    pub(super) fn type_id(&mut self) -> Parsed<(u64, Type)> {
        let mention = self.mention()?;
        Ok((self.existing(mention)?, mention.shape))
    }

    /// Returns the id of a type of the types block that was parsed before.
    pub(super) fn existing(&self, mention: Mention) -> Parsed<u64> {
        let id = mention.component()?;
        match self.state.types.get(id) {
            Some(_) => Ok(id),
            None => Err(mention.place.error("a type of the types block", format!("@t{id}"))),
        }
    }

    /// Returns a type as errors print it where types of one shape differ: one that repeats another by its id.
    pub(super) fn describe_id(&self, id: u64) -> String {
        match self.state.types.get(id) {
            Some(shape) if self.state.types.is_first(id) => describe(shape),
            _ => format!("@t{id}"),
        }
    }

    /// Parses a type with one possible value.
    pub(super) fn exact_type(&mut self, shape: Type) -> Parsed {
        let mention = self.mention()?;
        if mention.shape == shape { Ok(()) } else { Err(mention.place.error(describe(shape), mention.describe())) }
    }

    /// Parses `i32 @f0(i32, i32)` or `@t7 @f0` and returns the id of the function's type.
    pub(super) fn named_signature(&mut self, function: u32) -> Parsed<u32> {
        self.signature_of(function, false)
    }

    fn signature_of(&mut self, function: u32, named: bool) -> Parsed<u32> {
        let result = self.mention()?;
        self.exact_name(Name::global('f', function))?;
        if self.lexer.peek() != Token::Mark('(') {
            let id = result.by_id.then_some(result.component()?).and_then(|id| u32::try_from(id).ok());
            return id.ok_or_else(|| self.lexer.unexpected('('));
        }
        let (variadic, parameters) = self.parameters(named)?;
        let missing = || result.place.error("a function type of the types block", "a signature that none has");
        let narrow = |id: u64| u32::try_from(id).map_err(|_| missing());
        let parameters = parameters.into_iter().map(narrow).collect::<Parsed<_>>()?;
        let signature = Signature { variadic, result: narrow(result.component()?)?, parameters };
        self.state.types.id_of_signature(&signature).ok_or_else(missing)
    }

    /// Parses the head of a function block, which must be that of the next function with a body.
    pub(super) fn body_signature(&mut self) -> Parsed {
        let place = self.lexer.place();
        let Some((function, signature)) = self.state.next_body() else {
            return Err(self.lexer.unexpected("{, for no function lacks a body"));
        };
        if self.signature_of(function, true)? == signature {
            return Ok(());
        }
        Err(place.error(format!("the signature that @f{function} was defined with"), "another"))
    }
}

impl Mention {
    /// Returns the type as errors print it.
    pub(super) fn describe(self) -> String {
        match self.vector {
            // The shape of a vector of something else says nothing of it.
            Some((count, element, _)) if element.as_element().is_none() => format!("<{count} x {}>", describe(element)),
            _ => describe(self.shape),
        }
    }

    /// Returns the id of the type, for use in another type.
    fn component(self) -> Parsed<u64> {
        self.id.ok_or_else(|| self.place.error("a type of the types block", self.describe()))
    }
}

/// Returns the record that defines a type other than a function type.
fn simple(mention: Mention) -> Parsed<Record> {
    if let Some((count, _, element)) = mention.vector {
        let element = element.ok_or_else(|| mention.place.error("a vector of a type of the types block", "another"))?;
        return Ok(Record::new(type_code::VECTOR, [count, element]));
    }
    match mention.shape {
        _ if mention.by_id => Err(mention.place.error("a type that is not only an id", "an id")),
        Type::Void => Ok(Record::new(type_code::VOID, [])),
        Type::Float => Ok(Record::new(type_code::FLOAT, [])),
        Type::Double => Ok(Record::new(type_code::DOUBLE, [])),
        Type::Integer(bits) => Ok(Record::new(type_code::INTEGER, [bits])),
        Type::Vector(..) | Type::Id(_) => Err(mention.place.error("a type", "something else")),
    }
}

/// Returns a type as errors print it.
pub(super) fn describe(shape: Type) -> String {
    let mut statement = Statement::default();
    print::types::shape(shape, &mut statement);
    statement.as_line().to_owned()
}
