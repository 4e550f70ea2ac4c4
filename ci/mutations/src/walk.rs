//! Finds the places of mutations in a file: function bodies outside tests, and in them every expression that is a value.
//!
//! Patterns, types, constants and attributes are left alone, because a condition at run time cannot stand there. Of macros, those are entered
//! whose arguments are expressions with commas between them.

use crate::{
    constant,
    declared::Declared,
    mutation::{Mutation, Operator},
    results,
};
use std::ops::Range;
use syn::{
    Arm, Attribute, BinOp, Block, Expr, ExprLit, ImplItemFn, ItemConst, ItemFn, ItemImpl, ItemMacro, ItemMod, ItemStatic, Lit, Local,
    Macro, Pat, RangeLimits, ReturnType, Signature, Stmt, Token, TraitItemFn, Type, UnOp,
    parse::Parser,
    punctuated::Punctuated,
    spanned::Spanned,
    visit::{self, Visit},
};

/// Methods and their counterparts.
const COUNTERPARTS: [(&str, &str); 28] = [
    ("all", "any"),
    ("and", "or"),
    ("ceil", "floor"),
    ("checked_add", "checked_sub"),
    ("find", "rfind"),
    ("first", "last"),
    ("from_be_bytes", "from_le_bytes"),
    ("is_ascii_alphabetic", "is_ascii_alphanumeric"),
    ("is_ascii_digit", "is_ascii_hexdigit"),
    ("is_ascii_graphic", "is_ascii"),
    ("is_err", "is_ok"),
    ("is_none", "is_some"),
    ("leading_zeros", "trailing_zeros"),
    ("max", "min"),
    ("next", "next_back"),
    ("pop_back", "pop_front"),
    ("position", "rposition"),
    ("push_back", "push_front"),
    ("rotate_left", "rotate_right"),
    ("round_ties_even", "round"),
    ("saturating_add", "wrapping_add"),
    ("saturating_sub", "wrapping_sub"),
    ("split_first", "split_last"),
    ("split_once", "rsplit_once"),
    ("starts_with", "ends_with"),
    ("to_be_bytes", "to_le_bytes"),
    ("trim_start", "trim_end"),
    ("wrapping_shl", "wrapping_shr"),
];

/// Returns the mutations of a file in the order of their places.
pub(crate) fn mutations(file: &str, text: &str, tree: &syn::File, declared: &Declared) -> Vec<Mutation> {
    let mut walk = Walk { file, text, declared, own_type: String::new(), function: None, in_closure: false, found: Vec::new() };
    walk.visit_file(tree);
    walk.found.sort_by_key(|mutation| mutation.start);
    walk.found
}

/// The enclosing function.
struct Function {
    name: String,
    constness: Option<Range<usize>>,
    defaults: Vec<String>,
}

struct Walk<'a> {
    file: &'a str,
    text: &'a str,
    declared: &'a Declared,
    /// The type whose `impl` is entered; empty outside.
    own_type: String,
    function: Option<Function>,
    in_closure: bool,
    found: Vec<Mutation>,
}

