//! Registers as operands and results (reference, *Register Operands*).

use super::parser::{Parsed, Parser};
use crate::read::token::Kind;
use crate::{Class, ErrorKind, OlderSpelling, Register, RegisterFlags, RegisterOperand, RegisterQualifier};

impl<'t> Parser<'t, '_> {
    /// Returns whether a register begins here, or the flags before one.
    pub(super) fn at_register(&self) -> bool {
        match self.next.kind {
            Kind::Virtual(_) | Kind::Physical(_) | Kind::Named(_) => true,
            Kind::Word(word) => word == "_" || RegisterFlags::of(word).is_some(),
            _ => false,
        }
    }

    /// Reads a register with its flags and qualifiers into `operand`; `result` means that it is before `=`.
    pub(super) fn register(&mut self, operand: &mut RegisterOperand, result: bool) -> Parsed {
        let start = self.next;
        let flags = if let Kind::Word(_) = start.kind { self.register_flags(result)? } else { RegisterFlags::default() };
        let is_written = result || flags.contains(RegisterFlags::DEF) || flags.contains(RegisterFlags::IMPLICIT_DEF);
        operand.flags = flags;
        match self.next.kind {
            Kind::Virtual(number) => operand.register = Register::Virtual(number),
            Kind::Physical(name) => operand.register = physical(name),
            Kind::Named(name) => operand.register = Register::Named(name.into()),
            Kind::Word("_") => {
                self.note(OlderSpelling::NullRegister);
                operand.register = Register::None;
            }
            _ => return self.expected("a register"),
        }
        self.advance();
        if matches!(self.next.kind, Kind::Punctuation(b'.' | b':' | b'(')) {
            self.details(operand, is_written)?;
        }
        // `dead` on a register that is read is left to the validator: LLVM before 16 reads it.
        if is_written && flags.contains(RegisterFlags::KILLED) {
            return self.fail_at(start, ErrorKind::KilledDefinition);
        }
        Ok(())
    }

    /// Reads the parts after a register: its sub-register, its class, a type or a tie.
    fn details(&mut self, operand: &mut RegisterOperand, is_written: bool) -> Parsed {
        if self.at(b'.') {
            self.subregister(operand)?;
        }
        if self.at(b':') {
            self.class(operand)?;
        }
        if self.at(b'(') {
            operand.qualifier = self.qualifier(&operand.register, is_written)?;
        }
        Ok(())
    }

    /// Reads `$name`.
    pub(super) fn physical_register(&mut self) -> Parsed<Register> {
        let Kind::Physical(name) = self.next.kind else { return self.expected("a physical register, such as '$noreg'") };
        self.advance();
        Ok(physical(name))
    }

    /// Reads the flags, which most registers do not have. `implicit-def` means both `implicit` and `def`, and a result is implicitly a
    /// `def`.
    fn register_flags(&mut self, result: bool) -> Parsed<RegisterFlags> {
        const WRITTEN: RegisterFlags = RegisterFlags(RegisterFlags::IMPLICIT.0 | RegisterFlags::DEF.0);
        let mut seen = if result { RegisterFlags::DEF } else { RegisterFlags::default() };
        while let Kind::Word(word) = self.next.kind
            && let Some(flag) = RegisterFlags::of(word)
        {
            let meaning = if flag == RegisterFlags::IMPLICIT_DEF { WRITTEN } else { flag };
            if seen.contains(meaning) {
                return self.fail(ErrorKind::Duplicate(flag.name()));
            }
            seen = seen | meaning;
            self.advance();
        }
        Ok(match seen {
            _ if seen.contains(WRITTEN) => RegisterFlags(seen.0 & !WRITTEN.0) | RegisterFlags::IMPLICIT_DEF,
            _ if result => RegisterFlags(seen.0 & !RegisterFlags::DEF.0),
            _ => seen,
        })
    }

    fn subregister(&mut self, operand: &mut RegisterOperand) -> Parsed {
        if !is_virtual(&operand.register) {
            return self.fail(ErrorKind::SubregisterOfPhysical);
        }
        self.advance();
        operand.subregister = Some(self.word("a sub-register index")?.into());
        Ok(())
    }

    /// Reads a class; or, as in the reference, a sub-register and a class: no class has a name that begins with `sub`, and no class
    /// precedes another colon.
    fn class(&mut self, operand: &mut RegisterOperand) -> Parsed {
        if !is_virtual(&operand.register) {
            return self.fail(ErrorKind::ClassOfPhysical);
        }
        self.advance();
        let mut name = self.word("'_', a register class or a register bank")?;
        if operand.subregister.is_none() && name != "_" && (name.starts_with("sub") || self.at(b':')) {
            operand.subregister = Some(name.into());
            if !self.eat(b':') {
                return Ok(());
            }
            name = self.word("'_', a register class or a register bank")?;
        }
        operand.class = if name == "_" { Class::Generic } else { Class::Named(name.into()) };
        Ok(())
    }

    /// Reads a tie or a type in parentheses.
    fn qualifier(&mut self, register: &Register, is_written: bool) -> Parsed<RegisterQualifier> {
        if is_written && !is_virtual(register) {
            return self.fail(ErrorKind::TypeOfPhysical);
        }
        self.advance();
        let qualifier = if !is_written && self.eat_word("tied-def") {
            RegisterQualifier::TiedTo(self.number("the number of an operand")?)
        } else {
            RegisterQualifier::Type(self.low_level_type(if is_written { "a type" } else { "'tied-def' or a type" })?)
        };
        self.expect(b')')?;
        Ok(qualifier)
    }
}

fn physical(name: &str) -> Register {
    if name == "noreg" { Register::None } else { Register::Physical(name.into()) }
}

fn is_virtual(register: &Register) -> bool {
    matches!(register, Register::Virtual(_) | Register::Named(_))
}
