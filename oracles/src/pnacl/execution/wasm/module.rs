//! The WebAssembly module of a plan.

use super::super::{Plan, Unsupported};
use super::function::FunctionLowering;
use super::jump;
use super::lanes::LaneFunctions;
use super::operand::value_type;
use irsmith_pnacl::interpret::{Layout, Place};
use irsmith_pnacl::tables::intrinsic;
use irsmith_pnacl::{Instruction, Module, Value, ValueType};
use std::borrow::Cow;
use std::collections::BTreeMap;
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function, FunctionSection, GlobalSection,
    GlobalType, ImportSection, MemorySection, MemoryType, RefType, TableSection, TableType, TypeSection, ValType,
};

/// Function: the remainder of doubles, imported.
pub(super) const FMOD: u32 = 0;
/// Function: takes depth, segment and stack pointer of a setjmp, gives its number; imported.
pub(super) const SETJMP: u32 = 1;
/// Function: takes the number of a setjmp, gives its depth, segment and stack pointer, depth 0 for none; imported.
pub(super) const LONGJMP: u32 = 2;
/// Function: forgets the setjmps from a depth on; imported.
pub(super) const FORGET: u32 = 3;
/// The first function that the program defines.
const FIRST: u32 = 4;

/// Global: the trap that it is if WebAssembly traps, as [`trap_word`] has it, an i64; 0 for none so far.
pub(super) const TRAPPED: u32 = 0;
/// Global: blocks that may still be entered, an i64.
pub(super) const FUEL: u32 = 1;
/// Global: active functions.
pub(super) const DEPTH: u32 = 2;
/// Global: the stack pointer.
pub(super) const STACK: u32 = 3;
/// Global: the depth that a longjmp returns to, 0 while there is none.
pub(super) const TARGET: u32 = 4;
/// Global: the segment that it goes on with.
pub(super) const RESUME: u32 = 5;
/// Global: the value that it gives to the setjmp.
pub(super) const VALUE: u32 = 6;
/// How many globals there are.
const GLOBALS: u32 = 7;
/// Names under which the first globals are exported, in order.
pub(super) const EXPORTED: [&str; 4] = ["trap", "fuel", "depth", "stack"];
/// Name under which the memory is exported.
pub(super) const MEMORY: &str = "memory";
/// Bytes of a WebAssembly page.
const PAGE: u32 = 1 << 16;

/// Bytes of WebAssembly's memory below the program's, which end together.
pub(super) const fn padding(layout: &Layout) -> u32 {
    layout.size().next_multiple_of(PAGE) - layout.size()
}

/// Code and place of a trap in one: the code in the low 8 bits, 28 bits for each the function and the instruction. Whatever may trap has
/// one of these, so they are to be short; no file has so many instructions.
pub(super) const fn trap_word(code: u8, place: Place) -> u64 {
    code as u64 | (place.function as u64) << 8 | (place.instruction as u64) << 36
}

/// Code and place of the trap that a word stands for.
pub(super) const fn trap_of(word: u64) -> (u8, Place) {
    (word as u8, Place { function: (word >> 8) as u32 & 0xfff_ffff, instruction: (word >> 36) as u32 })
}

/// What the functions of a module share.
pub(super) struct Shared<'p> {
    pub(super) plan: &'p Plan<'p>,
    /// WebAssembly's number of each function; `None` without a body.
    numbers: Vec<Option<u32>>,
    /// The name of the intrinsic that each function is.
    intrinsics: Vec<Option<&'static str>>,
    types: Types,
    classes: Classes,
    /// The function that takes an address and gives the class of the signature of the function there, -1 for none; needed where there are
    /// indirect calls.
    pub(super) class_function: Option<u32>,
    pub(super) lanes: LaneFunctions,
    /// Whether there are longjmps.
    pub(super) jumps: bool,
}

/// Function types, each once.
#[derive(Default)]
struct Types {
    section: TypeSection,
    numbers: BTreeMap<(Vec<ValType>, Vec<ValType>), u32>,
}

