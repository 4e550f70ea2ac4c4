//! Breakers of intrinsics: their declarations, their addresses and the arguments of their calls.

use super::Breaker;
use super::draft::{Draft, F32, F64, I1, I8, I16, I32, I64, Site, V4F32, V4I32, VOID};
use super::memory::some_load;
use irsmith_pnacl::{Alignment, Body, Initializer, Instruction, Linkage, Literal, Signature, Type, Value, ValueKind, ValueType};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "intrinsic-unknown",
        about: "declares a function whose name begins like an intrinsic's",
        change: |draft| {
            let name = draft.pick(UNKNOWN)?;
            let ty = draft.signature(VOID, &[I32]);
            let function = draft.push_function(ty, Linkage::External, false);
            draft.push_symbol(function, name);
            Some(())
        },
    },
    Breaker {
        rule: "intrinsic-unknown",
        about: "lengthens the name of an intrinsic",
        change: |draft| {
            let intrinsics = intrinsics(draft);
            let function = draft.pick(&intrinsics)?;
            let symbol = draft.model.symbols.iter_mut().rev().find(|symbol| symbol.value == function)?;
            symbol.name.push(b'x');
            Some(())
        },
    },
    Breaker {
        rule: "intrinsic-unknown",
        about: "declares an intrinsic once more, so that the later one is renamed",
        change: |draft| {
            let intrinsics = intrinsics(draft);
            let first = draft.pick(&intrinsics)?;
            let name = draft.model.name_of(first)?.to_vec();
            let ty = draft.model.functions[first.index() as usize].ty;
            let second = draft.push_function(ty, Linkage::External, false);
            draft.push_symbol(second, &name);
            Some(())
        },
    },
    Breaker {
        rule: "intrinsic-signature",
        about: "declares an intrinsic that the module does not have with a wrong signature",
        change: |draft| {
            let rows: Vec<Wrong> = WRONG.iter().copied().filter(|(name, ..)| !is_used(draft, name)).collect();
            let (name, result, parameters) = draft.pick(&rows)?;
            let ty = draft.signature(result, parameters);
            let function = draft.push_function(ty, Linkage::External, false);
            draft.push_symbol(function, name);
            Some(())
        },
    },
    Breaker {
        rule: "intrinsic-signature",
        about: "adds a function that has the name of an intrinsic with another signature, and then another name",
        change: |draft| {
            let (name, result, parameters) = draft.pick(WRONG)?;
            let ty = draft.signature(result, parameters);
            let function = draft.push_function(ty, Linkage::Internal, true);
            draft.push_symbol(function, name);
            draft.push_symbol(function, b"renamed");
            Some(())
        },
    },
    Breaker {
        rule: "intrinsic-signature",
        about: "adds a parameter to an intrinsic",
        change: |draft| {
            change_signature(draft, |draft, signature| {
                let more = draft.type_id(I32);
                signature.parameters.push(more);
                Some(())
            })
        },
    },
    Breaker {
        rule: "intrinsic-signature",
        about: "drops a parameter of an intrinsic",
        change: |draft| change_signature(draft, |_, signature| signature.parameters.pop().map(drop)),
    },
    Breaker {
        rule: "intrinsic-signature",
        about: "changes the type of a parameter of an intrinsic",
        change: |draft| {
            change_signature(draft, |draft, signature| {
                let at = draft.choices.index(signature.parameters.len())?;
                signature.parameters[at] = other_type(draft, signature.parameters[at])?;
                Some(())
            })
        },
    },
    Breaker {
        rule: "intrinsic-signature",
        about: "changes the result of an intrinsic that has one",
        change: |draft| {
            change_signature(draft, |draft, signature| {
                if draft.model.value_type(signature.result) == VOID {
                    return None;
                }
                signature.result = other_type(draft, signature.result)?;
                Some(())
            })
        },
    },
    Breaker {
        rule: "intrinsic-defined",
        about: "gives an intrinsic without addresses a body",
        change: |draft| {
            let intrinsics = kept(draft);
            let function = draft.pick(&intrinsics)?;
            let body = Body { constants: Vec::new(), instructions: vec![Instruction::Unreachable {}] };
            draft.model.functions[function.index() as usize].body = Some(body);
            Some(())
        },
    },
    Breaker {
        rule: "intrinsic-defined",
        about: "adds an intrinsic that the module does not have, with a body",
        change: |draft| {
            if is_used(draft, b"llvm.trap") {
                return None;
            }
            let ty = draft.signature(VOID, &[]);
            let function = draft.push_function(ty, Linkage::External, true);
            draft.push_symbol(function, b"llvm.trap");
            Some(())
        },
    },
    Breaker {
        rule: "declaration-internal",
        about: "declares an intrinsic that the module does not have as internal",
        change: |draft| {
            if is_used(draft, b"llvm.trap") {
                return None;
            }
            let ty = draft.signature(VOID, &[]);
            let function = draft.push_function(ty, Linkage::Internal, false);
            draft.push_symbol(function, b"llvm.trap");
            Some(())
        },
    },
    Breaker {
        rule: "intrinsic-address",
        about: "puts the address of an intrinsic without addresses into a global",
        change: |draft| {
            let intrinsics = kept(draft);
            let value = draft.pick(&intrinsics)?;
            super::globals::insert(draft, Initializer::Relocation { value, addend: Some(0) })
        },
    },
    Breaker {
        rule: "intrinsic-address",
        about: "stores the address of an intrinsic",
        change: |draft| {
            let intrinsics = intrinsics(draft);
            let value = draft.pick(&intrinsics)?;
            let site = draft.block_end()?;
            let pointer = draft.undef(site.function, I32);
            draft.insert(site, Instruction::Store { pointer, value, alignment: Alignment::from_bytes(1)? });
            Some(())
        },
    },
    Breaker {
        rule: "intrinsic-address",
        about: "puts the address of an intrinsic in place of an operand of type i32",
        change: |draft| {
            let intrinsics = intrinsics(draft);
            let address = draft.pick(&intrinsics)?;
            let (site, number, _) = draft.operand(scalar_operands)?;
            draft.set_operand(scalar_operands, site, number, address)
        },
    },
    Breaker {
        rule: "intrinsic-address",
        about: "calls an intrinsic by its address",
        change: |draft| {
            let intrinsics = intrinsics(draft);
            let pointer = draft.pick(&intrinsics)?;
            let (site, result) = (draft.block_end()?, draft.type_id(VOID));
            draft.insert(site, Instruction::CallIndirect { tail: false, pointer, result, arguments: Default::default() });
            Some(())
        },
    },
    Breaker {
        rule: "intrinsic-argument",
        about: "gives an intrinsic a constant that is not in the list of its parameter",
        change: |draft| {
            let (site, parameter, allowed) = demanding_call(draft)?;
            let kind = argument_type(draft, site, parameter)?;
            let numbers: Vec<i64> = (-1..=17).filter(|number| !allowed.contains(number)).collect();
            // Both constants of i1 are in the list.
            let literal = if kind == I1 { Literal::Undef } else { Literal::Integer(draft.pick(&numbers)?) };
            let argument = draft.constant(site.function, kind, literal);
            set_argument(draft, site, parameter, argument)
        },
    },
    Breaker {
        rule: "intrinsic-argument",
        about: "gives an intrinsic a value that is not a constant for a parameter that requires a constant",
        change: |draft| {
            let (site, parameter, _) = demanding_call(draft)?;
            let kind = argument_type(draft, site, parameter)?;
            if kind != I32 {
                return None;
            }
            let argument = Value::instruction(draft.results_before(site));
            let load = some_load(draft, site.function);
            draft.insert(site, load);
            set_argument(draft, Site { index: site.index + 1, ..site }, parameter, argument)
        },
    },
    Breaker {
        rule: "memory-order",
        about: "lets a compare-and-exchange fail with a stronger memory order than it succeeds with",
        change: |draft| {
            let is_exchange = |name: &[u8]| name.starts_with(b"llvm.nacl.atomic.cmpxchg.");
            let site = call_of(draft, is_exchange)?;
            // 3 acquire, 4 release, 5 both, 6 sequentially consistent; acquire is not below release.
            let (success, failure) = draft.pick(&[(3, 6), (4, 6), (5, 6), (4, 3)])?;
            for (parameter, order) in [(3, success), (4, failure)] {
                let argument = draft.constant(site.function, I32, Literal::Integer(order));
                set_argument(draft, site, parameter, argument)?;
            }
            Some(())
        },
    },
];

