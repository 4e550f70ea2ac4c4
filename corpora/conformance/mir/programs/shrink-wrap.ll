; A frame that only one path needs.
declare i32 @g(ptr)
define i32 @f(i32 %a, i32 %b) {
entry:
  %p = alloca i32
  %c = icmp slt i32 %a, %b
  br i1 %c, label %call, label %end
call:
  store i32 %a, ptr %p
  %r = call i32 @g(ptr %p)
  br label %end
end:
  %v = phi i32 [ %a, %entry ], [ %r, %call ]
  ret i32 %v
}
