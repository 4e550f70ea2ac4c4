//! Valid modules with every debug instruction, one for each layout.

/// The specification's set. Numbers are those of enumerants: capabilities 4 Addresses, 5 Linkage, 6 Kernel.
pub(crate) const SPECIFIED: &str = r#"
Capability 4
Capability 5
Capability 6
%dbg = ExtInstImport "DebugInfo"
%std = ExtInstImport "OpenCL.std"
MemoryModel 1 2
EntryPoint 6 %main "k"
%file = String "/src/k.cl"
%n = String "name"
%empty = String ""
%opq = String "@opaque"
Source 3 200000 %file
Name %main "main"
Decorate %helper 41 "helper" 1
%void = TypeVoid
%uint = TypeInt 32 0
%float = TypeFloat 32
%bool = TypeBool
%c0 = Constant %uint 0
%c4 = Constant %uint 4
%c32 = Constant %uint 32
%f1 = Constant %float 1065353216
%true = ConstantTrue %bool
%pf = TypePointer 7 %uint
%gp = TypePointer 5 %uint
%fn = TypeFunction %void %gp
%none = ExtInst %void %dbg InfoNone
%cu = ExtInst %void %dbg CompilationUnit %file 100 4
%int = ExtInst %void %dbg TypeBasic %n %c32 5
%ptr = ExtInst %void %dbg TypePointer %int 5 128
%cq = ExtInst %void %dbg TypeQualifier %int 0
%arr = ExtInst %void %dbg TypeArray %int %c4 %c4
%vec = ExtInst %void %dbg TypeVector %int 4
%td = ExtInst %void %dbg Typedef %n %int %file 1 1 %cu
%ft = ExtInst %void %dbg TypeFunction %void %ptr
%en = ExtInst %void %dbg TypeEnum %n %int %file 2 1 %cu %c32 0 %c0 %n
%st = ExtInst %void %dbg TypeComposite %n 1 %file 3 1 %cu %c32 0 %mem %inh %met
%mem = ExtInst %void %dbg TypeMember %n %int %file 3 5 %st %c0 %c32 3
%un = ExtInst %void %dbg TypeComposite %n 2 %file 3 1 %cu %c32 0
%ba = ExtInst %void %dbg TypeComposite %opq 0 %file 0 0 %cu %none 16
%inh = ExtInst %void %dbg TypeInheritance %st %ba %c0 %c32 0
%ptm = ExtInst %void %dbg TypePtrToMember %int %st
%tp = ExtInst %void %dbg TypeTemplateParameter %n %int %none %file 3 2
%tv = ExtInst %void %dbg TypeTemplateParameter %n %int %c4 %none 3 2
%ttp = ExtInst %void %dbg TypeTemplateTemplateParameter %n %n %file 3 3
%pack = ExtInst %void %dbg TypeTemplateParameterPack %n %file 3 4 %tp %tv
%tpl = ExtInst %void %dbg TypeTemplate %st %tp %ttp %pack
%gv = ExtInst %void %dbg GlobalVariable %n %int %file 4 1 %cu %empty %none 8 %mem
%decl = ExtInst %void %dbg FunctionDeclaration %n %ft %file 5 1 %cu %empty 128
%func = ExtInst %void %dbg Function %n %ft %file 5 1 %cu %empty 8 6 %main %decl
%met = ExtInst %void %dbg Function %n %ft %file 5 1 %st %empty 8 6 %helper
%ftpl = ExtInst %void %dbg TypeTemplate %met %tp
%lb = ExtInst %void %dbg LexicalBlock %file 7 1 %func
%ns = ExtInst %void %dbg LexicalBlock %file 7 1 %cu %empty
%lbd = ExtInst %void %dbg LexicalBlockDiscriminator %file 2 %lb
%inl = ExtInst %void %dbg InlinedAt 8 %lb
%inl2 = ExtInst %void %dbg InlinedAt 8 %lb %inl
%lv = ExtInst %void %dbg LocalVariable %n %int %file 7 3 %lb
%arg = ExtInst %void %dbg LocalVariable %n %ptr %file 5 3 %func 1
%iv = ExtInst %void %dbg InlinedVariable %lv %inl
%op0 = ExtInst %void %dbg Operation 0
%op1 = ExtInst %void %dbg Operation 3 4
%ex = ExtInst %void %dbg Expression
%ex2 = ExtInst %void %dbg Expression %op1 %op0
%md = ExtInst %void %dbg MacroDef %file 1 %n %n
%mu = ExtInst %void %dbg MacroUndef %file 9 %md
%helper = Function %void 0 %fn
%hp = FunctionParameter %gp
FunctionEnd
%main = Function %void 0 %fn
%p = FunctionParameter %gp
%entry = Label
%var = Variable %pf 7
%s1 = ExtInst %void %dbg Scope %lb
%dd = ExtInst %void %dbg Declare %lv %var %ex
Line %file 8 1
%sum = IAdd %uint %c4 %c0
%abs = ExtInst %uint %std 141 %sum
%s2 = ExtInst %void %dbg Scope %lbd %inl2
%dv = ExtInst %void %dbg Value %lv %sum %ex2 %c0
SelectionMerge %next 0
BranchConditional %true %next %other
%other = Label
Branch %next
%next = Label
%s3 = ExtInst %void %dbg NoScope
Return
FunctionEnd
"#;

