//! Facts about a finished module or stream, from which rows are counted. They do not depend on the generator.

mod abbreviations;
mod flow;
mod operations;
mod values;

pub(super) use abbreviations::{Abbreviations, Encoding};
pub(super) use flow::Flow;
pub(super) use operations::{CaseCount, Operation, operations};
pub(super) use values::Uses;

use super::conventions::{SHARED_ROOT, START};
use super::kinds::Kind;
use irsmith_pnacl::tables::Linkage;
use irsmith_pnacl::{Body, Global, Initializer, Literal, Module, Stream, Symbol, Type, Value, ValueKind, ValueType};
use std::collections::{HashMap, HashSet};

/// The facts of a module, found in one walk over it, or of a stream.
#[derive(Debug, Default)]
pub(crate) struct Facts<'m> {
    types: Vec<ValueType>,
    /// Numbers of parameters of the function types.
    signatures: Vec<usize>,
    globals: &'m [Global],
    /// Names of definitions, except conventional names.
    names: Vec<&'m [u8]>,
    operations: HashMap<Operation, u64>,
    /// Constants: kind and bits, for integers cut to the width; no bits if they are undefined.
    constants: Vec<(Kind, Option<u64>)>,
    flow: Flow,
    uses: Uses,
    counts: Counts,
    abbreviations: Abbreviations,
}

/// Counts of properties of the whole module.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) compound_initializers: u64,
    /// Functions with a body, except the first one.
    pub(super) further_functions: u64,
    /// Intrinsics that are declared and never called.
    pub(super) unused_intrinsics: u64,
    pub(super) shared_roots: u64,
    pub(super) named_functions: u64,
    pub(super) unnamed_functions: u64,
    pub(super) named_globals: u64,
    /// Functions without constants.
    pub(super) without_constants: u64,
}

impl<'m> Facts<'m> {
    /// Finds the facts of a module.
    pub(super) fn of(module: &'m Module) -> Self {
        let mut facts = Self { globals: &module.globals, ..Self::default() };
        for ty in &module.types {
            match ty {
                Type::Function(signature) => facts.signatures.push(signature.parameters.len()),
                other => facts.types.push(other.value_type(|id| module.ty(id))),
            }
        }
        let entry = module.symbols.iter().find(|symbol| symbol.name == START).map(|symbol| symbol.value);
        for (function, row) in (0..).zip(&module.functions) {
            if let Some(body) = &row.body {
                facts.body(module, function, body, entry);
            }
        }
        facts.names(module);
        facts.module(module, entry);
        facts
    }

    /// Finds the facts of a stream: its abbreviations.
    pub(super) fn of_stream(stream: &Stream) -> Self {
        Self { abbreviations: Abbreviations::of(stream), ..Self::default() }
    }

    fn body(&mut self, module: &Module, function: u32, body: &Body, entry: Option<Value>) {
        for operation in operations(module, function).into_iter().flatten() {
            *self.operations.entry(operation).or_default() += 1;
        }
        for constant in &body.constants {
            let Some(kind) = Kind::of(module.value_type(constant.ty)) else { continue };
            let bits = match constant.literal {
                Literal::Undef => None,
                Literal::Integer(value) => Some(value as u64 & u64::MAX >> (64 - kind.ty().scalar_bits())),
                Literal::Float(bits) => Some(bits),
            };
            self.constants.push((kind, bits));
        }
        self.counts.without_constants += u64::from(body.constants.is_empty());
        self.flow.add(body);
        self.uses.add(module, function, body, entry);
    }

    fn names(&mut self, module: &'m Module) {
        let is_defined = |value: Value| match value.kind() {
            ValueKind::Function => module.functions.get(value.index() as usize).is_some_and(|function| function.body.is_some()),
            _ => true,
        };
        let is_own = |symbol: &&Symbol| is_defined(symbol.value) && symbol.name != START && symbol.name != SHARED_ROOT;
        self.names.extend(module.symbols.iter().filter(is_own).map(|symbol| symbol.name.as_slice()));
    }

    fn module(&mut self, module: &Module, entry: Option<Value>) {
        let bodies = || module.functions.iter().filter_map(|function| function.body.as_ref());
        let called: HashSet<Value> = bodies()
            .flat_map(|body| &body.instructions)
            .filter_map(|instruction| match instruction {
                irsmith_pnacl::Instruction::Call { callee, .. } => Some(*callee),
                _ => None,
            })
            .collect();
        let named: HashSet<Value> = module.symbols.iter().filter(|symbol| symbol.name != SHARED_ROOT).map(|symbol| symbol.value).collect();
        let counts = &mut self.counts;
        counts.further_functions = bodies().skip(1).count() as u64;
        for (function, row) in (0..).zip(&module.functions) {
            let value = Value::function(function);
            let internal = row.body.is_some() && row.linkage == Linkage::Internal && entry != Some(value);
            counts.unused_intrinsics += u64::from(row.body.is_none() && !called.contains(&value));
            counts.named_functions += u64::from(internal && named.contains(&value));
            counts.unnamed_functions += u64::from(internal && !named.contains(&value));
        }
        counts.compound_initializers = module.globals.iter().filter(|global| global.initializers.len() > 1).count() as u64;
        counts.named_globals = named.iter().filter(|value| value.kind() == ValueKind::Global).count() as u64;
        counts.shared_roots = module.symbols.iter().filter(|symbol| symbol.name == SHARED_ROOT).count() as u64;
    }

    /// Counts instructions that are this operation.
    pub(super) fn operations(&self, operation: Operation) -> u64 {
        self.operations.get(&operation).copied().unwrap_or(0)
    }

    /// Counts defined constants of a kind for whose bits, for integers cut to the width, `fits` holds.
    pub(super) fn constants(&self, kind: Kind, is: impl Fn(u64) -> bool) -> u64 {
        self.constants.iter().filter(|(known, bits)| *known == kind && bits.is_some_and(&is)).count() as u64
    }

    /// Counts undefined values of a kind.
    pub(super) fn undefined(&self, kind: Kind) -> u64 {
        self.constants.iter().filter(|(known, bits)| *known == kind && bits.is_none()).count() as u64
    }

    /// Counts types of values, and void.
    pub(super) fn types(&self, ty: ValueType) -> u64 {
        self.types.iter().filter(|known| **known == ty).count() as u64
    }

    /// Counts function types by their number of parameters.
    pub(super) fn signatures(&self, is: impl Fn(usize) -> bool) -> u64 {
        self.signatures.iter().filter(|count| is(**count)).count() as u64
    }

    pub(super) fn globals(&self, is: impl Fn(&Global) -> bool) -> u64 {
        self.globals.iter().filter(|global| is(global)).count() as u64
    }

    /// Counts initializers for which `is` holds, given their global.
    pub(super) fn initializers(&self, is: impl Fn(Value, &Initializer) -> bool) -> u64 {
        let all =
            (0..).zip(self.globals).flat_map(|(global, row)| row.initializers.iter().map(move |piece| (Value::global(global), piece)));
        all.filter(|(global, piece)| is(*global, piece)).count() as u64
    }

    pub(super) fn names_that(&self, is: impl Fn(&[u8]) -> bool) -> u64 {
        self.names.iter().filter(|name| is(name)).count() as u64
    }

    pub(super) const fn flow(&self) -> &Flow {
        &self.flow
    }

    pub(super) const fn uses(&self) -> &Uses {
        &self.uses
    }

    pub(super) const fn counts(&self) -> &Counts {
        &self.counts
    }

    pub(super) const fn abbreviations(&self) -> &Abbreviations {
        &self.abbreviations
    }
}
