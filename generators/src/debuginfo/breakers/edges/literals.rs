//! Edges of enumerants, masks, numbers and operations.

use super::{At, Edge, breaks, keeps};
use crate::debuginfo::breakers::draft::Draft;
use irsmith_debuginfo::tables::{Kind, Layout, Op as Operation};
use irsmith_debuginfo::{Dialect, Info, Instruction, Literals, OperationCode, StorageClass};
use spirv::{Capability, Op};

pub(super) const EDGES: &[Edge] = &[
    breaks("debug-enumerant", "gives an operand a number that its enumeration lacks", |draft| enumerant(draft, false)),
    keeps("gives an operand another number of its enumeration", |draft| enumerant(draft, true)),
    breaks("debug-flags", "sets one flag that the set lacks", |draft| {
        let first = match layout(draft)? {
            Layout::Specified => 14,
            Layout::OpenCl => 17,
            Layout::Translator => 19,
        };
        let bit = first + draft.choices.below(32 - first);
        words(draft, Kind::Flags, |word| word | 1 << bit)
    }),
    breaks("storage-class", "gives a pointer a storage class that does not exist", |draft| {
        let class = draft.pick(&[13, 5327, 5330, 0x7fff_ffff, u32::MAX - 1])?;
        pointer(draft, class)
    }),
    breaks("storage-class-none", "gives a pointer the translator's storage class for none", |draft| pointer(draft, u32::MAX)),
    keeps("gives a pointer a storage class that needs no capability", |draft| {
        let class = draft.pick(&[0, 1, 4, 5, 7, 11])?;
        pointer(draft, class)
    }),
    breaks("storage-class-capability", "gives a pointer a storage class whose capability is missing", |draft| {
        // These declare or imply nothing that a storage class needs.
        let harmless = [Capability::Linkage, Capability::Addresses, Capability::Kernel, Capability::Int8, Capability::Int16];
        let more = [Capability::Int64, Capability::Float16, Capability::Float64, Capability::Vector16];
        let is_harmless = |word: u32| harmless.iter().chain(&more).any(|&capability| capability as u32 == word);
        let declared = draft.model.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(Op::Capability));
        declared.filter_map(|core| core.words.first()).all(|&word| is_harmless(word)).then_some(())?;
        // Uniform, Output, Private, PushConstant, AtomicCounter, StorageBuffer; Generic if only its own capability is missing.
        let class = draft.pick(&[2, 3, 6, 9, 10, 12, 8])?;
        pointer(draft, class)
    }),
    keeps("gives a pointer a storage class whose capability another implies", |draft| {
        draft.insert(0, Op::Capability, [Capability::Geometry as u32])?;
        let class = draft.pick(&[2, 3, 6, 9, 12])?;
        pointer(draft, class)
    }),
    keeps("gives a pointer a storage class whose capability is declared", |draft| {
        draft.insert(0, Op::Capability, [Capability::GenericPointer as u32])?;
        pointer(draft, 8)
    }),
    breaks("dwarf-version", "gives a compilation unit a version of DWARF just outside the known ones", |draft| {
        let version = draft.pick(&[0, 1, 6, u32::MAX])?;
        dwarf(draft, version)
    }),
    keeps("gives a compilation unit the first or last version of DWARF", |draft| {
        let version = draft.pick(&[2, 3, 4, 5])?;
        dwarf(draft, version)
    }),
    breaks("array-counts", "takes all counts of an array", |draft| {
        array(draft, |counts| {
            counts.clear();
            Some(())
        })
    }),
    breaks("array-zero", "makes the last count of an array zero", |draft| {
        let id = constant(draft, &[0])?;
        array(draft, |counts| {
            *counts.last_mut()? = irsmith_debuginfo::Id(id);
            Some(())
        })
    }),
    keeps("makes a count of an array one", |draft| {
        let id = constant(draft, &[1])?;
        array(draft, |counts| {
            *counts.first_mut()? = irsmith_debuginfo::Id(id);
            Some(())
        })
    }),
    keeps("makes a count of an array a number whose low word is zero", |draft| {
        let id = constant(draft, &[0, 1])?;
        array(draft, |counts| {
            *counts.first_mut()? = irsmith_debuginfo::Id(id);
            Some(())
        })
    }),
    breaks("vector-count", "makes a vector without elements", |draft| vector(draft, 0)),
    keeps("makes a vector of one element, or of the most", |draft| {
        let count = draft.pick(&[1, u32::MAX])?;
        vector(draft, count)
    }),
    breaks("argument-number", "gives a variable the parameter number 0", |draft| argument(draft, Some(0))),
    keeps("gives a variable the first parameter number, the last or none", |draft| {
        let number = draft.pick(&[Some(1), Some(u32::MAX), None])?;
        argument(draft, number)
    }),
    breaks("operation-unknown", "gives an operation a number just outside the lists", |draft| {
        let number = draft.pick(&[155, 165, 166, u32::MAX])?;
        operation(draft, OperationCode(number), &[])
    }),
    breaks("operation-literals", "gives an operation one literal too many", |draft| {
        let (op, count) = draft.pick(COUNTS)?;
        operation(draft, op.into(), &[0, 0, 0][..=count])
    }),
    breaks("operation-literals", "gives an operation one literal too few", |draft| {
        let (op, count) = draft.pick(COUNTS)?;
        operation(draft, op.into(), &[0, 0][..count.checked_sub(1)?])
    }),
    keeps("gives an operation as many literals as it has", |draft| {
        let (op, count) = draft.pick(COUNTS)?;
        operation(draft, op.into(), &[0, 0][..count])
    }),
    breaks("pick-index", "picks entry 256", |draft| {
        let index = draft.pick(&[256, u32::MAX])?;
        operation(draft, Operation::Pick.into(), &[index])
    }),
    keeps("picks the first entry or entry 255", |draft| {
        let index = draft.pick(&[0, 255])?;
        operation(draft, Operation::Pick.into(), &[index])
    }),
    breaks("deref-size", "reads one byte more than an address has", |draft| dereference(draft, 1)),
    keeps("reads as many bytes as an address has", |draft| dereference(draft, 0)),
    breaks("convert-encoding", "converts to an encoding just outside those of DWARF", |draft| {
        let encoding = draft.pick(&[0, 19, u32::MAX])?;
        operation(draft, Operation::Convert.into(), &[32, encoding])
    }),
    keeps("converts to the first encoding of DWARF or the last", |draft| {
        let encoding = draft.pick(&[1, 18])?;
        operation(draft, Operation::Convert.into(), &[32, encoding])
    }),
];

