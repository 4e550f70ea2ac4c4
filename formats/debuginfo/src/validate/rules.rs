//! The rules as data: one row for each possible error in a module or a file.

irsmith_rules::rules! {
    documents {
        // The specification of the debug set.
        DebugInfo "DebugInfo 1.00";
        // The core specification of SPIR-V.
        Core "SPIR-V";
        // The experimental list, by operation.
        Experimental "experimental operations";
        // The tools that reject a module that breaks the rule.
        Tools "";
    }
    // Header
    HeaderVersion "header-version" Parity Core("2.3") "The version of SPIR-V is 1.0 to 1.6.";
    HeaderSchema "header-schema" Error Core("2.3") "The last word of the header is zero.";
    BoundLimit "bound-limit" Parity Core("2.17") "The bound is at most 4,194,303, which is all that readers must bear.";
    // Ids
    IdZero "id-zero" Error Core("2.3") "No id is zero.";
    IdBound "id-bound" Error Core("2.3") "Every id is less than the bound.";
    IdRepeated "id-repeated" Error Core("2.16.1") "An id is defined once.";
    IdUndefined "id-undefined" Error Core("2.16.1") "An id that is used is defined.";
    IdOrder "id-order" Error Core("2.16.1") "A definition stands before its uses, but for names, branches, calls, phis and forward pointers.";
    IdFunction "id-function" Error Core("2.16.1") "What a function defines is used only there.";
    // Words of core instructions
    InstructionUnknown "instruction-unknown" Error Core("3") "Every instruction is one of the core grammar, or of its extended set.";
    OperandCount "operand-count" Error Core("3") "An instruction has the operands of its grammar, no fewer and no more.";
    EnumerantUnknown "enumerant-unknown" Error Core("3") "Enumerants and bits of masks are those of the grammar.";
    NumberType "number-type" Error Core("2.2.1") "A literal number stands beside a type that says how wide it is.";
    CoreOperand "core-operand" Error Core("3") "Operands of core instructions are values, but types where a type is given or declared, and labels where a branch goes.";
    VectorSize "vector-size" Error Core("2.16.1") "A vector type has 2, 3, 4, 8 or 16 components, or with LongVectorEXT any number.";
    SetImport "set-import" Error DebugInfo("2") "The set of an extended instruction is an OpExtInstImport.";
    SetRepeated "set-repeated" Warning DebugInfo("1") "A module imports one debug set once.";
    // Sections, functions and blocks
    MemoryModel "memory-model" Error Core("2.4") "A module has one OpMemoryModel.";
    SectionOrder "section-order" Error Core("2.4") "Instructions stand in the section of the module that is theirs.";
    FunctionNested "function-nested" Error Core("2.4") "A function ends before the next begins.";
    FunctionEnd "function-end" Error Core("2.4") "Every OpFunction has its OpFunctionEnd, behind a finished block.";
    FunctionOrder "function-order" Error Core("2.4") "Functions without a body stand before those with one.";
    ParameterPosition "parameter-position" Error Core("2.4") "Parameters stand before the first block of their function.";
    BlockLabel "block-label" Error Core("2.4") "Instructions of a function stand in blocks, which begin with a label.";
    BlockTerminator "block-terminator" Error Core("2.4") "A block ends with a termination instruction.";
    MergePosition "merge-position" Error Core("2.11") "A merge instruction stands directly before the branch that ends its block, which is of its kind.";
    // Debug instructions
    DebugInstruction "debug-instruction" Error DebugInfo("3.1") "A debug instruction is one of its set.";
    DebugOperands "debug-operands" Error DebugInfo("4") "A debug instruction has as many words as its row asks for.";
    ResultType "result-type" Error DebugInfo("2") "The result type of a debug instruction is OpTypeVoid.";
    DebugPlacement "debug-placement" Error DebugInfo("2") "All debug instructions but four stand between section 9 and the first function.";
    DebugInterleaved "debug-interleaved" Error DebugInfo("2") "No type, constant or global variable follows the first debug instruction.";
    BodyPlacement "body-placement" Error DebugInfo("2") "DebugScope, DebugNoScope, DebugDeclare and DebugValue stand in functions.";
    BlockPlacement "block-placement" Choice DebugInfo("2") "In a function, those four stand in blocks.";
    DebugOrder "debug-order" Parity Tools("SPIRV-Tools") "Only members of a composite and the function of a DebugFunction are named before they are defined.";
    DebugUsed "debug-used" Error DebugInfo("2") "Only debug instructions, names and decorations refer to debug instructions and to their set, so that all can be removed at once.";
    // References of ids
    OperandName "operand-name" Error DebugInfo("2") "Names are OpStrings.";
    OperandText "operand-text" Error DebugInfo("4.9") "Names and texts of macros and files are OpStrings.";
    OperandSource "operand-source" Choice DebugInfo("4.2") "A source is an OpString in DebugInfo, a DebugSource in the other sets, or DebugInfoNone.";
    OperandSize "operand-size" Error DebugInfo("4.3") "A size is an integer OpConstant, or DebugInfoNone for an opaque type.";
    OperandOffset "operand-offset" Error DebugInfo("4.3") "An offset is an integer OpConstant.";
    OperandCountOf "operand-component-count" Error DebugInfo("4.3") "A component count is an integer OpConstant; in OpenCL.DebugInfo.100 a variable may hold it.";
    OperandEnumerator "operand-enumerator" Error DebugInfo("4.3") "The value of an enumerator is an integer OpConstant.";
    OperandInitializer "operand-initializer" Error DebugInfo("4.3") "The value of a static member is an OpConstant.";
    OperandTemplateValue "operand-template-value" Error DebugInfo("4.4") "The value of a template parameter is an integer OpConstant, and DebugInfoNone where the parameter is a type.";
    OperandType "operand-type" Error DebugInfo("4.3") "A type is described by a debug instruction for types.";
    OperandReturnType "operand-return-type" Error DebugInfo("4.3") "A return type is a type or OpTypeVoid.";
    OperandFunctionType "operand-function-type" Error DebugInfo("4.6") "The type of a function is a DebugTypeFunction.";
    OperandComposite "operand-composite" Error DebugInfo("4.3") "A type with members is a DebugTypeComposite, or the DebugTypeTemplate of one.";
    OperandMember "operand-member" Error DebugInfo("4.3") "Members are DebugTypeMember, DebugFunction or DebugTypeInheritance.";
    OperandStaticMember "operand-static-member" Error DebugInfo("4.5") "The declaration of a static member is a DebugTypeMember.";
    OperandScope "operand-scope" Choice DebugInfo("4.7") "A scope is a compilation unit, function, lexical block or its discriminator, composite type, or the template of one of these.";
    OperandNarrowScope "operand-narrow-scope" Error DebugInfo("4.3, 4.5") "Composite types and global variables lie in a compilation unit, function, lexical block or composite type.";
    OperandTemplateTarget "operand-template-target" Error DebugInfo("4.4") "A template makes a class, a structure or a function.";
    OperandTemplateParameter "operand-template-parameter" Error DebugInfo("4.4") "Parameters of a template are debug instructions for template parameters.";
    OperandPackedParameter "operand-packed-parameter" Error DebugInfo("4.4") "A parameter pack stands for DebugTypeTemplateParameters.";
    OperandGlobal "operand-global" Error DebugInfo("4.5") "A global variable is an OpVariable or a constant, or DebugInfoNone.";
    OperandFunction "operand-function" Error DebugInfo("4.6") "A function is an OpFunction, or DebugInfoNone.";
    OperandDeclaration "operand-declaration" Error DebugInfo("4.6") "The declaration of a function is a DebugFunctionDeclaration.";
    OperandInlinedAt "operand-inlined-at" Error DebugInfo("4.7") "A place of inlining is a DebugInlinedAt.";
    OperandLocalVariable "operand-local-variable" Error DebugInfo("4.8") "A local variable is a DebugLocalVariable.";
    OperandVariable "operand-variable" Error DebugInfo("4.8") "A local variable lives in an OpVariable or an OpFunctionParameter.";
    OperandValue "operand-value" Error DebugInfo("4.8") "The value of a variable is the result of an instruction that makes a value.";
    OperandIndex "operand-index" Error DebugInfo("4.8") "Indexes are integers, as in OpAccessChain.";
    OperandExpression "operand-expression" Error DebugInfo("4.8") "An expression is a DebugExpression.";
    OperandOperation "operand-operation" Error DebugInfo("4.8") "An expression is made of DebugOperations.";
    OperandMacro "operand-macro" Error DebugInfo("4.9") "The macro that ends is a DebugMacroDef.";
    OperandEntity "operand-entity" Choice Tools("OpenCL.DebugInfo.100") "What is imported is a scope, type, variable, function or its declaration.";
    // Literals
    DebugEnumerant "debug-enumerant" Error DebugInfo("3") "Enumerants are those of the set.";
    DebugFlags "debug-flags" Error DebugInfo("3.2") "Only flags of the set are given.";
    StorageClass "storage-class" Error DebugInfo("4.3") "A storage class is one of the core specification.";
    StorageClassNone "storage-class-none" Parity Tools("SPIRV-Tools") "A storage class is given; all ones, which the translator writes for none, are refused.";
    StorageClassCapability "storage-class-capability" Parity Tools("SPIRV-Tools") "The module declares a capability that the storage class needs.";
    DwarfVersion "dwarf-version" Warning DebugInfo("4.2") "The version of DWARF is 2 to 5.";
    ArrayCounts "array-counts" Error DebugInfo("4.3") "An array has at least one component count.";
    ArrayZero "array-zero" Warning Tools("SPIRV-Tools") "A component count is not zero.";
    VectorCount "vector-count" Choice DebugInfo("4.3") "A vector has elements.";
    ArgumentNumber "argument-number" Choice DebugInfo("4.8") "Numbers of formal parameters count from 1.";
    // Types and scopes
    OpaqueMembers "opaque-members" Error DebugInfo("2") "A composite type of unknown size is opaque and has no members.";
    OpaqueName "opaque-name" Error DebugInfo("2") "The name of an opaque type starts with @.";
    OpaqueSize "opaque-size" Warning DebugInfo("2") "Only names of opaque types start with @.";
    MemberParent "member-parent" Error DebugInfo("4.3") "The parent of a member is the composite type that lists it.";
    MemberUnlisted "member-unlisted" Warning DebugInfo("4.3") "Members and inheritances are listed by their composite type.";
    InheritanceChild "inheritance-child" Error DebugInfo("4.3") "The child of an inheritance is the composite type that lists it.";
    InheritanceUnion "inheritance-union" Error DebugInfo("4.3") "Only classes and structures inherit and are inherited from.";
    DeclareParameter "declare-parameter" Warning DebugInfo("4.8") "DebugDeclare names an OpVariable; a parameter is read by the tools all the same.";
    ParentCycle "parent-cycle" Choice DebugInfo("4.7") "No scope lies in itself.";
    InlinedCycle "inlined-cycle" Choice DebugInfo("4.7") "No place of inlining is inlined into itself.";
    BaseCycle "base-cycle" Choice DebugInfo("4.3") "No type is made from itself by pointers, qualifiers, arrays, vectors and names alone.";
    TypeContained "type-contained" Choice DebugInfo("4.3") "No type contains itself, but behind a pointer, a function or as a static member.";
    // Operations
    OperationUnknown "operation-unknown" Error DebugInfo("3.6") "An operation is one of the set or of the experimental list.";
    OperationLiterals "operation-literals" Error DebugInfo("3.6") "An operation has the number of literals that its list states.";
    OperationBeyondSet "operation-beyond-set" Warning DebugInfo("3.6") "Operations are those of the imported set; SPIRV-Tools refuses the experimental ones.";
    OperationReserved "operation-reserved" Warning Experimental("reserved") "Reserved operations are not used: no tool supports them.";
    PickIndex "pick-index" Error Experimental("Pick") "The index of Pick is at most 255.";
    DerefSize "deref-size" Error Experimental("DerefSize, XDerefSize") "A dereference reads at most as many bytes as an address has.";
    ConvertEncoding "convert-encoding" Warning Experimental("Convert") "The encoding of Convert is a DWARF attribute encoding, 1 to 18.";
    // Errors that make a file unreadable or a module unwritable
    LimitBytes "limit-bytes" Choice Tools("this reader") "A file has at most the configured number of bytes.";
    HeaderMagic "header-magic" Error Core("2.3") "A file begins with the magic number.";
    HeaderTruncated "header-truncated" Error Core("2.3") "A header has five words.";
    WordTruncated "word-truncated" Error Core("2.3") "A file is made of words of four bytes.";
    WordCountZero "word-count-zero" Error Core("2.3") "Every instruction has a word count of at least one.";
    WordCountPast "word-count-past" Error Core("2.3") "Every instruction ends within the file.";
    InstructionLength "instruction-length" Error Core("2.17") "An instruction has at most 65,535 words.";
}
