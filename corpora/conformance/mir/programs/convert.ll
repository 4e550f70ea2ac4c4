; Conversions between integers and floating-point numbers.
define double @f(i32 %a, float %b, i64 %c) {
  %d = sitofp i32 %a to double
  %e = fpext float %b to double
  %g = uitofp i64 %c to double
  %h = fadd double %d, %e
  %i = fadd double %h, %g
  %j = fptosi double %i to i32
  %k = fptoui float %b to i64
  %l = trunc i64 %k to i32
  %m = add i32 %j, %l
  %n = uitofp nneg i32 %m to double
  ret double %n
}
