; Floating-point arithmetic with flags.
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.sqrt.f64(double)
define double @f(double %a, double %b) {
  %c = fadd fast double %a, %b
  %d = fmul nnan ninf nsz double %c, %a
  %e = fdiv arcp afn double %d, %b
  %g = call contract double @llvm.fma.f64(double %e, double %a, double %b)
  %h = call reassoc double @llvm.sqrt.f64(double %g)
  %i = fneg double %h
  ret double %i
}
