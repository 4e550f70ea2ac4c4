//! Compares the table of operations with the evaluator, and with the lists of the specification and the experimental document.

use irsmith_debuginfo::interpret::expression::{AddressSize, Elsewhere, Machine, Operation, TrapKind, Type, Value, evaluate_observed};
use irsmith_debuginfo::tables::{Ends, Leaves, OPERATIONS, Op, OperationRow, Takes};

/// The names in the order of their numbers, as in the lists: 0 to 8 of the specification, 9 of `OpenCL.DebugInfo.100`, the others of the
/// experimental list, where 155 is missing. `Lit`, `Reg` and `Breg` represent 32 each.
const LISTS: &str = "Deref Plus Minus PlusUconst BitPiece Swap Xderef StackValue Constu Fragment Convert Addr Const1u Const1s Const2u Const2s \
    Const4u Const4s Const8u Const8s Consts Dup Drop Over Pick Rot Abs And Div Mod Mul Neg Not Or Shl Shr Shra Xor Bra Eq Ge Gt Le Lt Ne Skip \
    Lit Reg Breg Regx Fbreg Bregx Piece DerefSize XDerefSize Nop PushObjectAddress Call2 Call4 CallRef FormTlsAddress CallFrameCfa - \
    ImplicitPointer AddrX ConstX EntryValue ConstType RegvalType DerefType XDerefType Reinterpret";

#[test]
fn operations_have_the_numbers_of_the_lists() {
    let names = LISTS.split_whitespace().flat_map(|name| {
        let count = if matches!(name, "Lit" | "Reg" | "Breg") { 32 } else { 1 };
        (0..count).map(move |number| if count == 1 { name.to_owned() } else { format!("{name}{number}") })
    });
    let listed: Vec<(u32, String)> = (0..).zip(names).filter(|row| row.1 != "-").collect();
    let ours: Vec<(u32, String)> = OPERATIONS.iter().map(|row| (row.code, row.name.to_owned())).collect();
    assert_eq!(ours, listed);
}

#[test]
fn rows_are_found_by_operation() {
    for (place, row) in OPERATIONS.iter().enumerate() {
        assert_eq!((row.op.place(), row.op.code(), row.op.row()), (place, row.code, row), "{}", row.name);
    }
    let numbered = [Op::LIT, Op::REG, Op::BREG].concat();
    let names: Vec<&str> = numbered.iter().map(|op| op.row().name).collect();
    assert_eq!((names[0], names[31], names[32], names[95]), ("Lit0", "Lit31", "Reg0", "Breg31"));
}

fn machine() -> Machine {
    Machine {
        registers: vec![0; 32],
        entry_registers: vec![0],
        elsewhere: Elsewhere::Pattern,
        frame_base: Some(0),
        frame_address: Some(0),
        object: Some(0),
        thread_local: Some(0),
        addresses: vec![0],
        constants: vec![0],
        ..Machine::default()
    }
}

/// Returns literals with which an operation can be executed.
fn literals(row: &OperationRow) -> Vec<u32> {
    const U8: u32 = Type::U8 as u32;
    match row.op {
        Op::Convert => vec![8, 7],
        Op::EntryValue => vec![1, 0x50],
        Op::ConstType => vec![U8, 1, 5],
        Op::RegvalType => vec![0, U8],
        Op::DerefType | Op::XDerefType => vec![1, U8],
        Op::Reinterpret => vec![Type::I64 as u32],
        _ => vec![0; row.operands.len()],
    }
}

/// Executes the operation on a stack of the values 1, 2, ... of these types, followed by Nop; returns the stack after the operation, or the
/// trap.
fn stack_behind(row: &OperationRow, types: &[Type]) -> Result<Vec<Value>, TrapKind> {
    let constant = |(at, &ty): (usize, &Type)| match ty {
        Type::Generic => Operation::new(Op::Constu, &[at as u32 + 1]),
        ty => Operation::new(Op::ConstType, &[ty as u32, ty.bits(AddressSize::Eight) / 8, at as u32 + 1]),
    };
    let mut operations: Vec<Operation> = types.iter().enumerate().map(constant).collect();
    let end = operations.len() + 1;
    operations.extend([Operation::new(row.op, &literals(row)), Operation::new(Op::Nop, &[])]);
    let mut behind = None;
    let outcome = evaluate_observed(&operations, &machine(), None, |place, _, stack| {
        if place.operation == end {
            behind = Some(stack.to_vec());
        }
    });
    match behind {
        Some(stack) => Ok(stack),
        None => Err(outcome.end.expect_err("the operation was not executed").kind),
    }
}

/// Returns types that an operation accepts.
fn accepted(takes: Takes) -> Vec<Type> {
    match takes {
        Takes::Integers(count) => vec![Type::Generic; count],
        takes => vec![Type::I16; takes.count()],
    }
}

