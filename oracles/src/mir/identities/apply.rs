//! Writes the lines of an identity for one instruction.

use super::super::lines::{Registers, instructions_of};
use super::pattern::{Bound, lane_bits};
use super::{Identity, of};
use irsmith_mir::{FloatPredicate, Function, Instruction, IntegerPredicate, Type};
use std::fmt::Write as _;

/// What can be rewritten in a function: for each instruction the identities that hold for it.
pub(in super::super) struct Rewriter {
    registers: Registers,
}

/// Returns what rewrites instructions of a function.
pub(in super::super) fn rewrite(function: &Function) -> Rewriter {
    Rewriter { registers: Registers::of(function) }
}

impl Rewriter {
    /// Returns the identities that hold for an instruction.
    pub(in super::super) fn fitting(&self, instruction: &Instruction) -> Vec<&'static Identity> {
        let fits = |(row, bound): (&'static Identity, Option<Bound>)| bound.is_some_and(|bound| row.condition.holds(&bound)).then_some(row);
        of(instruction.opcode.as_str())
            .map(|(row, pattern)| (row, pattern.bind(instruction, &|number| self.registers.ty(number))))
            .filter_map(fits)
            .collect()
    }

    /// Returns the instructions that an identity writes in place of one for which it holds; `None` if it does not hold.
    pub(in super::super) fn written(&mut self, row: &Identity, instruction: &Instruction) -> Option<Vec<Instruction>> {
        let (_, pattern) = of(instruction.opcode.as_str()).find(|(known, _)| known.name == row.name)?;
        let bound = pattern.bind(instruction, &|number| self.registers.ty(number)).filter(|bound| row.condition.holds(bound))?;
        let mut lines = Lines { bound, registers: &mut self.registers, out: String::new() };
        for line in row.lines.split(';') {
            lines.line(line.trim())?;
        }
        let written = instructions_of(&lines.out)?;
        written.iter().for_each(|instruction| self.registers.add(instruction));
        Some(written)
    }
}

/// Lines as text of Machine IR.
struct Lines<'r> {
    bound: Bound,
    registers: &'r mut Registers,
    out: String,
}

