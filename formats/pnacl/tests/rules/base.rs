//! A valid module with every kind of instruction, and names for its parts.

use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::{
    Alignment, BlockId, Body, Constant, Function, Global, Incoming, Initializer, Instruction, Linkage, Literal, Module, Signature,
    SwitchCase, Symbol, Type, TypeId, Value,
};

pub(crate) const VOID: TypeId = TypeId(0);
pub(crate) const I1: TypeId = TypeId(1);
pub(crate) const I8: TypeId = TypeId(2);
pub(crate) const I32: TypeId = TypeId(3);
pub(crate) const I64: TypeId = TypeId(4);
pub(crate) const FLOAT: TypeId = TypeId(5);
pub(crate) const V4I32: TypeId = TypeId(6);
pub(crate) const V4I1: TypeId = TypeId(7);
/// The type of `_start`, `void (i32)`.
pub(crate) const START: TypeId = TypeId(8);
/// `i32 (i32, i32)`
pub(crate) const HELPER: TypeId = TypeId(9);
/// The type of [`CMPXCHG`].
pub(crate) const EXCHANGE: TypeId = TypeId(10);

/// Functions, by index: `_start`, an internal function, an intrinsic.
pub(crate) const F_HELPER: u32 = 1;
pub(crate) const F_EXCHANGE: u32 = 2;
/// The name of the intrinsic.
pub(crate) const CMPXCHG: &str = "llvm.nacl.atomic.cmpxchg.i32";

/// Constants of `_start`, by index.
pub(crate) const C_ONE: u32 = 0;
pub(crate) const C_TRUE: u32 = 1;
/// 6, the sequentially consistent order.
pub(crate) const C_ORDER: u32 = 2;
pub(crate) const C_FLOAT: u32 = 3;
pub(crate) const C_VECTOR: u32 = 4;
pub(crate) const C_ZERO: u32 = 5;
pub(crate) const C_MASK: u32 = 6;
/// An undefined i32.
pub(crate) const C_UNDEF: u32 = 7;
pub(crate) const C_BYTE: u32 = 8;
/// 4, the order release.
pub(crate) const C_RELEASE: u32 = 9;

/// Instructions of `_start`, by index.
pub(crate) const ALLOCA: usize = 0;
pub(crate) const LOAD: usize = 1;
pub(crate) const STORE: usize = 2;
pub(crate) const ADD: usize = 3;
pub(crate) const COMPARE: usize = 4;
pub(crate) const SELECT: usize = 5;
pub(crate) const CAST: usize = 6;
pub(crate) const EXTRACT: usize = 7;
pub(crate) const INSERT: usize = 8;
pub(crate) const CALL: usize = 9;
pub(crate) const CALL_INDIRECT: usize = 10;
pub(crate) const CALL_INTRINSIC: usize = 11;
pub(crate) const BRANCH_IF: usize = 12;
/// The declaration of `%v12`.
pub(crate) const DECLARE: usize = 13;
/// `%v11`, in a loop.
pub(crate) const PHI: usize = 14;
pub(crate) const LOOP_BRANCH: usize = 16;
/// `%v13`, where two paths join.
pub(crate) const JOIN: usize = 17;
pub(crate) const SWITCH: usize = 18;
pub(crate) const RET: usize = 19;

pub(crate) fn constant(index: u32) -> Value {
    Value::constant(index)
}

pub(crate) fn result(index: u32) -> Value {
    Value::instruction(index)
}

/// The parameter of `_start`.
pub(crate) fn parameter() -> Value {
    Value::parameter(0)
}

pub(crate) fn align(bytes: u64) -> Alignment {
    Alignment::from_bytes(bytes).unwrap()
}

pub(crate) fn add(a: Value, b: Value) -> Instruction {
    Instruction::Binary { a, b, op: BinaryOp::Add }
}

pub(crate) fn phi(ty: TypeId, incoming: &[(Value, u32)]) -> Instruction {
    let incoming = incoming.iter().map(|&(value, block)| Incoming { value, block: BlockId(block) }).collect();
    Instruction::Phi { ty, incoming }
}

pub(crate) fn symbol(value: Value, name: &str) -> Symbol {
    Symbol { value, name: name.as_bytes().to_vec() }
}

fn signature(result: TypeId, parameters: &[TypeId]) -> Type {
    Type::Function(Signature { varargs: false, result, parameters: parameters.iter().copied().collect() })
}