/// Signatures that indirect calls tell apart, each once: result, then parameters.
#[derive(Default)]
struct Classes(BTreeMap<Vec<ValueType>, u32>);

impl<'p> Shared<'p> {
    fn new(plan: &'p Plan<'p>) -> Self {
        let mut next = FIRST;
        let numbers = plan.module.functions.iter().map(|function| {
            function.body.as_ref().map(|_| {
                next += 1;
                next - 1
            })
        });
        let numbers: Vec<_> = numbers.collect();
        let intrinsics = (0..).zip(&plan.module.functions).map(|(index, function)| {
            let name = if function.body.is_none() { plan.module.name_of(Value::function(index)) } else { None };
            name.and_then(intrinsic).map(|row| row.name)
        });
        let mut bodies = plan.module.functions.iter().filter_map(|function| function.body.as_ref());
        let jumps = bodies.clone().any(|body| jump::calls(plan.module, body, jump::LONGJMP_NAME));
        let is_indirect = |instruction: &Instruction| matches!(instruction, Instruction::CallIndirect { .. });
        let class_function = bodies.any(|body| body.instructions.iter().any(is_indirect)).then_some(next);
        let lanes = LaneFunctions::behind(next + u32::from(class_function.is_some()));
        Self {
            plan,
            numbers,
            intrinsics: intrinsics.collect(),
            types: Types::default(),
            classes: Classes::default(),
            class_function,
            lanes,
            jumps,
        }
    }

    pub(super) const fn module(&self) -> &'p Module {
        self.plan.module
    }

    /// WebAssembly's number of a function with a body.
    pub(super) fn number(&self, function: u32) -> Option<u32> {
        self.numbers.get(function as usize).copied().flatten()
    }

    /// The name of the intrinsic that a function is.
    pub(super) fn intrinsic(&self, function: Value) -> Option<&'static str> {
        self.intrinsics.get(function.index() as usize).copied().flatten()
    }

    /// The number of a function type.
    pub(super) fn function_type(&mut self, parameters: Vec<ValType>, results: Vec<ValType>) -> u32 {
        let Types { section, numbers } = &mut self.types;
        let next = numbers.len() as u32;
        *numbers.entry((parameters, results)).or_insert_with_key(|(parameters, results)| {
            section.ty().function(parameters.iter().copied(), results.iter().copied());
            next
        })
    }

    /// The number of the type of functions with these parameters and this result.
    pub(super) fn signature_type(&mut self, parameters: &[ValueType], result: ValueType) -> Result<u32, Unsupported> {
        let parameters = parameters.iter().map(|&ty| value_type(ty)).collect::<Result<_, _>>()?;
        let results = if result == ValueType::VOID { vec![] } else { vec![value_type(result)?] };
        Ok(self.function_type(parameters, results))
    }

    /// The class of a signature.
    pub(super) fn class(&mut self, parameters: &[ValueType], result: ValueType) -> u32 {
        let signature = std::iter::once(result).chain(parameters.iter().copied()).collect();
        let next = self.classes.0.len() as u32;
        *self.classes.0.entry(signature).or_insert(next)
    }

    /// The function that gives classes by address.
    fn classes(&mut self) -> Function {
        let plan = self.plan;
        let mut function = Function::new([]);
        let mut sink = function.instructions();
        // Rotated, an address that is no multiple of the distance is beyond all functions.
        let (first, step) = (Layout::FUNCTIONS as i32, Layout::FUNCTION_STEP.trailing_zeros() as i32);
        sink.local_get(0).i32_const(first).i32_sub().i32_const(step).i32_rotr().local_set(0);
        for index in 0..plan.module.functions.len() as u32 {
            if self.number(index).is_some() {
                let parameters: Vec<_> = plan.parameters(index).collect();
                let class = self.class(&parameters, plan.result(index));
                sink.local_get(0).i32_const(index as i32).i32_eq();
                sink.if_(wasm_encoder::BlockType::Empty).i32_const(class as i32).return_().end();
            }
        }
        sink.i32_const(-1).end();
        function
    }
}

