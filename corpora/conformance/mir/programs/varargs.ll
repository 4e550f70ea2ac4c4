; A function with a variable number of arguments, and a call of it.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)
declare i32 @vprint(ptr, ptr)
define i32 @f(ptr %s, ...) {
  %l = alloca [32 x i8], align 8
  %k = alloca [32 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %r = call i32 @vprint(ptr %s, ptr %l)
  call void @llvm.va_end.p0(ptr %l)
  %q = call i32 (ptr, ...) @f(ptr %s, i32 1, double 2.0, i64 3)
  %t = add i32 %r, %q
  ret i32 %t
}
