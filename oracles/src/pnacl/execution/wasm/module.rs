//! The WebAssembly module of a plan.

use super::super::{Plan, Unsupported};
use super::function::FunctionLowering;
use super::numbers::{EXPORTED, FUEL, GLOBALS, MEMORY, PAGE, TRAPPED};
use super::shared::Shared;
use std::borrow::Cow;
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, FunctionSection, GlobalSection, GlobalType,
    ImportSection, MemorySection, MemoryType, RefType, TableSection, TableType, ValType,
};

/// Lowers a plan's module to the bytes of a WebAssembly module, which exports the functions that the plan calls by number.
///
/// # Errors
/// Returns what the lowering does not support.
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
    module.section(shared.type_section()).section(&imports).section(&functions).section(&table(plan)).section(&memory(plan));
    module.section(&globals()).section(&exports(&shared)).section(&elements(&shared)).section(&code);
    Ok(module.finish())
}

/// Returns the imports: the functions of [`super::host`].
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

/// Returns the elements of the table: each function with a body at its index in the module.
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
