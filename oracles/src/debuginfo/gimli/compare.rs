//! Compares our outcome with gimli's.

use super::lower::{Unlowered, lower};
use super::machine::{Failure, Finished, Procedures, Stopped, run};
use gimli::{Error, Value as Theirs, ValueType};
use irsmith_debuginfo::interpret::expression::{
    AddressSize, Description, Location, Machine, Operation, Outcome, TrapKind, Type, UndefinedKind, Value, evaluate_observed,
};
use irsmith_debuginfo::tables::Op;

/// How the outcomes compare.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// Both describe the same location, or both fail for the same reason.
    Same(Outcome),
    /// The two outcomes cannot be compared.
    Incomparable(Reason),
    /// The outcomes differ: ours, and gimli's.
    Different(Outcome, String),
}

/// Why outcomes cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The expression has no bytes in DWARF.
    Unlowered(Unlowered),
    /// gimli differs for a known reason.
    Known(Known),
    /// One of our limits was reached.
    Bound,
}

/// Where gimli differs from DWARF 5, or decides an undefined case differently. Each variant only explains a difference, and only after an
/// operation was executed to which it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Known {
    /// gimli converts a negative integer to a float as if it were unsigned. DWARF 5, 2.5.1.6 requires the value in the other type.
    NegativeToFloat,
    /// gimli adds a zero to a register's typed value, which turns -0 into 0 and a signalling NaN into a quiet one. DWARF 5, 2.5.1.2
    /// requires the register's contents.
    FloatInRegister,
    /// gimli refuses to read a typed value that is wider than an address. DWARF 5, 2.5.1.3 only requires the size of the type.
    WideTypedRead,
    /// gimli rejects Shr of signed, and Shra and Neg of unsigned values; DWARF 5 does not.
    SignOfOperand,
    /// gimli does not compare the size of a constant with its type's.
    SizeOfConstant,
    /// gimli reads 0 as the generic type where DWARF 5 requires a base type.
    GenericOperand,
    /// gimli ignores an operation after the last piece if the operation needs a value from the machine.
    BehindLastPiece,
    /// The bits of a computed NaN are those of the processor in gimli, and canonical here; IEEE 754 allows both.
    NotANumber,
    /// gimli converts a float to 64 bits and truncates them to a four-byte address; here it becomes the nearest address. DWARF 5 leaves it
    /// undefined.
    FloatToNarrowAddress,
    /// gimli fails for another reason, because it checks in another order.
    Order,
}

/// Evaluates an expression here and in gimli.
pub fn compare(operations: &[Operation], machine: &Machine, first: Option<u64>) -> Agreement {
    let bytes = match lower(operations, machine.address) {
        Ok(bytes) => bytes,
        Err(unlowered) => return Agreement::Incomparable(Reason::Unlowered(unlowered)),
    };
    let mut known = Vec::new();
    let ours = evaluate_observed(operations, machine, first, |_, operation, stack| {
        known.extend(known_difference(operation, stack, machine));
    });
    let procedures = Procedures::new(machine);
    let theirs = run(&bytes, &procedures, machine, first);
    if let Err(Stopped::Machine(Failure::Unlowered(unlowered))) = theirs {
        return Agreement::Incomparable(Reason::Unlowered(unlowered));
    }
    match ours.end.as_ref().map_err(|trap| trap.kind) {
        Err(TrapKind::OutOfFuel | TrapKind::CallDepth | TrapKind::StackOverflow) => return Agreement::Incomparable(Reason::Bound),
        // In DWARF a Fragment after a piece is another piece.
        Err(TrapKind::BadFragment) => return Agreement::Incomparable(Reason::Unlowered(Unlowered::Fragment)),
        _ => {}
    }
    if same(operations, &ours, &theirs, machine.address, first) {
        return Agreement::Same(ours);
    }
    match known.first().copied().or_else(|| known_end(&ours, &theirs, machine.address)) {
        Some(known) => Agreement::Incomparable(Reason::Known(known)),
        None => Agreement::Different(ours, format!("{theirs:?}")),
    }
}

