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
    FunctionRepeated "function-repeated" Parity Llc("redefinition of machine function") "Every function of a file has a unique name.";
    FunctionInIr "function-in-ir" Error Manual("High Level Structure") "Every function is defined in the embedded IR module.";
    AlignmentPower "alignment-power" Parity Llc("must be 0 or a power of two") "An alignment is a power of two, or zero where zero means no alignment.";
    IrBlock "ir-block" Error Manual("Machine Basic Blocks") "A reference to an IR block names a block of the IR function.";
    AddressTaken "address-taken" Error Verifier("ir-block-address-taken is associated with basic block not used by a blockaddress") "A block with `ir-block-address-taken` names an IR block that a blockaddress uses.";
    IrValue "ir-value" Parity Llc("use of undefined IR value") "A reference to an IR value names a value of the IR function.";
    GlobalValue "global-value" Error Manual("Global Value Operands") "A reference to a global value names a global value of the embedded IR module.";
    MetadataNode "metadata-node" Parity Llc("use of undefined metadata") "A reference to a metadata node by number names a node of the module or of machineMetadataNodes.";
    MetadataClass "metadata-class" Parity Llc("referenced metadata is not a DILocation") "A debug location is a DILocation or has a DIScope, and the keys that describe a variable refer to nodes of the right classes.";
    MetadataGrammar "metadata-grammar" Parity Llc("expected a metadata node") "An entry of machineMetadataNodes is a number, `=`, optionally `distinct`, and a list of nodes, strings and constants; keys that describe a variable name a node.";
    MetadataRepeated "metadata-repeated" Parity Llc("Metadata id is already used") "Every entry of machineMetadataNodes has a unique number.";
    NameSpelling "name-spelling" Choice Llc("expected an identifier") "A name in a position that does not allow quotes consists of letters, digits and the characters `_-.$`.";
    // Frame and other keys
    ObjectRepeated "object-repeated" Parity Llc("redefinition of stack object") "Fixed objects, stack objects, constants and jump tables each have unique ids.";
    ObjectUndefined "object-undefined" Parity Llc("use of undefined stack object") "A reference to a frame object, constant or jump table names one that has an entry.";
    ObjectName "object-name" Parity Llc("the name of the stack object") "The name after the id of a stack object is the name of that object.";
    ObjectAlloca "object-alloca" Parity Llc("alloca instruction isn't defined") "The name of a stack object is the name of an alloca of the IR function.";
    ObjectStack "object-stack" Parity Llc("StackID is not supported by target") "The stack id of an object is one that the target supports.";
    ObjectDead "object-dead" Choice Llc("LLVM ERROR: out of memory") "The size of an object is not 2^64 - 1, which marks dead objects in llc: llc does not print such an object and crashes on references to it.";
    IdReserved "id-reserved" Choice Llc("redefinition of stack object") "No id of an object, block or virtual register is 2^32 - 1 or 2^32 - 2, which llc's tables reserve: llc confuses or loses items with these ids, or crashes.";
    FixedObjectFlags "fixed-object-flags" Choice Llc("unknown key") "Only a fixed object of the default type is immutable or aliased.";
    ConstantTarget "constant-target" Parity Llc("Can't parse target-specific constant pool entries yet") "No entry of the constant pool is target-specific.";
    ConstantValue "constant-value" Parity Llc("expected type") "The value of a constant consists of a type and a value of that type.";
    JumpTableBlock "jump-table-block" Error Manual("Machine Functions") "The targets in a jump table are blocks of the function.";
    CallSiteBlock "call-site-block" Parity Llc("call instruction block out of range") "The block of a call site or a called global is a valid position in the list of blocks.";
    CallSiteOffset "call-site-offset" Parity Llc("call instruction offset out of range") "The offset of a call site or a called global is a valid position in its block.";
    CallSiteCall "call-site-call" Parity Llc("call site info should reference call instruction") "A call site or a called global refers to a call.";
    KeyRegister "key-register" Parity Llc("expected a named register") "Live-ins, saved registers, arguments and entry values are physical registers (live-ins of a function, arguments and registers of a list may be `$noreg`); the register that a live-in is copied to is virtual.";
    StateConflict "state-conflict" Parity Llc("has explicit property NoPhi, but contains at least one PHI") "The body of a function agrees with its `isSSA`, `noPhis` and `noVRegs` where they are true.";
    FunctionInfo "function-info" Parity Llc("unknown key") "The keys of `machineFunctionInfo` are those of the target, with valid values.";
    SavePoint "save-point" Parity Llc("use of undefined machine basic block") "The save and restore points are blocks of the function.";
    // Virtual registers
    VirtualRepeated "virtual-repeated" Parity Llc("redefinition of virtual register") "A virtual register has one entry in `registers`.";
    VirtualClass "virtual-class" Parity Llc("use of undefined register class or register bank") "The class of a virtual register is a register class or register bank of the target, or `_`.";
    VirtualConflict "virtual-conflict" Parity Llc("conflicting register classes") "All references to a virtual register agree on its class or bank.";
    VirtualType "virtual-type" Parity Llc("inconsistent type for generic virtual register") "All references to a virtual register agree on its type.";
    VirtualUnknown "virtual-unknown" Parity Llc("Cannot determine class/bank of virtual register") "Every virtual register has a class, a bank or `_` in at least one place.";
    VirtualUntyped "virtual-untyped" Parity Llc("generic virtual registers must have a type") "The definition of a generic register gives the type of the register.";
    VirtualAllocatable "virtual-allocatable" Parity Llc("Cannot use non-allocatable class") "The class of a virtual register is allocatable.";
    VirtualPreferred "virtual-preferred" Parity Llc("preferred register can only be set for normal vregs") "Only a virtual register with a class has a preferred register.";
    VirtualBank "virtual-bank" Error Verifier("Register bank is too small for virtual register") "The type of a register is no wider than its bank.";
    // Blocks
    BlockRepeated "block-repeated" Parity Llc("redefinition of machine basic block") "Every block has a unique number.";
    BlockUndefined "block-undefined" Error Manual("Machine Basic Blocks") "A reference to a block names a block of the function.";
    BlockName "block-name" Error Manual("Block References") "The name after the number of a block is the name in its label.";
    SuccessorRepeated "successor-repeated" Error Verifier("MBB has duplicate entries in its successor list") "A block lists each successor once.";
    BlockLiveIn "block-live-in" Parity Llc("expected a named register") "A live-in of a block is a physical register.";
    // Names of the target
    OpcodeUnknown "opcode-unknown" Error Manual("Machine Instructions") "An opcode exists on the target.";
    RegisterUnknown "register-unknown" Error Manual("Registers") "A physical register exists on the target.";
    SubregisterUnknown "subregister-unknown" Error Manual("Registers") "A sub-register index exists on the target.";
    MaskUnknown "mask-unknown" Parity Llc("expected a machine operand") "A register mask exists on the target.";
    TargetFlagUnknown "target-flag-unknown" Parity Llc("use of undefined target flag") "Target flags exist on the target, with at most one direct flag, which comes first.";
    TargetIndexUnknown "target-index-unknown" Error Manual("Target-dependent Index Operands") "A target index exists on the target.";
    MemoryFlagUnknown "memory-flag-unknown" Parity Llc("use of undefined target MMO flag") "A quoted flag of a memory operand exists on the target.";
    // Register operands
    PhysicalPart "physical-part" Parity Llc("subregister index expects a virtual register") "A physical register has no sub-register index, no class and no type.";
    KilledDefinition "killed-definition" Parity Llc("cannot have a killed def operand") "A register definition is not marked `killed`.";
    DeadUse "dead-use" Parity Llc("cannot have a dead use operand") "A register use is not marked `dead`.";
    RegisterTargetFlags "register-target-flags" Parity Llc("register operands can't have target flags") "A register has no target flags.";
    DebugMark "debug-mark" Error Verifier("Register operand must not be marked debug") "Registers are marked `debug-use` only in debug instructions.";
    UndefDefinition "undef-definition" Error Verifier("Undef virtual register def operands require a subregister") "A definition of a virtual register is `undef` only with a sub-register index.";
    GenericUndef "generic-undef" Error Verifier("Generic virtual register use cannot be undef") "A generic register is never `undef`.";
    GenericPart "generic-part" Error Verifier("Generic virtual register does not allow subregister index") "A generic register has no sub-register index.";
    GenericType "generic-type" Error Verifier("Generic virtual register must have a valid type") "A generic register has a type.";
    RenamableReserved "renamable-reserved" Error Verifier("isRenamable set on reserved register") "No reserved register is marked `renamable`.";
    TiedIndex "tied-index" Parity Llc("use of invalid tied-def operand index") "`tied-def` refers to an operand that defines a register, and at most one `tied-def` refers to each operand.";
    // Operands against the opcode's row
    OperandsFew "operands-few" Error Verifier("Too few operands") "An instruction has at least the operands of its opcode.";
    OperandsMany "operands-many" Error Verifier("Extra explicit operand on non-variadic instruction") "An instruction has no operands beyond those of its opcode, unless the opcode is variadic.";
    ResultRegister "result-register" Error Verifier("Explicit definition must be a register") "The first operands of an opcode with results are register definitions.";
    UseRegister "use-register" Error Verifier("Explicit operand marked as def") "The explicit operands after the results are neither definitions nor implicit.";
    RegisterExpected "register-expected" Error Verifier("Expected a register operand") "An operand for which the opcode requires a register is a register.";
    RegisterUnexpected "register-unexpected" Error Verifier("Expected a non-register operand") "An operand for which the opcode requires a number is not a register.";
    OperandTied "operand-tied" Error Verifier("Tied physical registers must match") "Operands that the opcode ties are registers, the same register if both are physical, and tied to no other operand.";
    OperandUntied "operand-untied" Error Verifier("Explicit operand should not be tied") "Explicit operands are tied only where the opcode ties them.";
    RegisterClass "register-class" Error Verifier("Illegal physical register for instruction") "A register belongs to the class that the opcode requires or to a subclass of it.";
    RegisterPart "register-part" Error Verifier("Invalid subregister index for virtual register") "All registers of the class have the sub-register that the operand names.";
    ImplicitMissing "implicit-missing" Parity Llc("missing implicit register operand") "The implicit registers of an opcode are written out, except for calls and variadic opcodes.";
    MemoryLoad "memory-load" Error Verifier("Missing mayLoad flag") "Only an opcode that may load has a memory operand that loads.";
    MemoryStore "memory-store" Error Verifier("Missing mayStore flag") "Only an opcode that may store has a memory operand that stores.";
    AddressScale "address-scale" Error Verifier("Scale factor in address must be 1, 2, 4 or 8") "The scale of an X86 address is 1, 2, 4 or 8.";
    AddressDisplacement "address-displacement" Error Verifier("Displacement in address must fit into 32-bit signed integer") "The displacement of an X86 address fits 32 bits.";
    // Memory operands
    MemoryAlign "memory-align" Parity Llc("specified alignment is more aligned than offset") "The offset of a memory operand is a multiple of its `align`.";
    // Flags and suffixes
    FlagUnread "flag-unread" Parity Llc("unknown machine instruction name") "An instruction flag is one that llc can read, not only print.";
    ConvergenceControl "convergence-control" Error Verifier("Convergence control token") "Only convergent instructions use tokens of CONVERGENCECTRL instructions, at most one each; either all or none of them have tokens, and tokens are created only where this is allowed.";
    FlagConvergent "flag-convergent" Error Verifier("NoConvergent flag expected only on convergent instructions") "Only convergent instructions are marked `noconvergent`.";
    OtherRelease "other-release" Warning Llc("unknown key") "The release for which a file is judged reads every key and word of the file; reported only if a release other than LLVM 19 is given.";
    OlderSpelling "older-spelling" Warning Llc("accepts it") "Every construct has the spelling that llc 19 prints; reported only for files, because models do not keep spellings.";
    FlagMeaning "flag-meaning" Warning Manual("Instruction Flags") "An instruction flag precedes only an opcode for which the flag has a meaning.";
    DebugLocation "debug-location" Error Verifier("Missing DebugLoc for debug instruction") "A DBG_VALUE with four operands has a debug location.";
    DebugNumber "debug-number" Error Verifier("Metadata instruction should not have a value tracking number") "An instruction that emits no code has no debug instruction number.";
    CfiRegister "cfi-register" Parity Llc("invalid DWARF register") "The registers of CFI operations have DWARF numbers.";
    // Special opcodes
    CopyType "copy-type" Error Verifier("Copy Instruction is illegal with mismatching types") "A COPY between registers with types keeps the type.";
    CopySize "copy-size" Error Verifier("Copy Instruction is illegal with mismatching sizes") "A COPY between a register with a type and one without keeps the size; since LLVM 22, a physical register may have a class with values of the type instead.";
    SequenceOperands "sequence-operands" Error Verifier("Invalid number of operands for REG_SEQUENCE") "REG_SEQUENCE defines a whole virtual register from pairs of a register and a sub-register index.";
    ValueRegister "value-register" Error Llc("assertion `isReg()` of its verifier") "What COPY, INSERT_SUBREG and similar opcodes of every target take a value from is a register: llc without assertions takes anything else for no register.";
    InsertSize "insert-size" Error Verifier("INSERT_SUBREG expected inserted value to have equal or lesser size") "INSERT_SUBREG inserts a value that fits in the sub-register.";
    AssemblyOperands "assembly-operands" Error Verifier("Asm string must be an external symbol") "Inline assembly has a string, known flags and complete groups of operands, followed only by implicit registers.";
    StatepointOperands "statepoint-operands" Error Verifier("meta operands to STATEPOINT not constant!") "STATEPOINT has an id, a number of bytes, a number of arguments and a callee, and its constants follow the arguments.";
    FrameSetup "frame-setup" Error Verifier("FrameSetup is after another FrameSetup") "Call frame setup and destroy alternate, and both have the same size.";
    FrameAdjusts "frame-adjusts" Error Verifier("AdjustsStack not set in presence of a frame pseudo instruction") "Outside SSA form, a function that sets up call frames has adjustsStack.";
    // Generic opcodes
    GenericSelected "generic-selected" Error Verifier("Unexpected generic instruction in a Selected function") "A selected function has no generic opcodes or registers.";
    GenericBank "generic-bank" Error Verifier("Generic virtual register must have a bank in a RegBankSelected function") "In a function with regBankSelected, every generic register has a bank.";
    GenericRegister "generic-register" Error Verifier("generic instruction must use register operands") "An operand to which a generic opcode gives a type is a register.";
    GenericMissing "generic-missing" Error Verifier("Generic instruction is missing a virtual register type") "The registers of a generic opcode have types.";
    GenericMismatch "generic-mismatch" Error Verifier("Type mismatch in generic instruction") "Registers with the same type index of a generic opcode have the same type.";
    GenericPhysical "generic-physical" Error Verifier("Generic instruction cannot have physical register") "A generic opcode has no physical registers.";
    GenericBranch "generic-branch" Error Verifier("Branch instruction is missing a basic block operand") "A generic branch has a block operand, unless it is indirect.";
    GenericOperand "generic-operand" Choice Llc("assertions of its passes") "Operands of generic opcodes have the kind that the opcode requires, such as predicate, block or object.";
    GenericLanes "generic-lanes" Error Verifier("operand types must preserve number of vector elements") "Operations on vectors keep the number of elements.";
    GenericPointer "generic-pointer" Error Verifier("gep first operand must be a pointer") "Registers have pointer types exactly where the opcode works with pointers.";
    GenericSize "generic-size" Error Verifier("Generic extend has destination type no larger than source") "The sizes of the types of an operation fit: extensions widen, truncations narrow, bitcasts keep the size, and merges add up the sizes.";
    GenericVector "generic-vector" Error Verifier("G_BUILD_VECTOR must produce a vector from scalar operands") "Registers have vector types where the opcode works with vectors, with its number and type of elements.";
    GenericImmediate "generic-immediate" Error Verifier("size must be >= 1") "The immediates of a generic opcode are in its range.";
    GenericConstant "generic-constant" Error Verifier("inconsistent constant size") "A constant has the kind and the width of its register.";
    GenericMask "generic-mask" Error Verifier("Out of bounds shuffle index") "A shuffle mask has an index for each element of the result, and each index selects an element of the sources.";
    GenericIndex "generic-index" Error Verifier("Index type must match VectorIdxTy") "A vector index, and an offset that is added to a pointer, is as wide as the target's addresses.";
    GenericMemory "generic-memory" Error Verifier("Generic instruction accessing memory must have one mem operand") "Generic loads, stores, copies and fills have the memory operands that describe their accesses.";
    GenericMemorySize "generic-memory-size" Error Verifier("load memory size cannot exceed result size") "The size of a generic memory access fits the register, and is less than its size if the access extends.";
    GenericOrdering "generic-ordering" Error Verifier("atomic load cannot use release ordering") "A load has no release ordering, and a store has no acquire ordering.";
    GenericHint "generic-hint" Error Verifier("G_ASSERT_SEXT cannot change register bank") "An assertion does not change the bank or the class of the register.";
    GenericMeaning "generic-meaning" Warning Llc("accepts it") "The types of a generic opcode are types for which the opcode has a meaning.";
    // Control flow
    PhiOrder "phi-order" Error Verifier("Found PHI instruction after non-PHI") "PHIs precede all other instructions of a block.";
    PhiShape "phi-shape" Choice Llc("a crash") "A PHI defines a virtual register, and its operands are pairs of a register and a block.";
    PhiFlags "phi-flags" Error Verifier("Unexpected flag on PHI operand") "The registers of a PHI are not implicit, tied, or marked `internal`, `early-clobber` or `debug-use`.";
    PhiBlock "phi-block" Error Verifier("PHI input is not a predecessor block") "The incoming blocks of a PHI are predecessors of its block.";
    PhiComplete "phi-complete" Error Verifier("Missing PHI operand") "A PHI has a value for each predecessor of its block.";
    PhiLiveness "phi-liveness" Error Verifier("PHI operand is not live-out from predecessor") "A function with PHIs has tracksRegLiveness.";
    TerminatorLast "terminator-last" Error Verifier("Non-terminator instruction after the first terminator") "Only terminators follow a terminator.";
    BranchTarget "branch-target" Choice Llc("assertion `isMBB()` of its analysis of branches") "The target of a branch that llc analyzes is a block, and a condition code is a number: llc without assertions takes anything else for them.";
    BranchSuccessor "branch-successor" Error Verifier("MBB exits via jump or conditional branch, but its target isn't a CFG successor") "The target of a branch is a successor of its block.";
    BranchFallthrough "branch-fallthrough" Error Verifier("MBB conditionally falls through out of function") "A conditional branch falls through to the next block, which is a successor.";
    LandingPads "landing-pads" Error Verifier("MBB has more than one landing pad successor") "One successor of a block at most is a landing pad, unless the personality of the function handles exceptions in scopes.";
    AssemblyTarget "assembly-target" Error Verifier("INLINEASM_BR indirect target missing from successor list") "A block that inline assembly may jump to is a successor of its block.";
    BranchBarrier "branch-barrier" Error Verifier("MBB exits via unconditional fall-through but ends with a barrier instruction") "A block that falls through does not end with a barrier.";
    SuccessorUnexpected "successor-unexpected" Error Verifier("MBB has unexpected successors") "A block with analyzable branches has no successors except their targets, the next block if it falls through, landing pads and targets of inline assembly.";
    FallsOff "falls-off" Warning Manual("Machine Basic Blocks") "Control does not fall off the end of the function.";
    // Liveness
    DefinitionMissing "definition-missing" Error Verifier("Reading virtual register without a def") "A virtual register that is read has a definition.";
    DefinitionDominates "definition-dominates" Error Verifier("Virtual register defs don't dominate all uses") "Every path to a use of a virtual register passes a definition of it.";
    DefinitionBefore "definition-before" Choice Llc("accepts it") "In SSA form, a definition precedes its uses in the entry block too.";
    UseKilled "use-killed" Error Verifier("Using a killed virtual register") "A virtual register is not read after it is killed.";
    KilledNeeded "killed-needed" Error Verifier("Virtual register killed in block, but needed live out") "A virtual register that a block reads is not killed in an earlier block, unless it is defined again in between.";
    PhysicalUndefined "physical-undefined" Error Verifier("Using an undefined physical register") "With tracksRegLiveness, a physical register that is read is live-in or defined before.";
    LiveInAllocatable "live-in-allocatable" Error Verifier("MBB has allocatable live-in, but isn't entry, landing-pad, or inlineasm-br-indirect-target") "While there are PHIs, allocatable registers are live-in only in the entry block, landing pads and targets of inline assembly.";
    LiveInPredecessor "live-in-predecessor" Error Verifier("Live in register not found to be live out from predecessor") "A register that overlaps no other register, is not allocatable and is live-in in a block is live-out in all predecessors of that block.";
    BundleNested "bundle-nested" Parity Llc("nested instruction bundles are not allowed") "Bundles are neither nested nor empty.";
    // Reading; others of these rules are broken by text alone too
    LimitBytes "limit-bytes" Choice Llc("reads what fits memory") "A file has at most the configured number of bytes.";
    FileText "file-text" Parity Llc("Unrecognized character") "A file is UTF-8 text without control characters.";
    YamlSyntax "yaml-syntax" Error Manual("High Level Structure") "A file is a stream of YAML documents.";
    YamlSubset "yaml-subset" Choice Llc("goes over most of them") "Values nest only as deep as keys require, and there are no anchors, aliases, tags, directives or folded scalars.";
    DocumentKind "document-kind" Error Manual("Embedded Module") "The first document may be an IR module, and all others are functions.";
    KeyUnknown "key-unknown" Parity Llc("unknown key") "A mapping has only the keys of its kind.";
    KeyRepeated "key-repeated" Parity Llc("duplicated mapping key") "A mapping has each key at most once.";
    KeyMissing "key-missing" Parity Llc("missing required key") "A mapping has all keys that are required.";
    KeyValue "key-value" Parity Llc("invalid boolean") "The value of a key has the type and the range of the key.";
    BodySyntax "body-syntax" Error Manual("Machine Instructions") "A body, and a value in the syntax of bodies, follows the grammar of the manual.";
    BlockPosition "block-position" Error Manual("Machine Basic Blocks") "Instructions are in blocks, and a block begins at the start of a line.";
    BundleOpen "bundle-open" Parity Llc("expected '}'") "A bundle is closed in the block that opens it.";
    WordRepeated "word-repeated" Parity Llc("duplicate") "A flag or an attribute appears at most once.";
    NumberRange "number-range" Parity Llc("expected 32-bit integer (too large)") "A number is in the range of its field.";
    TypeRange "type-range" Parity Llc("invalid size for scalar type") "The sizes, element counts and address spaces in a type are in range.";
    LocationFields "location-fields" Parity Llc("DILocation requires") "A location that is written in place of a node has a line and a scope, no unknown field, and is not nested too deeply.";
}
