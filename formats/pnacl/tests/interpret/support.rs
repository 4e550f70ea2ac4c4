//! Builds small programs, and runs them.

use irsmith_pnacl::interpret::{Bits, Budget, End, Execution, Machine, Options, Place, Program, Sizes, Trap, TrapKind};
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate, intrinsic};
use irsmith_pnacl::{
    Alignment, BlockId, Body, Constant, Function, Global, Incoming, Instruction, Linkage, Literal, Module, Scalar, Signature, Symbol, Type,
    TypeId, Value, ValueType,
};

pub(crate) const I1: ValueType = ValueType::I1;
pub(crate) const I8: ValueType = ValueType::integer(8);
pub(crate) const I16: ValueType = ValueType::integer(16);
pub(crate) const I32: ValueType = ValueType::I32;
pub(crate) const I64: ValueType = ValueType::integer(64);
pub(crate) const FLOAT: ValueType = ValueType::scalar(Scalar::Float);
pub(crate) const DOUBLE: ValueType = ValueType::scalar(Scalar::Double);
pub(crate) const VOID: ValueType = ValueType::VOID;

/// Sizes of stack and heap in tests.
pub(crate) const SIZES: Sizes = Sizes { stack: 4096, heap: 4096 };

/// A module under construction. Function 0 is `_start`, which does nothing.
#[derive(Clone, Debug)]
pub(crate) struct ModuleBuilder {
    pub(crate) module: Module,
}

impl ModuleBuilder {
    pub(crate) fn new() -> Self {
        let mut builder = Self { module: Module::default() };
        let body = Body { constants: Vec::new(), instructions: vec![Instruction::Ret { value: None }] };
        let start = builder.declare(&[], VOID);
        builder.module.functions[start as usize].linkage = Linkage::External;
        builder.module.functions[start as usize].body = Some(body);
        builder.module.symbols.push(Symbol { value: Value::function(start), name: b"_start".to_vec() });
        builder
    }

    /// Returns the id of a type.
    pub(crate) fn ty(&mut self, ty: ValueType) -> TypeId {
        let known = (0..self.module.types.len() as u32)
            .map(TypeId)
            .find(|&id| self.module.value_type(id) == ty && !matches!(self.module.ty(id), Some(Type::Function(_))));
        known.unwrap_or_else(|| {
            let definition = match (ty.lanes(), ty.scalar_kind()) {
                (0, Scalar::Void) => Type::Void,
                (0, Scalar::Float) => Type::Float,
                (0, Scalar::Double) => Type::Double,
                (0, Scalar::Integer(bits)) => Type::Integer(bits),
                (lanes, _) => Type::Vector { lanes, element: self.ty(ty.element()) },
            };
            self.add_type(definition)
        })
    }

    fn add_type(&mut self, ty: Type) -> TypeId {
        if let Some(at) = self.module.types.iter().position(|known| *known == ty) {
            return TypeId(at as u32);
        }
        self.module.types.push(ty);
        TypeId(self.module.types.len() as u32 - 1)
    }

    /// Adds a function without a body.
    pub(crate) fn declare(&mut self, parameters: &[ValueType], result: ValueType) -> u32 {
        let result = self.ty(result);
        let parameters = parameters.iter().map(|&ty| self.ty(ty)).collect();
        let ty = self.add_type(Type::Function(Signature { varargs: false, result, parameters }));
        self.module.functions.push(Function { ty, linkage: Linkage::Internal, body: None });
        self.module.functions.len() as u32 - 1
    }

    /// Returns the function of an intrinsic.
    pub(crate) fn intrinsic(&mut self, name: &str) -> u32 {
        if let Some(symbol) = self.module.symbols.iter().find(|symbol| symbol.name == name.as_bytes()) {
            return symbol.value.index();
        }
        let row = intrinsic(name.as_bytes()).expect("a known intrinsic");
        let parameters: Vec<ValueType> = row.parameters.iter().map(|parameter| parameter.0).collect();
        let function = self.declare(&parameters, row.result);
        self.module.functions[function as usize].linkage = Linkage::External;
        self.module.symbols.push(Symbol { value: Value::function(function), name: name.as_bytes().to_vec() });
        function
    }

