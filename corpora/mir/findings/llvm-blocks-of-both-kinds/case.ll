  @a = constant ptr blockaddress(@f, %1)
  @b = constant ptr blockaddress(@f, %n)
  define void @f() {
    br label %1
  1:
    br label %n
  n:
    ret void
  }
