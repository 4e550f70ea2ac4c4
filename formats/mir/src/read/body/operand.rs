//! Operands (reference, *Machine Operands*).

use super::parser::{Parsed, Parser};
use crate::read::token::{Kind, Value};
use crate::{ErrorKind, FloatKind, FloatPredicate, IntegerPredicate, Lane, Name, Operand, OperandKind, Register};

/// The flags of assembly, in the order in which llc 23 prints them.
const ASSEMBLY_FLAGS: [&str; 8] =
    ["sideeffect", "mayload", "maystore", "isconvergent", "alignstack", "unwind", "attdialect", "inteldialect"];
/// The kinds of operands of assembly, as llc 23 prints them.
const ASSEMBLY_OPERANDS: [&str; 7] = ["reguse", "regdef", "regdef-ec", "clobber", "imm", "mem", "func"];

impl Parser<'_, '_> {
    /// Reads an operand with its target flags into an empty one. Most operands are registers, and too large to be read elsewhere and then
    /// moved.
    pub(super) fn operand(&mut self, operand: &mut Operand) -> Parsed {
        if self.at_word("target-flags") {
            operand.target_flags = Some(self.target_flags()?);
        }
        let start = self.next;
        match &mut operand.kind {
            OperandKind::Register(register) if self.at_register() => {
                self.register(register, false)?;
                if operand.target_flags.is_some() { self.fail_at(start, ErrorKind::TargetFlagsOfRegister) } else { Ok(()) }
            }
            kind => {
                *kind = self.operand_kind()?;
                Ok(())
            }
        }
    }

    fn target_flags(&mut self) -> Parsed<Box<[Name]>> {
        self.advance();
        self.list(|parser| Ok(parser.word("the name of a target flag")?.into()))
    }

