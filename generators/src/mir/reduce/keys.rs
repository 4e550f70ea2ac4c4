//! The container: lists, and keys that have a default.

use irsmith_mir::{Field, File, FrameInfo, FrameKey, Function, FunctionFlags, Mapping, Name, StackObject, StackObjectKey, StackObjectKind};
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

    /// The fields of a mapping that have a default.
    fn mapping(&mut self, mapping: &mut dyn Mapping) {
        mapping.each_field(&mut |field| self.field(field));
    }

    /// A field that has a default.
    fn field(&mut self, field: Field<'_>) {
        match field {
            Field::Flag(flag) => self.clear(flag),
            Field::TrueFlag(flag) => self.make(flag, true),
            Field::Size32(size) | Field::LargestAlignment(size) => self.clear(size),
            Field::Size64(size) => self.clear(size),
            Field::Offset32(offset) => self.clear(offset),
            Field::Offset64(offset) => self.clear(offset),
            Field::SomeOffset(offset) => self.clear(offset),
            Field::SomeAlignment(alignment) => self.clear(alignment),
            Field::Computed(size) => self.clear(size),
            Field::Text(text) | Field::Object(text) => self.clear(text),
            Field::Name(name) => self.make(name, Name::default()),
            Field::SomeRegister(register) => self.clear(register),
            Field::Registers(registers) => self.retain(registers),
            Field::Numbers(numbers) => self.retain(numbers),
            Field::Words(words) => self.retain(words),
            Field::Unknown(keys) => self.retain(keys),
            Field::Word(word) => {
                if word.place() != 0 && self.takes() {
                    word.set(0);
                }
            }
            // Other passes make these smaller, or they must be there.
            Field::ObjectSize(_)
            | Field::Id(_)
            | Field::Number16(_)
            | Field::Number32(_)
            | Field::DebugNumber(_)
            | Field::Constant(_)
            | Field::Class(_)
            | Field::Register(_)
            | Field::Block(_)
            | Field::Blocks(_)
            | Field::List(_) => {}
        }
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
        plain.retain(&mut function.frame.save_points);
        plain.retain(&mut function.frame.restore_points);
        function.call_sites.iter_mut().for_each(|site| plain.retain(&mut site.arguments));
        plain.retain(&mut function.call_sites);
        plain.retain(&mut function.substitutions);
        plain.retain(&mut function.constants);
        if let Some(table) = &mut function.jump_table {
            table.entries.iter_mut().for_each(|entry| plain.retain(&mut entry.blocks));
            plain.retain(&mut table.entries);
        }
        plain.retain(&mut function.metadata);
        plain.retain(&mut function.called_globals);
        plain.retain(&mut function.prefetch_targets);
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
    plain.clear(&mut function.no_phis);
    plain.clear(&mut function.is_ssa);
    plain.clear(&mut function.no_virtual_registers);
    plain.clear(&mut function.has_fake_uses);
    plain.make(&mut function.callee_saved, None);
    plain.clear(&mut function.info);
    if function.jump_table.as_ref().is_some_and(|table| table.entries.is_empty()) {
        plain.clear(&mut function.jump_table);
    }
    function.registers.iter_mut().for_each(|register| plain.mapping(register));
    function.live_ins.iter_mut().for_each(|live_in| plain.mapping(live_in));
    frame(&mut function.frame, plain);
    let points = function.frame.save_points.iter_mut().chain(&mut function.frame.restore_points);
    points.for_each(|point| plain.mapping(point));
    function.call_sites.iter_mut().for_each(|site| plain.mapping(site));
    function.fixed_stack.iter_mut().for_each(|object| plain.mapping(object));
    function.stack.iter_mut().for_each(|object| stack(object, plain));
    function.entry_values.iter_mut().for_each(|entry| plain.mapping(entry));
    for entry in &mut function.constants {
        plain.mapping(entry);
        plain.make(&mut entry.value, "i32 0".into());
    }
}

/// What is true or false goes first.
fn frame(frame: &mut FrameInfo, plain: &mut Plain) {
    for key in FrameKey::ALL {
        if let field @ Field::Flag(_) = frame.field(*key) {
            plain.field(field);
        }
    }
    for key in FrameKey::ALL {
        match frame.field(*key) {
            Field::Flag(_) => {}
            field => plain.field(field),
        }
    }
}

/// What is no plain object becomes one without a size.
fn stack(object: &mut StackObject, plain: &mut Plain) {
    for key in StackObjectKey::ALL {
        if *key != StackObjectKey::Kind {
            plain.field(object.field(*key));
        } else if object.kind != StackObjectKind::default() && plain.takes() {
            (object.kind, object.size) = (StackObjectKind::default(), 0);
        }
    }
    plain.mapping(&mut object.variable);
}
