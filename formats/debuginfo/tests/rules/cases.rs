//! Cases that break each rule: a change of a line of a valid module, and all the rules that it breaks.

use super::base::{OPENCL, SHADER, SPECIFIED, TRANSLATOR};
use irsmith_debuginfo::validate::RuleId::{self, *};

/// A test of rules: the rules that it breaks, the module, and changes: a part of its text that occurs once, and its replacement.
pub(crate) struct RuleTest {
    pub(crate) rules: &'static [RuleId],
    pub(crate) base: &'static str,
    pub(crate) changes: &'static [(&'static str, &'static str)],
}

impl RuleTest {
    /// Returns the text of the changed module.
    pub(crate) fn text(&self) -> String {
        self.changes.iter().fold(self.base.to_owned(), |text, (old, new)| {
            assert_eq!(text.matches(old).count(), 1, "{old:?} in the case for {:?}", self.rules);
            text.replace(old, new)
        })
    }
}

const fn spec(rules: &'static [RuleId], changes: &'static [(&'static str, &'static str)]) -> RuleTest {
    RuleTest { rules, base: SPECIFIED, changes }
}

const fn opencl(rules: &'static [RuleId], changes: &'static [(&'static str, &'static str)]) -> RuleTest {
    RuleTest { rules, base: OPENCL, changes }
}

const fn translator(rules: &'static [RuleId], changes: &'static [(&'static str, &'static str)]) -> RuleTest {
    RuleTest { rules, base: TRANSLATOR, changes }
}

const fn shader(rules: &'static [RuleId], changes: &'static [(&'static str, &'static str)]) -> RuleTest {
    RuleTest { rules, base: SHADER, changes }
}

