//! Control flow: constructs within constructs, so that every value that is named dominates its use.

use super::build::{Build, Stage};
use super::forms::{Construct, End, Pseudo, Shape};
use super::registers::{Content, Value, physical, plain};
use crate::forms::Form;
use irsmith_mir::{
    BlockReference, Class, JumpTable, JumpTableEntry, JumpTableKind, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, Type,
};

/// What merges at the head of a block: the result, and the register that each predecessor gives.
type Merged = Vec<(Content, Vec<(Register, u32)>)>;

impl Build<'_, '_> {
    /// The blocks of the current function.
    pub(super) fn blocks(&mut self) {
        let entry = self.new_block();
        self.open(entry);
        self.entry();
        self.region(self.config.depth.min(super::Config::MAX_DEPTH));
        self.end();
        if self.wants(Shape::Unreachable, 16) {
            let values = std::mem::take(&mut self.scratch.values);
            let lonely = self.new_block();
            self.open(lonely);
            self.straight();
            self.end();
            self.scratch.values = values;
        }
    }

    /// Straight code and constructs.
    fn region(&mut self, depth: u32) {
        self.straight();
        if depth == 0 {
            return;
        }
        for _ in 0..self.count(self.config.constructs) {
            let Some(construct) = self.form_on(Construct::all()) else { return };
            match construct {
                Construct::InvokeRegion if self.body.stage.is_target() => continue,
                Construct::Triangle => self.branches(depth, false),
                Construct::Diamond => self.branches(depth, true),
                Construct::Loop => self.cycle(depth),
                Construct::SelfLoop => self.cycle(0),
                Construct::Switch => self.switch(depth),
                Construct::Indirect => self.indirect(depth),
                Construct::FallThrough => self.fall_through(),
                Construct::InvokeRegion => self.invoke_region(depth),
            }
            self.straight();
        }
    }

    fn straight(&mut self) {
        for _ in 0..self.count(self.config.instructions) {
            self.step();
        }
    }

    /// A block with a condition, one arm or two, and the block where they meet.
    fn branches(&mut self, depth: u32, both: bool) {
        let (taken, meet) = (self.new_block(), self.new_block());
        let other = if both { self.new_block() } else { meet };
        let head = self.current();
        let merged = self.merge_start();
        let mut merges = if both { Vec::new() } else { vec![(self.merge_values(&merged), head)] };
        // The arm that follows may be fallen into.
        self.branch_if(other);
        self.leave(taken, true);
        self.close(&[other, taken], true);
        for arm in [Some(taken), both.then_some(other)].into_iter().flatten() {
            let mark = self.scratch.values.len();
            self.open(arm);
            self.region(depth - 1);
            merges.push((self.merge_values(&merged), self.current()));
            self.leave(meet, arm == other || !both);
            self.close(&[meet], true);
            self.scratch.values.truncate(mark);
        }
        self.open(meet);
        self.merge_end(merged, merges);
    }

    /// A loop whose head takes values from before it and from its end.
    fn cycle(&mut self, depth: u32) {
        let (head, exit) = (self.new_block(), self.new_block());
        let merged = self.merge_start();
        let before = (self.merge_values(&merged), self.current());
        self.leave(head, true);
        self.close(&[head], true);
        self.open(head);
        // Written at the end of the loop, and read at its head.
        let late: Vec<Register> = merged.iter().map(|_| self.new_register()).collect();
        let place = self.body.function.blocks.len() - 1;
        let instructions = self.body.function.blocks[place].instructions.len();
        let heads = self.merge_results(&merged);
        if depth > 0 {
            self.region(depth - 1);
        } else {
            self.straight();
        }
        for (content, register) in merged.iter().zip(&late) {
            let source = self.register_of(*content);
            let result = self.definition(register.clone(), *content);
            self.copy(result, plain(source));
        }
        self.branch_if(head);
        self.leave(exit, true);
        self.close(&[head, exit], true);
        let latch = self.current();
        // Calls of the head move behind its PHIs.
        let moved = self.body.function.call_sites.iter_mut().filter(|site| site.block as usize == place);
        moved.for_each(|site| site.offset += heads.len() as u32);
        for (step, (result, (first, last))) in heads.into_iter().zip(before.0.into_iter().zip(late)).enumerate() {
            let phi = self.phi(result, &[(first, before.1), (last, latch)]);
            self.body.function.blocks[place].instructions.insert(instructions + step, phi);
        }
        self.open(exit);
    }

    /// A branch by a jump table.
    fn switch(&mut self, depth: u32) {
        let ways: Vec<u32> = (0..=self.count(self.config.operands.min(64))).map(|_| self.new_block()).collect();
        let meet = self.new_block();
        let id = self.jump_table(&ways);
        let merged = self.merge_start();
        self.branch_by_table(id);
        self.close(&ways, false);
        let mut merges = Vec::new();
        for (place, way) in ways.iter().enumerate() {
            let mark = self.scratch.values.len();
            self.open(*way);
            if place == 0 {
                self.region(depth - 1);
            } else {
                self.step();
            }
            merges.push((self.merge_values(&merged), self.current()));
            self.leave(meet, place + 1 == ways.len());
            self.close(&[meet], true);
            self.scratch.values.truncate(mark);
        }
        self.open(meet);
        self.merge_end(merged, merges);
    }

