//! Calls that end in the same way on every implementation, wherever it keeps globals and stack, and whatever bits its NaNs have.

use super::super::renumbered::reversed;
use super::{Plan, Run};
use irsmith_pnacl::interpret::{Bits, End, Layout, Machine, NoHost, Options, Place, Program, Sizes};
use irsmith_pnacl::tables::{BinaryOp, CastOp, IntrinsicId, Outcome, intrinsic};
use irsmith_pnacl::{Alignment, Body, Global, Initializer, Instruction, Module, Scalar, Value, ValueKind, ValueType, ValueTypes};
use std::collections::HashSet;

/// Returns the numbers of the calls that return, do nothing that the manual leaves undefined, and do the same where everything is elsewhere:
/// with globals and functions in reverse order, each at another address and with room behind it, with another stack, which is not 0.
///
/// What no second run shows is left out by the text of the module: comparisons of addresses, whose order nothing defines; the thread
/// pointer, and what is lock-free; calls in which a NaN arises, if the module can look at its bits.
pub(super) fn portable(plan: &Plan<'_>, runs: &[Run]) -> Vec<usize> {
    let bodies = || plan.module.functions.iter().filter_map(|function| function.body.as_ref());
    let elsewhere =
        Elsewhere::of(plan.module).filter(|_| !bodies().any(|body| counts_with_addresses(body, plan.module)) && !asks_host(plan.module));
    let Some(elsewhere) = elsewhere else { return Vec::new() };
    let mut machine = Machine::new(&elsewhere.program);
    let calls = (0..plan.calls.len().min(runs.len())).filter(|call| {
        let run = &runs[*call];
        let returns = plan.calls[*call].budget == plan.budget && run.undefined.is_none() && matches!(run.end, End::Return(_));
        returns && elsewhere.ends_so(&mut machine, plan, *call, run.end)
    });
    calls.collect()
}

/// A module that does the same with everything at other addresses.
struct Elsewhere {
    program: Program,
    /// For each function and instruction, what it does with floats.
    floats: Vec<Vec<Floats>>,
}

/// What an instruction does with floats.
#[derive(Clone, Copy)]
enum Floats {
    /// Nothing.
    Nothing,
    /// It makes one of this type, which is this value.
    Makes(ValueType, Value),
    /// It makes integers of the bits of one of this type.
    Shows(ValueType),
    /// It stores one: this value, of which no result is seen if it is a parameter or comes from a call.
    Stores(Value, bool),
}

/// Bytes in front of all globals, and behind each.
const FRONT: u64 = 0x3000;
const BEHIND: usize = 48;
/// More bytes of stack.
const MORE_STACK: u32 = 0x1230;
/// What the stack and the bytes behind globals contain.
const OTHER_BYTE: u8 = 0xa5;

impl Elsewhere {
    fn of(module: &Module) -> Option<Self> {
        let mut moved = module.clone();
        for global in &mut moved.globals {
            global.initializers.push(Initializer::Data(vec![OTHER_BYTE; BEHIND]));
        }
        let front = Global { alignment: Alignment::from_bytes(16)?, constant: true, initializers: vec![Initializer::Zerofill(FRONT)] };
        moved.globals.push(front);
        let moved = reversed(&moved);
        let sizes = Sizes { stack: Plan::SIZES.stack + MORE_STACK, ..Plan::SIZES };
        let options = Options { sizes, memory: 2 * Plan::MEMORY, results: true };
        let floats = (0..moved.functions.len() as u32).map(|function| floats(&moved, function)).collect();
        Some(Self { program: Program::new(&moved, &options).ok()?, floats })
    }

    /// Returns whether a call ends like the reference's, and nothing depends on the bits of a NaN.
    fn ends_so(&self, machine: &mut Machine<'_>, plan: &Plan<'_>, call: usize, end: End) -> bool {
        let call = &plan.calls[call];
        machine.reset();
        let Layout { stack, heap, .. } = *self.program.layout();
        machine.memory_mut().bytes_mut(stack, heap - stack).into_iter().for_each(|bytes| bytes.fill(OTHER_BYTE));
        let mut arguments = call.arguments.iter().zip(plan.parameters(call.function));
        let mut any = arguments.any(|(bits, ty)| has_nan(ty, *bits));
        let (mut nans, mut shown) = (HashSet::new(), false);
        let mut observe = |place: Place, result: Option<Bits>| {
            let floats = self.floats.get(place.function as usize).and_then(|floats| floats.get(place.instruction as usize));
            match (floats, result) {
                (Some(Floats::Makes(ty, value)), Some(bits)) if has_nan(*ty, bits) => {
                    any = true;
                    nans.insert((place.function, *value));
                }
                (Some(Floats::Shows(ty)), Some(bits)) => shown |= has_nan(*ty, bits),
                (Some(Floats::Stores(value, is_unseen)), _) => shown |= *is_unseen && any || nans.contains(&(place.function, *value)),
                _ => {}
            }
        };
        let function = plan.module.functions.len() as u32 - 1 - call.function;
        let execution = machine.call_with(function, &call.arguments, &call.budget, &mut NoHost, &mut observe);
        execution.end == end && execution.undefined.is_none() && !shown
    }
}

