//! Rules of returns, branches and switches.

use super::RuleId;
use super::body::BodyChecker;
use crate::model::sign_extend;
use crate::{SwitchCase, TypeId, Value, ValueType};

impl BodyChecker<'_> {
    pub(super) fn check_return(&mut self, value: Option<Value>) {
        let expected = self.value_type(self.signature.result);
        let found = value.map_or(ValueType::VOID, |value| self.type_of(value));
        // A value of type void is a value too.
        if found != expected || value.is_some() && expected == ValueType::VOID {
            self.add(RuleId::ReturnType, format_args!("{found} from a function of {expected}"));
        }
    }

    pub(super) fn check_branch(&mut self, condition: Value) {
        let ty = self.type_of(condition);
        if ty != ValueType::I1 {
            self.add(RuleId::BranchCondition, format_args!("{ty} {condition}"));
        }
    }

    pub(super) fn check_switch(&mut self, ty: TypeId, condition: Value, cases: &[SwitchCase]) {
        let (ty, found) = (self.value_type(ty), self.type_of(condition));
        if ty != found {
            self.add(RuleId::SwitchCondition, format_args!("{found} {condition}, stated {ty}"));
        }
        if !ty.is_integer() || ty.is_vector() || ty.is_i1() {
            return self.add(RuleId::SwitchType, format_args!("{ty}"));
        }
        if cases.is_empty() {
            self.add(RuleId::SwitchEmpty, format_args!("no case"));
        }
        self.check_cases(ty, cases);
    }

    /// Checks the cases. Values are compared as by the tools, truncated to the type.
    fn check_cases(&mut self, ty: ValueType, cases: &[SwitchCase]) {
        let bits = ty.scalar_bits();
        let mut values = std::mem::take(&mut self.scratch.cases);
        values.clear();
        values.extend(cases.iter().map(|case| sign_extend(case.value, bits)));
        for (case, &value) in cases.iter().zip(&values) {
            if case.value != value {
                self.add(RuleId::LiteralRange, format_args!("case {} does not fit in {ty}", case.value));
            }
        }
        values.sort_unstable();
        for pair in values.windows(2) {
            if pair[0] == pair[1] {
                self.add(RuleId::SwitchRepeated, format_args!("case {} is there twice", pair[0]));
            }
        }
        self.scratch.cases = values;
    }
}
