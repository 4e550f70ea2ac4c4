; Direct calls, with values that live across them.
declare i32 @g(i32, i64, double)
define i32 @f(i32 %a, i64 %b, double %c) {
  %x = call i32 @g(i32 %a, i64 %b, double %c)
  %y = call i32 @g(i32 %x, i64 %b, double 2.5)
  %z = add i32 %y, %a
  ret i32 %z
}
