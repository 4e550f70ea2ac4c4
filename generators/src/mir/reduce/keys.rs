//! The container: lists, and keys that have a default.

use irsmith_mir::{
    DebugVariable, File, FixedObject, FrameField, FrameInfo, FrameKey, Function, FunctionFlags, Name, StackId, StackObject, StackObjectKind,
};
use std::ops::Range;

/// Counts what is not plain, and makes a range of it plain.
#[derive(Debug, Default)]
pub(super) struct Plain {
    next: usize,
    range: Range<usize>,
}

impl Plain {
    pub(super) const fn new(range: Range<usize>) -> Self {
        Self { next: 0, range }
    }

    /// How many there were so far.
    pub(super) const fn count(&self) -> usize {
        self.next
    }

    /// Whether it is the turn of the next.
    fn takes(&mut self) -> bool {
        self.next += 1;
        self.range.contains(&(self.next - 1))
    }

    /// A value that is not plain.
    pub(super) fn make<T: PartialEq>(&mut self, value: &mut T, plain: T) {
        if *value != plain && self.takes() {
            *value = plain;
        }
    }

    /// A value that is not the default.
    pub(super) fn clear<T: PartialEq + Default>(&mut self, value: &mut T) {
        self.make(value, T::default());
    }

    /// Each bit that is set.
    pub(super) fn bits(&mut self, bits: &mut u32) {
        for bit in (0..u32::BITS).map(|bit| 1 << bit) {
            if *bits & bit != 0 && self.takes() {
                *bits &= !bit;
            }
        }
    }

    /// Each element of a list.
    pub(super) fn retain<T>(&mut self, list: &mut Vec<T>) {
        list.retain(|_| !self.takes());
    }
}

pub(super) fn count_entries(file: &File) -> usize {
    let mut plain = Plain::default();
    entries(&mut file.clone(), &mut plain);
    plain.count()
}

pub(super) fn remove_entries(file: &mut File, range: Range<usize>) {
    entries(file, &mut Plain::new(range));
}

fn entries(file: &mut File, plain: &mut Plain) {
    for function in &mut file.functions {
        plain.retain(&mut function.registers);
        plain.retain(&mut function.live_ins);
        if let Some(saved) = &mut function.callee_saved {
            plain.retain(saved);
        }
        plain.retain(&mut function.fixed_stack);
        plain.retain(&mut function.stack);
        plain.retain(&mut function.entry_values);
        function.call_sites.iter_mut().for_each(|site| plain.retain(&mut site.arguments));
        plain.retain(&mut function.call_sites);
        plain.retain(&mut function.substitutions);
        plain.retain(&mut function.constants);
        if let Some(table) = &mut function.jump_table {
            table.entries.iter_mut().for_each(|entry| plain.retain(&mut entry.blocks));
            plain.retain(&mut table.entries);
        }
        plain.retain(&mut function.metadata);
    }
}

pub(super) fn count(file: &File) -> usize {
    let mut plain = Plain::default();
    file.clone().functions.iter_mut().for_each(|each| function(each, &mut plain));
    plain.count()
}

pub(super) fn simplify(file: &mut File, range: Range<usize>) {
    let mut plain = Plain::new(range);
    file.functions.iter_mut().for_each(|each| function(each, &mut plain));
}

fn function(function: &mut Function, plain: &mut Plain) {
    plain.make(&mut function.alignment, 1);
    let FunctionFlags(flags) = &mut function.flags;
    plain.bits(flags);
    plain.make(&mut function.callee_saved, None);
    plain.clear(&mut function.info);
    if function.jump_table.as_ref().is_some_and(|table| table.entries.is_empty()) {
        plain.clear(&mut function.jump_table);
    }
    for register in &mut function.registers {
        plain.clear(&mut register.preferred);
    }
    for live_in in &mut function.live_ins {
        plain.clear(&mut live_in.copy);
    }
    frame(&mut function.frame, plain);
    function.fixed_stack.iter_mut().for_each(|object| fixed(object, plain));
    function.stack.iter_mut().for_each(|object| stack(object, plain));
    for entry in &mut function.entry_values {
        variable(&mut entry.variable, plain);
    }
    for entry in &mut function.constants {
        plain.clear(&mut entry.alignment);
        plain.clear(&mut entry.target_specific);
        plain.make(&mut entry.value, "i32 0".into());
    }
}

/// What is true or false goes first.
fn frame(frame: &mut FrameInfo, plain: &mut Plain) {
    for key in FrameKey::ALL {
        if let FrameField::Flag(flag) = frame.field(*key) {
            plain.clear(flag);
        }
    }
    for key in FrameKey::ALL {
        match frame.field(*key) {
            FrameField::Flag(_) => {}
            FrameField::Size32(size) | FrameField::Alignment(size) => plain.clear(size),
            FrameField::Size64(size) => plain.clear(size),
            FrameField::Offset(offset) => plain.clear(offset),
            FrameField::Computed(size) => plain.clear(size),
            FrameField::Object(object) => plain.clear(object),
            FrameField::Block(block) => plain.clear(block),
        }
    }
}

fn fixed(object: &mut FixedObject, plain: &mut Plain) {
    plain.clear(&mut object.kind);
    plain.clear(&mut object.offset);
    plain.clear(&mut object.alignment);
    plain.make(&mut object.stack_id, StackId::Default);
    plain.clear(&mut object.immutable);
    plain.clear(&mut object.aliased);
    plain.clear(&mut object.callee_saved);
    plain.make(&mut object.callee_saved_restored, true);
    variable(&mut object.variable, plain);
}

fn stack(object: &mut StackObject, plain: &mut Plain) {
    plain.make(&mut object.name, Name::default());
    if !matches!(object.kind, StackObjectKind::Default(_)) {
        plain.make(&mut object.kind, StackObjectKind::Default(0));
    }
    plain.clear(&mut object.offset);
    plain.clear(&mut object.alignment);
    plain.make(&mut object.stack_id, StackId::Default);
    plain.clear(&mut object.callee_saved);
    plain.make(&mut object.callee_saved_restored, true);
    plain.clear(&mut object.local_offset);
    variable(&mut object.variable, plain);
}

fn variable(variable: &mut DebugVariable, plain: &mut Plain) {
    plain.clear(&mut variable.variable);
    plain.clear(&mut variable.expression);
    plain.clear(&mut variable.location);
}
