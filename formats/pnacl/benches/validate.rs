//! Measures the time of the validator: `cargo bench -p irsmith-pnacl --bench validate`.
//!
//! Modules have a loop with a phi for every 10 instructions. The time per instruction shows that the cost is linear.

#![allow(clippy::print_stdout)] // A benchmark prints its figures.

use irsmith_pnacl::tables::{BinaryOp, Predicate};
use irsmith_pnacl::validate::Validator;
use irsmith_pnacl::{
    BlockId, Body, Constant, Function, Incoming, Instruction, Linkage, Literal, Module, Signature, Symbol, Type, TypeId, Value,
};
use std::time::{Duration, Instant};

const VOID: TypeId = TypeId(0);
const I32: TypeId = TypeId(1);
const START: TypeId = TypeId(2);
/// Instructions and results of each loop, and its basic blocks.
const LOOP: usize = 10;
const RESULTS: u32 = 8;

/// Returns a valid module of this many consecutive loops.
fn module(loops: usize) -> Module {
    let mut instructions = vec![Instruction::Branch { target: BlockId(1) }];
    for index in 0..loops as u32 {
        let (first, block) = (index * RESULTS, 1 + index);
        let (phi, last) = (Value::instruction(first), Value::instruction(first + RESULTS - 2));
        instructions.push(Instruction::Declare { value: last, ty: I32 });
        let incoming = |value, block| Incoming { value, block: BlockId(block) };
        instructions.push(Instruction::Phi {
            ty: I32,
            incoming: [incoming(Value::parameter(0), block - 1), incoming(last, block)].into_iter().collect(),
        });
        for step in 0..RESULTS - 2 {
            let b = if step % 2 == 0 { Value::constant(0) } else { phi };
            instructions.push(Instruction::Binary { a: Value::instruction(first + step), b, op: BinaryOp::Add });
        }
        instructions.push(Instruction::Compare { a: last, b: phi, predicate: Predicate::Ult });
        let condition = Value::instruction(first + RESULTS - 1);
        instructions.push(Instruction::BranchIf { then: BlockId(block), otherwise: BlockId(block + 1), condition });
    }
    instructions.push(Instruction::Ret { value: None });
    let start = Signature { varargs: false, result: VOID, parameters: [I32].into_iter().collect() };
    Module {
        types: vec![Type::Void, Type::Integer(32), Type::Function(start)],
        functions: vec![Function {
            ty: START,
            linkage: Linkage::External,
            body: Some(Body { constants: vec![Constant { ty: I32, literal: Literal::Integer(1) }], instructions }),
        }],
        globals: Vec::new(),
        symbols: vec![Symbol { value: Value::function(0), name: b"_start".to_vec() }],
    }
}

fn main() {
    let mut validator = Validator::default();
    println!("{:>12} {:>14} {:>10}", "instructions", "ns a module", "ns each");
    for loops in [1, 5, 50, 500, 5_000, 50_000] {
        let module = module(loops);
        let (mut runs, mut time) = (0u32, Duration::ZERO);
        while time < Duration::from_millis(300) {
            let start = Instant::now();
            assert!(validator.is_valid(std::hint::black_box(&module)));
            time += start.elapsed();
            runs += 1;
        }
        let nanoseconds = time.as_nanos() as f64 / f64::from(runs);
        println!("{:>12} {nanoseconds:>14.0} {:>10.1}", loops * LOOP, nanoseconds / (loops * LOOP) as f64);
    }
}
