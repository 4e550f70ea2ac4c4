; Shifts by constants and by variables.
define i32 @f(i32 %a, i32 %b) {
  %c = shl nuw nsw i32 %a, 3
  %d = lshr exact i32 %c, 2
  %e = ashr i32 %d, %b
  %g = shl i32 %e, %b
  ret i32 %g
}