    /// Adds a global.
    pub(crate) fn global(&mut self, global: Global) -> Value {
        self.module.globals.push(global);
        Value::global(self.module.globals.len() as u32 - 1)
    }

    /// Adds the body of a declared function.
    pub(crate) fn body(&mut self, function: u32, build: impl FnOnce(&mut BodyBuilder<'_>)) {
        let mut builder = BodyBuilder { module: self, body: Body::default(), results: 0 };
        build(&mut builder);
        let body = builder.body;
        self.module.functions[function as usize].body = Some(body);
    }

    /// Adds a function with its body.
    pub(crate) fn define(&mut self, parameters: &[ValueType], result: ValueType, build: impl FnOnce(&mut BodyBuilder<'_>)) -> u32 {
        let function = self.declare(parameters, result);
        self.body(function, build);
        function
    }
}

/// A body under construction.
pub(crate) struct BodyBuilder<'m> {
    pub(crate) module: &'m mut ModuleBuilder,
    pub(crate) body: Body,
    results: u32,
}

impl BodyBuilder<'_> {
    pub(crate) fn constant(&mut self, ty: ValueType, literal: Literal) -> Value {
        let ty = self.module.ty(ty);
        self.body.constants.push(Constant { ty, literal });
        Value::constant(self.body.constants.len() as u32 - 1)
    }

    /// Adds an integer constant; only the bits of `value` that the type has are used.
    pub(crate) fn int(&mut self, ty: ValueType, value: i64) -> Value {
        let cut = 64 - ty.scalar_bits();
        self.constant(ty, Literal::Integer(value << cut >> cut))
    }

    pub(crate) fn i32(&mut self, value: i64) -> Value {
        self.int(I32, value)
    }

    pub(crate) fn undef(&mut self, ty: ValueType) -> Value {
        self.constant(ty, Literal::Undef)
    }

    /// Adds an instruction; returns the value that it would define.
    pub(crate) fn push(&mut self, instruction: Instruction) -> Value {
        let has_result = instruction.has_result(&self.module.module);
        self.body.instructions.push(instruction);
        let value = Value::instruction(self.results);
        self.results += u32::from(has_result);
        value
    }

    /// Declares the value of a later instruction: the `ahead`th with a result from now.
    pub(crate) fn later(&mut self, ahead: u32, ty: ValueType) -> Value {
        let value = Value::instruction(self.results + ahead);
        let ty = self.module.ty(ty);
        self.push(Instruction::Declare { value, ty });
        value
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        self.push(Instruction::Binary { a, b, op })
    }

    pub(crate) fn cast(&mut self, op: CastOp, value: Value, ty: ValueType) -> Value {
        let ty = self.module.ty(ty);
        self.push(Instruction::Cast { value, ty, op })
    }

    pub(crate) fn compare(&mut self, predicate: Predicate, a: Value, b: Value) -> Value {
        self.push(Instruction::Compare { a, b, predicate })
    }

