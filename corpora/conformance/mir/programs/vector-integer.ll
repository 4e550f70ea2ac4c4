; Arithmetic of vectors of integers, of usual and unusual lengths.
define <8 x i16> @f(<8 x i16> %a, <8 x i16> %b) {
  %c = add <8 x i16> %a, %b
  %d = mul <8 x i16> %c, %b
  %e = shl <8 x i16> %d, <i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8>
  ret <8 x i16> %e
}
define <3 x i32> @g(<3 x i32> %a) {
  %b = sub <3 x i32> zeroinitializer, %a
  ret <3 x i32> %b
}