/// Returns what each instruction of a function does with floats.
fn floats(module: &Module, function: u32) -> Vec<Floats> {
    let types = ValueTypes::of(module, function);
    let Some(body) = module.functions.get(function as usize).and_then(|function| function.body.as_ref()) else { return Vec::new() };
    let mut results = (0..).map(|index| Value::new(ValueKind::Instruction, index));
    let mut of_calls = HashSet::new();
    let of_instruction = |instruction: &Instruction| {
        let result = if instruction.has_result(module) { results.next() } else { None };
        match (instruction, result) {
            (Instruction::Call { .. } | Instruction::CallIndirect { .. }, Some(result)) => {
                of_calls.insert(result);
                Floats::Nothing
            }
            (Instruction::Store { value, .. }, _) if types.get(*value).is_float() => {
                Floats::Stores(*value, value.kind() == ValueKind::Parameter || of_calls.contains(value))
            }
            (Instruction::Cast { value, op: CastOp::BitCast, .. }, _) if types.get(*value).is_float() => Floats::Shows(types.get(*value)),
            (_, Some(result)) if types.get(result).is_float() => Floats::Makes(types.get(result), result),
            _ => Floats::Nothing,
        }
    };
    body.instructions.iter().map(of_instruction).collect()
}

/// Returns the lanes of a value.
pub(super) fn lanes(ty: ValueType, bits: Bits) -> impl Iterator<Item = Bits> {
    let width = ty.scalar_bits().max(1);
    (0..ty.lanes().max(1)).map(move |lane| bits >> (lane * width) & (Bits::MAX >> (Bits::BITS - width)))
}

/// Returns whether a lane is a NaN.
fn is_nan(ty: ValueType, lane: Bits) -> bool {
    match ty.scalar_kind() {
        Scalar::Float => f32::from_bits(lane as u32).is_nan(),
        Scalar::Double => f64::from_bits(lane as u64).is_nan(),
        _ => false,
    }
}

/// Returns whether a lane of a value is a NaN.
fn has_nan(ty: ValueType, bits: Bits) -> bool {
    lanes(ty, bits).any(|lane| is_nan(ty, lane))
}

/// Returns whether two values are the same, or NaNs where they are not.
pub(super) fn is_same(ty: ValueType, a: Bits, b: Bits) -> bool {
    lanes(ty, a).zip(lanes(ty, b)).all(|(a, b)| a == b || is_nan(ty, a) && is_nan(ty, b))
}

/// Returns whether a module calls what depends on the machine.
fn asks_host(module: &Module) -> bool {
    let asks = |name: &str| {
        let id = intrinsic(name.as_bytes()).map(|row| row.id);
        matches!(id, Some(IntrinsicId::ReadTp | IntrinsicId::AtomicIsLockFree))
    };
    module.symbols.iter().any(|symbol| std::str::from_utf8(&symbol.name).is_ok_and(asks))
}

