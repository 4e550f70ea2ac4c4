; Extensions and truncations, with flags.
define i64 @f(i8 signext %a, i16 zeroext %b, i32 %c) {
  %d = sext i8 %a to i64
  %e = zext i16 %b to i64
  %g = zext nneg i32 %c to i64
  %h = add i64 %d, %e
  %i = add i64 %h, %g
  %j = trunc nuw nsw i64 %i to i32
  %k = sext i32 %j to i64
  ret i64 %k
}
