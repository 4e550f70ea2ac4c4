; Comparisons and selections of vectors.
define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp sgt <4 x i32> %a, %b
  %d = select <4 x i1> %c, <4 x i32> %a, <4 x i32> %b
  ret <4 x i32> %d
}
