; Constants that live in the constant pool.
define double @f(double %a) {
  %b = fadd double %a, 3.1415926
  %c = fmul double %b, -0.0
  ret double %c
}
define <4 x float> @g(<4 x float> %a) {
  %b = fadd <4 x float> %a, <float 1.5, float 2.5, float 3.5, float 4.5>
  ret <4 x float> %b
}
