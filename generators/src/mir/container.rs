//! The container of a function: its keys beside the objects of the frame.

use super::Kind;
use super::build::{Body, Build, Stage};
use super::forms::{FrameKey, FunctionFlag, Key, Shape};
use crate::forms::Form;
use irsmith_mir::tables::Target;
use irsmith_mir::{BlockReference, EntryValue, FrameInfo, Function, FunctionLiveIn, Register, Substitution, Yaml};

impl Build<'_, '_> {
    /// One function of the module.
    pub(super) fn function(&mut self, number: usize) -> Function {
        self.scratch.values.clear();
        self.scratch.live.clear();
        self.body = Body { number, stage: self.stage(), widths: self.preferred_widths(), ..Body::default() };
        self.body.generic = self.body.stage == Stage::Generic;
        self.body.tracked = !self.wants(Shape::Untracked, 48);
        self.body.banked = self.body.stage == Stage::Generic && self.is_on(Shape::Bank) && self.choices.chance(40);
        self.body.next_debug = 1;
        self.body.function.name = self.module.functions[number].name.clone();
        self.objects();
        self.blocks();
        self.finish();
        self.keys();
        std::mem::take(&mut self.body.function)
    }

    fn stage(&mut self) -> Stage {
        let generic = match self.config.kind {
            Kind::Generic => true,
            Kind::Target => false,
            Kind::Both => self.choices.chance(128),
        };
        if generic {
            Stage::Generic
        } else if self.wants(Shape::Physical, 64) {
            Stage::Physical
        } else if self.wants(Shape::NotSsa, 64) {
            Stage::NotSsa
        } else {
            Stage::Ssa
        }
    }

    fn keys(&mut self) {
        self.function_flags();
        if self.wants(Key::Alignment, 64) {
            self.body.function.alignment = 1 << self.choices.below(8);
        }
        if self.wants(Key::Registers, 128) {
            let mut registers = std::mem::take(&mut self.body.registers);
            for register in &mut registers {
                if register.class != "_" && self.body.stage.is_target() && self.wants(Key::Preferred, 8) {
                    register.preferred = Some(Register::Physical(self.text(self.facts.saved)));
                }
            }
            self.body.function.registers = registers;
        }
        if self.wants(Key::CalleeSaved, 16) {
            let count = self.count(3).min(self.facts.saved.len());
            let saved = self.facts.saved.iter().take(count);
            self.body.function.callee_saved = Some(saved.map(|name| Register::Physical((*name).into())).collect());
        }
        if self.module.debug && self.wants(Key::EntryValues, 24) {
            let variable = self.debug_variable();
            let register = Register::Physical(self.facts.arguments[0].name.into());
            let variable = irsmith_mir::DebugVariable { expression: "!DIExpression(DW_OP_LLVM_entry_value, 1)".to_owned(), ..variable };
            self.body.function.entry_values.push(EntryValue { register, variable });
        }
        if self.wants(Key::Substitutions, 16) {
            self.substitutions();
        }
        if self.wants(Key::Info, 48) {
            self.body.function.info = Some(self.function_info());
        }
        self.frame_info();
    }

    fn function_flags(&mut self) {
        for flag in FunctionFlag::all() {
            let parts = match flag.key() {
                "tracksRegLiveness" if self.body.tracked => 256,
                "tracksRegLiveness" => continue,
                // Every generic register would need a bank, or there may be none.
                "regBankSelected" | "selected" if self.body.generic => continue,
                "failsVerification" => 4,
                _ => 16,
            };
            if parts == 256 || self.wants(*flag, parts) {
                self.body.function.flags.0 |= flag.flags().0;
            }
        }
    }

    /// Values that moved from one numbered instruction to another.
    fn substitutions(&mut self) {
        for _ in 0..=self.count(2) {
            let [source, target] = [self.choices.byte(), self.choices.byte()].map(u32::from);
            let subregister = if self.choices.chance(96) { 1 + self.choices.below(self.machine.indices().len()) as u32 } else { 0 };
            self.body.function.substitutions.push(Substitution {
                source_instruction: 1 + source,
                source_operand: self.choices.up_to(3),
                target_instruction: 257 + target,
                target_operand: self.choices.up_to(3),
                subregister,
            });
        }
    }