    /// A jump table to blocks, some of them more than once.
    fn jump_table(&mut self, ways: &[u32]) -> u32 {
        let id = self.next_id(3);
        let mut blocks: Vec<BlockReference> = ways.iter().map(|way| self.block_reference(*way)).collect();
        for _ in 0..self.count(2) {
            let way = ways[self.choices.below(ways.len())];
            blocks.push(self.block_reference(way));
        }
        if self.body.function.jump_table.is_none() {
            let kind = self.form(&JumpTableKind::ALL);
            self.body.function.jump_table = Some(JumpTable { kind, entries: Vec::new() });
        }
        if let Some(table) = &mut self.body.function.jump_table {
            table.entries.push(JumpTableEntry { id, blocks });
        }
        id
    }

    /// A branch to an address, which is that of one of several blocks.
    fn indirect(&mut self, depth: u32) {
        let (one, meet) = (self.new_block(), self.new_block());
        let head = self.current();
        let merged = self.merge_start();
        let mut merges = vec![(self.merge_values(&merged), head)];
        self.branch_to_address();
        self.close(&[one, meet], false);
        let mark = self.scratch.values.len();
        self.open(one);
        self.region(depth - 1);
        merges.push((self.merge_values(&merged), self.current()));
        self.leave(meet, true);
        self.close(&[meet], true);
        self.scratch.values.truncate(mark);
        self.open(meet);
        self.merge_end(merged, merges);
    }

    fn fall_through(&mut self) {
        let next = self.new_block();
        self.close(&[next], true);
        self.open(next);
    }

    /// G_INVOKE_REGION_START, which control may leave for a second block.
    fn invoke_region(&mut self, depth: u32) {
        let (one, other, meet) = (self.new_block(), self.new_block(), self.new_block());
        let start = self.instruction("G_INVOKE_REGION_START");
        self.push(start);
        self.leave(one, true);
        self.close(&[one, other], false);
        let mark = self.scratch.values.len();
        for arm in [one, other] {
            self.open(arm);
            self.region(depth - 1);
            self.leave(meet, arm == other);
            self.close(&[meet], true);
            self.scratch.values.truncate(mark);
        }
        self.open(meet);
    }

    /// What shall be merged where ways meet: nothing outside SSA form.
    fn merge_start(&mut self) -> Vec<Content> {
        let phis = self.is_on(Pseudo::Phi);
        // llc's verifier rejects PHIs in functions without tracked liveness.
        if !matches!(self.body.stage, Stage::Generic | Stage::Ssa) || !phis || !self.body.tracked {
            return Vec::new();
        }
        (0..self.count(2)).filter_map(|_| self.some_content()).collect()
    }

    fn merge_values(&mut self, merged: &[Content]) -> Vec<Register> {
        merged.iter().map(|content| self.register_of(*content)).collect()
    }

    fn merge_results(&mut self, merged: &[Content]) -> Vec<RegisterOperand> {
        let results: Vec<RegisterOperand> = merged
            .iter()
            .map(|content| {
                let register = self.new_register();
                self.definition(register, *content)
            })
            .collect();
        for (content, result) in merged.iter().zip(&results) {
            self.scratch.values.push(Value { register: result.register.clone(), content: *content });
        }
        results
    }

    fn merge_end(&mut self, merged: Vec<Content>, ways: Vec<(Vec<Register>, u32)>) {
        let results = self.merge_results(&merged);
        let mut rows: Merged = merged.into_iter().map(|content| (content, Vec::new())).collect();
        for (registers, block) in ways {
            for (row, register) in rows.iter_mut().zip(registers) {
                row.1.push((register, block));
            }
        }
        for (result, (_, sources)) in results.into_iter().zip(rows) {
            let phi = self.phi(result, &sources);
            self.push_plain(phi);
        }
    }

    fn phi(&mut self, result: RegisterOperand, sources: &[(Register, u32)]) -> irsmith_mir::Instruction {
        let generic = self.body.stage == Stage::Generic;
        let mut phi = self.instruction(if generic { "G_PHI" } else { "PHI" });
        phi.results.push(result);
        for (register, block) in sources {
            phi.operands.push(OperandKind::Register(plain(register.clone())).into());
            phi.operands.push(self.block_operand(*block).into());
        }
        phi
    }

    /// What some value at hand is.
    fn some_content(&mut self) -> Option<Content> {
        let place = self.choices.index(self.scratch.values.len())?;
        Some(self.scratch.values[place].content)
    }

    /// A register that holds something like this.
    pub(super) fn register_of(&mut self, content: Content) -> Register {
        match content {
            Content::Generic(ty) => self.value(ty),
            Content::Class(class) => self.class_value(class),
        }
    }

    /// A register as the result that holds something like this.
    pub(super) fn definition(&mut self, register: Register, content: Content) -> RegisterOperand {
        match content {
            Content::Generic(ty) => self.generic_definition(register, ty),
            Content::Class(class) => {
                let class = Class::Named(self.machine.class_row(class).name.into());
                self.list(&register, &class);
                RegisterOperand { register, class, ..RegisterOperand::default() }
            }
        }
    }

