; Operations that respect the floating-point environment.
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
define double @f(double %a, double %b) strictfp {
  %c = call double @llvm.experimental.constrained.fadd.f64(double %a, double %b, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %d = call double @llvm.experimental.constrained.sqrt.f64(double %c, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %e = call i1 @llvm.experimental.constrained.fcmp.f64(double %c, double %d, metadata !"oeq", metadata !"fpexcept.strict") strictfp
  %g = select i1 %e, double %c, double %d
  ret double %g
}