/// Operations and the numbers of their literals (specification 3.6, and the experimental list).
const COUNTS: &[(Operation, usize)] = &[
    (Operation::Deref, 0),
    (Operation::Plus, 0),
    (Operation::Minus, 0),
    (Operation::PlusUconst, 1),
    (Operation::BitPiece, 2),
    (Operation::Swap, 0),
    (Operation::Xderef, 0),
    (Operation::StackValue, 0),
    (Operation::Constu, 1),
    (Operation::Fragment, 2),
    (Operation::Consts, 1),
    (Operation::Dup, 0),
];

fn layout(draft: &Draft<'_, '_>) -> Option<Layout> {
    let sets = draft.model.sets();
    let set = draft.model.instructions.iter().find_map(Instruction::debug)?.set;
    sets.dialect(set).map(Dialect::layout)
}

/// Changes the words of a kind in a debug instruction.
fn words(draft: &mut Draft<'_, '_>, kind: Kind, new: impl Fn(u32) -> u32) -> Option<At> {
    let layout = layout(draft)?;
    let at = draft.debug(|debug| debug.info.row().fields(layout).any(|field| field.kind == kind))?;
    draft.debug_mut(at)?.info.for_each_word_mut(|_, of, word| {
        if of == kind {
            *word = new(*word);
        }
    });
    Some(At::Instruction(at))
}

/// Gives an operand a number that its enumeration has, or lacks (specification 3; the differences of OpenCL.DebugInfo.100).
fn enumerant(draft: &mut Draft<'_, '_>, known: bool) -> Option<At> {
    let opencl = layout(draft)?.is_opencl();
    let rows: [(Kind, &[u32], &[u32]); 5] = [
        (
            Kind::Encoding,
            if opencl { &[0, 1, 2, 3, 4, 5, 6, 7] } else { &[0, 1, 2, 4, 5, 6, 7, 8] },
            if opencl { &[8, 9] } else { &[3, 9] },
        ),
        (Kind::CompositeTag, &[0, 1, 2], &[3, u32::MAX]),
        (Kind::Qualifier, if opencl { &[0, 1, 2, 3] } else { &[0, 1, 2] }, if opencl { &[4, u32::MAX] } else { &[3, u32::MAX] }),
        (Kind::ImportedEntityTag, &[0, 1], &[2, u32::MAX]),
        (Kind::SourceLanguage, &[0, 1, 2, 3, 4, 5], &[9999, u32::MAX]),
    ];
    let (kind, has, lacks) = rows[draft.choices.below(rows.len())];
    // A class may be inherited from, a union not.
    let has = if kind == Kind::CompositeTag { &has[..2] } else { has };
    let number = draft.pick(if known { has } else { lacks })?;
    words(draft, kind, |_| number)
}

