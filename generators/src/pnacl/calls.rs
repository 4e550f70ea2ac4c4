//! Rows of calls.

use super::build::{ABSENT, Build};
use super::kinds::Kind;
use super::rows::Family;
use super::shapes::Shape;
use irsmith_pnacl::tables::{INTRINSICS, Intrinsic, IntrinsicArgument};
use irsmith_pnacl::{Function, Instruction, Linkage, Symbol, TypeId, Value};
use smallvec::SmallVec;

type Arguments = SmallVec<[Value; 4]>;

/// Most arguments of an indirect call that is not made to fit a function.
const LOOSE_ARGUMENTS: usize = 5;
/// Memory orders.
const ACQUIRE: i64 = 3;
const RELEASE: i64 = 4;
const SEQUENTIAL: i64 = 6;

/// The nearest allowed order of a compare-and-exchange: that on failure may not be stronger than that on success, and none is as weak as
/// release allows.
pub(super) fn exchange_order(success: Option<i64>, drawn: i64) -> i64 {
    match success {
        None if drawn == RELEASE => SEQUENTIAL,
        Some(success) if success != SEQUENTIAL => ACQUIRE,
        _ => drawn,
    }
}

impl Build<'_, '_> {
    /// Calls of defined functions by name. Bit 0 of the form: tail; bit 1: with a result.
    pub(super) fn call(&mut self, form: usize) -> bool {
        let (tail, valued) = (form & 1 == 1, form & 2 == 2);
        let Some(place) = self.callable(valued) else { return false };
        let callee = self.scratch.defined[place];
        let arguments = self.arguments_of(callee.function);
        self.notice_call(callee.function);
        let instruction = Instruction::Call { tail, callee: Value::function(callee.function), arguments };
        self.finish_call(callee.result, instruction);
        true
    }

    /// Calls by address.
    pub(super) fn call_indirect(&mut self, form: usize) -> bool {
        let (tail, valued) = (form & 1 == 1, form & 2 == 2);
        let fitting = if self.choices.chance(128) { self.callable(valued) } else { None };
        let (kind, pointer, arguments) = match fitting.map(|place| self.scratch.defined[place]) {
            Some(callee) => (callee.result, Value::function(callee.function), self.arguments_of(callee.function)),
            None => {
                let result = valued.then(|| self.signature_kind());
                let pointer = self.operand(Kind::I32);
                let count = self.choices.below(LOOSE_ARGUMENTS);
                let arguments = (0..count).map(|_| self.signature_kind()).collect::<SmallVec<[Kind; 6]>>();
                (result, pointer, arguments.into_iter().map(|kind| self.operand(kind)).collect())
            }
        };
        let result = self.result_id(kind);
        self.finish_call(kind, Instruction::CallIndirect { tail, pointer, result, arguments });
        true
    }

    /// Calls of intrinsics.
    pub(super) fn intrinsic(&mut self, form: usize) -> bool {
        let row = &INTRINSICS[form];
        let function = self.declare_intrinsic(form);
        self.scratch.called[form] = true;
        let arguments = self.intrinsic_arguments(row);
        let tail = self.choices.chance(24);
        let instruction = Instruction::Call { tail, callee: Value::function(function), arguments };
        self.finish_call(Kind::of(row.result), instruction);
        if row.returns_address {
            self.scratch.values.note_address();
        }
        true
    }

    fn finish_call(&mut self, result: Option<Kind>, instruction: Instruction) {
        match result {
            Some(kind) => {
                self.define(kind, instruction);
            }
            None => self.push(instruction),
        }
    }

    /// A defined function with or without a result.
    fn callable(&mut self, valued: bool) -> Option<usize> {
        let count = self.scratch.defined.len();
        let start = self.choices.below(count);
        (start..count).chain(0..start).find(|&place| self.scratch.defined[place].result.is_some() == valued)
    }

    fn arguments_of(&mut self, function: u32) -> Arguments {
        let count = self.module.signature_of(function).map_or(0, |signature| signature.parameters.len());
        let mut arguments = Arguments::new();
        for index in 0..count {
            let ty = self.module.signature_of(function).map_or(TypeId(0), |signature| signature.parameters[index]);
            let kind = self.kind_of(ty).unwrap_or(Kind::I32);
            arguments.push(self.operand(kind));
        }
        arguments
    }

    fn notice_call(&mut self, function: u32) {
        let current = self.scratch.current;
        if function == current {
            self.notice(Shape::Recursion);
        }
        if function > current {
            self.notice(Shape::CallLater);
        }
        if self.scratch.entry == Some(Value::function(function)) {
            self.notice(Shape::CallEntry);
        }
    }

    /// The function of an intrinsic, declared where it was not yet.
    pub(super) fn declare_intrinsic(&mut self, form: usize) -> u32 {
        if self.scratch.intrinsics[form] == ABSENT {
            let row = &INTRINSICS[form];
            let parameters = row.parameters.iter().filter_map(|(ty, _)| Kind::of(*ty)).collect();
            let ty = self.signature_id(Kind::of(row.result), &parameters);
            let function = self.module.functions.len() as u32;
            self.module.functions.push(Function { ty, linkage: Linkage::External, body: None });
            self.module.symbols.push(Symbol { value: Value::function(function), name: row.name.into() });
            self.scratch.intrinsics[form] = function;
        }
        self.scratch.intrinsics[form]
    }

    /// Arguments of an intrinsic; where it demands a constant, one of those allowed.
    fn intrinsic_arguments(&mut self, row: &Intrinsic) -> Arguments {
        let mut arguments = Arguments::new();
        let mut success = None;
        for &(ty, demand) in row.parameters {
            let kind = Kind::of(ty).unwrap_or(Kind::I32);
            arguments.push(match demand {
                IntrinsicArgument::Any | IntrinsicArgument::Address => self.operand(kind),
                IntrinsicArgument::OneOf(allowed) => {
                    let drawn = allowed[self.choices.below(allowed.len())];
                    let value = if row.name.contains("cmpxchg") { exchange_order(success, drawn) } else { drawn };
                    success = Some(value);
                    self.integer_constant(kind, value)
                }
            });
        }
        arguments
    }

    /// Notices intrinsics that nothing calls.
    pub(super) fn notice_unused_intrinsics(&mut self) {
        let unused = (0..INTRINSICS.len()).any(|form| self.scratch.intrinsics[form] != ABSENT && !self.scratch.called[form]);
        if unused {
            self.notice(Shape::UnusedIntrinsic);
        }
    }

    /// Declares some intrinsics before any function needs them.
    pub(super) fn some_intrinsics(&mut self) {
        if self.choices.chance(64) {
            for _ in 0..=self.choices.below(3) {
                let form = self.choices.below(INTRINSICS.len());
                if self.is_on(Family::Intrinsic, form) {
                    self.declare_intrinsic(form);
                }
            }
        }
    }
}