/// Names that no program may use: intrinsics that only LLVM has, and types that an intrinsic does not support.
const UNKNOWN: &[&[u8]] = &[
    b"llvm.",
    b"llvm.memcpy.p0i8.p0i8.i64",
    b"llvm.memset.p0i8.i64",
    b"llvm.bswap.i8",
    b"llvm.ctlz.i16",
    b"llvm.cttz.i8",
    b"llvm.ctpop.i16",
    b"llvm.sqrt.v4f32",
    b"llvm.fabs.f80",
    b"llvm.sin.f32",
    b"llvm.pow.f64",
    b"llvm.sadd.with.overflow.i32",
    b"llvm.lifetime.start",
    b"llvm.va_start",
    b"llvm.eh.typeid.for",
    b"llvm.expect.i32",
    b"llvm.flt.rounds",
    b"llvm.prefetch",
    b"llvm.frameaddress",
    b"llvm.nacl.atomic.load.i128",
    b"llvm.nacl.atomic.load",
    b"llvm.TRAP",
    b"llvm.dbg.value",
];

type Wrong = (&'static [u8], ValueType, &'static [ValueType]);

/// Wrong signatures.
const WRONG: &[Wrong] = &[
    (b"llvm.memcpy.p0i8.p0i8.i32", VOID, &[I32, I32, I32, I32]),
    (b"llvm.memmove.p0i8.p0i8.i32", I32, &[I32, I32, I32, I32, I1]),
    (b"llvm.memset.p0i8.i32", VOID, &[I32, I32, I32, I32, I1]),
    (b"llvm.bswap.i16", I16, &[I32]),
    (b"llvm.bswap.i32", I64, &[I32]),
    (b"llvm.bswap.i64", I64, &[I32]),
    (b"llvm.ctlz.i32", I32, &[I32]),
    (b"llvm.ctlz.i64", I32, &[I64, I1]),
    (b"llvm.cttz.i32", I32, &[I32, I32]),
    (b"llvm.cttz.i64", I64, &[I64]),
    (b"llvm.ctpop.i32", I32, &[I32, I1]),
    (b"llvm.ctpop.i64", I32, &[I64]),
    (b"llvm.sqrt.f32", F64, &[F32]),
    (b"llvm.sqrt.f64", F32, &[F64]),
    (b"llvm.fabs.f32", F32, &[F64]),
    (b"llvm.fabs.f64", F64, &[]),
    (b"llvm.fabs.v4f32", V4F32, &[V4I32]),
    (b"llvm.nacl.read.tp", I32, &[I32]),
    (b"llvm.nacl.setjmp", VOID, &[I32]),
    (b"llvm.nacl.longjmp", VOID, &[I32]),
    (b"llvm.nacl.atomic.load.i8", I32, &[I32, I32]),
    (b"llvm.nacl.atomic.load.i64", I64, &[I32]),
    (b"llvm.nacl.atomic.store.i16", VOID, &[I32, I16, I32]),
    (b"llvm.nacl.atomic.store.i32", I32, &[I32, I32, I32]),
    (b"llvm.nacl.atomic.rmw.i32", I32, &[I32, I32, I32]),
    (b"llvm.nacl.atomic.rmw.i8", I8, &[I32, I32, I32, I32]),
    (b"llvm.nacl.atomic.cmpxchg.i32", I32, &[I32, I32, I32, I32]),
    (b"llvm.nacl.atomic.cmpxchg.i64", I64, &[I32, I64, I32, I32, I32]),
    (b"llvm.nacl.atomic.fence", VOID, &[]),
    (b"llvm.nacl.atomic.fence.all", VOID, &[I32]),
    (b"llvm.nacl.atomic.is.lock.free", I32, &[I32, I32]),
    (b"llvm.stacksave", VOID, &[]),
    (b"llvm.stackrestore", VOID, &[I64]),
    (b"llvm.trap", I32, &[]),
];