/// Returns whether a function does more with addresses than to add to them, to choose among them, and to access memory there.
fn counts_with_addresses(body: &Body, module: &Module) -> bool {
    let mut derived: HashSet<Value> = HashSet::new();
    let is_address = |derived: &HashSet<Value>, value: &Value| {
        matches!(value.kind(), ValueKind::Function | ValueKind::Global) || derived.contains(value)
    };
    loop {
        let before = derived.len();
        let mut next = 0;
        for instruction in &body.instructions {
            let makes = match instruction {
                Instruction::Alloca { .. } => true,
                Instruction::Binary { a, b, op: BinaryOp::Add, .. } => is_address(&derived, a) || is_address(&derived, b),
                Instruction::Binary { a, op: BinaryOp::Sub, .. } => is_address(&derived, a),
                Instruction::Select { a, b, .. } => is_address(&derived, a) || is_address(&derived, b),
                Instruction::Phi { incoming, .. } => incoming.iter().any(|incoming| is_address(&derived, &incoming.value)),
                _ => instruction.outcome() == Outcome::Address,
            };
            if instruction.has_result(module) {
                if makes {
                    derived.insert(Value::new(ValueKind::Instruction, next));
                }
                next += 1;
            }
        }
        if derived.len() == before {
            break;
        }
    }
    body.instructions.iter().any(|instruction| {
        let mut counts = false;
        let mut look = |value: &Value| counts |= is_address(&derived, value);
        match instruction {
            Instruction::Alloca { size, .. } => look(size),
            Instruction::Load { .. } | Instruction::Phi { .. } | Instruction::Declare { .. } | Instruction::Call { .. } => {}
            Instruction::Binary { a, b, op: BinaryOp::Add, .. } => counts = is_address(&derived, a) && is_address(&derived, b),
            Instruction::Store { value, .. } => look(value),
            Instruction::Binary { b, op: BinaryOp::Sub, .. } => look(b),
            Instruction::Select { condition, .. } => look(condition),
            Instruction::CallIndirect { arguments, .. } => arguments.iter().for_each(look),
            other => other.for_each_value(|value| look(&value)),
        }
        counts
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pnacl::Case;
    use crate::pnacl::execution::{Call, reference};
    use arbitrary::Unstructured;
    use irsmith_generators::bytes_of_seed;
    use irsmith_generators::pnacl::{Config, generate};
    use irsmith_pnacl::{Limits, text};

    #[test]
    fn many_calls_of_programs_are_portable() {
        let (mut defined, mut found) = (0, 0);
        for seed in 0..150 {
            let module = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::defined());
            let case = Case::new(&module.write().unwrap());
            let (plan, runs) = case.executed().unwrap();
            defined += runs.iter().filter(|run| run.undefined.is_none() && matches!(run.end, End::Return(_))).count();
            found += portable(&plan, runs).len();
        }
        assert!(found * 3 > defined, "{found} of {defined} calls");
    }

    /// Returns whether a call of a function with this body is portable. The argument is 5; there are a variable and a constant of 4 bytes.
    fn is_portable(body: &str) -> bool {
        let text = format!(
            "module {{ version 1;
              types {{ count 8; @t0 = i32; @t1 = void; @t2 = i1; @t3 = float; @t4 = i32 (i32); @t5 = i8; @t6 = i32 (); @t7 = void (i32); }}
              declare external i32 @f0();
              define internal i32 @f1(i32);
              define external void @f2(i32);
              globals {{ count 2; var @g0, align 4, zerofill 4; const @g1, align 4, {{ 1, 2, 3, 4 }} }}
              valuesymtab {{ @f0 : \"{}\"; @f2 : \"_start\"; }}
              function i32 @f1(i32 %p0) {{ blocks 1; constants {{ i32: %c0 = i32 4; float: %c1 = float 0.0; }} %b0: {body} }}
              function void @f2(i32 %p0) {{ blocks 1; ret void; }} }}",
            if body.contains("@f0") { "llvm.nacl.read.tp" } else { "llvm.stacksave" }
        );
        let module = Module::read(&text::assemble(&text).unwrap(), &Limits::default()).unwrap();
        let mut plan = Plan::new(&module).unwrap();
        plan.calls.push(Call { function: 1, arguments: vec![5], budget: plan.budget });
        let runs = reference(&plan).unwrap();
        assert!(matches!(runs[0].end, End::Return(_)), "{body}");
        portable(&plan, &runs) == [0]
    }

    #[test]
    fn what_depends_on_addresses_or_bits_of_nans_is_not_portable() {
        for (body, expected) in [
            ("%v0 = add i32 %p0, %c0; ret i32 %v0;", true),
            ("store i32 %p0, i32* @g0, align 1; %v0 = load i32* @g0, align 1; ret i32 %v0;", true),
            ("%v0 = add i32 @g0, %c0; store i32 %p0, i32* @g0, align 1; ret i32 %p0;", true),
            // Addresses.
            ("%v0 = add i32 @g0, %c0; ret i32 %v0;", false),
            ("%v0 = add i32 @f1, %c0; ret i32 %v0;", false),
            ("%v0 = icmp ult i32 @g0, @g1; %v1 = zext i1 %v0 to i32; ret i32 %v1;", false),
            ("%v0 = alloca i8, i32 %c0, align 4; %v1 = and i32 %v0, %c0; ret i32 %p0;", false),
            // What was never written, and what is behind a variable.
            ("%v0 = alloca i8, i32 %c0, align 4; %v1 = load i32* %v0, align 1; ret i32 %v1;", false),
            ("%v0 = add i32 @g0, %c0; %v1 = load i32* %v0, align 1; ret i32 %v1;", false),
            // NaNs.
            ("%v0 = fdiv float %c1, %c1; %v1 = fcmp uno float %v0, %v0; %v2 = zext i1 %v1 to i32; ret i32 %v2;", true),
            ("%v0 = fdiv float %c1, %c1; %v1 = bitcast float %v0 to i32; ret i32 %v1;", false),
            ("%v0 = fdiv float %c1, %c1; store float %v0, float* @g0, align 1; ret i32 %p0;", false),
            ("%v0 = fadd float %c1, %c1; %v1 = bitcast float %v0 to i32; ret i32 %v1;", true),
            // The thread pointer.
            ("%v0 = call i32 @f0(); ret i32 %p0;", false),
        ] {
            assert_eq!(is_portable(body), expected, "{body}");
        }
    }

    #[test]
    fn nans_are_the_same_and_zeros_are_not() {
        let (quiet, other) = (Bits::from(f32::NAN.to_bits()), Bits::from(0xffc0_0001_u32));
        assert!(is_same(ValueType::scalar(Scalar::Float), quiet, other));
        assert!(!is_same(ValueType::scalar(Scalar::Float), 0, 1 << 31));
        assert!(!is_same(ValueType::I32, quiet, other));
    }
}
