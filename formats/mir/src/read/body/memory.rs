//! Memory operands.

use super::parser::{Parsed, Parser};
use crate::read::token::Kind;
use crate::{Access, ErrorKind, MemoryFlags, MemoryOperand, MemorySize, OlderSpelling, Ordering, Pointer, Type};

/// The maximal number of target flags of a memory operand: `MOTargetFlag1` to `MOTargetFlag4` of LLVM's `MachineMemOperand`.
const TARGET_FLAGS: usize = 4;

impl Parser<'_, '_> {
    /// Reads the memory operands after `::`.
    pub(super) fn memory_operands(&mut self, list: &mut Vec<MemoryOperand>) -> Parsed {
        // Nearly all lists have one element, but would reserve room for four.
        list.reserve_exact(1);
        while !self.at_line_end() && !self.at(b'{') {
            list.push(self.memory_operand()?);
            if !self.eat(b',') {
                break;
            }
        }
        Ok(())
    }

    fn memory_operand(&mut self) -> Parsed<MemoryOperand> {
        self.expect(b'(')?;
        let mut operand = MemoryOperand::new(Access::Load, MemorySize::Unknown);
        self.memory_flags(&mut operand)?;
        operand.access = self.access()?;
        if self.eat_word("syncscope") {
            operand.scope = Some(self.scope()?);
        }
        operand.ordering = self.ordering();
        operand.failure_ordering = operand.ordering.and_then(|_| self.ordering());
        operand.size = self.memory_size()?;
        if let Kind::Word(word) = self.next.kind {
            if word != operand.access.preposition() {
                return self.expected(match operand.access {
                    Access::Load => "'from'",
                    Access::Store => "'into'",
                    Access::LoadStore => "'on'",
                });
            }
            self.advance();
            operand.pointer = Some(self.pointer()?);
            operand.offset = self.offset()?;
        }
        while self.eat(b',') {
            self.memory_attribute(&mut operand)?;
        }
        self.expect(b')')?;
        Ok(operand)
    }

    fn memory_flags(&mut self, operand: &mut MemoryOperand) -> Parsed {
        loop {
            match self.next.kind {
                Kind::Word(word) if let Some(flag) = MemoryFlags::of(word) => {
                    if operand.flags.contains(flag) {
                        return self.fail(ErrorKind::Duplicate(flag.name()));
                    }
                    operand.flags.0 |= flag.0;
                    self.advance();
                }
                Kind::Text(_) if operand.target_flags.len() < TARGET_FLAGS => {
                    let token = self.next;
                    let flag = self.text()?.into();
                    if operand.target_flags.contains(&flag) {
                        return self.fail_at(token, ErrorKind::Duplicate("a target's flag"));
                    }
                    operand.target_flags.push(flag);
                }
                _ => return Ok(()),
            }
        }
    }

    fn access(&mut self) -> Parsed<Access> {
        if self.eat_word("store") {
            return Ok(Access::Store);
        }
        if !self.eat_word("load") {
            return self.expected("'load' or 'store'");
        }
        Ok(if self.eat_word("store") { Access::LoadStore } else { Access::Load })
    }

    fn scope(&mut self) -> Parsed<Box<str>> {
        self.expect(b'(')?;
        let scope = self.text()?.into();
        self.expect(b')')?;
        Ok(scope)
    }

    fn ordering(&mut self) -> Option<Ordering> {
        let Kind::Word(word) = self.next.kind else { return None };
        let ordering = Ordering::ALL.into_iter().find(|ordering| ordering.name() == word)?;
        self.advance();
        Some(ordering)
    }

    /// Reads a type in parentheses; before LLVM 13, a number of bytes.
    fn memory_size(&mut self) -> Parsed<MemorySize> {
        if self.eat_word("unknown-size") {
            return Ok(MemorySize::Unknown);
        }
        if self.eat(b'(') {
            let size = MemorySize::Type(self.low_level_type("a type")?);
            self.expect(b')')?;
            return Ok(size);
        }
        if let Kind::Integer(_) = self.next.kind {
            self.note(OlderSpelling::MemoryBytes);
        }
        let bytes: u64 = self.number("a type in parentheses, a number of bytes or 'unknown-size'")?;
        let bits = bytes.checked_mul(8).and_then(|bits| u16::try_from(bits).ok());
        Ok(match bits {
            Some(bits) if bits > 0 => MemorySize::Type(Type::scalar(bits)),
            _ => MemorySize::Bytes(bytes),
        })
    }

    fn pointer(&mut self) -> Parsed<Pointer> {
        let pointer = match self.next.kind {
            Kind::IrValue(value) => return Ok(Pointer::Ir(self.value(value)?)),
            Kind::Global(value) => return Ok(Pointer::Global(self.value(value)?)),
            Kind::Word("call-entry") => return self.call_entry(),
            Kind::Word("custom") => {
                self.advance();
                return Ok(Pointer::Custom(self.text()?.into()));
            }
            Kind::IrConstant(text) => Pointer::Constant(text.into()),
            Kind::Stack { number, name } => Pointer::Stack { id: number, name: (!name.is_empty()).then(|| name.into()) },
            Kind::FixedStack(id) => Pointer::FixedStack(id),
            Kind::Word("stack") => Pointer::StackPointer,
            Kind::Word("got") => Pointer::Got,
            Kind::Word("jump-table") => Pointer::JumpTable,
            Kind::Word("constant-pool") => Pointer::ConstantPool,
            Kind::Word("unknown-address") => Pointer::Unknown,
            _ => return self.expected("what is accessed, such as '%ir.p' or '%stack.0'"),
        };
        self.advance();
        Ok(pointer)
    }

    fn call_entry(&mut self) -> Parsed<Pointer> {
        self.advance();
        match self.next.kind {
            Kind::External(name) => Ok(Pointer::CallEntrySymbol(self.name(name)?.into())),
            _ => Ok(Pointer::CallEntryGlobal(self.global("a global value or an external symbol")?)),
        }
    }

    /// Reads an attribute; the last one counts if it is repeated, and `align` also sets the alignment of the base.
    fn memory_attribute(&mut self, operand: &mut MemoryOperand) -> Parsed {
        const EXPECTED: &str = "'align', 'basealign', 'addrspace', '!tbaa', '!alias.scope', '!noalias', '!noalias.addrspace' or '!range'";
        let (Kind::Word(name) | Kind::Metadata(name)) = self.next.kind else { return self.expected(EXPECTED) };
        match (matches!(self.next.kind, Kind::Metadata(_)), name) {
            (false, "align") => {
                self.advance();
                (operand.alignment, operand.base_alignment) = (Some(self.alignment()?), None);
            }
            (false, "basealign") => {
                self.advance();
                operand.base_alignment = Some(self.alignment()?);
            }
            (false, "addrspace") => {
                self.advance();
                operand.address_space = Some(self.number("an address space")?);
            }
            (true, "tbaa") => operand.tbaa = self.node()?,
            (true, "alias.scope") => operand.alias_scope = self.node()?,
            (true, "noalias") => operand.no_alias = self.node()?,
            (true, "noalias.addrspace") => operand.no_alias_spaces = self.node()?,
            (true, "range") => operand.range = self.node()?,
            _ => return self.expected(EXPECTED),
        }
        Ok(())
    }

    /// Reads the number of a node after its kind.
    fn node(&mut self) -> Parsed<Option<u32>> {
        self.advance();
        Ok(Some(self.metadata_number()?))
    }
}