pub(crate) const CASES: &[RuleTest] = &[
    // Ids
    spec(&[IdZero], &[("IAdd %uint %c4 %c0", "IAdd %uint %c4 0")]),
    spec(&[IdZero], &[("TypeQualifier %int 0", "TypeQualifier 0 0")]),
    spec(&[IdBound], &[("IAdd %uint %c4 %c0", "IAdd %uint %c4 100000")]),
    spec(&[IdBound], &[("TypeQualifier %int 0", "TypeQualifier 4294967295 0")]),
    spec(&[IdRepeated], &[("%ptm = ", "%cq = ")]),
    spec(&[IdRepeated], &[("%c32 = Constant %uint 32", "%c4 = Constant %uint 32\n%c32 = Constant %uint 32")]),
    spec(&[IdUndefined], &[("IAdd %uint %c4 %c0", "IAdd %uint %c4 %nowhere")]),
    spec(&[IdUndefined], &[("TypeQualifier %int 0", "TypeQualifier %nowhere 0")]),
    spec(&[IdOrder], &[("IAdd %uint %c4 %c0", "IAdd %uint %c4 %abs")]),
    spec(&[IdOrder], &[("%pf = TypePointer 7 %uint", "%pf = TypePointer 7 %late\n%late = TypePointer 7 %uint")]),
    spec(&[IdFunction], &[("IAdd %uint %c4 %c0", "ConvertPtrToU %uint %hp")]),
    spec(&[IdFunction], &[("Value %lv %sum", "Value %lv %hp")]),
    // Words
    spec(&[InstructionUnknown], &[("Line %file 8 1", "60000 1")]),
    spec(&[InstructionUnknown], &[("%std 141 %sum", "%std 9999 %sum")]),
    spec(&[OperandCount], &[("IAdd %uint %c4 %c0", "IAdd %uint %c4")]),
    spec(&[OperandCount], &[("IAdd %uint %c4 %c0", "IAdd %uint %c4 %c0 %c0")]),
    spec(&[OperandCount], &[("Name %main \"main\"", "Name %main 1852399981")]),
    spec(&[EnumerantUnknown], &[("Capability 6", "Capability 6\nCapability 9999")]),
    spec(&[EnumerantUnknown], &[("SelectionMerge %next 0", "SelectionMerge %next 64")]),
    spec(&[NumberType], &[("%pf = TypePointer 7 %uint", "%odd = Constant %bool 1\n%pf = TypePointer 7 %uint")]),
    spec(&[NumberBits], &[("%pf = TypePointer 7 %uint", "%byte = TypeInt 8 0\n%odd = Constant %byte 256\n%pf = TypePointer 7 %uint")]),
    spec(&[NumberBits], &[("%pf = TypePointer 7 %uint", "%byte = TypeInt 8 1\n%odd = Constant %byte 255\n%pf = TypePointer 7 %uint")]),
    spec(&[NumberBits], &[("%pf = TypePointer 7 %uint", "%half = TypeFloat 16\n%odd = Constant %half 65536\n%pf = TypePointer 7 %uint")]),
    spec(&[CoreOperand], &[("IAdd %uint %c4 %c0", "IAdd %uint %c4 %n")]),
    spec(&[CoreOperand], &[("IAdd %uint %c4 %c0", "IAdd %uint %c4 %uint")]),
    spec(&[CoreOperand], &[("IAdd %uint %c4 %c0", "IAdd %uint %c4 %entry")]),
    spec(&[CoreOperand], &[("IAdd %uint %c4 %c0", "IAdd %c4 %c4 %c0")]),
    spec(&[CoreOperand], &[("%pf = TypePointer 7 %uint", "%pf = TypePointer 7 %n")]),
    // A value where a label belongs, and the reverse.
    spec(&[CoreOperand], &[("BranchConditional %true %next %other", "BranchConditional %entry %next %other")]),
    spec(&[CoreOperand], &[("%other = Label\nBranch %next", "%other = Label\nBranch %c4")]),
    spec(&[CoreOperand], &[("SelectionMerge %next 0", "SelectionMerge %c4 0")]),
    spec(&[CoreOperand], &[("%next = Label\n", "%next = Label\n%phi = Phi %uint %c0 %entry %entry %other\n")]),
    spec(&[CoreOperand], &[("%next = Label\n", "%next = Label\n%phi = Phi %uint %c0 %entry %c0 %c4\n")]),
    // Only types name pointers that were declared before, and only pointers.
    spec(&[IdOrder], &[("%pf = TypePointer 7 %uint", "TypeForwardPointer %pf 7\n%null = ConstantNull %pf\n%pf = TypePointer 7 %uint")]),
    spec(
        &[IdOrder],
        &[("%pf = TypePointer 7 %uint", "TypeForwardPointer %s 7\n%s2x = TypeStruct %s\n%s = TypeStruct %uint\n%pf = TypePointer 7 %uint")],
    ),
    spec(&[VectorSize], &[("%pf = TypePointer 7 %uint", "%wide = TypeVector %uint 5\n%pf = TypePointer 7 %uint")]),
    spec(&[VectorSize], &[("%pf = TypePointer 7 %uint", "%wide = TypeVector %uint 4294967295\n%pf = TypePointer 7 %uint")]),
    spec(&[SetImport], &[("ExtInst %uint %std 141 %sum", "ExtInst %uint %c4 141 %sum")]),
    spec(
        &[SetRepeated],
        &[("%std = ExtInstImport \"OpenCL.std\"", "%std = ExtInstImport \"OpenCL.std\"\n%o = ExtInstImport \"DebugInfo\"")],
    ),
    // Sections, functions and blocks
    spec(&[MemoryModel], &[("MemoryModel 1 2", "")]),
    spec(&[MemoryModel], &[("MemoryModel 1 2", "MemoryModel 1 2\nMemoryModel 1 2")]),
    spec(&[SectionOrder], &[("Name %main \"main\"", "Name %main \"main\"\nCapability 6")]),
    spec(&[SectionOrder], &[("Name %main \"main\"", "Name %main \"main\"\nSamplerImageAddressingModeNV 64")]),
    spec(&[SectionOrder], &[("Name %main \"main\"", "Name %main \"main\"\n%late = ExtInstImport \"OpenCL.std\"")]),
    spec(&[SectionOrder], &[("MemoryModel 1 2\n", ""), ("EntryPoint 6 %main \"k\"", "EntryPoint 6 %main \"k\"\nMemoryModel 1 2")]),
    spec(&[SectionOrder], &[("Name %main \"main\"", "Name %main \"main\"\nEntryPoint 6 %main \"late\"")]),
    spec(&[SectionOrder], &[("Name %main \"main\"", "Name %main \"main\"\nExecutionMode %main 31")]),
    spec(&[SectionOrder], &[("Name %main \"main\"", "Name %main \"main\"\n%late = String \"late\"")]),
    spec(&[SectionOrder], &[("%pf = TypePointer 7 %uint", "%pf = TypePointer 7 %uint\nName %uint \"late\"")]),
    spec(&[SectionOrder], &[("Line %file 8 1", "%late = TypeSampler")]),
    spec(&[SectionOrder], &[("%pf = TypePointer 7 %uint", "%pf = TypePointer 7 %uint\n%x = IAdd %uint %c4 %c4")]),
    spec(&[SectionOrder], &[("%helper = Function", "Return\n%helper = Function")]),
    spec(&[SectionOrder], &[("%helper = Function", "%stray = Label\n%helper = Function")]),
    spec(&[FunctionNested], &[("%hp = FunctionParameter %gp\nFunctionEnd", "%hp = FunctionParameter %gp")]),
    // A function that begins in another is not part of it: it may be called from elsewhere.
    spec(
        &[FunctionNested],
        &[
            ("%hp = FunctionParameter %gp\nFunctionEnd", "%hp = FunctionParameter %gp"),
            ("Line %file 8 1", "%call = FunctionCall %void %main %p"),
        ],
    ),
    spec(&[FunctionEnd], &[("Return\nFunctionEnd", "Return")]),
    spec(&[FunctionEnd], &[("Return\nFunctionEnd", "Return\nFunctionEnd\nFunctionEnd")]),
    spec(&[FunctionOrder], &[("Return\nFunctionEnd", "Return\nFunctionEnd\n%late = Function %void 0 %fn\nFunctionEnd")]),
    spec(&[ParameterPosition], &[("%entry = Label", "%entry = Label\n%q = FunctionParameter %gp")]),
    spec(&[BlockLabel], &[("%entry = Label", "%x = IAdd %uint %c4 %c4\n%entry = Label")]),
    spec(&[BlockLabel], &[("%other = Label\nBranch %next", "%other = Label\nBranch %next\nBranch %next")]),
    spec(&[BlockTerminator], &[("%other = Label\nBranch %next", "%other = Label")]),
    spec(&[BlockTerminator], &[("Return\nFunctionEnd", "FunctionEnd")]),
    spec(&[MergePosition], &[("SelectionMerge %next 0", "SelectionMerge %next 0\n%x = ExtInst %void %dbg NoScope")]),
    spec(&[MergePosition], &[("SelectionMerge %next 0", "SelectionMerge %next 0\nLine %file 8 1")]),
    spec(
        &[MergePosition],
        &[("SelectionMerge %next 0\nBranchConditional %true %next %other", "LoopMerge %next %other 0\nSwitch %c4 %next 7 %other")],
    ),
    spec(&[MergePosition], &[("BranchConditional %true %next %other", "Branch %other")]),
    spec(&[MergePosition], &[("SelectionMerge %next 0", "SelectionMerge %next 0\n%x = IAdd %uint %c4 %c4")]),
    // Debug instructions
    spec(&[DebugInstruction], &[("%ptm = ExtInst %void %dbg TypePtrToMember %int %st", "%ptm = ExtInst %void %dbg 34 %int")]),
    opencl(&[DebugInstruction], &[("%at = ", "%x = ExtInst %void %dbg 99\n%at = ")]),
    spec(&[DebugInstruction], &[("%ptm = ExtInst %void %dbg TypePtrToMember %int %st", "%ptm = ExtInst %void %dbg 36 %int")]),
    spec(&[DebugOperands], &[("TypePtrToMember %int %st", "TypePtrToMember %int")]),
    spec(&[DebugOperands], &[("TypePtrToMember %int %st", "TypePtrToMember %int %st %st")]),
    spec(&[DebugOperands], &[("%cu %c32 0 %c0 %n\n", "%cu %c32 0 %c0\n")]),
    opencl(&[DebugOperands], &[("ImportedEntity %n 1 %src %gv 3 3 %cu", "ImportedEntity %n 1 %src %gv 3 3 %cu 0")]),
    spec(&[ResultType], &[("%ptm = ExtInst %void", "%ptm = ExtInst %uint")]),
    spec(&[DebugInstruction, ResultType], &[("%ptm = ExtInst %void %dbg TypePtrToMember %int %st", "%ptm = ExtInst %uint %dbg 34 %int")]),
    spec(&[DebugPlacement], &[("%s3 = ExtInst %void %dbg NoScope", "%s3 = ExtInst %void %dbg InfoNone")]),
    spec(&[DebugPlacement], &[("%main = Function %void", "%x = ExtInst %void %dbg InfoNone\n%main = Function %void")]),
    spec(&[DebugInterleaved], &[("%ptm = ", "%late = TypeSampler\n%ptm = ")]),
    spec(&[DebugInterleaved], &[("%ptm = ", "%late = Constant %uint 7\n%ptm = ")]),
    spec(&[BodyPlacement], &[("%ptm = ", "%x = ExtInst %void %dbg NoScope\n%ptm = ")]),
    spec(&[BlockPlacement], &[("%entry = Label", "%x = ExtInst %void %dbg NoScope\n%entry = Label")]),
    spec(&[BlockPlacement], &[("Return\nFunctionEnd", "Return\n%x = ExtInst %void %dbg NoScope\nFunctionEnd")]),
    spec(&[DebugOrder], &[("TypeQualifier %int 0", "TypeQualifier %arr 0")]),
    spec(&[DebugUsed], &[("Decorate %helper 41", "%group = DecorationGroup\nGroupDecorate %group %none\nDecorate %helper 41")]),
    spec(&[DebugUsed], &[("Line %file 8 1", "%x = CopyObject %void %none")]),
    spec(&[DebugUsed], &[("Line %file 8 1", "%x = CopyObject %void %dbg")]),
    // Operands
    spec(&[OperandName], &[("TypeBasic %n %c32 5", "TypeBasic %c32 %c32 5")]),
    spec(&[OperandName], &[("%file 4 1 %cu %empty %none", "%file 4 1 %cu %none %none")]),
    spec(&[OperandText], &[("MacroDef %file 1 %n %n", "MacroDef %file 1 %n %c4")]),
    opencl(&[OperandText], &[("Source %file %n", "Source %none %n")]),
    // Only the translator's own set has these.
    opencl(&[OperandText], &[("Source %file %n", "Source %file %none")]),
    opencl(&[OperandName], &[("%src 3 1 %cu %n %c32", "%src 3 1 %cu %none %c32")]),
    translator(&[OperandName], &[("TypeComposite %n", "TypeComposite %none")]),
    translator(&[OperandText], &[("ModuleINTEL %n %src 3 %cu %n", "ModuleINTEL %n %src 3 %cu %none")]),
    // A module is a scope there.
    translator(
        &[DebugFlags],
        &[
            ("393216", "524288"),
            (
                "%module = ExtInst %void %dbg ModuleINTEL %n %src 3 %cu %n %n %n 1",
                "%module = ExtInst %void %dbg ModuleINTEL %n %src 3 %cu %n %n %n 1\n\
                 %in = ExtInst %void %dbg TypeComposite %n 1 %src 3 1 %module %none %c32 0\n\
                 %alias = ExtInst %void %dbg Typedef %n %int %src 1 1 %module",
            ),
        ],
    ),
    translator(&[OperandNarrowScope], &[("%src 3 1 %cu %none %c32", "%src 3 1 %int %none %c32")]),
    translator(&[DebugFlags], &[("393216", "524288")]),
    translator(&[DebugOperands], &[("ImportedEntity %n 0 7", "ImportedEntity %n 0")]),
    spec(&[OperandSource], &[("CompilationUnit %file", "CompilationUnit %c4")]),
    opencl(&[OperandSource], &[("CompilationUnit 100 4 %src 3", "CompilationUnit 100 4 %file 3")]),
    spec(&[OperandSize], &[("TypeBasic %n %c32 5", "TypeBasic %n %f1 5")]),
    spec(&[OperandSize], &[("TypeBasic %n %c32 5", "TypeBasic %n %none 5")]),
    spec(&[OperandOffset], &[("TypeInheritance %st %ba %c0", "TypeInheritance %st %ba %none")]),
    spec(&[OperandCountOf], &[("TypeArray %int %c4 %c4", "TypeArray %int %c4 %none")]),
    spec(&[OperandCountOf], &[("%ptm = ", "%ptm = ExtInst %void %dbg TypeArray %int %true\n%x = ")]),
    opencl(&[OperandCountOf], &[("TypeArray %int %c4 %gv", "TypeArray %int %c4 %int")]),
    spec(&[OperandEnumerator], &[("%c32 0 %c0 %n", "%c32 0 %f1 %n")]),
    spec(&[OperandInitializer], &[("%st %c0 %c32 3", "%st %c0 %c32 512 %none")]),
    spec(&[OperandTemplateValue], &[("TypeTemplateParameter %n %int %c4", "TypeTemplateParameter %n %int %f1")]),
    spec(&[OperandType], &[("TypeQualifier %int 0", "TypeQualifier %cu 0")]),
    spec(&[OperandType], &[("TypeQualifier %int 0", "TypeQualifier %uint 0")]),
    spec(&[OperandReturnType], &[("TypeFunction %void %ptr", "TypeFunction %uint %ptr")]),
    spec(&[OperandFunctionType], &[("FunctionDeclaration %n %ft", "FunctionDeclaration %n %int")]),
    spec(&[OperandComposite], &[("TypePtrToMember %int %st", "TypePtrToMember %int %en")]),
    // The template of a function is a scope, but no type.
    spec(&[OperandComposite], &[("%lb = ExtInst", "%x = ExtInst %void %dbg TypePtrToMember %int %ftpl\n%lb = ExtInst")]),
    spec(&[OperandType], &[("LocalVariable %n %int %file 7 3 %lb", "LocalVariable %n %ftpl %file 7 3 %lb")]),
    spec(&[OperandReturnType], &[("%lb = ExtInst", "%x = ExtInst %void %dbg TypeFunction %ftpl\n%lb = ExtInst")]),
    spec(&[OperandMember], &[("%mem %inh %met", "%mem %inh %met %decl")]),
    spec(&[OperandStaticMember], &[("%none 8 %mem", "%none 8 %inh")]),
    opencl(&[OperandName], &[("Composite %n 1 %src 3 1 %cu %n", "Composite %n 1 %src 3 1 %cu %c4")]),
    translator(&[OperandName], &[("%cu %none %c32", "%cu %c32 %c32")]),
    translator(&[OperandText], &[("Source %file %none", "Source %file %c32")]),
    spec(&[OperandScope], &[("Typedef %n %int %file 1 1 %cu", "Typedef %n %int %file 1 1 %int")]),
    spec(&[OperandScope], &[("Scope %lb\n", "Scope %decl\n")]),
    spec(&[OperandNarrowScope], &[("GlobalVariable %n %int %file 4 1 %cu", "GlobalVariable %n %int %file 4 1 %tpl")]),
    spec(&[OperandTemplateTarget], &[("TypeTemplate %st", "TypeTemplate %int")]),
    spec(&[OperandTemplateParameter], &[("%tp %ttp %pack", "%tp %ttp %int")]),
    spec(&[OperandPackedParameter], &[("3 4 %tp %tv", "3 4 %tp %ttp")]),
    spec(&[OperandGlobal], &[("%cu %empty %none 8", "%cu %empty %int 8")]),
    spec(&[OperandFunction], &[("8 6 %helper", "8 6 %c4")]),
    spec(&[OperandDeclaration], &[("8 6 %helper", "8 6 %helper %func")]),
    spec(&[OperandInlinedAt], &[("InlinedAt 8 %lb %inl", "InlinedAt 8 %lb %lb")]),
    spec(&[OperandLocalVariable], &[("Declare %lv", "Declare %iv")]),
    spec(&[OperandVariable], &[("Declare %lv %var", "Declare %lv %c4")]),
    spec(&[OperandVariable], &[("Declare %lv %var", "Declare %lv %none")]),
    spec(&[OperandValue], &[("Value %lv %sum", "Value %lv %entry")]),
    spec(&[OperandValue], &[("Value %lv %sum", "Value %lv %none")]),
    spec(&[OperandValue], &[("Value %lv %sum", "Value %lv %call"), ("Line %file 8 1", "%call = FunctionCall %void %helper %p")]),
    spec(&[OperandIndex], &[("%sum %ex2 %c0", "%sum %ex2 %f1")]),
    spec(&[OperandExpression], &[("%var %ex\n", "%var %op0\n")]),
    spec(&[OperandOperation], &[("Expression %op1 %op0", "Expression %op1 %ex")]),
    spec(&[OperandMacro], &[("MacroUndef %file 9 %md", "MacroUndef %file 9 %n")]),
    opencl(&[OperandEntity], &[("ImportedEntity %n 1 %src %gv", "ImportedEntity %n 1 %src %op")]),
    // Literals
    spec(&[DebugEnumerant], &[("TypeBasic %n %c32 5", "TypeBasic %n %c32 3")]),
    spec(&[DebugEnumerant], &[("TypeQualifier %int 0", "TypeQualifier %int 3")]),
    spec(&[DebugEnumerant], &[("TypeComposite %n 2", "TypeComposite %n 3")]),
    opencl(&[DebugEnumerant], &[("TypeBasic %n %c32 6", "TypeBasic %n %c32 8")]),
    opencl(&[DebugEnumerant], &[("100 4 %src 3", "100 4 %src 9999")]),
    opencl(&[DebugEnumerant], &[("ImportedEntity %n 1", "ImportedEntity %n 2")]),
    spec(&[DebugFlags], &[("TypePointer %int 5 128", "TypePointer %int 5 16384")]),
    opencl(&[DebugFlags], &[("%c32 16384", "%c32 131072")]),
    spec(&[StorageClass], &[("TypePointer %int 5 128", "TypePointer %int 77 128")]),
    spec(&[StorageClassNone], &[("TypePointer %int 5 128", "TypePointer %int 4294967295 128")]),
    spec(&[StorageClassCapability], &[("TypePointer %int 5 128", "TypePointer %int 8 128")]),
    spec(&[DwarfVersion], &[("CompilationUnit %file 100 4", "CompilationUnit %file 100 37")]),
    spec(&[ArrayCounts], &[("TypeArray %int %c4 %c4", "TypeArray %int")]),
    spec(&[ArrayZero], &[("TypeArray %int %c4 %c4", "TypeArray %int %c4 %c0")]),
    spec(&[VectorCount], &[("TypeVector %int 4", "TypeVector %int 0")]),
    spec(&[ArgumentNumber], &[("%file 5 3 %func 1", "%file 5 3 %func 0")]),
    // Types and scopes
    spec(&[OpaqueMembers], &[("%opq 0 %file 0 0 %cu %none 16", "%opq 0 %file 0 0 %cu %none 16 %none")]),
    spec(&[OpaqueName], &[("TypeComposite %opq", "TypeComposite %n")]),
    spec(&[OpaqueSize], &[("%cu %none 16", "%cu %c32 16")]),
    spec(
        &[MemberParent],
        &[
            (
                "%un = ExtInst %void %dbg TypeComposite %n 2 %file 3 1 %cu %c32 0",
                "%un = ExtInst %void %dbg TypeComposite %n 2 %file 3 1 %cu %c32 0 %mem",
            ),
            ("%c32 0 %mem %inh", "%c32 0 %inh"),
        ],
    ),
    // A template represents its target.
    spec(
        &[MemberParent],
        &[
            (
                "%mem = ExtInst",
                "%u2 = ExtInst %void %dbg TypeComposite %n 0 %file 3 1 %cu %c32 0\n%tt = ExtInst %void %dbg TypeTemplateTemplateParameter %n %n %file 3 3\n%t2 = ExtInst %void %dbg TypeTemplate %u2 %tt\n%mem = ExtInst",
            ),
            ("%file 3 5 %st", "%file 3 5 %t2"),
        ],
    ),
    spec(&[MemberUnlisted], &[("%c32 0 %mem %inh", "%c32 0 %inh")]),
    spec(&[MemberUnlisted], &[("%c32 0 %mem %inh", "%c32 0 %mem")]),
    spec(&[InheritanceChild], &[("TypeInheritance %st %ba", "TypeInheritance %ba %ba")]),
    spec(&[InheritanceUnion], &[("TypeInheritance %st %ba", "TypeInheritance %st %un")]),
    spec(&[DeclareParameter], &[("Declare %lv %var", "Declare %lv %p")]),
    spec(&[DebugOrder, ParentCycle], &[("LexicalBlock %file 7 1 %func\n", "LexicalBlock %file 7 1 %lbd\n")]),
    spec(&[DebugOrder, ParentCycle], &[("LexicalBlock %file 7 1 %func\n", "LexicalBlock %file 7 1 %lb\n")]),
    spec(&[DebugOrder, InlinedCycle], &[("InlinedAt 8 %lb\n", "InlinedAt 8 %lb %inl2\n")]),
    spec(&[DebugOrder, BaseCycle], &[("TypePointer %int 5 128", "TypePointer %ptr 5 128")]),
    spec(
        &[DebugOrder, BaseCycle, TypeContained],
        &[
            ("TypeQualifier %int 0", "TypeQualifier %arr 0"),
            ("TypeArray %int %c4", "TypeArray %cq %c4"),
            ("TypeMember %n %int", "TypeMember %n %cq"),
        ],
    ),
    spec(&[TypeContained], &[("TypeMember %n %int", "TypeMember %n %st")]),
    spec(
        &[TypeContained],
        &[("%mem = ExtInst", "%vs = ExtInst %void %dbg TypeVector %st 4\n%mem = ExtInst"), ("TypeMember %n %int", "TypeMember %n %vs")],
    ),
    spec(&[TypeContained], &[("TypeInheritance %st %ba", "TypeInheritance %st %st")]),
    spec(&[UnionOperand], &[("TypePtrToMember %int %st", "TypePtrToMember %int %un")]),
    spec(&[UnionOperand], &[("TypeTemplate %st", "TypeTemplate %un")]),
    spec(&[TemplateParameters], &[("TypeTemplate %st %tp %ttp %pack", "TypeTemplate %st")]),
    spec(&[TemplateParameters], &[("3 4 %tp %tv", "3 4")]),
    spec(&[MemberValue], &[("%st %c0 %c32 3", "%st %c0 %c32 3 %f1")]),
    opencl(
        &[DiscriminatorScope],
        &[
            ("%s1 = ExtInst %void %dbg Scope %func", "%s1 = ExtInst %void %dbg Scope %lbd"),
            ("%op = ", "%lbd = ExtInst %void %dbg LexicalBlockDiscriminator %src 2 %func\n%op = "),
        ],
    ),
    // Operations
    spec(&[OperationUnknown], &[("Operation 3 4", "Operation 155 4")]),
    spec(&[OperationUnknown], &[("Operation 3 4", "Operation 4294967295")]),
    spec(&[OperationLiterals], &[("Operation 3 4", "Operation 3")]),
    spec(&[OperationLiterals], &[("Operation 3 4", "Operation 0 4")]),
    spec(&[OperationBeyondSet], &[("Operation 3 4", "Operation 9 0 8")]),
    spec(&[OperationBeyondSet], &[("Operation 3 4", "Operation 24 255")]),
    opencl(&[OperationBeyondSet], &[("Operation 9 0 16", "Operation 148")]),
    spec(&[OperationReserved], &[("Operation 3 4", "Operation 143 4")]),
    spec(&[OperationBeyondSet, PickIndex], &[("Operation 3 4", "Operation 24 256")]),
    spec(&[OperationBeyondSet, DerefSize], &[("Operation 3 4", "Operation 146 5")]),
    opencl(&[OperationBeyondSet, DerefSize], &[("Operation 9 0 16", "Operation 147 9")]),
    opencl(&[OperationBeyondSet], &[("Operation 9 0 16", "Operation 147 8")]),
    spec(&[ConvertEncoding, OperationBeyondSet], &[("Operation 3 4", "Operation 10 32 0")]),
    // NonSemantic.Shader.DebugInfo; `shader.rs` tests what each operand may name.
    shader(&[OperandNumber], &[("TypeVector %int %c4", "TypeVector %int %spec")]),
    shader(&[OperandNumber], &[("TypeMatrix %vec %c3", "TypeMatrix %vec %half")]),
    shader(&[OperandSize], &[("TypeBasic %n %c32 %c4", "TypeBasic %n %spec %c4")]),
    shader(
        &[OperandSize],
        &[("%spec = ", "%short = TypeInt 16 0\n%c8 = Constant %short 8\n%spec = "), ("TypeBasic %n %c32 %c4", "TypeBasic %n %c8 %c4")],
    ),
    shader(&[OperandSize], &[("%cu %c32 %c0 %c0 %n", "%cu %spec %c0 %c0 %n")]),
    shader(
        &[OperandSize],
        &[
            ("%spec = ", "%short = TypeInt 16 0\n%c8 = Constant %short 8\n%spec = "),
            ("TypeInheritance %ba %c0 %c32", "TypeInheritance %ba %c0 %c8"),
        ],
    ),
    shader(&[OperandEnumerator], &[("%cu %c32 %c0 %c0 %n", "%cu %c32 %c0 %spec %n")]),
    shader(
        &[OperandCountOf],
        &[("%spec = ", "%short = TypeInt 16 0\n%c8 = Constant %short 8\n%spec = "), ("TypeArray %int %c4", "TypeArray %int %c8")],
    ),
    // A variable that counts may have any type: the translator writes signed ones.
    shader(&[], &[("%op = ", "%vla = ExtInst %void %dbg TypeArray %int %lv\n%op = ")]),
    shader(
        &[],
        &[
            ("%op = ", "%vla = ExtInst %void %dbg TypeArray %int %gv\n%op = "),
            ("TypeBasic %n %c32 %c4", "TypeBasic %n %c3 %c6"),
            ("%spec = ", "%c6 = Constant %uint 6\n%spec = "),
        ],
    ),
    shader(
        &[],
        &[(
            "%op = ",
            "%pv = ExtInst %void %dbg LocalVariable %n %ptr %src %c1 %c1 %lb %c0\n%vla = ExtInst %void %dbg TypeArray %int %pv\n%op = ",
        )],
    ),
    shader(
        &[OperandCountOf],
        &[
            ("TypeVectorIdEXT %int %spec", "TypeVectorIdEXT %int %sint"),
            ("%spec = ", "%signed = TypeInt 32 1\n%sint = Constant %signed 8\n%spec = "),
        ],
    ),
    shader(&[OperandNumber], &[("Line %src %c1 %c3", "Line %src %half %c3")]),
    shader(&[ResultType], &[("%ptr = ExtInst %void", "%ptr = ExtInst %uint")]),
    shader(&[DebugUsed], &[("%l2 = ", "%x = CopyObject %void %int\n%l2 = ")]),
    shader(&[DebugUsed], &[("%l2 = ", "%x = Select %void %true %int %int\n%l2 = ")]),
    // A set that may be ignored may name them, one that has a meaning may not.
    shader(
        &[DebugUsed],
        &[
            ("%dbg = ", "%std = ExtInstImport \"OpenCL.std\"\n%may = ExtInstImport \"NonSemantic.DebugPrintf\"\n%dbg = "),
            ("%l2 = ", "%x = ExtInst %void %may 77 %int\n%y = ExtInst %void %std 141 %int\n%l2 = "),
        ],
    ),
    shader(&[OperandBoolean], &[("TypeMatrix %vec %c3 %true", "TypeMatrix %vec %c3 %c1")]),
    shader(&[OperandVector], &[("TypeMatrix %vec", "TypeMatrix %int")]),
    shader(&[OperandUnit], &[("EntryPoint %func %cu", "EntryPoint %func %src")]),
    shader(&[OperandDebugFunction], &[("EntryPoint %func %cu", "EntryPoint %decl %cu")]),
    shader(&[OperandDebugFunction], &[("FunctionDefinition %func", "FunctionDefinition %lb")]),
    shader(&[OperandType], &[("TypeQualifier %int", "TypeQualifier %void")]),
    shader(&[OperandSize], &[("TypeBasic %n %c32 %c4", "TypeBasic %n %half %c4")]),
    shader(&[OperandTemplateValue], &[("TypeTemplateParameter %n %int %none", "TypeTemplateParameter %n %int %half")]),
    shader(&[OperandCountOf], &[("TypeArray %int %c4", "TypeArray %int %half")]),
    shader(&[OperandIndex], &[("Declare %lv %var %ex %c0", "Declare %lv %var %ex %src")]),
    shader(&[OperandGlobal], &[("%cu %empty %none %c0 %mem", "%cu %empty %n %c0 %mem")]),
    shader(&[DebugOperands], &[("TypeQualifier %int %c0", "TypeQualifier %int")]),
    shader(
        &[OperandCount],
        &[
            ("DebugInfo.101", "DebugInfo.100"),
            ("TypeBasic %n %c32 %c3 %c0 %c0", "TypeBasic %n %c32 %c3 %c0"),
            ("TypeQualifier %int %c0", "TypeQualifier %int"),
        ],
    ),
    shader(&[DebugOperands], &[("%c32 %c0 %c0 %n\n%ba", "%c32 %c0 %c0\n%ba")]),
    shader(&[DebugEnumerant], &[("TypeBasic %n %c32 %c4 %c0", "TypeBasic %n %c32 %c100 %c0")]),
    shader(
        &[DebugFlags],
        &[("%spec = ", "%big = Constant %uint 262144\n%spec = "), ("TypePointer %int %c1 %c0", "TypePointer %int %c1 %big")],
    ),
    shader(&[OperationUnknown], &[("%spec = ", "%big = Constant %uint 262144\n%spec = "), ("Operation %c3 %c4", "Operation %big")]),
    shader(&[OperationLiterals], &[("Operation %c3 %c4", "Operation %c3")]),
    shader(&[LineRange], &[("Line %src %c1 %c3", "Line %src %c3 %c1")]),
    shader(&[LineRange], &[("Line %src %c1 %c3", "Line %src %c1 %c1")]),
    shader(&[SourceContinued], &[("Source %file %n", "Source %file")]),
    shader(&[SourceContinued], &[("%cont = ", "%more = ExtInst %void %dbg StoragePath %n\n%cont = ")]),
    shader(&[BuildIdentifier], &[("0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcde")]),
    shader(&[BuildIdentifier], &[("0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdeF")]),
    shader(&[DebugFlags], &[("BuildIdentifier %guid %c0", "BuildIdentifier %guid %c3")]),
    shader(&[ArrayCounts], &[("TypeArray %int %c4 %spec", "TypeArray %int")]),
    shader(&[VectorCount], &[("TypeVector %int %c4", "TypeVector %int %c0")]),
    shader(
        &[OpaqueMembers],
        &[(
            "%st = ExtInst %void %dbg TypeComposite %n %c1 %src %c1 %c1 %cu %n %c32",
            "%st = ExtInst %void %dbg TypeComposite %n %c1 %src %c1 %c1 %cu %n %none",
        )],
    ),
    shader(&[DiscriminatorScope], &[("Scope %lb %inl", "Scope %lbd %inl")]),
    shader(&[DefinitionPlacement], &[("%next = Label", "%next = Label\n%def2 = ExtInst %void %dbg FunctionDefinition %func %main")]),
    shader(&[DefinitionPlacement], &[("%only = Label", "%only = Label\n%def2 = ExtInst %void %dbg FunctionDefinition %func %main")]),
    shader(&[NonSemanticPlacement], &[("%var = Variable %pf 7", "%early = ExtInst %void %dbg NoLine\n%var = Variable %pf 7")]),
    shader(&[NonSemanticPlacement], &[("%next = Label", "%next = Label\n%early = ExtInst %void %dbg NoLine\n%phi = Phi %uint %c0 %entry")]),
    shader(&[DefinitionRepeated], &[("%l2 = ", "%def2 = ExtInst %void %dbg FunctionDefinition %func %main\n%l2 = ")]),
    shader(&[DefinitionRepeated], &[("%only = Label", "%only = Label\n%def2 = ExtInst %void %dbg FunctionDefinition %func %other")]),
    shader(&[BodyPlacement], &[("%main = Function", "%out = ExtInst %void %dbg NoLine\n%main = Function")]),
    shader(&[DebugPlacement], &[("%var = Variable %pf 7", "%var = Variable %pf 7\n%in = ExtInst %void %dbg StoragePath %n")]),
    shader(&[DebugPlacement], &[("%other = Function", "%late = ExtInst %void %dbg StoragePath %n\n%other = Function")]),
];

