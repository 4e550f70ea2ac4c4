//! Removes or exchanges functions, globals and types.

use super::make::type_id;
use super::position::{remove, with_positions};
use irsmith_pnacl::{Body, Constant, Initializer, Instruction, Literal, Module, Type, TypeId, Value, ValueKind, ValueType};

/// Changes every value of a kind, in bodies, initializers and the symbol table.
fn renumber(module: &mut Module, kind: ValueKind, map: impl Fn(u32) -> u32) {
    let change = |value: &mut Value| {
        if value.kind() == kind {
            *value = Value::new(kind, map(value.index()));
        }
    };
    for body in module.functions.iter_mut().filter_map(|function| function.body.as_mut()) {
        body.instructions.iter_mut().for_each(|instruction| instruction.for_each_value_mut(change));
    }
    for initializer in module.globals.iter_mut().flat_map(|global| &mut global.initializers) {
        if let Initializer::Relocation { value, .. } = initializer {
            change(value);
        }
    }
    module.symbols.iter_mut().for_each(|symbol| change(&mut symbol.value));
}

/// Changes every number of a type.
fn renumber_types(module: &mut Module, map: impl Fn(TypeId) -> TypeId) {
    for ty in &mut module.types {
        match ty {
            Type::Vector { element, .. } => *element = map(*element),
            Type::Function(signature) => {
                signature.result = map(signature.result);
                signature.parameters.iter_mut().for_each(|id| *id = map(*id));
            }
            _ => {}
        }
    }
    for function in &mut module.functions {
        function.ty = map(function.ty);
        if let Some(body) = &mut function.body {
            body.constants.iter_mut().for_each(|constant| constant.ty = map(constant.ty));
            body.instructions.iter_mut().for_each(|instruction| instruction.for_each_type_mut(|id| *id = map(*id)));
        }
    }
}

fn exchange(a: u32, b: u32, index: u32) -> u32 {
    if index == a {
        b
    } else if index == b {
        a
    } else {
        index
    }
}

/// Exchanges two functions.
pub(in crate::pnacl) fn swap_functions(module: &mut Module, a: usize, b: usize) {
    module.functions.swap(a, b);
    renumber(module, ValueKind::Function, |index| exchange(a as u32, b as u32, index));
}

/// Exchanges two globals.
pub(in crate::pnacl) fn swap_globals(module: &mut Module, a: usize, b: usize) {
    module.globals.swap(a, b);
    renumber(module, ValueKind::Global, |index| exchange(a as u32, b as u32, index));
}

/// Exchanges two types.
pub(in crate::pnacl) fn swap_types(module: &mut Module, a: usize, b: usize) {
    module.types.swap(a, b);
    renumber_types(module, |id| TypeId(exchange(a as u32, b as u32, id.0)));
}

/// Returns the constant zero of type i32.
fn zero(module: &mut Module, constants: &mut Vec<Constant>) -> Option<Value> {
    let ty = type_id(module, ValueType::I32)?;
    Some(super::constant(constants, ty, Literal::Integer(0)))
}

/// Replaces a value of the module everywhere but in calls: operands become zero, relocations four zero bytes, and names are removed.
fn forget(module: &mut Module, gone: Value) {
    for index in 0..module.functions.len() {
        let Some(mut body) = module.functions[index].body.take() else { continue };
        let mut used = false;
        body.instructions.iter().for_each(|instruction| instruction.for_each_value(|value| used |= value == gone));
        if used && let Some(zero) = zero(module, &mut body.constants) {
            for instruction in &mut body.instructions {
                instruction.for_each_value_mut(|value| {
                    if *value == gone {
                        *value = zero;
                    }
                });
            }
        }
        module.functions[index].body = Some(body);
    }
    for initializer in module.globals.iter_mut().flat_map(|global| &mut global.initializers) {
        if matches!(initializer, Initializer::Relocation { value, .. } if *value == gone) {
            *initializer = Initializer::Zerofill(4);
        }
    }
    module.symbols.retain(|symbol| symbol.value != gone);
}

/// Removes a function. Calls of it are removed; their results become undefined values.
pub(in crate::pnacl) fn remove_function(module: &mut Module, index: usize) {
    let gone = Value::function(index as u32);
    let result = module.signature_of(index as u32).map_or(ValueType::VOID, |signature| module.value_type(signature.result));
    for caller in 0..module.functions.len() {
        let calls = |body: &Body| body.instructions.iter().any(|row| matches!(row, Instruction::Call { callee, .. } if *callee == gone));
        if caller != index && module.functions[caller].body.as_ref().is_some_and(calls) {
            with_positions(module, caller, |module, body| {
                let undefined = super::undef(module, &mut body.constants, result);
                let calls: Vec<bool> =
                    body.instructions.iter().map(|row| matches!(row, Instruction::Call { callee, .. } if *callee == gone)).collect();
                remove(body, |place| calls[place], |_| undefined);
            });
        }
    }
    module.functions[index].body = None;
    forget(module, gone);
    module.functions.remove(index);
    renumber(module, ValueKind::Function, |other| if other as usize > index { other - 1 } else { other });
}

/// Removes a global.
pub(in crate::pnacl) fn remove_global(module: &mut Module, index: usize) {
    forget(module, Value::global(index as u32));
    module.globals.remove(index);
    renumber(module, ValueKind::Global, |other| if other as usize > index { other - 1 } else { other });
}

/// Removes a type; its uses name `instead`.
pub(in crate::pnacl) fn remove_type(module: &mut Module, index: usize, instead: usize) {
    let gone = TypeId(index as u32);
    let changes_results = matches!(module.types[index], Type::Void) != matches!(module.types[instead], Type::Void);
    let rename = |id: TypeId| {
        let id = if id == gone { TypeId(instead as u32) } else { id };
        if id > gone { TypeId(id.0 - 1) } else { id }
    };
    if !changes_results && !matches!(module.types[index], Type::Function(_)) {
        renumber_types(module, rename);
        module.types.remove(index);
        return;
    }
    // Calls may gain or lose their results, so all bodies are in position form during the change.
    let mut bodies: Vec<Option<Body>> = Vec::new();
    for function in 0..module.functions.len() {
        let body = with_positions(module, function, |_, body| body.clone());
        module.functions[function].body = None;
        bodies.push(body);
    }
    renumber_types(module, rename);
    module.types.remove(index);
    for (function, body) in bodies.into_iter().enumerate() {
        if let Some(mut body) = body {
            body.constants.iter_mut().for_each(|constant| constant.ty = rename(constant.ty));
            body.instructions.iter_mut().for_each(|instruction| instruction.for_each_type_mut(|id| *id = rename(*id)));
            super::position::to_results(module, &mut body);
            module.functions[function].body = Some(body);
        }
    }
}