/// Lowers a plan's module to the bytes of a WebAssembly module, with the functions that the plan calls exported by number.
///
/// # Errors
/// What the lowering does not do.
pub fn lower(plan: &Plan<'_>) -> Result<Vec<u8>, Unsupported> {
    let mut shared = Shared::new(plan);
    let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
    let imports = imports(&mut shared);
    for index in 0..plan.module.functions.len() as u32 {
        if let Some(body) = &plan.module.functions[index as usize].body {
            let parameters: Vec<_> = plan.parameters(index).collect();
            functions.function(shared.signature_type(&parameters, plan.result(index))?);
            code.function(&FunctionLowering::new(&mut shared, index, body)?.lower()?);
        }
    }
    if shared.class_function.is_some() {
        functions.function(shared.function_type(vec![ValType::I32], vec![ValType::I32]));
        code.function(&shared.classes());
    }
    for function in shared.lanes.functions() {
        functions.function(shared.function_type(vec![ValType::V128; 2], vec![ValType::V128]));
        code.function(&function);
    }
    let mut module = wasm_encoder::Module::new();
    module.section(&shared.types.section).section(&imports).section(&functions).section(&table(plan)).section(&memory(plan));
    module.section(&globals()).section(&exports(&shared)).section(&elements(&shared)).section(&code);
    Ok(module.finish())
}

/// The functions of [`super::host`].
fn imports(shared: &mut Shared<'_>) -> ImportSection {
    use ValType::{F64, I32};
    let mut section = ImportSection::new();
    let functions: [(&str, &[ValType], &[ValType]); 4] =
        [("fmod", &[F64; 2], &[F64]), ("setjmp", &[I32; 3], &[I32]), ("longjmp", &[I32], &[I32; 3]), ("forget", &[I32], &[])];
    for (name, parameters, results) in functions {
        let ty = shared.function_type(parameters.to_vec(), results.to_vec());
        section.import("host", name, EntityType::Function(ty));
    }
    section
}

fn table(plan: &Plan<'_>) -> TableSection {
    let size = plan.module.functions.len() as u64;
    let mut section = TableSection::new();
    section.table(TableType { element_type: RefType::FUNCREF, table64: false, minimum: size, maximum: Some(size), shared: false });
    section
}

/// The table has each function with a body at its index in the module.
fn elements(shared: &Shared<'_>) -> ElementSection {
    let mut section = ElementSection::new();
    for (index, number) in shared.numbers.iter().enumerate() {
        if let Some(number) = number {
            let offset = ConstExpr::i32_const(index as i32);
            section.active(None, &offset, Elements::Functions(Cow::Borrowed(std::slice::from_ref(number))));
        }
    }
    section
}

fn memory(plan: &Plan<'_>) -> MemorySection {
    let pages = u64::from(plan.layout.size().div_ceil(PAGE));
    let mut section = MemorySection::new();
    section.memory(MemoryType { minimum: pages, maximum: Some(pages), memory64: false, shared: false, page_size_log2: None });
    section
}

fn globals() -> GlobalSection {
    let mut section = GlobalSection::new();
    for index in 0..GLOBALS {
        let (val_type, zero) =
            if matches!(index, TRAPPED | FUEL) { (ValType::I64, ConstExpr::i64_const(0)) } else { (ValType::I32, ConstExpr::i32_const(0)) };
        section.global(GlobalType { val_type, mutable: true, shared: false }, &zero);
    }
    section
}

fn exports(shared: &Shared<'_>) -> ExportSection {
    let mut section = ExportSection::new();
    section.export(MEMORY, ExportKind::Memory, 0);
    for (index, name) in EXPORTED.iter().enumerate() {
        section.export(name, ExportKind::Global, index as u32);
    }
    let mut called: Vec<_> = shared.plan.calls.iter().map(|call| call.function).collect();
    called.sort_unstable();
    called.dedup();
    for function in called {
        if let Some(number) = shared.number(function) {
            section.export(&function.to_string(), ExportKind::Func, number);
        }
    }
    section
}
