; A switch with many cases.
declare void @g(i32)
define void @f(i32 %n) {
entry:
  switch i32 %n, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e
    i32 5, label %a
    i32 6, label %c
  ]
a:
  call void @g(i32 10)
  ret void
b:
  call void @g(i32 20)
  ret void
c:
  call void @g(i32 30)
  ret void
d:
  call void @g(i32 40)
  ret void
e:
  call void @g(i32 50)
  ret void
other:
  ret void
}
