//! Models that break rules and that no text can represent: the reader rejects such texts.

use irsmith_mir::validate::RuleId::{self, *};
use irsmith_mir::{
    Block, File, FixedObject, FixedObjectKind, Function, Instruction, InstructionFlags, LiveIn, Operand, OperandKind, Register,
    RegisterFlags, RegisterOperand, RegisterQualifier, StackObject,
};

fn instruction(opcode: &str, operands: Vec<Operand>) -> Instruction {
    Instruction { opcode: opcode.into(), operands: operands.into(), ..Instruction::default() }
}

fn register(name: &str, flags: RegisterFlags) -> RegisterOperand {
    RegisterOperand { flags, register: Register::Physical(name.into()), ..RegisterOperand::default() }
}

/// Returns a function `f` of one block with these instructions and a return.
fn function(instructions: Vec<Instruction>) -> Function {
    let mut block = Block { instructions, ..Block::default() };
    block.instructions.push(instruction("RET64", Vec::new()));
    Function { name: "f".into(), blocks: vec![block], ..Function::default() }
}

/// Returns `$eax = MOV32ri 1` with other flags before the register.
fn written(flags: RegisterFlags) -> Instruction {
    let mut made = instruction("MOV32ri", vec![OperandKind::Immediate(1).into()]);
    made.results.push(register("eax", flags));
    made
}

/// Returns `$ecx = MOV32rr $eax`, with a change of the register that is read.
fn read(change: impl Fn(&mut RegisterOperand)) -> Instruction {
    let mut source = register("eax", RegisterFlags::UNDEF);
    change(&mut source);
    let mut made = instruction("MOV32rr", vec![OperandKind::Register(source).into()]);
    made.results.push(register("ecx", RegisterFlags::default()));
    made
}

/// Returns a virtual register whose name contains a blank.
fn spaced(source: &mut RegisterOperand) {
    source.register = Register::Named("a b".into());
    source.class = irsmith_mir::Class::Named("gr32".into());
}

/// Returns each model with the rules that it breaks on X86-64.
pub(crate) fn models() -> Vec<(&'static [RuleId], File)> {
    let mut models: Vec<(&'static [RuleId], Function)> = vec![
        (&[FunctionName], Function { name: String::new(), ..function(Vec::new()) }),
        (&[AlignmentPower], Function { alignment: 3, ..function(Vec::new()) }),
        (&[KilledDefinition], function(vec![written(RegisterFlags::KILLED)])),
        (&[DeadUse], function(vec![read(|source| source.flags = RegisterFlags::UNDEF | RegisterFlags::DEAD)])),
        (&[PhysicalPart], function(vec![read(|source| source.class = irsmith_mir::Class::Generic)])),
        (&[NameSpelling], function(vec![read(spaced)])),
    ];
    let mut flagged = written(RegisterFlags::default());
    flagged.flags = InstructionFlags::of("nomerge").unwrap();
    models.push((&[FlagUnread], function(vec![flagged])));
    let mut masked = read(|_| ());
    masked.operands[0].target_flags = Some(Box::new(["x86-plt".into()]));
    models.push((&[RegisterTargetFlags], function(vec![masked])));
    let mut tied = read(|source| source.flags = RegisterFlags::UNDEF);
    tied.results[0].qualifier = RegisterQualifier::TiedTo(0);
    models.push((&[TiedIndex], function(vec![tied])));
    let stack = OperandKind::Stack { id: 0, name: Some("a b".into()) };
    let object = StackObject { name: "a b".into(), size: 4, ..StackObject::default() };
    let made = instruction("NOOP", vec![stack.into()]);
    models.push((&[NameSpelling, ObjectAlloca, OperandsMany], Function { stack: vec![object], ..function(vec![made]) }));
    let mut labelled = function(Vec::new());
    labelled.blocks[0].name = Some("a b".into());
    models.push((&[NameSpelling, IrBlock], labelled));
    let mut bundle = written(RegisterFlags::default());
    bundle.bundle = Some(Vec::new());
    models.push((&[BundleNested], function(vec![bundle])));
    let mut live = function(Vec::new());
    live.blocks[0].live_ins.push(LiveIn { register: Register::Virtual(0), lanes: None });
    models.push((&[BlockLiveIn], live));
    let mut saved = function(Vec::new());
    saved.callee_saved = Some(vec![Register::Virtual(0)]);
    models.push((&[KeyRegister], saved));
    let mut fixed = function(Vec::new());
    fixed.fixed_stack.push(FixedObject { kind: FixedObjectKind::SpillSlot, immutable: true, ..FixedObject::default() });
    models.push((&[FixedObjectFlags], fixed));
    let mut files: Vec<_> = models.into_iter().map(|(rules, function)| (rules, File { ir: None, functions: vec![function] })).collect();
    files.push((&[FunctionRepeated], File { ir: None, functions: vec![function(Vec::new()), function(Vec::new())] }));
    let ir = Some(irsmith_mir::EmbeddedIr { text: "define void @g() { ret void }\n".into() });
    files.push((&[FunctionInIr], File { ir, functions: vec![function(Vec::new())] }));
    files
}
