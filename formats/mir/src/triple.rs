//! The target of a file that does not name it.

use crate::tables::{Machine, Target, common_opcode};
use crate::{Class, File, Function, Instruction, OperandKind, Register, RegisterOperand};

impl File {
    /// The triple that the file is for: what its module says, otherwise that of the target in whose words its bodies are.
    ///
    /// Words are opcodes, physical registers, classes and banks. `None` where less than every second of them is one of a target that has
    /// tables, and where there are none, as in generic bodies. Word size and operating system cannot be told: they are those of
    /// [`Target::triple`].
    pub fn triple(&self) -> Option<String> {
        let own = self.ir.as_ref().map(|ir| ir.names().triple).filter(|triple| !triple.is_empty());
        own.or_else(|| self.target_of_words()?.triple().map(str::to_owned))
    }

    fn target_of_words(&self) -> Option<Target> {
        let machines = Machine::TARGETS.map(|target| Machine::of(target).expect("targets with tables have them"));
        let (mut words, mut known) = (0usize, [0usize; Machine::TARGETS.len()]);
        let mut hear = |word: Word<'_>| {
            words += 1;
            machines.iter().zip(&mut known).for_each(|(machine, known)| *known += usize::from(word.is_of(machine)));
        };
        self.functions.iter().for_each(|function| hear_function(function, &mut hear));
        let best = known.iter().copied().max().filter(|best| best * 2 > words)?;
        Machine::TARGETS.into_iter().zip(known).find(|(_, known)| *known == best).map(|(target, _)| target)
    }
}

/// A word that a target has.
enum Word<'a> {
    Opcode(&'a str),
    Register(&'a str),
    Class(&'a str),
}

impl Word<'_> {
    fn is_of(&self, machine: &Machine) -> bool {
        match self {
            Self::Opcode(name) => machine.opcode(name).is_some(),
            Self::Register(name) => machine.register(name).is_some(),
            Self::Class(name) => machine.class(name).is_some() || machine.bank(name).is_some(),
        }
    }
}

fn hear_function(function: &Function, hear: &mut dyn FnMut(Word<'_>)) {
    for entry in function.registers.iter().filter(|entry| &*entry.class != "_") {
        hear(Word::Class(&entry.class));
    }
    function.live_ins.iter().for_each(|entry| hear_register(&entry.register, hear));
    for block in &function.blocks {
        block.live_ins.iter().for_each(|entry| hear_register(&entry.register, hear));
        for instruction in &block.instructions {
            hear_instruction(instruction, hear);
            // Bundles do not nest, so this is no recursion without end.
            instruction.bundle.iter().flatten().for_each(|inner| hear_instruction(inner, hear));
        }
    }
}

fn hear_instruction(instruction: &Instruction, hear: &mut dyn FnMut(Word<'_>)) {
    if common_opcode(&instruction.opcode).is_none() {
        hear(Word::Opcode(&instruction.opcode));
    }
    instruction.results.iter().for_each(|result| hear_operand(result, hear));
    for operand in &instruction.operands {
        if let OperandKind::Register(register) = &operand.kind {
            hear_operand(register, hear);
        }
    }
}

fn hear_operand(operand: &RegisterOperand, hear: &mut dyn FnMut(Word<'_>)) {
    hear_register(&operand.register, hear);
    if let Class::Named(class) = &operand.class {
        hear(Word::Class(class));
    }
}

fn hear_register(register: &Register, hear: &mut dyn FnMut(Word<'_>)) {
    if let Register::Physical(name) = register {
        hear(Word::Register(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn triple_of(text: &str) -> Option<String> {
        File::read(text.as_bytes(), &Limits::default()).unwrap().triple()
    }

    #[test]
    fn modules_say_it_and_words_tell_it() {
        let ir = "--- |\n  target triple = \"riscv32\"\n...\n";
        let body = |line: &str| format!("---\nname: f\nbody: |\n  bb.0:\n    {line}\n...\n");
        assert_eq!(triple_of(&(ir.to_owned() + &body("RET64 $eax"))).as_deref(), Some("riscv32"));
        assert_eq!(triple_of(&body("RET64 $eax")).as_deref(), Some("x86_64-unknown-linux-gnu"));
        assert_eq!(triple_of(&body("%0:gpr32 = COPY $w0")).as_deref(), Some("aarch64-unknown-linux-gnu"));
        // One strange word among many changes nothing.
        assert_eq!(triple_of(&body("$x0 = ODD $x1")).as_deref(), Some("aarch64-unknown-linux-gnu"));
        assert_eq!(triple_of(&body("BCTRL $lr8")), None);
        assert_eq!(triple_of(&body("%0:_(s32) = G_IMPLICIT_DEF")), None);
    }
}