/// Returns how an operation may differ in gimli.
fn known_difference(operation: &Operation, stack: &[Value], machine: &Machine) -> Option<Known> {
    let address = machine.address;
    let top = stack.last();
    let negative = |value: &Value| value.ty.is_signed() && value.signed(address) < 0;
    let unsigned = |value: &Value| !value.ty.is_signed() && !value.ty.is_float() && value.ty != Type::Generic;
    let literal = |at: usize| operation.literals().get(at).copied().unwrap_or(0);
    let below = stack.len().checked_sub(2).and_then(|at| stack.get(at));
    let known = match operation.code.op()? {
        Op::Convert if literal(1) == 4 && top.is_some_and(negative) => Known::NegativeToFloat,
        Op::Shr if below.is_some_and(|value| value.ty.is_signed()) => Known::SignOfOperand,
        Op::Shra if below.is_some_and(unsigned) => Known::SignOfOperand,
        Op::Neg if top.is_some_and(unsigned) => Known::SignOfOperand,
        Op::ConstType if literal(1) > 0 => size_of_constant(literal(0), literal(1))?,
        Op::RegvalType | Op::DerefType | Op::XDerefType if literal(1) == 0 => Known::GenericOperand,
        Op::RegvalType if float_changes(machine, literal(0), literal(1)) => Known::FloatInRegister,
        Op::DerefType | Op::XDerefType if address == AddressSize::Four && literal(0) == 8 => Known::WideTypedRead,
        _ => return None,
    };
    Some(known)
}

/// Returns whether a register contains a float that adding zero changes.
fn float_changes(machine: &Machine, register: u32, ty: u32) -> bool {
    let bits = machine.registers.get(register as usize).copied().unwrap_or(0);
    match ty {
        9 => f32::from_bits(bits as u32).is_nan() || bits as u32 == (-0.0_f32).to_bits(),
        10 => f64::from_bits(bits).is_nan() || bits == (-0.0_f64).to_bits(),
        _ => false,
    }
}

/// Detects a constant with more bytes than its type has.
fn size_of_constant(ty: u32, size: u32) -> Option<Known> {
    let bits = Type::ALL.get(ty as usize).filter(|&&ty| ty != Type::Generic)?.bits(AddressSize::Eight);
    (bits / 8 != size).then_some(Known::SizeOfConstant)
}

/// Returns the known difference that the two ends alone show.
fn known_end(ours: &Outcome, theirs: &Result<Finished<'_>, Stopped>, address: AddressSize) -> Option<Known> {
    match (&ours.end, theirs) {
        (Err(trap), Ok(_)) if trap.kind == TrapKind::UnfinishedPiece => Some(Known::BehindLastPiece),
        (Err(trap), Err(stopped)) if other_order(trap.kind, stopped) => Some(Known::Order),
        _ if ours.undefined.has(UndefinedKind::NotANumber) => Some(Known::NotANumber),
        _ if address == AddressSize::Four && ours.undefined.has(UndefinedKind::ConversionRange) => Some(Known::FloatToNarrowAddress),
        _ => None,
    }
}

/// Returns whether an operation has two errors, and each side reports a different one.
fn other_order(ours: TrapKind, theirs: &Stopped) -> bool {
    match (ours, theirs) {
        // gimli checks for a zero before it compares the types.
        (TrapKind::TypeMismatch, Stopped::Gimli(Error::DivisionByZero)) => true,
        // gimli checks the stack before the size and the type of a read.
        (TrapKind::UnknownType | TrapKind::WrongSize, Stopped::Gimli(Error::NotEnoughStackItems | Error::IntegralTypeRequired)) => true,
        // gimli checks the size first; we check the type first.
        (TrapKind::UnknownType, Stopped::Gimli(Error::InvalidDerefSize(_))) => true,
        // Our machine checks the type first, gimli's machine the register.
        (TrapKind::UnknownType, Stopped::Machine(Failure::Register)) => true,
        _ => false,
    }
}

fn same(
    operations: &[Operation],
    ours: &Outcome,
    theirs: &Result<Finished<'_>, Stopped>,
    address: AddressSize,
    first: Option<u64>,
) -> bool {
    match (&ours.end, theirs) {
        (Ok(ours), Ok(theirs)) => same_description(ours, theirs, address),
        // In DWARF an empty expression means that the object was optimised out (2.6.1.1.4); gimli reports a missing result.
        (Ok(_), Err(Stopped::Gimli(Error::NotEnoughStackItems))) => operations.is_empty() && first.is_none(),
        (Err(trap), Err(stopped)) => same_reason(trap.kind, stopped),
        _ => false,
    }
}

fn same_description(ours: &Description, theirs: &Finished<'_>, address: AddressSize) -> bool {
    let tops = match (ours.top, theirs.top) {
        (Some(ours), Some(theirs)) => same_value(ours, theirs, address),
        (ours, theirs) => ours.is_none() && theirs.is_none(),
    };
    // A Fragment was lowered to a piece of its size starting at bit 0.
    let extent = |piece: &irsmith_debuginfo::interpret::expression::Piece| match ours.fragment {
        Some(fragment) => (Some(u64::from(fragment.size)), Some(0)),
        None => (piece.size, piece.offset.map(u64::from)),
    };
    tops && ours.pieces.len() == theirs.pieces.len()
        && ours.pieces.iter().zip(&theirs.pieces).all(|(ours, theirs)| {
            extent(ours) == (theirs.size_in_bits, theirs.bit_offset) && same_location(ours.location, &theirs.location, address)
        })
}

