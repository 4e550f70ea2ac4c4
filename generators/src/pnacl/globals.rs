//! Global variables and their initializers.

use super::build::Build;
use super::forms::{ADDENDS, RELOCATIONS};
use super::rows::Family;
use super::shapes::Shape;
use irsmith_pnacl::{Alignment, Global, Initializer, Value};

/// Forms of the row of initializers.
const ZEROFILL: usize = 0;
const ZEROFILL_NONE: usize = 1;
const ZEROFILL_HUGE: usize = 2;
const DATA: usize = 3;
const DATA_MANY: usize = 4;
const RELOCATION: usize = 5;

impl Build<'_, '_> {
    /// Makes the globals. Their number is chosen first, so that initializers may name later ones.
    pub(super) fn globals(&mut self) {
        self.scratch.global_count = self.choices.up_to(self.config.globals) as usize;
        for _ in 0..self.scratch.global_count {
            self.one_global();
        }
    }

    /// Makes a global and its initializers.
    pub(super) fn one_global(&mut self) {
        self.make_among(Family::Global, 0, Family::Global.ids().len());
        self.initializers();
    }

    /// The row of globals, still without initializers.
    pub(super) fn global(&mut self, form: usize) -> bool {
        let alignment = Alignment::from_encoding(form as u64 / 2).unwrap_or_default();
        self.module.globals.push(Global { alignment, constant: form % 2 == 1, initializers: Vec::new() });
        true
    }

    fn initializers(&mut self) {
        let more = if self.choices.chance(112) { self.choices.below(self.config.initializers as usize) } else { 0 };
        for _ in 0..=more {
            self.make_some(Family::Initializer);
        }
        match self.module.globals.last().map_or(0, |global| global.initializers.len()) {
            0 => {
                self.make_form(Family::Initializer, ZEROFILL);
            }
            1 => {}
            _ => {
                self.avoid_zeros();
                self.notice(Shape::Compound);
            }
        }
    }

    /// Parts that are zero throughout are no compound initializer to the tools: one of them gets a byte that is not.
    fn avoid_zeros(&mut self) {
        let Some(global) = self.module.globals.last() else { return };
        let is_data = |piece: &Initializer| matches!(piece, Initializer::Data(_));
        let is_zero = |piece: &Initializer| match piece {
            Initializer::Zerofill(_) => true,
            Initializer::Data(bytes) => bytes.iter().all(|&byte| byte == 0),
            Initializer::Relocation { .. } => false,
        };
        if !global.initializers.iter().all(is_zero) {
            return;
        }
        if !global.initializers.iter().any(is_data) {
            self.make_form(Family::Initializer, DATA);
        }
        let global = self.module.globals.last_mut();
        let bytes = global.into_iter().flat_map(|global| &mut global.initializers).find_map(|piece| match piece {
            Initializer::Data(bytes) => bytes.last_mut(),
            _ => None,
        });
        bytes.into_iter().for_each(|byte| *byte = 1);
    }

    /// The row of initializers; appends to the last global.
    pub(super) fn initializer(&mut self, form: usize) -> bool {
        let made = match form {
            ZEROFILL => Some(Initializer::Zerofill(1 + self.choices.below(self.config.data as usize) as u64)),
            ZEROFILL_NONE => Some(Initializer::Zerofill(0)),
            ZEROFILL_HUGE => self.choices.chance(24).then(|| Initializer::Zerofill(1 << (32 + self.choices.below(8)))),
            DATA => Some(self.data(self.config.data as usize)),
            DATA_MANY => self.choices.chance(48).then(|| self.data(self.config.data as usize * 16)),
            _ => self.relocation(form - RELOCATION),
        };
        match (made, self.module.globals.last_mut()) {
            (Some(initializer), Some(global)) => {
                global.initializers.push(initializer);
                true
            }
            _ => false,
        }
    }

    fn data(&mut self, most: usize) -> Initializer {
        let length = 1 + self.choices.below(most);
        Initializer::Data((0..length).map(|_| self.choices.byte()).collect())
    }

    /// `None` where the target does not exist.
    fn relocation(&mut self, form: usize) -> Option<Initializer> {
        let (target, addend) = (form / ADDENDS.len(), form % ADDENDS.len());
        debug_assert!(target < RELOCATIONS.len());
        let own = self.module.globals.len() - 1;
        let value = match target {
            0 => Value::function(self.choices.pick(&self.scratch.defined)?.function),
            1 => Value::global(self.choices.index(own)? as u32),
            2 => Value::global(own as u32),
            _ => Value::global((own + 1 + self.choices.index(self.scratch.global_count - own - 1)?) as u32),
        };
        let amount = 1 + u32::from(self.choices.byte());
        let addend = [None, Some(0), Some(amount), Some(amount.wrapping_neg())][addend];
        Some(Initializer::Relocation { value, addend })
    }
}
