; Variables of each thread.
@here = thread_local(localexec) global i32 4
@there = external thread_local global i32
define i32 @f() {
  %x = load i32, ptr @here
  %y = load i32, ptr @there
  %s = add i32 %x, %y
  ret i32 %s
}
