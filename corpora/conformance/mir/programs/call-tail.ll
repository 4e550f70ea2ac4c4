; Tail calls.
declare i32 @g(i32)
define i32 @f(i32 %a) {
  %x = tail call i32 @g(i32 %a)
  ret i32 %x
}
define fastcc i32 @must(i32 %a) {
  %x = musttail call fastcc i32 @must(i32 %a)
  ret i32 %x
}
