; A call with arguments on the stack.
declare i64 @g(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i8, float)
define i64 @f(i64 %a, i64 %b) {
  %x = call i64 @g(i64 %a, i64 %b, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 %a, i8 signext -1, float 1.0)
  ret i64 %x
}
