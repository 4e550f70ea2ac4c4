//! Runs a plan on wasmi.

use super::super::{Call, Declined, Observer, Plan};
use super::host::{Jumps, functions};
use super::module::lower;
use super::numbers::{self, EXPORTED, padding};
use super::operand::Shape;
use irsmith_pnacl::interpret::{Bits, Budget, End, OUT_OF_FUEL_CODE, Trap, TrapKind};
use irsmith_pnacl::{Scalar, ValueType};
use wasmi::{CompilationMode, Config, Engine, F32, F64, Global, Instance, Memory, Module, Store, TrapCode, Val};

/// Bytes of wasmi's stack for each active function: its locals, at most 12,000 of 16 bytes.
const FRAME: usize = 16 * 16_000;

/// Calls every function of a plan on wasmi and passes the results to the observer.
///
/// # Errors
/// Returns what the lowering does not support, or wasmi's error message. Calls before the error have been observed.
pub fn run(plan: &Plan<'_>, observer: &mut Observer<'_>) -> Result<(), Declined> {
    let mut program = Program::new(plan, &lower(plan)?)?;
    for (number, call) in plan.calls.iter().enumerate() {
        let end = program.call(plan, call)?;
        observer(number, end, program.memory(plan));
    }
    Ok(())
}

/// A module in wasmi, ready for calls.
#[derive(Debug)]
pub struct Program {
    store: Store<Jumps>,
    instance: Instance,
    memory: Memory,
    globals: Vec<Global>,
}

fn refused(error: impl std::fmt::Display) -> Declined {
    Declined::Refused(error.to_string())
}

impl Program {
    /// Compiles the output of [`lower`] for a plan, in an engine of its own: an engine keeps the code of all its modules.
    ///
    /// # Errors
    /// Returns wasmi's error message.
    pub fn new(plan: &Plan<'_>, bytes: &[u8]) -> Result<Self, Declined> {
        let depth = plan.budget.depth as usize;
        let mut config = Config::default();
        config.compilation_mode(CompilationMode::Eager);
        // One lane function, and the function that traps, may be active above the program's own.
        config.set_max_recursion_depth(depth + 8).set_max_stack_height((depth + 8) * FRAME);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, bytes).map_err(refused)?;
        let mut store = Store::new(&engine, Jumps::default());
        let imports = functions(&mut store);
        let instance = Instance::new(&mut store, &module, &imports).map_err(refused)?;
        let memory = instance.get_memory(&store, numbers::MEMORY).ok_or_else(|| refused("no memory"))?;
        let globals = EXPORTED.iter().map(|name| instance.get_global(&store, name).ok_or_else(|| refused("no global")));
        let globals = globals.collect::<Result<_, _>>()?;
        Ok(Self { store, instance, memory, globals })
    }

    /// Returns the program's memory.
    pub fn memory(&self, plan: &Plan<'_>) -> &[u8] {
        &self.memory.data(&self.store)[padding(&plan.layout) as usize..]
    }

    fn set(&mut self, global: u32, value: Val) -> Result<(), Declined> {
        self.globals[global as usize].set(&mut self.store, value).map_err(refused)
    }

    /// Resets everything to its initial state.
    fn reset(&mut self, plan: &Plan<'_>, budget: Budget) -> Result<(), Declined> {
        self.memory.data_mut(&mut self.store)[padding(&plan.layout) as usize..].copy_from_slice(&plan.image);
        self.store.data_mut().reset();
        self.set(numbers::TRAPPED, Val::I64(0))?;
        self.set(numbers::FUEL, Val::I64(budget.blocks as i64))?;
        // Code compares with the plan's budget: for a smaller budget the depth starts higher.
        self.set(numbers::DEPTH, Val::I32((1 + plan.budget.depth - budget.depth.min(plan.budget.depth)) as i32))?;
        self.set(numbers::STACK, Val::I32(plan.layout.heap as i32))
    }

    /// Makes a call of the plan, in the initial state.
    ///
    /// # Errors
    /// Returns an error if the engine ended the call in a way that no program can.
    pub fn call(&mut self, plan: &Plan<'_>, call: &Call) -> Result<End, Declined> {
        let Call { function, ref arguments, budget } = *call;
        self.reset(plan, budget)?;
        let callee = self.instance.get_func(&self.store, &function.to_string()).ok_or_else(|| refused("no function"))?;
        let arguments: Vec<Val> = arguments.iter().zip(plan.parameters(function)).map(|(&bits, ty)| to_engine(bits, ty)).collect();
        let result = plan.result(function);
        let mut results = if result == ValueType::VOID { vec![] } else { vec![to_engine(0, result)] };
        match callee.call(&mut self.store, &arguments, &mut results) {
            Ok(()) => Ok(End::Return(results.first().map_or(0, |value| from_engine(value, result)))),
            Err(error) => error.as_trap_code().and_then(|code| self.trapped(code)).ok_or_else(|| refused(error)),
        }
    }

    /// Returns how the program ended the execution, if the engine's trap is one that the program expects; otherwise `None`.
    fn trapped(&self, by: TrapCode) -> Option<End> {
        let word = self.globals[numbers::TRAPPED as usize].get(&self.store).i64().unwrap_or_default();
        let (code, place) = numbers::trap_of(word as u64);
        let kind = TrapKind::from_code(code);
        let is_expected = match by {
            TrapCode::UnreachableCodeReached => true,
            TrapCode::MemoryOutOfBounds => kind == Some(TrapKind::Memory),
            TrapCode::IntegerDivisionByZero => kind == Some(TrapKind::DivisionByZero),
            _ => false,
        };
        let end = if code == OUT_OF_FUEL_CODE { Some(End::OutOfFuel(place)) } else { kind.map(|kind| End::Trap(Trap { kind, place })) };
        end.filter(|_| is_expected)
    }
}

/// Converts a value for the engine.
fn to_engine(bits: Bits, ty: ValueType) -> Val {
    if let (true, Ok(shape)) = (ty.is_vector(), Shape::of(ty)) {
        let mask = |lane: u32| if bits >> lane & 1 == 1 { u32::MAX >> (32 - shape.width()) } else { 0 };
        let lanes = if ty.is_i1() { shape.vector((0..shape.lanes()).map(mask)) } else { bits };
        return Val::V128(lanes.into());
    }
    match ty.scalar_kind() {
        Scalar::Integer(64) => Val::I64(bits as i64),
        Scalar::Float => Val::F32(F32::from_bits(bits as u32)),
        Scalar::Double => Val::F64(F64::from_bits(bits as u64)),
        _ => Val::I32(bits as i32),
    }
}

/// Returns the bits of a value from the engine.
fn from_engine(value: &Val, ty: ValueType) -> Bits {
    match value {
        Val::I32(value) => Bits::from(*value as u32),
        Val::I64(value) => Bits::from(*value as u64),
        Val::F32(value) => Bits::from(value.to_bits()),
        Val::F64(value) => Bits::from(value.to_bits()),
        Val::V128(value) => match Shape::of(ty) {
            Ok(shape) if ty.is_i1() => {
                let lane = |lane: u32| value.as_u128() >> (lane * shape.width()) & 1;
                (0..shape.lanes()).fold(0, |bits, place| bits | lane(place) << place)
            }
            _ => value.as_u128(),
        },
        _ => 0,
    }
}
