; Floating-point arithmetic, conversions, comparisons and vectors.
source_filename = "floats.c"

declare double @llvm.sqrt.f64(double)
declare float @llvm.fma.f32(float, float, float)
declare double @llvm.floor.f64(double)
declare double @llvm.fabs.f64(double)
declare float @llvm.copysign.f32(float, float)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.pow.f64(double, double)
declare float @llvm.sin.f32(float)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)

define double @arithmetic(double %a, double %b) {
  %1 = fadd double %a, 1.5
  %2 = fsub fast double %1, %b
  %3 = fmul nnan nsz double %2, 0x400921FB54442D18
  %4 = fdiv arcp ninf double %3, %a
  %5 = fneg double %4
  %6 = call double @llvm.sqrt.f64(double %5)
  %7 = call double @llvm.floor.f64(double %6)
  %8 = call double @llvm.fabs.f64(double %7)
  %9 = call double @llvm.minnum.f64(double %8, double %b)
  %10 = call reassoc afn double @llvm.pow.f64(double %9, double %a)
  %11 = frem contract double %10, %b
  ret double %11
}

define float @single(float %a, float %b, float %c) {
  %1 = call float @llvm.fma.f32(float %a, float %b, float %c)
  %2 = call float @llvm.copysign.f32(float %1, float %a)
  %3 = call float @llvm.sin.f32(float %2)
  %4 = fcmp olt float %3, %b
  %5 = fcmp uno float %a, 0.0
  %6 = or i1 %4, %5
  %7 = select i1 %6, float %3, float 0x7FF8000000000000
  ret float %7
}

define i64 @conversions(double %a, float %b, i32 %c, i64 %d) {
  %1 = fptosi double %a to i32
  %2 = fptoui float %b to i64
  %3 = sitofp i32 %c to float
  %4 = uitofp i64 %d to double
  %5 = fpext float %3 to double
  %6 = fptrunc double %4 to float
  %7 = bitcast float %6 to i32
  %8 = bitcast double %5 to i64
  %9 = sext i32 %1 to i64
  %10 = zext i32 %7 to i64
  %11 = add i64 %2, %8
  %12 = add i64 %9, %10
  %13 = xor i64 %11, %12
  ret i64 %13
}

define i32 @vectors(ptr %p, <4 x i32> %a, i32 %i) {
  %1 = load <4 x i32>, ptr %p, align 16
  %2 = add <4 x i32> %1, %a
  %3 = shufflevector <4 x i32> %2, <4 x i32> %a, <4 x i32> <i32 1, i32 4, i32 undef, i32 7>
  %4 = insertelement <4 x i32> %3, i32 %i, i32 2
  %5 = extractelement <4 x i32> %4, i32 1
  %6 = mul <4 x i32> %4, <i32 2, i32 3, i32 5, i32 7>
  %7 = icmp sgt <4 x i32> %6, %a
  %8 = select <4 x i1> %7, <4 x i32> %6, <4 x i32> zeroinitializer
  store <4 x i32> %8, ptr %p, align 16
  %9 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %8)
  %10 = add i32 %5, %9
  ret i32 %10
}

define <2 x double> @pairs(<2 x double> %a, <2 x double> %b) {
  %1 = fmul <2 x double> %a, %b
  %2 = fadd <2 x double> %1, <double 1.0, double 2.5>
  %3 = shufflevector <2 x double> %2, <2 x double> undef, <2 x i32> <i32 1, i32 0>
  ret <2 x double> %3
}
