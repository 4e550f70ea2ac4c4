; Globals, the stack, pointers, copies and atomic operations.
source_filename = "memory.c"

%pair = type { i32, i64 }
%list = type { ptr, [4 x i16], i8 }

@counter = global i32 7, align 4
@table = constant [6 x i32] [i32 1, i32 1, i32 2, i32 3, i32 5, i32 8], align 16
@local = internal global %pair zeroinitializer, align 8
@own = thread_local global i32 0, align 4
@elsewhere = external global i8
@"a name" = weak global ptr @counter, align 8

define i64 @sum(ptr nocapture readonly %p, i64 %n) {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %at, align 4, !tbaa !0
  %w = sext i32 %v to i64
  %more = add nsw i64 %s, %w
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  %r = phi i64 [ 0, %entry ], [ %more, %loop ]
  ret i64 %r
}

define i32 @globals(i32 %k) {
  %c = load volatile i32, ptr @counter, align 4
  store i32 %k, ptr getelementptr inbounds (%pair, ptr @local, i64 0, i32 0), align 8
  %i = zext i32 %k to i64
  %at = getelementptr inbounds [6 x i32], ptr @table, i64 0, i64 %i
  %t = load i32, ptr %at, align 4, !range !4
  %e = load i8, ptr @elsewhere, align 1
  %x = zext i8 %e to i32
  %o = load i32, ptr @own, align 4
  %n = load ptr, ptr @"a name", align 8
  %m = load i32, ptr %n, align 4, !invariant.load !5
  %1 = add i32 %c, %t
  %2 = add i32 %x, %o
  %3 = xor i32 %1, %2
  %4 = sub i32 %3, %m
  store i32 %4, ptr @own, align 4
  ret i32 %4
}

declare void @fill(ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave.p0()

define i16 @stack(i64 %n) {
  %a = alloca %list, align 8
  %b = alloca [40 x i8], align 16
  %c = alloca i32, align 4
  %d = alloca i8, i64 %n, align 32
  call void @llvm.lifetime.start.p0(i64 40, ptr %b)
  call void @fill(ptr %b, i64 40)
  call void @fill(ptr %d, i64 %n)
  call void @llvm.memset.p0.i64(ptr align 8 %a, i8 0, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 16 %b, i64 17, i1 false)
  store volatile i32 3, ptr %c, align 4
  %p = getelementptr inbounds %list, ptr %a, i64 0, i32 1, i64 2
  %v = load i16, ptr %p, align 4
  call void @llvm.lifetime.end.p0(i64 40, ptr %b)
  ret i16 %v
}

define i32 @atomic(ptr %p, i32 %v) {
  %1 = atomicrmw add ptr %p, i32 %v acq_rel, align 4
  %2 = atomicrmw xchg ptr %p, i32 %1 monotonic, align 4
  %3 = load atomic i32, ptr %p acquire, align 4
  store atomic i32 %3, ptr %p release, align 4
  fence seq_cst
  %4 = cmpxchg ptr %p, i32 %2, i32 %3 seq_cst monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 0
  ret i32 %5
}

define ptr @addresses(ptr %p, i64 %i) {
  %1 = ptrtoint ptr %p to i64
  %2 = and i64 %1, -16
  %3 = inttoptr i64 %2 to ptr
  %4 = getelementptr i8, ptr %3, i64 %i
  store i64 %i, ptr %4, align 2, !nontemporal !6
  ret ptr %4
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
!4 = !{i32 0, i32 9}
!5 = !{}
!6 = !{i32 1}
