; Structures that are passed by value and returned through a pointer.
%pair = type { i64, i32, [3 x i16] }
declare void @callee(ptr byval(%pair) align 8, ptr sret(%pair))
define void @f(ptr byval(%pair) align 8 %p, ptr sret(%pair) %out) {
  %l = alloca %pair
  call void @callee(ptr byval(%pair) align 8 %p, ptr sret(%pair) %l)
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %l, i64 24, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
