//! Bodies of functions.

use super::super::build::{Build, Section};
use super::types::{Kind, Type};
use spirv::{Op, StorageClass};

impl Build<'_, '_> {
    /// Makes the bodies of all functions that have one.
    pub(in super::super) fn bodies(&mut self) {
        for at in 0..self.scratch.host.functions.len() {
            if self.scratch.host.functions[at].has_body {
                self.body(at);
            }
        }
    }

    fn body(&mut self, at: usize) {
        let function = self.scratch.host.functions[at];
        self.open_function(Section::Bodies, function);
        self.see_globals();
        self.enter_function(at);
        self.label_new();
        self.variables();
        self.open_block();
        let depth = self.config.depth.min(super::super::Config::MAX_DEPTH);
        self.sequence(at, depth, None);
        self.end_body(function.result);
        self.push(Section::Bodies, Op::FunctionEnd, &[]);
    }

    /// The variables of a function, which stand first in its first block.
    fn variables(&mut self) {
        let count = self.choices.below(4);
        for _ in 0..count {
            let to = self.value_type(Kind::Value);
            let ty = self.type_index(Type::Pointer { class: StorageClass::Function, to });
            let type_id = self.type_id(ty);
            let initializer = if self.choices.chance(64) { self.constant(to) } else { None };
            let class = StorageClass::Function as u32;
            let id = match initializer {
                Some(initializer) => self.define(Op::Variable, type_id, &[class, initializer.0]),
                None => self.define(Op::Variable, type_id, &[class]),
            };
            self.scratch.host.values.add(id, ty);
            self.scratch.host.values.variables.push(id);
        }
    }
}
