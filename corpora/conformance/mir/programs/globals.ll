; Accesses of globals of several kinds of linkage.
@a = global i32 1
@b = internal global [8 x i32] zeroinitializer
@c = external global i32
@d = thread_local global i32 4
@"a name" = constant i64 -1
@0 = private global i16 9
define i32 @f(i32 %i) {
  %x = load i32, ptr @a
  %p = getelementptr inbounds [8 x i32], ptr @b, i32 0, i32 5
  store i32 %x, ptr %p
  %y = load i32, ptr @c
  %z = load i64, ptr @"a name"
  %zz = trunc i64 %z to i32
  %w = load i16, ptr @0
  %ww = sext i16 %w to i32
  %s = add i32 %x, %y
  %t = add i32 %s, %zz
  %u = add i32 %t, %ww
  ret i32 %u
}
