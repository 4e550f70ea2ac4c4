; Comparisons of floating-point numbers.
define i32 @f(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %d = fcmp une float %a, 0.0
  %e = fcmp uno float %a, %b
  %g = and i1 %c, %d
  %h = or i1 %g, %e
  %i = zext i1 %h to i32
  ret i32 %i
}
