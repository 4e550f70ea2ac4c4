//! Programs as text, run at both levels.

use irsmith_cranelift::{Level, Program};
use irsmith_pnacl::interpret::{Bits, Budget, End, Layout, Place, Sizes, Trap, TrapKind};
use irsmith_pnacl::{Limits, Module, text};

/// Types that every program may name; signatures follow.
const TYPES: &str = "@t0 = void; @t1 = i1; @t2 = i8; @t3 = i16; @t4 = i32; @t5 = i64; @t6 = float; @t7 = double; @t8 = <4 x i1>; \
                     @t9 = <8 x i1>; @t10 = <16 x i1>; @t11 = <16 x i8>; @t12 = <8 x i16>; @t13 = <4 x i32>; @t14 = <4 x float>;";
/// How many those are.
const TYPE_COUNT: usize = 15;

pub(crate) const BUDGET: Budget = Budget { blocks: 1000, depth: 8 };

/// A module of these functions, each a signature such as `i32 (i32, i8)` and a body, or an intrinsic's name; and the statements of its globals.
pub(crate) fn module(globals: &str, functions: &[(&str, &str)]) -> Module {
    let mut signatures: Vec<&str> = functions.iter().map(|(signature, _)| *signature).collect();
    signatures.sort_unstable();
    signatures.dedup();
    let types: String = signatures.iter().enumerate().map(|(at, text)| format!("@t{} = {text};\n", TYPE_COUNT + at)).collect();
    let count = TYPE_COUNT + signatures.len();
    let mut declarations = String::new();
    let mut names = String::new();
    let mut bodies = String::new();
    for (index, (signature, body)) in functions.iter().enumerate() {
        let (result, parameters) = signature.split_once(" (").expect("a signature has parameters");
        if body.starts_with("llvm.") {
            declarations += &format!("declare external {result} @f{index}({parameters};\n");
            names += &format!("@f{index} : \"{body}\";\n");
        } else {
            declarations += &format!("define internal {result} @f{index}({parameters};\n");
            bodies += &format!("function {result} @f{index}({} {{\n{body}\n}}\n", named(parameters));
        }
    }
    let assembly = format!(
        "module {{\nversion 1;\ntypes {{\ncount {count};\n{TYPES}\n{types}}}\n{declarations}globals {{\n{globals}\n}}\n\
         valuesymtab {{\n{names}}}\n{bodies}}}\n"
    );
    let bytes = text::assemble(&assembly).unwrap_or_else(|error| panic!("{error}\n{assembly}"));
    Module::read(&bytes, &Limits::default()).unwrap_or_else(|error| panic!("{error}\n{assembly}"))
}

/// `i32, i8)` as `i32 %p0, i8 %p1)`.
fn named(parameters: &str) -> String {
    let parameters = parameters.trim_end_matches(')');
    let named: Vec<_> = parameters.split(", ").filter(|ty| !ty.is_empty()).enumerate().map(|(at, ty)| format!("{ty} %p{at}")).collect();
    named.join(", ") + ")"
}

pub(crate) fn layout(module: &Module) -> Layout {
    Layout::of(module, Sizes { stack: 256, heap: 16 }, 1 << 20).expect("test programs are small")
}

/// Calls function 0, at both levels, which must agree: how it ends, and the memory.
#[track_caller]
pub(crate) fn execute_with(module: &Module, arguments: &[Bits], budget: Budget) -> (End, Vec<u8>) {
    let layout = layout(module);
    let image = layout.image(module);
    let [none, speed] = [Level::None, Level::Speed].map(|level| {
        let mut program = Program::compile(module, &layout, &[0], level).unwrap_or_else(|error| panic!("{level:?}: {error}"));
        let (end, memory) = program.call(0, arguments, &image, budget).expect("test programs need little stack");
        (end, memory.to_vec())
    });
    assert_eq!(none.0, speed.0, "the levels differ");
    assert!(none.1 == speed.1, "the levels leave different memory");
    speed
}

#[track_caller]
pub(crate) fn execute(module: &Module, arguments: &[Bits]) -> (End, Vec<u8>) {
    execute_with(module, arguments, BUDGET)
}

/// How one function ends.
#[track_caller]
pub(crate) fn end(signature: &str, body: &str, arguments: &[Bits]) -> End {
    execute(&module("count 0;", &[(signature, body)]), arguments).0
}

/// What one function of one block returns, given its instructions.
#[track_caller]
pub(crate) fn value(signature: &str, instructions: &str, arguments: &[Bits]) -> Bits {
    match end(signature, &format!("blocks 1;\n{instructions}"), arguments) {
        End::Return(bits) => bits,
        other => panic!("{instructions}: {other:?}"),
    }
}

/// A trap in function 0.
pub(crate) fn trap(kind: TrapKind, instruction: u32) -> End {
    End::Trap(Trap { kind, place: Place { function: 0, instruction } })
}

/// A vector of lanes from the low bits up.
pub(crate) fn lanes<const N: usize>(bits: u32, lanes: [u64; N]) -> Bits {
    lanes.iter().rev().fold(0, |vector, &lane| vector << bits | Bits::from(lane) & ((1 << bits) - 1))
}

/// A vector of four floats.
pub(crate) fn floats(lanes: [f32; 4]) -> Bits {
    self::lanes(32, lanes.map(|lane| u64::from(lane.to_bits())))
}
