//! Operations of `CFI_INSTRUCTION`.

use super::parser::{Parsed, Parser};
use crate::CfiOperation;
use crate::read::token::Kind;

impl Parser<'_, '_> {
    /// Reads the operation that begins with a word; `None` if no operation does.
    pub(super) fn cfi_operation(&mut self, word: &str) -> Parsed<Option<CfiOperation>> {
        use CfiOperation as Operation;
        // Each operation skips the word first.
        Ok(Some(match word {
            "same_value" => Operation::SameValue(self.first_register()?),
            "offset" => Operation::Offset(self.first_register()?, self.next_offset()?),
            "rel_offset" => Operation::RelativeOffset(self.first_register()?, self.next_offset()?),
            "def_cfa_register" => Operation::DefCfaRegister(self.first_register()?),
            "def_cfa_offset" => Operation::DefCfaOffset(self.first_offset()?),
            "adjust_cfa_offset" => Operation::AdjustCfaOffset(self.first_offset()?),
            "def_cfa" => Operation::DefCfa(self.first_register()?, self.next_offset()?),
            "llvm_def_aspace_cfa" => {
                let (register, offset) = (self.first_register()?, self.next_offset()?);
                self.expect(b',')?;
                Operation::DefAddressSpaceCfa(register, offset, self.number("an address space")?)
            }
            "remember_state" => self.alone(Operation::RememberState),
            "restore" => Operation::Restore(self.first_register()?),
            "restore_state" => self.alone(Operation::RestoreState),
            "undefined" => Operation::Undefined(self.first_register()?),
            "register" => {
                let first = self.first_register()?;
                self.expect(b',')?;
                Operation::Register(first, self.physical_register()?)
            }
            "window_save" => self.alone(Operation::WindowSave),
            "negate_ra_sign_state" => self.alone(Operation::NegateRaSignState),
            "negate_ra_sign_state_with_pc" => self.alone(Operation::NegateRaSignStateWithPc),
            "llvm_register_pair" => Operation::RegisterPair(self.first_register()?, [self.sized_register()?, self.sized_register()?]),
            "llvm_vector_registers" => {
                let register = self.first_register()?;
                let mut parts = Vec::new();
                while self.at(b',') && matches!(self.second(), Kind::Physical(_)) {
                    self.advance();
                    parts.push((self.physical_register()?, self.next_number()?, self.next_number()?));
                }
                if parts.is_empty() {
                    return self.expected("',' and a register");
                }
                Operation::VectorRegisters(register, parts)
            }
            "llvm_vector_offset" => {
                let (register, bits, (mask, mask_bits)) = (self.first_register()?, self.next_number()?, self.sized_register()?);
                Operation::VectorOffset(register, bits, mask, mask_bits, self.next_offset()?)
            }
            "llvm_vector_register_mask" => {
                Operation::VectorRegisterMask(self.first_register()?, [self.sized_register()?, self.sized_register()?])
            }
            "escape" => Operation::Escape(self.escape()?),
            _ => return Ok(None),
        }))
    }

    fn alone(&mut self, operation: CfiOperation) -> CfiOperation {
        self.advance();
        operation
    }

    fn first_register(&mut self) -> Parsed<crate::Register> {
        self.advance();
        self.physical_register()
    }

    fn first_offset(&mut self) -> Parsed<i32> {
        self.advance();
        self.number("an offset in bytes")
    }

    /// Reads a register and a number after it.
    fn sized_register(&mut self) -> Parsed<(crate::Register, u32)> {
        self.expect(b',')?;
        Ok((self.physical_register()?, self.next_number()?))
    }

    fn next_number(&mut self) -> Parsed<u32> {
        self.expect(b',')?;
        self.number("a number of bits or of a lane")
    }

    fn next_offset(&mut self) -> Parsed<i32> {
        self.expect(b',')?;
        self.number("an offset in bytes")
    }

    /// Reads bytes in hexadecimal. A comma before anything else belongs to the instruction.
    fn escape(&mut self) -> Parsed<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            self.advance();
            if !matches!(self.next.kind, Kind::Hexadecimal(_)) {
                return self.expected("a byte in hexadecimal");
            }
            bytes.push(self.any_number("a byte in hexadecimal")?);
            if !self.at(b',') || !matches!(self.second(), Kind::Hexadecimal(_)) {
                return Ok(bytes);
            }
        }
    }
}
