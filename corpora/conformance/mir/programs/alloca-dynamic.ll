; An object whose size is known only at run time.
declare void @use(ptr)
define void @f(i32 %n) {
  %x = alloca i8, i32 %n, align 32
  call void @use(ptr %x)
  ret void
}
