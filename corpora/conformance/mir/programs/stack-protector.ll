; A frame that is protected against overflows.
declare void @use(ptr)
define void @f() sspstrong {
  %x = alloca [64 x i8]
  call void @use(ptr %x)
  ret void
}
