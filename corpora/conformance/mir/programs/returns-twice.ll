; A call that may return twice.
declare i32 @setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
define i32 @f(ptr %p) {
entry:
  %r = call i32 @setjmp(ptr %p) returns_twice
  %c = icmp eq i32 %r, 0
  br i1 %c, label %first, label %second
first:
  call void @longjmp(ptr %p, i32 1)
  unreachable
second:
  ret i32 %r
}
