; Small floating-point numbers.
define half @f(half %a, half %b) {
  %c = fadd half %a, %b
  %d = fmul half %c, 0xH3C00
  ret half %d
}
define float @g(bfloat %a) {
  %b = fpext bfloat %a to float
  ret float %b
}
