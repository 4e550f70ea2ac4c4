//! The symbol table.

use super::build::Build;
use super::rows::Family;
use super::shapes::Shape;
use irsmith_pnacl::{Symbol, Value};

/// Name of the entry point.
const START: &[u8] = b"_start";
/// Name by which dynamically loaded programs offer what they share. Here it stands beside the entry point: alone it makes no program.
const SHARED_ROOT: &[u8] = b"__pnacl_pso_root";
const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

impl Build<'_, '_> {
    /// Names the entry point and some of the rest; intrinsics have their names already.
    pub(super) fn symbols(&mut self) {
        for place in 0..self.scratch.defined.len() {
            let function = Value::function(self.scratch.defined[place].function);
            let named = self.name_some(function, 112);
            if self.scratch.entry != Some(function) {
                self.notice(if named { Shape::NamedFunction } else { Shape::UnnamedFunction });
            }
        }
        for index in 0..self.module.globals.len() {
            if self.name_some(Value::global(index as u32), 64) {
                self.notice(Shape::NamedGlobal);
            } else if index + 1 == self.scratch.global_count && self.choices.chance(16) {
                self.module.symbols.push(Symbol { value: Value::global(index as u32), name: SHARED_ROOT.to_vec() });
                self.notice(Shape::SharedRoot);
            }
        }
        let turn = self.choices.below(self.module.symbols.len());
        self.module.symbols.rotate_left(turn);
        self.notice_unused_intrinsics();
    }

    /// Names a value, always if it is the entry point.
    fn name_some(&mut self, value: Value, parts: u16) -> bool {
        if self.scratch.entry == Some(value) {
            self.module.symbols.push(Symbol { value, name: START.to_vec() });
            return true;
        }
        self.scratch.naming = Some(value);
        self.choices.chance(parts) && self.make_some(Family::Symbol)
    }

    /// The row of names, by the characters that they need.
    pub(super) fn symbol(&mut self, form: usize) -> bool {
        let Some(value) = self.scratch.naming else { return false };
        let most = self.config.name as usize * if form == 3 { 16 } else { 1 };
        if form == 3 && !self.choices.chance(64) {
            return false;
        }
        let length = 1 + self.choices.below(most);
        let mut name: Vec<u8> = (0..length).map(|_| self.character(form)).collect();
        // One character that the narrower encodings lack, and an end that no other name has.
        match form {
            1 => name.push(b'-'),
            2 => name.push(0xe9),
            _ => {}
        }
        name.extend_from_slice(format!(".{}", self.module.symbols.len()).as_bytes());
        self.module.symbols.push(Symbol { value, name });
        true
    }

    fn character(&mut self, form: usize) -> u8 {
        let byte = self.choices.byte();
        match form {
            // Zero ends names in some tools.
            1 => (byte & 127).max(1),
            2 => byte.max(1),
            _ => CHAR6[usize::from(byte & 63)],
        }
    }
}
