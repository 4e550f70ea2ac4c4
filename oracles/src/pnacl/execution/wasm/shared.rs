//! Data shared by the functions of a module: numbers, types and classes of signatures.

use super::super::{Plan, Unsupported};
use super::lanes::LaneFunctions;
use super::numbers::{FIRST, LONGJMP_NAME};
use super::operand::value_type;
use irsmith_pnacl::interpret::Layout;
use irsmith_pnacl::tables::intrinsic;
use irsmith_pnacl::{Body, Instruction, Module, Value, ValueType};
use std::collections::BTreeMap;
use wasm_encoder::{Function, TypeSection, ValType};

/// Data shared by the functions of a module.
pub(super) struct Shared<'p> {
    pub(super) plan: &'p Plan<'p>,
    /// WebAssembly's number of each function; `None` without a body.
    pub(super) numbers: Vec<Option<u32>>,
    /// The name of the intrinsic that each function is.
    intrinsics: Vec<Option<&'static str>>,
    types: Types,
    classes: Classes,
    /// The function that takes an address and returns the class of the signature of the function there, -1 for none; needed for indirect
    /// calls.
    pub(super) class_function: Option<u32>,
    pub(super) lanes: LaneFunctions,
    /// Whether there are longjmps.
    pub(super) jumps: bool,
}

/// Function types, without duplicates.
#[derive(Default)]
struct Types {
    section: TypeSection,
    numbers: BTreeMap<(Vec<ValType>, Vec<ValType>), u32>,
}

/// Signatures that indirect calls distinguish, without duplicates: result, then parameters.
#[derive(Default)]
struct Classes(BTreeMap<Vec<ValueType>, u32>);

impl<'p> Shared<'p> {
    pub(super) fn new(plan: &'p Plan<'p>) -> Self {
        let mut next = FIRST;
        let numbers = plan.module.functions.iter().map(|function| {
            function.body.as_ref().map(|_| {
                next += 1;
                next - 1
            })
        });
        let numbers: Vec<_> = numbers.collect();
        let intrinsics = (0..).zip(&plan.module.functions).map(|(index, function)| {
            let name = if function.body.is_none() { plan.module.name_of(Value::function(index)) } else { None };
            name.and_then(intrinsic).map(|row| row.name)
        });
        let mut bodies = plan.module.functions.iter().filter_map(|function| function.body.as_ref());
        let jumps = bodies.clone().any(|body| calls(plan.module, body, LONGJMP_NAME));
        let is_indirect = |instruction: &Instruction| matches!(instruction, Instruction::CallIndirect { .. });
        let class_function = bodies.any(|body| body.instructions.iter().any(is_indirect)).then_some(next);
        let lanes = LaneFunctions::behind(next + u32::from(class_function.is_some()));
        Self {
            plan,
            numbers,
            intrinsics: intrinsics.collect(),
            types: Types::default(),
            classes: Classes::default(),
            class_function,
            lanes,
            jumps,
        }
    }

    pub(super) const fn module(&self) -> &'p Module {
        self.plan.module
    }

    /// Returns WebAssembly's number of a function with a body.
    pub(super) fn number(&self, function: u32) -> Option<u32> {
        self.numbers.get(function as usize).copied().flatten()
    }

    /// Returns the name of the intrinsic that a function is.
    pub(super) fn intrinsic(&self, function: Value) -> Option<&'static str> {
        self.intrinsics.get(function.index() as usize).copied().flatten()
    }

    /// Returns the number of a function type.
    pub(super) fn function_type(&mut self, parameters: Vec<ValType>, results: Vec<ValType>) -> u32 {
        let Types { section, numbers } = &mut self.types;
        let next = numbers.len() as u32;
        *numbers.entry((parameters, results)).or_insert_with_key(|(parameters, results)| {
            section.ty().function(parameters.iter().copied(), results.iter().copied());
            next
        })
    }

    /// Returns the number of the type of functions with these parameters and this result.
    pub(super) fn signature_type(&mut self, parameters: &[ValueType], result: ValueType) -> Result<u32, Unsupported> {
        let parameters = parameters.iter().map(|&ty| value_type(ty)).collect::<Result<_, _>>()?;
        let results = if result == ValueType::VOID { vec![] } else { vec![value_type(result)?] };
        Ok(self.function_type(parameters, results))
    }

    /// Returns all types so far.
    pub(super) fn type_section(&self) -> &TypeSection {
        &self.types.section
    }

    /// Returns the class of a signature.
    pub(super) fn class(&mut self, parameters: &[ValueType], result: ValueType) -> u32 {
        let signature = std::iter::once(result).chain(parameters.iter().copied()).collect();
        let next = self.classes.0.len() as u32;
        *self.classes.0.entry(signature).or_insert(next)
    }

    /// Builds the function that returns classes by address.
    pub(super) fn classes(&mut self) -> Function {
        let plan = self.plan;
        let mut function = Function::new([]);
        let mut sink = function.instructions();
        // After the rotation, an address that is not a multiple of the distance is beyond all functions.
        let (first, step) = (Layout::FUNCTIONS as i32, Layout::FUNCTION_STEP.trailing_zeros() as i32);
        sink.local_get(0).i32_const(first).i32_sub().i32_const(step).i32_rotr().local_set(0);
        for index in 0..plan.module.functions.len() as u32 {
            if self.number(index).is_some() {
                let parameters: Vec<_> = plan.parameters(index).collect();
                let class = self.class(&parameters, plan.result(index));
                sink.local_get(0).i32_const(index as i32).i32_eq();
                sink.if_(wasm_encoder::BlockType::Empty).i32_const(class as i32).return_().end();
            }
        }
        sink.i32_const(-1).end();
        function
    }
}

/// Returns whether a body calls a function of this name.
fn calls(module: &Module, body: &Body, name: &str) -> bool {
    let named = |value: Value| module.name_of(value) == Some(name.as_bytes());
    body.instructions.iter().any(|instruction| matches!(instruction, Instruction::Call { callee, .. } if named(*callee)))
}
