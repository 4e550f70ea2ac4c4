; An indirect call, and a call of a fixed address.
define i32 @f(ptr %p, i32 %a) {
  %x = call i32 %p(i32 %a)
  %y = call i32 inttoptr (i64 4096 to ptr)(i32 %x)
  ret i32 %y
}
