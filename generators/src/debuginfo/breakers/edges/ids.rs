//! Edges of ids: zero, the bound, definitions, the order of definitions and uses, and the functions that define them.

use super::{At, Edge, breaks, keeps, with_string};
use crate::debuginfo::breakers::draft::Draft;
use irsmith_debuginfo::{DebugInstruction, Id, Info, Instruction};
use spirv::Op;

pub(super) const EDGES: &[Edge] = &[
    breaks("id-zero", "names zero", |draft| name(draft, |_| Some(0))),
    breaks("id-bound", "names the bound", |draft| name(draft, |draft| Some(draft.model.header.bound))),
    breaks("id-bound", "names the largest id", |draft| name(draft, |_| Some(u32::MAX))),
    breaks("id-undefined", "names an id without a definition", |draft| name(draft, |draft| draft.fresh())),
    keeps("names an id below the bound", |draft| {
        let id = draft.model.instructions.iter().filter_map(Instruction::result).max()?;
        name(draft, |_| Some(id.0))
    }),
    breaks("id-zero", "gives a DebugInfoNone the id zero", |draft| none(draft, 0)),
    breaks("id-bound", "gives a DebugInfoNone the bound as id", |draft| {
        let bound = draft.model.header.bound;
        none(draft, bound)
    }),
    keeps("gives a DebugInfoNone the largest id below the bound", |draft| {
        let id = draft.fresh()?;
        none(draft, id)
    }),
    breaks("id-bound", "gives a type the bound as id", |draft| {
        let (at, bound) = (draft.globals_end()?, draft.model.header.bound);
        draft.put(at, Op::TypeSampler, [bound])
    }),
    breaks("id-zero", "gives a type the id zero", |draft| {
        let at = draft.globals_end()?;
        draft.put(at, Op::TypeSampler, [0])
    }),
    breaks("id-repeated", "defines an id twice in a row", |draft| {
        let at = draft.globals_end()?;
        let id = draft.model.instructions[at].result()?;
        none_at(draft, at + 1, id.0)
    }),
    breaks("id-repeated", "defines a large id twice", |draft| {
        let id = draft.model.header.bound.max(0x3f_fff0);
        draft.model.header.bound = id + 1;
        let at = draft.globals_end()?;
        none_at(draft, at, id)?;
        none_at(draft, at + 1, id)
    }),
    keeps("defines a large id once, and names it", |draft| {
        let id = draft.model.header.bound.max(0x3f_fff0);
        draft.model.header.bound = id + 1;
        let at = draft.globals_end()?;
        none_at(draft, at, id)?;
        name(draft, |_| Some(id))
    }),
    breaks("id-undefined", "names a large id without a definition", |draft| {
        let id = draft.model.header.bound.max(0x3f_fff0);
        draft.model.header.bound = id + 1;
        name(draft, |_| Some(id))
    }),
    breaks("id-order", "names a type before its definition", |draft| {
        let (at, ty) = scalar_at(draft)?;
        let id = draft.fresh()?;
        draft.put(at, Op::TypeRuntimeArray, [id, ty])
    }),
    breaks("id-order", "names a type in its own definition", |draft| {
        let (at, id) = (draft.globals_end()?, draft.fresh()?);
        draft.put(at, Op::TypeRuntimeArray, [id, id])
    }),
    keeps("names a type behind its definition", |draft| {
        let (at, ty) = scalar_at(draft)?;
        let id = draft.fresh()?;
        draft.put(at + 1, Op::TypeRuntimeArray, [id, ty])
    }),
    keeps("names a function before its definition in a name", |draft| {
        let id = draft.result_of(Op::Function)?;
        name(draft, |_| Some(id))
    }),
    breaks("debug-order", "derives a type from a later one", |draft| {
        let (at, base) = debug_type(draft)?;
        pointer(draft, at, base)
    }),
    keeps("derives a type from the one before it", |draft| {
        let (at, base) = debug_type(draft)?;
        pointer(draft, at + 1, base)
    }),
    breaks("id-function", "names a value of another function", |draft| {
        let values = values(draft);
        let (value, ty, function, at) = draft.pick(&values)?;
        let places = places(draft, |other, place| other != function && place > at);
        copy(draft, &places, ty, value)
    }),
    keeps("names a value of the same function", |draft| {
        let values = values(draft);
        let (value, ty, function, at) = draft.pick(&values)?;
        let places = places(draft, |other, place| other == function && place > at);
        copy(draft, &places, ty, value)
    }),
    keeps("names a value of a function outside of functions", |draft| {
        let values = values(draft);
        let (value, ..) = draft.pick(&values)?;
        name(draft, |_| Some(value))
    }),
];

