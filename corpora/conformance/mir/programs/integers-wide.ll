; Integers that no register holds.
define i128 @f(i128 %a, i128 %b) {
  %c = add i128 %a, %b
  %d = mul i128 %c, %a
  %e = lshr i128 %d, 17
  ret i128 %e
}
define i65 @g(i65 %a) {
  %b = sub i65 0, %a
  ret i65 %b
}
