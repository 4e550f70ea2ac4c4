; A switch with far cases.
define i32 @f(i32 %n) {
entry:
  switch i32 %n, label %other [
    i32 -5, label %a
    i32 100, label %b
    i32 70000, label %a
  ]
a:
  ret i32 1
b:
  ret i32 2
other:
  ret i32 3
}
