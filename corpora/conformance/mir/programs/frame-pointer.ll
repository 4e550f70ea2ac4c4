; A function that keeps its frame pointer.
declare void @use(ptr)
define void @f() "frame-pointer"="all" {
  %x = alloca i64
  call void @use(ptr %x)
  ret void
}
define void @g() "frame-pointer"="non-leaf" {
  call void @use(ptr null)
  ret void
}
