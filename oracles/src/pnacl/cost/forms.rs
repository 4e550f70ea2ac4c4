//! Modules with many of one thing, in shapes that a search visits too often if it does not remember what it has seen.

use irsmith_pnacl::tables::{BinaryOp, Predicate};
use irsmith_pnacl::{
    Alignment, BlockId, Body, Constant, Function, Global, Incoming, Initializer, Instruction, Linkage, Literal, Module, Signature,
    SwitchCase, Symbol, Type, TypeId, Value,
};

/// A shape.
pub(super) struct Form {
    /// What there is many of.
    pub(super) name: &'static str,
    /// Bytes of a file for each, roughly.
    pub(super) size: usize,
    /// Makes the module.
    pub(super) make: fn(usize) -> Module,
}

const I32: TypeId = TypeId(0);
const VOID: TypeId = TypeId(1);
const FLOAT: TypeId = TypeId(2);
/// `void (i32)`.
const ENTRY: TypeId = TypeId(3);
/// `i32 (i32)`.
const SAME: TypeId = TypeId(4);
/// The parameter of each function.
const PARAMETER: Value = Value::parameter(0);

/// The shapes.
pub(super) const FORMS: &[Form] = &[
    Form { name: "values of the one before", size: 4, make: |count| program(values(count, |number| number.saturating_sub(1))) },
    Form { name: "values of the first", size: 4, make: |count| program(values(count, |_| 0)) },
    Form { name: "blocks in a row", size: 4, make: |count| program((1..=count).map(branch).chain([RETURN]).collect()) },
    Form { name: "blocks that lead to one", size: 6, make: |count| program(ladder(count, |_| count + 1)) },
    Form { name: "blocks that lead back", size: 6, make: |count| program(ladder(count, |_| 1)) },
    Form { name: "loops in one another", size: 6, make: |count| program(ladder(count, |block| count + 1 - block)) },
    Form { name: "diamonds", size: 16, make: |count| program(diamonds(count)) },
    Form { name: "cases of a switch", size: 8, make: |count| program(switch(count, |_| 1).into_iter().chain([RETURN]).collect()) },
    Form {
        name: "targets of a switch",
        size: 10,
        make: |count| program(switch(count, |case| case + 1).into_iter().chain(vec![RETURN; count + 1]).collect()),
    },
    Form { name: "values of a phi", size: 14, make: |count| program(join(count, 1)) },
    Form { name: "phis of a block", size: 6, make: |count| program(join(1, count)) },
    Form { name: "values named before", size: 12, make: |count| program(declared(count)) },
    Form { name: "stores", size: 5, make: |count| program(ending((0..count).map(|_| STORE))) },
    Form { name: "calls", size: 5, make: |count| program(ending((0..count).map(|_| call(1)))) },
    Form { name: "arguments of a call", size: 4, make: arguments },
    Form { name: "constants", size: 4, make: constants },
    Form { name: "functions", size: 32, make: functions },
    Form { name: "functions with names", size: 48, make: |count| named(functions(count)) },
    Form { name: "globals with names", size: 32, make: |count| named(globals(count)) },
    Form { name: "addresses in a global", size: 4, make: addresses },
    Form { name: "bytes of a global", size: 64, make: |count| global(Initializer::Data(vec![7; 64 * count])) },
    Form { name: "pieces of a global", size: 6, make: |count| of_pieces((0..count).map(|_| Initializer::Data(vec![7]))) },
    Form { name: "types", size: 14, make: types },
];

const RETURN: Instruction = Instruction::Ret { value: None };
const STORE: Instruction = Instruction::Store { pointer: PARAMETER, value: PARAMETER, alignment: BYTE };
/// An alignment of one byte.
const BYTE: Alignment = match Alignment::from_bytes(1) {
    Some(one) => one,
    None => Alignment::NONE,
};

