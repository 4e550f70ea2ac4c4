//! Draws a module in LLVM's language together with the names in it: each piece of text is written with the names that it adds.

use irsmith_generators::Choices;
use irsmith_mir::IrValue;
use irsmith_mir::ir::{IrFunction, IrNames, IrNode};

/// What stands behind the arguments of a function, and the personality in it.
const ATTRIBUTES: &[(&str, Option<&str>)] = &[
    (")", None),
    (") #0", None),
    (") unnamed_addr #0 section \"a{b\"", None),
    (") personality ptr @p !dbg !4", Some("p")),
    (") prefix i32 1 personality i8* bitcast (i32 (...)* @\"a b\" to i8*)", Some("a b")),
    (") prefix { i32, { i8 } } { i32 1, { i8 } { i8 2 } } personality ptr @p", Some("p")),
    (") prefix <{ i8 }> <{ i8 3 }> prologue { i8 } zeroinitializer", None),
    (") prologue %struct.s { i32 1 }", None),
];

/// Names without their sigil: how they are spelled, and what they are.
const NAMES: &[(&str, &str)] = &[
    ("x", "x"),
    ("a.b-c$d_9", "a.b-c$d_9"),
    ("-", "-"),
    ("0x", "0x"),
    ("ret", "ret"),
    ("define", "define"),
    ("label", "label"),
    ("\"a b\"", "a b"),
    ("\"\\22q\\5Cz\"", "\"q\\z"),
    ("\"\\\\n\"", "\\n"),
    ("\"a:b; c = {\"", "a:b; c = {"),
    ("\"7\"", "7"),
    ("\"é\"", "é"),
];
/// Types of arguments with their attributes.
const ARGUMENTS: &[&str] = &[
    "i32",
    "ptr noundef nonnull",
    "i8 signext",
    "%struct.s",
    "%\"struct t\"",
    "ptr byval(%struct.s) align 8",
    "{ i32, [4 x i8] }",
    "<4 x float>",
    "[2 x { i8, i8 }]",
    "ptr addrspace(1) dereferenceable(16)",
    "void (i32, ptr)*",
];
/// Instructions with a result, and whether they are allocas.
const RESULTS: &[(&str, bool)] = &[
    ("add nsw i32 %x, 1", false),
    ("alloca i32, align 4", true),
    ("alloca [4 x i8], i64 2, align 16, addrspace(5)", true),
    ("load atomic i32, ptr @g acquire, align 4, !tbaa !3", false),
    ("icmp slt i32 %x, -1", false),
    ("phi i32 [ 1, %x ], [ undef, %\"a b\" ]", false),
    ("select i1 true, { i32, i32 } { i32 1, i32 2 }, { i32, i32 } zeroinitializer", false),
    ("getelementptr inbounds ({ i32, i32 }, ptr @g, i64 0, i32 1)", false),
    ("tail call fastcc i32 @h(ptr noundef nonnull @g, i32 noundef 1) #3", false),
    ("call i32 asm sideeffect \"ret = { $0\", \"=r\"()", false),
    ("landingpad { ptr, i32 } cleanup", false),
    ("cleanuppad within none []", false),
    ("extractvalue { ptr, i32 } undef, 0", false),
    ("cmpxchg ptr @g, i32 0, i32 1 seq_cst monotonic", false),
    ("va_arg ptr @g, i32", false),
    ("freeze i32 undef", false),
];
/// Instructions without a result.
const OTHERS: &[&str] = &[
    "store i32 1, ptr @g, align 4",
    "store volatile { i32, i8 } { i32 1, i8 2 }, ptr @g",
    "fence syncscope(\"agent\") seq_cst",
    "call void @h(i32 %x), !dbg !7",
    "musttail call void @h() [ \"deopt\"(i32 %x, ptr @g) ]",
    "notail call void asm \"br label %x = alloca\", \"\"()",
    "store ptr blockaddress(@h, %x), ptr @g",
];
/// The ends of blocks.
const ENDS: &[&str] = &[
    "ret void",
    "ret { i32, i32 } { i32 1, i32 2 }, !dbg !9",
    "br label %x",
    "br i1 true, label %x, label %\"a b\", !prof !2",
    "switch i32 %x, label %x [\n    i32 0, label %x\n    i32 1, label %y\n  ]",
    "indirectbr ptr @g, [label %x, label %y]",
    "resume { ptr, i32 } undef",
    "unreachable",
    "cleanupret from %x unwind to caller",
    "catchret from %x to label %y",
    "invoke void @h() to label %x unwind label %y",
    "callbr void asm \"\", \"!i\"() to label %x [label %y]",
];
/// Ends of blocks with a result.
const ENDS_WITH_RESULT: &[&str] =
    &["invoke i32 @h(i32 1) to label %x unwind label %y", "catchswitch within none [label %x] unwind to caller"];
