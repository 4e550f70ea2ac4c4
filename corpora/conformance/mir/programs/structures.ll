; Aggregates in registers.
define { i64, double } @f(i64 %a, double %b) {
  %x = insertvalue { i64, double } poison, i64 %a, 0
  %y = insertvalue { i64, double } %x, double %b, 1
  ret { i64, double } %y
}
define i64 @g(i64 %a) {
  %x = call { i64, double } @f(i64 %a, double 1.0)
  %y = extractvalue { i64, double } %x, 0
  ret i64 %y
}