fn change(draft: &mut Draft<'_, '_>, change: impl Fn(&mut Info) -> Option<()>, is: impl Fn(&Info) -> bool) -> Option<At> {
    let at = draft.debug(|debug| is(&debug.info))?;
    change(&mut draft.debug_mut(at)?.info)?;
    Some(At::Instruction(at))
}

fn pointer(draft: &mut Draft<'_, '_>, class: u32) -> Option<At> {
    let set = |info: &mut Info| {
        let Info::TypePointer { storage_class, .. } = info else { return None };
        *storage_class = StorageClass(class);
        Some(())
    };
    change(draft, set, |info| matches!(info, Info::TypePointer { .. }))
}

fn dwarf(draft: &mut Draft<'_, '_>, version: u32) -> Option<At> {
    let set = |info: &mut Info| {
        let Info::CompilationUnit { dwarf_version, .. } = info else { return None };
        *dwarf_version = version;
        Some(())
    };
    change(draft, set, |info| matches!(info, Info::CompilationUnit { .. }))
}

fn array(draft: &mut Draft<'_, '_>, set: impl Fn(&mut irsmith_debuginfo::Ids) -> Option<()>) -> Option<At> {
    let set = |info: &mut Info| {
        let Info::TypeArray { counts, .. } = info else { return None };
        set(counts)
    };
    change(draft, set, |info| matches!(info, Info::TypeArray { .. }))
}

fn vector(draft: &mut Draft<'_, '_>, number: u32) -> Option<At> {
    let set = |info: &mut Info| {
        let Info::TypeVector { count, .. } = info else { return None };
        *count = number;
        Some(())
    };
    change(draft, set, |info| matches!(info, Info::TypeVector { .. }))
}

fn argument(draft: &mut Draft<'_, '_>, number: Option<u32>) -> Option<At> {
    let set = |info: &mut Info| {
        let Info::LocalVariable { argument, .. } = info else { return None };
        *argument = number;
        Some(())
    };
    change(draft, set, |info| matches!(info, Info::LocalVariable { .. }))
}

fn operation(draft: &mut Draft<'_, '_>, code: OperationCode, literals: &[u32]) -> Option<At> {
    let set = |info: &mut Info| {
        let Info::Operation { operation, operands } = info else { return None };
        (*operation, *operands) = (code, Literals::from_slice(literals));
        Some(())
    };
    change(draft, set, |info| matches!(info, Info::Operation { .. }))
}

/// Reads so many bytes more than an address has, with any addressing model.
fn dereference(draft: &mut Draft<'_, '_>, more: u32) -> Option<At> {
    let (model, bytes) = draft.pick(&[(0, 8), (1, 4), (2, 8)])?;
    // With smaller addresses no other operation may read too much.
    let reads_more = |info: &Info| match info {
        Info::Operation { operation, operands } => {
            let is_read = [Operation::DerefSize, Operation::XDerefSize].map(OperationCode::from).contains(operation);
            is_read && operands.first().is_some_and(|&size| size > bytes)
        }
        _ => false,
    };
    if draft.model.instructions.iter().filter_map(Instruction::debug).any(|debug| reads_more(&debug.info)) {
        return None;
    }
    let at = draft.core(Op::MemoryModel)?;
    *draft.words_mut(at)?.first_mut()? = model;
    let op = draft.pick(&[Operation::DerefSize, Operation::XDerefSize])?;
    operation(draft, op.into(), &[bytes + more])
}

/// Inserts a constant of an integer type with so many words.
fn constant(draft: &mut Draft<'_, '_>, words: &[u32]) -> Option<u32> {
    let at = draft.globals_end()?;
    let (ty, id) = (draft.fresh()?, draft.fresh()?);
    draft.insert(at, Op::TypeInt, [ty, 32 * words.len() as u32, 0])?;
    draft.insert(at + 1, Op::Constant, [ty, id].into_iter().chain(words.iter().copied()))?;
    Some(id)
}
