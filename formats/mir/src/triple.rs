//! The target of a file that does not name it.

use crate::tables::{Machine, Target, common_opcode, function_info};
use crate::{Class, File, Function, Instruction, OperandKind, Register, RegisterOperand, RunLine, StackId, Yaml};

impl File {
    /// Returns the triple for a file that is read from this text: that of the first `RUN` line that calls llc, which overrides the module's
    /// in llc too, otherwise [`File::triple`].
    pub fn triple_in(&self, text: &str) -> Option<String> {
        RunLine::of(text).and_then(|line| line.triple().map(str::to_owned)).or_else(|| self.triple())
    }

    /// Returns the triple for the file: that of its module, otherwise that of the target whose words its bodies use.
    ///
    /// Words are opcodes, physical registers, classes, banks, sub-register indices, masks, flags, stacks and the keys of
    /// `machineFunctionInfo`. The result is `None` if fewer than half of them, or of the opcodes, are words of one target that has tables,
    /// if there are none, as in generic bodies, and if two targets have the same number. Targets share names of registers and classes
    /// (`$x10` and `gpr` are of AArch64 and of RISC-V), so these do not outweigh opcodes that the target does not have. Word size and
    /// operating system cannot be determined: they are those of [`Target::triple`].
    pub fn triple(&self) -> Option<String> {
        let own = self.ir.as_ref().map(|ir| ir.names().triple).filter(|triple| !triple.is_empty());
        own.or_else(|| self.target_of_words()?.triple().map(str::to_owned))
    }

    fn target_of_words(&self) -> Option<Target> {
        let machines = Machine::TARGETS.map(|target| Machine::of(target).expect("targets with tables have them"));
        let (mut all, mut opcodes) = (Count::default(), Count::default());
        let mut visit = |word: Word<'_>| {
            let is_of = machines.map(|machine| word.is_of(machine));
            all.add(is_of);
            if matches!(word, Word::Opcode(_)) {
                opcodes.add(is_of);
            }
        };
        self.functions.iter().for_each(|function| visit_function(function, &mut visit));
        let best = all.known.iter().copied().max().filter(|best| best * 2 > all.words)?;
        let mut places = (0..machines.len()).filter(|place| all.known[*place] == best);
        let place = places.next().filter(|_| places.next().is_none())?;
        (opcodes.words == 0 || opcodes.known[place] * 2 > opcodes.words).then_some(Machine::TARGETS[place])
    }
}

/// The number of words, and how many of them each target with tables has.
#[derive(Default)]
struct Count {
    words: usize,
    known: [usize; Machine::TARGETS.len()],
}

impl Count {
    fn add(&mut self, is_of: [bool; Machine::TARGETS.len()]) {
        self.words += 1;
        self.known.iter_mut().zip(is_of).for_each(|(known, is_of)| *known += usize::from(is_of));
    }
}