/// The layout of OpenCL.DebugInfo.100.
pub(crate) const OPENCL: &str = r#"
Capability 4
Capability 5
Capability 6
%dbg = ExtInstImport "OpenCL.DebugInfo.100"
MemoryModel 2 2
EntryPoint 6 %main "k"
%file = String "/src/k.cl"
%n = String "name"
%empty = String ""
%void = TypeVoid
%uint = TypeInt 32 0
%c0 = Constant %uint 0
%c4 = Constant %uint 4
%c32 = Constant %uint 32
%pf = TypePointer 7 %uint
%fn = TypeFunction %void
%none = ExtInst %void %dbg InfoNone
%src = ExtInst %void %dbg Source %file %n
%cu = ExtInst %void %dbg CompilationUnit 100 4 %src 3
%int = ExtInst %void %dbg TypeBasic %n %c32 6
%at = ExtInst %void %dbg TypeQualifier %int 3
%gv = ExtInst %void %dbg GlobalVariable %n %int %src 4 1 %cu %empty %none 8
%vla = ExtInst %void %dbg TypeArray %int %c4 %gv
%ft = ExtInst %void %dbg TypeFunction 0 %void %int
%st = ExtInst %void %dbg TypeComposite %n 1 %src 3 1 %cu %n %c32 16384 %mem
%mem = ExtInst %void %dbg TypeMember %n %int %src 3 5 %st %c0 %c32 3
%func = ExtInst %void %dbg Function %n %ft %src 5 1 %cu %empty 8 6 %main
%lv = ExtInst %void %dbg LocalVariable %n %int %src 7 3 %func 0
%arg = ExtInst %void %dbg LocalVariable %n %int %src 5 3 %func 0 1
%op = ExtInst %void %dbg Operation 9 0 16
%ex = ExtInst %void %dbg Expression %op
%module = ExtInst %void %dbg ModuleINTEL %n %src %cu 3 %n %empty %n 1
%ie = ExtInst %void %dbg ImportedEntity %n 1 %src %gv 3 3 %cu
%ie2 = ExtInst %void %dbg ImportedEntity %n 0 %src %module 3 3 %cu
%main = Function %void 0 %fn
%entry = Label
%var = Variable %pf 7
%s1 = ExtInst %void %dbg Scope %func
%dd = ExtInst %void %dbg Declare %lv %var %ex
Return
FunctionEnd
"#;

/// The layout of the translator's own set, where it differs from OpenCL.DebugInfo.100.
pub(crate) const TRANSLATOR: &str = r#"
Capability 4
Capability 5
Capability 6
%dbg = ExtInstImport "SPIRV.debug"
MemoryModel 2 2
%file = String "/src/k.cl"
%n = String "name"
%void = TypeVoid
%uint = TypeInt 32 0
%c32 = Constant %uint 32
%none = ExtInst %void %dbg InfoNone
%src = ExtInst %void %dbg Source %file %none
%cu = ExtInst %void %dbg CompilationUnit 100 4 %src 3
%int = ExtInst %void %dbg TypeBasic %n %c32 6
%st = ExtInst %void %dbg TypeComposite %n 1 %src 3 1 %cu %none %c32 393216
%module = ExtInst %void %dbg ModuleINTEL %n %src 3 %cu %n %n %n 1
%ie = ExtInst %void %dbg ImportedEntity %n 0 7 %src %module 3 3 %cu
"#;

