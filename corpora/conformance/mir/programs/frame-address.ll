; The addresses of the frame and of the return.
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.returnaddress(i32)
define i64 @f() {
  %a = call ptr @llvm.frameaddress.p0(i32 0)
  %b = call ptr @llvm.returnaddress(i32 0)
  %c = ptrtoint ptr %a to i64
  %d = ptrtoint ptr %b to i64
  %e = sub i64 %c, %d
  ret i64 %e
}
