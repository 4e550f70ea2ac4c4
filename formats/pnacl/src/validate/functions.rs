//! Rules of functions, names and the entry point.

use super::types::is_parameter_type;
use super::{Part, Report, RuleId};
use crate::tables::{INTRINSIC_PREFIX, Intrinsic, intrinsic};
use crate::{Function, Linkage, Module, Symbol, Value, ValueKind, ValueType};

/// The function where programs start.
pub const ENTRY_FUNCTION: &[u8] = b"_start";

/// The names of functions in a module's symbol table.
#[derive(Debug, Default)]
pub(super) struct Names {
    functions: Vec<Name>,
    /// Scratch: symbols sorted by name.
    order: Vec<u32>,
}

/// The relevant kind of a function's name.
#[derive(Clone, Copy, Debug, Default)]
enum Name {
    #[default]
    Plain,
    Entry,
    Intrinsic(&'static Intrinsic),
    /// Begins like an intrinsic's name.
    UnknownIntrinsic,
}

impl Name {
    /// Returns whether LLVM's reader replaces the function by its own, with pointers in its signature.
    fn is_replaced(&self) -> bool {
        matches!(self, Self::Intrinsic(row) if row.has_addresses())
    }
}

impl Names {
    /// Returns the intrinsic that a function is.
    pub(super) fn intrinsic(&self, function: u32) -> Option<&'static Intrinsic> {
        match self.functions.get(function as usize) {
            Some(Name::Intrinsic(row)) => Some(row),
            _ => None,
        }
    }

    /// Returns whether a value is the address of an intrinsic, known or not.
    pub(super) fn is_intrinsic_address(&self, value: Value) -> bool {
        value.kind() == ValueKind::Function
            && matches!(self.functions.get(value.index() as usize), Some(Name::Intrinsic(_) | Name::UnknownIntrinsic))
    }

    /// Checks the symbol table and stores the names that count: the last of each value, and among values with the same name the first.
    pub(super) fn check(&mut self, module: &Module, report: &mut Report) {
        self.functions.clear();
        self.functions.resize(module.functions.len(), Name::Plain);
        self.sort(module);
        for (index, symbol) in module.symbols.iter().enumerate() {
            let part = Part::Symbol(index as u32);
            if symbol.name.is_empty() {
                report.add(RuleId::SymbolEmpty, part, format_args!("{} has an empty name", symbol.value));
            }
            let position = symbol.value.index() as usize;
            match symbol.value.kind() {
                ValueKind::Function if position < module.functions.len() => {
                    self.functions[position] = name(&symbol.name);
                    if let Name::Plain = self.functions[position] {
                        report_needless(symbol, part, report);
                    }
                }
                ValueKind::Global if position < module.globals.len() => report_needless(symbol, part, report),
                _ => report.add(RuleId::SymbolValue, part, format_args!("{} is not a function or global of the module", symbol.value)),
            }
        }
        self.check_overwritten(module, report);
        check_reserved(module, report);
        self.check_repeated(module, report);
        if report.wants_warnings() {
            check_renamed(module, report);
        }
    }

    /// Checks the names of intrinsics that are not the last of their function: bcdis compares the signature with each.
    fn check_overwritten(&self, module: &Module, report: &mut Report) {
        for (index, symbol) in module.symbols.iter().enumerate() {
            if symbol.value.kind() != ValueKind::Function || !symbol.name.starts_with(INTRINSIC_PREFIX) {
                continue;
            }
            let position = symbol.value.index();
            let (Some(function), Some(row)) = (module.functions.get(position as usize), intrinsic(&symbol.name)) else { continue };
            // The last name is checked with the function.
            if self.intrinsic(position).is_none_or(|last| last.id != row.id) {
                check_intrinsic_signature(module, function, row, Part::Symbol(index as u32), report);
            }
        }
    }