/// What may follow a line.
const COMMENTS: &[&str] = &["\n", "\n", "\n", " ; preds = %x, %1\n", "\n\n", "\n; define void @no() {\n", "\r\n"];

/// A module, and the names in it.
pub(super) struct Drawn<'a, 'c, 'u> {
    pub(super) text: String,
    pub(super) names: IrNames,
    choices: &'c mut Choices<'a, 'u>,
    /// How many names were drawn: each is used once, with a number if there are more.
    used: usize,
}

/// The numbers of a function's unnamed arguments, blocks and results, which are one sequence.
#[derive(Default)]
struct Counter(u32);

impl<'a, 'c, 'u> Drawn<'a, 'c, 'u> {
    pub(super) fn module(choices: &'c mut Choices<'a, 'u>) -> Self {
        let mut drawn = Self { text: String::new(), names: IrNames::default(), choices, used: 0 };
        drawn.text += "; ModuleID = 'x'\nsource_filename = \"define void @f() {\"\n";
        if drawn.choices.chance(128) {
            drawn.text += "target datalayout = \"e-m:e\"\ntarget triple = \"x86_64-unknown-linux-gnu\"\n";
            drawn.names.triple = "x86_64-unknown-linux-gnu".to_owned();
        }
        drawn.text += "%struct.s = type { i32, ptr }\n%\"struct t\" = type opaque\n$comdat = comdat any\n";
        for _ in 0..drawn.choices.below(4) {
            drawn.global();
        }
        for number in 0..1 + drawn.choices.below(3) {
            drawn.function(number);
        }
        for _ in 0..drawn.choices.below(4) {
            drawn.node();
        }
        drawn.text += "attributes #0 = { nounwind \"a\"=\"b\" }\n!llvm.module.flags = !{!0, !1}\n";
        drawn
    }

    fn end_line(&mut self) {
        let end = COMMENTS[self.choices.below(COMMENTS.len())];
        self.text += end;
    }

    /// Returns a new name: its spelling and its value.
    fn name(&mut self) -> (String, IrValue) {
        let (spelled, name) = NAMES[self.choices.below(NAMES.len())];
        self.used += 1;
        let (spelled, name) = match spelled.strip_suffix('"') {
            Some(open) => (format!("{open}.{}\"", self.used), format!("{name}.{}", self.used)),
            None => (format!("{spelled}.{}", self.used), format!("{name}.{}", self.used)),
        };
        (spelled, IrValue::Named(name.as_str().into()))
    }

    /// Returns a new name, or the next number.
    fn name_or_number(&mut self, counter: &mut Counter) -> (String, IrValue) {
        if self.choices.chance(96) {
            counter.0 += 1;
            return ((counter.0 - 1).to_string(), IrValue::Numbered(counter.0 - 1));
        }
        self.name()
    }

    fn global(&mut self) {
        let (spelled, name) = self.name();
        let values = ["global i32 0", "private unnamed_addr constant [3 x i8] c\"@x\\00\", align 1", "external global { i32, ptr }"];
        let value = values[self.choices.below(values.len())];
        self.text += &format!("@{spelled} = {value}");
        self.names.globals.push(name);
        self.end_line();
    }