/// Returns a module whose entry point has these instructions, and that has another function, which returns its parameter.
fn program(instructions: Vec<Instruction>) -> Module {
    let signature = |result| Type::Function(Signature { varargs: false, result, parameters: [I32].into_iter().collect() });
    let same = Body { constants: Vec::new(), instructions: vec![Instruction::Ret { value: Some(PARAMETER) }] };
    Module {
        types: vec![Type::Integer(32), Type::Void, Type::Float, signature(VOID), signature(I32), Type::Integer(1)],
        functions: vec![
            Function { ty: ENTRY, linkage: Linkage::External, body: Some(Body { constants: Vec::new(), instructions }) },
            Function { ty: SAME, linkage: Linkage::Internal, body: Some(same) },
        ],
        globals: Vec::new(),
        symbols: vec![Symbol { value: Value::function(0), name: b"_start".to_vec() }],
    }
}

fn ending(instructions: impl Iterator<Item = Instruction>) -> Vec<Instruction> {
    instructions.chain([RETURN]).collect()
}

const fn add(a: Value, b: Value) -> Instruction {
    Instruction::Binary { a, b, op: BinaryOp::Add }
}

const fn branch(block: usize) -> Instruction {
    Instruction::Branch { target: BlockId(block as u32) }
}

fn call(callee: u32) -> Instruction {
    Instruction::Call { tail: false, callee: Value::function(callee), arguments: [PARAMETER].into_iter().collect() }
}

/// Sums, each of the parameter and of an earlier one.
fn values(count: usize, of: fn(usize) -> usize) -> Vec<Instruction> {
    let earlier = |number: usize| if number == 0 { PARAMETER } else { Value::instruction(of(number) as u32) };
    ending((0..count).map(|number| add(earlier(number), PARAMETER)))
}

/// Blocks that lead to the next one or to another.
fn ladder(count: usize, other: impl Fn(usize) -> usize) -> Vec<Instruction> {
    let condition = Value::instruction(0);
    let compare = Instruction::Compare { a: PARAMETER, b: PARAMETER, predicate: Predicate::Eq };
    let blocks = (1..=count).map(|block| Instruction::BranchIf {
        then: BlockId(other(block) as u32),
        otherwise: BlockId(block as u32 + 1),
        condition,
    });
    [compare, branch(1)].into_iter().chain(blocks).chain([RETURN]).collect()
}

/// Blocks that part and join again, one pair after the other.
fn diamonds(count: usize) -> Vec<Instruction> {
    let condition = Value::instruction(0);
    let compare = Instruction::Compare { a: PARAMETER, b: PARAMETER, predicate: Predicate::Eq };
    let diamond = |number: usize| {
        let block = |inner: usize| BlockId((3 * number + inner) as u32);
        let part = Instruction::BranchIf { then: block(1), otherwise: block(2), condition };
        [part, Instruction::Branch { target: block(3) }, Instruction::Branch { target: block(3) }]
    };
    [compare].into_iter().chain((0..count).flat_map(diamond)).chain([RETURN]).collect()
}

/// A switch with so many cases.
fn switch(count: usize, target: impl Fn(usize) -> usize) -> Vec<Instruction> {
    let case = |case: usize| SwitchCase { value: case as i64, target: BlockId(target(case) as u32) };
    vec![Instruction::Switch { ty: I32, condition: PARAMETER, default: BlockId(1), cases: (0..count).map(case).collect() }]
}

/// Blocks that all lead to one with phis.
fn join(blocks: usize, phis: usize) -> Vec<Instruction> {
    let last = blocks + 2;
    let mut all = switch(blocks, |case| case + 2);
    all.extend((0..=blocks).map(|_| branch(last)));
    let incoming = |block: usize| Incoming { value: PARAMETER, block: BlockId(block as u32) };
    let phi = Instruction::Phi { ty: I32, incoming: (1..last).map(incoming).collect() };
    all.extend(std::iter::repeat_n(phi, phis));
    all.push(RETURN);
    all
}

