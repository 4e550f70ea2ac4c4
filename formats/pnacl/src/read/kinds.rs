//! The numbers of values by kind, as bcdis and the manual have them (*Function Blocks*).

use crate::{Value, ValueKind};

/// The numbers of values by kind: how many there are of each kind but the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds {
    pub(super) functions: u32,
    pub(super) globals: u32,
    pub(super) parameters: u32,
    pub(super) constants: u32,
}

impl Kinds {
    /// Returns the value of an absolute index. Results have numbers whether they are defined or not.
    pub(super) fn value(self, index: u32) -> Value {
        let counts = [
            (ValueKind::Function, self.functions),
            (ValueKind::Global, self.globals),
            (ValueKind::Parameter, self.parameters),
            (ValueKind::Constant, self.constants),
        ];
        let mut rest = index;
        for (kind, count) in counts {
            if rest < count {
                return Value::new(kind, rest);
            }
            rest -= count;
        }
        Value::instruction(rest)
    }
}
