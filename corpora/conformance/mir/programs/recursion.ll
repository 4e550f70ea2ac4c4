; A function that calls itself twice.
define i32 @fib(i32 %n) {
entry:
  %c = icmp ult i32 %n, 2
  br i1 %c, label %base, label %step
base:
  ret i32 %n
step:
  %a = sub i32 %n, 1
  %b = sub i32 %n, 2
  %x = call i32 @fib(i32 %a)
  %y = call i32 @fib(i32 %b)
  %z = add i32 %x, %y
  ret i32 %z
}
