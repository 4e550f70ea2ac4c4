//! gimli's evaluator, with a machine that supplies the requested values.

use super::lower::{Unlowered, lower};
use gimli::{
    DieReference, DwAte, Encoding, EndianSlice, Evaluation, EvaluationResult, Expression, Format, LittleEndian, Piece, Value, ValueType,
    constants,
};
use irsmith_debuginfo::interpret::expression::{AddressSize, Machine, Operation, Region};
use irsmith_debuginfo::tables::Op;

type Bytes<'a> = EndianSlice<'a, LittleEndian>;

/// The result of gimli.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished<'a> {
    /// The pieces.
    pub pieces: Vec<Piece<Bytes<'a>>>,
    /// The top stack entry, if it is the result.
    pub top: Option<Value>,
}

/// Why the machine could not supply a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The machine has no such memory.
    Memory,
    /// The machine has no such register.
    Register,
    /// The machine has no frame base.
    FrameBase,
    /// The machine has no canonical frame address.
    FrameAddress,
    /// The machine has no thread-local storage.
    ThreadLocal,
    /// The machine's table has no entry with this index.
    Index,
    /// The machine has no entry value for this expression.
    EntryValue,
    /// There is no such type.
    BaseType,
    /// The size of the read is not that of its type.
    Size,
    /// The procedure has no bytes.
    Unlowered(Unlowered),
}

/// Why gimli has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// An error of gimli.
    Gimli(gimli::Error),
    /// A failure of the machine.
    Machine(Failure),
}

impl From<gimli::Error> for Stopped {
    fn from(error: gimli::Error) -> Self {
        Self::Gimli(error)
    }
}

/// The bytes of a machine's procedures.
pub struct Procedures(Vec<Result<Vec<u8>, Unlowered>>);

impl Procedures {
    /// Lowers them.
    pub fn new(machine: &Machine) -> Self {
        Self(machine.procedures.iter().map(|operations| lower_procedure(operations, machine.address)).collect())
    }
}

/// Lowers a procedure. A Fragment would be at the end of its procedure, but not at the end of the calling expression.
fn lower_procedure(operations: &[Operation], address: AddressSize) -> Result<Vec<u8>, Unlowered> {
    if operations.iter().any(|operation| operation.code.op() == Some(Op::Fragment)) {
        Err(Unlowered::Fragment)
    } else {
        lower(operations, address)
    }
}

/// Operations that gimli may execute: more than our limit, because a branch into the lowering of a shift counts twice.
const ITERATIONS: u32 = 50_000;

/// Evaluates the bytes of an expression.
pub fn run<'a>(bytes: &'a [u8], procedures: &'a Procedures, machine: &Machine, first: Option<u64>) -> Result<Finished<'a>, Stopped> {
    let encoding = Encoding { address_size: machine.address.bytes() as u8, format: Format::Dwarf32, version: 5 };
    let mut evaluation = Evaluation::new(EndianSlice::new(bytes, LittleEndian), encoding);
    evaluation.set_max_iterations(ITERATIONS);
    if let Some(first) = first {
        evaluation.set_initial_value(first);
    }
    if let Some(object) = machine.object {
        evaluation.set_object_address(object);
    }
    let answers = Answers { machine, procedures };
    let mut result = evaluation.evaluate()?;
    while result != EvaluationResult::Complete {
        result = answers.answer(&mut evaluation, result)?;
    }
    let top = evaluation.value_result();
    Ok(Finished { pieces: evaluation.result(), top })
}

struct Answers<'a, 'm> {
    machine: &'m Machine,
    procedures: &'a Procedures,
}

