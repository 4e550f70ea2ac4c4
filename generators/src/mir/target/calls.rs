//! Calls, the frames around them, and what the container says of them.

use super::super::build::{Build, Stage};
use super::super::forms::{BlockForm, Shape};
use super::super::registers::physical;
use irsmith_mir::tables::RegisterId;
use irsmith_mir::{CallSite, ForwardedArgument, Instruction, Operand, OperandKind, Register, RegisterFlags};

impl Build<'_, '_> {
    /// A call, in a call frame perhaps.
    pub(super) fn call(&mut self) {
        if !self.body.carried.is_empty() {
            return;
        }
        let framed = self.wants(Shape::CallFrame, 128);
        let size = 16 * self.choices.below(4) as i64;
        if framed {
            self.body.adjusts_stack = true;
            self.frame_edge(true, size);
        }
        let instruction = self.call_instruction();
        self.push(instruction);
        if self.config.call_sites {
            self.call_site();
        }
        if framed {
            if self.body.stage != Stage::Physical && self.wants(BlockForm::CallFrameSize, 64) && size > 0 {
                self.split_frame(size);
            }
            self.frame_edge(false, size);
        }
    }

    /// What opens or closes a call frame.
    fn frame_edge(&mut self, opens: bool, size: i64) {
        let name = match (self.is_x86(), opens) {
            (true, true) => "ADJCALLSTACKDOWN64",
            (true, false) => "ADJCALLSTACKUP64",
            (false, true) => "ADJCALLSTACKDOWN",
            (false, false) => "ADJCALLSTACKUP",
        };
        let Some(opcode) = self.machine.opcode(name) else { return };
        let mut edge = self.instruction(opcode.name);
        let numbers = [size, 0, 0];
        edge.operands.extend(opcode.use_slots().iter().zip(numbers).map(|(_, number)| Operand::from(OperandKind::Immediate(number))));
        for register in opcode.reads {
            let operand = self.implicit_use(*register);
            edge.operands.push(operand);
        }
        for register in opcode.writes {
            let flags = RegisterFlags::IMPLICIT_DEF | RegisterFlags::DEAD;
            self.written(*register, true);
            edge.operands.push(OperandKind::Register(physical(self.machine.register_row(*register).name, flags)).into());
        }
        self.push(edge);
    }

    fn call_instruction(&mut self) -> Instruction {
        let callee = match self.global() {
            Some(value) if self.choices.chance(160) => OperandKind::Global { value, offset: 0 },
            _ => OperandKind::ExternalSymbol { name: self.symbol(), offset: 0 },
        };
        let register = self.choices.chance(64);
        let name = match (self.is_x86(), register) {
            (true, false) => "CALL64pcrel32",
            (true, true) => "CALL64r",
            (false, false) => "BL",
            (false, true) => "BLR",
        };
        let class = self.machine.opcode(name).and_then(|opcode| opcode.operands.first()).and_then(|slot| slot.class);
        let target = match class {
            Some(class) if register => self.class_use(class),
            _ => callee.into(),
        };
        let mut call = self.instruction(name);
        call.operands.push(target);
        call.operands.push(self.mask().into());
        let reads: &[RegisterId] = self.machine.opcode(name).map_or(&[], |opcode| opcode.reads);
        for read in reads {
            let operand = self.implicit_use(*read);
            call.operands.push(operand);
        }
        // Whatever lived in a register, the mask may say that it does no more.
        self.scratch.live.clear();
        let writes: &[RegisterId] = self.machine.opcode(name).map_or(&[], |opcode| opcode.writes);
        for written in writes {
            let name = self.machine.register_row(*written).name;
            call.operands.push(OperandKind::Register(physical(name, RegisterFlags::IMPLICIT_DEF)).into());
        }
        let result = self.facts.results[self.choices.below(self.facts.results.len())];
        call.operands.push(OperandKind::Register(physical(result.name, RegisterFlags::IMPLICIT_DEF)).into());
        self.written(result.register, false);
        call
    }

    fn mask(&mut self) -> OperandKind {
        let masks = self.machine.masks();
        if self.choices.chance(200) || masks.is_empty() {
            return OperandKind::RegisterMask(masks[self.choices.below(masks.len())].name.into());
        }
        let count = 1 + self.choices.below(self.facts.saved.len());
        OperandKind::CustomRegisterMask(self.facts.saved.iter().take(count).map(|name| Register::Physical((*name).into())).collect())
    }

    /// Goes on in a new block, in which the call frame is still open.
    fn split_frame(&mut self, size: i64) {
        let next = self.new_block();
        self.close(&[next], true);
        self.open(next);
        if let Some(block) = self.body.function.blocks.last_mut() {
            block.attributes.call_frame_size = u32::try_from(size).ok();
        }
    }

    /// Which registers the call that was made last passes its arguments in.
    fn call_site(&mut self) {
        let block = self.body.function.blocks.len() - 1;
        // The members of bundles count too.
        let lines = self.body.function.blocks[block].instructions.iter().map(|line| 1 + line.bundle.as_ref().map_or(0, Vec::len));
        let offset = lines.sum::<usize>() - 1;
        let count = self.count(3).min(self.facts.arguments.len());
        let arguments = self.facts.arguments.iter().take(count).enumerate();
        let arguments = arguments
            .map(|(place, argument)| ForwardedArgument { argument: place as u16, register: Register::Physical(argument.name.into()) });
        let site = CallSite { block: block as u32, offset: offset as u32, arguments: arguments.collect() };
        self.body.function.call_sites.push(site);
    }
}