fn same_location<R: gimli::Reader<Offset = usize>>(ours: Location, theirs: &gimli::Location<R>, size: AddressSize) -> bool {
    match (ours, theirs) {
        (Location::Empty, gimli::Location::Empty) => true,
        // gimli keeps bits above those of a four-byte address.
        (Location::Memory(ours), gimli::Location::Address { address }) => ours == cut(*address, size),
        (Location::Register(ours), gimli::Location::Register { register }) => ours == u32::from(register.0),
        (Location::Value(ours), gimli::Location::Value { value }) => same_value(ours, *value, size),
        (Location::ImplicitPointer { entity, offset }, gimli::Location::ImplicitPointer { value, byte_offset }) => {
            entity as usize == value.0 && i64::from(offset) == *byte_offset
        }
        _ => false,
    }
}

fn same_value(ours: Value, theirs: Theirs, address: AddressSize) -> bool {
    let (ty, bits) = match theirs {
        Theirs::Generic(bits) => (Type::Generic, cut(bits, address)),
        Theirs::I8(value) => (Type::I8, value.cast_unsigned().into()),
        Theirs::U8(value) => (Type::U8, value.into()),
        Theirs::I16(value) => (Type::I16, value.cast_unsigned().into()),
        Theirs::U16(value) => (Type::U16, value.into()),
        Theirs::I32(value) => (Type::I32, value.cast_unsigned().into()),
        Theirs::U32(value) => (Type::U32, value.into()),
        Theirs::I64(value) => (Type::I64, value.cast_unsigned()),
        Theirs::U64(value) => (Type::U64, value),
        Theirs::F32(value) => (Type::F32, value.to_bits().into()),
        Theirs::F64(value) => (Type::F64, value.to_bits()),
    };
    debug_assert_eq!(theirs.value_type() == ValueType::Generic, ty == Type::Generic);
    ours == Value { ty, bits }
}

fn cut(bits: u64, address: AddressSize) -> u64 {
    match address {
        AddressSize::Four => bits & u64::from(u32::MAX),
        AddressSize::Eight => bits,
    }
}

/// Returns whether both fail for the same reason.
fn same_reason(ours: TrapKind, theirs: &Stopped) -> bool {
    use Stopped::{Gimli, Machine};
    match (ours, theirs) {
        (TrapKind::StackUnderflow, Gimli(Error::NotEnoughStackItems))
        | (TrapKind::DivisionByZero, Gimli(Error::DivisionByZero))
        | (TrapKind::NegativeShift | TrapKind::NotIntegral, Gimli(Error::InvalidShiftExpression))
        | (TrapKind::NotIntegral, Gimli(Error::IntegralTypeRequired))
        // gimli has one error for operands of different types and for a type of the wrong size.
        | (TrapKind::TypeMismatch | TrapKind::WrongSize, Gimli(Error::TypeMismatch))
        // The generic type used as the type of a constant.
        | (TrapKind::UnknownType, Gimli(Error::UnsupportedTypeOperation) | Machine(Failure::BaseType))
        | (TrapKind::WrongSize, Gimli(Error::InvalidDerefSize(_)) | Machine(Failure::Size))
        // A constant with fewer bytes than its type needs.
        | (TrapKind::WrongSize, Gimli(Error::UnexpectedEof(_)))
        | (TrapKind::Memory, Machine(Failure::Memory))
        | (TrapKind::Register, Machine(Failure::Register))
        | (TrapKind::FrameBase, Machine(Failure::FrameBase))
        | (TrapKind::FrameAddress, Machine(Failure::FrameAddress))
        | (TrapKind::Object, Gimli(Error::InvalidPushObjectAddress))
        | (TrapKind::ThreadLocal, Machine(Failure::ThreadLocal))
        | (TrapKind::Index, Machine(Failure::Index))
        | (TrapKind::EntryValue, Machine(Failure::EntryValue))
        | (TrapKind::BranchTarget, Gimli(Error::BadBranchTarget(_)))
        | (TrapKind::AfterLocation, Gimli(Error::InvalidExpressionTerminator(_)))
        | (TrapKind::UnfinishedPiece, Gimli(Error::InvalidPiece)) => true,
        _ => false,
    }
}