impl Walk<'_> {
    fn text_of(&self, item: &impl Spanned) -> &str {
        &self.text[item.span().byte_range()]
    }

    /// Adds a mutation that replaces a range.
    fn add(&mut self, operator: Operator, range: Range<usize>, new: String, about: String) {
        let Some(function) = &self.function else { return };
        let line = self.text[..range.start].matches('\n').count() + 1;
        let (function, constness) = (function.name.clone(), function.constness.clone());
        let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
        let file = self.file.to_owned();
        self.found.push(Mutation { file, line, function, operator, start: range.start, end: range.end, new, about, constness });
    }

    /// Adds a mutation of an expression, which has another text while the mutation is enabled.
    fn exchange(&mut self, operator: Operator, expression: &impl Spanned, other: &str) {
        let text = self.text_of(expression).to_owned();
        if text != other {
            let new = format!("(if ENABLED {{ {other} }} else {{ {text} }})");
            self.add(operator, expression.span().byte_range(), new, format!("`{text}` becomes `{other}`"));
        }
    }

    fn enter(&mut self, attributes: &[Attribute], signature: &Signature, body: &Block) {
        if is_test(attributes) {
            return;
        }
        let name = match self.own_type.as_str() {
            "" => signature.ident.to_string(),
            own => format!("{own}::{}", signature.ident),
        };
        let constness = signature.constness.map(|word| word.span().byte_range());
        let defaults = results::defaults(&signature.output);
        let outer = self.function.replace(Function { name, constness, defaults: defaults.clone() });
        let inside = body.span().byte_range().start + 1;
        let has_value = !matches!(signature.output, ReturnType::Default);
        // A body that is only the default, such as `None`, has no other result.
        let whole: String = self.text_of(body).trim_matches(['{', '}']).trim().to_owned();
        for value in defaults.iter().filter(|value| **value != whole && (has_value || !body.stmts.is_empty())) {
            let new = format!(" if ENABLED {{ return {value}; }}");
            self.add(Operator::Result, inside..inside, new, format!("the function returns `{value}`"));
        }
        self.visit_block(body);
        self.function = outer;
    }

    fn statements(&mut self, block: &Block) {
        for (at, statement) in block.stmts.iter().enumerate() {
            let is_last = at + 1 == block.stmts.len();
            if let Some(range) = removable(statement, is_last) {
                let text = self.text[range.clone()].to_owned();
                self.add(Operator::Statement, range, format!("if !ENABLED {{ {text} }}"), format!("without `{text}`"));
            }
            let first =
                self.function.as_ref().filter(|_| at > 0 && !self.in_closure).and_then(|function| function.defaults.last().cloned());
            // Before the last expression it changes nothing if it returns the same.
            let is_same = |value: &String| is_last && self.text_of(statement) == value;
            if let Some(value) = first.filter(|value| !is_same(value)) {
                let start = statement.span().byte_range().start;
                self.add(
                    Operator::EarlyReturn,
                    start..start,
                    format!("if ENABLED {{ return {value}; }} "),
                    format!("the function returns `{value}` here"),
                );
            }
        }
    }

    fn binary(&mut self, left: &Expr, operator: &BinOp, right: &Expr, whole: &Expr) {
        let (kind, others) = operators(operator);
        if has_let(left) || has_let(right) {
            return;
        }
        for other in others {
            let text = format!("{} {other} {}", self.text_of(left), self.text_of(right));
            self.exchange(kind, whole, &text);
        }
    }

    fn condition(&mut self, condition: &Expr) {
        if !has_let(condition) {
            let text = format!("!({})", self.text_of(condition));
            self.exchange(Operator::Condition, condition, &text);
        }
    }

    /// Swaps neighbouring arguments, whose list is part of `whole`.
    fn arguments(&mut self, arguments: &Punctuated<Expr, Token![,]>, whole: &impl Spanned) {
        let all: Vec<&Expr> = arguments.iter().collect();
        for pair in all.windows(2) {
            self.swap(pair[0], pair[1], whole);
        }
        for argument in all {
            self.value(argument);
            if let Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) = argument
                && !literal.value().is_empty()
            {
                self.exchange(Operator::Text, argument, "\"\"");
            }
        }
    }

    fn swap(&mut self, first: &Expr, second: &Expr, whole: &impl Spanned) {
        let (first, second, range) = (first.span().byte_range(), second.span().byte_range(), whole.span().byte_range());
        let parts = [range.start..first.start, second.clone(), first.end..second.start, first, second.end..range.end];
        let swapped: String = parts.into_iter().map(|part| &self.text[part]).collect();
        self.exchange(Operator::Arguments, whole, &swapped);
    }

    /// Uses another field, where an expression is only a value: no place, and no receiver that a method might change.
    fn value(&mut self, expression: &Expr) {
        if let Expr::Field(field) = expression
            && let syn::Member::Named(name) = &field.member
        {
            for other in self.declared.other_fields(&name.to_string()) {
                let text = format!("{}.{other}", self.text_of(&field.base));
                self.exchange(Operator::Field, expression, &text);
            }
        }
    }

    /// Uses another variant: `path` is that of `whole`, or the whole.
    fn variant(&mut self, path: &syn::Path, whole: &impl Spanned) {
        let segments: Vec<_> = path.segments.iter().collect();
        let [.., name, variant] = segments.as_slice() else { return };
        let name = if name.ident == "Self" { self.own_type.clone() } else { name.ident.to_string() };
        let (range, ident) = (whole.span().byte_range(), variant.ident.span().byte_range());
        for other in self.declared.other_variants(&name, &variant.ident.to_string()) {
            let text = [&self.text[range.start..ident.start], other, &self.text[ident.end..range.end]].concat();
            self.exchange(Operator::Variant, whole, &text);
        }
    }

    fn method(&mut self, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        let (range, ident) = (call.span().byte_range(), call.method.span().byte_range());
        let counterpart = COUNTERPARTS.iter().find_map(|(a, b)| match name.as_str() {
            name if name == *a => Some(*b),
            name if name == *b => Some(*a),
            _ => None,
        });
        if let Some(other) = counterpart {
            let text = [&self.text[range.start..ident.start], other, &self.text[ident.end..range.end]].concat();
            self.exchange(Operator::Method, call, &text);
        } else if ["is_", "has_", "can_", "contains"].iter().any(|prefix| name.starts_with(prefix)) {
            let text = format!("!{}", self.text_of(call));
            self.exchange(Operator::Condition, call, &text);
        }
    }

    fn fields(&mut self, expression: &syn::ExprStruct) {
        let all: Vec<&syn::FieldValue> = expression.fields.iter().collect();
        for pair in all.windows(2) {
            let range = expression.span().byte_range();
            let (first, second) = (pair[0].span().byte_range(), pair[1].span().byte_range());
            let name = |field: &syn::FieldValue| match &field.member {
                syn::Member::Named(name) => name.to_string(),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            let swapped = format!(
                "{}{}: {}{}{}: {}{}",
                &self.text[range.start..first.start],
                name(pair[0]),
                self.text_of(&pair[1].expr),
                &self.text[first.end..second.start],
                name(pair[1]),
                self.text_of(&pair[0].expr),
                &self.text[second.end..range.end],
            );
            self.exchange(Operator::Fields, expression, &swapped);
        }
        for field in all {
            self.value(&field.expr);
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let name = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default(),
            _ => String::new(),
        };
        if !is_test(&item.attrs) {
            let outer = std::mem::replace(&mut self.own_type, name);
            visit::visit_item_impl(self, item);
            self.own_type = outer;
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.enter(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.enter(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(body) = &item.default {
            self.enter(&item.attrs, &item.sig, body);
        }
    }

    fn visit_item_const(&mut self, _: &'ast ItemConst) {}

    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_item_macro(&mut self, _: &'ast ItemMacro) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_expr_repeat(&mut self, expression: &'ast syn::ExprRepeat) {
        self.visit_expr(&expression.expr);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let outer = std::mem::replace(&mut self.in_closure, true);
        visit::visit_expr_closure(self, closure);
        self.in_closure = outer;
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.statements(block);
        visit::visit_block(self, block);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            self.value(&init.expr);
        }
        visit::visit_local(self, local);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        match &arm.guard {
            Some((_, guard)) if !has_let(guard) => {
                for value in ["true", "false"] {
                    self.exchange(Operator::Condition, guard, value);
                }
            }
            Some(_) => {}
            None => {
                let end = arm.pat.span().byte_range().end;
                let about = format!("without the arm `{}`", self.text_of(&arm.pat));
                self.add(Operator::Arm, end..end, " if !ENABLED".to_owned(), about);
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_macro(&mut self, invoked: &'ast Macro) {
        let name = invoked.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if name.starts_with("debug_assert") {
            return;
        }
        let Ok(arguments) = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(invoked.tokens.clone()) else { return };
        // The format of `write!` and its like must stay a literal.
        let is_format = |argument: &&Expr| matches!(argument, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) | Expr::Assign(_));
        let values: Vec<&Expr> = arguments.iter().filter(|argument| !is_format(argument)).collect();
        for pair in values.windows(2) {
            self.swap(pair[0], pair[1], invoked);
        }
        for value in values {
            self.value(value);
            Visit::visit_expr(self, value);
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        self.expression(expression);
        visit::visit_expr(self, expression);
    }
}

impl Walk<'_> {
    /// Adds the mutations of an expression itself, without those of its parts.
    fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Binary(binary) => {
                self.binary(&binary.left, &binary.op, &binary.right, expression);
                self.value(&binary.left);
                self.value(&binary.right);
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) => {
                let kind = if matches!(unary.op, UnOp::Not(_)) { Operator::Condition } else { Operator::Arithmetic };
                let text = self.text_of(&unary.expr).to_owned();
                self.exchange(kind, expression, &text);
            }
            Expr::Lit(literal) => {
                for other in constant::others(&literal.lit) {
                    self.exchange(Operator::Constant, expression, &other);
                }
            }
            Expr::If(branch) => self.condition(&branch.cond),
            Expr::While(repeated) => self.condition(&repeated.cond),
            Expr::Match(matched) => {
                for pair in matched.arms.windows(2) {
                    let other = self.text_of(&pair[1].body).to_owned();
                    self.exchange(Operator::ArmBody, &pair[0].body, &other);
                }
            }
            Expr::Range(range) => self.range(range),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => {
                self.method(call);
                self.arguments(&call.args, call);
            }
            Expr::Struct(literal) => {
                self.fields(literal);
                self.variant(&literal.path, literal);
            }
            Expr::Path(path) if path.qself.is_none() => self.variant(&path.path, path),
            Expr::Cast(cast) => self.cast(cast),
            Expr::Macro(invoked) if invoked.mac.path.is_ident("matches") => {
                let text = format!("!{}", self.text_of(expression));
                self.exchange(Operator::Condition, expression, &text);
            }
            _ => {}
        }
    }

    fn range(&mut self, range: &syn::ExprRange) {
        let ends = [(range.start.as_deref(), "+"), (range.end.as_deref(), "+"), (range.end.as_deref(), "-")];
        for (end, sign) in ends {
            // Other mutations change literals.
            if let Some(end) = end.filter(|end| !matches!(end, Expr::Lit(_))) {
                let text = format!("({}) {sign} 1", self.text_of(end));
                self.exchange(Operator::Bound, end, &text);
            }
        }
        if let (Some(start), Some(end), RangeLimits::HalfOpen(_)) = (&range.start, &range.end, &range.limits) {
            self.value(start);
            self.value(end);
        }
    }

    fn call(&mut self, call: &syn::ExprCall) {
        if let Expr::Path(path) = &*call.func {
            if path.path.is_ident("Some") {
                self.exchange(Operator::Variant, call, "None");
            }
            self.variant(&path.path, call);
        }
        self.arguments(&call.args, call);
    }

    fn cast(&mut self, cast: &syn::ExprCast) {
        let ty = self.text_of(&cast.ty);
        let narrower = match ty {
            "u128" | "i128" => "u64",
            "u64" | "usize" => "u32",
            "i64" | "isize" => "i32",
            "u32" => "u16",
            "i32" => "i16",
            "u16" => "u8",
            _ => return,
        };
        let text = format!("({}) as {narrower} as {ty}", self.text_of(&cast.expr));
        self.exchange(Operator::Width, cast, &text);
    }
}

/// Returns the counterparts of a binary operator, with the kind of their exchange.
fn operators(operator: &BinOp) -> (Operator, &'static [&'static str]) {
    match operator {
        BinOp::Lt(_) => (Operator::Comparison, &["<=", ">="]),
        BinOp::Le(_) => (Operator::Comparison, &["<", ">"]),
        BinOp::Gt(_) => (Operator::Comparison, &[">=", "<="]),
        BinOp::Ge(_) => (Operator::Comparison, &[">", "<"]),
        BinOp::Eq(_) => (Operator::Comparison, &["!="]),
        BinOp::Ne(_) => (Operator::Comparison, &["=="]),
        BinOp::And(_) => (Operator::Logic, &["||"]),
        BinOp::Or(_) => (Operator::Logic, &["&&"]),
        BinOp::Add(_) => (Operator::Arithmetic, &["-"]),
        BinOp::Sub(_) => (Operator::Arithmetic, &["+"]),
        BinOp::Mul(_) => (Operator::Arithmetic, &["+", "/"]),
        BinOp::Div(_) => (Operator::Arithmetic, &["*", "%"]),
        BinOp::Rem(_) => (Operator::Arithmetic, &["/"]),
        BinOp::BitAnd(_) => (Operator::Arithmetic, &["|"]),
        BinOp::BitOr(_) => (Operator::Arithmetic, &["&", "^"]),
        BinOp::BitXor(_) => (Operator::Arithmetic, &["|"]),
        BinOp::Shl(_) => (Operator::Arithmetic, &[">>"]),
        BinOp::Shr(_) => (Operator::Arithmetic, &["<<"]),
        BinOp::AddAssign(_) => (Operator::Arithmetic, &["-="]),
        BinOp::SubAssign(_) => (Operator::Arithmetic, &["+="]),
        BinOp::BitAndAssign(_) => (Operator::Arithmetic, &["|="]),
        BinOp::BitOrAssign(_) => (Operator::Arithmetic, &["&="]),
        BinOp::ShlAssign(_) => (Operator::Arithmetic, &[">>="]),
        BinOp::ShrAssign(_) => (Operator::Arithmetic, &["<<="]),
        _ => (Operator::Arithmetic, &[]),
    }
}

/// Returns the range of a statement that can be left out: one that only has an effect.
fn removable(statement: &Stmt, is_last: bool) -> Option<Range<usize>> {
    let removes = match statement {
        Stmt::Expr(_, Some(_)) => true,
        Stmt::Expr(Expr::If(branch), None) => branch.else_branch.is_none(),
        Stmt::Expr(Expr::ForLoop(_) | Expr::While(_), None) => true,
        Stmt::Expr(Expr::Match(_), None) => !is_last,
        Stmt::Macro(invoked) => !invoked.mac.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with("debug_assert")),
        _ => false,
    };
    removes.then(|| statement.span().byte_range())
}

/// Returns whether a condition binds names.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// Returns whether an item is only part of tests.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::NameValue(_) => false,
    })
}
