; Arithmetic of vectors of floating-point numbers.
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
define float @f(<4 x float> %a, <4 x float> %b) {
  %c = fmul <4 x float> %a, %b
  %d = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %c)
  %e = call reassoc float @llvm.vector.reduce.fadd.v4f32(float 0.0, <4 x float> %d)
  ret float %e
}
