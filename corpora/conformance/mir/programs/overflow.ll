; Arithmetic that reports an overflow, and that saturates.
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.ssub.sat.i32(i32, i32)
declare void @llvm.trap()
define i32 @f(i32 %a, i32 %b) {
entry:
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %r, 1
  br i1 %o, label %trap, label %more
trap:
  call void @llvm.trap()
  unreachable
more:
  %x = extractvalue { i32, i1 } %r, 0
  %m = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %x, i32 %b)
  %y = extractvalue { i32, i1 } %m, 0
  %z = call i32 @llvm.uadd.sat.i32(i32 %y, i32 5)
  %w = call i32 @llvm.ssub.sat.i32(i32 %z, i32 %a)
  ret i32 %w
}
