//! Entries of the container that bodies name: objects of the frame, constants, jump tables.

use super::Mutant;
use super::keys::physical;
use crate::Choices;
use crate::mir::edit::{Place, functions, next_number};
use crate::mir::fields::{self, Values};
use crate::mir::forms::ObjectKey;
use irsmith_mir::transform::Space;
use irsmith_mir::{
    Block, BlockReference, Constant, File, FixedObject, FixedObjectKind, Function, JumpTable, JumpTableEntry, JumpTableKind, StackId,
    StackObject, StackObjectKind,
};

/// The lists of a function whose entries bodies name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Stack,
    FixedStack,
    Constants,
    JumpTable,
}

impl List {
    /// In the order of the parts of places.
    const ALL: [Self; 4] = [Self::Stack, Self::FixedStack, Self::Constants, Self::JumpTable];

    const fn space(self) -> Space {
        match self {
            Self::Stack => Space::Stack,
            Self::FixedStack => Space::FixedStack,
            Self::Constants => Space::Constant,
            Self::JumpTable => Space::JumpTable,
        }
    }

    fn len(self, function: &Function) -> usize {
        match self {
            Self::Stack => function.stack.len(),
            Self::FixedStack => function.fixed_stack.len(),
            Self::Constants => function.constants.len(),
            Self::JumpTable => function.jump_table.as_ref().map_or(0, |table| table.entries.len()),
        }
    }
}

/// Returns the list that a place is of, and where in it.
fn entry(file: &File, place: Place) -> Option<(List, usize)> {
    let mut at = place.part;
    for list in List::ALL {
        let len = list.len(&file.functions[place.function]);
        if at < len {
            return Some((list, at));
        }
        at -= len;
    }
    None
}

pub(super) fn entries(file: &File) -> Vec<Place> {
    let parts = |place: Place| List::ALL.iter().map(|list| list.len(&file.functions[place.function])).sum();
    functions(file).flat_map(|place| (0..parts(place)).map(move |part| Place { part, ..place })).collect()
}

/// An entry goes; where it is still named, one of the same number comes that says nothing.
pub(super) fn remove(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some((list, at)) = entry(mutant.file, place) else { return };
    let function = &mut mutant.file.functions[place.function];
    match list {
        List::Stack => drop(function.stack.remove(at)),
        List::FixedStack => drop(function.fixed_stack.remove(at)),
        List::Constants => drop(function.constants.remove(at)),
        List::JumpTable => function.jump_table.iter_mut().for_each(|table| drop(table.entries.remove(at))),
    }
}

/// The parts of the places are numbers of [`List::ALL`].
pub(super) fn lists(file: &File) -> Vec<Place> {
    functions(file).flat_map(|place| (0..List::ALL.len()).map(move |part| Place { part, ..place })).collect()
}

/// An entry comes.
pub(super) fn add(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let list = List::ALL[place.part];
    let function = &mut mutant.file.functions[place.function];
    let Some(id) = next_number(function, list.space()) else { return };
    let size = 1 << mutant.choices.below(8);
    match list {
        List::Stack => function.stack.push(StackObject { id, size, ..StackObject::default() }),
        List::FixedStack => function.fixed_stack.push(FixedObject { id, size, ..FixedObject::default() }),
        List::Constants => {
            let value = ["i32 0", "double 1.0", "<4 x float> zeroinitializer", "ptr null", "i128 -1"][mutant.choices.below(5)];
            function.constants.push(Constant { id, value: value.into(), ..Constant::default() });
        }
        List::JumpTable => {
            let numbers: Vec<u32> = function.blocks.iter().map(|block| block.number).collect();
            let blocks = (0..mutant.choices.below(5)).filter_map(|_| mutant.choices.pick(&numbers).copied());
            let blocks = blocks.map(|number| BlockReference { number, name: None }).collect();
            let kind = JumpTableKind::LabelDifference32;
            let table = function.jump_table.get_or_insert(JumpTable { kind, ..JumpTable::default() });
            table.entries.push(JumpTableEntry { id, blocks, ..JumpTableEntry::default() });
        }
    }
}

/// What a change takes.
struct Drawn {
    size: u64,
    offset: i64,
    alignment: Option<u64>,
    stack_id: StackId,
    /// Draws from a list.
    byte: u8,
    /// A block of the function.
    block: Option<BlockReference>,
}