    fn function_info(&mut self) -> Yaml {
        let (key, value) = match self.machine.target() {
            Target::AArch64 => ("hasRedZone", ["true", "false"][self.choices.below(2)]),
            _ => ("amxProgModel", ["None", "DirectReg", "ManagedRA"][self.choices.below(3)]),
        };
        Yaml::Mapping { flow: false, entries: vec![(key.to_owned(), Yaml::Scalar(value.to_owned()))] }
    }

    fn frame_info(&mut self) {
        let mut frame = FrameInfo { adjusts_stack: self.body.adjusts_stack, ..FrameInfo::default() };
        if !self.choices.chance(96) {
            self.body.function.frame = frame;
            return;
        }
        let mut wants = |form| self.wants(form, 32);
        frame.frame_address_taken = wants(FrameKey::FrameAddressTaken);
        frame.return_address_taken = wants(FrameKey::ReturnAddressTaken);
        frame.has_stack_map = wants(FrameKey::StackMap);
        frame.has_patch_point = wants(FrameKey::PatchPoint);
        frame.adjusts_stack |= wants(FrameKey::AdjustsStack);
        frame.has_calls = wants(FrameKey::Calls);
        frame.has_opaque_sp_adjustment = wants(FrameKey::OpaqueSp);
        frame.has_va_start = wants(FrameKey::VaStart);
        frame.has_must_tail_in_var_arg = wants(FrameKey::MustTail);
        frame.has_tail_call = wants(FrameKey::TailCall);
        frame.callee_saved_info_valid = wants(FrameKey::CalleeSavedValid);
        self.frame_numbers(&mut frame);
        self.frame_places(&mut frame);
        self.body.function.frame = frame;
    }

    fn frame_numbers(&mut self, frame: &mut FrameInfo) {
        let mut size = |form, most: usize| self.wants(form, 48).then(|| 8 * self.choices.below(most) as u32);
        frame.stack_size = u64::from(size(FrameKey::StackSize, 65_536).unwrap_or(0));
        frame.cv_bytes_of_callee_saved = size(FrameKey::CvBytes, 16).unwrap_or(0);
        frame.max_call_frame_size = size(FrameKey::MaxCallFrameSize, 256);
        frame.local_frame_size = size(FrameKey::LocalFrameSize, 256).unwrap_or(0);
        if self.wants(FrameKey::OffsetAdjustment, 48) {
            frame.offset_adjustment = [-8, 8, -16, i32::MIN, i32::MAX][self.choices.below(5)];
        }
        if self.wants(FrameKey::MaxAlignment, 64) {
            frame.max_alignment = 1 << self.choices.below(8);
        }
    }

    fn frame_places(&mut self, frame: &mut FrameInfo) {
        if self.wants(FrameKey::StackProtector, 24) {
            frame.stack_protector = self.sized_object();
        }
        if self.wants(FrameKey::FunctionContext, 24) {
            frame.function_context = self.sized_object();
        }
        if self.wants(FrameKey::SavePoint, 32) {
            frame.save_point = self.some_block();
            if self.wants(FrameKey::RestorePoint, 160) {
                frame.restore_point = self.some_block();
            }
        }
    }

    fn sized_object(&mut self) -> String {
        self.stack_object().map_or_else(String::new, |(id, _)| format!("%stack.{id}"))
    }

    fn some_block(&mut self) -> Option<BlockReference> {
        let place = self.choices.index(self.body.function.blocks.len())?;
        Some(self.block_reference(self.body.function.blocks[place].number))
    }

    /// Names a register that lives into the function.
    pub(super) fn function_live_in(&mut self, name: &'static str, copy: Option<Register>) {
        if self.wants(Key::LiveIns, 128) {
            self.body.function.live_ins.push(FunctionLiveIn { register: Register::Physical(name.into()), copy });
        }
    }
}