/// A word that a target has.
enum Word<'a> {
    Opcode(&'a str),
    Register(&'a str),
    Index(&'a str),
    Class(&'a str),
    Mask(&'a str),
    Flag(&'a str),
    Stack(StackId),
    Key(&'a str),
}

impl Word<'_> {
    fn is_of(&self, machine: &Machine) -> bool {
        match self {
            Self::Opcode(name) => machine.opcode(name).is_some(),
            Self::Register(name) => machine.register(name).is_some(),
            Self::Index(name) => machine.index(name).is_some(),
            Self::Class(name) => machine.class(name).is_some() || machine.bank(name).is_some(),
            Self::Mask(name) => machine.mask(name).is_some(),
            Self::Flag(name) => {
                [machine.direct_flags(), machine.bitmask_flags(), machine.memory_flags()].iter().any(|flags| flags.contains(name))
            }
            Self::Stack(stack) => machine.target().stack_ids().contains(&stack.name()),
            Self::Key(name) => function_info(machine.target()).key(name).is_some(),
        }
    }
}

fn visit_function(function: &Function, visit: &mut dyn FnMut(Word<'_>)) {
    for entry in function.registers.iter().filter(|entry| &*entry.class != "_") {
        visit(Word::Class(&entry.class));
    }
    if let Some(Yaml::Mapping { entries, .. }) = &function.info {
        entries.iter().for_each(|(key, _)| visit(Word::Key(key)));
    }
    let fixed = function.fixed_stack.iter().map(|object| (object.stack_id, &object.callee_saved));
    let objects = fixed.chain(function.stack.iter().map(|object| (object.stack_id, &object.callee_saved)));
    for (stack, saved) in objects {
        if stack != StackId::Default {
            visit(Word::Stack(stack));
        }
        saved.iter().for_each(|register| visit_register(register, visit));
    }
    let saved = function.callee_saved.iter().flatten();
    saved.chain(function.live_ins.iter().map(|entry| &entry.register)).for_each(|register| visit_register(register, visit));
    for block in &function.blocks {
        block.live_ins.iter().for_each(|entry| visit_register(&entry.register, visit));
        for instruction in &block.instructions {
            visit_instruction(instruction, visit);
            // Bundles do not nest, so the recursion is bounded.
            instruction.bundle.iter().flatten().for_each(|inner| visit_instruction(inner, visit));
        }
    }
}

fn visit_instruction(instruction: &Instruction, visit: &mut dyn FnMut(Word<'_>)) {
    if common_opcode(&instruction.opcode).is_none() {
        visit(Word::Opcode(&instruction.opcode));
    }
    instruction.results.iter().for_each(|result| visit_operand(result, visit));
    for operand in &instruction.operands {
        operand.target_flags.iter().flatten().for_each(|flag| visit(Word::Flag(flag)));
        match &operand.kind {
            OperandKind::Register(register) => visit_operand(register, visit),
            OperandKind::SubregisterIndex(name) => visit(Word::Index(name)),
            OperandKind::RegisterMask(name) => visit(Word::Mask(name)),
            OperandKind::Cfi(operation) => operation.registers().for_each(|register| visit_register(register, visit)),
            OperandKind::CustomRegisterMask(registers) | OperandKind::LiveOut(registers) => {
                registers.iter().for_each(|register| visit_register(register, visit));
            }
            _ => {}
        }
    }
    instruction.memory.iter().flat_map(|memory| &memory.target_flags).for_each(|flag| visit(Word::Flag(flag)));
}

fn visit_operand(operand: &RegisterOperand, visit: &mut dyn FnMut(Word<'_>)) {
    visit_register(&operand.register, visit);
    operand.subregister.iter().for_each(|index| visit(Word::Index(index)));
    if let Class::Named(class) = &operand.class {
        visit(Word::Class(class));
    }
}

fn visit_register(register: &Register, visit: &mut dyn FnMut(Word<'_>)) {
    if let Register::Physical(name) = register {
        visit(Word::Register(name));
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
    fn a_run_line_says_it_before_the_module() {
        let text = "--- |\n  target triple = \"x86_64\"\n...\n---\nname: f\n...\n";
        let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(file.triple_in(&format!("# RUN: llc -mtriple=riscv64 %s\n{text}")).as_deref(), Some("riscv64"));
        assert_eq!(file.triple_in(&format!("# RUN: llc %s\n{text}")).as_deref(), Some("x86_64"));
    }

    #[test]
    fn modules_say_it_and_words_tell_it() {
        let ir = "--- |\n  target triple = \"riscv32\"\n...\n";
        let body = |line: &str| format!("---\nname: f\nbody: |\n  bb.0:\n    {line}\n...\n");
        assert_eq!(triple_of(&(ir.to_owned() + &body("RET64 $eax"))).as_deref(), Some("riscv32"));
        assert_eq!(triple_of(&body("RET64 $eax")).as_deref(), Some("x86_64-unknown-linux-gnu"));
        assert_eq!(triple_of(&body("%0:gpr32 = COPY $w0")).as_deref(), Some("aarch64-unknown-linux-gnu"));
        // One unknown word among many changes nothing, but only opcodes of another target do.
        assert_eq!(
            triple_of(&body("$x0 = ODD $x1\n    $x0 = ADDXrr $x0, $x1\n    RET_ReallyLR")).as_deref(),
            Some("aarch64-unknown-linux-gnu")
        );
        assert_eq!(triple_of(&body("$x10 = ORI $x11, 1\n    PseudoRET implicit $x10")), None);
        assert_eq!(triple_of(&body("BCTRL $lr8")), None);
        assert_eq!(triple_of(&body("CFI_INSTRUCTION restore $d9")).as_deref(), Some("aarch64-unknown-linux-gnu"));
        assert_eq!(triple_of(&body("%0:_(s32) = G_IMPLICIT_DEF")), None);
        let stack = "---\nname: f\nstack:\n  - { id: 0, size: 4, stack-id: scalable-vector }\n";
        assert_eq!(triple_of(stack).as_deref(), Some("aarch64-unknown-linux-gnu"));
    }
}
