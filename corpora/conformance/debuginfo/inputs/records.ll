; Types of many kinds, a global variable, a declaration, an enumeration, names for types and templates.
source_filename = "records.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

@limits = addrspace(2) constant [3 x i32] [i32 1, i32 2, i32 3], align 4, !dbg !5

define spir_func i32 @pick(i32 %which, <4 x float> %v) !dbg !12 {
entry:
  %a = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %a, metadata !30, metadata !DIExpression()), !dbg !33
  store i32 %which, i32* %a, align 4, !dbg !33
  call void @llvm.dbg.value(metadata <4 x float> %v, metadata !31, metadata !DIExpression()), !dbg !33
  %at = getelementptr inbounds [3 x i32], [3 x i32] addrspace(2)* @limits, i32 0, i32 %which, !dbg !34
  %r = load i32, i32 addrspace(2)* %at, align 4, !dbg !34
  call void @llvm.dbg.value(metadata i32 %r, metadata !32, metadata !DIExpression(DW_OP_constu, 3, DW_OP_plus, DW_OP_stack_value)), !dbg !34
  %s = call spir_func i32 @helper(i32 %r), !dbg !34
  ret i32 %s, !dbg !35
}

declare !dbg !36 spir_func i32 @helper(i32)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!opencl.ocl.version = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "by hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !37, retainedTypes: !38, globals: !39)
!1 = !DIFile(filename: "records.cl", directory: "/source")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 2, i32 0}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "limits", scope: !0, file: !1, line: 1, type: !7, isLocal: false, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 96, elements: !10)
!8 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !9)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !{!11}
!11 = !DISubrange(count: 3)
!12 = distinct !DISubprogram(name: "pick", scope: !1, file: !1, line: 20, type: !13, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !15)
!13 = !DISubroutineType(types: !14)
!14 = !{!9, !17, !16}
!15 = !{}
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4", file: !1, line: 3, baseType: !18)
!17 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "which", file: !1, line: 4, baseType: !9, size: 32, elements: !20)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 128, flags: DIFlagVector, elements: !24)
!19 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!20 = !{!21, !22}
!21 = !DIEnumerator(name: "FIRST", value: 0)
!22 = !DIEnumerator(name: "SECOND", value: 1)
!24 = !{!25}
!25 = !DISubrange(count: 4)
!26 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "both", file: !1, line: 6, size: 32, elements: !27)
!27 = !{!28, !29}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !26, file: !1, line: 7, baseType: !9, size: 32)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !26, file: !1, line: 8, baseType: !19, size: 32)
!30 = !DILocalVariable(name: "which", arg: 1, scope: !12, file: !1, line: 20, type: !17)
!31 = !DILocalVariable(name: "v", arg: 2, scope: !12, file: !1, line: 20, type: !16)
!32 = !DILocalVariable(name: "r", scope: !12, file: !1, line: 22, type: !9)
!33 = !DILocation(line: 20, column: 3, scope: !12)
!34 = !DILocation(line: 22, column: 11, scope: !12)
!35 = !DILocation(line: 23, column: 3, scope: !12)
!36 = !DISubprogram(name: "helper", scope: !1, file: !1, line: 2, type: !40, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !15)
!37 = !{!17}
!38 = !{!26, !42, !46}
!39 = !{!5}
!40 = !DISubroutineType(types: !41)
!41 = !{!9, !9}
!42 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "holder<int, 4>", file: !1, line: 10, size: 64, elements: !43, templateParams: !44, identifier: "_ZTS6holderIiLi4EE")
!43 = !{!47, !48, !49}
!44 = !{!45, !50}
!45 = !DITemplateTypeParameter(name: "T", type: !9)
!46 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "base", file: !1, line: 9, size: 32, elements: !15, identifier: "_ZTS4base")
!47 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !42, baseType: !46, flags: DIFlagPublic, extraData: i32 0)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !42, file: !1, line: 11, baseType: !51, size: 32, offset: 32, flags: DIFlagPrivate)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "seven", scope: !42, file: !1, line: 12, baseType: !8, flags: DIFlagPublic | DIFlagStaticMember, extraData: i32 7)
!50 = !DITemplateValueParameter(name: "N", type: !9, value: i32 4)
!51 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !9)
