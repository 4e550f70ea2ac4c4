//! Rules of calls.

use super::RuleId;
use super::body::BodyChecker;
use super::functions::is_result_type;
use super::types::is_parameter_type;
use crate::tables::{Intrinsic, IntrinsicArgument};
use crate::{TypeId, Value};

/// Memory order release.
const RELEASE: i64 = 4;

impl BodyChecker<'_> {
    pub(super) fn check_call(&mut self, callee: Value, arguments: &[Value]) {
        let Some(signature) = self.module.signature_of(callee.index()) else { return };
        let (found, expected) = (arguments.len(), signature.parameters.len());
        if found != expected {
            return self.add(RuleId::CallArguments, format_args!("{found} arguments for the {expected} parameters of {callee}"));
        }
        for (&argument, &parameter) in arguments.iter().zip(&signature.parameters) {
            let (found, expected) = (self.type_of(argument), self.value_type(parameter));
            if found != expected {
                self.add(RuleId::CallArguments, format_args!("{found} {argument} for {expected} of {callee}"));
            }
        }
        if let Some(row) = self.names.intrinsic(callee.index()) {
            self.check_intrinsic_call(row, arguments);
        }
    }

    pub(super) fn check_call_indirect(&mut self, pointer: Value, result: TypeId, arguments: &[Value]) {
        self.check_address(pointer);
        let ty = self.value_type(result);
        if !is_result_type(ty) {
            self.add(RuleId::CallIndirectType, format_args!("the result is {ty}"));
        }
        for &argument in arguments {
            let ty = self.type_of(argument);
            if !is_parameter_type(ty) {
                self.add(RuleId::CallIndirectType, format_args!("argument {argument} is {ty}"));
            }
        }
    }

    fn check_intrinsic_call(&mut self, row: &Intrinsic, arguments: &[Value]) {
        for (&argument, (_, demand)) in arguments.iter().zip(row.parameters) {
            if let IntrinsicArgument::OneOf(list) = demand
                && !self.integer(argument).is_some_and(|value| list.contains(&value))
            {
                self.add(RuleId::IntrinsicArgument, format_args!("{argument} of {}, expected a constant of {list:?}", row.name));
            }
        }
        if row.name.starts_with("llvm.nacl.atomic.cmpxchg.")
            && let [.., success, failure] = arguments
            && let (Some(success), Some(failure)) = (self.integer(*success), self.integer(*failure))
        {
            self.check_orders(success, failure);
        }
    }

    /// Checks two memory orders. In C++11, acquire is weaker than acquire-release, which is weaker than sequentially consistent, and
    /// release is not comparable to acquire; because a failure does not store, no order allowed for a failure is comparable to or weaker
    /// than release.
    fn check_orders(&mut self, success: i64, failure: i64) {
        if failure > success || success == RELEASE {
            self.add(RuleId::MemoryOrder, format_args!("{failure} on failure, {success} on success"));
        }
    }
}
