//! The rules as data: one row for each possible violation in a readable file.

irsmith_rules::rules! {
    documents {
        // LLVM's Machine IR Format Reference Manual, by section.
        Manual "Machine IR reference";
        // The pass that llc runs after its parser, by its message.
        Verifier "machine verifier";
        // The parser of llc, by its message.
        Llc "llc";
    }
    // Functions and the embedded IR
    FunctionName "function-name" Error Manual("High Level Structure") "A function has a name.";
    FunctionRepeated "function-repeated" Parity Llc("redefinition of machine function") "Every function of a file has a name of its own.";
    FunctionInIr "function-in-ir" Error Manual("High Level Structure") "A function is one that the embedded IR module defines.";
    AlignmentPower "alignment-power" Parity Llc("must be 0 or a power of two") "An alignment is a power of two, or zero where that means none.";
    IrBlock "ir-block" Error Manual("Machine Basic Blocks") "An IR block that is named is one of the IR function.";
    AddressTaken "address-taken" Error Verifier("ir-block-address-taken is associated with basic block not used by a blockaddress") "A block that stands for an IR block whose address is taken names one of a blockaddress.";
    IrValue "ir-value" Parity Llc("use of undefined IR value") "An IR value that is named is one of the IR function.";
    GlobalValue "global-value" Error Manual("Global Value Operands") "A global value that is named is one of the embedded IR module.";
    MetadataNode "metadata-node" Parity Llc("use of undefined metadata") "A metadata node that is named by number is one of the module or of machineMetadataNodes.";
    MetadataClass "metadata-class" Parity Llc("referenced metadata is not a DILocation") "A debug location is a DILocation or has a DIScope, and what keys say of a variable is of the class that belongs there.";
    MetadataGrammar "metadata-grammar" Parity Llc("expected a metadata node") "An entry of machineMetadataNodes is a number, `=`, perhaps `distinct`, and a list of nodes, strings and constants.";
    MetadataRepeated "metadata-repeated" Parity Llc("Metadata id is already used") "Every entry of machineMetadataNodes has a number of its own.";
    NameSpelling "name-spelling" Choice Llc("expected an identifier") "A name that cannot stand in quotes is of letters, digits and the characters `_-.$`.";
    // Frame and other keys
    ObjectRepeated "object-repeated" Parity Llc("redefinition of stack object") "Every fixed object, stack object, constant and jump table has an id of its own.";
    ObjectUndefined "object-undefined" Parity Llc("use of undefined stack object") "A frame object, constant or jump table that is named has an entry.";
    ObjectName "object-name" Parity Llc("the name of the stack object") "The name behind the id of a stack object is the name of that object.";
    ObjectAlloca "object-alloca" Parity Llc("alloca instruction isn't defined") "The name of a stack object is an alloca of the IR function.";
    ObjectStack "object-stack" Parity Llc("StackID is not supported by target") "The stack of an object is one that the target has.";
    ObjectDead "object-dead" Choice Llc("LLVM ERROR: out of memory") "The size of an object is not 2^64 - 1, which marks dead ones in llc: it prints none of them and dies of their mention.";
    IdReserved "id-reserved" Choice Llc("redefinition of stack object") "No id of an object, a block or a virtual register is 2^32 - 1 or 2^32 - 2, which llc's tables keep for themselves: it mistakes or loses what has them, or dies.";
    FixedObjectFlags "fixed-object-flags" Choice Llc("unknown key") "Only a fixed object of the default type is immutable or aliased.";
    ConstantTarget "constant-target" Parity Llc("Can't parse target-specific constant pool entries yet") "No entry of the constant pool is specific to the target.";
    ConstantValue "constant-value" Parity Llc("expected type") "The value of a constant is a type and a value of it.";
    JumpTableBlock "jump-table-block" Error Manual("Machine Functions") "A jump table leads to blocks of the function.";
    CallSiteBlock "call-site-block" Parity Llc("call instruction block out of range") "The block of a call site is a position among the blocks.";
    CallSiteOffset "call-site-offset" Parity Llc("call instruction offset out of range") "The offset of a call site is a position in its block.";
    CallSiteCall "call-site-call" Parity Llc("call site info should reference call instruction") "A call site is a call.";
    KeyRegister "key-register" Parity Llc("expected a named register") "Live-ins, saved registers, arguments and entry values are physical registers; what a live-in is copied to is virtual.";
    FunctionInfo "function-info" Parity Llc("unknown key") "The keys of `machineFunctionInfo` are those of the target, with values that they take.";
    SavePoint "save-point" Parity Llc("use of undefined machine basic block") "The points of saving and restoring are blocks of the function.";
    // Virtual registers
    VirtualRepeated "virtual-repeated" Parity Llc("redefinition of virtual register") "A virtual register has one entry in `registers`.";
    VirtualClass "virtual-class" Parity Llc("use of undefined register class or register bank") "The class of a virtual register is a class or a bank of the target, or `_`.";
    VirtualConflict "virtual-conflict" Parity Llc("conflicting register classes") "All mentions of a virtual register agree on its class or bank.";
    VirtualType "virtual-type" Parity Llc("inconsistent type for generic virtual register") "All mentions of a virtual register agree on its type.";
    VirtualUnknown "virtual-unknown" Parity Llc("Cannot determine class/bank of virtual register") "Every virtual register has a class, a bank or `_` somewhere.";
    VirtualUntyped "virtual-untyped" Parity Llc("generic virtual registers must have a type") "Where a generic register is defined, its type stands behind it.";
    VirtualAllocatable "virtual-allocatable" Parity Llc("Cannot use non-allocatable class") "The class of a virtual register is one that can be allocated.";
    VirtualPreferred "virtual-preferred" Parity Llc("preferred register can only be set for normal vregs") "Only registers of a class have a preferred register.";
    VirtualBank "virtual-bank" Error Verifier("Register bank is too small for virtual register") "The type of a register is no wider than its bank.";
    // Blocks
    BlockRepeated "block-repeated" Parity Llc("redefinition of machine basic block") "Every block has a number of its own.";
    BlockUndefined "block-undefined" Error Manual("Machine Basic Blocks") "A block that is named is one of the function.";
    BlockName "block-name" Error Manual("Block References") "The name behind the number of a block is the name of its label.";
    SuccessorRepeated "successor-repeated" Error Verifier("MBB has duplicate entries in its successor list") "A block has a successor once.";
    BlockLiveIn "block-live-in" Parity Llc("expected a named register") "What lives into a block is a physical register.";
    // Names of the target
    OpcodeUnknown "opcode-unknown" Error Manual("Machine Instructions") "An opcode is one of the target.";
    RegisterUnknown "register-unknown" Error Manual("Registers") "A physical register is one of the target.";
    SubregisterUnknown "subregister-unknown" Error Manual("Registers") "A sub-register index is one of the target.";
    MaskUnknown "mask-unknown" Parity Llc("expected a machine operand") "A register mask is one of the target.";
    TargetFlagUnknown "target-flag-unknown" Parity Llc("use of undefined target flag") "Target flags are those of the target, with at most one that excludes others, in front.";
    TargetIndexUnknown "target-index-unknown" Error Manual("Target-dependent Index Operands") "A target index is one of the target.";
    MemoryFlagUnknown "memory-flag-unknown" Parity Llc("use of undefined target MMO flag") "A quoted flag of a memory operand is one of the target.";
    // Register operands
    PhysicalPart "physical-part" Parity Llc("subregister index expects a virtual register") "A physical register has no sub-register index, no class and no type.";
    KilledDefinition "killed-definition" Parity Llc("cannot have a killed def operand") "What is written is not killed.";
    DeadUse "dead-use" Parity Llc("cannot have a dead use operand") "What is only read is not dead.";
    RegisterTargetFlags "register-target-flags" Parity Llc("register operands can't have target flags") "A register has no target flags.";
    DebugMark "debug-mark" Error Verifier("Register operand must not be marked debug") "Only in debug instructions are registers marked `debug-use`.";
    UndefDefinition "undef-definition" Error Verifier("Undef virtual register def operands require a subregister") "Only a part of a virtual register is written as `undef`.";
    GenericUndef "generic-undef" Error Verifier("Generic virtual register use cannot be undef") "A generic register is never `undef`.";
    GenericPart "generic-part" Error Verifier("Generic virtual register does not allow subregister index") "A generic register has no sub-register index.";
    GenericType "generic-type" Error Verifier("Generic virtual register must have a valid type") "A generic register has a type.";
    RenamableReserved "renamable-reserved" Error Verifier("isRenamable set on reserved register") "No reserved register is renamable.";
    TiedIndex "tied-index" Parity Llc("use of invalid tied-def operand index") "`tied-def` names an operand that is a defined register, and each at most once.";
    // Operands against the opcode's row
    OperandsFew "operands-few" Error Verifier("Too few operands") "An instruction has at least the operands of its opcode.";
    OperandsMany "operands-many" Error Verifier("Extra explicit operand on non-variadic instruction") "An instruction has no operands beyond those of its opcode, unless that is variadic.";
    ResultRegister "result-register" Error Verifier("Explicit definition must be a register") "The first operands of an opcode with results are registers that are written.";
    UseRegister "use-register" Error Verifier("Explicit operand marked as def") "The operands behind the results are not written, and not implicit.";
    RegisterExpected "register-expected" Error Verifier("Expected a register operand") "Where the opcode wants a register there is one.";
    RegisterUnexpected "register-unexpected" Error Verifier("Expected a non-register operand") "Where the opcode wants a number there is no register.";
    OperandTied "operand-tied" Error Verifier("Tied physical registers must match") "Operands that the opcode ties are registers, and the same one when both are physical.";
    OperandUntied "operand-untied" Error Verifier("Explicit operand should not be tied") "Operands that the opcode names are tied only where it ties them.";
    RegisterClass "register-class" Error Verifier("Illegal physical register for instruction") "A register is of the class that the opcode wants, or within it.";
    RegisterPart "register-part" Error Verifier("Invalid subregister index for virtual register") "All registers of the class have the part that is named.";
    ImplicitMissing "implicit-missing" Parity Llc("missing implicit register operand") "The registers that an opcode reads and writes without naming them are written out, but for calls and variadic opcodes.";
    MemoryLoad "memory-load" Error Verifier("Missing mayLoad flag") "Only an opcode that may load has a memory operand that does.";
    MemoryStore "memory-store" Error Verifier("Missing mayStore flag") "Only an opcode that may store has a memory operand that does.";
    AddressScale "address-scale" Error Verifier("Scale factor in address must be 1, 2, 4 or 8") "The scale of an X86 address is 1, 2, 4 or 8.";
    AddressDisplacement "address-displacement" Error Verifier("Displacement in address must fit into 32-bit signed integer") "The displacement of an X86 address fits 32 bits.";
    // Memory operands
    MemoryAlign "memory-align" Parity Llc("specified alignment is more aligned than offset") "The offset of a memory operand is a multiple of its `align`.";
    // Flags and suffixes
    FlagUnread "flag-unread" Parity Llc("unknown machine instruction name") "A flag is one that llc reads, not only prints.";
    ConvergenceControl "convergence-control" Error Verifier("Convergence control token") "Tokens of CONVERGENCECTRL instructions are used by convergent instructions, one each, by all of them or by none, and made where they may be.";
    FlagConvergent "flag-convergent" Error Verifier("NoConvergent flag expected only on convergent instructions") "Only convergent instructions are `noconvergent`.";
    OlderSpelling "older-spelling" Warning Llc("accepts it") "What is spelled is spelled as llc 19 prints it. Told where a file is read: models do not keep spellings.";
    FlagMeaning "flag-meaning" Warning Manual("Instruction Flags") "A flag stands before an opcode for which it has a meaning.";
    DebugLocation "debug-location" Error Verifier("Missing DebugLoc for debug instruction") "A DBG_VALUE with four operands has a location.";
    DebugNumber "debug-number" Error Verifier("Metadata instruction should not have a value tracking number") "An instruction that emits nothing has no number for debug references.";
    CfiRegister "cfi-register" Parity Llc("invalid DWARF register") "The registers of CFI operations have DWARF numbers.";
    // Special opcodes
    CopyType "copy-type" Error Verifier("Copy Instruction is illegal with mismatching types") "A COPY between registers with types keeps the type.";
    CopySize "copy-size" Error Verifier("Copy Instruction is illegal with mismatching sizes") "A COPY between a register with a type and one without keeps the size.";
    SequenceOperands "sequence-operands" Error Verifier("Invalid number of operands for REG_SEQUENCE") "REG_SEQUENCE makes a whole virtual register from pairs of a register and an index.";
    InsertSize "insert-size" Error Verifier("INSERT_SUBREG expected inserted value to have equal or lesser size") "INSERT_SUBREG inserts what the part has room for.";
    AssemblyOperands "assembly-operands" Error Verifier("Asm string must be an external symbol") "Inline assembly has a string, known flags, whole groups, and behind them only implicit registers.";
    StatepointOperands "statepoint-operands" Error Verifier("meta operands to STATEPOINT not constant!") "STATEPOINT has an id, a number of bytes, a number of arguments, what is called, and behind the arguments its constants.";
    FrameSetup "frame-setup" Error Verifier("FrameSetup is after another FrameSetup") "Call frames are set up and destroyed by turns, with the same size.";
    FrameAdjusts "frame-adjusts" Error Verifier("AdjustsStack not set in presence of a frame pseudo instruction") "Out of SSA form, a function that sets up call frames says adjustsStack.";
    // Generic opcodes
    GenericSelected "generic-selected" Error Verifier("Unexpected generic instruction in a Selected function") "A selected function has no generic opcodes and registers.";
    GenericBank "generic-bank" Error Verifier("Generic virtual register must have a bank in a RegBankSelected function") "In a function with regBankSelected every generic register has a bank.";
    GenericRegister "generic-register" Error Verifier("generic instruction must use register operands") "What a generic opcode gives a type is a register.";
    GenericMissing "generic-missing" Error Verifier("Generic instruction is missing a virtual register type") "The registers of a generic opcode have types.";
    GenericMismatch "generic-mismatch" Error Verifier("Type mismatch in generic instruction") "Registers to which a generic opcode gives one type have one type.";
    GenericPhysical "generic-physical" Error Verifier("Generic instruction cannot have physical register") "A generic opcode has no physical registers.";
    GenericBranch "generic-branch" Error Verifier("Branch instruction is missing a basic block operand") "A generic branch names a block, unless it is indirect.";
    GenericOperand "generic-operand" Choice Llc("assertions of its passes") "Operands of generic opcodes are of the kind that the opcode is about: predicates, blocks, objects.";
    GenericLanes "generic-lanes" Error Verifier("operand types must preserve number of vector elements") "Operations on vectors keep the number of elements.";
    GenericPointer "generic-pointer" Error Verifier("gep first operand must be a pointer") "Pointers stand where an opcode works with pointers, and nowhere else.";
    GenericSize "generic-size" Error Verifier("Generic extend has destination type no larger than source") "The sizes of an operation's types fit: extensions widen, truncations narrow, bit casts keep, merges add up.";
    GenericVector "generic-vector" Error Verifier("G_BUILD_VECTOR must produce a vector from scalar operands") "Vectors stand where an opcode works with vectors, with its number and type of elements.";
    GenericImmediate "generic-immediate" Error Verifier("size must be >= 1") "The numbers of a generic opcode are in its range.";
    GenericConstant "generic-constant" Error Verifier("inconsistent constant size") "A constant is of the kind and the width of its register.";
    GenericMask "generic-mask" Error Verifier("Out of bounds shuffle index") "A shuffle mask has a lane for each element of the result, each of an element that the sources have.";
    GenericIndex "generic-index" Error Verifier("Index type must match VectorIdxTy") "An index into a vector, and what is added to a pointer, is as wide as the target's addresses.";
    GenericMemory "generic-memory" Error Verifier("Generic instruction accessing memory must have one mem operand") "Generic loads, stores, copies and fills have the memory operands that describe them.";
    GenericMemorySize "generic-memory-size" Error Verifier("load memory size cannot exceed result size") "What a generic access moves fits its register, and is narrower than it when extended.";
    GenericOrdering "generic-ordering" Error Verifier("atomic load cannot use release ordering") "A load releases nothing, a store acquires nothing.";
    GenericHint "generic-hint" Error Verifier("G_ASSERT_SEXT cannot change register bank") "An assertion keeps the bank and the class of its register.";
    GenericMeaning "generic-meaning" Warning Llc("accepts it") "The types of a generic opcode are those with which it means something.";
    // Control flow
    PhiOrder "phi-order" Error Verifier("Found PHI instruction after non-PHI") "PHIs stand before all other instructions of a block.";
    PhiShape "phi-shape" Choice Llc("a crash") "A PHI defines a virtual register from pairs of a register and a block.";
    PhiFlags "phi-flags" Error Verifier("Unexpected flag on PHI operand") "The registers of a PHI have no flags that say how it reads them.";
    PhiBlock "phi-block" Error Verifier("PHI input is not a predecessor block") "The blocks of a PHI are predecessors.";
    PhiComplete "phi-complete" Error Verifier("Missing PHI operand") "A PHI has a value for each predecessor.";
    PhiLiveness "phi-liveness" Error Verifier("PHI operand is not live-out from predecessor") "A function with PHIs has tracksRegLiveness.";
    TerminatorLast "terminator-last" Error Verifier("Non-terminator instruction after the first terminator") "Nothing but terminators stands behind a terminator.";
    BranchSuccessor "branch-successor" Error Verifier("MBB exits via jump or conditional branch, but its target isn't a CFG successor") "A block that is branched to is a successor.";
    BranchFallthrough "branch-fallthrough" Error Verifier("MBB conditionally falls through out of function") "Behind a conditional branch control goes on into the next block, which is a successor.";
    BranchBarrier "branch-barrier" Error Verifier("MBB exits via unconditional fall-through but ends with a barrier instruction") "A block that falls through does not end with a barrier.";
    SuccessorUnexpected "successor-unexpected" Error Verifier("MBB has unexpected successors") "A block whose branches are understood has no other successors than their targets and landing pads.";
    FallsOff "falls-off" Warning Manual("Machine Basic Blocks") "Control does not fall off the end of the function.";
    // Liveness
    DefinitionMissing "definition-missing" Error Verifier("Reading virtual register without a def") "A virtual register that is read is written somewhere.";
    DefinitionDominates "definition-dominates" Error Verifier("Virtual register defs don't dominate all uses") "Every way to a use of a virtual register leads over a definition.";
    DefinitionBefore "definition-before" Choice Llc("accepts it") "In SSA form a definition stands before its uses in the entry block too.";
    UseKilled "use-killed" Error Verifier("Using a killed virtual register") "A virtual register is not read behind where it is killed.";
    KilledNeeded "killed-needed" Error Verifier("Virtual register killed in block, but needed live out") "What a block reads of a virtual register, no block before it killed, unless it was written again.";
    PhysicalUndefined "physical-undefined" Error Verifier("Using an undefined physical register") "With tracksRegLiveness, a physical register that is read lives in or is written before.";
    LiveInAllocatable "live-in-allocatable" Error Verifier("MBB has allocatable live-in, but isn't entry, landing-pad, or inlineasm-br-indirect-target") "While there are PHIs, allocatable registers live into the entry and landing pads alone.";
    LiveInPredecessor "live-in-predecessor" Error Verifier("Live in register not found to be live out from predecessor") "A register without others within it that cannot be allocated lives out of all predecessors of a block into which it lives.";
    BundleNested "bundle-nested" Parity Llc("nested instruction bundles are not allowed") "Bundles do not nest, and are not empty.";
    // Reading; others of these rules are broken by text alone too
    LimitBytes "limit-bytes" Choice Llc("reads what fits memory") "A file is no larger than the limit of who reads it.";
    FileText "file-text" Parity Llc("Unrecognized character") "A file is text in UTF-8, without control characters.";
    YamlSyntax "yaml-syntax" Error Manual("High Level Structure") "A file is a stream of YAML documents.";
    YamlSubset "yaml-subset" Choice Llc("goes over most of them") "Values nest as deep as keys ask for, and there are no anchors, aliases, tags, directives and folded texts.";
    DocumentKind "document-kind" Error Manual("Embedded Module") "The first document may be an IR module, all others are functions.";
    KeyUnknown "key-unknown" Parity Llc("unknown key") "A mapping has no keys but its own.";
    KeyRepeated "key-repeated" Parity Llc("duplicated mapping key") "A key stands once in a mapping.";
    KeyMissing "key-missing" Parity Llc("missing required key") "A mapping has all keys that it cannot do without.";
    KeyValue "key-value" Parity Llc("invalid boolean") "The value of a key is of its type and in its range.";
    BodySyntax "body-syntax" Error Manual("Machine Instructions") "A body, and what a key says in its words, is made of the words that the manual knows, in their order.";
    BlockPosition "block-position" Error Manual("Machine Basic Blocks") "Instructions stand in blocks, which begin at the start of a line.";
    BundleOpen "bundle-open" Parity Llc("expected '}'") "A bundle is closed in the block that opens it.";
    WordRepeated "word-repeated" Parity Llc("duplicate") "A flag or an attribute is given once.";
    NumberRange "number-range" Parity Llc("expected 32-bit integer (too large)") "A number fits its place.";
    TypeRange "type-range" Parity Llc("invalid size for scalar type") "The sizes of a type are such that there is one.";
    LocationFields "location-fields" Parity Llc("DILocation requires") "A location in place of a node has a line and a scope, no unknown field, and few around it.";
}
