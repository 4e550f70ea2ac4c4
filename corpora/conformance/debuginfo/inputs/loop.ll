; A kernel with parameters, a variable in memory, one in values, an inner block and an inlined call.
source_filename = "loop.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%cell = type { i32, float }

define spir_kernel void @scale(%cell addrspace(1)* %cells, i32 %count, float %by) !dbg !6 !kernel_arg_addr_space !40 !kernel_arg_access_qual !41 !kernel_arg_type !42 !kernel_arg_base_type !42 !kernel_arg_type_qual !43 {
entry:
  %sum = alloca float, align 4
  call void @llvm.dbg.value(metadata %cell addrspace(1)* %cells, metadata !11, metadata !DIExpression()), !dbg !20
  call void @llvm.dbg.value(metadata i32 %count, metadata !12, metadata !DIExpression()), !dbg !20
  call void @llvm.dbg.declare(metadata float* %sum, metadata !13, metadata !DIExpression()), !dbg !21
  store float 0.000000e+00, float* %sum, align 4, !dbg !21
  %any = icmp sgt i32 %count, 0, !dbg !22
  br i1 %any, label %loop, label %end, !dbg !22
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.dbg.value(metadata i32 %i, metadata !14, metadata !DIExpression()), !dbg !23
  %at = getelementptr inbounds %cell, %cell addrspace(1)* %cells, i32 %i, i32 1, !dbg !24
  %old = load float, float addrspace(1)* %at, align 4, !dbg !24
  call void @llvm.dbg.value(metadata float %old, metadata !32, metadata !DIExpression()), !dbg !33
  %new = fmul float %old, %by, !dbg !33
  store float %new, float addrspace(1)* %at, align 4, !dbg !24
  %next = add nuw nsw i32 %i, 1, !dbg !23
  %done = icmp eq i32 %next, %count, !dbg !23
  br i1 %done, label %end, label %loop, !dbg !23
end:
  ret void, !dbg !25
}

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!opencl.ocl.version = !{!4}
!opencl.spir.version = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "by hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "loop.cl", directory: "/source")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, i32 2}
!6 = distinct !DISubprogram(name: "scale", scope: !1, file: !1, line: 5, type: !7, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !10)
!7 = !DISubroutineType(cc: DW_CC_LLVM_OpenCLKernel, types: !8)
!8 = !{null, !15, !17, !18}
!10 = !{!11, !12}
!11 = !DILocalVariable(name: "cells", arg: 1, scope: !6, file: !1, line: 5, type: !15)
!12 = !DILocalVariable(name: "count", arg: 2, scope: !6, file: !1, line: 5, type: !17)
!13 = !DILocalVariable(name: "sum", scope: !6, file: !1, line: 6, type: !18)
!14 = !DILocalVariable(name: "i", scope: !19, file: !1, line: 7, type: !17)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64, dwarfAddressSpace: 1)
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "cell", file: !1, line: 1, size: 64, elements: !26)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!19 = distinct !DILexicalBlock(scope: !6, file: !1, line: 7, column: 3)
!20 = !DILocation(line: 5, column: 30, scope: !6)
!21 = !DILocation(line: 6, column: 9, scope: !6)
!22 = !DILocation(line: 7, column: 21, scope: !19)
!23 = !DILocation(line: 7, column: 30, scope: !19)
!24 = !DILocation(line: 8, column: 14, scope: !19)
!25 = !DILocation(line: 10, column: 1, scope: !6)
!26 = !{!27, !28}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "id", scope: !16, file: !1, line: 2, baseType: !17, size: 32)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "weight", scope: !16, file: !1, line: 3, baseType: !18, size: 32, offset: 32)
!30 = distinct !DISubprogram(name: "times", scope: !1, file: !1, line: 12, type: !31, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!31 = !DISubroutineType(types: !34)
!32 = !DILocalVariable(name: "what", arg: 1, scope: !30, file: !1, line: 12, type: !18)
!33 = !DILocation(line: 13, column: 10, scope: !30, inlinedAt: !24)
!34 = !{!18, !18, !18}
!40 = !{i32 1, i32 0, i32 0}
!41 = !{!"none", !"none", !"none"}
!42 = !{!"cell*", !"int", !"float"}
!43 = !{!"", !"", !""}