    fn copy(&mut self, result: RegisterOperand, source: RegisterOperand) {
        let mut copy = self.instruction("COPY");
        copy.results.push(result);
        copy.operands.push(OperandKind::Register(source).into());
        self.push(copy);
    }

    /// Goes to a block: by falling into it where it is the next.
    fn leave(&mut self, to: u32, next: bool) {
        if !next || !self.choices.chance(96) {
            self.branch(to);
        }
    }

    fn branch(&mut self, to: u32) {
        let opcode = match self.body.stage {
            Stage::Generic => "G_BR",
            _ => self.facts.jump,
        };
        let mut branch = self.instruction(opcode);
        branch.operands.push(self.block_operand(to).into());
        self.push(branch);
    }

    fn branch_if(&mut self, to: u32) {
        if self.body.stage.is_target() {
            self.target_branch_if(to);
            return;
        }
        let condition = self.use_of(Type::scalar(1));
        let mut branch = self.instruction("G_BRCOND");
        branch.flags = irsmith_mir::tables::common_opcode("G_BRCOND").map(|row| self.flags(row)).unwrap_or_default();
        branch.operands.push(condition);
        branch.operands.push(self.block_operand(to).into());
        self.push(branch);
    }

    fn branch_by_table(&mut self, id: u32) {
        if self.body.stage.is_target() {
            self.target_branch_by_table(id);
            return;
        }
        let pointer = Type::pointer(0);
        let result = self.result(pointer);
        let register = result.register.clone();
        let mut table = self.instruction("G_JUMP_TABLE");
        table.results.push(result);
        table.operands.push(OperandKind::JumpTable(id).into());
        self.push(table);
        let width = self.width();
        let index = self.use_of(Type::scalar(width));
        let mut branch = self.instruction("G_BRJT");
        branch.operands.extend([self.generic_use(register, pointer), OperandKind::JumpTable(id).into(), index]);
        self.push(branch);
    }

    fn branch_to_address(&mut self) {
        if self.body.stage.is_target() {
            self.target_branch_to_address();
            return;
        }
        let address = self.block_address().map(|operand| {
            let result = self.result(Type::pointer(0));
            let register = result.register.clone();
            let mut instruction = self.instruction("G_BLOCK_ADDR");
            instruction.results.push(result);
            instruction.operands.push(operand.into());
            self.push(instruction);
            register
        });
        let operand = match address {
            Some(register) => self.generic_use(register, Type::pointer(0)),
            None => self.use_of(Type::pointer(0)),
        };
        let mut branch = self.instruction("G_BRINDIRECT");
        branch.operands.push(operand);
        self.push(branch);
    }

    /// The address of a block of the module that is no entry.
    pub(super) fn block_address(&mut self) -> Option<OperandKind> {
        let place = self.choices.index(self.ir().blocks.len().saturating_sub(1))? + 1;
        let block = self.take_address(place)?;
        let function = irsmith_mir::IrValue::Named(self.ir().name.as_str().into());
        let offset = if self.choices.chance(64) { self.offset() } else { 0 };
        Some(OperandKind::BlockAddress { function: Box::new(function), block: Box::new(block), offset })
    }

    /// Ends the last block.
    fn end(&mut self) {
        let form = self.form(End::all());
        match form {
            End::ReturnValue | End::Return => {
                self.returns(form == End::ReturnValue);
                self.close(&[], true);
            }
            End::Trap => {
                self.trap();
                self.close(&[], false);
            }
            End::Endless => {
                let (last, current) = (self.new_block(), self.current());
                debug_assert_ne!(last, current);
                self.leave(last, true);
                self.close(&[last], true);
                self.open(last);
                self.branch(last);
                self.close(&[last], true);
            }
        }
    }

    fn trap(&mut self) {
        let opcode = match self.body.stage {
            Stage::Generic => "G_TRAP",
            _ if self.is_x86() => "TRAP",
            _ => "BRK",
        };
        let mut trap = self.instruction(opcode);
        if opcode == "BRK" {
            trap.operands.push(OperandKind::Immediate(1).into());
        }
        self.push(trap);
    }

    /// A return, of a value perhaps.
    fn returns(&mut self, value: bool) {
        let argument = self.facts.results[self.choices.below(self.facts.results.len())];
        if value && self.body.stage != Stage::Physical {
            let content = match self.body.stage {
                Stage::Generic => Content::Generic(Type::scalar(argument.bits)),
                _ => Content::Class(argument.class),
            };
            let source = self.register_of(content);
            self.copy(physical(argument.name, RegisterFlags::default()), plain(source));
        }
        let mut end = self.instruction(self.facts.ret);
        if value {
            let undef = self.body.stage == Stage::Physical;
            let flags = if undef { RegisterFlags::IMPLICIT | RegisterFlags::UNDEF } else { RegisterFlags::IMPLICIT };
            end.operands.push(Operand::from(OperandKind::Register(physical(argument.name, flags))));
        }
        self.push(end);
    }
}
