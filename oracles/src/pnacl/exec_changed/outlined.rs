//! Moves computing instructions into functions of their own.

use super::Partner;
use super::lines::{define, type_id};
use irsmith_pnacl::interpret::Place;
use irsmith_pnacl::validate::is_parameter_type;
use irsmith_pnacl::{Body, Function, Instruction, Linkage, Module, Signature, Type, Value, ValueType, ValueTypes};

/// The maximal number of new functions, to keep cases fast.
const MAX_FUNCTIONS: usize = 64;

/// Makes a function of every instruction that only computes a value from values and whose types are allowed in functions.
pub(super) fn outlined(module: &Module) -> Partner {
    let mut made: Vec<Vec<Option<Place>>> = Vec::new();
    let mut partner = Partner::new(module, false, |changed, function, lines| {
        let types = ValueTypes::of(module, function);
        for line in &mut lines.lines {
            let result = line.instruction.result_type(module, |value| types.get(value));
            if let (Some(values), Some(origin)) = (operands(&line.instruction), line.origin)
                && made.len() < MAX_FUNCTIONS
                && values.iter().map(|&value| types.get(value)).chain([result]).all(is_parameter_type)
            {
                let parameters: Vec<_> = values.iter().map(|&value| types.get(value)).collect();
                let callee = add_function(changed, &line.instruction, &parameters, result);
                // Its instruction, and its return, which never ends an execution.
                made.push(vec![Some(origin), None]);
                line.instruction = Instruction::Call { tail: false, callee, arguments: values.into_iter().collect() };
                line.origin = None;
            }
        }
    });
    partner.origins.extend(made);
    partner.more_functions = true;
    partner
}

/// Returns the operands of an instruction that computes a value from them alone.
fn operands(instruction: &Instruction) -> Option<Vec<Value>> {
    match instruction {
        Instruction::Binary { a, b, .. } | Instruction::Compare { a, b, .. } => Some(vec![*a, *b]),
        Instruction::Cast { value, .. } => Some(vec![*value]),
        _ => None,
    }
}

fn add_function(module: &mut Module, instruction: &Instruction, parameters: &[ValueType], result: ValueType) -> Value {
    let mut instruction = instruction.clone();
    let mut next = 0..;
    instruction.for_each_value_mut(|value| *value = Value::parameter(next.next().unwrap_or(0)));
    let types = parameters.iter().map(|&ty| type_id(module, ty)).collect();
    let signature = Signature { varargs: false, result: type_id(module, result), parameters: types };
    let ty = define(module, Type::Function(signature));
    let instructions = vec![instruction, Instruction::Ret { value: Some(Value::instruction(0)) }];
    let body = Some(Body { constants: Vec::new(), instructions });
    module.functions.push(Function { ty, linkage: Linkage::Internal, body });
    Value::function(module.functions.len() as u32 - 1)
}
