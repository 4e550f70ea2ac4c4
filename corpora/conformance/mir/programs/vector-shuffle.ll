; Shuffles with lanes that are poison, insertions and extractions.
define i32 @f(<4 x i32> %a, <4 x i32> %b, i32 %i) {
  %c = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 5, i32 poison, i32 7>
  %d = insertelement <4 x i32> %c, i32 9, i32 %i
  %e = shufflevector <4 x i32> %d, <4 x i32> poison, <4 x i32> zeroinitializer
  %g = add <4 x i32> %e, %b
  %h = extractelement <4 x i32> %g, i32 3
  ret i32 %h
}
