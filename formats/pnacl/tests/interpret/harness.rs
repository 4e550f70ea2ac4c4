//! Runs one function, decoded in both ways, with many arguments.

use crate::coverage::Coverage;
use crate::oracle::Expected;
use crate::support::*;
use irsmith_pnacl::interpret::{Bits, Budget, End, Machine, NoHost, Program, Trap};
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Module, Scalar, Value, ValueType};

/// A small program whose function `function` is run.
pub(crate) struct Harness {
    module: Module,
    function: u32,
    programs: [Program; 2],
}

/// Returns the type in which a value of this type can be passed: functions have no integer parameters narrower than i32.
pub(crate) fn carrier(ty: ValueType) -> ValueType {
    match (ty.is_vector(), ty.scalar_kind()) {
        (false, Scalar::Integer(..32)) => I32,
        _ => ty,
    }
}

impl BodyBuilder<'_> {
    /// Returns a parameter as a value of a type.
    pub(crate) fn argument(&mut self, index: u32, ty: ValueType) -> Value {
        if carrier(ty) == ty { p(index) } else { self.cast(CastOp::Trunc, p(index), ty) }
    }

    /// Returns a value of a type.
    pub(crate) fn give(&mut self, value: Value, ty: ValueType) {
        let value = if carrier(ty) == ty { value } else { self.cast(CastOp::ZExt, value, carrier(ty)) };
        self.ret(value);
    }
}

impl Harness {
    /// Builds a function of these types.
    #[track_caller]
    pub(crate) fn new(parameters: &[ValueType], result: ValueType, build: impl FnOnce(&mut BodyBuilder<'_>)) -> Self {
        let mut module = ModuleBuilder::new();
        let parameters: Vec<ValueType> = parameters.iter().map(|&ty| carrier(ty)).collect();
        let function = module.define(&parameters, carrier(result), build);
        Self { programs: programs(&module.module), module: module.module, function }
    }

    /// Runs all argument lists.
    #[track_caller]
    pub(crate) fn check(&self, cases: impl IntoIterator<Item = (Vec<Bits>, Expected)>, what: impl Fn() -> String) {
        let mut machines = self.programs.each_ref().map(Machine::new);
        let mut coverage = Coverage::of(&self.module);
        let budget = Budget { blocks: 100, depth: 3 };
        for (arguments, expected) in cases {
            for (at, machine) in machines.iter_mut().enumerate() {
                let execution = if at == 0 {
                    machine.call(self.function, &arguments, &budget)
                } else {
                    machine.call_with(self.function, &arguments, &budget, &mut NoHost, &mut coverage)
                };
                let found = match execution.end {
                    End::Return(bits) => Ok(bits),
                    End::Trap(Trap { kind, .. }) => Err(kind),
                    end => panic!("{}: {end:?}", what()),
                };
                let undefined = execution.undefined.map(|event| event.kind);
                assert_eq!((found, undefined), (expected.result, expected.undefined), "{} of {arguments:x?}, program {at}", what());
            }
        }
    }
}