/// Values that are declared before a loop whose phis name them, and that it computes.
fn declared(count: usize) -> Vec<Instruction> {
    let (phis, sums) = (0..count as u32, count as u32..2 * count as u32);
    let declare = sums.clone().map(|number| Instruction::Declare { value: Value::instruction(number), ty: I32 });
    let condition = Value::instruction(sums.end);
    let phi = phis.clone().map(|number| Instruction::Phi {
        ty: I32,
        incoming: [(PARAMETER, 0), (Value::instruction(count as u32 + number), 1)]
            .map(|(value, block)| Incoming { value, block: BlockId(block) })
            .into_iter()
            .collect(),
    });
    let compare = Instruction::Compare { a: PARAMETER, b: PARAMETER, predicate: Predicate::Ne };
    let again = Instruction::BranchIf { then: BlockId(1), otherwise: BlockId(2), condition };
    let sum = phis.clone().map(|number| add(Value::instruction(number), PARAMETER));
    declare.chain([branch(1)]).chain(phi).chain(sum).chain([compare, again, RETURN]).collect()
}

fn arguments(count: usize) -> Module {
    let mut module = program(vec![
        Instruction::Call { tail: false, callee: Value::function(2), arguments: std::iter::repeat_n(PARAMETER, count).collect() },
        RETURN,
    ]);
    let parameters = std::iter::repeat_n(I32, count).collect();
    module.types.push(Type::Function(Signature { varargs: false, result: VOID, parameters }));
    let body = Body { constants: Vec::new(), instructions: vec![RETURN] };
    module.functions.push(Function { ty: TypeId(6), linkage: Linkage::Internal, body: Some(body) });
    module
}

fn constants(count: usize) -> Module {
    let mut module = program(ending((0..count as u32).map(|number| add(Value::constant(number), PARAMETER))));
    let constant = |number: usize| Constant { ty: I32, literal: Literal::Integer(number as i64) };
    if let Some(body) = module.functions.first_mut().and_then(|function| function.body.as_mut()) {
        body.constants = (0..count).map(constant).collect();
    }
    module
}

/// Functions that call one another in a row.
fn functions(count: usize) -> Module {
    let mut module = program(vec![RETURN]);
    let first = module.functions.len();
    let body = |number: usize| {
        // The last calls the one that only returns.
        let callee = if number + 1 < count { first + number + 1 } else { 1 };
        let instructions = vec![call(callee as u32), Instruction::Ret { value: Some(Value::instruction(0)) }];
        Function { ty: SAME, linkage: Linkage::Internal, body: Some(Body { constants: Vec::new(), instructions }) }
    };
    module.functions.extend((0..count).map(body));
    module
}

fn of_pieces(initializers: impl Iterator<Item = Initializer>) -> Module {
    let mut module = program(vec![RETURN]);
    module.globals.push(Global { alignment: BYTE, constant: false, initializers: initializers.collect() });
    module
}

fn global(initializer: Initializer) -> Module {
    of_pieces(std::iter::once(initializer))
}

/// Globals that contain the address of the next one.
fn globals(count: usize) -> Module {
    let mut module = program(vec![RETURN]);
    let global = |number: usize| {
        let value = Value::global(((number + 1) % count) as u32);
        Global { alignment: BYTE, constant: true, initializers: vec![Initializer::Relocation { value, addend: None }] }
    };
    module.globals = (0..count).map(global).collect();
    module
}

fn addresses(count: usize) -> Module {
    of_pieces((0..count).map(|number| Initializer::Relocation { value: Value::global(0), addend: Some(number as u32) }))
}

/// Names every function and global, except the first function, which has one.
fn named(mut module: Module) -> Module {
    let functions = (1..module.functions.len() as u32).map(Value::function);
    let values = functions.chain((0..module.globals.len() as u32).map(Value::global));
    module.symbols.extend(values.map(|value| Symbol { value, name: format!("name of {value}").into_bytes() }));
    module
}

/// Function types, each with another list of parameters.
fn types(count: usize) -> Module {
    let mut module = program(vec![RETURN]);
    let bits = |number: usize| (0..16).map(|bit| if number >> bit & 1 == 1 { I32 } else { FLOAT }).collect();
    let ty = |number| Type::Function(Signature { varargs: false, result: VOID, parameters: bits(number) });
    module.types.extend((0..count).map(ty));
    module
}
