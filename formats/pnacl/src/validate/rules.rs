//! The rules as data: one row for each possible error in a module or a file.

irsmith_rules::rules! {
    documents {
        // The bitcode manual.
        Manual "manual";
        // The PNaCl ABI, by topic, which the ABI checker (abicheck) enforces.
        Abi "PNaCl ABI";
        // The tools that reject a module that breaks the rule, if manual and ABI are silent.
        Tools "";
    }
    // Types
    TypeUndefined "type-undefined" Error Manual("Types Block") "Every type id refers to a type of the module.";
    TypeIntegerWidth "type-integer-width" Error Manual("Integer Types") "Integers have 1, 8, 16, 32 or 64 bits.";
    TypeVectorShape "type-vector-shape" Error Manual("Vector Types") "Vectors are <4|8|16 x i1>, <16 x i8>, <8 x i16>, <4 x i32> or <4 x float>.";
    TypeForward "type-forward" Error Manual("Types Block") "A type refers only to types defined before it.";
    TypeVarargs "type-varargs" Error Abi("function types") "Function types take a fixed number of arguments.";
    TypeParameter "type-parameter" Error Manual("Function Type") "Parameters are scalars or vectors, not void or functions.";
    TypeResult "type-result" Error Manual("Function Type") "Functions return void, a scalar or a vector.";
    TypeRepeated "type-repeated" Warning Manual("Types Block") "Each type is defined once.";
    // Functions and names
    FunctionType "function-type" Error Manual("Function Address") "The type of a function is a function type.";
    FunctionSignature "function-signature" Error Abi("function types") "Parameters and results are not i1, i8 or i16, except in intrinsics.";
    FunctionUndefined "function-undefined" Error Abi("functions") "Every function except an intrinsic has a body.";
    DeclarationInternal "declaration-internal" Error Tools("LLVM verifier") "A function without a body is external.";
    DeclarationReplaced "declaration-replaced" Warning Tools("Subzero") "An intrinsic with addresses in its signature is external; LLVM's reader makes every such intrinsic external.";
    ExternalDefinition "external-definition" Error Abi("linkage") "Only _start is both defined and external.";
    EntryPoint "entry-point" Error Abi("entry point") "A program defines the external function _start.";
    IntrinsicUnknown "intrinsic-unknown" Error Abi("intrinsics") "A name that begins with llvm. is the name of an intrinsic.";
    IntrinsicSignature "intrinsic-signature" Error Manual("Intrinsic functions") "An intrinsic has the signature that belongs to its name.";
    IntrinsicDefined "intrinsic-defined" Error Tools("LLVM verifier") "An intrinsic has no body.";
    IntrinsicBody "intrinsic-body" Warning Manual("Intrinsic functions") "An intrinsic with addresses in its signature has no body; LLVM's reader drops such a body.";
    SymbolValue "symbol-value" Error Manual("Valuesymtab Block") "A name belongs to a function or global of the module.";
    SymbolEmpty "symbol-empty" Error Tools("bcdis") "A name has at least one character.";
    SymbolRepeated "symbol-repeated" Warning Tools("Subzero") "A name belongs to one value; the tools rename the second value.";
    SymbolRenamed "symbol-renamed" Warning Tools("Subzero") "A value has one name; the tools use the last one.";
    SymbolReserved "symbol-reserved" Error Tools("LLVM verifier") "No global has the name llvm.used, llvm.compiler.used, llvm.global_ctors or llvm.global_dtors.";
    SymbolNeedless "symbol-needless" Warning Manual("Valuesymtab Block") "Only intrinsics and the entry point have names.";
    // Globals
    GlobalEmpty "global-empty" Error Manual("Globals block") "Every global has an initializer.";
    InitializerEmpty "initializer-empty" Error Tools("bcdis, thaw") "A data initializer has at least one byte.";
    InitializerZero "initializer-zero" Error Abi("globals") "A compound initializer has at least one part that is not all zero.";
    RelocationTarget "relocation-target" Error Manual("Relocation Initializer") "A relocation refers to a function or global of the module.";
    IntrinsicAddress "intrinsic-address" Error Abi("intrinsics") "The address of an intrinsic is not taken.";
    IntrinsicRelocation "intrinsic-relocation" Warning Manual("Intrinsic functions") "A global does not hold the address of an intrinsic with addresses in its signature, because LLVM's reader replaces such an intrinsic.";
    AlignmentZero "alignment-zero" Warning Manual("Memory Blocks and Alignment") "The alignment of a global or alloca is not 0.";
    // Constants
    ConstantType "constant-type" Error Manual("Constants Blocks") "Integer literals have integer types, float literals have float types, and vector constants are undef.";
    ConstantVoid "constant-void" Warning Tools("Subzero") "Constants have first-class types.";
    LiteralRange "literal-range" Warning Manual("Constants Blocks") "Literals fit their type; the tools truncate them to it.";
    // Bodies and control flow
    BodyEmpty "body-empty" Error Manual("Function Blocks") "A body has at least one basic block.";
    MissingTerminator "missing-terminator" Error Manual("Function Blocks") "The last basic block ends with a terminator.";
    BlockUndefined "block-undefined" Error Manual("Function Blocks") "Branches, switches and phis refer only to basic blocks that exist.";
    BranchToEntry "branch-to-entry" Error Tools("bcdis, LLVM verifier") "No block branches to the entry block.";
    BranchCondition "branch-condition" Error Manual("Conditional Branch Instruction") "The condition of a branch is an i1.";
    ReturnType "return-type" Error Manual("Return Value Instruction") "A function returns a value of its result type, or no value if that type is void.";
    SwitchType "switch-type" Error Abi("switch") "The value of a switch is an i8, i16, i32 or i64.";
    SwitchCondition "switch-condition" Error Manual("Switch Instruction") "The value of a switch has the type that the switch states.";
    SwitchRepeated "switch-repeated" Error Tools("LLVM verifier") "The cases of a switch have different values.";
    SwitchEmpty "switch-empty" Warning Tools("Subzero") "A switch has at least one case.";
    // Values and forward declarations
    ValueUndefined "value-undefined" Error Manual("PNaCl Identifiers") "Operands refer to values that exist.";
    ForwardUndeclared "forward-undeclared" Error Manual("Forward type declaration") "A value that is used before its definition has a forward declaration before that use.";
    DeclarationUndefined "declaration-undefined" Error Tools("thaw") "A value with a forward declaration is defined later in the function.";
    DeclarationLate "declaration-late" Error Tools("thaw") "A forward declaration declares a value that is not defined yet.";
    DeclarationRepeated "declaration-repeated" Error Tools("thaw") "A value has one forward declaration.";
    DeclarationType "declaration-type" Error Manual("Forward type declaration") "A value has the type that its forward declaration states.";
    DeclarationVoid "declaration-void" Warning Tools("Subzero") "A forward declaration states a first-class type.";
    Dominance "dominance" Error Tools("LLVM verifier") "A definition dominates its uses in reachable blocks.";
    // Instructions
    BinaryOperands "binary-operands" Error Manual("Integer Binary Instructions") "Both operands of a binary operation have the same type.";
    BinaryType "binary-type" Error Manual("Integer Binary Instructions") "A binary operation exists for the type of its operands.";
    BinaryBoolean "binary-boolean" Error Abi("arithmetic") "Only and, or and xor work on i1 and vectors of i1.";
    CastTypes "cast-types" Error Manual("Conversion Instructions") "A conversion exists from the type of its operand to its result type.";
    CompareOperands "compare-operands" Error Manual("Integer Comparison Instructions") "Both operands of a comparison have the same type.";
    ComparePredicate "compare-predicate" Error Manual("Integer Comparison Instructions") "The predicate belongs to the type of the operands.";
    CompareBoolean "compare-boolean" Error Abi("comparisons") "Values of i1 and vectors of i1 are not compared.";
    SelectOperands "select-operands" Error Manual("Select Instruction") "Both choices of a select have the same type.";
    SelectCondition "select-condition" Error Manual("Select Instruction") "The condition of a select is an i1, or has an i1 for each lane.";
    SelectScalar "select-scalar" Warning Manual("Select Instruction") "The condition of a select between vectors is a vector.";
    VectorOperand "vector-operand" Error Manual("Extract Element Instruction") "The first operand of extractelement and insertelement is a vector.";
    VectorIndex "vector-index" Error Abi("vectors") "A lane index is an i32 constant less than the number of lanes.";
    VectorElement "vector-element" Error Manual("Insert Element Instruction") "The value that is inserted into a lane has the type of the lane.";
    AddressOperand "address-operand" Error Tools("abicheck, LLVM verifier") "The address of a function, global or alloca, or an address that an intrinsic returns, is not the size of an alloca, a vector element or the operand of a bitcast, unless the value has a forward declaration.";
    AllocaSize "alloca-size" Error Manual("Alloca Instruction") "The size of an alloca is an i32.";
    AddressType "address-type" Error Manual("Memory Blocks and Alignment") "Addresses are i32.";
    AccessType "access-type" Error Abi("memory") "Loads and stores work on scalars and vectors, except i1 and vectors of i1.";
    AccessAlignment "access-alignment" Error Manual("Memory Blocks and Alignment") "Integers are aligned to 1, float to 1 or 4, double to 1 or 8, and vectors to the size of their elements.";
    CallCallee "call-callee" Error Manual("Direct Procedure Call") "The callee of a direct call is a function.";
    CallArguments "call-arguments" Error Manual("Direct Procedure Call") "The arguments match the parameters in number and types.";
    CallIndirectType "call-indirect-type" Error Abi("function types") "Arguments and results of indirect calls have types that are allowed in function types.";
    IntrinsicArgument "intrinsic-argument" Error Abi("intrinsics") "Alignments, memory orders, operations and flags of intrinsics are constants from the lists of allowed values.";
    MemoryOrder "memory-order" Error Abi("atomic operations") "The memory order of a compare-and-exchange on failure is not stronger than its memory order on success.";
    PhiPosition "phi-position" Error Manual("Phi Instruction") "Phis precede all other instructions of their block.";
    PhiType "phi-type" Error Manual("Phi Instruction") "A phi has a first-class type.";
    PhiValue "phi-value" Error Manual("Phi Instruction") "The incoming values of a phi have the type of the phi.";
    PhiEmpty "phi-empty" Error Tools("bcdis, LLVM verifier") "A phi has at least one incoming value.";
    PhiPredecessors "phi-predecessors" Error Tools("LLVM verifier") "A phi has one incoming value for each edge into its block.";
    PhiEdges "phi-edges" Error Tools("LLVM verifier") "A phi has the same incoming value on all edges from one block.";
    // Notes of the reader
    ExtraOperands "extra-operands" Error Tools("bcdis") "A record has no operands after those of its form.";
    ExtraIgnored "extra-ignored" Warning Tools("Subzero") "Switches have no operands after their cases, and binary operations have no flags.";
    CountLate "count-late" Error Tools("bcdis") "A count record is the first of its block.";
    CountMissing "count-missing" Error Tools("bcdis, thaw") "A block that defines types or globals states their number.";
    CountRepeated "count-repeated" Error Tools("bcdis") "The number of basic blocks is stated once.";
    ModuleVersion "module-version" Error Manual("Module Block") "The version of a module is 1.";
    TypesRepeated "types-repeated" Error Tools("bcdis, thaw") "A module has one types block.";
    GlobalsRepeated "globals-repeated" Error Tools("bcdis") "A globals block is empty if an earlier one defines globals.";
    GlobalsEarly "globals-early" Warning Tools("Subzero") "Functions are declared before globals.";
    AddressesLate "addresses-late" Warning Manual("Module Block") "Functions and globals precede the symbol table and the function bodies.";
    ConstantsLate "constants-late" Warning Manual("Constants Blocks") "Constants precede the instructions of a function.";
    ValueNumbering "value-numbering" Error Manual("Function Blocks") "Operands have the same numbers in the order of records as by kind: functions, globals, parameters, constants, results.";
    BodyOrder "body-order" Error Manual("Function Blocks") "The bodies of functions are in the order of the functions for every tool, also if functions follow bodies.";
    ValueDensity "value-density" Error Tools("bcdis") "A function block of n words of 32 bits has at most 8 n + 1 values of instructions.";
    VersionMissing "version-missing" Warning Manual("Module Block") "A module states its version.";
    VersionLate "version-late" Warning Manual("Module Block") "The version of a module precedes its blocks and functions.";
    VersionRepeated "version-repeated" Warning Manual("Module Block") "A module states its version once.";
    AbbreviationsLate "abbreviations-late" Warning Manual("Abbreviations Block") "The abbreviations block precedes the other blocks and the functions.";
    AbbreviationsBlock "abbreviations-block" Warning Manual("Module Block") "A module has at most one abbreviations block.";
    CountAfterDeclaration "count-after-declaration" Warning Manual("Function Blocks") "The number of basic blocks precedes forward declarations.";
    CountAfterConstants "count-after-constants" Warning Manual("Function Blocks") "The number of basic blocks precedes constants.";
    ConstantFlag "constant-flag" Warning Manual("Global Constant Addresses") "The constant flag of a global is 0 or 1.";
    BlockLength "block-length" Error Tools("thaw") "The lengths of function blocks, and of abbreviations blocks after the first, are correct: tools skip these blocks by them.";
    SymbolsLate "symbols-late" Error Tools("bcdis") "The symbol table precedes the function bodies.";
    SymbolsRepeated "symbols-repeated" Warning Tools("Subzero") "A module has one symbol table.";
    SymbolRecord "symbol-record" Error Tools("bcdis") "A symbol table contains only entries.";
    WideCharacter "wide-character" Error Tools("bcdis") "Bytes and characters are less than 256.";
    SectionUnknown "section-unknown" Error Tools("bcdis") "Sections of the abbreviations block belong to known kinds of blocks.";
    CaseKind "case-kind" Warning Manual("Switch Instruction") "Each case of a switch has the constant 1 before its value.";
    PrototypeFlag "prototype-flag" Warning Tools("Subzero") "A prototype flag is 0 or 1.";
    VarargsFlag "varargs-flag" Warning Tools("Subzero") "A varargs flag is 0 or 1.";
    AbbreviationIds "abbreviation-ids" Warning Manual("Enter Block Record") "The width of abbreviation ids is at most 32 bits.";
    CompoundSingle "compound-single" Warning Tools("Subzero") "A compound initializer has at least two parts.";
    // Errors that make a file unreadable
    LimitBytes "limit-bytes" Error Tools("this reader") "A file has at most the configured number of bytes.";
    LimitRecords "limit-records" Error Tools("this reader") "A file has at most the configured number of records.";
    LimitOperands "limit-operands" Error Tools("this reader") "A file has at most the configured number of operands.";
    LimitNesting "limit-nesting" Error Tools("this reader") "Blocks nest at most to the configured depth.";
    LimitIndices "limit-indices" Error Tools("this reader") "A file has at most as many values as operands can refer to.";
    FileTruncated "file-truncated" Error Tools("bcdis, Subzero") "A file contains the whole of its last record and block.";
    VbrSize "vbr-size" Error Tools("all tools") "A variable-width (VBR) value has at most 64 bits.";
    HeaderMagic "header-magic" Error Manual("Header Record") "A file begins with PEXE.";
    HeaderField "header-field" Error Tools("all tools") "Header fields are known, appear once, and have the right type and size.";
    HeaderVersion "header-version" Error Manual("Header Record") "The PNaCl version of a file is 2.";
    ModuleMissing "module-missing" Error Manual("Module Block") "The header is followed by the module block.";
    FileTrailing "file-trailing" Error Tools("all tools") "Nothing follows the module block.";
    RecordOutside "record-outside" Error Manual("Module Block") "Every record is inside a block.";
    AbbreviationWidth "abbreviation-width" Error Tools("all tools") "The width of abbreviation ids is 1 to 64 bits.";
    NumberSize "number-size" Error Tools("all tools") "Block ids, record codes and counts have at most 32 bits.";
    AbbreviationUndefined "abbreviation-undefined" Error Manual("Abbreviation Record") "Records use abbreviations that are defined for their block.";
    AbbreviationForm "abbreviation-form" Error Manual("Abbreviation Record") "Abbreviations have operands of known encodings, with an array only at the end.";
    AbbreviationFit "abbreviation-fit" Error Manual("Abbreviation Record") "An abbreviation can represent the values of its records.";
    RecordCode "record-code" Error Tools("all tools") "Every record has a code.";
    BlockBalance "block-balance" Error Manual("Exit Block Record") "Every block that is entered is exited.";
    BlockPlace "block-place" Error Manual("PNaCl Blocks") "Blocks are of known kinds and nested in the blocks where they belong.";
    RecordUnknown "record-unknown" Error Manual("PNaCl Records") "Every record has a code that is known in its block.";
    OperandCount "operand-count" Error Manual("PNaCl Records") "A record has the operands of its form.";
    OperandRange "operand-range" Error Manual("PNaCl Records") "An operand is in the range of its kind.";
    OperandUndefined "operand-undefined" Error Manual("PNaCl Identifiers") "Operands refer to values that are defined somewhere in the function.";
    CallTarget "call-target" Error Manual("Direct Procedure Call") "A direct call refers to a function address.";
    FunctionTypeId "function-type-id" Error Manual("Function Address") "A function record refers to a function type.";
    ConstantUntyped "constant-untyped" Error Manual("Set Type") "A settype record precedes the first constant.";
    InitializerPlace "initializer-place" Error Manual("Globals block") "Every initializer belongs to a global, and every global has as many initializers as it needs.";
    CountMismatch "count-mismatch" Error Manual("Count Record") "A count equals the number of items that follow.";
    BodyMismatch "body-mismatch" Error Manual("Function Blocks") "Every defined function has a body, and every body belongs to a defined function.";
}
