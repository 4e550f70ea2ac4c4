//! Breakers of globals and their initializers.

use super::Breaker;
use super::draft::Draft;
use irsmith_pnacl::{Alignment, Global, Initializer, Symbol, Value};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "global-empty",
        about: "removes all initializers of a global",
        change: |draft| {
            let global = draft.choices.index(draft.model.globals.len())?;
            draft.model.globals[global].initializers.clear();
            Some(())
        },
    },
    Breaker {
        rule: "global-empty",
        about: "adds a global without initializer",
        change: |draft| {
            draft.model.globals.push(Global { alignment: Alignment::NONE, constant: true, initializers: Vec::new() });
            Some(())
        },
    },
    Breaker {
        rule: "initializer-empty",
        about: "adds data of no bytes to the initializers of a global",
        change: |draft| insert(draft, Initializer::Data(Vec::new())),
    },
    Breaker {
        rule: "initializer-zero",
        about: "gives a global several parts that are all zero",
        change: |draft| {
            let global = draft.choices.index(draft.model.globals.len())?;
            let pieces = 2 + draft.choices.below(3);
            let piece = |index: usize| match index % 3 {
                1 => Initializer::Data(vec![0; index]),
                index => Initializer::Zerofill(index as u64),
            };
            draft.model.globals[global].initializers = (0..pieces).map(piece).collect();
            Some(())
        },
    },
    Breaker {
        rule: "symbol-reserved",
        about: "gives a global a name that LLVM reserves",
        change: |draft| {
            let names: [&[u8]; 4] = [b"llvm.used", b"llvm.compiler.used", b"llvm.global_ctors", b"llvm.global_dtors"];
            let name = draft.pick(&names)?;
            let global = draft.choices.index(draft.model.globals.len())?;
            draft.model.symbols.push(Symbol { value: Value::global(global as u32), name: name.to_vec() });
            Some(())
        },
    },
    Breaker {
        rule: "relocation-target",
        about: "adds the address of a function or global that does not exist, or of what has none, to a global",
        change: |draft| {
            let globals = draft.model.globals.len() as u32;
            let value = draft.pick(&[
                Value::function(draft.model.functions.len() as u32),
                Value::global(globals + 1),
                Value::global(globals + 1_000_000),
                Value::parameter(0),
                Value::constant(0),
                Value::instruction(0),
            ])?;
            insert(draft, Initializer::Relocation { value, addend: None })
        },
    },
];

/// Inserts a piece among those of a global, which is added if there is none.
pub(super) fn insert(draft: &mut Draft<'_, '_>, piece: Initializer) -> Option<()> {
    if draft.model.globals.is_empty() {
        draft.model.globals.push(Global { initializers: vec![Initializer::Zerofill(4)], ..Global::default() });
    }
    let global = draft.choices.index(draft.model.globals.len())?;
    let pieces = &mut draft.model.globals[global].initializers;
    let at = draft.choices.below(pieces.len() + 1);
    pieces.insert(at, piece);
    Some(())
}
