//! Small modules, and the results of engines on them.

use irsmith_oracles::pnacl::execution::{Call, Declined, Observer, Plan, wasm};
use irsmith_pnacl::interpret::{Bits, Budget, End, Place, Trap, TrapKind};
use irsmith_pnacl::{Alignment, Body, Constant, Function, Global, Initializer, Instruction, Linkage, Literal, Module, Scalar, Signature};
use irsmith_pnacl::{Symbol, Type, TypeId, Value, ValueType};

pub(crate) const I1: ValueType = ValueType::I1;
pub(crate) const I8: ValueType = ValueType::integer(8);
pub(crate) const I16: ValueType = ValueType::integer(16);
pub(crate) const I32: ValueType = ValueType::I32;
pub(crate) const I64: ValueType = ValueType::integer(64);
pub(crate) const F32: ValueType = ValueType::scalar(Scalar::Float);
pub(crate) const F64: ValueType = ValueType::scalar(Scalar::Double);
pub(crate) const V16I1: ValueType = ValueType::vector(16, Scalar::Integer(1));
pub(crate) const V8I1: ValueType = ValueType::vector(8, Scalar::Integer(1));
pub(crate) const V4I1: ValueType = ValueType::vector(4, Scalar::Integer(1));
pub(crate) const V16I8: ValueType = ValueType::vector(16, Scalar::Integer(8));
pub(crate) const V8I16: ValueType = ValueType::vector(8, Scalar::Integer(16));
pub(crate) const V4I32: ValueType = ValueType::vector(4, Scalar::Integer(32));
pub(crate) const V4F32: ValueType = ValueType::vector(4, Scalar::Float);
pub(crate) const VOID: ValueType = ValueType::VOID;

/// A module under construction.
#[derive(Default)]
pub(crate) struct Sketch(pub(crate) Module);

impl Sketch {
    /// Returns the id of a type, defined if necessary.
    pub(crate) fn ty(&mut self, ty: ValueType) -> TypeId {
        let ty = if ty.is_vector() {
            Type::Vector { lanes: ty.lanes(), element: self.ty(ty.element()) }
        } else {
            match ty.scalar_kind() {
                Scalar::Integer(bits) => Type::Integer(bits),
                Scalar::Float => Type::Float,
                Scalar::Double => Type::Double,
                _ => Type::Void,
            }
        };
        self.define(ty)
    }

    fn define(&mut self, ty: Type) -> TypeId {
        let found = self.0.types.iter().position(|known| *known == ty);
        TypeId(found.unwrap_or_else(|| {
            self.0.types.push(ty);
            self.0.types.len() - 1
        }) as u32)
    }

    /// Adds a function; without instructions, a declaration.
    pub(crate) fn function(
        &mut self,
        result: ValueType,
        parameters: &[ValueType],
        constants: &[(ValueType, Literal)],
        code: Vec<Instruction>,
    ) -> Value {
        let parameters = parameters.iter().map(|&ty| self.ty(ty)).collect();
        let signature = Signature { varargs: false, result: self.ty(result), parameters };
        let ty = self.define(Type::Function(signature));
        let constants = constants.iter().map(|&(ty, literal)| Constant { ty: self.ty(ty), literal }).collect();
        let body = (!code.is_empty()).then_some(Body { constants, instructions: code });
        self.0.functions.push(Function { ty, linkage: Linkage::Internal, body });
        Value::function(self.0.functions.len() as u32 - 1)
    }

    /// Declares an intrinsic.
    pub(crate) fn intrinsic(&mut self, name: &str, result: ValueType, parameters: &[ValueType]) -> Value {
        let value = self.function(result, parameters, &[], vec![]);
        self.0.symbols.push(Symbol { value, name: name.as_bytes().to_vec() });
        value
    }

    /// Adds a global of these bytes.
    pub(crate) fn global(&mut self, constant: bool, bytes: &[u8]) -> Value {
        let initializers = vec![Initializer::Data(bytes.to_vec())];
        self.0.globals.push(Global { alignment: Alignment::NONE, constant, initializers });
        Value::global(self.0.globals.len() as u32 - 1)
    }

    /// Returns how a call ends, and the final memory; every engine must agree.
    pub(crate) fn run(&self, function: u32, arguments: &[Bits]) -> (End, Vec<u8>) {
        self.run_within(function, arguments, Plan::BUDGET)
    }

    /// As [`Sketch::run`], for a call with a smaller budget.
    pub(crate) fn run_within(&self, function: u32, arguments: &[Bits], budget: Budget) -> (End, Vec<u8>) {
        let mut plan = Plan::new(&self.0).expect("the globals fit");
        plan.calls = vec![Call { function, arguments: arguments.to_vec(), budget }];
        run(&plan).remove(0)
    }
}

/// Returns the results of all engines for a plan.
pub(crate) fn run(plan: &Plan<'_>) -> Vec<(End, Vec<u8>)> {
    type Engine = fn(&Plan<'_>, &mut Observer<'_>) -> Result<(), Declined>;
    const ENGINES: [(&str, Engine); 1] = [("wasmi", wasm::run)];
    let mut agreed: Option<Vec<(End, Vec<u8>)>> = None;
    for (name, engine) in ENGINES {
        let mut seen = Vec::new();
        engine(plan, &mut |_, end, memory| seen.push((end, memory.to_vec()))).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        match &agreed {
            Some(agreed) => assert!(*agreed == seen, "{name} says otherwise"),
            None => agreed = Some(seen),
        }
    }
    agreed.unwrap_or_default()
}

/// Returns the end of one instruction on these operands, which are the parameters of its function.
pub(crate) fn end_of(result: ValueType, operands: &[(ValueType, Bits)], make: impl FnOnce(&mut Sketch) -> Instruction) -> End {
    let mut sketch = Sketch::default();
    let instruction = make(&mut sketch);
    let types: Vec<ValueType> = operands.iter().map(|operand| operand.0).collect();
    let constants = [(I32, Literal::Integer(0)), (I32, Literal::Integer(1)), (I32, Literal::Integer(5)), (I1, Literal::Integer(0))];
    let ret = Instruction::Ret { value: (result != VOID).then_some(Value::instruction(0)) };
    let function = sketch.function(result, &types, &constants, vec![instruction, ret]);
    let arguments: Vec<Bits> = operands.iter().map(|operand| operand.1).collect();
    sketch.run(function.index(), &arguments).0
}

/// Returns a trap in the first instruction of function 0.
pub(crate) fn trap(kind: TrapKind) -> End {
    End::Trap(Trap { kind, place: Place::default() })
}

/// Returns a vector of lanes of this many bits.
pub(crate) fn lanes(bits: u32, lanes: &[u64]) -> Bits {
    lanes.iter().zip(0..).fold(0, |vector, (&lane, place)| vector | Bits::from(lane & u64::MAX >> (64 - bits)) << (place * bits))
}

/// Returns a vector of floats.
pub(crate) fn floats(values: &[f32]) -> Bits {
    values.iter().zip(0..).fold(0, |vector, (value, place): (_, u32)| vector | Bits::from(value.to_bits()) << (32 * place))
}
