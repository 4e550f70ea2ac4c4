//! The rules as data: one row for each possible error in a module or a file.

irsmith_rules::rules! {
    documents {
        // The specification of the debug set.
        DebugInfo "DebugInfo 1.00";
        // The core specification of SPIR-V.
        Core "SPIR-V";
        // The specification of NonSemantic.Shader.DebugInfo, by instruction.
        Shader "NonSemantic.Shader.DebugInfo";
        // The experimental list, by operation.
        Experimental "experimental operations";
        // The tools that reject a module that breaks the rule.
        Tools "";
    }
    // Header
    HeaderVersion "header-version" Parity Core("2.3") "The version of SPIR-V is 1.0 to 1.6.";
    HeaderSchema "header-schema" Error Core("2.3") "The last word of the header is zero.";
    BoundLimit "bound-limit" Parity Core("2.17") "The bound is at most 4,194,303, the largest bound that every reader must support.";
    // Ids
    IdZero "id-zero" Error Core("2.3") "No id is zero.";
    IdBound "id-bound" Error Core("2.3") "Every id is less than the bound.";
    IdRepeated "id-repeated" Error Core("2.16.1") "An id is defined once.";
    IdUndefined "id-undefined" Error Core("2.16.1") "An id that is used is defined.";
    IdOrder "id-order" Error Core("2.16.1") "A definition precedes its uses, except in names, branches, calls, phis and forward pointers.";
    IdFunction "id-function" Error Core("2.16.1") "An id that a function defines is used only in that function.";
    // Words of core instructions
    InstructionUnknown "instruction-unknown" Error Core("3") "Every instruction belongs to the core grammar or to its extended instruction set.";
    OperandCount "operand-count" Error Core("3") "An instruction has exactly the operands of its grammar.";
    EnumerantUnknown "enumerant-unknown" Error Core("3") "Enumerants and bits of masks belong to the grammar.";
    NumberType "number-type" Error Core("2.2.1") "A literal number has a type that gives its width.";
    NumberBits "number-bits" Error Core("2.2.1") "The bits of a literal number that its type does not have are copies of the sign of a signed integer, otherwise zero.";
    CoreOperand "core-operand" Error Core("3") "Operands of core instructions are values, except types where a type is given or declared, and labels where a branch goes.";
    VectorSize "vector-size" Error Core("2.16.1") "A vector type has 2, 3, 4, 8 or 16 components, or any number with LongVectorEXT.";
    SetImport "set-import" Error DebugInfo("2") "The set of an extended instruction is an OpExtInstImport.";
    SetRepeated "set-repeated" Warning DebugInfo("1") "A module imports only one debug set.";
    // Sections, functions and blocks
    MemoryModel "memory-model" Error Core("2.4") "A module has one OpMemoryModel.";
    SectionOrder "section-order" Error Core("2.4") "Every instruction is in its section of the module.";
    FunctionNested "function-nested" Error Core("2.4") "A function ends before the next begins.";
    FunctionEnd "function-end" Error Core("2.4") "Every OpFunction has its OpFunctionEnd, which follows a terminated block.";
    FunctionOrder "function-order" Error Core("2.4") "Functions without a body precede functions with a body.";
    ParameterPosition "parameter-position" Error Core("2.4") "Parameters precede the first block of their function.";
    BlockLabel "block-label" Error Core("2.4") "Instructions of a function are in blocks, which begin with a label.";
    BlockTerminator "block-terminator" Error Core("2.4") "A block ends with a termination instruction.";
    MergePosition "merge-position" Error Core("2.11") "A merge instruction immediately precedes the branch that ends its block, and matches the kind of that branch.";
    // Debug instructions
    DebugInstruction "debug-instruction" Error DebugInfo("3.1") "A debug instruction belongs to its set.";
    DebugOperands "debug-operands" Error DebugInfo("4") "A debug instruction has the number of operands that the specification defines.";
    ResultType "result-type" Error DebugInfo("2") "The result type of a debug instruction is OpTypeVoid.";
    DebugPlacement "debug-placement" Error DebugInfo("2") "All debug instructions except DebugScope, DebugNoScope, DebugDeclare and DebugValue are between section 9 and the first function.";
    DebugInterleaved "debug-interleaved" Error DebugInfo("2") "No type, constant or global variable follows the first debug instruction.";
    BodyPlacement "body-placement" Error DebugInfo("2") "DebugScope, DebugNoScope, DebugDeclare and DebugValue are in functions.";
    BlockPlacement "block-placement" Choice DebugInfo("2") "In a function, DebugScope, DebugNoScope, DebugDeclare and DebugValue are in blocks.";
    DebugOrder "debug-order" Parity Tools("SPIRV-Tools") "Only members of a composite and the function of a DebugFunction are used before they are defined.";
    DebugUsed "debug-used" Error DebugInfo("2") "Only debug instructions, names and decorations refer to debug instructions and to their set, so that all of them can be removed at once.";
    // References of ids
    OperandName "operand-name" Error DebugInfo("2") "Names are OpStrings.";
    OperandText "operand-text" Error DebugInfo("4.9") "Names and texts of macros and files are OpStrings.";
    OperandSource "operand-source" Choice DebugInfo("4.2") "A source is an OpString in DebugInfo, a DebugSource in the other sets, or DebugInfoNone.";
    OperandSize "operand-size" Error DebugInfo("4.3") "A size is an integer OpConstant, or DebugInfoNone for an opaque type.";
    OperandOffset "operand-offset" Error DebugInfo("4.3") "An offset is an integer OpConstant.";
    OperandCountOf "operand-component-count" Error DebugInfo("4.3") "A component count is an integer OpConstant, or in OpenCL.DebugInfo.100 also a variable.";
    OperandEnumerator "operand-enumerator" Error DebugInfo("4.3") "The value of an enumerator is an integer OpConstant.";
    OperandInitializer "operand-initializer" Error DebugInfo("4.3") "The value of a static member is an OpConstant.";
    OperandTemplateValue "operand-template-value" Error DebugInfo("4.4") "The value of a template parameter is an integer OpConstant, or DebugInfoNone if the parameter is a type.";
    OperandType "operand-type" Error DebugInfo("4.3") "A type is a debug instruction that describes a type.";
    OperandReturnType "operand-return-type" Error DebugInfo("4.3") "A return type is a type or OpTypeVoid.";
    OperandFunctionType "operand-function-type" Error DebugInfo("4.6") "The type of a function is a DebugTypeFunction.";
    OperandComposite "operand-composite" Error DebugInfo("4.3") "A composite type is a DebugTypeComposite or the DebugTypeTemplate of one.";
    OperandMember "operand-member" Error DebugInfo("4.3") "Members are DebugTypeMember, DebugFunction or DebugTypeInheritance.";
    OperandStaticMember "operand-static-member" Error DebugInfo("4.5") "The declaration of a static member is a DebugTypeMember.";
    OperandScope "operand-scope" Choice DebugInfo("4.7") "A scope is a compilation unit, function, lexical block or its discriminator, composite type, or the template of one of these.";
    OperandNarrowScope "operand-narrow-scope" Error DebugInfo("4.3, 4.5") "The scope of a composite type or global variable is a compilation unit, function, lexical block or composite type.";
    OperandTemplateTarget "operand-template-target" Error DebugInfo("4.4") "The target of a template is a class, a structure or a function.";
    OperandTemplateParameter "operand-template-parameter" Error DebugInfo("4.4") "Parameters of a template are debug instructions for template parameters.";
    OperandPackedParameter "operand-packed-parameter" Error DebugInfo("4.4") "The elements of a parameter pack are DebugTypeTemplateParameters.";
    OperandGlobal "operand-global" Error DebugInfo("4.5") "A global variable is an OpVariable, a constant or DebugInfoNone.";
    OperandFunction "operand-function" Error DebugInfo("4.6") "A function is an OpFunction or DebugInfoNone.";
    OperandDeclaration "operand-declaration" Error DebugInfo("4.6") "The declaration of a function is a DebugFunctionDeclaration.";
    OperandInlinedAt "operand-inlined-at" Error DebugInfo("4.7") "An inlining location is a DebugInlinedAt.";
    OperandLocalVariable "operand-local-variable" Error DebugInfo("4.8") "A local variable is a DebugLocalVariable.";
    OperandVariable "operand-variable" Error DebugInfo("4.8") "A local variable is stored in an OpVariable or an OpFunctionParameter.";
    OperandValue "operand-value" Error DebugInfo("4.8") "The value of a variable is the result of an instruction that produces a value.";
    OperandIndex "operand-index" Error DebugInfo("4.8") "Indexes are integers, as in OpAccessChain.";
    OperandExpression "operand-expression" Error DebugInfo("4.8") "An expression is a DebugExpression.";
    OperandOperation "operand-operation" Error DebugInfo("4.8") "The operations of an expression are DebugOperations.";
    OperandMacro "operand-macro" Error DebugInfo("4.9") "A DebugMacroUndef refers to a DebugMacroDef.";
    OperandEntity "operand-entity" Choice Tools("OpenCL.DebugInfo.100") "An imported entity is a scope, type, variable, function, module or the declaration of one.";
    OperandNumber "operand-number" Error Shader("Binary Form") "A number of NonSemantic.Shader.DebugInfo is an integer OpConstant of 32 bits.";
    OperandBoolean "operand-boolean" Error Shader("DebugTypeMatrix") "Whether a matrix has columns is OpConstantTrue or OpConstantFalse.";
    OperandVector "operand-vector" Error Shader("DebugTypeMatrix") "A matrix consists of a DebugTypeVector.";
    OperandUnit "operand-unit" Error Shader("DebugEntryPoint") "The compilation unit of an entry point is a DebugCompilationUnit.";
    OperandDebugFunction "operand-debug-function" Error Shader("DebugFunctionDefinition, DebugEntryPoint") "The function of a definition, and that of an entry point, is a DebugFunction.";
    // Instructions of NonSemantic.Shader.DebugInfo
    NonSemanticPlacement "non-semantic-placement" Error Shader("Binary Form") "Instructions of sets that may be ignored come after the OpPhis and the variables of their block.";
    DefinitionPlacement "definition-placement" Error Shader("DebugFunctionDefinition") "A DebugFunctionDefinition is in the first block of its function.";
    DefinitionRepeated "definition-repeated" Error Shader("DebugFunctionDefinition") "A function has at most one DebugFunctionDefinition, and so has a DebugFunction.";
    SourceContinued "source-continued" Error Shader("DebugSourceContinued") "A DebugSourceContinued follows a DebugSource with a text, or another DebugSourceContinued.";
    LineRange "line-range" Error Shader("DebugLine") "A DebugLine does not end before it begins.";
    BuildIdentifier "build-identifier" Error Shader("DebugBuildIdentifier") "A build identifier is at least 32 hexadecimal digits in lowercase.";
    // Literals
    DebugEnumerant "debug-enumerant" Error DebugInfo("3") "Enumerants belong to the set.";
    DebugFlags "debug-flags" Error DebugInfo("3.2") "Flags belong to the set.";
    StorageClass "storage-class" Error DebugInfo("4.3") "A storage class belongs to the core specification.";
    StorageClassNone "storage-class-none" Parity Tools("SPIRV-Tools") "A storage class is given; the value with all bits set, which the translator writes for no storage class, is rejected.";
    StorageClassCapability "storage-class-capability" Parity Tools("SPIRV-Tools") "The module declares a capability that the storage class requires.";
    DwarfVersion "dwarf-version" Warning DebugInfo("4.2") "The version of DWARF is 2 to 5.";
    ArrayCounts "array-counts" Error DebugInfo("4.3") "An array has at least one component count.";
    ArrayZero "array-zero" Warning Tools("SPIRV-Tools") "A component count is not zero.";
    VectorCount "vector-count" Choice DebugInfo("4.3") "A vector has at least one element.";
    ArgumentNumber "argument-number" Choice DebugInfo("4.8") "The numbers of formal parameters start at 1.";
    // Types and scopes
    OpaqueMembers "opaque-members" Error DebugInfo("2") "A composite type of unknown size is opaque and has no members.";
    OpaqueName "opaque-name" Error DebugInfo("2") "The name of an opaque type starts with @.";
    OpaqueSize "opaque-size" Warning DebugInfo("2") "Only names of opaque types start with @.";
    MemberParent "member-parent" Error DebugInfo("4.3") "The parent of a member is the composite type that lists it.";
    MemberUnlisted "member-unlisted" Warning DebugInfo("4.3") "A composite type lists its members and inheritances.";
    InheritanceChild "inheritance-child" Error DebugInfo("4.3") "The child of an inheritance is the composite type that lists it.";
    InheritanceUnion "inheritance-union" Error DebugInfo("4.3") "Only classes and structures inherit and are inherited from.";
    DeclareParameter "declare-parameter" Warning DebugInfo("4.8") "DebugDeclare refers to an OpVariable; the tools also accept a parameter.";
    ParentCycle "parent-cycle" Choice DebugInfo("4.7") "No scope contains itself.";
    InlinedCycle "inlined-cycle" Choice DebugInfo("4.7") "No inlining location is inlined into itself.";
    BaseCycle "base-cycle" Choice DebugInfo("4.3") "No type is derived from itself by only pointers, qualifiers, arrays, vectors and typedefs.";
    TypeContained "type-contained" Choice DebugInfo("4.3") "No type contains itself, except through a pointer, a function or a static member.";
    UnionOperand "union-operand" Warning DebugInfo("4.3, 4.4") "The target of a template and the parent of a pointer to a member are classes or structures; compilers name unions as well.";
    TemplateParameters "template-parameters" Warning DebugInfo("4.4") "A template, and a parameter pack, has at least one parameter; compilers describe empty packs.";
    MemberValue "member-value" Warning DebugInfo("4.3") "Only a static member has an initial value.";
    DiscriminatorScope "discriminator-scope" Warning Tools("OpenCL.DebugInfo.100") "The discriminator of a block is no scope in OpenCL.DebugInfo.100 and for shaders: SPIRV-Tools rejects it, the translator writes it.";
    // Operations
    OperationUnknown "operation-unknown" Error DebugInfo("3.6") "An operation belongs to the set or to the experimental list.";
    OperationLiterals "operation-literals" Error DebugInfo("3.6") "An operation has the number of literals that its list states.";
    OperationBeyondSet "operation-beyond-set" Warning DebugInfo("3.6") "Operations belong to the imported set; SPIRV-Tools rejects the experimental ones.";
    OperationReserved "operation-reserved" Warning Experimental("reserved") "Reserved operations are not used: no tool supports them.";
    PickIndex "pick-index" Error Experimental("Pick") "The index of Pick is at most 255.";
    DerefSize "deref-size" Error Experimental("DerefSize, XDerefSize") "A dereference reads at most as many bytes as an address has.";
    ConvertEncoding "convert-encoding" Warning Experimental("Convert") "The encoding of Convert is a DWARF attribute encoding, 1 to 18.";
    // Errors that make a file unreadable or a module unwritable
    LimitBytes "limit-bytes" Choice Tools("this reader") "A file has at most the configured number of bytes.";
    HeaderMagic "header-magic" Error Core("2.3") "A file begins with the magic number.";
    HeaderTruncated "header-truncated" Error Core("2.3") "A header has five words.";
    WordTruncated "word-truncated" Error Core("2.3") "A file consists of words of four bytes.";
    WordCountZero "word-count-zero" Error Core("2.3") "Every instruction has a word count of at least one.";
    WordCountPast "word-count-past" Error Core("2.3") "Every instruction ends within the file.";
    InstructionLength "instruction-length" Error Core("2.17") "An instruction has at most 65,535 words.";
}
