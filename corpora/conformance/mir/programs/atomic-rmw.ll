; Atomic operations that read, modify and write.
define i32 @f(ptr %p, i32 %v) {
  %a = atomicrmw add ptr %p, i32 %v seq_cst
  %b = atomicrmw xchg ptr %p, i32 %a acquire
  %c = atomicrmw umax ptr %p, i32 %b monotonic
  %d = atomicrmw nand ptr %p, i32 %c syncscope("singlethread") release
  ret i32 %d
}
