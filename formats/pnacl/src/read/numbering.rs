//! Files in which the tools number values differently.
//!
//! Values are numbered here in the order of their records, as by LLVM's reader (thaw). bcdis and the manual (*Function Blocks*) number them
//! by kind: functions, globals, parameters, constants, results. LLVM's reader reads bodies after the rest of the module, and a forward
//! declaration reserves a number as soon as it is read. All agree on files whose parts have the order of the manual. Another file has one
//! meaning only if no operand in it has a number that differs; operands that have one are noted here.

use super::NoteKind;
use super::function::State;
use super::kinds::Kinds;
use super::records::{AddressUse, Reader};
use crate::tables::INTRINSIC_PREFIX;
use crate::{Body, Instruction, Value, ValueKind};

impl Reader<'_> {
    /// Returns the numbers by kind at an instruction if they may differ from those by order.
    pub(super) fn kinds(&self, body: &Body, state: &State) -> Option<Kinds> {
        let module = &self.reading.module;
        (self.keep_places && (self.has_early_globals || state.has_late_constants)).then_some(Kinds {
            functions: module.functions.len() as u32,
            globals: module.globals.len() as u32,
            parameters: state.parameters,
            constants: body.constants.len() as u32,
        })
    }

    /// Notes a name of the value with this index if bcdis takes it for the name of another. Only intrinsics have names with a meaning for it.
    pub(super) fn check_symbol(&mut self, item: u32, index: u32, value: Value, name: &[u8]) {
        if !self.has_early_globals || !name.starts_with(INTRINSIC_PREFIX) {
            return;
        }
        let module = &self.reading.module;
        let kinds = Kinds { functions: module.functions.len() as u32, globals: module.globals.len() as u32, parameters: 0, constants: 0 };
        let other = kinds.value(index);
        if other != value {
            self.note(item, NoteKind::OtherValue { value, other });
        }
    }

    /// Notes at the enter of a constants block that it comes late.
    pub(super) fn check_constants(&mut self, enter: u32, state: &State) {
        if state.has_instructions {
            self.note(enter, NoteKind::LateConstants);
        }
        // The number of the value is reserved: LLVM's reader gives the constants the numbers after it.
        if state.named as usize > self.values.len() {
            self.note(enter, NoteKind::ConstantsBeforeNamed);
        }
    }

    /// Records what an instruction names by numbers that may change.
    pub(super) fn record_numbers(&self, item: u32, instruction: &Instruction, state: &mut State) {
        if state.pending {
            instruction.for_each_value(|value| {
                if let Some(index) = value.as_pending() {
                    state.named = state.named.max(index + 1);
                }
            });
        }
        if state.first_use.is_none() {
            let mut is_use = matches!(instruction, Instruction::Declare { .. });
            instruction.for_each_value(|value| is_use |= matches!(value.kind(), ValueKind::Function | ValueKind::Global));
            state.first_use = is_use.then_some(item);
        }
    }

    /// Records the use of a finished body; `known` functions and globals precede the body.
    pub(super) fn record_use(&mut self, state: &State, known: usize) {
        if let Some(item) = state.first_use {
            self.uses.push(AddressUse { item, known });
        }
    }

    /// Notes, at the end of the module, the uses in bodies that functions or globals follow.
    pub(super) fn check_uses(&mut self) {
        let all = self.values.len();
        for AddressUse { item, known } in std::mem::take(&mut self.uses) {
            if known < all {
                self.note(item, NoteKind::UseBeforeAddresses((all - known) as u32));
            }
        }
    }
}