    pub(crate) fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        self.push(Instruction::Select { a, b, condition })
    }

    pub(crate) fn load(&mut self, pointer: Value, ty: ValueType, alignment: u64) -> Value {
        let ty = self.module.ty(ty);
        self.push(Instruction::Load { pointer, alignment: align(alignment), ty })
    }

    pub(crate) fn store(&mut self, pointer: Value, value: Value, alignment: u64) {
        self.push(Instruction::Store { pointer, value, alignment: align(alignment) });
    }

    pub(crate) fn alloca(&mut self, size: Value, alignment: u64) -> Value {
        self.push(Instruction::Alloca { size, alignment: align(alignment) })
    }

    pub(crate) fn call(&mut self, function: u32, arguments: &[Value]) -> Value {
        self.push(Instruction::Call { tail: false, callee: Value::function(function), arguments: arguments.into() })
    }

    pub(crate) fn call_indirect(&mut self, pointer: Value, result: ValueType, arguments: &[Value]) -> Value {
        let result = self.module.ty(result);
        self.push(Instruction::CallIndirect { tail: false, pointer, result, arguments: arguments.into() })
    }

    pub(crate) fn intrinsic(&mut self, name: &str, arguments: &[Value]) -> Value {
        let function = self.module.intrinsic(name);
        self.call(function, arguments)
    }

    pub(crate) fn phi(&mut self, ty: ValueType, incoming: &[(Value, u32)]) -> Value {
        let ty = self.module.ty(ty);
        let incoming = incoming.iter().map(|&(value, block)| Incoming { value, block: BlockId(block) }).collect();
        self.push(Instruction::Phi { ty, incoming })
    }

    pub(crate) fn branch(&mut self, target: u32) {
        self.push(Instruction::Branch { target: BlockId(target) });
    }

    pub(crate) fn branch_if(&mut self, condition: Value, then: u32, otherwise: u32) {
        self.push(Instruction::BranchIf { then: BlockId(then), otherwise: BlockId(otherwise), condition });
    }

    pub(crate) fn ret(&mut self, value: Value) {
        self.push(Instruction::Ret { value: Some(value) });
    }

    pub(crate) fn ret_void(&mut self) {
        self.push(Instruction::Ret { value: None });
    }
}

pub(crate) fn align(bytes: u64) -> Alignment {
    Alignment::from_bytes(bytes).expect("a power of two")
}

/// Returns the parameter with an index.
pub(crate) fn p(index: u32) -> Value {
    Value::parameter(index)
}

/// Decodes a valid module in both ways.
#[track_caller]
pub(crate) fn programs(module: &Module) -> [Program; 2] {
    [false, true].map(|results| {
        let options = Options { sizes: SIZES, results, ..Options::default() };
        Program::new(module, &options).unwrap_or_else(|error| panic!("{error}: {error:?}"))
    })
}

/// Runs a function; its outcome must not depend on whether results are kept, nor on whether an observer is notified.
#[track_caller]
pub(crate) fn run(module: &Module, function: u32, arguments: &[Bits]) -> Execution {
    run_within(module, function, arguments, &Budget { blocks: 1 << 20, depth: 100 })
}

#[track_caller]
pub(crate) fn run_within(module: &Module, function: u32, arguments: &[Bits], budget: &Budget) -> Execution {
    let [fast, full] = programs(module);
    let mut machine = Machine::new(&fast);
    let execution = machine.call(function, arguments, budget);
    let mut observed = Machine::new(&full);
    let other =
        observed.call_with(function, arguments, budget, &mut irsmith_pnacl::interpret::NoHost, &mut super::coverage::observer(module));
    assert_eq!(execution, other, "{module:?}");
    assert!(machine.memory() == observed.memory(), "{module:?}");
    machine.reset();
    assert_eq!(machine.call(function, arguments, budget), execution, "after a reset");
    execution
}

/// Builds and runs a function without undefined behaviour; returns its result.
#[track_caller]
pub(crate) fn evaluate(parameters: &[ValueType], result: ValueType, arguments: &[Bits], build: impl FnOnce(&mut BodyBuilder<'_>)) -> Bits {
    let execution = execute(parameters, result, arguments, build);
    assert_eq!(execution.undefined, None);
    match execution.end {
        End::Return(bits) => bits,
        end => panic!("{end:?}"),
    }
}

/// Builds and runs a function.
#[track_caller]
pub(crate) fn execute(
    parameters: &[ValueType],
    result: ValueType,
    arguments: &[Bits],
    build: impl FnOnce(&mut BodyBuilder<'_>),
) -> Execution {
    let mut module = ModuleBuilder::new();
    let function = module.define(parameters, result, build);
    run(&module.module, function, arguments)
}

/// Returns the end of an execution by a trap in function `function`.
pub(crate) fn trap(kind: TrapKind, function: u32, instruction: u32) -> End {
    End::Trap(Trap { kind, place: Place { function, instruction } })
}
