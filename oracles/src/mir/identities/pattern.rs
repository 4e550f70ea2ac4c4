//! Patterns of instructions, and what their letters stand for in one instruction.

use irsmith_mir::{Class, Element, FloatPredicate, Instruction, IntegerPredicate, OperandKind, Register, Type};
use std::collections::HashMap;

/// What an operand of a pattern is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    /// A register, with its name and the letter of its type.
    Register(String, char),
    Immediate,
    Predicate,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) opcode: String,
    results: Vec<Wanted>,
    operands: Vec<Wanted>,
}

/// What the letters of a pattern stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound {
    pub(super) registers: HashMap<String, (u32, Type)>,
    pub(super) types: HashMap<char, Type>,
    pub(super) immediate: i64,
    pub(super) integer: Option<IntegerPredicate>,
    pub(super) float: Option<FloatPredicate>,
}

impl Pattern {
    /// Reads a pattern; `None` if it is not one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (results, rest) = text.split_once(" = ")?;
        let (opcode, operands) = rest.split_once(' ')?;
        let list = |text: &str| text.split(',').map(|word| wanted(word.trim())).collect::<Option<Vec<Wanted>>>();
        Some(Self { opcode: opcode.to_owned(), results: list(results)?, operands: list(operands)? })
    }

    /// Binds the letters to an instruction; `None` if it does not fit. `type_of` returns the type of a register.
    pub(super) fn bind(&self, instruction: &Instruction, type_of: &dyn Fn(u32) -> Option<Type>) -> Option<Bound> {
        if instruction.opcode.as_str() != self.opcode
            || instruction.results.len() != self.results.len()
            || instruction.operands.len() != self.operands.len()
            || instruction.bundle.is_some()
        {
            return None;
        }
        let mut bound = Bound::default();
        for (result, wanted) in instruction.results.iter().zip(&self.results) {
            // A bank or class would have to be kept.
            if !matches!(result.class, Class::Generic | Class::None) || result.subregister.is_some() || result.flags.0 != 0 {
                return None;
            }
            bound.register(wanted, &result.register, type_of)?;
        }
        for (operand, wanted) in instruction.operands.iter().zip(&self.operands) {
            match (&operand.kind, wanted) {
                (OperandKind::Register(register), Wanted::Register(..)) if register.subregister.is_none() => {
                    bound.register(wanted, &register.register, type_of)?;
                }
                (OperandKind::Immediate(number), Wanted::Immediate) => bound.immediate = *number,
                (OperandKind::IntegerPredicate(predicate), Wanted::Predicate) => bound.integer = Some(*predicate),
                (OperandKind::FloatPredicate(predicate), Wanted::Predicate) => bound.float = Some(*predicate),
                _ => return None,
            }
        }
        Some(bound)
    }

    /// Writes an instruction of the pattern as text, for tests. `register` spells a register of a name and the letter of its type.
    #[cfg(test)]
    pub(super) fn spelled(&self, register: &dyn Fn(&str, char) -> String, immediate: i64, predicate: &str) -> String {
        let list = |list: &[Wanted]| {
            let words = list.iter().map(|wanted| match wanted {
                Wanted::Register(name, letter) => register(name, *letter),
                Wanted::Immediate => immediate.to_string(),
                Wanted::Predicate => predicate.to_owned(),
            });
            words.collect::<Vec<_>>().join(", ")
        };
        format!("{} = {} {}", list(&self.results), self.opcode, list(&self.operands))
    }

    /// Returns the operands that are registers, with the letters of their types, for tests.
    #[cfg(test)]
    pub(super) fn inputs(&self) -> Vec<(&str, char)> {
        let register = |wanted| if let &Wanted::Register(ref name, letter) = wanted { Some((name.as_str(), letter)) } else { None };
        self.operands.iter().filter_map(register).collect()
    }

    /// Returns the results, with the letters of their types, for tests.
    #[cfg(test)]
    pub(super) fn outputs(&self) -> Vec<(&str, char)> {
        let register = |wanted| if let &Wanted::Register(ref name, letter) = wanted { Some((name.as_str(), letter)) } else { None };
        self.results.iter().filter_map(register).collect()
    }
}

fn wanted(word: &str) -> Option<Wanted> {
    Some(match word {
        "imm" => Wanted::Immediate,
        "pred" => Wanted::Predicate,
        _ => {
            let (name, letter) = word.split_once(':')?;
            Wanted::Register(name.to_owned(), letter.chars().next()?)
        }
    })
}

impl Bound {
    fn register(&mut self, wanted: &Wanted, register: &Register, type_of: &dyn Fn(u32) -> Option<Type>) -> Option<()> {
        let (Wanted::Register(name, letter), Register::Virtual(number)) = (wanted, register) else { return None };
        let ty = type_of(*number)?;
        let fits = match *letter {
            'P' => matches!(ty, Type::Single(Element::Pointer(_))),
            'B' => lane_bits(ty) == Some(1),
            _ => lane_bits(ty).is_some(),
        };
        if !fits || *self.types.entry(*letter).or_insert(ty) != ty {
            return None;
        }
        self.registers.insert(name.clone(), (*number, ty));
        Some(())
    }

    /// Returns the width of the lanes of a letter's type.
    pub(super) fn bits(&self, letter: char) -> Option<u32> {
        self.ty(letter).and_then(lane_bits)
    }

    /// Returns the number of the lanes of a letter's type.
    pub(super) fn lanes(&self, letter: char) -> Option<u16> {
        self.types.get(&letter).map(|ty| if let Type::Vector { count, .. } = ty { *count } else { 1 })
    }

    /// Returns the type that a letter stands for in the lines.
    pub(super) fn ty(&self, letter: char) -> Option<Type> {
        let other = |bits: u32| self.types.get(&'T').and_then(|ty| with_lanes(*ty, bits));
        self.types.get(&letter).copied().or_else(|| match letter {
            'D' => other(2 * self.types.get(&'T').and_then(|ty| lane_bits(*ty))?),
            'I' => other(u32::try_from(self.immediate).ok()?),
            'B' => other(1),
            _ => None,
        })
    }
}

/// Returns the width of the lanes of a scalar or a fixed vector of scalars.
pub(super) fn lane_bits(ty: Type) -> Option<u32> {
    match ty {
        Type::Single(Element::Scalar(bits)) | Type::Vector { scalable: false, element: Element::Scalar(bits), .. } if bits > 0 => {
            Some(bits.into())
        }
        _ => None,
    }
}

/// Returns the type with as many lanes of another width.
fn with_lanes(ty: Type, bits: u32) -> Option<Type> {
    let element = Element::Scalar(u16::try_from(bits).ok().filter(|bits| *bits > 0)?);
    Some(match ty {
        Type::Single(_) => Type::Single(element),
        Type::Vector { count, scalable, .. } => Type::Vector { count, scalable, element },
    })
}