/// Every instruction of NonSemantic.Shader.DebugInfo.
pub(crate) const SHADER: &str = r#"
Capability 1
Capability 5
Extension "SPV_KHR_non_semantic_info"
%dbg = ExtInstImport "NonSemantic.Shader.DebugInfo.101"
MemoryModel 0 1
%file = String "/src/a.hlsl"
%n = String "name"
%empty = String ""
%guid = String "0123456789abcdef0123456789abcdef"
%void = TypeVoid
%uint = TypeInt 32 0
%float = TypeFloat 32
%bool = TypeBool
%true = ConstantTrue %bool
%half = Constant %float 1056964608
%c0 = Constant %uint 0
%c1 = Constant %uint 1
%c3 = Constant %uint 3
%c4 = Constant %uint 4
%c32 = Constant %uint 32
%c100 = Constant %uint 100
%spec = SpecConstant %uint 8
%pf = TypePointer 7 %uint
%fn = TypeFunction %void
%none = ExtInst %void %dbg InfoNone
%src = ExtInst %void %dbg Source %file %n
%cont = ExtInst %void %dbg SourceContinued %n
%cont2 = ExtInst %void %dbg SourceContinued %n
%cu = ExtInst %void %dbg CompilationUnit %c100 %c4 %src %c3
%int = ExtInst %void %dbg TypeBasic %n %c32 %c4 %c0
%bf = ExtInst %void %dbg TypeBasic %n %c32 %c3 %c0 %c0
%ptr = ExtInst %void %dbg TypePointer %int %c1 %c0
%cq = ExtInst %void %dbg TypeQualifier %int %c0
%arr = ExtInst %void %dbg TypeArray %int %c4 %spec
%vec = ExtInst %void %dbg TypeVector %int %c4
%mat = ExtInst %void %dbg TypeMatrix %vec %c3 %true
%coop = ExtInst %void %dbg TypeVectorIdEXT %int %spec
%tile = ExtInst %void %dbg TypeCooperativeMatrixKHR %int %c3 %spec %spec %c0
%td = ExtInst %void %dbg Typedef %n %mat %src %c1 %c1 %cu
%ft = ExtInst %void %dbg TypeFunction %c0 %void %int
%en = ExtInst %void %dbg TypeEnum %n %int %src %c1 %c1 %cu %c32 %c0 %c0 %n
%ba = ExtInst %void %dbg TypeComposite %n %c0 %src %c1 %c1 %cu %n %none %c0
%mem = ExtInst %void %dbg TypeMember %n %int %src %c1 %c1 %c0 %c32 %c0 %half
%inh = ExtInst %void %dbg TypeInheritance %ba %c0 %c32 %c0
%st = ExtInst %void %dbg TypeComposite %n %c1 %src %c1 %c1 %cu %n %c32 %c0 %mem %inh
%ptm = ExtInst %void %dbg TypePtrToMember %int %st
%tp = ExtInst %void %dbg TypeTemplateParameter %n %int %none %src %c1 %c1
%ttp = ExtInst %void %dbg TypeTemplateTemplateParameter %n %n %src %c1 %c1
%pack = ExtInst %void %dbg TypeTemplateParameterPack %n %src %c1 %c1 %tp
%tpl = ExtInst %void %dbg TypeTemplate %st %tp %ttp %pack
%gv = ExtInst %void %dbg GlobalVariable %n %int %src %c1 %c1 %cu %empty %none %c0 %mem
%decl = ExtInst %void %dbg FunctionDeclaration %n %ft %src %c1 %c1 %cu %empty %c0
%func = ExtInst %void %dbg Function %n %ft %src %c1 %c1 %cu %empty %c0 %c1 %decl
%lb = ExtInst %void %dbg LexicalBlock %src %c1 %c1 %func %n
%lbd = ExtInst %void %dbg LexicalBlockDiscriminator %src %c1 %lb
%inl = ExtInst %void %dbg InlinedAt %c1 %lb
%inl2 = ExtInst %void %dbg InlinedAt %c1 %lb %inl
%lv = ExtInst %void %dbg LocalVariable %n %int %src %c1 %c1 %lb %c0 %c1
%iv = ExtInst %void %dbg InlinedVariable %lv %inl
%op = ExtInst %void %dbg Operation %c3 %c4
%ex = ExtInst %void %dbg Expression %op
%md = ExtInst %void %dbg MacroDef %file %c1 %n %n
%mu = ExtInst %void %dbg MacroUndef %file %c1 %md
%ie = ExtInst %void %dbg ImportedEntity %n %c1 %src %gv %c1 %c1 %cu
%id = ExtInst %void %dbg BuildIdentifier %guid %c0
%path = ExtInst %void %dbg StoragePath %n
%ep = ExtInst %void %dbg EntryPoint %func %cu %n %empty
%main = Function %void 0 %fn
%entry = Label
%var = Variable %pf 7
%def = ExtInst %void %dbg FunctionDefinition %func %main
%s1 = ExtInst %void %dbg Scope %lb %inl
%l1 = ExtInst %void %dbg Line %src %c1 %c3 %c4 %c1
%dd = ExtInst %void %dbg Declare %lv %var %ex %c0
%dv = ExtInst %void %dbg Value %lv %c4 %ex %c0
%l2 = ExtInst %void %dbg NoLine
%s2 = ExtInst %void %dbg NoScope
Branch %next
%next = Label
Return
FunctionEnd
%other = Function %void 0 %fn
%only = Label
Return
FunctionEnd
"#;
