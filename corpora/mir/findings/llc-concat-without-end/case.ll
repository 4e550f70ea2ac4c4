define void @f(ptr %p) {
  store <2 x i32> <i32 1, i32 2>, ptr %p
  ret void
}
