; Values that are undefined, poison or frozen.
define i32 @f(i32 %a) {
  %b = add i32 %a, undef
  %c = freeze i32 poison
  %d = xor i32 %b, %c
  ret i32 %d
}