    fn sort(&mut self, module: &Module) {
        self.order.clear();
        self.order.extend(0..module.symbols.len() as u32);
        let key = |&index: &u32| (module.symbols[index as usize].name.as_slice(), index);
        self.order.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Checks repeated names: among values with the same name all but the first get another name, which is neither the entry's nor an
    /// intrinsic's.
    fn check_repeated(&mut self, module: &Module, report: &mut Report) {
        let mut first = None;
        for &index in &self.order {
            let symbol = &module.symbols[index as usize];
            let keeper = match first {
                Some((name, keeper)) if name == &symbol.name => keeper,
                _ => symbol.value,
            };
            first = Some((&symbol.name, keeper));
            if keeper == symbol.value {
                continue;
            }
            let text = symbol.name.escape_ascii();
            report.add(RuleId::SymbolRepeated, Part::Symbol(index), format_args!("{text} is already the name of {keeper}"));
            if symbol.value.kind() == ValueKind::Function
                && let Some(name) = self.functions.get_mut(symbol.value.index() as usize)
            {
                *name = match *name {
                    Name::Plain | Name::Entry => Name::Plain,
                    _ => Name::UnknownIntrinsic,
                };
            }
        }
    }

    /// Checks that the program can be started. A global `__pnacl_pso_root` replaces `_start` in dynamically loaded programs, but only if it
    /// is external, which no global of a file is.
    pub(super) fn check_entry(&self, module: &Module, report: &mut Report) {
        let mut functions = self.functions.iter().zip(&module.functions);
        if !functions.any(|(name, function)| matches!(name, Name::Entry) && function.linkage == Linkage::External) {
            report.add(RuleId::EntryPoint, Part::Module, format_args!("the module has no entry point"));
        }
    }

    /// Checks the records of all functions.
    pub(super) fn check_functions(&self, module: &Module, report: &mut Report) {
        for (index, (function, name)) in module.functions.iter().zip(&self.functions).enumerate() {
            let part = Part::Function(index as u32);
            if module.signature(function.ty).is_none() {
                report.add(RuleId::FunctionType, part, format_args!("{} is not a function type", function.ty));
                continue;
            }
            match name {
                Name::Intrinsic(row) => check_intrinsic(module, function, row, part, report),
                Name::UnknownIntrinsic => report.add(RuleId::IntrinsicUnknown, part, format_args!("there is no intrinsic of its name")),
                Name::Plain | Name::Entry => {
                    check_signature(module, function, part, report);
                    let defined = function.body.is_some();
                    if !defined {
                        report.add(RuleId::FunctionUndefined, part, format_args!("declared, but not defined"));
                    } else if function.linkage == Linkage::External && matches!(name, Name::Plain) {
                        report.add(RuleId::ExternalDefinition, part, format_args!("external, but not _start"));
                    }
                }
            }
            if function.body.is_none() && function.linkage == Linkage::Internal {
                let rule = if name.is_replaced() { RuleId::DeclarationReplaced } else { RuleId::DeclarationInternal };
                report.add(rule, part, format_args!("declared internal"));
            }
        }
    }
}

/// Names of globals that LLVM takes for lists of its own, which must have another linkage than globals of files have.
const RESERVED: [&[u8]; 4] = [b"llvm.used", b"llvm.compiler.used", b"llvm.global_ctors", b"llvm.global_dtors"];

/// Checks that no global ends up with a reserved name. A name is free again when its value gets another, and a value that wants a name which
/// is not free gets a different one.
fn check_reserved(module: &Module, report: &mut Report) {
    let mut owners: [Option<(Value, usize)>; RESERVED.len()] = [None; RESERVED.len()];
    for (index, symbol) in module.symbols.iter().enumerate() {
        for (name, owner) in RESERVED.iter().zip(&mut owners) {
            let is_named = symbol.name == *name;
            match *owner {
                Some((value, _)) if value == symbol.value && !is_named => *owner = None,
                None if is_named => *owner = Some((symbol.value, index)),
                _ => {}
            }
        }
    }
    for (name, owner) in RESERVED.iter().zip(owners) {
        if let Some((value, index)) = owner
            && value.kind() == ValueKind::Global
        {
            let name = name.escape_ascii();
            report.add(RuleId::SymbolReserved, Part::Symbol(index as u32), format_args!("{name} of {value}"));
        }
    }
}

fn name(name: &[u8]) -> Name {
    match name {
        ENTRY_FUNCTION => Name::Entry,
        _ if !name.starts_with(INTRINSIC_PREFIX) => Name::Plain,
        _ => intrinsic(name).map_or(Name::UnknownIntrinsic, Name::Intrinsic),
    }
}

fn report_needless(symbol: &Symbol, part: Part, report: &mut Report) {
    if !report.wants_warnings() {
        return;
    }
    report.add(RuleId::SymbolNeedless, part, format_args!("{} of {}", symbol.name.escape_ascii(), symbol.value));
}

fn check_renamed(module: &Module, report: &mut Report) {
    let mut order: Vec<usize> = (0..module.symbols.len()).collect();
    order.sort_by_key(|&index| module.symbols[index].value);
    for pair in order.windows(2) {
        let (before, after) = (&module.symbols[pair[0]], &module.symbols[pair[1]]);
        if before.value == after.value {
            let text = before.name.escape_ascii();
            report.add(RuleId::SymbolRenamed, Part::Symbol(pair[1] as u32), format_args!("{} is already named {text}", after.value));
        }
    }
}

fn check_signature(module: &Module, function: &Function, part: Part, report: &mut Report) {
    let Some(signature) = module.signature(function.ty) else { return };
    for (index, &parameter) in signature.parameters.iter().enumerate() {
        let ty = module.value_type(parameter);
        // Types that no value has were reported with the type.
        if ty.is_first_class() && !is_parameter_type(ty) {
            report.add(RuleId::FunctionSignature, part, format_args!("parameter {index} is {ty}"));
        }
    }
    let ty = module.value_type(signature.result);
    if ty.is_first_class() && !is_parameter_type(ty) {
        report.add(RuleId::FunctionSignature, part, format_args!("the result is {ty}"));
    }
}

fn check_intrinsic_signature(module: &Module, function: &Function, row: &Intrinsic, part: Part, report: &mut Report) {
    let Some(signature) = module.signature(function.ty) else { return };
    let same = signature.parameters.len() == row.parameters.len()
        && !signature.varargs
        && module.value_type(signature.result) == row.result
        && signature.parameters.iter().zip(row.parameters).all(|(&ty, (wanted, _))| module.value_type(ty) == *wanted);
    if !same {
        let wanted = row.parameters.iter().map(|(ty, _)| ty.to_string());
        report.add(RuleId::IntrinsicSignature, part, format_args!("{} is {} ({})", row.name, row.result, Join(wanted)));
    }
}

fn check_intrinsic(module: &Module, function: &Function, row: &Intrinsic, part: Part, report: &mut Report) {
    check_intrinsic_signature(module, function, row, part, report);
    if function.body.is_some() {
        let rule = if row.has_addresses() { RuleId::IntrinsicBody } else { RuleId::IntrinsicDefined };
        report.add(rule, part, format_args!("{} has a body", row.name));
    }
}

/// Prints parts with commas between them.
struct Join<I>(I);

impl<I: Iterator<Item = String> + Clone> std::fmt::Display for Join<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, part) in self.0.clone().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{part}")?;
        }
        Ok(())
    }
}

/// Returns whether a type may be the result of a call.
pub(super) fn is_result_type(ty: ValueType) -> bool {
    ty == ValueType::VOID || is_parameter_type(ty)
}
