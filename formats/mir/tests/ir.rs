//! The names that are found in embedded IR modules.

use irsmith_mir::{EmbeddedIr, IrValue, ir::IrNames};

fn names(text: &str) -> IrNames {
    EmbeddedIr { text: text.to_owned() }.names()
}

fn named(names: &[&str]) -> Vec<IrValue> {
    names.iter().map(|name| IrValue::Named((*name).into())).collect()
}

fn numbered(numbers: &[u32]) -> Vec<IrValue> {
    numbers.iter().copied().map(IrValue::Numbered).collect()
}

const MODULE: &str = r#"; ModuleID = 'x' ; define void @none() {
source_filename = "a ; b"
target triple = "x86_64-unknown-linux-gnu"
@g = global i32 0
@0 = private constant [2 x i8] c"@x"
@"a b\22" = external global i32

define i32 @f(i32 %x, ptr byval(%s) align 8 %"a b", <4 x i32>, ...) #0 !dbg !4 {
  %slot = alloca i32, align 4
  %"q\41" = alloca i64 ; %no = alloca i8
  br label %next

next: ; preds = %0
  %2 = add i32 %x, 1
  switch i32 %2, label %"odd name" [
    i32 0, label %5
  ]
"odd name":
  ret i32 %2
5:
  unreachable
}

declare void @d(i32, ptr)
define void @1(i32 %0, %struct.t* %1) {
entry:
  ret void
}
!llvm.dbg.cu = !{!0}
!0 = distinct !{}
!12 = !DIExpression()
"#;

fn nodes(names: &IrNames) -> Vec<(u32, &str)> {
    names.metadata.iter().map(|node| (node.number, &*node.class)).collect()
}

#[test]
fn of_a_module() {
    let names = names(MODULE);
    assert_eq!(names.triple, "x86_64-unknown-linux-gnu");
    assert_eq!(names.globals, [named(&["g"]), numbered(&[0]), named(&["a b\""])].concat());
    assert_eq!(nodes(&names), [(0, ""), (12, "DIExpression")]);
    let functions: Vec<_> = names.functions.iter().map(|function| (function.name.clone(), function.is_defined)).collect();
    let expected = [(named(&["f"])[0].clone(), true), (named(&["d"])[0].clone(), false), (IrValue::Numbered(1), true)];
    assert_eq!(functions, expected);
}

#[test]
fn of_a_function() {
    let names = names(MODULE);
    let function = names.function("f").expect("it is there");
    assert_eq!(function.arguments, [named(&["x", "a b"]), numbered(&[0])].concat());
    // The unnamed argument is 0, so the entry block is 1.
    assert_eq!(function.blocks, [numbered(&[1]), named(&["next", "odd name"]), numbered(&[5])].concat());
    assert_eq!(function.values, [named(&["slot", "qA"]), numbered(&[2])].concat());
    assert_eq!(function.allocas, named(&["slot", "qA"]));
    assert_eq!(names.functions[2].arguments, numbered(&[0, 1]));
    assert_eq!(names.functions[2].blocks, named(&["entry"]));
}

#[test]
fn blocks_without_labels_have_numbers() {
    let names = names(
        "define i32 @f(i1) {\n br i1 %0, label %2, label %x\n  %3 = add i32 1, 2\n switch i32 %3, label %x [\n  i32 1, label %4\n ]\n ret i32 0\nx:\n ret i32 1\n}",
    );
    let blocks = &names.functions[0].blocks;
    assert_eq!(*blocks, [numbered(&[1, 2, 4]), named(&["x"])].concat());
}

#[test]
fn functions_on_one_line() {
    let names =
        names("define void @f(i8) { ret void }\ndefine {i8} @g(i8 %x) { entry: ret {i8} undef }\n@\"a\\\\41\" = global i8 0\n!7 = !{}\n");
    let blocks: Vec<_> = names.functions.iter().map(|function| function.blocks.clone()).collect();
    assert_eq!(blocks[0], numbered(&[1]));
    assert_eq!((names.functions.len(), &names.globals, nodes(&names)), (2, &named(&["a\\41"]), vec![(7, "")]));
}