pub(crate) fn module() -> Module {
    let defined = |ty, linkage, body| Function { ty, linkage, body: Some(body) };
    let helper = Body { constants: vec![], instructions: vec![Instruction::Ret { value: Some(parameter()) }] };
    Module {
        types: vec![
            Type::Void,
            Type::Integer(1),
            Type::Integer(8),
            Type::Integer(32),
            Type::Integer(64),
            Type::Float,
            Type::Vector { lanes: 4, element: I32 },
            Type::Vector { lanes: 4, element: I1 },
            signature(VOID, &[I32]),
            signature(I32, &[I32, I32]),
            signature(I32, &[I32; 5]),
        ],
        functions: vec![
            defined(START, Linkage::External, start()),
            defined(HELPER, Linkage::Internal, helper),
            Function { ty: EXCHANGE, linkage: Linkage::External, body: None },
        ],
        globals: vec![Global {
            alignment: align(4),
            constant: false,
            initializers: vec![
                Initializer::Data(b"data".to_vec()),
                Initializer::Relocation { value: Value::function(F_HELPER), addend: None },
                Initializer::Relocation { value: Value::global(0), addend: Some(4) },
                Initializer::Zerofill(4),
            ],
        }],
        symbols: vec![symbol(Value::function(0), "_start"), symbol(Value::function(F_EXCHANGE), CMPXCHG)],
    }
}

fn start() -> Body {
    let literals = [
        (I32, Literal::Integer(1)),
        (I1, Literal::Integer(-1)),
        (I32, Literal::Integer(6)),
        (FLOAT, Literal::Float(0x3f80_0000)),
        (V4I32, Literal::Undef),
        (I32, Literal::Integer(0)),
        (V4I1, Literal::Undef),
        (I32, Literal::Undef),
        (I8, Literal::Integer(2)),
        (I32, Literal::Integer(4)),
    ];
    let mut instructions = straight_line();
    instructions.extend(loops_and_branches());
    Body { constants: literals.into_iter().map(|(ty, literal)| Constant { ty, literal }).collect(), instructions }
}

fn straight_line() -> Vec<Instruction> {
    let (one, order, zero, vector) = (constant(C_ONE), constant(C_ORDER), constant(C_ZERO), constant(C_VECTOR));
    vec![
        Instruction::Alloca { size: one, alignment: align(8) },
        Instruction::Load { pointer: result(0), alignment: align(1), ty: I32 },
        Instruction::Store { pointer: result(0), value: parameter(), alignment: align(1) },
        add(parameter(), one),
        Instruction::Compare { a: result(2), b: one, predicate: Predicate::Eq },
        Instruction::Select { a: parameter(), b: result(2), condition: result(3) },
        Instruction::Cast { value: parameter(), ty: I64, op: CastOp::ZExt },
        Instruction::ExtractElement { vector, index: zero },
        Instruction::InsertElement { vector, element: parameter(), index: zero },
        Instruction::Call { tail: false, callee: Value::function(F_HELPER), arguments: [parameter(), one].into_iter().collect() },
        Instruction::CallIndirect { tail: false, pointer: parameter(), result: I32, arguments: [one].into_iter().collect() },
        Instruction::Call {
            tail: false,
            callee: Value::function(F_EXCHANGE),
            arguments: [parameter(), one, one, order, order].into_iter().collect(),
        },
        Instruction::BranchIf { then: BlockId(1), otherwise: BlockId(2), condition: result(3) },
    ]
}

fn loops_and_branches() -> Vec<Instruction> {
    vec![
        Instruction::Declare { value: result(12), ty: I32 },
        phi(I32, &[(parameter(), 0), (result(12), 1)]),
        add(result(11), constant(C_ONE)),
        Instruction::BranchIf { then: BlockId(1), otherwise: BlockId(2), condition: result(3) },
        phi(I32, &[(constant(C_ONE), 0), (result(11), 1)]),
        Instruction::Switch {
            ty: I32,
            condition: result(13),
            default: BlockId(3),
            cases: [SwitchCase { value: 1, target: BlockId(3) }, SwitchCase { value: -2, target: BlockId(4) }].into_iter().collect(),
        },
        Instruction::Ret { value: None },
        Instruction::Branch { target: BlockId(3) },
    ]
}
