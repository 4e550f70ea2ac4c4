; Minima, maxima and absolute values.
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
define i32 @f(i32 %a, i32 %b, double %c, double %d) {
  %e = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %g = call i32 @llvm.umax.i32(i32 %e, i32 3)
  %h = call i32 @llvm.abs.i32(i32 %g, i1 true)
  %i = call double @llvm.minnum.f64(double %c, double %d)
  %j = call double @llvm.maximum.f64(double %i, double 1.0)
  %k = fptosi double %j to i32
  %l = add i32 %h, %k
  ret i32 %l
}