    /// Reads `(a, b)`: at least one.
    fn list<T>(&mut self, mut element: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Box<[T]>> {
        self.expect(b'(')?;
        let mut list = vec![element(self)?];
        while self.eat(b',') {
            list.push(element(self)?);
        }
        self.expect(b')')?;
        Ok(list.into())
    }

    /// Reads an operand that is not a register and that is known by its sigil or its form.
    fn operand_kind(&mut self) -> Parsed<OperandKind> {
        match self.next.kind {
            Kind::Integer(digits) => Ok(OperandKind::Immediate(self.immediate(digits)?)),
            Kind::Word(word) => self.word_operand(word),
            Kind::Block { .. } => Ok(OperandKind::Block(self.block_reference()?)),
            Kind::Stack { number, name } => {
                self.advance();
                Ok(OperandKind::Stack { id: number, name: (!name.is_empty()).then(|| name.into()) })
            }
            Kind::FixedStack(id) => self.plain(OperandKind::FixedStack(id)),
            Kind::PoolConstant(id) => {
                self.advance();
                Ok(OperandKind::Constant { id, offset: self.offset()? })
            }
            Kind::JumpTable(id) => self.plain(OperandKind::JumpTable(id)),
            Kind::External(name) => {
                let name = self.name(name)?.into();
                Ok(OperandKind::ExternalSymbol { name, offset: self.offset()? })
            }
            Kind::Global(value) => {
                let value = self.value(value)?;
                Ok(OperandKind::Global { value, offset: self.offset()? })
            }
            Kind::SubregisterIndex(name) => Ok(OperandKind::SubregisterIndex(self.name(name)?.into())),
            Kind::Symbol(name) => Ok(OperandKind::Symbol(self.name(name)?.into())),
            Kind::Metadata(_) | Kind::Punctuation(b'!') => Ok(OperandKind::Metadata(self.metadata()?)),
            Kind::Punctuation(b'.') => self.mnemonic(),
            _ => self.expected("an operand"),
        }
    }

    /// Skips the token of an operand that consists of one token.
    fn plain(&mut self, kind: OperandKind) -> Parsed<OperandKind> {
        self.advance();
        Ok(kind)
    }

    /// Reads an operand that begins with a word.
    fn word_operand(&mut self, word: &str) -> Parsed<OperandKind> {
        if let Some(operation) = self.cfi_operation(word)? {
            return Ok(OperandKind::Cfi(Box::new(operation)));
        }
        if let Some(kind) = FloatKind::ALL.into_iter().find(|kind| kind.name() == word) {
            return Ok(OperandKind::Float(Box::new(self.float_immediate(kind)?)));
        }
        match word {
            "blockaddress" => self.block_address(),
            "target-index" => {
                self.advance();
                let name = self.argument(|parser| parser.word("the name of a target index"))?.into();
                Ok(OperandKind::TargetIndex { name, offset: self.offset()? })
            }
            "intrinsic" => {
                self.advance();
                Ok(OperandKind::Intrinsic(self.argument(Self::intrinsic)?))
            }
            "intpred" => {
                self.advance();
                let predicate = self.argument(|parser| parser.predicate(IntegerPredicate::of))?;
                Ok(OperandKind::IntegerPredicate(predicate))
            }
            "floatpred" => {
                self.advance();
                let predicate = self.argument(|parser| parser.predicate(FloatPredicate::of))?;
                Ok(OperandKind::FloatPredicate(predicate))
            }
            "shufflemask" => {
                self.advance();
                Ok(OperandKind::ShuffleMask(self.list(Self::lane)?))
            }
            "dbg-instr-ref" => {
                self.advance();
                self.argument(|parser| {
                    let instruction = parser.number("the number of an instruction")?;
                    parser.expect(b',')?;
                    Ok(OperandKind::DebugReference { instruction, operand: parser.number("the number of an operand")? })
                })
            }
            "liveout" => {
                self.advance();
                Ok(OperandKind::LiveOut(self.list(Self::physical_register)?))
            }
            "lanemask" => {
                self.advance();
                Ok(OperandKind::LaneMask(self.argument(|parser| parser.any_number("a lane mask"))?))
            }
            word if ASSEMBLY_FLAGS.contains(&word) => self.assembly_flags(),
            word if ASSEMBLY_OPERANDS.contains(&word) => self.assembly_operand(),
            "CustomRegMask" => {
                self.advance();
                Ok(OperandKind::CustomRegisterMask(self.custom_mask()?))
            }
            _ => self.typed_or_mask(word),
        }
    }

    /// Reads the flags of assembly, separated by blanks.
    fn assembly_flags(&mut self) -> Parsed<OperandKind> {
        let mut words = String::new();
        while let Kind::Word(word) = self.next.kind
            && ASSEMBLY_FLAGS.contains(&word)
        {
            words.push_str(if words.is_empty() { "" } else { " " });
            words.push_str(word);
            self.advance();
        }
        Ok(OperandKind::Assembly(words.into()))
    }

    /// Reads the kind of the operands of assembly that follow: `regdef:GR32`, `mem:m`, `reguse tiedto:$0`.
    fn assembly_operand(&mut self) -> Parsed<OperandKind> {
        let mut words = String::from(self.word("the kind of an operand")?);
        if self.eat(b':') {
            words.push(':');
            words.push_str(self.word("a register class or a constraint")?);
        }
        if self.eat_word("tiedto") {
            self.expect(b':')?;
            let Kind::Physical(number) = self.next.kind else { return self.expected("the number of an operand, such as '$0'") };
            words.push_str(" tiedto:$");
            words.push_str(number);
            self.advance();
        }
        Ok(OperandKind::Assembly(words.into()))
    }

    /// Reads `(a)`.
    fn argument<T>(&mut self, argument: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.expect(b'(')?;
        let value = argument(self)?;
        self.expect(b')')?;
        Ok(value)
    }

    /// Reads `@llvm.name`.
    fn intrinsic(&mut self) -> Parsed<Box<str>> {
        match self.next.kind {
            Kind::Global(Value::Name(name)) => Ok(self.name(name)?.into()),
            _ => self.expected("an intrinsic, such as '@llvm.trap'"),
        }
    }

    fn predicate<T>(&mut self, of: impl Fn(&str) -> Option<T>) -> Parsed<T> {
        let Kind::Word(word) = self.next.kind else { return self.expected("a predicate") };
        let Some(predicate) = of(word) else { return self.expected("a predicate") };
        self.advance();
        Ok(predicate)
    }

    /// Reads an element of a shuffle mask; -1 is llc's internal value of `undef`, and is read as `undef`.
    fn lane(&mut self) -> Parsed<Lane> {
        match self.next.kind {
            Kind::Word("undef") | Kind::Integer("-1") => {
                self.advance();
                Ok(None)
            }
            _ => Ok(Some(self.number("the number of an element or 'undef'")?)),
        }
    }

    /// Reads the registers of a mask without a name; there may be none.
    fn custom_mask(&mut self) -> Parsed<Box<[Register]>> {
        self.expect(b'(')?;
        let mut registers = Vec::new();
        while !self.at(b')') {
            registers.push(self.physical_register()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(registers.into())
    }

    fn block_address(&mut self) -> Parsed<OperandKind> {
        self.advance();
        self.expect(b'(')?;
        let function = Box::new(self.global("a function, such as '@f'")?);
        self.expect(b',')?;
        let block = Box::new(self.ir_block()?);
        self.expect(b')')?;
        Ok(OperandKind::BlockAddress { function, block, offset: self.offset()? })
    }

    /// Reads `.name`, where the name may begin with digits or be missing.
    fn mnemonic(&mut self) -> Parsed<OperandKind> {
        self.advance();
        let mut mnemonic = String::new();
        if let Kind::Integer(digits) = self.next.kind {
            mnemonic.push_str(digits);
            self.advance();
        }
        if let Kind::Word(word) = self.next.kind {
            mnemonic.push_str(word);
            self.advance();
        }
        Ok(OperandKind::Mnemonic(mnemonic.into()))
    }

    /// Reads an integer of a type, or the name of a register mask.
    fn typed_or_mask(&mut self, word: &str) -> Parsed<OperandKind> {
        if let Some(bits) = word.strip_prefix('i')
            && !bits.is_empty()
            && bits.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Ok(OperandKind::Integer(Box::new(self.integer_immediate(bits)?)));
        }
        // Masks are spelled in lower case; anything else is a mistake.
        if word.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return self.expected("an operand");
        }
        self.plain(OperandKind::RegisterMask(word.into()))
    }
}
