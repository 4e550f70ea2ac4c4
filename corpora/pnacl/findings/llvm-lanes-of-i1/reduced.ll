define i1 @f(ptr %p) {
  %v = load <8 x i1>, ptr %p, align 1
  %e = extractelement <8 x i1> %v, i64 3
  ret i1 %e
}
