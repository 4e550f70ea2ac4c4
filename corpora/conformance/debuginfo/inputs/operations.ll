; Expressions of LLVM: what the set has, and what llvm-spirv writes only when asked for more.
source_filename = "operations.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %x, i32* %p) !dbg !6 {
  call void @llvm.dbg.value(metadata i32 %x, metadata !9, metadata !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value)), !dbg !11
  call void @llvm.dbg.value(metadata i32* %p, metadata !10, metadata !DIExpression(DW_OP_deref)), !dbg !11
  %y = add i32 %x, 1, !dbg !12
  call void @llvm.dbg.value(metadata i32 %y, metadata !9, metadata !DIExpression(DW_OP_constu, 3, DW_OP_swap, DW_OP_minus, DW_OP_stack_value)), !dbg !12
  call void @llvm.dbg.value(metadata i32 %y, metadata !10, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 16)), !dbg !12
  call void @llvm.dbg.value(metadata i32 %x, metadata !10, metadata !DIExpression(DW_OP_constu, 5, DW_OP_mul, DW_OP_constu, 3, DW_OP_shl, DW_OP_not, DW_OP_stack_value, DW_OP_LLVM_fragment, 16, 16)), !dbg !12
  call void @llvm.dbg.value(metadata i32 %y, metadata !9, metadata !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_convert, 64, DW_ATE_signed, DW_OP_consts, 18446744073709551615, DW_OP_xor, DW_OP_stack_value)), !dbg !12
  ret i32 %y, !dbg !12
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "by hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "operations.cl", directory: "/source")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !7, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DISubroutineType(types: !8)
!8 = !{!13, !13, !13}
!9 = !DILocalVariable(name: "x", arg: 1, scope: !6, file: !1, line: 1, type: !13)
!10 = !DILocalVariable(name: "p", arg: 2, scope: !6, file: !1, line: 1, type: !13)
!11 = !DILocation(line: 1, column: 5, scope: !6)
!12 = !DILocation(line: 2, column: 3, scope: !6)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
