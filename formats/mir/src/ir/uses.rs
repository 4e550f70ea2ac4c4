//! The parts of the module that a function names.

use crate::{Block, DebugLocation, DebugVariable, Function, Instruction, IrBlock, IrValue, MemoryOperand, Metadata, OperandKind, Pointer};

/// A part of the module that is named at one place of a function. The function's own name is not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IrUse<'a> {
    /// A global value.
    Global(&'a IrValue),
    /// A global value, by its name without a sigil.
    GlobalName(&'a str),
    /// A block of a function in the module, or of the machine function's own IR function.
    Block {
        /// The function of the block; `None` is the function's own.
        function: Option<&'a IrValue>,
        /// The block.
        block: &'a IrBlock,
    },
    /// A block of the function's own IR function, by the name in a label.
    Label(&'a str),
    /// A value of the function's own IR function.
    Value(&'a IrValue),
    /// An alloca of the function's own IR function.
    Alloca(&'a str),
    /// A metadata node.
    Node(u32),
    /// Text of the IR, which may name anything: a constant, a node.
    Text(&'a str),
}

impl Function {
    /// Calls `f` with every part of the module that the function names: those in its keys first, then those in its body in printing order.
    /// `machineFunctionInfo` is skipped.
    pub fn ir_uses<'a>(&'a self, f: &mut dyn FnMut(IrUse<'a>)) {
        self.fixed_stack.iter().for_each(|object| variable(&object.variable, f));
        for object in &self.stack {
            if !object.name.is_empty() {
                f(IrUse::Alloca(&object.name));
            }
            variable(&object.variable, f);
        }
        self.entry_values.iter().for_each(|value| variable(&value.variable, f));
        self.constants.iter().for_each(|constant| f(IrUse::Text(&constant.value)));
        self.metadata.iter().for_each(|node| f(IrUse::Text(node)));
        self.called_globals.iter().for_each(|call| f(IrUse::GlobalName(&call.callee)));
        self.blocks.iter().for_each(|block| block_uses(block, f));
    }
}

fn variable<'a>(variable: &'a DebugVariable, f: &mut dyn FnMut(IrUse<'a>)) {
    let texts = [&variable.variable, &variable.expression, &variable.location];
    texts.into_iter().filter(|text| !text.is_empty()).for_each(|text| f(IrUse::Text(text)));
}

fn block_uses<'a>(block: &'a Block, f: &mut dyn FnMut(IrUse<'a>)) {
    if let Some(name) = &block.name {
        f(IrUse::Label(name));
    }
    let attributes = &block.attributes;
    for block in [&attributes.ir_block, &attributes.ir_address_taken].into_iter().flatten() {
        f(IrUse::Block { function: None, block });
    }
    for instruction in &block.instructions {
        instruction_uses(instruction, f);
        // Bundles do not nest, so the recursion is bounded.
        instruction.bundle.iter().flatten().for_each(|inner| instruction_uses(inner, f));
    }
}

fn instruction_uses<'a>(instruction: &'a Instruction, f: &mut dyn FnMut(IrUse<'a>)) {
    for operand in &instruction.operands {
        match &operand.kind {
            OperandKind::Global { value, .. } => f(IrUse::Global(value)),
            OperandKind::BlockAddress { function, block, .. } => {
                f(IrUse::Global(function));
                f(IrUse::Block { function: Some(function), block });
            }
            OperandKind::Metadata(Metadata::Number(node)) => f(IrUse::Node(*node)),
            OperandKind::Metadata(Metadata::Inline(text)) => f(IrUse::Text(text)),
            _ => {}
        }
    }
    if let Some(suffixes) = instruction.suffixes.as_deref() {
        [suffixes.heap_alloc_marker, suffixes.pc_sections, suffixes.memory_model]
            .into_iter()
            .flatten()
            .for_each(|node| f(IrUse::Node(node)));
        suffixes.deactivation_symbol.iter().for_each(|symbol| f(IrUse::Global(symbol)));
        location(suffixes.debug_location.as_ref(), f);
    }
    instruction.memory.iter().for_each(|memory| memory_uses(memory, f));
}

fn location<'a>(mut location: Option<&DebugLocation>, f: &mut dyn FnMut(IrUse<'a>)) {
    while let Some(next) = location {
        location = match next {
            DebugLocation::Number(node) => {
                f(IrUse::Node(*node));
                None
            }
            DebugLocation::Inline { scope, inlined_at, .. } => {
                f(IrUse::Node(*scope));
                inlined_at.as_deref()
            }
        };
    }
}

fn memory_uses<'a>(memory: &'a MemoryOperand, f: &mut dyn FnMut(IrUse<'a>)) {
    match &memory.pointer {
        Some(Pointer::Ir(value)) => f(IrUse::Value(value)),
        Some(Pointer::Global(value) | Pointer::CallEntryGlobal(value)) => f(IrUse::Global(value)),
        Some(Pointer::Constant(text)) => f(IrUse::Text(text)),
        _ => {}
    }
    [memory.tbaa, memory.alias_scope, memory.no_alias, memory.no_alias_spaces, memory.range]
        .into_iter()
        .flatten()
        .for_each(|node| f(IrUse::Node(node)));
}

#[cfg(test)]
mod tests {
    use crate::{File, Limits};

    #[test]
    fn every_kind_of_use_is_shown() {
        let text = "\
name: f
stack:
  - { id: 0, name: a, size: 4, debug-info-variable: '!3' }
constants:
  - { id: 0, value: 'ptr @c' }
machineMetadataNodes:
  - '!9 = !{!8}'
body: |
  bb.0.entry (%ir-block.7, ir-block-address-taken %ir-block.t):
    BUNDLE {
      G_X @g, blockaddress(@h, %ir-block.b), !1, pcsections !2, debug-location !DILocation(line: 1, scope: !4, inlinedAt: !5)
    }
    G_Y &symbol, $eax :: (load (s8) from %ir.p, !tbaa !6), (load (s8) from call-entry @e), (load (s8) from `ptr @k`)
";
        let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
        let mut uses = Vec::new();
        file.functions[0].ir_uses(&mut |found| uses.push(format!("{found:?}").replace("Named", "")));
        let expected = [
            "Alloca(\"a\")",
            "Text(\"!3\")",
            "Text(\"ptr @c\")",
            "Text(\"!9 = !{!8}\")",
            "Label(\"entry\")",
            "Block { function: None, block: Numbered(7) }",
            "Block { function: None, block: (\"t\") }",
            "Global((\"g\"))",
            "Global((\"h\"))",
            "Block { function: Some((\"h\")), block: (\"b\") }",
            "Node(1)",
            "Node(2)",
            "Node(4)",
            "Node(5)",
            "Value((\"p\"))",
            "Node(6)",
            "Global((\"e\"))",
            "Text(\"ptr @k\")",
        ];
        assert_eq!(uses, expected);
    }
}