    fn node(&mut self) {
        let nodes = [("!{}", ""), ("distinct !{!0, null}", ""), ("!{!\"a = !{\", i32 1}", ""), ("!DIExpression()", "DIExpression")];
        let (text, class) = nodes[self.choices.below(nodes.len())];
        self.used += 1;
        self.text += &format!("!{} = {text}", self.used);
        self.names.metadata.push(IrNode { number: self.used as u32, class: class.into() });
        self.end_line();
    }

    fn function(&mut self, number: usize) {
        let is_defined = !self.choices.chance(64);
        let (spelled, name) = if self.choices.chance(32) { (number.to_string(), IrValue::Numbered(number as u32)) } else { self.name() };
        let word = if is_defined { "define" } else { "declare" };
        let linkages = ["", "internal ", "dso_local noundef ", "linkonce_odr hidden "];
        let linkage = linkages[self.choices.below(linkages.len())];
        let results = ["void", "i32", "{ i32, i32 }", "%struct.s", "<2 x i64>", "ptr addrspace(1)"];
        let result = results[self.choices.below(results.len())];
        self.text += &format!("{word} {linkage}{result} @{spelled}(");
        let mut function = IrFunction::new(name, is_defined);
        let mut counter = Counter::default();
        let count = self.choices.below(5);
        for place in 0..count {
            let ty = ARGUMENTS[self.choices.below(ARGUMENTS.len())];
            self.text += if place == 0 { "" } else { ", " };
            self.text += ty;
            if self.choices.chance(128) {
                let (spelled, name) = self.name_or_number(&mut counter);
                self.text += &format!(" %{spelled}");
                function.arguments.push(name);
            } else {
                function.arguments.push(IrValue::Numbered(counter.0));
                counter.0 += 1;
            }
        }
        if self.choices.chance(48) {
            self.text += if count == 0 { "..." } else { ", ..." };
        }
        let (attributes, personality) = ATTRIBUTES[self.choices.below(ATTRIBUTES.len())];
        self.text += attributes;
        if is_defined {
            function.personality = personality.map(|name| IrValue::Named(name.into()));
            self.text += " {";
            self.end_line();
            for place in 0..1 + self.choices.below(4) {
                self.block(place, &mut counter, &mut function);
            }
            self.text += "}";
        }
        self.end_line();
        self.names.functions.push(function);
    }

    fn block(&mut self, place: usize, counter: &mut Counter, function: &mut IrFunction) {
        if self.choices.chance(160) {
            let (spelled, name) = self.name_or_number(counter);
            self.text += &format!("{spelled}:");
            function.blocks.push(name);
            self.end_line();
        } else if place == 0 || self.choices.chance(128) {
            function.blocks.push(IrValue::Numbered(counter.0));
            counter.0 += 1;
        } else {
            self.text += &format!("{}:", counter.0);
            function.blocks.push(IrValue::Numbered(counter.0));
            counter.0 += 1;
            self.end_line();
        }
        for _ in 0..self.choices.below(5) {
            if self.choices.chance(160) {
                let (text, is_alloca) = RESULTS[self.choices.below(RESULTS.len())];
                let name = self.result(text, counter, function);
                function.allocas.extend(is_alloca.then_some(name));
            } else {
                let text = OTHERS[self.choices.below(OTHERS.len())];
                if text.contains("blockaddress") {
                    self.names.taken.push((IrValue::Named("h".into()), IrValue::Named("x".into())));
                }
                self.text += &format!("  {text}");
                self.end_line();
            }
        }
        if self.choices.chance(48) {
            let text = ENDS_WITH_RESULT[self.choices.below(ENDS_WITH_RESULT.len())];
            self.result(text, counter, function);
        } else {
            let text = ENDS[self.choices.below(ENDS.len())];
            self.text += &format!("  {text}");
            self.end_line();
        }
    }

    fn result(&mut self, text: &str, counter: &mut Counter, function: &mut IrFunction) -> IrValue {
        let (spelled, name) = self.name_or_number(counter);
        self.text += &format!("  %{spelled} = {text}");
        function.values.push(name.clone());
        self.end_line();
        name
    }
}