/// Cases that stay valid: the choices that allow something.
pub(crate) const VALID: &[RuleTest] = &[
    // A set that may be ignored may have more instructions, also before what they name.
    spec(
        &[],
        &[
            ("%std = ", "%may = ExtInstImport \"NonSemantic.DebugPrintf\"\n%std = "),
            (
                "%pf = TypePointer 7 %uint",
                "%ahead = ExtInstWithForwardRefsKHR %void %may 20000 %behind\n%behind = ExtInst %void %may 77 %ahead\n%pf = TypePointer 7 %uint",
            ),
        ],
    ),
    // Numbers that are narrower than a word, zero-extended and sign-extended.
    spec(
        &[],
        &[(
            "%pf = TypePointer 7 %uint",
            "%byte = TypeInt 8 0\n%c255 = Constant %byte 255\n%char = TypeInt 8 1\n%minus = Constant %char 4294967295\n%pf = TypePointer 7 %uint",
        )],
    ),
    // Before the first block, behind a terminator, and between functions too.
    spec(
        &[],
        &[
            ("%std = ", "%may = ExtInstImport \"NonSemantic.DebugPrintf\"\n%std = "),
            ("%entry = Label", "%head = ExtInst %void %may 24\n%entry = Label"),
            ("%other = Label", "%behind = ExtInst %void %may 24\n%other = Label"),
            ("FunctionEnd\n%main", "FunctionEnd\n%between = ExtInst %void %may 24\n%main"),
        ],
    ),
    spec(&[], &[("%pf = TypePointer 7 %uint", "TypeForwardPointer %pf 7\n%list = TypeStruct %pf\n%pf = TypePointer 7 %uint")]),
    // The condition of a capability is a constant.
    spec(
        &[],
        &[
            ("Capability 6", "Capability 6\nConditionalCapabilityINTEL %cond 10"),
            ("%pf = TypePointer 7 %uint", "%cond = SpecConstantTrue %bool\n%pf = TypePointer 7 %uint"),
        ],
    ),
    spec(
        &[],
        &[
            (
                "%mem = ExtInst",
                "%tt = ExtInst %void %dbg TypeTemplateTemplateParameter %n %n %file 3 3\n%t2 = ExtInst %void %dbg TypeTemplate %st %tt\n%mem = ExtInst",
            ),
            ("%file 3 5 %st", "%file 3 5 %t2"),
        ],
    ),
    spec(&[], &[("Scope %lb\n", "Scope %ftpl\n")]),
    spec(&[], &[("EntryPoint 6 %main", "SamplerImageAddressingModeNV 64\nEntryPoint 6 %main")]),
    spec(&[], &[("BranchConditional %true %next %other", "Switch %c4 %next 7 %other")]),
    spec(&[], &[("SelectionMerge %next 0", "LoopMerge %next %other 0")]),
    spec(&[], &[("SelectionMerge %next 0", "LoopMerge %next %other 0"), ("BranchConditional %true %next %other", "Branch %other")]),
    spec(&[], &[("Name %main \"main\"", "Name %none \"main\"")]),
    spec(&[], &[("TypePointer %int 5 128", "TypePointer %none 7 8192")]),
    spec(&[], &[("Capability 6", "Capability 6\nCapability 38"), ("TypePointer %int 5 128", "TypePointer %int 8 128")]),
    spec(&[], &[("%pf = TypePointer 7 %uint", "%wide = TypeVector %uint 16\n%pf = TypePointer 7 %uint")]),
    // LongVectorEXT.
    spec(
        &[],
        &[
            ("Capability 6", "Capability 6\nCapability 5425"),
            ("%pf = TypePointer 7 %uint", "%wide = TypeVector %uint 5\n%pf = TypePointer 7 %uint"),
        ],
    ),
    // Geometry implies Shader, which Uniform needs.
    spec(&[], &[("Capability 6", "Capability 6\nCapability 2"), ("TypePointer %int 5 128", "TypePointer %int 2 128")]),
    spec(
        &[],
        &[
            ("%mem %inh %met", "%none %inh %met"),
            ("%mem = ExtInst %void %dbg TypeMember %n %int %file 3 5 %st", "%mem = ExtInst %void %dbg TypeMember %n %int %file 3 5 %none"),
        ],
    ),
    spec(&[], &[("TypeMember %n %int %file 3 5 %st %c0 %c32 3", "TypeMember %n %st %file 3 5 %st %c0 %c32 512 %f1")]),
    spec(&[], &[("InlinedAt 8 %lb\n", "InlinedAt 8 %none %none\n")]),
    spec(&[], &[("Declare %lv %var %ex", "Declare %none %var %none")]),
    spec(&[], &[("%next = Label\n", "%next = Label\n%x = ExtInst %void %dbg Scope %lb\n%phi = Phi %uint %c0 %entry %phi %other\n")]),
    spec(&[], &[("%ptm = ", "Line %file 1 1\n%ptm = ")]),
    spec(&[], &[("%cu %empty %none 8", "%cu %empty %c4 8")]),
    shader(
        &[],
        &[("%dbg = ", "%may = ExtInstImport \"NonSemantic.DebugPrintf\"\n%dbg = "), ("%l2 = ", "%x = ExtInst %void %may 77 %int\n%l2 = ")],
    ),
    // Constants that may be specialized, sizes of 64 bits, and a variable that counts.
    shader(
        &[],
        &[
            ("TypeMatrix %vec %c3", "TypeMatrix %vec %spec"),
            ("Operation %c3 %c4", "Operation %c3 %spec"),
            ("TypeInheritance %ba %c0 %c32", "TypeInheritance %ba %spec %spec"),
            ("%spec = ", "%long = TypeInt 64 0\n%long32 = Constant %long 32 0\n%c6 = Constant %uint 6\n%spec = "),
            ("TypeBasic %n %c32 %c4", "TypeBasic %n %long32 %c6"),
            ("TypeArray %int %c4", "TypeArray %int %long32"),
            ("%op = ", "%vla = ExtInst %void %dbg TypeArray %int %lv %gv\n%op = "),
        ],
    ),
    // A DebugFunction that was removed describes any number of functions.
    shader(
        &[],
        &[
            ("FunctionDefinition %func", "FunctionDefinition %none"),
            ("%only = Label", "%only = Label\n%def2 = ExtInst %void %dbg FunctionDefinition %none %other"),
        ],
    ),
];
