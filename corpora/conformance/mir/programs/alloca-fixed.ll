; Objects of fixed size on the stack, whose addresses escape.
declare void @use(ptr, ptr)
define i32 @f(i32 %a) {
  %x = alloca i32, align 4
  %y = alloca [10 x i64], align 16
  store i32 %a, ptr %x
  call void @use(ptr %x, ptr %y)
  %v = load i32, ptr %x
  ret i32 %v
}
