//! Cases that break each rule: a file, all the rules that it breaks, and the verdict of llc 19.

use irsmith_mir::validate::RuleId::{self, *};

/// The verdict of llc 19 on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Llc {
    /// llc prints a message that contains these words.
    Refuses(&'static str),
    /// llc prints the file without an error.
    Accepts,
    /// llc rejects the case, crashes or accepts it: the table of `agreement.rs` says why it is not run.
    NotAsked,
}

/// A test of rules.
pub(crate) struct RuleTest {
    pub(crate) rules: &'static [RuleId],
    pub(crate) llc: Llc,
    pub(crate) triple: &'static str,
    /// Definitions of the embedded module, one per line; if empty, the file has no module.
    pub(crate) module: &'static str,
    /// Keys of the function, one per line.
    pub(crate) keys: &'static str,
    /// Lines of the body without indentation.
    pub(crate) body: &'static str,
}

impl RuleTest {
    /// Returns the text of the file.
    pub(crate) fn text(&self) -> String {
        let body: String = self.body.lines().map(|line| format!("  {line}\n")).collect();
        let module: String = self.module.lines().map(|line| format!("  {line}\n")).collect();
        let module = if module.is_empty() { module } else { format!("--- |\n{module}...\n") };
        format!("{module}---\nname: f\n{}body: |\n{body}...\n", self.keys)
    }
}

const TRACKS: &str = "tracksRegLiveness: true\n";

/// A test of the rule of convergence control tokens.
const fn ssa_body(message: &'static str, body: &'static str) -> RuleTest {
    x86(&[ConvergenceControl], Llc::Refuses(message), TRACKS, body)
}

const NODE: &str = "machineMetadataNodes:\n  - '!0 = !{}'\n";

const fn x86(rules: &'static [RuleId], llc: Llc, keys: &'static str, body: &'static str) -> RuleTest {
    RuleTest { rules, llc, triple: "x86_64-linux-gnu", module: "", keys, body }
}

/// A test whose file has a module.
const fn with_module(rules: &'static [RuleId], llc: Llc, module: &'static str, body: &'static str) -> RuleTest {
    RuleTest { rules, llc, triple: "x86_64-linux-gnu", module, keys: TRACKS, body }
}

const fn on(triple: &'static str, llc: Llc, rules: &'static [RuleId], keys: &'static str, body: &'static str) -> RuleTest {
    RuleTest { rules, llc, triple, module: "", keys, body }
}

const fn body(rules: &'static [RuleId], message: &'static str, body: &'static str) -> RuleTest {
    x86(rules, Llc::Refuses(message), TRACKS, body)
}

const fn arm(rules: &'static [RuleId], message: &'static str, body: &'static str) -> RuleTest {
    RuleTest { rules, llc: Llc::Refuses(message), triple: "aarch64-linux-gnu", module: "", keys: TRACKS, body }
}

const fn keys(rules: &'static [RuleId], message: &'static str, keys: &'static str) -> RuleTest {
    x86(rules, Llc::Refuses(message), keys, "bb.0:\n  RET64")
}

