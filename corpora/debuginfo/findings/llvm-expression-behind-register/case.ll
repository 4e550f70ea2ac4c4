target triple = "x86_64-pc-linux-gnu"
define void @main() !dbg !4 {
entry:
  call void @llvm.dbg.value(metadata i1 false, metadata !7, metadata !DIExpression(DW_OP_breg0, 1, DW_OP_lit12)), !dbg !8
  ret void, !dbg !8
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "main", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !9)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 1, type: !10)
!8 = !DILocation(line: 1, scope: !4)
!9 = !{!7}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
