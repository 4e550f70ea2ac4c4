//! DWARF expressions with values computed by hand from the specification, the experimental list and DWARF 5.

use irsmith_debuginfo::interpret::expression::{
    AddressSize, Location, Machine, Operation, Outcome, Region, TrapKind, Type, UndefinedKind, Value, evaluate, operations,
};
use irsmith_debuginfo::tables::OPERATIONS;
use irsmith_debuginfo::{DebugInstruction, Id, Info, Instruction, Module};

fn machine(address: AddressSize) -> Machine {
    Machine {
        address,
        registers: (0..34).map(|register| 1000 * register).collect(),
        entry_registers: vec![11, 22],
        memory: vec![
            Region { space: None, start: 100, bytes: vec![1, 2, 3, 4, 5, 6, 7, 0x88] },
            Region { space: Some(3), start: 100, bytes: vec![0xf0, 0xe0] },
        ],
        frame_base: Some(500),
        frame_address: Some(600),
        object: Some(700),
        thread_local: Some(800),
        addresses: vec![0, 910],
        constants: vec![0, 920],
        procedures: vec![Vec::new(), vec![op("Lit5"), op("Mul")], vec![with("Call4", &[2])]],
        ..Machine::default()
    }
}

fn op(name: &str) -> Operation {
    with(name, &[])
}

fn with(name: &str, literals: &[u32]) -> Operation {
    Operation::new(OPERATIONS.iter().find(|row| row.name == name).expect(name).op, literals)
}

/// Parses an expression: names, each followed by literals.
fn parse(text: &str) -> Vec<Operation> {
    text.split(',')
        .map(|operation| {
            let mut parts = operation.split_whitespace();
            let name = parts.next().expect("a name");
            let literals: Vec<u32> = parts.map(|word| word.parse::<i64>().expect(word) as u32).collect();
            with(name, &literals)
        })
        .collect()
}

fn run(text: &str, address: AddressSize) -> Outcome {
    evaluate(&parse(text), &machine(address), None)
}

