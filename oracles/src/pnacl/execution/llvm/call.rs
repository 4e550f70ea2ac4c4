//! Calls.
//!
//! The address of a function is a number that the program defines; an indirect call is a switch over the functions that have the signature.

use super::function::Lowering;
use super::spelling::ZERO;
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::{Value, ValueType};

impl Lowering<'_> {
    pub(super) fn call(&mut self, to: &str, callee: u32, arguments: &[Value]) {
        if let Some(row) = self.unit.intrinsic(callee) {
            return self.intrinsic(to, row, arguments);
        }
        let result = self.unit.plan.result(callee);
        if !self.unit.is_defined(callee) {
            return self.no_call(to, result, TrapKind::BadFunction);
        }
        let depth = self.enter();
        self.transfer(to, callee, arguments);
        self.come_back(depth);
    }

    pub(super) fn call_indirect(&mut self, to: &str, pointer: Value, result: ValueType, arguments: &[Value]) {
        let types: Vec<ValueType> = arguments.iter().map(|&argument| self.type_of(argument)).collect();
        let candidates = self.unit.candidates(result, &types);
        let address = self.operand(pointer);
        if self.unit.guarded() {
            self.check_callee(&address, &candidates);
        }
        let fitting: Vec<(u32, u32)> =
            candidates.iter().filter(|(.., same)| *same).map(|&(function, address, _)| (function, address)).collect();
        if fitting.is_empty() {
            return self.no_call(to, result, TrapKind::BadFunction);
        }
        let depth = self.enter();
        self.dispatch(to, &address, result, &fitting, arguments);
        self.come_back(depth);
    }

    /// Traps if an address is not a function's, or the function has another signature.
    fn check_callee(&mut self, address: &str, candidates: &[(u32, u32, bool)]) {
        let (good, other, bad) = (self.new_label(), self.new_label(), self.new_label());
        let label = |same: bool| if same { &good } else { &other };
        let cases: Vec<String> = candidates.iter().map(|&(_, address, same)| format!("i32 {address}, label %{}", label(same))).collect();
        self.line(format_args!("switch i32 {address}, label %{bad} [ {} ]", cases.join(" ")));
        self.place_label(other);
        self.trap(TrapKind::BadSignature.code());
        self.place_label(bad);
        self.trap(TrapKind::BadFunction.code());
        self.place_label(good);
    }

    /// Calls the function at an address that is known to be one of `functions` (index and address).
    fn dispatch(&mut self, to: &str, address: &str, result: ValueType, functions: &[(u32, u32)], arguments: &[Value]) {
        if let [(only, _)] = functions {
            return self.transfer(to, *only, arguments);
        }
        let join = self.new_label();
        let labels: Vec<String> = functions.iter().map(|_| self.new_label()).collect();
        let cases: Vec<String> =
            functions.iter().zip(&labels).map(|((_, address), label)| format!("i32 {address}, label %{label}")).collect();
        self.line(format_args!("switch i32 {address}, label %{} [ {} ]", labels[0], cases.join(" ")));
        let mut edges = Vec::new();
        for ((function, _), label) in functions.iter().zip(labels) {
            self.place_label(label);
            let value = format!("%r{}.{}", self.label(), function);
            self.transfer(&value, *function, arguments);
            self.line(format_args!("br label %{join}"));
            edges.push(format!("[ {value}, %{} ]", self.label()));
        }
        self.place_label(join);
        if result != ValueType::VOID {
            self.define(to, format_args!("phi {result} {}", edges.join(", ")));
        }
    }

    /// Emits the call itself.
    fn transfer(&mut self, to: &str, callee: u32, arguments: &[Value]) {
        let arguments: Vec<String> = arguments.iter().map(|&argument| self.typed(argument)).collect();
        let (result, symbol) = (self.unit.plan.result(callee), self.unit.symbol(callee));
        match result {
            ValueType::VOID => self.line(format_args!("call void {symbol}({})", arguments.join(", "))),
            _ => self.define(to, format_args!("call {result} {symbol}({})", arguments.join(", "))),
        }
    }

    /// Counts a call; returns the number of active functions before.
    fn enter(&mut self) -> Option<String> {
        if !self.unit.guarded() {
            return None;
        }
        let depth = self.load_state("i32", "depth");
        let holds = self.op(format_args!("icmp ult i32 {depth}, {}", self.unit.plan.budget.depth));
        self.require(&holds, TrapKind::CallDepth);
        let more = self.op(format_args!("add i32 {depth}, 1"));
        self.store_state("i32", more, "depth");
        Some(depth)
    }

    /// Leaves the function if the callee returned in a trap.
    fn come_back(&mut self, depth: Option<String>) {
        let Some(depth) = depth else { return };
        let code = self.load_state("i32", "code");
        let well = self.op(format_args!("icmp eq i32 {code}, 0"));
        let (on, off) = (self.new_label(), self.new_label());
        self.line(format_args!("br i1 {well}, label %{on}, label %{off}"));
        self.place_label(off);
        self.leave_early();
        self.place_label(on);
        self.store_state("i32", depth, "depth");
    }

    /// Emits a call that always traps. The code after it is unreachable, but names the result.
    fn no_call(&mut self, to: &str, result: ValueType, trap: TrapKind) {
        self.end_in(trap);
        let dead = self.new_label();
        self.place_label(dead);
        if result != ValueType::VOID {
            self.define(to, format_args!("bitcast {result} {ZERO} to {result}"));
        }
    }
}