#[test]
fn operations_take_what_their_rows_say() {
    for row in OPERATIONS.iter().filter(|row| row.ends != Ends::Fragment) {
        let run = |types: &[Type]| stack_behind(row, types);
        let types = if row.op == Op::Reinterpret { vec![Type::U64] } else { accepted(row.takes) };
        let stack = run(&types);
        assert!(stack.is_ok(), "{}: {stack:?} on {types:?}", row.name);
        // One entry fewer is not enough, except for operations that may describe nothing.
        if !types.is_empty() && row.takes != Takes::Described {
            assert_eq!(run(&types[1..]), Err(TrapKind::StackUnderflow), "{}", row.name);
        }
        let floats: Vec<Type> = types.iter().map(|_| Type::F64).collect();
        let mixed: Vec<Type> = (0..types.len()).map(|at| [Type::I16, Type::U16][at % 2]).collect();
        let (of_floats, of_mixed) = (run(&floats).err(), run(&mixed).err());
        let (integral, alike) = (Some(TrapKind::NotIntegral), Some(TrapKind::TypeMismatch));
        let expected = match row.takes {
            Takes::Entries(_) if row.op == Op::Reinterpret => (None, Some(TrapKind::WrongSize)),
            Takes::Entries(_) => (None, None),
            Takes::Integers(_) | Takes::Shift => (integral, None),
            Takes::Pair | Takes::Division => (None, alike),
            Takes::IntegerPair | Takes::Remainder => (integral, alike),
            Takes::Described => (integral, None),
        };
        assert_eq!((of_floats, of_mixed), expected, "{}", row.name);
    }
}

#[test]
fn operations_leave_what_their_rows_say() {
    let generic = |bits| Value { ty: Type::Generic, bits };
    // No operation that could observe the stack may follow a Fragment.
    for row in OPERATIONS.iter().filter(|row| row.ends != Ends::Fragment) {
        // Two entries more than it takes, which it must not change.
        let types = [vec![Type::Generic; 2], vec![Type::Generic; row.takes.count()]].concat();
        let Ok(stack) = stack_behind(row, &types) else { panic!("{} cannot be executed", row.name) };
        let before: Vec<Value> = (1..=types.len() as u64).map(generic).collect();
        let (rest, taken) = before.split_at(2);
        // The entries that remain, and the type of an additional one.
        let (kept, pushed): (Vec<Value>, _) = match row.leaves {
            Leaves::Nothing | Leaves::Called => (Vec::new(), None),
            Leaves::Generic | Leaves::Constant | Leaves::Same => (Vec::new(), Some(Type::Generic)),
            Leaves::Turned => {
                let mut turned = taken.to_vec();
                turned.rotate_right(1);
                (turned, None)
            }
            Leaves::Copied => ([taken, &taken[..1]].concat(), None),
            // The literal is 0.
            Leaves::Picked => ([taken, &taken[taken.len() - 1..]].concat(), None),
            Leaves::Converted => (Vec::new(), Some(Type::U8)),
            Leaves::Typed(at) => (Vec::new(), Some(Type::ALL[literals(row)[at] as usize])),
            Leaves::TypedConstant => (Vec::new(), Some(Type::U8)),
        };
        let expected = [rest, &kept].concat();
        let (left, more) = stack.split_at(expected.len().min(stack.len()));
        assert_eq!((left, more.iter().map(|value| value.ty).collect::<Vec<_>>()), (&*expected, Vec::from_iter(pushed)), "{}", row.name);
        if row.leaves == Leaves::Constant {
            let stated = if let Op::Lit(number) = row.op { number.get() } else { 0 };
            assert_eq!(more[0].bits, stated.into(), "{}", row.name);
        }
    }
}

#[test]
fn operations_end_what_their_rows_say() {
    for row in OPERATIONS.iter().filter(|row| row.ends != Ends::Fragment) {
        let mut operations: Vec<Operation> = accepted(row.takes).iter().map(|_| Operation::new(Op::Constu, &[1])).collect();
        operations.extend([Operation::new(row.op, &literals(row)), Operation::new(Op::Nop, &[])]);
        let end = evaluate_observed(&operations, &machine(), Some(1), |_, _, _| ()).end.err().map(|trap| trap.kind);
        let expected = match row.ends {
            Ends::Description => Some(TrapKind::AfterLocation),
            Ends::Piece => Some(TrapKind::UnfinishedPiece),
            Ends::Nothing | Ends::Fragment => None,
        };
        assert_eq!(end, expected, "{}", row.name);
        // Only a part of a description may follow a description.
        let behind = [Operation::new(Op::REG[0], &[]), Operation::new(row.op, &literals(row))];
        let trap = evaluate_observed(&behind, &machine(), None, |_, _, _| ()).end.err().map(|trap| trap.kind);
        assert_eq!(trap == Some(TrapKind::AfterLocation), row.ends != Ends::Piece, "{}", row.name);
    }
    let fragments: Vec<Op> = OPERATIONS.iter().filter(|row| row.ends == Ends::Fragment).map(|row| row.op).collect();
    assert_eq!(fragments, [Op::Fragment]);
}
