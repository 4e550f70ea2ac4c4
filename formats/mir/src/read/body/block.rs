//! Blocks: label, successors, live-ins (reference, *Machine Basic Blocks*).

use super::parser::{Parsed, Parser};
use crate::read::token::Kind;
use crate::{Block, BlockReference, ErrorKind, Instruction, LiveIn, OlderSpelling, Section, Successor};

/// A probability of one, `BranchProbability::getOne` of LLVM.
const CERTAIN: u32 = 0x8000_0000;

impl<'t> Parser<'t, '_> {
    /// Reads all blocks.
    pub(super) fn body(mut self) -> Vec<Block> {
        let mut blocks = Vec::with_capacity(1);
        while !self.errors.is_full() {
            match self.next.kind {
                Kind::End => break,
                Kind::Newline => self.advance(),
                Kind::Label { .. } => blocks.push(self.block()),
                _ => self.before_blocks(),
            }
        }
        blocks
    }

    /// Skips text before the first block, with one error for all of it.
    fn before_blocks(&mut self) {
        let _ = match self.next.kind {
            Kind::Bad(_) => self.expected(""),
            _ => self.fail::<()>(ErrorKind::NoBlock),
        };
        while !matches!(self.next.kind, Kind::End | Kind::Label { .. }) {
            self.advance();
        }
    }

    fn block(&mut self) -> Block {
        let mut block = Block::default();
        if self.label(&mut block).is_err() {
            self.skip_line();
        }
        self.lists(&mut block);
        self.instructions(&mut block.instructions);
        // Instructions are large, and the time for files of many functions depends on their memory.
        block.instructions.shrink_to_fit();
        block
    }

    fn label(&mut self, block: &mut Block) -> Parsed {
        let Kind::Label { number, name, first } = self.next.kind else { return self.expected("a block") };
        if !first {
            return self.fail(ErrorKind::BlockInLine);
        }
        self.advance();
        block.number = number;
        block.name = (!name.is_empty()).then(|| name.into());
        if self.eat(b'(') {
            while !self.at(b')') {
                self.attribute(block)?;
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b')')?;
        }
        self.expect(b':')
    }

    /// Reads an attribute; the last one counts if it is repeated.
    fn attribute(&mut self, block: &mut Block) -> Parsed {
        let attributes = &mut block.attributes;
        let word = match self.next.kind {
            Kind::IrBlock(_) => {
                attributes.ir_block = Some(self.ir_block()?);
                return Ok(());
            }
            Kind::Word(word) => word,
            _ => return self.expected("an attribute of a block"),
        };
        let switch = match word {
            "machine-block-address-taken" => &mut attributes.machine_address_taken,
            "address-taken" => {
                self.note(OlderSpelling::AddressTaken);
                &mut attributes.machine_address_taken
            }
            "landing-pad" => &mut attributes.landing_pad,
            "inlineasm-br-indirect-target" => &mut attributes.inline_asm_target,
            "ehscope-entry" => &mut attributes.eh_scope_entry,
            "ehfunclet-entry" => &mut attributes.eh_funclet_entry,
            "ir-block-address-taken" => {
                self.advance();
                attributes.ir_address_taken = Some(self.ir_block()?);
                return Ok(());
            }
            "align" => {
                self.advance();
                attributes.alignment = Some(self.alignment()?);
                return Ok(());
            }
            "bbsections" => {
                self.advance();
                attributes.section = Some(self.section()?);
                return Ok(());
            }
            "bb_id" => {
                self.advance();
                let id = self.number("the id of a block")?;
                let clone = if let Kind::Integer(_) = self.next.kind { Some(self.number("the number of a clone")?) } else { None };
                attributes.id = Some((id, clone));
                return Ok(());
            }
            "call-frame-size" => {
                self.advance();
                attributes.call_frame_size = Some(self.number("a number of bytes")?);
                return Ok(());
            }
            _ => return self.expected("an attribute of a block"),
        };
        *switch = true;
        self.advance();
        Ok(())
    }

    fn section(&mut self) -> Parsed<Section> {
        let section = match self.next.kind {
            Kind::Word("Cold") => Section::Cold,
            Kind::Word("Exception") => Section::Exception,
            _ => return Ok(Section::Number(self.number("a number, 'Cold' or 'Exception'")?)),
        };
        self.advance();
        Ok(section)
    }

    /// Reads any number of `successors:` and `liveins:` lists.
    fn lists(&mut self, block: &mut Block) {
        let mut are_shared = false;
        loop {
            let list = match self.next.kind {
                Kind::Newline => {
                    self.advance();
                    continue;
                }
                Kind::Word("successors") => self.successors(block, &mut are_shared),
                Kind::Word("liveins") => self.live_ins(block),
                _ => return,
            };
            if list.is_err() {
                self.skip_line();
            }
        }
    }

    /// Reads a list of successors; `are_shared` says whether those of earlier lists have their probabilities.
    fn successors(&mut self, block: &mut Block, are_shared: &mut bool) -> Parsed {
        self.advance();
        self.expect(b':')?;
        let successors = block.successors.get_or_insert_default();
        if self.at_line_end() {
            return Ok(());
        }
        // llc assigns probabilities to the blocks without one at the end of each list, so later lists have nothing left to share.
        let (settled, shared) = (successors.len(), successors.len().max(1) as u32);
        if settled > 0 && !std::mem::replace(are_shared, true) {
            for successor in &mut *successors {
                successor.probability.get_or_insert(CERTAIN / shared);
            }
        }
        loop {
            let reference = self.block_reference()?;
            let left = (settled > 0).then_some(0);
            let probability = if self.eat(b'(') { Some(self.probability()?) } else { left };
            successors.push(Successor { block: reference, probability });
            if !self.eat(b',') {
                return self.list_end();
            }
        }
    }

    fn probability(&mut self) -> Parsed<u32> {
        let probability = self.any_number("a probability")?;
        self.expect(b')')?;
        Ok(probability)
    }

    /// Reads `%bb.N` or `%bb.N.name`.
    pub(super) fn block_reference(&mut self) -> Parsed<BlockReference> {
        let Kind::Block { number, name } = self.next.kind else { return self.expected("a block, such as '%bb.0'") };
        self.advance();
        Ok(BlockReference { number, name: (!name.is_empty()).then(|| name.into()) })
    }

    fn live_ins(&mut self, block: &mut Block) -> Parsed {
        self.advance();
        self.expect(b':')?;
        if self.at_line_end() {
            return Ok(());
        }
        loop {
            let register = self.physical_register()?;
            let lanes = if self.eat(b':') { Some(self.any_number("a lane mask")?) } else { None };
            block.live_ins.push(LiveIn { register, lanes });
            if !self.eat(b',') {
                return self.list_end();
            }
        }
    }

    fn list_end(&mut self) -> Parsed {
        if self.at_line_end() { Ok(()) } else { self.expected("',' or the end of the line") }
    }

    /// Reads the instructions up to the next block. Each is read directly into the list.
    fn instructions(&mut self, list: &mut Vec<Instruction>) {
        // Room for the instructions of most blocks: moving instructions is slow.
        list.reserve_exact(16);
        let mut in_bundle = false;
        while !self.errors.is_full() {
            match self.next.kind {
                Kind::End => break,
                Kind::Label { first: true, .. } => break,
                Kind::Newline => self.advance(),
                Kind::Punctuation(b'}') if in_bundle => {
                    self.advance();
                    in_bundle = false;
                }
                Kind::Punctuation(b'}') => {
                    let _ = self.fail::<()>(ErrorKind::NoBundle);
                    self.advance();
                }
                _ => in_bundle |= self.one_instruction(list, in_bundle),
            }
        }
        if in_bundle {
            let _ = self.fail::<()>(ErrorKind::OpenBundle);
        }
    }

    /// Reads an instruction at the end of the list, or of the bundle there. Returns whether it opens a bundle.
    fn one_instruction(&mut self, list: &mut Vec<Instruction>, in_bundle: bool) -> bool {
        let list = match list.last_mut() {
            Some(header) if in_bundle => header.bundle.get_or_insert_default(),
            _ => list,
        };
        // Created in place.
        list.resize_with(list.len() + 1, Instruction::default);
        let Some(instruction) = list.last_mut() else { return false };
        let opens = match self.instruction(instruction) {
            Ok(()) => self.at(b'{'),
            Err(_) => self.skip_line(),
        };
        if !opens {
            return false;
        }
        if in_bundle {
            let _ = self.fail::<()>(ErrorKind::NestedBundle);
        } else {
            instruction.bundle = Some(Vec::new());
        }
        self.eat(b'{');
        true
    }
}
