//! What is known of an active function.

use std::ops::Range;
use std::rc::Rc;

use irsmith_pnacl::interpret::Bits;
use irsmith_pnacl::{Body, Instruction, Literal, Module, Value, ValueKind, ValueTypes};

/// A function with a body.
pub(super) struct Code<'m> {
    /// The module.
    pub(super) module: &'m Module,
    /// The body.
    pub(super) body: &'m Body,
    /// The types of its values.
    pub(super) types: ValueTypes,
    /// The instructions of each block.
    pub(super) blocks: Vec<Range<usize>>,
    /// By instruction, the number of its result.
    pub(super) results: Vec<Option<usize>>,
}

impl<'m> Code<'m> {
    /// Returns a function of this index, if it has a body.
    pub(super) fn of(module: &'m Module, function: u32) -> Option<Self> {
        let body = module.functions.get(function as usize)?.body.as_ref()?;
        let results = body.instructions.iter().scan(0, |next, instruction| {
            let result = instruction.has_result(module).then_some(*next);
            *next += usize::from(result.is_some());
            Some(result)
        });
        let types = ValueTypes::of(module, function);
        Some(Self { module, body, types, blocks: body.blocks().collect(), results: results.collect() })
    }

    /// Returns the first instruction from this one on that is executed: a forward declaration is not.
    pub(super) fn executed(&self, from: usize) -> usize {
        let declared = self.body.instructions[from..].iter().take_while(|instruction| matches!(instruction, Instruction::Declare { .. }));
        from + declared.count()
    }

    /// Returns the first instruction of a block that is executed.
    pub(super) fn entry(&self, block: usize) -> usize {
        self.executed(self.blocks.get(block).map_or(0, |range| range.start))
    }
}

/// An active function. A value is `None` if the observer was not given it.
pub(super) struct Frame<'m> {
    /// The index.
    pub(super) function: u32,
    /// What it consists of.
    pub(super) code: Rc<Code<'m>>,
    /// The values of its parameters.
    pub(super) arguments: Vec<Option<Bits>>,
    /// The values of its results, the latest ones.
    pub(super) results: Vec<Option<Bits>>,
    /// What the phis of the current block must be, by instruction.
    pub(super) phis: Vec<(usize, Option<Bits>)>,
    /// The current block.
    pub(super) block: usize,
    /// The current instruction.
    pub(super) at: usize,
}

impl<'m> Frame<'m> {
    pub(super) fn new(function: u32, code: Rc<Code<'m>>, arguments: Vec<Option<Bits>>) -> Self {
        let results = vec![None; code.body.instructions.len()];
        Self { function, code, arguments, results, phis: Vec::new(), block: 0, at: 0 }
    }

    /// Returns the bits of a value.
    pub(super) fn value(&self, value: Value) -> Option<Bits> {
        let index = value.index() as usize;
        match value.kind() {
            ValueKind::Parameter => *self.arguments.get(index)?,
            ValueKind::Instruction => *self.results.get(index)?,
            ValueKind::Constant => {
                let constant = self.code.body.constants.get(index)?;
                let width = self.code.module.value_type(constant.ty).scalar_bits();
                Some(match constant.literal {
                    Literal::Undef => 0,
                    Literal::Integer(integer) => Bits::from(integer as u64 & u64::MAX >> (64 - width)),
                    Literal::Float(bits) => bits.into(),
                })
            }
            // Of addresses, the layout decides.
            ValueKind::Function | ValueKind::Global => None,
        }
    }

    /// Enters a block: its phis take their values from the block before, all at once.
    pub(super) fn enter(&mut self, block: usize) {
        let from = std::mem::replace(&mut self.block, block);
        let code = Rc::clone(&self.code);
        let range = code.blocks.get(block).cloned().unwrap_or_default();
        let phis = range.filter_map(|at| match &code.body.instructions[at] {
            Instruction::Phi { incoming, .. } => {
                let incoming = incoming.iter().find(|incoming| incoming.block.0 as usize == from);
                Some((at, incoming.and_then(|incoming| self.value(incoming.value))))
            }
            _ => None,
        });
        self.phis = phis.collect();
    }
}
