//! Functions and globals by absolute index: the order of their records, as in the reader.
//!
//! bcdis orders them by kind, which differs only if a function follows a global.

use super::Value;

/// The functions and globals so far.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// Sequences of one kind each, alternating. Usually there are two.
    runs: Vec<Run>,
    functions: u32,
    globals: u32,
}

/// Functions or globals that follow one another.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The index of the first.
    start: u32,
    /// The number of functions before it.
    functions: u32,
    is_of_functions: bool,
}

impl Run {
    /// Returns the value with an index that is at least `start`.
    fn value(&self, index: u32) -> Value {
        let place = index - self.start;
        if self.is_of_functions { Value::Function(self.functions + place) } else { Value::Global(self.start - self.functions + place) }
    }
}

impl Addresses {
    pub(super) fn functions(&self) -> u32 {
        self.functions
    }

    pub(super) fn len(&self) -> u32 {
        self.functions.saturating_add(self.globals)
    }

    pub(super) fn push_function(&mut self) {
        self.begin_run(true);
        self.functions = self.functions.saturating_add(1);
    }

    pub(super) fn push_global(&mut self) {
        self.begin_run(false);
        self.globals = self.globals.saturating_add(1);
    }

    fn begin_run(&mut self, is_of_functions: bool) {
        if self.runs.last().is_none_or(|run| run.is_of_functions != is_of_functions) {
            self.runs.push(Run { start: self.len(), functions: self.functions, is_of_functions });
        }
    }

    /// Returns the value of an absolute index. After the last one come `more` globals.
    pub(super) fn value(&self, index: u32, more: u32) -> Option<Value> {
        if index >= self.len() {
            let place = index - self.len();
            return (place < more).then(|| Value::Global(self.globals.saturating_add(place)));
        }
        let after = self.runs.partition_point(|run| run.start <= index);
        Some(self.runs.get(after.checked_sub(1)?)?.value(index))
    }

    /// Returns the absolute index of a function or global; the inverse of [`Addresses::value`].
    pub(super) fn index(&self, value: Value, more: u32) -> Option<u32> {
        let before = |count: fn(&Run) -> u32, number: u32| {
            let after = self.runs.partition_point(|run| count(run) <= number);
            let run = self.runs.get(after.checked_sub(1)?)?;
            Some(run.start + (number - count(run)))
        };
        match value {
            // The last run with so few functions before it is of functions, since the next one has more.
            Value::Function(number) if number < self.functions => before(|run| run.functions, number),
            Value::Global(number) if number < self.globals => before(|run| run.start - run.functions, number),
            Value::Global(number) if number - self.globals < more => Some(self.len() + (number - self.globals)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_follow_the_order_of_records() {
        let mut addresses = Addresses::default();
        let order = [Value::Global(0), Value::Global(1), Value::Function(0), Value::Global(2), Value::Function(1), Value::Function(2)];
        for value in order {
            match value {
                Value::Function(_) => addresses.push_function(),
                _ => addresses.push_global(),
            }
        }
        for (value, index) in order.into_iter().chain([Value::Global(3), Value::Global(4)]).zip(0..) {
            assert_eq!((addresses.value(index, 2), addresses.index(value, 2)), (Some(value), Some(index)));
        }
        assert_eq!(
            (addresses.value(8, 2), addresses.index(Value::Global(5), 2), addresses.index(Value::Function(3), 2)),
            (None, None, None)
        );
        assert_eq!((Addresses::default().value(0, 0), Addresses::default().index(Value::Global(0), 0)), (None, None));
    }
}
