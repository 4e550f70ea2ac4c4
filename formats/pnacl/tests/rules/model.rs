//! Rules of modules, each broken by a change of the base module.

use super::RuleTest;
use super::base::*;
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::validate::RuleId::{self, *};
use irsmith_pnacl::{
    Alignment, BlockId, Constant, Function, Global, Initializer, Instruction, Linkage, Literal, Module, Signature, Type, TypeId, Value,
    validate,
};

/// A change of the base module: its name, the rules that it breaks, and how.
type Change = (&'static str, &'static [RuleId], fn(&mut Module));

fn changes() -> impl Iterator<Item = &'static Change> {
    GROUPS.iter().copied().flatten()
}

pub(crate) fn modules() -> Vec<(&'static str, Module)> {
    let changed = |&(name, _, change): &Change| {
        let mut module = module();
        change(&mut module);
        (name, module)
    };
    changes().map(changed).collect()
}

pub(crate) fn cases() -> Vec<RuleTest> {
    let judge = |((name, module), &(_, expected, _)): ((&'static str, Module), &Change)| {
        RuleTest::of_violations(name, expected, &validate::validate(&module))
    };
    modules().into_iter().zip(changes()).map(judge).collect()
}

fn constants(module: &mut Module) -> &mut Vec<Constant> {
    &mut module.functions[0].body.as_mut().unwrap().constants
}

fn instructions(module: &mut Module) -> &mut Vec<Instruction> {
    &mut module.functions[0].body.as_mut().unwrap().instructions
}

fn set(module: &mut Module, index: usize, instruction: Instruction) {
    instructions(module)[index] = instruction;
}

fn push_type(module: &mut Module, ty: Type) -> TypeId {
    module.types.push(ty);
    TypeId(module.types.len() as u32 - 1)
}

fn push_constant(module: &mut Module, ty: TypeId, literal: Literal) -> Value {
    constants(module).push(Constant { ty, literal });
    constant(constants(module).len() as u32 - 1)
}

fn function_type(result: TypeId, parameters: &[TypeId]) -> Type {
    Type::Function(Signature { varargs: false, result, parameters: parameters.iter().copied().collect() })
}

fn push_function(module: &mut Module, ty: Type, linkage: Linkage, defined: bool) -> u32 {
    let ty = push_type(module, ty);
    let body = module.functions[F_HELPER as usize].body.clone().filter(|_| defined);
    module.functions.push(Function { ty, linkage, body });
    module.functions.len() as u32 - 1
}

/// `llvm.bswap.i32`, whose signature has no addresses.
fn push_intrinsic(module: &mut Module, linkage: Linkage, defined: bool) -> Value {
    let value = Value::function(push_function(module, function_type(I32, &[I32]), linkage, defined));
    module.symbols.push(symbol(value, "llvm.bswap.i32"));
    value
}

fn switch(condition: Value, ty: TypeId, values: &[i64]) -> Instruction {
    let cases = values.iter().map(|&value| irsmith_pnacl::SwitchCase { value, target: BlockId(3 + (value & 1) as u32) }).collect();
    Instruction::Switch { ty, condition, default: BlockId(4), cases }
}

fn call(callee: u32, arguments: &[Value]) -> Instruction {
    Instruction::Call { tail: true, callee: Value::function(callee), arguments: arguments.iter().copied().collect() }
}

fn exchange(success: Value, failure: Value) -> Instruction {
    call(F_EXCHANGE, &[parameter(), parameter(), parameter(), success, failure])
}

const TYPES: &[Change] = &[
    ("a vector of an undefined type", &[TypeUndefined], |m| {
        push_type(m, Type::Vector { lanes: 4, element: TypeId(99) });
    }),
    ("a constant of an undefined type", &[TypeUndefined], |m| {
        push_constant(m, TypeId(99), Literal::Undef);
    }),
    ("a load of an undefined type", &[TypeUndefined], |m| {
        set(m, LOAD, Instruction::Load { pointer: result(0), alignment: align(1), ty: TypeId(99) });
    }),
    ("i24", &[TypeIntegerWidth], |m| {
        push_type(m, Type::Integer(24));
    }),
    ("<2 x i32>", &[TypeVectorShape], |m| {
        push_type(m, Type::Vector { lanes: 2, element: I32 });
    }),
    ("<4 x i64>", &[TypeVectorShape], |m| {
        push_type(m, Type::Vector { lanes: 4, element: I64 });
    }),
    ("a vector of vectors", &[TypeVectorShape], |m| {
        push_type(m, Type::Vector { lanes: 4, element: V4I32 });
    }),
    ("a vector of itself", &[TypeForward], |m| {
        push_type(m, Type::Vector { lanes: 4, element: TypeId(11) });
    }),
    ("a function type with a later type", &[TypeForward], |m| {
        push_type(m, function_type(TypeId(12), &[]));
        push_type(m, Type::Double);
    }),
    ("a varargs function type", &[TypeVarargs], |m| {
        push_type(m, Type::Function(Signature { varargs: true, result: VOID, parameters: [I32].into_iter().collect() }));
    }),
    ("a void parameter", &[TypeParameter], |m| {
        push_type(m, function_type(VOID, &[VOID]));
    }),
    ("a function as parameter", &[TypeParameter], |m| {
        push_type(m, function_type(VOID, &[START]));
    }),
    ("a function as result", &[TypeResult], |m| {
        push_type(m, function_type(START, &[]));
    }),
    ("i32 twice", &[TypeRepeated], |m| {
        push_type(m, Type::Integer(32));
    }),
];

const FUNCTIONS: &[Change] = &[
    ("a function of type i32", &[FunctionType], |m| {
        m.functions.push(Function { ty: I32, linkage: Linkage::External, body: None });
    }),
    ("an i8 parameter", &[FunctionSignature], |m| {
        push_function(m, function_type(I32, &[I32, I8]), Linkage::Internal, true);
    }),
    ("an i1 result", &[FunctionSignature, ReturnType], |m| {
        push_function(m, function_type(I1, &[I32]), Linkage::Internal, true);
    }),
    ("a declared function without a name", &[FunctionUndefined], |m| {
        push_function(m, function_type(I32, &[I64]), Linkage::External, false);
    }),
    ("_start without a body", &[FunctionUndefined], |m| m.functions[0].body = None),
    ("an internal intrinsic with addresses", &[DeclarationReplaced], |m| {
        m.functions[F_EXCHANGE as usize].linkage = Linkage::Internal;
    }),
    ("an internal intrinsic without addresses", &[DeclarationInternal], |m| {
        push_intrinsic(m, Linkage::Internal, false);
    }),
    ("an external function", &[ExternalDefinition], |m| m.functions[F_HELPER as usize].linkage = Linkage::External),
    ("no _start", &[EntryPoint, ExternalDefinition], |m| {
        m.symbols.remove(0);
    }),
    ("an internal _start", &[EntryPoint], |m| m.functions[0].linkage = Linkage::Internal),
    ("_start renamed", &[EntryPoint, ExternalDefinition, SymbolRenamed, SymbolNeedless], |m| {
        m.symbols.push(symbol(Value::function(0), "main"));
    }),
    ("an unknown intrinsic", &[IntrinsicUnknown], |m| {
        let index = push_function(m, function_type(I32, &[I64]), Linkage::External, false);
        m.symbols.push(symbol(Value::function(index), "llvm.expect.i64"));
    }),
    ("an intrinsic of another type", &[IntrinsicSignature], |m| {
        let index = push_function(m, function_type(I32, &[I64]), Linkage::External, false);
        m.symbols.push(symbol(Value::function(index), "llvm.bswap.i64"));
    }),
    ("an intrinsic's name of another type that is overwritten", &[IntrinsicSignature, SymbolRenamed, SymbolNeedless], |m| {
        m.symbols.extend(["llvm.bswap.i64", "helper"].map(|name| symbol(Value::function(F_HELPER), name)));
    }),
    ("an intrinsic's name that is overwritten", &[SymbolRenamed, SymbolNeedless], |m| {
        let index = push_function(m, function_type(I64, &[I64]), Linkage::Internal, true);
        m.symbols.extend(["llvm.bswap.i64", "helper"].map(|name| symbol(Value::function(index), name)));
    }),
    ("an intrinsic with a body", &[IntrinsicDefined], |m| {
        push_intrinsic(m, Linkage::External, true);
    }),
    ("an intrinsic of addresses with a body", &[IntrinsicBody], |m| {
        let index = push_function(m, function_type(I32, &[I32]), Linkage::External, true);
        m.symbols.push(symbol(Value::function(index), "llvm.nacl.setjmp"));
    }),
    ("a global llvm.used", &[SymbolReserved, SymbolNeedless], |m| m.symbols.push(symbol(Value::global(0), "llvm.used"))),
    ("a global llvm.global_ctors that is renamed", &[SymbolRenamed, SymbolNeedless], |m| {
        m.symbols.extend(["llvm.global_ctors", "list"].map(|name| symbol(Value::global(0), name)));
    }),
    ("two globals llvm.compiler.used", &[SymbolReserved, SymbolRepeated, SymbolNeedless], |m| {
        m.globals.push(m.globals[0].clone());
        m.symbols.extend([0, 1].map(|global| symbol(Value::global(global), "llvm.compiler.used")));
    }),
    ("a global without an alignment", &[AlignmentZero], |m| m.globals[0].alignment = Alignment::NONE),
    ("a name of a constant", &[SymbolValue], |m| m.symbols.push(symbol(constant(0), "one"))),
    ("a name of a missing function", &[SymbolValue], |m| m.symbols.push(symbol(Value::function(7), "seven"))),
    ("an empty name", &[SymbolEmpty, SymbolNeedless], |m| m.symbols.push(symbol(Value::global(0), ""))),
    ("one name for two intrinsics", &[SymbolRepeated, IntrinsicUnknown], |m| {
        let ty = Type::Vector { lanes: 4, element: FLOAT };
        push_type(m, ty);
        m.functions.push(Function { ty: EXCHANGE, linkage: Linkage::External, body: None });
        m.symbols.push(symbol(Value::function(3), CMPXCHG));
    }),
    ("one name for a function and a global", &[SymbolRepeated, SymbolNeedless], |m| m.symbols.push(symbol(Value::global(0), "_start"))),
    ("a name for a global", &[SymbolNeedless], |m| m.symbols.push(symbol(Value::global(0), "table"))),
];

const GLOBALS: &[Change] = &[
    ("a global without initializer", &[GlobalEmpty], |m| m.globals.push(Global { alignment: align(1), ..Global::default() })),
    ("data of no bytes", &[InitializerEmpty], |m| m.globals[0].initializers.push(Initializer::Data(Vec::new()))),
    ("the address of a parameter", &[RelocationTarget], |m| {
        m.globals[0].initializers.push(Initializer::Relocation { value: parameter(), addend: None });
    }),
    ("the address of a missing global", &[RelocationTarget], |m| {
        m.globals[0].initializers.push(Initializer::Relocation { value: Value::global(1), addend: None });
    }),
    ("the address of an intrinsic in a global", &[IntrinsicAddress], |m| {
        let value = push_intrinsic(m, Linkage::External, false);
        m.globals[0].initializers.push(Initializer::Relocation { value, addend: Some(0) });
    }),
    ("the address of an intrinsic of addresses in a global", &[IntrinsicRelocation], |m| {
        m.globals[0].initializers.push(Initializer::Relocation { value: Value::function(F_EXCHANGE), addend: Some(0) });
    }),
    ("a list of zeros", &[InitializerZero], |m| {
        m.globals[0].initializers = vec![Initializer::Zerofill(4), Initializer::Data(vec![0, 0]), Initializer::Zerofill(0)];
    }),
    ("a list of zeros but for a byte", &[], |m| {
        m.globals[0].initializers = vec![Initializer::Zerofill(4), Initializer::Data(vec![0, 1])];
    }),
    ("zeros alone", &[], |m| m.globals[0].initializers = vec![Initializer::Data(vec![0, 0])]),
    ("the address of an intrinsic in a store", &[IntrinsicAddress], |m| {
        set(m, STORE, Instruction::Store { pointer: result(0), value: Value::function(F_EXCHANGE), alignment: align(1) });
    }),
    ("an indirect call of an intrinsic", &[IntrinsicAddress], |m| {
        let pointer = Value::function(F_EXCHANGE);
        set(m, CALL_INDIRECT, Instruction::CallIndirect { tail: false, pointer, result: I32, arguments: Default::default() });
    }),
    ("an integer of type float", &[ConstantType], |m| {
        push_constant(m, FLOAT, Literal::Integer(1));
    }),
    ("a float of type i32", &[ConstantType], |m| {
        push_constant(m, I32, Literal::Float(1));
    }),
    ("a vector of ones", &[ConstantType], |m| {
        push_constant(m, V4I32, Literal::Integer(1));
    }),
    ("an undef void", &[ConstantVoid], |m| {
        push_constant(m, VOID, Literal::Undef);
    }),
    ("an i8 of 300", &[LiteralRange], |m| {
        push_constant(m, I8, Literal::Integer(300));
    }),
    ("a float of 33 bits", &[LiteralRange], |m| {
        push_constant(m, FLOAT, Literal::Float(1 << 32));
    }),
];

const FLOW: &[Change] = &[
    ("an empty body", &[BodyEmpty], |m| instructions(m).clear()),
    ("no terminator at the end", &[MissingTerminator], |m| instructions(m).push(add(parameter(), parameter()))),
    ("a branch to nowhere", &[BlockUndefined], |m| instructions(m).push(Instruction::Branch { target: BlockId(99) })),
    ("a phi from nowhere", &[BlockUndefined], |m| set(m, JOIN, phi(I32, &[(parameter(), 0), (parameter(), 77)]))),
    ("a branch to the entry", &[BranchToEntry], |m| instructions(m).push(Instruction::Branch { target: BlockId(0) })),
    ("a branch on i32", &[BranchCondition], |m| {
        set(m, BRANCH_IF, Instruction::BranchIf { then: BlockId(1), otherwise: BlockId(2), condition: parameter() });
    }),
    ("a value from void", &[ReturnType], |m| set(m, RET, Instruction::Ret { value: Some(parameter()) })),
    ("a value of void from void", &[ReturnType, ConstantVoid], |m| {
        let value = push_constant(m, VOID, Literal::Undef);
        set(m, RET, Instruction::Ret { value: Some(value) });
    }),
    ("void from i32", &[ReturnType], |m| {
        m.functions[F_HELPER as usize].body.as_mut().unwrap().instructions[0] = Instruction::Ret { value: None };
    }),
    ("a switch on float", &[SwitchType], |m| set(m, SWITCH, switch(constant(C_FLOAT), FLOAT, &[]))),
    ("a switch on i1", &[SwitchType], |m| set(m, SWITCH, switch(constant(C_TRUE), I1, &[0]))),
    ("a switch on i32 stated i64", &[SwitchCondition], |m| set(m, SWITCH, switch(parameter(), I64, &[0]))),
    ("a case twice", &[SwitchRepeated], |m| set(m, SWITCH, switch(parameter(), I32, &[5, 1, 5]))),
    ("cases that are equal when cut", &[SwitchRepeated, LiteralRange], |m| set(m, SWITCH, switch(constant(C_BYTE), I8, &[1, 257]))),
    ("a switch without cases", &[SwitchEmpty], |m| set(m, SWITCH, switch(parameter(), I32, &[]))),
];

const VALUES: &[Change] = &[
    ("a missing parameter", &[ValueUndefined], |m| set(m, ADD, add(Value::parameter(1), parameter()))),
    ("a missing result", &[ValueUndefined], |m| set(m, ADD, add(result(77), parameter()))),
    ("a phi without declaration", &[ForwardUndeclared], |m| {
        instructions(m).remove(DECLARE);
    }),
    ("a declaration behind the use", &[ForwardUndeclared], |m| instructions(m).swap(DECLARE, PHI)),
    ("a declaration without definition", &[DeclarationUndefined], |m| {
        instructions(m).insert(0, Instruction::Declare { value: result(20), ty: I32 });
    }),
    ("a declaration of what can never be", &[DeclarationUndefined], |m| {
        instructions(m).insert(0, Instruction::Declare { value: result(Value::MAX_INDEX), ty: I32 });
    }),
    ("a declaration of a parameter", &[DeclarationLate], |m| {
        instructions(m).insert(DECLARE, Instruction::Declare { value: parameter(), ty: I32 });
    }),
    ("a declaration of what is defined", &[DeclarationLate], |m| {
        instructions(m).insert(DECLARE, Instruction::Declare { value: result(0), ty: I32 });
    }),
    ("two declarations", &[DeclarationRepeated], |m| {
        instructions(m).insert(DECLARE, Instruction::Declare { value: result(12), ty: I32 });
    }),
    ("a declaration of another type", &[DeclarationType, PhiValue], |m| {
        set(m, DECLARE, Instruction::Declare { value: result(12), ty: I64 });
    }),
    ("an unused declaration of void", &[DeclarationVoid], |m| {
        instructions(m).insert(DECLARE, Instruction::Declare { value: result(13), ty: VOID });
    }),
    ("a use on another way", &[Dominance], |m| set(m, SWITCH, switch(result(12), I32, &[1]))),
    ("a phi with a value from another way", &[Dominance], |m| {
        set(m, JOIN, phi(I32, &[(result(11), 0), (result(11), 1)]));
    }),
    ("a use before the definition", &[Dominance], |m| {
        instructions(m).insert(ADD, Instruction::Declare { value: result(3), ty: I1 });
        set(m, ADD + 1, Instruction::Select { a: parameter(), b: parameter(), condition: result(3) });
    }),
    ("a value of itself", &[Dominance], |m| {
        instructions(m).insert(ADD, Instruction::Declare { value: result(2), ty: I32 });
        set(m, ADD + 1, add(result(2), parameter()));
    }),
    ("a value of itself in an unreachable block", &[], |m| {
        let body = instructions(m);
        body.push(Instruction::Declare { value: result(14), ty: I32 });
        body.push(add(result(14), result(12)));
        body.push(Instruction::Unreachable {});
    }),
];

const COMPUTING: &[Change] = &[
    ("i32 and float", &[BinaryOperands], |m| set(m, ADD, add(parameter(), constant(C_FLOAT)))),
    ("the remainder of unsigned floats", &[BinaryType], |m| {
        let a = constant(C_FLOAT);
        instructions(m).truncate(BRANCH_IF);
        instructions(m).extend([Instruction::Binary { a, b: a, op: BinaryOp::URem }, Instruction::Unreachable {}]);
    }),
    ("the sum of booleans", &[BinaryBoolean], |m| {
        instructions(m).truncate(BRANCH_IF);
        instructions(m).extend([add(constant(C_MASK), constant(C_MASK)), Instruction::Unreachable {}]);
    }),
    ("a truncation to more bits", &[CastTypes], |m| set(m, CAST, Instruction::Cast { value: parameter(), ty: I64, op: CastOp::Trunc })),
    ("a bitcast to more bits", &[CastTypes], |m| set(m, CAST, Instruction::Cast { value: parameter(), ty: I64, op: CastOp::BitCast })),
    ("a comparison of i32 with i1", &[CompareOperands], |m| {
        set(m, COMPARE, Instruction::Compare { a: parameter(), b: constant(C_TRUE), predicate: Predicate::Eq });
    }),
    ("floats less by sign", &[ComparePredicate], |m| {
        set(m, COMPARE, Instruction::Compare { a: constant(C_FLOAT), b: constant(C_FLOAT), predicate: Predicate::Slt });
    }),
    ("integers in order", &[ComparePredicate], |m| {
        set(m, COMPARE, Instruction::Compare { a: parameter(), b: parameter(), predicate: Predicate::Ord });
    }),
    ("a comparison of booleans", &[CompareBoolean], |m| {
        set(m, COMPARE, Instruction::Compare { a: constant(C_TRUE), b: constant(C_TRUE), predicate: Predicate::Ne });
    }),
    ("a choice of i32 and float", &[SelectOperands], |m| {
        set(m, SELECT, Instruction::Select { a: parameter(), b: constant(C_FLOAT), condition: result(3) });
    }),
    ("a choice by i32", &[SelectCondition], |m| {
        set(m, SELECT, Instruction::Select { a: parameter(), b: parameter(), condition: parameter() });
    }),
    ("a scalar by lanes", &[SelectCondition], |m| {
        set(m, SELECT, Instruction::Select { a: parameter(), b: parameter(), condition: constant(C_MASK) });
    }),
    ("a vector by one boolean", &[SelectScalar], |m| {
        set(m, SELECT, Instruction::Select { a: constant(C_VECTOR), b: constant(C_VECTOR), condition: result(3) });
    }),
    ("a vector by lanes", &[], |m| {
        set(m, SELECT, Instruction::Select { a: constant(C_VECTOR), b: constant(C_VECTOR), condition: constant(C_MASK) });
    }),
    ("a lane of a scalar", &[VectorOperand], |m| {
        set(m, EXTRACT, Instruction::ExtractElement { vector: parameter(), index: constant(C_ZERO) });
    }),
    ("lane 4 of 4", &[VectorIndex], |m| {
        set(m, EXTRACT, Instruction::ExtractElement { vector: constant(C_VECTOR), index: constant(C_RELEASE) });
    }),
    ("a lane that is known later", &[VectorIndex], |m| {
        set(m, EXTRACT, Instruction::ExtractElement { vector: constant(C_VECTOR), index: parameter() });
    }),
    ("any lane", &[VectorIndex], |m| {
        set(m, EXTRACT, Instruction::ExtractElement { vector: constant(C_VECTOR), index: constant(C_UNDEF) });
    }),
    ("a lane by i8", &[VectorIndex], |m| {
        set(m, EXTRACT, Instruction::ExtractElement { vector: constant(C_VECTOR), index: constant(C_BYTE) });
    }),
    ("a float in a lane of i32", &[VectorElement], |m| {
        let (vector, element, index) = (constant(C_VECTOR), constant(C_FLOAT), constant(C_ZERO));
        set(m, INSERT, Instruction::InsertElement { vector, element, index });
    }),
];

const MEMORY: &[Change] = &[
    ("an alloca without an alignment", &[AlignmentZero], |m| {
        set(m, ALLOCA, Instruction::Alloca { size: constant(C_ONE), alignment: Alignment::NONE });
    }),
    ("an alloca of i8", &[AllocaSize], |m| set(m, ALLOCA, Instruction::Alloca { size: constant(C_BYTE), alignment: align(1) })),
    ("an alloca of an address", &[AddressOperand], |m| {
        set(m, ALLOCA, Instruction::Alloca { size: Value::function(0), alignment: align(1) });
    }),
    ("an address in a lane", &[AddressOperand], |m| {
        set(m, INSERT, Instruction::InsertElement { vector: constant(C_VECTOR), element: result(0), index: constant(C_ZERO) });
    }),
    ("a bitcast of an address", &[AddressOperand], |m| {
        set(m, CAST, Instruction::Cast { value: Value::global(0), ty: I32, op: CastOp::BitCast });
    }),
    ("a bitcast of the thread pointer", &[AddressOperand], |m| {
        let ty = push_type(m, function_type(I32, &[]));
        m.functions.push(Function { ty, linkage: Linkage::External, body: None });
        m.symbols.push(symbol(Value::function(3), "llvm.nacl.read.tp"));
        set(m, ADD, call(3, &[]));
        set(m, CAST, Instruction::Cast { value: result(2), ty: I32, op: CastOp::BitCast });
    }),
    // The reader converts other uses: a cast to i64, a select, a sum, a comparison, a stored value, and a value that was declared before.
    ("an address where numbers are", &[], |m| {
        set(m, ADD, add(result(0), Value::global(0)));
        set(m, COMPARE, Instruction::Compare { a: result(0), b: Value::function(0), predicate: Predicate::Eq });
        set(m, SELECT, Instruction::Select { a: result(0), b: Value::function(0), condition: result(3) });
        set(m, CAST, Instruction::Cast { value: result(0), ty: I64, op: CastOp::ZExt });
        set(m, STORE, Instruction::Store { pointer: Value::global(0), value: result(0), alignment: align(1) });
        set(m, CALL, call(F_HELPER, &[result(0), Value::function(0)]));
        set(m, SWITCH, switch(Value::global(0), I32, &[1]));
        set(m, JOIN, phi(I32, &[(result(0), 0), (Value::global(0), 1)]));
    }),
    ("a bitcast of an alloca that was declared before", &[], |m| {
        instructions(m).insert(0, Instruction::Declare { value: result(0), ty: I32 });
        set(m, CAST + 1, Instruction::Cast { value: result(0), ty: FLOAT, op: CastOp::BitCast });
    }),
    ("an address of type float", &[AddressType], |m| {
        set(m, LOAD, Instruction::Load { pointer: constant(C_FLOAT), alignment: align(1), ty: I32 });
    }),
    ("an indirect call of a float", &[AddressType], |m| {
        let pointer = constant(C_FLOAT);
        set(m, CALL_INDIRECT, Instruction::CallIndirect { tail: false, pointer, result: I32, arguments: Default::default() });
    }),
    ("a load of i1", &[AccessType], |m| set(m, LOAD, Instruction::Load { pointer: result(0), alignment: align(1), ty: I1 })),
    ("a store of <4 x i1>", &[AccessType], |m| {
        set(m, STORE, Instruction::Store { pointer: result(0), value: constant(C_MASK), alignment: align(1) });
    }),
    ("an i32 aligned to 4", &[AccessAlignment], |m| set(m, LOAD, Instruction::Load { pointer: result(0), alignment: align(4), ty: I32 })),
    ("a float aligned to 2", &[AccessAlignment], |m| {
        set(m, LOAD, Instruction::Load { pointer: result(0), alignment: align(2), ty: FLOAT });
    }),
    ("a float aligned to nothing", &[AccessAlignment], |m| {
        set(m, LOAD, Instruction::Load { pointer: result(0), alignment: Alignment::NONE, ty: FLOAT });
    }),
    ("a float aligned to 4", &[], |m| set(m, LOAD, Instruction::Load { pointer: result(0), alignment: align(4), ty: FLOAT })),
    ("a vector aligned to 1", &[AccessAlignment], |m| {
        set(m, STORE, Instruction::Store { pointer: result(0), value: constant(C_VECTOR), alignment: align(1) });
    }),
    ("a vector aligned to 4", &[], |m| {
        set(m, STORE, Instruction::Store { pointer: result(0), value: constant(C_VECTOR), alignment: align(4) });
    }),
];

const CALLS: &[Change] = &[
    ("a direct call of a parameter", &[CallCallee], |m| {
        instructions(m).truncate(CALL);
        let call = Instruction::Call { tail: false, callee: parameter(), arguments: Default::default() };
        instructions(m).extend([call, Instruction::Unreachable {}]);
    }),
    ("too few arguments", &[CallArguments], |m| set(m, CALL, call(F_HELPER, &[parameter()]))),
    ("an argument of another type", &[CallArguments], |m| set(m, CALL, call(F_HELPER, &[parameter(), constant(C_FLOAT)]))),
    ("an indirect call with i8", &[CallIndirectType], |m| {
        let arguments = [constant(C_BYTE)].into_iter().collect();
        set(m, CALL_INDIRECT, Instruction::CallIndirect { tail: false, pointer: parameter(), result: I32, arguments });
    }),
    ("an indirect call of i1", &[CallIndirectType], |m| {
        set(m, CALL_INDIRECT, Instruction::CallIndirect { tail: false, pointer: parameter(), result: I1, arguments: Default::default() });
    }),
    ("an order that is known later", &[IntrinsicArgument], |m| set(m, CALL_INTRINSIC, exchange(parameter(), constant(C_ORDER)))),
    ("a relaxed order", &[IntrinsicArgument, MemoryOrder], |m| set(m, CALL_INTRINSIC, exchange(constant(C_ONE), constant(C_ORDER)))),
    ("an acquire-release failure", &[IntrinsicArgument], |m| {
        let order = push_constant(m, I32, Literal::Integer(5));
        set(m, CALL_INTRINSIC, exchange(constant(C_ORDER), order));
    }),
    ("a stronger failure", &[MemoryOrder], |m| {
        let order = push_constant(m, I32, Literal::Integer(3));
        set(m, CALL_INTRINSIC, exchange(order, constant(C_ORDER)));
    }),
    ("a failure beside release", &[MemoryOrder], |m| {
        let order = push_constant(m, I32, Literal::Integer(3));
        set(m, CALL_INTRINSIC, exchange(constant(C_RELEASE), order));
    }),
    ("a weaker failure", &[], |m| {
        let order = push_constant(m, I32, Literal::Integer(3));
        set(m, CALL_INTRINSIC, exchange(constant(C_ORDER), order));
    }),
];

const PHIS: &[Change] = &[
    ("a phi behind an addition", &[PhiPosition], |m| {
        let join = instructions(m).remove(JOIN);
        instructions(m).insert(JOIN, add(parameter(), parameter()));
        instructions(m).insert(JOIN + 1, join);
    }),
    ("a phi of void", &[PhiType, PhiValue, ValueUndefined], |m| set(m, JOIN, phi(VOID, &[(parameter(), 0), (parameter(), 1)]))),
    ("a float for an i32", &[PhiValue], |m| set(m, JOIN, phi(I32, &[(constant(C_FLOAT), 0), (parameter(), 1)]))),
    ("a phi of nothing", &[PhiEmpty], |m| set(m, JOIN, phi(I32, &[]))),
    ("a phi in the entry", &[PhiPredecessors], |m| set(m, ALLOCA, phi(I32, &[(parameter(), 2)]))),
    ("an edge without value", &[PhiPredecessors], |m| set(m, JOIN, phi(I32, &[(parameter(), 0)]))),
    ("a value without edge", &[PhiPredecessors], |m| set(m, JOIN, phi(I32, &[(parameter(), 0), (parameter(), 1), (parameter(), 4)]))),
    ("one block twice, another never", &[PhiPredecessors], |m| set(m, JOIN, phi(I32, &[(parameter(), 1), (parameter(), 1)]))),
    ("two values from one block", &[PhiEdges], |m| {
        set(m, LOOP_BRANCH, Instruction::BranchIf { then: BlockId(2), otherwise: BlockId(2), condition: result(3) });
        set(m, PHI, phi(I32, &[(parameter(), 0)]));
        set(m, JOIN, phi(I32, &[(parameter(), 0), (result(11), 1), (result(12), 1)]));
    }),
    ("one constant under two numbers from one block", &[], |m| {
        let other = push_constant(m, I32, Literal::Integer(1));
        set(m, LOOP_BRANCH, Instruction::BranchIf { then: BlockId(2), otherwise: BlockId(2), condition: result(3) });
        set(m, PHI, phi(I32, &[(parameter(), 0)]));
        set(m, JOIN, phi(I32, &[(constant(C_ONE), 1), (parameter(), 0), (other, 1)]));
    }),
];

const GROUPS: &[&[Change]] = &[TYPES, FUNCTIONS, GLOBALS, FLOW, VALUES, COMPUTING, MEMORY, CALLS, PHIS];
