//! Calls that end in the same way on every implementation, wherever it keeps globals and stack, and whatever bits its NaNs have.

mod addresses;
mod nans;

pub(in crate::pnacl) use nans::{is_same, lanes};

use super::super::reversed::reversed;
use super::{Plan, Run};
use addresses::{asks_machine, computes_with_addresses};
use irsmith_pnacl::interpret::{Bits, End, Layout, Machine, NoHost, Options, Place, Program, Sizes};
use irsmith_pnacl::tables::Linkage;
use irsmith_pnacl::{Alignment, Global, Initializer, Module};
use nans::{Floats, NanWatch, floats};

/// Returns the numbers of the calls that return, do nothing that the manual leaves undefined, and do the same where everything is elsewhere:
/// with globals and functions in reverse order, each at another address and with room behind it, with another stack, which is not 0.
///
/// What no second run shows is left out as well: modules that compute with addresses, whose order nothing defines, or ask for the thread
/// pointer or what is lock-free; and calls in which the bits of a NaN show.
pub(in crate::pnacl) fn portable(plan: &Plan<'_>, runs: &[Run]) -> Vec<usize> {
    let module = plan.module;
    let mut bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    if bodies.any(|body| computes_with_addresses(body, module) || asks_machine(body, module)) {
        return Vec::new();
    }
    let Some(relocated) = Relocated::of(module) else { return Vec::new() };
    let mut machine = Machine::new(&relocated.program);
    let calls = (0..plan.calls.len().min(runs.len())).filter(|call| {
        let run = &runs[*call];
        let returns = plan.calls[*call].budget == plan.budget && run.undefined.is_none() && matches!(run.end, End::Return(_));
        returns && relocated.ends_alike(&mut machine, plan, *call, run.end)
    });
    calls.collect()
}

/// A module that does the same with everything at other addresses.
struct Relocated {
    program: Program,
    /// For each function and instruction, what it does with floats.
    floats: Vec<Vec<Floats>>,
}

/// Bytes in front of all globals, and behind each.
const FRONT: u64 = 0x3000;
const BEHIND: usize = 48;
/// More bytes of stack.
const MORE_STACK: u32 = 0x1230;
/// What the stack and the bytes behind globals contain.
const OTHER_BYTE: u8 = 0xa5;

impl Relocated {
    fn of(module: &Module) -> Option<Self> {
        let mut moved = module.clone();
        for global in &mut moved.globals {
            global.initializers.push(Initializer::Data(vec![OTHER_BYTE; BEHIND]));
        }
        let front = Global { alignment: Alignment::from_bytes(16)?, constant: true, initializers: vec![Initializer::Zerofill(FRONT)] };
        moved.globals.push(front);
        // The middle one of an odd number of functions would stay where it is.
        if moved.functions.len() % 2 == 1 {
            let copied = moved.functions.iter().find(|function| function.body.is_some() && function.linkage == Linkage::Internal);
            moved.functions.push(copied?.clone());
        }
        let moved = reversed(&moved);
        let sizes = Sizes { stack: Plan::SIZES.stack + MORE_STACK, ..Plan::SIZES };
        let options = Options { sizes, memory: 2 * Plan::MEMORY, results: true };
        let floats = (0..moved.functions.len() as u32).map(|function| floats(&moved, function)).collect();
        Some(Self { program: Program::new(&moved, &options).ok()?, floats })
    }

    /// Returns whether a call ends like the reference's, and nothing depends on the bits of a NaN.
    fn ends_alike(&self, machine: &mut Machine<'_>, plan: &Plan<'_>, call: usize, end: End) -> bool {
        let call = &plan.calls[call];
        machine.reset();
        let Layout { stack, heap, .. } = *self.program.layout();
        machine.memory_mut().bytes_mut(stack, heap - stack).into_iter().for_each(|bytes| bytes.fill(OTHER_BYTE));
        let mut watch = NanWatch::new(&self.floats, plan.parameters(call.function).zip(call.arguments.iter().copied()));
        let mut observe = |place: Place, result: Option<Bits>| watch.note(place, result);
        let function = self.floats.len() as u32 - 1 - call.function;
        let execution = machine.call_with(function, &call.arguments, &call.budget, &mut NoHost, &mut observe);
        execution.end == end && execution.undefined.is_none() && !watch.shown
    }
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

