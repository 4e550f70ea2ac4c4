; Divisions and remainders.
define i32 @f(i32 %a, i32 %b) {
  %c = sdiv i32 %a, %b
  %d = urem i32 %c, %b
  %e = udiv exact i32 %d, 10
  %g = srem i32 %e, 7
  ret i32 %g
}
define i64 @g(i64 %a, i64 %b) {
  %c = sdiv i64 %a, %b
  %d = urem i64 %c, %b
  ret i64 %d
}
