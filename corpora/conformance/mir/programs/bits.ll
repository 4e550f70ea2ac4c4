; Counts, rotations and reversals.
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
define i32 @f(i32 %a, i32 %b) {
  %c = call i32 @llvm.ctpop.i32(i32 %a)
  %d = call i32 @llvm.ctlz.i32(i32 %b, i1 true)
  %e = call i32 @llvm.cttz.i32(i32 %a, i1 false)
  %g = call i32 @llvm.bswap.i32(i32 %a)
  %h = call i32 @llvm.bitreverse.i32(i32 %b)
  %i = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 %b)
  %1 = add i32 %c, %d
  %2 = add i32 %1, %e
  %3 = add i32 %2, %g
  %4 = add i32 %3, %h
  %5 = add i32 %4, %i
  ret i32 %5
}
