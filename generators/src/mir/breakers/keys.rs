//! Breakers of the container.

use super::Breaker;

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "function-name",
        about: "takes the name of a function",
        change: |draft| {
            draft.function(|_| true)?.name.clear();
            Some(())
        },
    },
    Breaker {
        rule: "alignment-power",
        about: "aligns a function to three bytes",
        change: |draft| {
            draft.function(|_| true)?.alignment = 3;
            Some(())
        },
    },
    Breaker {
        rule: "object-repeated",
        about: "lists a stack object twice",
        change: |draft| {
            let function = draft.function(|function| !function.stack.is_empty())?;
            let object = function.stack[0].clone();
            function.stack.push(object);
            Some(())
        },
    },
];
