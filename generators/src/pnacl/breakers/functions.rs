//! Breakers of functions, names and the entry point.

use super::Breaker;
use super::draft::{Draft, I1, I8, I16, I32, VOID};
use irsmith_pnacl::{Linkage, Symbol, TypeId, Value, ValueKind};

const START: &[u8] = b"_start";

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "function-type",
        about: "gives a function a type that is not a function type, or does not exist",
        change: |draft| {
            let function = draft.choices.index(draft.model.functions.len())?;
            let ty = match draft.choices.below(3) {
                0 => draft.type_id(VOID),
                1 => draft.type_id(I32),
                _ => TypeId(draft.model.types.len() as u32),
            };
            draft.model.functions[function].ty = ty;
            Some(())
        },
    },
    Breaker {
        rule: "function-signature",
        about: "adds a function with a parameter of type i1, i8 or i16",
        change: |draft| {
            let narrow = draft.pick(&[I1, I8, I16])?;
            let ty = draft.signature(VOID, &[I32, narrow]);
            draft.push_function(ty, Linkage::Internal, true);
            Some(())
        },
    },
    Breaker {
        rule: "function-signature",
        about: "adds a function that returns i1, i8 or i16",
        change: |draft| {
            let narrow = draft.pick(&[I1, I8, I16])?;
            let ty = draft.signature(narrow, &[I32]);
            draft.push_function(ty, Linkage::Internal, true);
            Some(())
        },
    },
    Breaker {
        rule: "function-undefined",
        about: "removes the body of a function and makes the function external",
        change: |draft| {
            let function = defined(draft, |_| true)?;
            let function = &mut draft.model.functions[function];
            (function.body, function.linkage) = (None, Linkage::External);
            Some(())
        },
    },
    Breaker {
        rule: "function-undefined",
        about: "adds an external function without a body, with or without a name, which is not the name of an intrinsic",
        change: |draft| {
            let ty = draft.signature(VOID, &[]);
            let function = draft.push_function(ty, Linkage::External, false);
            if draft.choices.below(2) == 1 {
                draft.push_symbol(function, b"llvm_trap");
            }
            Some(())
        },
    },
    Breaker {
        rule: "declaration-internal",
        about: "makes an intrinsic without addresses internal",
        change: |draft| {
            let declared = super::intrinsics::kept(draft);
            let function = draft.pick(&declared)?;
            draft.model.functions[function.index() as usize].linkage = Linkage::Internal;
            Some(())
        },
    },
    Breaker {
        rule: "external-definition",
        about: "makes an internal function external",
        change: |draft| {
            let function = defined(draft, |linkage| linkage == Linkage::Internal)?;
            draft.model.functions[function].linkage = Linkage::External;
            Some(())
        },
    },
    Breaker {
        rule: "external-definition",
        about: "adds an external function with a body, whose name begins like that of the entry point, or differs in case",
        change: |draft| {
            let name = draft.pick(&[&b"_start1"[..], b"_Start", b"start", b"main", b"__pnacl_pso_root", b"_star"])?;
            let ty = draft.signature(VOID, &[I32]);
            let function = draft.push_function(ty, Linkage::External, true);
            draft.push_symbol(function, name);
            Some(())
        },
    },
    Breaker {
        rule: "entry-point",
        about: "makes the entry point internal",
        change: |draft| {
            for function in starts(draft)? {
                draft.model.functions[function].linkage = Linkage::Internal;
            }
            Some(())
        },
    },
    Breaker {
        rule: "entry-point",
        about: "removes the name of the entry point",
        change: |draft| {
            starts(draft)?;
            draft.model.symbols.retain(|symbol| symbol.name != START);
            Some(())
        },
    },
    Breaker {
        rule: "entry-point",
        about: "renames the entry point",
        change: |draft| {
            starts(draft)?;
            let other = draft.pick(&[&b"_start."[..], b"_Start", b"_star", b"__start", b"main"])?;
            for symbol in &mut draft.model.symbols {
                if symbol.name == START {
                    symbol.name = other.to_vec();
                }
            }
            Some(())
        },
    },
    Breaker {
        rule: "entry-point",
        about: "gives the entry point a second name, which counts as the later one",
        change: |draft| {
            for function in starts(draft)? {
                draft.push_symbol(Value::function(function as u32), b"main");
            }
            Some(())
        },
    },
    Breaker {
        rule: "entry-point",
        about: "gives the name of the entry point to a global first, so that the function is renamed",
        change: |draft| {
            starts(draft)?;
            let global = draft.choices.index(draft.model.globals.len())?;
            draft.model.symbols.insert(0, Symbol { value: Value::global(global as u32), name: START.to_vec() });
            Some(())
        },
    },
    Breaker {
        rule: "symbol-value",
        about: "names a function or global that does not exist, or what has no names outside of a function",
        change: |draft| {
            let functions = draft.model.functions.len() as u32;
            let globals = draft.model.globals.len() as u32;
            let value = draft.pick(&[
                Value::function(functions),
                Value::global(globals),
                Value::global(globals + 1000),
                Value::parameter(0),
                Value::constant(0),
                Value::instruction(0),
            ])?;
            draft.push_symbol(value, b"nothing");
            Some(())
        },
    },
    Breaker {
        rule: "symbol-empty",
        about: "gives a function or global an empty name, before its other names, so that these count",
        change: |draft| {
            let functions = draft.model.functions.len();
            let index = draft.choices.index(functions + draft.model.globals.len())?;
            let value = if index < functions { Value::function(index as u32) } else { Value::global((index - functions) as u32) };
            draft.model.symbols.insert(0, Symbol { value, name: Vec::new() });
            Some(())
        },
    },
];

/// Draws a function with a body for whose linkage `wanted` holds.
fn defined(draft: &mut Draft<'_, '_>, wanted: impl Fn(Linkage) -> bool) -> Option<usize> {
    let functions = draft.model.functions.iter().enumerate();
    let found: Vec<usize> =
        functions.filter(|(_, function)| function.body.is_some() && wanted(function.linkage)).map(|(index, _)| index).collect();
    draft.pick(&found)
}

/// Returns the functions that the symbol table names `_start` anywhere; `None` if there are none.
fn starts(draft: &Draft<'_, '_>) -> Option<Vec<usize>> {
    let symbols = draft.model.symbols.iter().filter(|symbol| symbol.name == START && symbol.value.kind() == ValueKind::Function);
    let functions = symbols.map(|symbol| symbol.value.index() as usize).filter(|&index| index < draft.model.functions.len());
    Some(functions.collect()).filter(|functions: &Vec<usize>| !functions.is_empty())
}