impl Lines<'_> {
    /// Writes `r, o:B = OPCODE operands`.
    fn line(&mut self, line: &str) -> Option<()> {
        let (results, rest) = line.split_once(" = ")?;
        let (opcode, operands) = rest.split_once(' ')?;
        let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
        let mut results_text = Vec::new();
        let mut named = Vec::new();
        for result in results.split(',').map(str::trim) {
            let (name, letter) = result.split_once(':').map_or((result, None), |(name, letter)| (name, letter.chars().next()));
            let known = self.bound.registers.get(name).copied();
            let (number, ty) = match (known, letter) {
                (Some(known), _) => known,
                (None, letter) => (self.registers.fresh(), self.bound.ty(letter.unwrap_or('T'))?),
            };
            results_text.push(format!("%{number}:_({ty})"));
            named.push((name.to_owned(), (number, ty)));
        }
        let of_operand = operands.iter().find_map(|word| self.bound.registers.get(*word)).map(|(_, ty)| *ty);
        // The values of a selection are as its result, not as its condition.
        let ty = if opcode == "G_SELECT" { None } else { of_operand }.or(named.first().map(|(_, (_, ty))| *ty))?;
        let mut words = Vec::new();
        for word in operands {
            words.push(self.operand(opcode, word, ty)?);
        }
        writeln!(self.out, "    {} = {opcode} {}", results_text.join(", "), words.join(", ")).ok()?;
        self.bound.registers.extend(named);
        Some(())
    }

    fn operand(&mut self, opcode: &str, word: &str, ty: Type) -> Option<String> {
        if let Some((number, ty)) = self.bound.registers.get(word) {
            return Some(format!("%{number}({ty})"));
        }
        match opcode {
            "G_ICMP" if let Some(predicate) = self.integer_predicate(word) => return Some(format!("intpred({})", predicate.name())),
            "G_FCMP" if let Some(predicate) = self.float_predicate(word) => return Some(format!("floatpred({})", predicate.name())),
            _ => {}
        }
        let number = self.constant(word, ty)?;
        Some(format!("%{number}({ty})"))
    }

    fn integer_predicate(&self, word: &str) -> Option<IntegerPredicate> {
        match word {
            "pred.swapped" => self.bound.integer.map(swapped),
            "pred.inverse" => self.bound.integer.map(inverse),
            _ => IntegerPredicate::of(word),
        }
    }

    fn float_predicate(&self, word: &str) -> Option<FloatPredicate> {
        // Their position has a bit each for equal, greater, less and unordered.
        let place = FloatPredicate::ALL.iter().position(|known| Some(*known) == self.bound.float)?;
        let other = match word {
            "pred.swapped" => place & 0b1001 | (place & 0b0010) << 1 | (place & 0b0100) >> 1,
            "pred.inverse" => place ^ 0b1111,
            _ => return None,
        };
        FloatPredicate::ALL.get(other).copied()
    }

    /// Writes a constant of a type, the same number in each lane; returns its register.
    fn constant(&mut self, word: &str, ty: Type) -> Option<u32> {
        let bits = lane_bits(ty).filter(|bits| *bits <= 128)?;
        let number = self.number(word, bits)?;
        let digits =
            if bits == 1 { if number & 1 == 1 { "true".to_owned() } else { "false".to_owned() } } else { signed(number, bits).to_string() };
        let scalar = self.registers.fresh();
        writeln!(self.out, "    %{scalar}:_(s{bits}) = G_CONSTANT i{bits} {digits}").ok()?;
        let Type::Vector { count, .. } = ty else { return Some(scalar) };
        let vector = self.registers.fresh();
        let lanes = vec![format!("%{scalar}(s{bits})"); usize::from(count)].join(", ");
        writeln!(self.out, "    %{vector}:_({ty}) = G_BUILD_VECTOR {lanes}").ok()?;
        Some(vector)
    }

    /// Returns the number that a word means in so many bits.
    fn number(&self, word: &str, bits: u32) -> Option<u128> {
        let all = |bits: u32| u128::MAX >> (128 - bits);
        let of_letter = |letter: &str| self.bound.bits(letter.chars().next()?).filter(|bits| *bits <= 128);
        Some(match word.split_once('.') {
            Some(("sign", letter)) => (1u128 << (of_letter(letter)? - 1)).wrapping_neg(),
            Some(("top", letter)) => all(of_letter(letter)?) >> 1,
            Some(("low", letter)) => all(of_letter(letter)?),
            Some(_) => return None,
            None => match word {
                "ones" => all(bits),
                "min" => 1 << (bits - 1),
                "max" => all(bits) >> 1,
                _ => match word.strip_prefix("0x") {
                    Some(byte) => u128::from_le_bytes([u8::from_str_radix(byte, 16).ok()?; 16]),
                    None => self.sum(word)? as u128,
                },
            },
        })
    }

    /// Returns the value of a number, or of a difference of numbers and widths.
    fn sum(&self, word: &str) -> Option<i128> {
        if let Ok(number) = word.parse() {
            return Some(number);
        }
        let mut parts = word.split('-').map(|part| match part {
            "w" => self.bound.bits('T').map(i128::from),
            "u" => self.bound.bits('U').map(i128::from),
            "i" => Some(i128::from(self.bound.immediate)),
            _ => part.parse().ok(),
        });
        let first = parts.next()??;
        parts.try_fold(first, |sum, part| Some(sum - part?))
    }
}

/// Returns the lowest bits of a number as a signed number.
fn signed(number: u128, bits: u32) -> i128 {
    (number << (128 - bits)) as i128 >> (128 - bits)
}

fn swapped(predicate: IntegerPredicate) -> IntegerPredicate {
    use IntegerPredicate as P;
    match predicate {
        P::Equal | P::NotEqual => predicate,
        P::UnsignedGreater => P::UnsignedLess,
        P::UnsignedGreaterOrEqual => P::UnsignedLessOrEqual,
        P::UnsignedLess => P::UnsignedGreater,
        P::UnsignedLessOrEqual => P::UnsignedGreaterOrEqual,
        P::SignedGreater => P::SignedLess,
        P::SignedGreaterOrEqual => P::SignedLessOrEqual,
        P::SignedLess => P::SignedGreater,
        P::SignedLessOrEqual => P::SignedGreaterOrEqual,
    }
}

fn inverse(predicate: IntegerPredicate) -> IntegerPredicate {
    use IntegerPredicate as P;
    match predicate {
        P::Equal => P::NotEqual,
        P::NotEqual => P::Equal,
        P::UnsignedGreater => P::UnsignedLessOrEqual,
        P::UnsignedGreaterOrEqual => P::UnsignedLess,
        P::UnsignedLess => P::UnsignedGreaterOrEqual,
        P::UnsignedLessOrEqual => P::UnsignedGreater,
        P::SignedGreater => P::SignedLessOrEqual,
        P::SignedGreaterOrEqual => P::SignedLess,
        P::SignedLess => P::SignedGreaterOrEqual,
        P::SignedLessOrEqual => P::SignedGreater,
    }
}