/// Names an id with an OpName.
fn name(draft: &mut Draft<'_, '_>, id: impl FnOnce(&mut Draft<'_, '_>) -> Option<u32>) -> Option<At> {
    let at = draft.core(Op::Name)?;
    let id = id(draft)?;
    draft.put(at, Op::Name, with_string(&[id], "n"))
}

fn none(draft: &mut Draft<'_, '_>, id: u32) -> Option<At> {
    let at = draft.globals_end()?;
    none_at(draft, at, id)
}

fn none_at(draft: &mut Draft<'_, '_>, at: usize, id: u32) -> Option<At> {
    let (result_type, set) = draft.model.instructions.iter().find_map(Instruction::debug).map(|debug| (debug.result_type, debug.set))?;
    let none = DebugInstruction { result_type, result: Id(id), set, info: Info::InfoNone {} };
    draft.model.instructions.insert(at, Instruction::Debug(none));
    Some(At::Instruction(at))
}

fn scalar_at(draft: &mut Draft<'_, '_>) -> Option<(usize, u32)> {
    let at = draft.core(Op::TypeInt).or_else(|| draft.core(Op::TypeFloat))?;
    Some((at, draft.model.instructions[at].result()?.0))
}

fn debug_type(draft: &mut Draft<'_, '_>) -> Option<(usize, Id)> {
    let at = draft.debug(|debug| matches!(debug.info, Info::TypeBasic { .. } | Info::TypeEnum { .. }))?;
    Some((at, draft.model.instructions[at].result()?))
}

fn pointer(draft: &mut Draft<'_, '_>, at: usize, base: Id) -> Option<At> {
    // The class of variables in functions needs no capability.
    let class = irsmith_debuginfo::StorageClass(spirv::StorageClass::Function as u32);
    draft.insert_debug(at, Info::TypePointer { base, storage_class: class, flags: irsmith_debuginfo::Flags(0) })?;
    Some(At::Instruction(at))
}

/// Returns the function of each instruction, counted from 1; 0 for none.
fn functions(draft: &Draft<'_, '_>) -> Vec<usize> {
    let (mut count, mut inside) = (0, false);
    let of = |instruction: &Instruction| {
        let core = instruction.core();
        let opens = core.is_some_and(|core| core.is(Op::Function));
        count += usize::from(opens);
        let function = if inside && !opens { count } else { 0 };
        inside = (inside || opens) && !core.is_some_and(|core| core.is(Op::FunctionEnd));
        function
    };
    draft.model.instructions.iter().map(of).collect()
}

/// Returns the values that functions define: id, type, function, index.
fn values(draft: &Draft<'_, '_>) -> Vec<(u32, u32, usize, usize)> {
    let functions = functions(draft);
    let void = draft.void();
    let all = draft.model.instructions.iter().enumerate();
    let value = |(at, instruction): (usize, &Instruction)| {
        let core = instruction.core()?;
        let (id, ty) = (instruction.result()?, instruction.result_type()?);
        (functions[at] != 0 && Some(ty.0) != void && !core.is(Op::Function)).then_some((id.0, ty.0, functions[at], at))
    };
    all.filter_map(value).collect()
}

/// Returns the places in blocks for whose function and index `fits` holds.
fn places(draft: &Draft<'_, '_>, fits: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let functions = functions(draft);
    let places = crate::debuginfo::edit::places_in_blocks(draft.model);
    places.into_iter().filter(|&at| functions.get(at).is_some_and(|&function| fits(function, at))).collect()
}

fn copy(draft: &mut Draft<'_, '_>, places: &[usize], ty: u32, value: u32) -> Option<At> {
    let at = draft.pick(places)?;
    let id = draft.fresh()?;
    draft.put(at, Op::CopyObject, [ty, id, value])
}