pub(crate) const CASES: &[RuleTest] = &[
    // Keys
    keys(&[ObjectRepeated], "redefinition of stack object", "stack:\n  - { id: 0, size: 4 }\n  - { id: 0, size: 4 }\n"),
    keys(&[ObjectRepeated], "redefinition of fixed stack object", "fixedStack:\n  - { id: 0, size: 4 }\n  - { id: 0, size: 4 }\n"),
    keys(&[ObjectRepeated], "redefinition of constant", "constants:\n  - { id: 0, value: 'i32 1' }\n  - { id: 0, value: 'i32 1' }\n"),
    keys(
        &[ObjectRepeated],
        "redefinition of jump table",
        "jumpTable:\n  kind: inline\n  entries:\n    - { id: 0, blocks: [ '%bb.0' ] }\n    - { id: 0, blocks: [ '%bb.0' ] }\n",
    ),
    keys(&[ObjectAlloca], "alloca instruction named", "stack:\n  - { id: 0, name: x, size: 4 }\n"),
    keys(&[ObjectStack], "StackID is not supported", "stack:\n  - { id: 0, size: 4, stack-id: sgpr-spill }\n"),
    keys(&[ObjectUndefined], "use of undefined stack object", "frameInfo:\n  stackProtector: '%stack.3'\n"),
    keys(&[ObjectName], "the name of the stack object", "frameInfo:\n  stackProtector: '%stack.0.y'\nstack:\n  - { id: 0, size: 8 }\n"),
    keys(&[ConstantTarget], "target-specific constant", "constants:\n  - { id: 0, value: 'i32 1', isTargetSpecific: true }\n"),
    keys(&[ConstantValue], "expected", "constants:\n  - { id: 0, value: 'i32' }\n"),
    keys(
        &[JumpTableBlock],
        "undefined machine basic block",
        "jumpTable:\n  kind: inline\n  entries:\n    - { id: 0, blocks: [ '%bb.7' ] }\n",
    ),
    keys(
        &[BlockName],
        "the name of machine basic block",
        "jumpTable:\n  kind: inline\n  entries:\n    - { id: 0, blocks: [ '%bb.0.x' ] }\n",
    ),
    keys(&[CallSiteBlock], "call instruction block out of range", "callSites:\n  - { bb: 9, offset: 0 }\n"),
    keys(&[CallSiteOffset], "call instruction offset out of range", "callSites:\n  - { bb: 0, offset: 9 }\n"),
    keys(&[CallSiteCall], "should reference call instruction", "callSites:\n  - { bb: 0, offset: 0 }\n"),
    // LLVM 20 and later: "instruction block out of range", "instruction offset out of range", "is not a call instruction".
    keys(&[CallSiteBlock], "unknown key 'calledGlobals'", "calledGlobals:\n  - { bb: 9, offset: 0, callee: g, flags: 0 }\n"),
    keys(&[CallSiteOffset], "unknown key 'calledGlobals'", "calledGlobals:\n  - { bb: 0, offset: 9, callee: g, flags: 0 }\n"),
    keys(&[CallSiteCall], "unknown key 'calledGlobals'", "calledGlobals:\n  - { bb: 0, offset: 0, callee: g, flags: 0 }\n"),
    keys(&[SavePoint], "undefined machine basic block", "frameInfo:\n  savePoint: '%bb.7'\n"),
    keys(&[RegisterUnknown], "unknown register name", "calleeSavedRegisters: [ '$nothing' ]\n"),
    // Virtual registers
    keys(&[VirtualRepeated], "redefinition of virtual register", "registers:\n  - { id: 0, class: gr32 }\n  - { id: 0, class: gr32 }\n"),
    keys(&[VirtualClass], "undefined register class", "registers:\n  - { id: 0, class: gr33 }\n"),
    keys(&[VirtualPreferred], "preferred register can only", "registers:\n  - { id: 0, class: _, preferred-register: '$eax' }\n"),
    body(&[VirtualConflict], "conflicting register classes", "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY %0:gr16\n  RET64"),
    body(&[VirtualType], "inconsistent type", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s64) = G_ANYEXT %0(s16)\n  RET64"),
    body(&[VirtualUnknown], "Cannot determine class/bank", "bb.0:\n  %0 = MOV32ri 1\n  RET64"),
    keys(&[VirtualUnknown], "Cannot determine class/bank", "liveins:\n  - { reg: '$edi', virtual-reg: '%0' }\n"),
    body(&[VirtualUntyped, GenericType], "must have a type", "bb.0:\n  %0:_ = COPY $noreg\n  RET64"),
    body(&[VirtualAllocatable, RegisterClass], "Cannot use non-allocatable class", "bb.0:\n  %0:ccr = MOV32ri 1\n  RET64"),
    body(&[DeadUse], "cannot have a dead use operand", "bb.0:\n  liveins: $eax\n\n  RET64 implicit dead $eax"),
    body(&[VirtualBank], "Register bank is too small", "bb.0:\n  %0:gpr(s256) = G_IMPLICIT_DEF\n  RET64"),
    body(&[VirtualBank], "Register bank is too small", "bb.0:\n  DBG_PHI %0:gpr(s256), 1\n  RET64"),
    x86(&[], Llc::Accepts, TRACKS, "bb.0:\n  DBG_VALUE_LIST %0:gpr(s256)\n  RET64"),
    // Blocks
    body(&[BlockRepeated], "redefinition of machine basic block", "bb.0:\nbb.0:\n  RET64"),
    body(&[BlockUndefined], "undefined machine basic block", "bb.0:\n  successors: %bb.3\n\n  RET64"),
    body(&[BlockUndefined], "undefined machine basic block", "bb.0:\n  JMP_1 %bb.3"),
    body(&[BlockName], "the name of machine basic block", "bb.0:\n  JMP_1 %bb.0.x"),
    body(&[IrBlock], "is not defined in the function", "bb.0.nowhere:\n  RET64"),
    body(&[SuccessorRepeated], "duplicate entries in its successor list", "bb.0:\n  successors: %bb.1, %bb.1\n\nbb.1:\n  RET64"),
    body(&[GlobalValue], "use of undefined global value", "bb.0:\n  %0:gr64 = MOV64ri @nothing\n  RET64"),
    body(
        &[IrValue],
        "use of undefined IR value",
        "bb.0:\n  %0:gr32 = MOV32rm $rip, 1, $noreg, 0, $noreg :: (load (s32) from %ir.nothing)\n  RET64",
    ),
    body(&[MetadataNode], "use of undefined metadata", "bb.0:\n  RET64 debug-location !7"),
    ssa_body(
        "Convergence control tokens can only be used by convergent operations",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ENTRY\n  NOOP implicit %0\n  RET64",
    ),
    ssa_body(
        "An operation can use at most one convergence control token",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ANCHOR\n  %1:gr32 = CONVERGENCECTRL_ANCHOR\n  CONVERGENCECTRL_GLUE %0, implicit %1\n  RET64",
    ),
    ssa_body(
        "Entry intrinsic can occur only in the entry block",
        "bb.0:\n  successors: %bb.1\n\nbb.1:\n  %0:gr32 = CONVERGENCECTRL_ENTRY\n  RET64",
    ),
    ssa_body(
        "Entry or anchor intrinsic cannot have a convergencectrl token operand",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ANCHOR\n  %1:gr32 = CONVERGENCECTRL_ANCHOR implicit %0\n  RET64",
    ),
    ssa_body(
        "Loop intrinsic must have a convergencectrl token operand",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  %1:gr32 = CONVERGENCECTRL_LOOP %0\n  RET64",
    ),
    ssa_body(
        "Entry intrinsic cannot be preceded by a convergent operation in the same basic block",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ANCHOR\n  %1:gr32 = CONVERGENCECTRL_ENTRY\n  RET64",
    ),
    keys(&[KeyRegister, VirtualUnknown], "expected a virtual register", "liveins:\n  - { reg: '$rdi', virtual-reg: '%name' }\n"),
    keys(&[FunctionInfo], "unknown key 'hasRedZone'", "machineFunctionInfo:\n  hasRedZone: true\n"),
    keys(&[FunctionInfo], "unknown enumerated scalar", "machineFunctionInfo:\n  amxProgModel: Bogus\n"),
    keys(&[MetadataNode], "use of undefined metadata", "machineMetadataNodes:\n  - '!9 = !{!9, !7}'\n"),
    x86(&[MetadataClass], Llc::Refuses("referenced metadata is not a DILocation"), NODE, "bb.0:\n  RET64 debug-location !0"),
    x86(&[MetadataClass], Llc::Refuses("expected DIScope node"), NODE, "bb.0:\n  RET64 debug-location !DILocation(line: 1, scope: !0)"),
    keys(&[MetadataGrammar], "expected a metadata node", "machineMetadataNodes:\n  - '9 = !{}'\n"),
    keys(&[MetadataGrammar], "expected a metadata node", "machineMetadataNodes:\n  - '!9 = !DILocation(line: 1)'\n"),
    keys(&[MetadataGrammar], "expected metadata id after '!'", "machineMetadataNodes:\n  - '! = !{}'\n"),
    keys(&[MetadataGrammar], "expected '!' here", "machineMetadataNodes:\n  - '!9 = !{!9,}'\n"),
    keys(&[MetadataGrammar], "expected end of metadata node", "machineMetadataNodes:\n  - '!9 = distinct !{!9, !\"a\"'\n"),
    keys(&[MetadataGrammar], "expected '!' here", "machineMetadataNodes:\n  - '!9 = !{9}'\n"),
    keys(&[MetadataRepeated], "Metadata id is already used", "machineMetadataNodes:\n  - '!9 = !{}'\n  - '!9 = !{}'\n"),
    // Names of the target
    body(&[OpcodeUnknown], "unknown machine instruction name", "bb.0:\n  NOTHING"),
    body(&[RegisterUnknown], "unknown register name", "bb.0:\n  $nothing = MOV32ri 1\n  RET64"),
    body(&[SubregisterUnknown], "unknown subregister index", "bb.0:\n  %0:gr32 = MOV32ri 1\n  $al = COPY %0.sub_nothing\n  RET64"),
    body(&[MaskUnknown], "a typed immediate operand", "bb.0:\n  CALL64pcrel32 &g, csr_nothing, implicit $rsp\n  RET64"),
    body(&[TargetFlagUnknown], "undefined target flag", "bb.0:\n  %0:gr64 = MOV64ri target-flags(x86-nothing) &g\n  RET64"),
    body(&[TargetIndexUnknown], "undefined target index", "bb.0:\n  %0:gr64 = MOV64ri target-index(nothing)\n  RET64"),
    arm(
        &[MemoryFlagUnknown],
        "undefined target MMO flag",
        "bb.0:\n  liveins: $x0\n\n  $w0 = LDRWui $x0, 0 :: (\"aarch64-nothing\" load (s32))\n  RET_ReallyLR",
    ),
    body(&[ObjectUndefined], "use of undefined", "bb.0:\n  %0:gr64 = LEA64r %stack.1, 1, $noreg, 0, $noreg\n  RET64"),
    body(&[ObjectUndefined], "use of undefined", "bb.0:\n  %0:gr64 = LEA64r $rip, 1, $noreg, %const.1, $noreg\n  RET64"),
    x86(
        &[ObjectName],
        Llc::Refuses("the name of the stack object"),
        "stack:\n  - { id: 0, size: 4 }\n",
        "bb.0:\n  %0:gr64 = LEA64r %stack.0.x, 1, $noreg, 0, $noreg\n  RET64",
    ),
    // Registers in their context
    body(&[DebugMark], "must not be marked debug", "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY debug-use %0\n  RET64"),
    body(&[UndefDefinition], "require a subregister", "bb.0:\n  undef %0:gr32 = MOV32ri 1\n  RET64"),
    body(&[GenericUndef], "cannot be undef", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s64) = G_ANYEXT undef %0(s32)\n  RET64"),
    body(
        &[GenericPart],
        "does not allow subregister index",
        "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  $al = COPY %0.sub_8bit(s32)\n  RET64",
    ),
    body(&[RenamableReserved], "isRenamable set on reserved register", "bb.0:\n  renamable $rsp = COPY $rsp\n  RET64"),
    body(
        &[TiedIndex],
        "invalid tied-def operand index",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  %1:gr32 = ADD32ri %0(tied-def 9), 1, implicit-def $eflags\n  RET64",
    ),
    // Operands
    body(&[OperandsFew], "Too few operands", "bb.0:\n  %0:gr32 = MOV32ri\n  RET64"),
    body(&[OperandsMany], "Extra explicit operand", "bb.0:\n  %0:gr32 = MOV32ri 1, 2\n  RET64"),
    body(&[ResultRegister], "Explicit definition", "bb.0:\n  liveins: $eax\n\n  MOV32ri $eax, 1\n  RET64"),
    body(&[UseRegister], "marked as def", "bb.0:\n  %0:gr32, %1:gr32 = MOV32rr\n  RET64"),
    body(&[RegisterExpected], "Expected a register operand", "bb.0:\n  %0:gr32 = MOV32rr 1\n  RET64"),
    body(&[RegisterUnexpected], "Expected a non-register operand", "bb.0:\n  %0:gr32 = MOV32ri undef $eax\n  RET64"),
    body(&[OperandTied], "Tied physical registers must match", "bb.0:\n  $eax = ADD32ri undef $ecx, 1, implicit-def $eflags\n  RET64"),
    body(&[OperandUntied], "should not be tied", "bb.0:\n  %0:gr32 = MOV32ri 1\n  %1:gr32 = MOV32rr %0(tied-def 0)\n  RET64"),
    body(&[RegisterClass], "Illegal virtual register", "bb.0:\n  %0:gr64 = MOV32ri 1\n  RET64"),
    body(&[RegisterClass], "Illegal physical register", "bb.0:\n  $rax = MOV32ri 1\n  RET64"),
    body(&[RegisterClass], "does not match instruction constraint", "bb.0:\n  %0:_(s32) = MOV32ri 1\n  RET64"),
    body(&[RegisterPart], "subregister index", "bb.0:\n  %0:gr32 = MOV32ri 1\n  $ax = COPY %0.sub_32bit\n  RET64"),
    body(&[ImplicitMissing], "missing implicit register operand", "bb.0:\n  %0:gr32 = MOV32r0\n  RET64"),
    body(&[MemoryLoad], "Missing mayLoad", "bb.0:\n  %0:gr32 = MOV32ri 1 :: (load (s32))\n  RET64"),
    body(&[MemoryStore], "Missing mayStore", "bb.0:\n  %0:gr32 = MOV32ri 1 :: (store (s32))\n  RET64"),
    body(&[AddressScale], "Scale factor", "bb.0:\n  %1:gr64_nosp = MOV64ri 1\n  %0:gr64 = LEA64r %1, 3, %1, 0, $noreg\n  RET64"),
    body(&[AddressDisplacement], "Displacement", "bb.0:\n  %0:gr64 = LEA64r $rip, 1, $noreg, 4294967296, $noreg\n  RET64"),
    body(
        &[MemoryAlign],
        "more aligned than offset",
        "bb.0:\n  %0:gr32 = MOV32rm $rip, 1, $noreg, 0, $noreg :: (load (s32) from unknown-address + 2, align 4)\n  RET64",
    ),
    // Flags and suffixes
    body(&[FlagConvergent], "NoConvergent flag", "bb.0:\n  %0:gr32 = noconvergent MOV32ri 1\n  RET64"),
    x86(&[FlagMeaning], Llc::Accepts, TRACKS, "bb.0:\n  %0:gr32 = nuw MOV32ri 1\n  RET64"),
    body(&[DebugLocation], "Missing DebugLoc", "bb.0:\n  DBG_VALUE $noreg, 0, 0, 0\n  RET64"),
    body(&[DebugNumber], "should not have a value tracking number", "bb.0:\n  %0:gr32 = IMPLICIT_DEF debug-instr-number 1\n  RET64"),
    body(&[CfiRegister], "invalid DWARF register", "bb.0:\n  CFI_INSTRUCTION undefined $al\n  RET64"),
    // Special opcodes
    body(&[CopyType], "mismatching types", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(p0) = COPY %0(s32)\n  RET64"),
    body(&[CopySize], "mismatching sizes", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  $rax = COPY %0(s32)\n  RET64"),
    body(
        &[SequenceOperands],
        "Invalid number of operands",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  %1:gr64 = REG_SEQUENCE %0, %subreg.sub_32bit, %0\n  RET64",
    ),
    body(
        &[InsertSize],
        "equal or lesser size",
        "bb.0:\n  %0:gr64 = MOV64ri 1\n  %1:gr64 = INSERT_SUBREG %0, %0, %subreg.sub_32bit\n  RET64",
    ),
    body(&[AssemblyOperands], "Asm string must be", "bb.0:\n  INLINEASM 1, 0\n  RET64"),
    body(&[AddressTaken], "not used by a blockaddress", "bb.0 (ir-block-address-taken %ir-block.entry):\n  RET64"),
    body(&[AssemblyOperands], "Too few operands on inline asm", "bb.0:\n  INLINEASM &\"\"\n  RET64"),
    body(
        &[StatepointOperands],
        "meta operands to STATEPOINT not constant!",
        "bb.0:\n  STATEPOINT &a, 0, 0, &a, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0\n  RET64",
    ),
    body(
        &[StatepointOperands],
        "stack map constant to STATEPOINT not well formed!",
        "bb.0:\n  STATEPOINT 0, 0, 0, &a, 2, 0, 3, 0, 2, 0, 2, 0, 2, 0, 2, 0\n  RET64",
    ),
    body(&[AssemblyOperands], "Unknown asm flags", "bb.0:\n  INLINEASM &\"\", 64\n  RET64"),
    body(
        &[FrameSetup],
        "FrameSetup is after another",
        "bb.0:\n  ADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  ADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  ADJCALLSTACKUP64 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  RET64",
    ),
    body(
        &[FrameAdjusts],
        "AdjustsStack not set",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  %0:gr32 = MOV32ri 1\n  ADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  ADJCALLSTACKUP64 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  RET64",
    ),
    body(
        &[FrameSetup],
        "A return block ends with a FrameSetup",
        "bb.0:\n  ADJCALLSTACKDOWN64 8, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  RET64",
    ),
    body(&[FrameSetup], "Call frame size on entry", "bb.0 (call-frame-size 8):\n  RET64"),
    // Generic opcodes
    x86(&[GenericSelected], Llc::Refuses("in a Selected function"), "selected: true\n", "bb.0:\n  %0:gpr(s32) = G_CONSTANT i32 1\n  RET64"),
    x86(&[GenericBank], Llc::Refuses("must have a bank"), "regBankSelected: true\n", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  RET64"),
    arm(&[GenericRegister], "must use register operands", "bb.0:\n  %0:_(s32) = G_CTPOP 1\n  RET_ReallyLR"),
    arm(&[GenericMissing], "missing a virtual register type", "bb.0:\n  %0:gpr32 = MOVi32imm 1\n  %1:_(s64) = G_ANYEXT %0\n  RET_ReallyLR"),
    arm(&[GenericMismatch], "Type mismatch", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s64) = G_ADD %0, %0\n  RET_ReallyLR"),
    arm(&[GenericPhysical], "cannot have physical register", "bb.0:\n  liveins: $w0\n\n  %1:_(s64) = G_ANYEXT $w0\n  RET_ReallyLR"),
    arm(&[GenericBranch, OperandsFew], "missing a basic block", "bb.0:\n  G_BR"),
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s1) = G_ICMP 3, %0(s32), %0\n  RET64"),
    arm(
        &[GenericLanes],
        "preserve number of vector elements",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(<4 x s64>) = G_ZEXT %0(<2 x s32>)\n  RET_ReallyLR",
    ),
    arm(
        &[GenericPointer],
        "must not be a pointer",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(p0) = G_PTR_ADD %0, %0(p0)\n  RET_ReallyLR",
    ),
    arm(&[GenericSize], "no larger than source", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s32) = G_ZEXT %0(s32)\n  RET_ReallyLR"),
    arm(
        &[GenericSize],
        "result size is inconsistent",
        "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s96) = G_MERGE_VALUES %0(s32), %0(s32)\n  RET_ReallyLR",
    ),
    arm(
        &[GenericVector],
        "operand for each elemement",
        "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(<4 x s32>) = G_BUILD_VECTOR %0(s32), %0(s32)\n  RET_ReallyLR",
    ),
    arm(
        &[GenericImmediate],
        "size must be less than source",
        "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s32) = G_SEXT_INREG %0, 32\n  RET_ReallyLR",
    ),
    arm(
        &[GenericImmediate],
        "reads past end",
        "bb.0:\n  %0:_(s64) = G_CONSTANT i64 1\n  %1:_(s32) = G_EXTRACT %0(s64), 33\n  RET_ReallyLR",
    ),
    arm(&[GenericConstant], "inconsistent constant size", "bb.0:\n  %0:_(s32) = G_CONSTANT i64 1\n  RET_ReallyLR"),
    arm(&[GenericConstant], "inconsistent constant size", "bb.0:\n  %0:_(s32) = G_FCONSTANT double 1.0\n  RET_ReallyLR"),
    arm(
        &[GenericMask],
        "Out of bounds shuffle index",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(<2 x s32>) = G_SHUFFLE_VECTOR %0(<2 x s32>), %0, shufflemask(0, 4)\n  RET_ReallyLR",
    ),
    arm(
        &[GenericIndex],
        "match index size",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_CONSTANT i32 1\n  %2:_(p0) = G_PTR_ADD %0, %1(s32)\n  RET_ReallyLR",
    ),
    arm(&[GenericMemory], "must have one mem operand", "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_LOAD %0(p0)\n  RET_ReallyLR"),
    arm(
        &[GenericMemory],
        "inconsistent store address space",
        "bb.0:\n  %0:_(p1) = G_IMPLICIT_DEF\n  %1:_(p0) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMCPY %0(p1), %1(p0), %2(s64), 0 :: (store (s8)), (load (s8))\n  RET_ReallyLR",
    ),
    arm(
        &[GenericMemory],
        "inconsistent load address space",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(p1) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMCPY %0(p0), %1(p1), %2(s64), 0 :: (store (s8)), (load (s8))\n  RET_ReallyLR",
    ),
    arm(
        &[GenericMemorySize],
        "Generic extload must have a narrower memory type",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_SEXTLOAD %0(p0) :: (load unknown-size)\n  RET_ReallyLR",
    ),
    arm(
        &[GenericMemorySize],
        "cannot exceed result size",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_LOAD %0(p0) :: (load (s64))\n  RET_ReallyLR",
    ),
    arm(
        &[GenericOrdering],
        "cannot use release ordering",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_LOAD %0(p0) :: (load release (s32))\n  RET_ReallyLR",
    ),
    arm(
        &[GenericHint],
        "cannot change register bank",
        "bb.0:\n  %0:gpr(s32) = G_CONSTANT i32 1\n  %1:fpr(s32) = G_ASSERT_SEXT %0, 4\n  RET_ReallyLR",
    ),
    RuleTest {
        rules: &[GenericMeaning],
        llc: Llc::Accepts,
        triple: "aarch64-linux-gnu",
        module: "",
        keys: TRACKS,
        body: "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(p0) = G_ADD %0, %0\n  RET_ReallyLR",
    },
    // Control flow
    body(
        &[PhiOrder],
        "PHI instruction after non-PHI",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = MOV32ri 1\n  %2:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    x86(&[PhiShape], Llc::NotAsked, TRACKS, "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI %0\n  RET64"),
    body(&[PhiFlags], "Unexpected flag on PHI", "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  early-clobber %1:gr32 = PHI %0, %bb.0\n  RET64"),
    body(&[PhiBlock], "not a predecessor block", "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI %0, %bb.0, %0, %bb.1\n  RET64"),
    body(&[PhiComplete], "Missing PHI operand", "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI %0, %bb.0\n  JMP_1 %bb.1"),
    x86(
        &[PhiLiveness],
        Llc::Refuses("not live-out from predecessor"),
        "",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    x86(
        &[PhiLiveness],
        Llc::Refuses("PHI operand is not live-out from predecessor"),
        TRACKS,
        "bb.0:\n  successors: %bb.1\n\nbb.1:\n  %0:gr32 = PHI $noreg, %bb.0\n  RET64",
    ),
    body(&[TerminatorLast], "Non-terminator instruction after", "bb.0:\n  RET64\n  %0:gr32 = MOV32ri 1\n  RET64"),
    body(&[BranchBarrier], "ends with a barrier instruction", "bb.0:\n  Int_eh_sjlj_setup_dispatch"),
    arm(&[BranchBarrier], "ends with a barrier instruction", "bb.0:\n  HINT 0\n  SpeculationBarrierSBEndBB"),
    arm(
        &[BranchBarrier, BranchFallthrough],
        "conditional branch/fall-through but ends with a barrier",
        "bb.0:\n  liveins: $x0\n\n  CBZX $x0, %bb.0\n  SpeculationBarrierSBEndBB\n\nbb.1:\n  RET_ReallyLR",
    ),
    body(&[BranchSuccessor], "its target isn't a CFG successor", "bb.0:\n  successors:\n\n  JMP_1 %bb.1\n\nbb.1:\n  RET64"),
    body(
        &[BranchFallthrough, FallsOff],
        "falls through out of function",
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.0, 4, implicit $eflags",
    ),
    body(&[SuccessorUnexpected], "unexpected successors", "bb.0:\n  successors: %bb.2\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64"),
    body(
        &[SuccessorUnexpected],
        "unexpected successors",
        "bb.0:\n  successors: %bb.2\n\n  BUNDLE {\n    NOOP\n    TRAP\n  }\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64",
    ),
    body(
        &[SuccessorUnexpected],
        "unexpected successors",
        "bb.0:\n  successors: %bb.1, %bb.2\n\n  JMP_1 %bb.2 {\n    NOOP\n  }\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64",
    ),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  successors: %bb.1, %bb.2\n\n  NOOP {\n    JMP_1 %bb.2\n  }\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64",
    ),
    x86(
        &[SuccessorUnexpected],
        Llc::Refuses("unexpected successors"),
        "failsVerification: true\n",
        "bb.0:\n  successors: %bb.2\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64",
    ),
    x86(&[], Llc::Accepts, "failedISel: true\n", "bb.0:\n  successors: %bb.2\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64"),
    x86(&[FallsOff], Llc::Accepts, TRACKS, "bb.0:\n  %0:gr32 = MOV32ri 1"),
    // Liveness
    body(&[DefinitionMissing], "without a def", "bb.0:\n  $eax = COPY %0:gr32\n  RET64"),
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  JMP_1 %bb.1\n\nbb.1:\n  $eax = COPY %0\n  %0:gr32 = MOV32ri 1\n  RET64",
    ),
    // Neither of two sibling blocks dominates the other, in whichever order they are visited.
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  $eax = COPY %0\n  RET64\n\nbb.2:\n  %0:gr32 = MOV32ri 1\n  RET64",
    ),
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  %0:gr32 = MOV32ri 1\n  RET64\n\nbb.2:\n  $eax = COPY %0\n  RET64",
    ),
    x86(&[DefinitionBefore], Llc::Accepts, TRACKS, "bb.0:\n  $eax = COPY %0\n  %0:gr32 = MOV32ri 1\n  RET64"),
    body(
        &[UseKilled],
        "Using a killed virtual register",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n  $eax = COPY %0\n  RET64",
    ),
    x86(&[DefinitionBefore], Llc::Accepts, TRACKS, "bb.0:\n  BUNDLE {\n    %0:gr32 = MOV32ri 1\n    %1:gr32 = COPY %0\n  }\n  RET64"),
    // A register that is defined again is live again.
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n  %0:gr32 = MOV32ri 2\n  $eax = COPY %0\n  RET64",
    ),
    body(
        &[UseKilled, DefinitionDominates],
        "Using a killed virtual register",
        "bb.0:\n  JMP_1 %bb.1\n\nbb.1:\n  $eax = COPY killed %0\n  dead %0:gr32 = MOV32ri 1\n  $eax = COPY %0\n  RET64",
    ),
    // PHIs read their operands one after the other.
    body(
        &[UseKilled],
        "Using a killed virtual register",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI killed %0, %bb.0\n  %2:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    body(
        &[KilledNeeded],
        "Virtual register killed in block, but needed live out",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n\nbb.1:\n  $eax = COPY %0\n  RET64",
    ),
    // The use is two blocks later, or in a loop that returns to the block of the kill.
    body(
        &[KilledNeeded],
        "Virtual register killed in block, but needed live out",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  $eax = COPY killed %0\n\nbb.2:\n  NOOP\n\nbb.3:\n  $eax = COPY %0\n  RET64",
    ),
    body(
        &[KilledNeeded],
        "Virtual register killed in block, but needed live out",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  $eax = COPY killed %0\n  JMP_1 %bb.1",
    ),
    body(
        &[KilledNeeded],
        "Virtual register killed in block, but needed live out",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n\nbb.1:\n  %1:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    // A register may be killed on a path that does not read it, or after the use; a register that is defined again is live again.
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  liveins: $eflags\n\n  %0:gr32 = MOV32ri 1\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  $eax = COPY killed %0\n  RET64\n\nbb.2:\n  $eax = COPY %0\n\nbb.3:\n  $eax = COPY killed %0\n  RET64",
    ),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  $eax = COPY %0\n  RET64",
    ),
    // A dead definition does not reach later uses.
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  JMP_1 %bb.1\n\nbb.1:\n  dead %0:gr32 = MOV32ri 1\n  $eax = COPY %0\n  RET64",
    ),
    // Outside SSA form, each path needs one definition, and one is enough.
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  %0:gr32 = MOV32ri 1\n  %0:gr32 = MOV32ri 2\n\nbb.2:\n  $eax = COPY %0\n  RET64",
    ),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  %0:gr32 = MOV32ri 1\n  JMP_1 %bb.3\n\nbb.2:\n  %0:gr32 = MOV32ri 2\n\nbb.3:\n  $eax = COPY %0\n  RET64",
    ),
    body(&[PhysicalUndefined], "undefined physical register", "bb.0:\n  %0:gr32 = COPY $eax\n  RET64"),
    body(
        &[PhysicalUndefined],
        "undefined physical register",
        "bb.0:\n  $eax = MOV32ri 1\n  %0:gr32 = COPY killed $eax\n  %1:gr32 = COPY $eax\n  RET64",
    ),
    // A call preserves the registers of its mask, and no others.
    body(
        &[PhysicalUndefined],
        "undefined physical register",
        "bb.0:\n  $eax = MOV32ri 1\n  CALL64pcrel32 &memcpy, csr_64, implicit $rsp, implicit $ssp\n  %0:gr32 = COPY $eax\n  RET64",
    ),
    body(
        &[LiveInAllocatable],
        "allocatable live-in",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  liveins: $eax\n\n  %1:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    body(&[LiveInPredecessor], "not found to be live out", "bb.0:\n\nbb.1:\n  liveins: $eflags\n\n  RET64"),
    // A vector of pointers is allowed like any other vector; a single pointer is not.
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(<2 x s64>) = G_IMPLICIT_DEF\n  %1:_(<2 x p0>) = G_BITCAST %0\n  %2:_(s128) = G_BITCAST %1\n  RET64",
    ),
    body(&[GenericSize], "bitcast cannot convert", "bb.0:\n  %0:_(s64) = G_IMPLICIT_DEF\n  %1:_(p0) = G_BITCAST %0\n  RET64"),
    body(&[GenericSize], "bitcast sizes must match", "bb.0:\n  %0:_(s64) = G_IMPLICIT_DEF\n  %1:_(<2 x p0>) = G_BITCAST %0\n  RET64"),
    // If no address space is spelled, that of a memory operand is the address space of the pointer in the IR.
    with_module(
        &[],
        Llc::Accepts,
        SPACES,
        "bb.0:\n  %0:_(p1) = G_IMPLICIT_DEF\n  %1:_(s8) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMSET %0, %1, %2, 0 :: (store (s8) into %ir.q)\n  G_MEMSET %0, %1, %2, 0 :: (store (s8) into @g)\n  G_MEMSET %0, %1, %2, 0 :: (store (s8) into `ptr addrspace(1) null`)\n  RET64",
    ),
    with_module(
        &[GenericMemory],
        Llc::Refuses("inconsistent memset address space"),
        SPACES,
        "bb.0:\n  %0:_(p1) = G_IMPLICIT_DEF\n  %1:_(s8) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMSET %0, %1, %2, 0 :: (store (s8))\n  RET64",
    ),
    with_module(
        &[GenericMemory],
        Llc::Refuses("inconsistent memset address space"),
        PLAIN,
        "bb.0:\n  %0:_(p1) = G_IMPLICIT_DEF\n  %1:_(s8) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMSET %0, %1, %2, 0 :: (store (s8) into %ir.r)\n  RET64",
    ),
    // A splat truncates, and the verifier of LLVM 19 requires indices that divide the part.
    on(
        "aarch64-linux-gnu",
        Llc::Accepts,
        &[],
        TRACKS,
        "bb.0:\n  %0:_(s128) = G_IMPLICIT_DEF\n  %1:_(<vscale x 2 x p0>) = G_SPLAT_VECTOR %0\n  %2:_(<vscale x 4 x s16>) = G_SPLAT_VECTOR %0\n  RET_ReallyLR",
    ),
    arm(
        &[GenericSize],
        "same size or smaller",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(<vscale x 2 x s64>) = G_SPLAT_VECTOR %0\n  RET_ReallyLR",
    ),
    arm(
        &[GenericPointer],
        "Source type must be a scalar",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(<vscale x 2 x s64>) = G_SPLAT_VECTOR %0\n  RET_ReallyLR",
    ),
    on(
        "aarch64-linux-gnu",
        Llc::Accepts,
        &[GenericMeaning],
        TRACKS,
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1, 1\n  RET_ReallyLR",
    ),
    on(
        "aarch64-linux-gnu",
        Llc::Accepts,
        &[GenericMeaning],
        TRACKS,
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<2 x s16>) = G_INSERT_SUBVECTOR %1, %0, 0\n  RET_ReallyLR",
    ),
    arm(
        &[GenericImmediate],
        "Index must be a multiple",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1, 4\n  RET_ReallyLR",
    ),
    // X86 has different DWARF numbers in 32-bit mode.
    on(
        "i386-linux-gnu",
        Llc::Accepts,
        &[],
        "",
        "bb.0:\n  CFI_INSTRUCTION def_cfa_register $esi\n  CFI_INSTRUCTION restore $eip\n  CFI_INSTRUCTION restore $xmm7\n  RET 0",
    ),
    on(
        "i386-linux-gnu",
        Llc::Refuses("invalid DWARF register"),
        &[CfiRegister],
        "",
        "bb.0:\n  CFI_INSTRUCTION def_cfa_register $rsi\n  RET 0",
    ),
    on("i386-linux-gnu", Llc::Refuses("invalid DWARF register"), &[CfiRegister], "", "bb.0:\n  CFI_INSTRUCTION restore $xmm8\n  RET 0"),
    body(&[CfiRegister], "invalid DWARF register", "bb.0:\n  CFI_INSTRUCTION def_cfa_register $esi\n  RET64"),
    // Which registers are reserved depends on features and on the frame.
    body(&[RenamableReserved], "isRenamable set on reserved register", "bb.0:\n  renamable $xmm16 = COPY undef $xmm0\n  RET64"),
    with_module(&[], Llc::Accepts, FEATURES, "bb.0:\n  renamable $zmm16 = COPY undef renamable $zmm31\n  RET64"),
    with_module(
        &[RenamableReserved],
        Llc::Refuses("isRenamable set on reserved register"),
        FEATURES,
        "bb.0:\n  renamable $rsp = COPY $rsp\n  RET64",
    ),
    arm(&[RenamableReserved], "isRenamable set on reserved register", "bb.0:\n  renamable $fp = COPY undef $x0\n  RET_ReallyLR"),
    on(
        "aarch64-linux-gnu",
        Llc::Accepts,
        &[],
        "tracksRegLiveness: true\nframeInfo:\n  maxCallFrameSize: 0\n",
        "bb.0:\n  renamable $fp = COPY undef $x0\n  RET_ReallyLR",
    ),
    // Sizes and ids that llc's own tables reserve for absent entries.
    x86(
        &[ObjectDead],
        Llc::Refuses("Running pass 'MIR Printing Pass'"),
        DEAD,
        "bb.0:\n  $rax = LEA64r %stack.0, 1, $noreg, 0, $noreg\n  RET64",
    ),
    x86(&[ObjectDead], Llc::NotAsked, "fixedStack:\n  - { id: 0, size: 18446744073709551615 }\n", "bb.0:\n  RET64"),
    x86(&[], Llc::Accepts, "stack:\n  - { id: 0, size: 18446744073709551614 }\n", "bb.0:\n  RET64"),
    x86(&[IdReserved], Llc::NotAsked, "stack:\n  - { id: 4294967295, size: 4 }\n  - { id: 4294967294, size: 4 }\n", "bb.0:\n  RET64"),
    x86(&[IdReserved], Llc::NotAsked, "fixedStack:\n  - { id: 4294967295, size: 4 }\n", "bb.0:\n  RET64"),
    x86(&[IdReserved], Llc::NotAsked, "constants:\n  - { id: 4294967295, value: 'i32 1' }\n", "bb.0:\n  RET64"),
    x86(
        &[IdReserved],
        Llc::NotAsked,
        "jumpTable:\n  kind: inline\n  entries:\n    - { id: 4294967295, blocks: [ '%bb.0' ] }\n",
        "bb.0:\n  RET64",
    ),
    x86(&[IdReserved], Llc::NotAsked, "", "bb.4294967295:\n  RET64"),
    body(&[IdReserved], "must have a valid type", "bb.0:\n  %4294967295:gr32 = MOV32ri 1\n  RET64"),
    x86(&[IdReserved], Llc::NotAsked, "registers:\n  - { id: 4294967294, class: gr32 }\n", "bb.0:\n  RET64"),
    x86(&[], Llc::Accepts, "stack:\n  - { id: 4294967293, size: 4 }\n", "bb.4294967293:\n  RET64"),
    // Each check of an operand, for a rule that others break too.
    body(
        &[GenericMemory],
        "wrong memory operand types",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  G_MEMCPY %0(p0), %0(p0), %1(s64), 0 :: (load (s8)), (store (s8))\n  RET64",
    ),
    body(
        &[GenericMemory],
        "inconsistent memory operand sizes",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  G_MEMCPY %0(p0), %0(p0), %1(s64), 0 :: (store (s8)), (load (s16))\n  RET64",
    ),
    body(
        &[GenericMemory],
        "memcpy/memmove must have 2 memory operands",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  G_MEMCPY %0(p0), %0(p0), %1(s64), 0 :: (store (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "'tail' flag (operand 3) must be an immediate 0 or 1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  G_MEMCPY %0(p0), %0(p0), %1(s64), 2 :: (store (s8)), (load (s8))\n  RET64",
    ),
    body(
        &[MemoryLoad, GenericMemory],
        "Missing mayLoad flag",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  %2:_(s8) = G_CONSTANT i8 1\n  G_MEMSET %0(p0), %2(s8), %1(s64), 0 :: (load (s8))\n  RET64",
    ),
    body(
        &[GenericMemory],
        "memset must have 1 memory operand",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  %2:_(s8) = G_CONSTANT i8 1\n  G_MEMSET %0(p0), %2(s8), %1(s64), 0 :: (store (s8)), (store (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "'tail' flag (last operand) must be an immediate 0 or 1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  %2:_(s8) = G_CONSTANT i8 1\n  G_MEMSET %0(p0), %2(s8), %1(s64), 2 :: (store (s8))\n  RET64",
    ),
    body(&[GenericImmediate], "G_VSCALE immediate cannot be zero", "bb.0:\n  %0:_(s64) = G_VSCALE i64 0\n  RET64"),
    body(&[GenericConstant], "G_VSCALE operand must be cimm", "bb.0:\n  %0:_(s64) = G_VSCALE 3\n  RET64"),
    body(
        &[GenericImmediate],
        "alignment immediate must be >= 1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(p0) = G_ASSERT_ALIGN %0, 0\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "Incorrect floating-point class set (operand 2)",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s1) = G_IS_FPCLASS %0(s32), 1024\n  RET64",
    ),
    body(&[GenericImmediate], "Crash kind must be 8 bit wide", "bb.0:\n  G_UBSANTRAP 300\n  RET64"),
    body(
        &[GenericImmediate],
        "rw operand must be an immediate 0-1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  G_PREFETCH %0(p0), 2, 0, 0 :: (load (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "locality operand must be an immediate 0-3",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  G_PREFETCH %0(p0), 0, 4, 0 :: (load (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "cache type operand must be an immediate 0-1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  G_PREFETCH %0(p0), 0, 0, 2 :: (load (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "src operand 2 must be an immediate type",
        "bb.0:\n  %0:_(s64) = G_CONSTANT i64 8\n  %1:_(p0) = G_DYN_STACKALLOC %0(s64), %bb.0\n  RET64",
    ),
    body(&[GenericOperand], "G_JUMP_TABLE source operand must be a jump table index", "bb.0:\n  %0:_(p0) = G_JUMP_TABLE 3\n  RET64"),
    x86(
        &[GenericOperand],
        Llc::Refuses("G_BRJT src operand 1 must be a jump table index"),
        "tracksRegLiveness: true\njumpTable:\n  kind: inline\n  entries:\n    - { id: 0, blocks: [ '%bb.0' ] }\n",
        "bb.0:\n  %0:_(p0) = G_JUMP_TABLE %jump-table.0\n  %1:_(s64) = G_CONSTANT i64 0\n  G_BRJT %0(p0), 0, %1(s64)",
    ),
    body(&[GenericOperand], "Src operand 1 must be a constant pool index", "bb.0:\n  %0:_(p0) = G_CONSTANT_POOL 3\n  RET64"),
    body(&[GenericConstant], "G_CONSTANT operand must be cimm", "bb.0:\n  %0:_(s32) = G_CONSTANT 3\n  RET64"),
    body(&[GenericConstant], "G_FCONSTANT operand must be fpimm", "bb.0:\n  %0:_(s32) = G_FCONSTANT 3\n  RET64"),
    body(
        &[GenericImmediate],
        "G_SEXT_INREG expects an immediate operand #2",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s32) = G_SEXT_INREG %0, %bb.0\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "G_SEXT_INREG size must be >= 1",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s32) = G_SEXT_INREG %0, -1\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "extract offset must be a constant",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s16) = G_EXTRACT %0(s32), %bb.0\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "G_INSERT_SUBVECTOR index must be an immediate",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1(<2 x s16>), %bb.0\n  RET64",
    ),
    x86(
        &[GenericMeaning],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1(<2 x s16>), -2\n  RET64",
    ),
    body(
        &[GenericVector],
        "Second source must be a vector",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(s16) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1(s16), 0\n  RET64",
    ),
    body(
        &[GenericMask],
        "Incorrect mask operand type for G_SHUFFLE_VECTOR",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<4 x s16>) = G_SHUFFLE_VECTOR %0(<4 x s16>), %0, 0\n  RET64",
    ),
    body(
        &[GenericHint],
        "G_ASSERT_ZEXT cannot change register bank",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:gpr(s32) = G_ASSERT_ZEXT %0, 8\n  RET64",
    ),
    body(
        &[GenericHint],
        "G_ASSERT_ZEXT source and destination register classes must match",
        "bb.0:\n  %0:gr32(s32) = G_IMPLICIT_DEF\n  %1:gr32_abcd(s32) = G_ASSERT_ZEXT %0, 8\n  RET64",
    ),
    body(
        &[GenericHint],
        "G_ASSERT_ZEXT cannot change register bank",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:gr32(s32) = G_ASSERT_ZEXT %0, 8\n  RET64",
    ),
    x86(&[FunctionInfo], Llc::Refuses("not a mapping"), "machineFunctionInfo: [ 1 ]\n", "bb.0:\n\n  RET64"),
    body(&[SequenceOperands], "Invalid register operand for REG_SEQUENCE", "bb.0:\n  %0:gr64 = REG_SEQUENCE 3, %subreg.sub_32bit\n  RET64"),
    body(
        &[SequenceOperands],
        "Invalid subregister index operand for REG_SEQUENCE",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  %1:gr64 = REG_SEQUENCE %0, %bb.0\n  RET64",
    ),
    body(
        &[SequenceOperands],
        "REG_SEQUENCE does not support physical register results",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  $rax = REG_SEQUENCE %0, %subreg.sub_32bit\n  RET64",
    ),
    body(&[AssemblyOperands], "Missing operands in last group", "bb.0:\n  INLINEASM &\"\", 0, 10\n  RET64"),
    body(
        &[StatepointOperands, DefinitionMissing],
        "meta operands to STATEPOINT not constant!",
        "bb.0:\n  STATEPOINT 0, 0, %0:gr32, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0\n  RET64",
    ),
    body(&[ObjectUndefined], "use of undefined jump table", "bb.0:\n  $rax = MOV64ri %jump-table.3\n  RET64"),
    body(&[ObjectUndefined], "use of undefined fixed stack object", "bb.0:\n  $rax = MOV64ri %fixed-stack.3\n  RET64"),
    with_module(
        &[GlobalValue],
        Llc::Refuses("expected an IR function reference"),
        "@g = global i32 0\ndefine void @f() {\n  ret void\n}",
        "bb.0:\n  $rax = MOV64ri blockaddress(@g, %ir-block.0)\n  RET64",
    ),
    body(
        &[TiedIndex, OperandUntied],
        "the tied-def operand #0 is already tied with another register operand",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  %1:gr32 = ADD32rr %0(tied-def 0), %0(tied-def 0), implicit-def $eflags\n  RET64",
    ),
    body(
        &[AssemblyOperands],
        "Expected implicit register after groups",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  INLINEASM &\"\", 0, 9, killed %0, %0\n  RET64",
    ),
    body(
        &[RegisterExpected, OperandTied],
        "Expected a register operand.",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  %1:gr32 = ADD32rr 3, %0, implicit-def $eflags\n  RET64",
    ),
    x86(
        &[FrameSetup],
        Llc::Refuses("Call frame size on entry does not match value computed from predecessor"),
        "tracksRegLiveness: true\nframeInfo:\n  adjustsStack: true\n",
        "bb.0:\n  successors: %bb.1, %bb.2\n\n  JCC_1 %bb.2, 4, implicit undef $eflags\nbb.1:\n  successors: %bb.2\n\n  ADJCALLSTACKDOWN64 8, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit undef $rsp, implicit undef $ssp\nbb.2:\n  RET64",
    ),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(<vscale x 4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<vscale x 4 x s16>) = G_INSERT_SUBVECTOR %0, %1(<2 x s16>), 0\n  RET64",
    ),
    x86(
        &[GenericMeaning],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<vscale x 2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1(<vscale x 2 x s16>), 0\n  RET64",
    ),
    body(&[TiedIndex], "isn't a defined register", "bb.0:\n  NOOP implicit undef $eax, implicit undef $ebx(tied-def 0)\n  RET64"),
    body(&[VirtualClass], "register class, or register bank name", "bb.0:\n  %0:gr33 = MOV32ri 1\n  RET64"),
    ssa_body(
        "Cannot mix controlled and uncontrolled convergence",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ENTRY\n  G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS intrinsic(@llvm.donothing)\n  RET64",
    ),
    body(&[OperandsFew, ResultRegister], "Explicit definition must be a register", "bb.0:\n  MOV32ri 1\n  RET64"),
    body(
        &[ResultRegister, OperandTied],
        "Must be tied to a register",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  ADD32rr 3, %0, %0, implicit-def $eflags\n  RET64",
    ),
    body(
        &[GenericMask],
        "Wrong result type for shufflemask",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<4 x s16>) = G_SHUFFLE_VECTOR %0(<4 x s16>), %0, shufflemask(0, 1)\n  RET64",
    ),
    body(&[ResultRegister], "Explicit definition marked as implicit", "bb.0:\n  IMPLICIT_DEF implicit-def $eax\n  RET64"),
    body(
        &[GenericOperand],
        "G_INTRINSIC first src operand must be an intrinsic ID",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS %0(s32)\n  RET64",
    ),
    body(
        &[GenericIndex],
        "gep offset operand must match index size for address space",
        "bb.0:\n  %0:_(p270) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 1\n  %2:_(p270) = G_PTR_ADD %0, %1(s64)\n  RET64",
    ),
    // The verifier looks at none of these operands.
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s1) = G_FCMP 3, %0(s32), %0\n  RET64"),
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %1:_(p0) = G_FRAME_INDEX 3\n  RET64"),
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %1:_(p0) = G_GLOBAL_VALUE 3\n  RET64"),
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %1:_(p0) = G_BLOCK_ADDR 3\n  RET64"),
];

/// A module with pointers into another address space.
const SPACES: &str = "@g = addrspace(1) global i32 0\ndefine void @f(ptr addrspace(1) %q) { ret void }";

/// A module without such pointers.
const PLAIN: &str = "define void @f(ptr %r) { ret void }";

/// A module that names features.
const FEATURES: &str = "define void @f() #0 { ret void }\nattributes #0 = { \"target-features\"=\"+avx512f,+avx512vl\" }";

/// An object that llc treats as dead.
const DEAD: &str = "stack:\n  - { id: 0, size: 18446744073709551615 }\n";