/// Parameters that require a constant: the beginning of a name, the number of the parameter, and the constants allowed.
const DEMANDS: &[(&[u8], usize, &[i64])] = &[
    (b"llvm.memcpy.", 3, &[1]),
    (b"llvm.memcpy.", 4, &[0, -1]),
    (b"llvm.memmove.", 3, &[1]),
    (b"llvm.memmove.", 4, &[0, -1]),
    (b"llvm.memset.", 3, &[1]),
    (b"llvm.memset.", 4, &[0, -1]),
    (b"llvm.ctlz.", 1, &[0, -1]),
    (b"llvm.cttz.", 1, &[0, -1]),
    (b"llvm.nacl.atomic.load.", 1, &[3, 6]),
    (b"llvm.nacl.atomic.store.", 2, &[4, 6]),
    (b"llvm.nacl.atomic.rmw.", 0, &[1, 2, 3, 4, 5, 6]),
    (b"llvm.nacl.atomic.rmw.", 3, &[3, 4, 5, 6]),
    (b"llvm.nacl.atomic.cmpxchg.", 3, &[3, 4, 5, 6]),
    (b"llvm.nacl.atomic.cmpxchg.", 4, &[3, 6]),
    (b"llvm.nacl.atomic.fence", 0, &[3, 4, 5, 6]),
    (b"llvm.nacl.atomic.is.lock.free", 0, &[1, 2, 4, 8]),
];

