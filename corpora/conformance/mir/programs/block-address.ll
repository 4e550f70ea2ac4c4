; The address of a block, and an indirect branch.
@table = internal constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]
define i32 @f(i32 %n) {
entry:
  %p = getelementptr [2 x ptr], ptr @table, i32 0, i32 %n
  %t = load ptr, ptr %p
  indirectbr ptr %t, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}
