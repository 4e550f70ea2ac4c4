; A program with debug information: parameters, variables in registers and in memory, an inner block and an inlined call.
source_filename = "debug.c"

@total = global i32 0, align 4, !dbg !20

define i32 @area(i32 %width, i32 %height) !dbg !5 {
entry:
  %place = alloca i32, align 4
  call void @llvm.dbg.value(metadata i32 %width, metadata !9, metadata !DIExpression()), !dbg !13
  call void @llvm.dbg.value(metadata i32 %height, metadata !10, metadata !DIExpression()), !dbg !13
  call void @llvm.dbg.declare(metadata ptr %place, metadata !11, metadata !DIExpression()), !dbg !14
  %some = icmp sgt i32 %width, 0, !dbg !15
  br i1 %some, label %inner, label %out, !dbg !15
inner:
  %square = mul nsw i32 %width, %width, !dbg !16
  call void @llvm.dbg.value(metadata i32 %square, metadata !18, metadata !DIExpression(DW_OP_plus_uconst, 2, DW_OP_stack_value)), !dbg !16
  %times = mul nsw i32 %square, %height, !dbg !19
  store i32 %times, ptr %place, align 4, !dbg !19
  call void @llvm.dbg.label(metadata !24), !dbg !19
  br label %out, !dbg !19
out:
  %v = phi i32 [ %times, %inner ], [ 1, %entry ], !dbg !22
  call void @llvm.dbg.value(metadata i32 %v, metadata !29, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 16)), !dbg !30
  %old = load i32, ptr @total, align 4, !dbg !30
  %new = add nsw i32 %old, %v, !dbg !30
  store i32 %new, ptr @total, align 4, !dbg !30
  %r = call i32 @area(i32 %new, i32 %v), !dbg !31
  call void @llvm.dbg.value(metadata i32 undef, metadata !9, metadata !DIExpression()), !dbg !31
  ret i32 %r, !dbg !31
}

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "by hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4)
!1 = !DIFile(filename: "debug.c", directory: "/source")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!20}
!5 = distinct !DISubprogram(name: "area", scope: !1, file: !1, line: 3, type: !6, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !12)
!6 = !DISubroutineType(types: !7)
!7 = !{!8, !8, !8}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocalVariable(name: "width", arg: 1, scope: !5, file: !1, line: 3, type: !8)
!10 = !DILocalVariable(name: "height", arg: 2, scope: !5, file: !1, line: 3, type: !8)
!11 = !DILocalVariable(name: "place", scope: !5, file: !1, line: 4, type: !8)
!12 = !{!9, !10, !11}
!13 = !DILocation(line: 3, column: 14, scope: !5)
!14 = !DILocation(line: 4, column: 7, scope: !5)
!15 = !DILocation(line: 5, column: 7, scope: !5)
!16 = !DILocation(line: 6, column: 18, scope: !17)
!17 = distinct !DILexicalBlock(scope: !5, file: !1, line: 5, column: 18)
!18 = !DILocalVariable(name: "square", scope: !17, file: !1, line: 6, type: !8)
!19 = !DILocation(line: 7, column: 13, scope: !17)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "total", scope: !0, file: !1, line: 1, type: !8, isLocal: false, isDefinition: true)
!22 = !DILocation(line: 9, column: 3, scope: !5)
!24 = !DILabel(scope: !17, name: "again", file: !1, line: 8)
!25 = distinct !DISubprogram(name: "count", scope: !1, file: !1, line: 12, type: !26, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !28)
!26 = !DISubroutineType(types: !27)
!27 = !{null, !8}
!28 = !{!29}
!29 = !DILocalVariable(name: "by", arg: 1, scope: !25, file: !1, line: 12, type: !8)
!30 = !DILocation(line: 13, column: 9, scope: !25, inlinedAt: !31)
!31 = distinct !DILocation(line: 10, column: 10, scope: !5)