/// Returns the intrinsics of a module: functions without a body, because every other function has one.
fn intrinsics(draft: &Draft<'_, '_>) -> Vec<Value> {
    let functions = draft.model.functions.iter().enumerate();
    functions.filter(|(_, function)| function.body.is_none()).map(|(index, _)| Value::function(index as u32)).collect()
}

/// Beginnings of the names of intrinsics whose signatures contain no address. LLVM's reader keeps a file's declarations of these, and
/// replaces the declarations of the others by its own.
const KEPT: &[&[u8]] =
    &[b"llvm.bswap.", b"llvm.ctlz.", b"llvm.cttz.", b"llvm.ctpop.", b"llvm.sqrt.", b"llvm.fabs.", b"llvm.nacl.atomic.fence", b"llvm.trap"];

/// Returns the intrinsics of a module whose declarations the reader keeps.
pub(super) fn kept(draft: &Draft<'_, '_>) -> Vec<Value> {
    let is_kept = |&function: &Value| {
        let name = draft.model.name_of(function);
        name.is_some_and(|name| KEPT.iter().any(|prefix| name.starts_with(prefix)))
    };
    intrinsics(draft).into_iter().filter(is_kept).collect()
}

/// Returns whether anything has a name.
fn is_used(draft: &Draft<'_, '_>, name: &[u8]) -> bool {
    draft.model.symbols.iter().any(|symbol| symbol.name == name)
}

/// Returns a value type other than the one with an id.
fn other_type(draft: &mut Draft<'_, '_>, right: irsmith_pnacl::TypeId) -> Option<irsmith_pnacl::TypeId> {
    let right = draft.model.value_type(right);
    let wrong = draft.kind(|kind| kind != right)?;
    Some(draft.type_id(wrong))
}

/// Gives an intrinsic a changed copy of its signature; `change` leaves the module unchanged if there is nothing to change.
fn change_signature(draft: &mut Draft<'_, '_>, change: fn(&mut Draft<'_, '_>, &mut Signature) -> Option<()>) -> Option<()> {
    let intrinsics = intrinsics(draft);
    let function = draft.pick(&intrinsics)?.index();
    let mut signature = draft.model.signature_of(function)?.clone();
    change(draft, &mut signature)?;
    let ty = draft.push_type(Type::Function(signature));
    draft.model.functions[function as usize].ty = ty;
    Some(())
}

/// Calls `f` on operands whose type no other operand depends on.
fn scalar_operands(instruction: &mut Instruction, f: &mut dyn FnMut(&mut Value)) {
    match instruction {
        Instruction::Alloca { size, .. } => f(size),
        Instruction::Load { pointer, .. } | Instruction::Store { pointer, .. } | Instruction::CallIndirect { pointer, .. } => f(pointer),
        _ => {}
    }
}

/// Draws a direct call of a function for whose name `wanted` holds.
fn call_of(draft: &mut Draft<'_, '_>, wanted: impl Fn(&[u8]) -> bool) -> Option<Site> {
    let calls: Vec<Value> = intrinsics(draft).into_iter().filter(|&function| draft.model.name_of(function).is_some_and(&wanted)).collect();
    draft.find(|instruction| matches!(instruction, Instruction::Call { callee, .. } if calls.contains(callee)))
}

/// Draws a call of an intrinsic, one of its parameters that requires a constant, and the constants allowed.
fn demanding_call(draft: &mut Draft<'_, '_>) -> Option<(Site, usize, &'static [i64])> {
    let demands = |name: &[u8]| -> Vec<(usize, &'static [i64])> {
        let rows = DEMANDS.iter().filter(|(prefix, ..)| name.starts_with(prefix) && name != b"llvm.nacl.atomic.fence.all");
        rows.map(|&(_, parameter, allowed)| (parameter, allowed)).collect()
    };
    let site = call_of(draft, |name| !demands(name).is_empty())?;
    let Instruction::Call { callee, .. } = *draft.instruction(site)? else { return None };
    let demands = demands(draft.model.name_of(callee)?);
    let (parameter, allowed) = draft.pick(&demands)?;
    Some((site, parameter, allowed))
}

fn argument_type(draft: &mut Draft<'_, '_>, site: Site, parameter: usize) -> Option<ValueType> {
    let Instruction::Call { arguments, .. } = draft.instruction(site)? else { return None };
    let argument = arguments.get(parameter).copied().filter(|value| value.kind() == ValueKind::Constant)?;
    Some(draft.type_of(site.function, argument))
}

fn set_argument(draft: &mut Draft<'_, '_>, site: Site, parameter: usize, new: Value) -> Option<()> {
    if let Instruction::Call { arguments, .. } = draft.instruction(site)? {
        *arguments.get_mut(parameter)? = new;
    }
    Some(())
}