/// Line ends have no meaning.
#[test]
fn lines_may_end_anywhere() {
    let names = names(
        "@g = global i32 0 @h = global ptr @g define void @f(ptr ; an argument, (\n %x\n,\n%t)\n#0\n{ %a = load ptr, ptr %x br\nlabel %3\n\
         %b = alloca [2 x i8] store i8 0, ptr %b unreachable e: ret void } @z = global i32 0 declare void @d(%t*, <2 x i8> %v, ...) !3 = distinct\n\
         !DISubprogram(name: \"e: ret }\") !4 = !{!\"x\", !3} !5 = !DIExpression() target triple=\"a\"",
    );
    assert_eq!((names.globals.as_slice(), &*names.triple), (&named(&["g", "h", "z"])[..], "a"));
    assert_eq!(nodes(&names), [(3, "DISubprogram"), (4, ""), (5, "DIExpression")]);
    let [f, d] = &names.functions[..] else { panic!("{names:?}") };
    assert_eq!(f.arguments, [named(&["x"]), numbered(&[0])].concat());
    assert_eq!(f.blocks, [numbered(&[1, 2]), named(&["e"])].concat());
    assert_eq!((&f.values, &f.allocas), (&named(&["a", "b"]), &named(&["b"])));
    assert_eq!((&d.arguments, d.is_defined), (&[numbered(&[0]), named(&["v"])].concat(), false));
}

/// The braces of the data before a function are not those of its body.
#[test]
fn data_before_functions() {
    let names = names(
        "define void @a() prefix { i32, { i8 } } { i32 1, { i8 } { i8 2 } } personality ptr @p { %x = alloca i8 ret void }\n\
         define void @b() prefix <{ i8 }> <{ i8 3 }> prologue { i8 } zeroinitializer { %y = alloca i8 ret void }\n\
         define void @c() prologue %s { i32 1 } { %z = alloca i8 ret void }\n\
         define void @d() prefix [1 x { i8 }] [{ i8 } { i8 1 }] prologue i8 1 { %w = alloca i8 ret void }\n",
    );
    let allocas: Vec<_> = names.functions.iter().map(|function| function.allocas.clone()).collect();
    assert_eq!(allocas, [named(&["x"]), named(&["y"]), named(&["z"]), named(&["w"])]);
    assert_eq!(names.function("a").and_then(|function| function.personality.clone()), named(&["p"]).pop());
}

#[test]
fn constants_and_attributes_are_no_instructions() {
    let names = names(
        "define i64 @f() personality ptr @p {\n  %r = invoke i64 @g(ptr byval(%t) null) to label %ok unwind label %no, !dbg !4\nok:\n  \
         #dbg_value(i64 %r, !5, !DIExpression(), !6)\n  ret i64 add (i64 1, i64 ptrtoint (ptr @g to i64))\n  call void asm sideeffect \"ret\", \"\"()\n  \
         ret i64 0\nno:\n  %l = landingpad { ptr, i32 }\n  cleanup\n  resume { ptr, i32 } %l\n}\n",
    );
    let function = &names.functions[0];
    assert_eq!(function.blocks, [numbered(&[0]), named(&["ok"]), numbered(&[1]), named(&["no"])].concat());
    assert_eq!(function.values, named(&["r", "l"]));
}

#[test]
fn of_text_that_is_no_module() {
    for text in ["", "}", "define", "define void @", "define void @f(", "define void @f() {", "@", "@\"", "!", "%x", "\"", "declare @f(i32"]
    {
        let names = names(text);
        assert!(names.globals.is_empty() && names.metadata.is_empty(), "{text}: {names:?}");
    }
}

#[test]
fn addresses_of_blocks() {
    let text = "@a = constant [2 x ptr] [ptr blockaddress(@f, %\"b c\"), ptr blockaddress ( @\"g\" , %7)]\n\
                @b = constant ptr null ; what blockaddress\ndefine void @h() {\n  call void @d(ptr blockaddress(@h, %n))\n  ret void\n}\n";
    let [f, g, h, b, n] = ["f", "g", "h", "b c", "n"].map(|name| IrValue::Named(name.into()));
    assert_eq!(names(text).taken, [(f, b), (g, IrValue::Numbered(7)), (h, n)]);
}