fn value(text: &str) -> (Type, u64) {
    let end = run(&format!("{text}, StackValue"), AddressSize::Eight).end.unwrap_or_else(|trap| panic!("{text}: {trap}"));
    match end.pieces[0].location {
        Location::Value(Value { ty, bits }) => (ty, bits),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn generic_values() {
    let minus = |number: u64| number.wrapping_neg();
    for (text, expected) in [
        ("Lit9, Lit4, Plus", 13),
        ("Lit4, Lit9, Minus", minus(5)),
        ("Lit4, PlusUconst 4294967295", 0x1_0000_0003),
        ("Constu 4294967295", 0xffff_ffff),
        ("Consts -1", u64::MAX),
        // Div is signed, Mod is not (DWARF 5, 2.5.1.4).
        ("Consts -7, Lit2, Div", minus(3)),
        ("Consts -7, Lit2, Mod", 1),
        ("Consts -3, Lit5, Mul", minus(15)),
        ("Consts -3, Abs", 3),
        ("Lit3, Neg", minus(3)),
        ("Lit0, Not", u64::MAX),
        ("Lit12, Lit10, And", 8),
        ("Lit12, Lit10, Or", 14),
        ("Lit12, Lit10, Xor", 6),
        ("Lit3, Lit4, Shl", 48),
        ("Consts -16, Lit2, Shr", (u64::MAX - 15) >> 2),
        ("Consts -16, Lit2, Shra", minus(4)),
        ("Consts -1, Lit1, Lt", 1),
        ("Consts -1, Lit1, Le", 1),
        ("Consts -1, Lit1, Gt", 0),
        ("Lit1, Lit1, Ge", 1),
        ("Lit1, Lit1, Eq", 1),
        ("Lit1, Lit1, Ne", 0),
        ("Lit1, Lit2, Lit3, Drop", 2),
        ("Lit1, Lit2, Over", 1),
        ("Lit1, Lit2, Lit3, Pick 2", 1),
        ("Lit1, Lit2, Swap", 1),
        ("Lit7, Dup, Mul", 49),
        // The former second entry becomes the top, the former top the third.
        ("Lit1, Lit2, Lit3, Rot", 2),
        ("Lit1, Lit2, Lit3, Rot, Drop", 1),
        ("Lit1, Lit2, Lit3, Rot, Drop, Drop", 3),
        ("Lit31, Nop", 31),
        ("Breg31 -1", 30_999),
        ("Bregx 33 -1", 32_999),
        ("Const1u 511", 255),
        ("Const1s 255", u64::MAX),
        ("Const2s 32768", minus(32768)),
        ("Const2u 65535", 65535),
        ("Const4u -1", 0xffff_ffff),
        ("Const4s -1", u64::MAX),
        ("Const8u -1", 0xffff_ffff),
        ("Const8s -1", u64::MAX),
        ("Addr 5", 5),
    ] {
        assert_eq!(value(text), (Type::Generic, expected), "{text}");
    }
}

#[test]
fn what_the_machine_has() {
    for (text, expected) in [
        ("Constu 100, Deref", 0x8807_0605_0403_0201),
        ("Constu 100, DerefSize 3", 0x03_0201),
        ("Constu 999, DerefSize 0", 0),
        // The address is on top, the space below it.
        ("Lit3, Constu 100, XDerefSize 2", 0xe0f0),
        ("Fbreg -4", 496),
        ("CallFrameCfa", 600),
        ("PushObjectAddress", 700),
        ("Lit4, FormTlsAddress", 804),
        ("AddrX 1", 910),
        ("ConstX 1", 920),
        // A block of DW_OP_reg1, and one of DW_OP_regx 1.
        ("EntryValue 1 81", 22),
        ("EntryValue 2 400", 22),
        ("Lit2, Call2 1, Lit1, Plus", 11),
        ("Lit2, CallRef 0, Call4 99", 2),
        // Bra and Skip count operations.
        ("Lit8, Lit1, Bra 1, Drop, Lit1, Plus", 9),
        ("Lit8, Lit0, Bra 2, Lit2, Plus", 10),
        ("Lit8, Skip 1, Drop", 8),
    ] {
        assert_eq!(value(text), (Type::Generic, expected), "{text}");
    }
    let four = run("Constu 100, Deref, StackValue", AddressSize::Four).end.unwrap();
    assert_eq!(four.pieces[0].location, Location::Value(Value { ty: Type::Generic, bits: 0x0403_0201 }));
    // 10 + 9 + ... + 1: the sum below, the number on top, until that is 0.
    let sum = value("Lit0, Lit10, Dup, Rot, Plus, Swap, Lit1, Minus, Dup, Bra -8, Drop");
    assert_eq!(sum, (Type::Generic, 55));
}

#[test]
fn typed_values() {
    let float = |number: f32| (Type::F32, u64::from(number.to_bits()));
    let double = |number: f64| (Type::F64, number.to_bits());
    for (text, expected) in [
        // DW_ATE: 5 signed, 7 unsigned, 4 float, 1 address.
        ("Consts -1, Convert 8 5", (Type::I8, 0xff)),
        ("Consts -1, Convert 8 5, Convert 32 7", (Type::U32, 0xffff_ffff)),
        ("Consts -1, Convert 8 7, Convert 32 5", (Type::I32, 0xff)),
        ("Consts -1, Convert 8 5, Convert 64 4", double(-1.0)),
        ("Consts -1, Convert 64 4", double(18_446_744_073_709_551_616.0)),
        ("Lit7, Convert 32 4, Lit2, Convert 32 4, Div", float(3.5)),
        ("Lit7, Convert 32 4, Lit2, Convert 32 4, Div, Neg, Convert 16 5", (Type::I16, 0xfffd)),
        ("Lit7, Convert 32 4, PlusUconst 2", float(9.0)),
        ("Lit7, Convert 64 4, Neg, Abs", double(7.0)),
        ("Lit1, Convert 16 8, Convert 64 1", (Type::Generic, 1)),
        // 200 + 100 modulo 256; -56 / 3; -56 modulo 3 with the sign of the dividend.
        ("Constu 200, Convert 8 7, PlusUconst 100", (Type::U8, 44)),
        ("Constu 200, Convert 8 5, Lit3, Convert 8 5, Div", (Type::I8, 0xee)),
        ("Constu 200, Convert 8 5, Lit3, Convert 8 5, Mod", (Type::I8, 0xfe)),
        ("Constu 200, Convert 8 7, Lit3, Convert 8 7, Div", (Type::U8, 66)),
        ("Constu 128, Convert 8 5, Lit1, Shr", (Type::I8, 0x40)),
        ("Constu 128, Convert 8 7, Lit1, Shra", (Type::U8, 0xc0)),
        ("Constu 200, Convert 8 7, Lit1, Convert 8 7, Gt", (Type::Generic, 1)),
        ("Constu 200, Convert 8 5, Lit1, Convert 8 5, Gt", (Type::Generic, 0)),
        // Types in one word: 1 signed 8 bits, 4 unsigned 16, 9 and 10 floats.
        ("ConstType 1 1 511", (Type::I8, 0xff)),
        ("ConstType 9 4 1069547520", float(1.5)),
        ("ConstType 9 4 1069547520, Reinterpret 6", (Type::U32, 0x3fc0_0000)),
        ("RegvalType 2 4", (Type::U16, 2000)),
        ("Constu 100, DerefType 2 4", (Type::U16, 0x0201)),
        ("Lit3, Constu 100, XDerefType 1 1", (Type::I8, 0xf0)),
        ("Constu 5, Reinterpret 7, Reinterpret 0", (Type::Generic, 5)),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn descriptions() {
    let end = |text: &str| run(text, AddressSize::Four).end.unwrap();
    let simple = |text: &str| end(text).pieces[0].location;
    assert_eq!(simple("Reg31"), Location::Register(31));
    assert_eq!(simple("Regx 70000"), Location::Register(70_000));
    assert_eq!(simple("ImplicitPointer 7 -2"), Location::ImplicitPointer { entity: 7, offset: -2 });
    // Addresses of four bytes wrap.
    assert_eq!(simple("Consts -4, PlusUconst 6"), Location::Memory(2));
    assert_eq!(end("Lit4").top, Some(Value { ty: Type::Generic, bits: 4 }));
    assert_eq!(evaluate(&[], &Machine::default(), None).end.unwrap().pieces[0].location, Location::Empty);
    // The operand of the declaration is already on the stack.
    let declared = evaluate(&parse("PlusUconst 8"), &Machine::default(), Some(64)).end.unwrap();
    assert_eq!(declared.pieces[0].location, Location::Memory(72));

    let composite = end("Reg3, Piece 4, Piece 2, Constu 40, BitPiece 5 6, Lit9, StackValue, Piece 1");
    let pieces: Vec<_> = composite.pieces.iter().map(|piece| (piece.location, (piece.size.unwrap(), piece.offset))).collect();
    assert_eq!(
        pieces,
        [
            (Location::Register(3), (32, None)),
            (Location::Empty, (16, None)),
            (Location::Memory(40), (5, Some(6))),
            (Location::Value(Value { ty: Type::Generic, bits: 9 }), (8, None)),
        ]
    );
    let fragment = end("Lit9, StackValue, Fragment 32 16");
    assert_eq!(fragment.fragment.map(|bits| (bits.offset, bits.size)), Some((32, 16)));
    assert!(matches!(fragment.pieces[0].location, Location::Value(_)));
}

#[test]
fn traps_and_their_places() {
    use TrapKind::*;
    for (text, kind, place) in [
        ("Lit1, Plus", StackUnderflow, 1),
        ("Lit1, Drop", StackUnderflow, 2),
        ("Lit1, Pick 1", StackUnderflow, 1),
        ("Lit1, Lit0, Div", DivisionByZero, 2),
        ("Lit1, Lit0, Mod", DivisionByZero, 2),
        ("Lit1, ConstType 1 1 255, Shl", NegativeShift, 2),
        ("ConstType 9 4 0, Not", NotIntegral, 1),
        ("ConstType 9 4 0", NotIntegral, 1),
        ("Lit1, ConstType 1 1 1, Plus", TypeMismatch, 2),
        ("Lit1, Convert 24 5", UnknownType, 1),
        ("Lit1, Convert 32 1", UnknownType, 1),
        ("ConstType 0 8 1", UnknownType, 0),
        ("Lit1, DerefSize 9", WrongSize, 1),
        ("Lit1, Reinterpret 1", WrongSize, 1),
        ("Constu 107, DerefSize 2", Memory, 1),
        ("Lit0, Deref", Memory, 1),
        ("Bregx 34 0", Register, 0),
        ("AddrX 2", Index, 0),
        ("EntryValue 1 82", EntryValue, 0),
        ("EntryValue 1 6", EntryValue, 0),
        ("Lit1, Skip 1", BranchTarget, 1),
        ("Lit1, Skip -3", BranchTarget, 1),
        ("Skip -1", OutOfFuel, 0),
        ("Lit0, Skip -2", StackOverflow, 0),
        ("Reg1, Nop", AfterLocation, 1),
        ("Lit1, StackValue, Lit1", AfterLocation, 2),
        ("Reg1, Piece 4, Reg2", UnfinishedPiece, 3),
        ("Reg1, Piece 4, Breg2 0", UnfinishedPiece, 3),
        ("Lit1, Fragment 0 8, Nop", BadFragment, 1),
        ("Reg1, Piece 4, Reg1, Fragment 0 8", BadFragment, 3),
        ("Lit1, PlusUconst", MissingLiteral, 1),
    ] {
        let trap = run(text, AddressSize::Eight).end.expect_err(text);
        assert_eq!((trap.kind, trap.place.operation), (kind, place), "{text}");
    }
    let trap = run("Call4 2", AddressSize::Eight).end.unwrap_err();
    assert_eq!((trap.kind, trap.place.procedure), (CallDepth, Some(2)));
    let bare = Machine::default();
    for (text, kind) in
        [("Fbreg 0", FrameBase), ("CallFrameCfa", FrameAddress), ("PushObjectAddress", Object), ("Lit0, FormTlsAddress", ThreadLocal)]
    {
        assert_eq!(evaluate(&parse(text), &bare, None).end.unwrap_err().kind, kind, "{text}");
    }
    for unknown in [155, 165, u32::MAX] {
        let trap = evaluate(&[Operation::new(unknown, &[])], &bare, None).end.unwrap_err();
        assert_eq!(trap.kind, UnknownOperation, "{unknown}");
    }
}

#[test]
fn undefined_events_have_a_fixed_value() {
    use UndefinedKind::*;
    for (text, kind, ty, bits) in [
        ("Constu 128, Convert 8 5, Neg", Overflow, Type::I8, 128),
        ("Constu 128, Convert 8 5, Abs", Overflow, Type::I8, 128),
        ("Constu 128, Convert 8 5, Consts -1, Convert 8 5, Div", Overflow, Type::I8, 128),
        ("Lit1, Constu 64, Shl", ShiftCount, Type::Generic, 0),
        ("Consts -1, Constu 64, Shr", ShiftCount, Type::Generic, 0),
        ("Consts -1, Constu 64, Shra", ShiftCount, Type::Generic, u64::MAX),
        ("Constu 300, Convert 32 4, Convert 8 7", ConversionRange, Type::U8, 255),
        ("Constu 300, Convert 32 4, Neg, Convert 8 5", ConversionRange, Type::I8, 128),
        ("Lit0, Convert 64 4, Dup, Div", NotANumber, Type::F64, 0x7ff8_0000_0000_0000),
        ("Const1s 128, Neg, Const2u 65536, Plus", LiteralRange, Type::Generic, 128),
        ("Lit1 9", SurplusLiteral, Type::Generic, 1),
    ] {
        let outcome = run(&format!("{text}, StackValue"), AddressSize::Eight);
        assert!(outcome.undefined.has(kind), "{text}");
        assert_eq!(outcome.undefined.first.map(|first| first.0), Some(kind), "{text}");
        assert_eq!(outcome.end.unwrap().pieces[0].location, Location::Value(Value { ty, bits }), "{text}");
    }
    let defined = run("Constu 255, Convert 32 4, Convert 8 7, Const1s -128", AddressSize::Eight);
    assert_eq!(defined.undefined.first, None);
}

#[test]
fn every_operation_of_the_table_is_known() {
    for row in OPERATIONS {
        let literals = vec![0; row.operands.len()];
        let outcome = evaluate(&[Operation::new(row.op, &literals)], &machine(AddressSize::Eight), Some(100));
        assert_ne!(outcome.end.map_err(|trap| trap.kind), Err(TrapKind::UnknownOperation), "{}", row.name);
    }
}

#[test]
fn operations_of_a_module() {
    let debug = |result, info| Instruction::Debug(DebugInstruction { result_type: Id(1), result: Id(result), set: Id(2), info });
    let operation = |operation: u32, operands: &[u32]| Info::Operation { operation: operation.into(), operands: operands.into() };
    let module = Module {
        instructions: vec![
            debug(3, operation(8, &[5])),
            debug(4, operation(7, &[])),
            debug(5, Info::Expression { operations: [Id(3), Id(4)].into_iter().collect() }),
            debug(6, Info::Expression { operations: [Id(5)].into_iter().collect() }),
        ],
        ..Module::default()
    };
    assert_eq!(operations(&module, Id(5)).unwrap(), parse("Constu 5, StackValue"));
    assert!(operations(&module, Id(6)).is_err() && operations(&module, Id(3)).is_err());
}
