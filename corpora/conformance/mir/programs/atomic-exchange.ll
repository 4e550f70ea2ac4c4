; Compare and exchange, with two orderings.
define { i32, i1 } @f(ptr %p, i32 %old, i32 %new) {
  %r = cmpxchg ptr %p, i32 %old, i32 %new acq_rel monotonic
  ret { i32, i1 } %r
}
define i1 @weak(ptr %p, i64 %old, i64 %new) {
  %r = cmpxchg weak volatile ptr %p, i64 %old, i64 %new seq_cst acquire
  %ok = extractvalue { i64, i1 } %r, 1
  ret i1 %ok
}
