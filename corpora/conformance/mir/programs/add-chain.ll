; Arithmetic in a line.
define i32 @f(i32 %a, i32 %b) {
  %c = add nsw i32 %a, %b
  %d = mul i32 %c, %a
  %e = sub nuw i32 %d, 7
  %g = xor i32 %e, -1
  ret i32 %g
}