impl<'a> Answers<'a, '_> {
    fn answer(
        &self,
        evaluation: &mut Evaluation<Bytes<'a>>,
        question: EvaluationResult<Bytes<'a>>,
    ) -> Result<EvaluationResult<Bytes<'a>>, Stopped> {
        use EvaluationResult as Question;
        let machine = self.machine;
        let known = |value: Option<u64>, failure| value.ok_or(Stopped::Machine(failure));
        Ok(match question {
            Question::Complete => Question::Complete,
            Question::RequiresMemory { address, size, space, base_type } => {
                evaluation.resume_with_memory(self.memory(address, size, space, base_type.0)?)?
            }
            Question::RequiresRegister { register, base_type } => {
                let bits = known(machine.registers.get(usize::from(register.0)).copied(), Failure::Register)?;
                evaluation.resume_with_register(value(base_type.0, bits)?)?
            }
            Question::RequiresFrameBase => evaluation.resume_with_frame_base(known(machine.frame_base, Failure::FrameBase)?)?,
            Question::RequiresTls(offset) => {
                let base = known(machine.thread_local, Failure::ThreadLocal)?;
                evaluation.resume_with_tls(base.wrapping_add(offset))?
            }
            Question::RequiresCallFrameCfa => {
                evaluation.resume_with_call_frame_cfa(known(machine.frame_address, Failure::FrameAddress)?)?
            }
            Question::RequiresAtLocation(reference) => evaluation.resume_with_at_location(self.procedure(reference)?)?,
            Question::RequiresEntryValue(expression) => {
                let bits = known(self.entry_value(expression), Failure::EntryValue)?;
                evaluation.resume_with_entry_value(Value::Generic(bits))?
            }
            Question::RequiresRelocatedAddress(address) => evaluation.resume_with_relocated_address(address)?,
            Question::RequiresIndexedAddress { index, relocate } => {
                let table = if relocate { &machine.addresses } else { &machine.constants };
                let entry = table.get(index.0).copied();
                evaluation.resume_with_indexed_address(known(entry, Failure::Index)?)?
            }
            Question::RequiresBaseType(offset) => evaluation.resume_with_base_type(base_type(offset.0)?)?,
            // The lowering emits no operations that need the other values.
            _ => return Err(gimli::Error::UnsupportedEvaluation.into()),
        })
    }

    /// Truncates addresses and spaces to the machine's size: gimli extends typed ones beyond it.
    fn memory(&self, address: u64, size: u8, space: Option<u64>, ty: usize) -> Result<Value, Stopped> {
        let mask = match self.machine.address {
            AddressSize::Four => u64::from(u32::MAX),
            AddressSize::Eight => u64::MAX,
        };
        if ty != 0 && base_type(ty)?.bit_size(mask) != 8 * u32::from(size) {
            return Err(Stopped::Machine(Failure::Size));
        }
        let mut bytes = [0; 8];
        for (at, byte) in bytes.iter_mut().enumerate().take(size.into()) {
            let address = address.wrapping_add(at as u64) & mask;
            *byte = self.byte(space.map(|space| space & mask), address).ok_or(Stopped::Machine(Failure::Memory))?;
        }
        value(ty, u64::from_le_bytes(bytes))
    }

    /// Looks into the regions by itself, since the evaluator that is compared looks into them too.
    fn byte(&self, space: Option<u64>, address: u64) -> Option<u8> {
        let is_inside =
            |region: &&Region| region.space == space && region.start <= address && address - region.start < region.bytes.len() as u64;
        match self.machine.memory.iter().find(is_inside) {
            Some(region) => region.bytes.get((address - region.start) as usize).copied(),
            None => self.machine.elsewhere.byte(space, address),
        }
    }

    fn procedure(&self, reference: DieReference<usize>) -> Result<Bytes<'a>, Stopped> {
        let number = match reference {
            DieReference::UnitRef(offset) => offset.0,
            DieReference::DebugInfoRef(offset) => offset.0,
        };
        let bytes = match self.procedures.0.get(number) {
            None => &[],
            Some(Ok(bytes)) => bytes.as_slice(),
            Some(Err(unlowered)) => return Err(Stopped::Machine(Failure::Unlowered(*unlowered))),
        };
        Ok(EndianSlice::new(bytes, LittleEndian))
    }

    /// Returns the value of a register on entry: the only kind of expression that DWARF 5 names for this operation besides general ones.
    fn entry_value(&self, expression: Expression<Bytes<'a>>) -> Option<u64> {
        let bytes = expression.0.slice();
        let register = match bytes {
            [code] if (constants::DW_OP_reg0.0..=constants::DW_OP_reg31.0).contains(code) => code - constants::DW_OP_reg0.0,
            [code, register] if *code == constants::DW_OP_regx.0 && *register < 0x80 => *register,
            _ => return None,
        };
        self.machine.entry_registers.get(usize::from(register)).copied()
    }
}

/// Returns the type of a number that the lowering assigned.
fn base_type(number: usize) -> Result<ValueType, Stopped> {
    let encoded = |encoding: DwAte, size| ValueType::from_encoding(encoding, size).ok_or(Stopped::Machine(Failure::BaseType));
    match number {
        0 => Ok(ValueType::Generic),
        1..=8 => {
            let encoding = if number % 2 == 1 { constants::DW_ATE_signed } else { constants::DW_ATE_unsigned };
            encoded(encoding, 1 << ((number - 1) / 2))
        }
        9 => encoded(constants::DW_ATE_float, 4),
        10 => encoded(constants::DW_ATE_float, 8),
        _ => Err(Stopped::Machine(Failure::BaseType)),
    }
}

/// Makes a value from low bits.
fn value(ty: usize, bits: u64) -> Result<Value, Stopped> {
    let ty = base_type(ty)?;
    if ty == ValueType::Generic {
        return Ok(Value::Generic(bits));
    }
    Ok(Value::parse(ty, EndianSlice::new(&bits.to_le_bytes(), LittleEndian))?)
}

#[cfg(test)]
mod tests {
    use super::super::compare::{Agreement, compare};
    use super::*;
    use irsmith_debuginfo::interpret::expression::{Elsewhere, Location};

    #[test]
    fn regions_are_read_before_the_rest_of_memory() {
        let region = |space, start, byte| Region { space, start, bytes: vec![byte; 12] };
        let machine = Machine {
            memory: vec![region(Some(1), 0, 1), region(None, u64::MAX - 3, 2), region(None, 4, 3)],
            elsewhere: Elsewhere::Pattern,
            ..Machine::default()
        };
        let byte_at = |address: u32| {
            let read = [Operation::new(Op::Consts, &[address]), Operation::new(Op::DerefSize, &[1])];
            match compare(&read, &machine, None) {
                Agreement::Same(outcome) => match outcome.end.map(|end| end.pieces[0].location) {
                    Ok(Location::Memory(address)) => address,
                    other => panic!("{other:?}"),
                },
                other => panic!("{other:?}"),
            }
        };
        let pattern = |address| machine.elsewhere.byte(None, address).map(u64::from);
        assert_eq!([4, 15].map(byte_at), [3, 3]);
        assert_eq!([Some(byte_at(3)), Some(byte_at(16))], [pattern(3), pattern(16)]);
        assert_eq!(byte_at(u32::MAX), 2);
    }
}
