@g = external global i32
define ptr @f() {
  ret ptr @g
}