    /// Returns whether a call of a function with this body is portable. The argument is 5; there are a variable of 4 bytes, and a
    /// constant of 4 with the address of the function behind.
    fn is_portable(body: &str) -> bool {
        let text = format!(
            "module {{ version 1;
              types {{ count 9; @t0 = i32; @t1 = void; @t2 = i1; @t3 = float; @t4 = i32 (i32); @t5 = i8; @t6 = i32 (); @t7 = void (i32);
                       @t8 = float (float); }}
              declare external i32 @f0();
              declare external float @f1(float);
              define internal i32 @f2(i32);
              define internal float @f3(float);
              define external void @f4(i32);
              globals {{ count 2; var @g0, align 4, zerofill 4; const @g1, align 4, initializers 2 {{ {{ 1, 2, 3, 4 }} reloc @f2; }} }}
              valuesymtab {{ @f0 : \"llvm.nacl.read.tp\"; @f1 : \"llvm.sqrt.f32\"; @f4 : \"_start\"; }}
              function i32 @f2(i32 %p0) {{
                blocks 1; constants {{ i32: %c0 = i32 4; float: %c1 = float 0.0; %c2 = float -1.0; }} %b0: {body}
              }}
              function float @f3(float %p0) {{ blocks 1; %v0 = fdiv float %p0, %p0; ret float %v0; }}
              function void @f4(i32 %p0) {{ blocks 1; ret void; }} }}"
        );
        let module = Module::read(&text::assemble(&text).unwrap(), &Limits::default()).unwrap();
        let mut plan = Plan::new(&module).unwrap();
        plan.calls.push(Call { function: 2, arguments: vec![5], budget: plan.budget });
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
            ("%v0 = add i32 @f2, %c0; ret i32 %v0;", false),
            ("%v0 = add i32 @g1, %c0; %v1 = load i32* %v0, align 1; ret i32 %v1;", false),
            ("%v0 = icmp ult i32 @g0, @g1; %v1 = zext i1 %v0 to i32; ret i32 %v1;", false),
            ("%v0 = alloca i8, i32 %c0, align 4; %v1 = and i32 %v0, %c0; ret i32 %p0;", false),
            // What was never written, and what is behind a variable.
            ("%v0 = alloca i8, i32 %c0, align 4; %v1 = load i32* %v0, align 1; ret i32 %v1;", false),
            ("%v0 = add i32 @g0, %c0; %v1 = load i32* %v0, align 1; ret i32 %v1;", false),
            // NaNs.
            ("%v0 = fdiv float %c1, %c1; %v1 = fcmp uno float %v0, %v0; %v2 = zext i1 %v1 to i32; ret i32 %v2;", true),
            ("%v0 = fdiv float %c1, %c1; %v1 = bitcast float %v0 to i32; ret i32 %v1;", false),
            ("%v0 = fdiv float %c1, %c1; store float %v0, float* @g0, align 1; ret i32 %p0;", false),
            ("%v0 = call float @f3(float %c1); %v1 = fcmp uno float %v0, %v0; %v2 = zext i1 %v1 to i32; ret i32 %v2;", true),
            ("%v0 = call float @f3(float %c1); store float %v0, float* @g0, align 1; ret i32 %p0;", false),
            ("%v0 = call float @f1(float %c2); store float %v0, float* @g0, align 1; ret i32 %p0;", false),
            ("%v0 = call float @f1(float %c1); %v1 = bitcast float %v0 to i32; ret i32 %v1;", true),
            ("%v0 = call float @f1(float %c2); %v1 = bitcast float %v0 to i32; ret i32 %v1;", false),
            ("%v0 = fadd float %c1, %c1; %v1 = bitcast float %v0 to i32; ret i32 %v1;", true),
            // The thread pointer.
            ("%v0 = call i32 @f0(); ret i32 %p0;", false),
        ] {
            assert_eq!(is_portable(body), expected, "{body}");
        }
    }
}
