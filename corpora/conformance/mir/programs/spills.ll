; More values across calls than registers that survive them.
declare i64 @g(i64)
define i64 @f(i64 %n, double %x) {
  %a = call i64 @g(i64 %n)
  %b = call i64 @g(i64 1)
  %c = call i64 @g(i64 2)
  %d = call i64 @g(i64 3)
  %e = call i64 @g(i64 4)
  %h = call i64 @g(i64 5)
  %i = call i64 @g(i64 6)
  %j = call i64 @g(i64 7)
  %k = call i64 @g(i64 8)
  %l = call i64 @g(i64 9)
  %m = call i64 @g(i64 10)
  %o = call i64 @g(i64 11)
  %y = fptosi double %x to i64
  %1 = add i64 %a, %b
  %2 = mul i64 %1, %c
  %3 = add i64 %2, %d
  %4 = mul i64 %3, %e
  %5 = add i64 %4, %h
  %6 = mul i64 %5, %i
  %7 = add i64 %6, %j
  %8 = mul i64 %7, %k
  %9 = add i64 %8, %l
  %10 = mul i64 %9, %m
  %11 = add i64 %10, %o
  %12 = mul i64 %11, %n
  %13 = add i64 %12, %y
  ret i64 %13
}