impl Drawn {
    fn new(choices: &mut Choices<'_, '_>, blocks: &[Block]) -> Self {
        Self {
            size: [0, 1, 4, 8, 1 << 12, 1 << 31, 1 << 32, u64::MAX >> 1][choices.below(8)],
            offset: [0, -8, 8, -16, i64::from(i32::MIN), 1 << 32][choices.below(6)],
            alignment: choices.chance(224).then(|| 1 << [0, 2, 3, 4, 6, 31, 32][choices.below(7)]),
            stack_id: choices.pick(&StackId::ALL).copied().unwrap_or_default(),
            byte: choices.byte(),
            block: choices.pick(blocks).map(|block| BlockReference { number: block.number, name: None }),
        }
    }

    fn one_of<T: Copy>(&self, all: &[T]) -> T {
        all[usize::from(self.byte) % all.len()]
    }
}

/// A change of a part of an entry.
type Change<T> = fn(&mut T, Drawn);

/// Those of objects of the stack, besides their keys that go with any other.
const STACK: [Change<StackObject>; 7] = [
    |object, drawn| {
        object.kind = drawn.one_of(&StackObjectKind::ALL);
        object.size = if object.kind == StackObjectKind::VariableSized { 0 } else { drawn.size };
    },
    |object, drawn| (object.kind, object.size) = (StackObjectKind::Default, drawn.size),
    |object, drawn| object.offset = drawn.offset,
    |object, drawn| object.alignment = drawn.alignment,
    |object, drawn| object.stack_id = drawn.stack_id,
    |object, drawn| object.local_offset = object.local_offset.is_none().then_some(drawn.offset),
    |object, _| object.callee_saved_restored ^= true,
];

/// The same of objects at fixed places.
const FIXED_STACK: [Change<FixedObject>; 7] = [
    |object, _| {
        object.kind = if object.kind == FixedObjectKind::Default { FixedObjectKind::SpillSlot } else { FixedObjectKind::Default };
    },
    |object, drawn| object.size = drawn.size,
    |object, drawn| object.offset = drawn.offset,
    |object, drawn| object.alignment = drawn.alignment,
    |object, drawn| object.stack_id = drawn.stack_id,
    |object, _| object.immutable ^= true,
    |object, _| object.aliased ^= true,
];

/// Those of constants.
const CONSTANTS: [Change<Constant>; 3] = [
    |constant, drawn| constant.alignment = drawn.alignment,
    |constant, _| constant.target_specific ^= true,
    |constant, drawn| constant.value = format!("i64 {}", drawn.offset),
];

/// Those of the jump tables of a function, and of the entry at a place.
const JUMP_TABLES: [fn(&mut JumpTable, usize, Drawn); 3] = [
    |table, _, drawn| table.kind = drawn.one_of(&JumpTableKind::ALL),
    |table, at, drawn| table.entries[at].blocks.extend(drawn.block),
    |table, at, _| drop(table.entries[at].blocks.pop()),
];

/// A part of an entry: its size, place, alignment, kind or another key, the value of a constant, a block of a jump table.
pub(super) fn change(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some((list, at)) = entry(mutant.file, place) else { return };
    let register = physical(mutant);
    let choices = &mut mutant.choices;
    let function = &mut mutant.file.functions[place.function];
    let drawn = Drawn::new(choices, &function.blocks);
    let values = Values { size: drawn.size, register, ..Values::default() };
    match list {
        List::Stack => {
            let object = &mut function.stack[at];
            let keys: Vec<_> = ObjectKey::of_stack(object.kind).map(|(_, key)| key).collect();
            let which = choices.below(STACK.len() + keys.len());
            match STACK.get(which) {
                Some(change) => change(object, drawn),
                None => fields::change(choices, object.field(keys[which - STACK.len()]), values),
            }
        }
        List::FixedStack => {
            let object = &mut function.fixed_stack[at];
            let keys: Vec<_> = ObjectKey::of_fixed(object.kind).map(|(_, key)| key).collect();
            let which = choices.below(FIXED_STACK.len() + keys.len());
            match FIXED_STACK.get(which) {
                Some(change) => change(object, drawn),
                None => fields::change(choices, object.field(keys[which - FIXED_STACK.len()]), values),
            }
            // Spill slots cannot say it.
            if object.kind == FixedObjectKind::SpillSlot {
                (object.immutable, object.aliased) = (false, false);
            }
        }
        List::Constants => CONSTANTS[choices.below(CONSTANTS.len())](&mut function.constants[at], drawn),
        List::JumpTable => {
            let change = JUMP_TABLES[choices.below(JUMP_TABLES.len())];
            if let Some(table) = &mut function.jump_table {
                change(table, at, drawn);
            }
        }
    }
}
