//! memcpy, memmove and memset.

use super::function::Lowering;
use irsmith_pnacl::Value;
use irsmith_pnacl::interpret::{Layout, TrapKind};

impl Lowering<'_> {
    /// Lowers one of them; `from` is the byte to write for memset.
    pub(super) fn bytes(&mut self, kind: &str, to: Value, from: Value, length: Value) {
        let (to, length) = (self.operand(to), self.operand(length));
        let is_set = kind == "memset";
        if self.unit.guarded() {
            let holds = self.op(format_args!("icmp eq i32 {length}, 0"));
            let (some, done) = (self.new_label(), self.new_label());
            self.line(format_args!("br i1 {holds}, label %{done}, label %{some}"));
            self.place_label(some);
            self.require_range(&to, &length, self.unit.plan.layout.writable);
            if !is_set {
                let from = self.operand(from);
                self.require_range(&from, &length, Layout::BASE);
            }
            // memcpy of overlapping ranges is defined here, but not in LLVM.
            self.block_operation(if is_set { kind } else { "memmove" }, &to, from, &length);
            self.line(format_args!("br label %{done}"));
            self.place_label(done);
        } else {
            self.block_operation(kind, &to, from, &length);
        }
    }

    /// Traps unless all bytes of a range are between `first` and the end of memory.
    fn require_range(&mut self, address: &str, length: &str, first: u32) {
        let start = self.op(format_args!("zext i32 {address} to i64"));
        let wide = self.op(format_args!("zext i32 {length} to i64"));
        let end = self.op(format_args!("add i64 {start}, {wide}"));
        let above = self.op(format_args!("icmp uge i64 {start}, {first}"));
        let below = self.op(format_args!("icmp ule i64 {end}, {}", self.unit.plan.layout.end));
        let holds = self.op(format_args!("and i1 {above}, {below}"));
        self.require(&holds, TrapKind::Memory);
    }

    fn block_operation(&mut self, kind: &str, to: &str, from: Value, length: &str) {
        let (byte, suffix) = (self.unit.pointers.to("i8"), self.unit.pointers.suffix());
        // Not inbounds: an empty range may be anywhere.
        let to = self.byte(to, "getelementptr");
        if kind == "memset" {
            let name = format!("@llvm.memset.{suffix}.i32");
            self.declare(format_args!("void {name}({byte}, i8, i32, i1)"));
            let value = self.typed(from);
            return self.line(format_args!("call void {name}({byte} {to}, {value}, i32 {length}, i1 false)"));
        }
        let name = format!("@llvm.{kind}.{suffix}.{suffix}.i32");
        self.declare(format_args!("void {name}({byte}, {byte}, i32, i1)"));
        let from = self.operand(from);
        let from = self.byte(&from, "getelementptr");
        self.line(format_args!("call void {name}({byte} {to}, {byte} {from}, i32 {length}, i1 false)"));
    }
}
