; A loop over memory.
define void @f(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %b = getelementptr inbounds i32, ptr %q, i64 %i
  %v = load i32, ptr %a
  %w = mul i32 %v, 3
  store i32 %w, ptr %b
  %next = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %next, %n
  br i1 %c, label %end, label %loop
end:
  ret void
}
