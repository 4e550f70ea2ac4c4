//! Breakers of enumerants, masks, numbers and operations.

use super::Breaker;
use super::draft::Draft;
use crate::debuginfo::edit::debug_at;
use irsmith_debuginfo::tables::{Kind, Op, OperationCode};
use irsmith_debuginfo::{Info, Literals, StorageClass};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "debug-enumerant",
        about: "gives an encoding, tag or qualifier a number that none has",
        change: |draft| words(draft, |kind| matches!(kind, Kind::Encoding | Kind::CompositeTag | Kind::Qualifier), |_| 99),
    },
    Breaker {
        rule: "debug-flags",
        about: "sets the highest flag",
        change: |draft| words(draft, |kind| kind == Kind::Flags, |word| word | 1 << 31),
    },
    Breaker {
        rule: "storage-class",
        about: "gives a pointer a storage class that does not exist",
        change: |draft| words(draft, |kind| kind == Kind::StorageClass, |_| 0x7fff_0000),
    },
    Breaker {
        rule: "storage-class-none",
        about: "gives a pointer the translator's number for no storage class",
        change: |draft| {
            change(
                draft,
                |info| matches!(info, Info::TypePointer { .. }),
                |info| {
                    if let Info::TypePointer { storage_class, .. } = info {
                        *storage_class = StorageClass(u32::MAX);
                    }
                },
            )
        },
    },
    Breaker {
        rule: "array-counts",
        about: "removes all counts of an array",
        change: |draft| {
            change(
                draft,
                |info| matches!(info, Info::TypeArray { .. }),
                |info| {
                    if let Info::TypeArray { counts, .. } = info {
                        counts.clear();
                    }
                },
            )
        },
    },
    Breaker {
        rule: "vector-count",
        about: "makes a vector without elements",
        change: |draft| {
            change(
                draft,
                |info| matches!(info, Info::TypeVector { .. }),
                |info| {
                    if let Info::TypeVector { count, .. } = info {
                        *count = 0;
                    }
                },
            )
        },
    },
    Breaker {
        rule: "argument-number",
        about: "gives a variable the parameter number 0",
        change: |draft| {
            change(
                draft,
                |info| matches!(info, Info::LocalVariable { .. }),
                |info| {
                    if let Info::LocalVariable { argument, .. } = info {
                        *argument = Some(0);
                    }
                },
            )
        },
    },
    Breaker {
        rule: "operation-unknown",
        about: "gives an operation a number that no list has",
        change: |draft| {
            let number = draft.pick(&[155, 165, 255, u32::MAX])?;
            operation(draft, |code, _| code.0 = number)
        },
    },
    Breaker {
        rule: "operation-literals",
        about: "gives an operation a fourth literal",
        change: |draft| operation(draft, |_, literals| literals.resize(4, 0)),
    },
    Breaker {
        rule: "operation-literals",
        about: "makes an operation a PlusUconst without its literal",
        change: |draft| operation(draft, |code, literals| (*code, *literals) = (Op::PlusUconst.into(), Literals::new())),
    },
    Breaker {
        rule: "pick-index",
        about: "makes an operation a Pick of entry 256",
        change: |draft| operation(draft, |code, literals| (*code, *literals) = (Op::Pick.into(), Literals::from_slice(&[256]))),
    },
    Breaker {
        rule: "deref-size",
        about: "makes an operation a dereference of nine bytes",
        change: |draft| {
            let op = draft.pick(&[Op::DerefSize, Op::XDerefSize])?;
            operation(draft, |code, literals| (*code, *literals) = (op.into(), Literals::from_slice(&[9])))
        },
    },
];

/// Changes a debug instruction for which `is` holds.
fn change(draft: &mut Draft<'_, '_>, is: impl Fn(&Info) -> bool, change: impl Fn(&mut Info)) -> Option<()> {
    let at = draft.debug(|debug| is(&debug.info))?;
    change(&mut draft.debug_mut(at)?.info);
    Some(())
}

fn operation(draft: &mut Draft<'_, '_>, edit: impl Fn(&mut OperationCode, &mut Literals)) -> Option<()> {
    change(
        draft,
        |info| matches!(info, Info::Operation { .. }),
        |info| {
            if let Info::Operation { operation, operands } = info {
                edit(operation, operands);
            }
        },
    )
}

/// Changes every word of some kind in one debug instruction.
fn words(draft: &mut Draft<'_, '_>, is: impl Fn(Kind) -> bool, new: impl Fn(u32) -> u32) -> Option<()> {
    let has = |info: &Info| info.row().fields.iter().any(|field| is(field.kind));
    let at = draft.debug(|debug| has(&debug.info))?;
    let before = debug_at(draft.model, at).info.clone();
    let info = &mut draft.debug_mut(at)?.info;
    info.for_each_word_mut(|_, kind, word| {
        if is(kind) {
            *word = new(*word);
        }
    });
    // A layout may lack the operand.
    (*info != before).then_some(())
}
