//! Programs of more than one instruction: control, calls, memory, the stack, budgets.

use super::source::{Function, module};
use super::{Expectation, check};
use irsmith_oracles::pnacl::execution::Plan;
use irsmith_pnacl::interpret::{Bits, Budget, End, Layout, Place, Trap, TrapKind};

/// Makes a program that is defined, returns 0 and writes nothing, unless changed.
fn program(name: &str, globals: &str, functions: &[Function<'_>], arguments: &[Bits]) -> Expectation {
    Expectation {
        name: name.into(),
        module: module(globals, functions),
        budget: Budget { blocks: 100, depth: 4 },
        function: 0,
        arguments: arguments.to_vec(),
        end: End::Return(0),
        written: Some(Vec::new()),
        defined: true,
    }
}

impl Expectation {
    fn returns(self, bits: Bits) -> Self {
        Self { end: End::Return(bits), ..self }
    }

    fn traps(self, kind: TrapKind, function: u32, instruction: u32) -> Self {
        Self { end: End::Trap(Trap { kind, place: Place { function, instruction } }), defined: false, ..self }
    }

    fn starves(self, function: u32, instruction: u32) -> Self {
        Self { end: End::OutOfFuel(Place { function, instruction }), defined: false, ..self }
    }

    fn writes(self, address: u32, bytes: &[u8]) -> Self {
        Self { written: Some(vec![(address, bytes.to_vec())]), ..self }
    }

    fn spends(self, blocks: u64, depth: u32) -> Self {
        Self { budget: Budget { blocks, depth }, ..self }
    }

    fn undefined(self) -> Self {
        Self { defined: false, ..self }
    }
}

/// Exchanges two values `%p0` times.
pub(super) const EXCHANGE: Function<'_> = (
    "i32 (i32)",
    "constants { i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 7; %c3 = i32 100; } br label %b1; %b1: declare i32 %v1; declare i32 %v3; \
     %v0 = phi i32 [%c1, %b0], [%v1, %b1]; %v1 = phi i32 [%c2, %b0], [%v0, %b1]; %v2 = phi i32 [%p0, %b0], [%v3, %b1]; \
     %v3 = sub i32 %v2, %c1; %v4 = icmp ne i32 %v3, %c0; br i1 %v4, label %b1, label %b2; %b2: %v5 = mul i32 %v0, %c3; \
     %v6 = add i32 %v5, %v1; ret i32 %v6;",
);

/// Bytes of stack.
const STACK: u32 = Plan::SIZES.stack;

/// Counts down by recursion and returns the sum.
const SUM: Function<'_> = (
    "i32 (i32)",
    "constants { i32: %c0 = i32 0; %c1 = i32 1; } %v0 = icmp eq i32 %p0, %c0; br i1 %v0, label %b1, label %b2; %b1: ret i32 %c0; \
     %b2: %v1 = sub i32 %p0, %c1; %v2 = call i32 @f0(i32 %v1); %v3 = add i32 %v2, %p0; ret i32 %v3;",
);

#[test]
fn control() {
    let choose = (
        "i32 (i32)",
        "constants { i32: %c0 = i32 10; %c1 = i32 20; %c2 = i32 30; i8: } %v0 = trunc i32 %p0 to i8; \
         switch i8 %v0 { default: br label %b1; i8 -1: br label %b2; i8 5: br label %b2; i8 6: br label %b3; } \
         %b1: br label %b3; %b2: br label %b3; %b3: %v1 = phi i32 [%c0, %b0], [%c1, %b1], [%c2, %b2]; ret i32 %v1;",
    );
    let double_edge = ("i32 (i32, i1)", "br i1 %p1, label %b1, label %b1; %b1: %v0 = phi i32 [%p0, %b0], [%p0, %b0]; ret i32 %v0;");
    check(&[
        program("phis are read before they are written", "count 0;", &[EXCHANGE], &[4]).returns(701),
        program("once more", "count 0;", &[EXCHANGE], &[5]).returns(107),
        program("the fuel is enough", "count 0;", &[EXCHANGE], &[5]).returns(107).spends(7, 1),
        program("the fuel is one short", "count 0;", &[EXCHANGE], &[5]).starves(0, 9).spends(6, 1),
        program("the fuel ends before a declaration", "count 0;", &[EXCHANGE], &[5]).starves(0, 1).spends(1, 1),
        program("no fuel", "count 0;", &[EXCHANGE], &[5]).starves(0, 0).spends(0, 1),
        program("switch, -1", "count 0;", &[choose], &[0x1ff]).returns(30),
        program("switch, 5", "count 0;", &[choose], &[5]).returns(30),
        program("switch, 6", "count 0;", &[choose], &[6]).returns(10),
        program("switch, default", "count 0;", &[choose], &[255 << 8]).returns(20),
        program("two edges between two blocks", "count 0;", &[double_edge], &[9, 1]).returns(9),
        program("unreachable", "count 0;", &[("void ()", "unreachable;")], &[]).traps(TrapKind::Unreachable, 0, 0),
        program("trap", "count 0;", &[("i32 (i32)", "call void @llvm.trap(); ret i32 %p0;")], &[1]).traps(TrapKind::Abort, 0, 0),
        program("undef is 0", "count 0;", &[("<4 x i32> ()", "constants { <4 x i32>: %c0 = <4 x i32> undef; } ret <4 x i32> %c0;")], &[]),
    ]);
}

#[test]
fn calls() {
    let divides = ("i64 (i64)", "constants { i64: %c0 = i64 7; } %v0 = udiv i64 %c0, %p0; ret i64 %v0;");
    let outer = ("i64 (i64)", "%v0 = call i64 @f1(i64 %p0); %v1 = add i64 %v0, %v0; ret i64 %v1;");
    let by_address = ("i32 (i32, i32)", "%v0 = call i32 %p0(i32 %p1); ret i32 %v0;");
    let successor = ("i32 (i32)", "constants { i32: %c0 = i32 1; } %v0 = add i32 %p0, %c0; ret i32 %v0;");
    let negated = ("i32 (i32)", "constants { i32: %c0 = i32 0; } %v0 = sub i32 %c0, %p0; ret i32 %v0;");
    let other = ("i64 (i32)", "constants { i64: %c0 = i64 0; } ret i64 %c0;");
    let wide = ("i32 (i64)", "constants { i32: %c0 = i32 0; } ret i32 %c0;");
    let writes_behind =
        ("i64 (i64)", "constants { i64: %c0 = i64 1; } %v0 = call i64 @f1(i64 %p0); store i64 %c0, i64* @g0, align 1; ret i64 %v0;");
    let again = ("i32 (i32)", "%v0 = call i32 @f1(i32 %p0); %v1 = call i32 @f1(i32 %v0); %v2 = call i32 @f1(i32 %v1); ret i32 %v2;");
    let population = ("i32 (i32)", "%v0 = call i32 @llvm.ctpop.i32(i32 %p0); ret i32 %v0;");
    let all = [by_address, successor, negated, other, population, wide];
    let address = |function: u32| Bits::from(Layout::function_address(function));
    let indirect = |name: &str, callee: Bits| program(name, "count 0;", &all, &[callee, 5]);
    check(&[
        program("recursion", "count 0;", &[SUM], &[3]).returns(6),
        program("recursion too deep", "count 0;", &[SUM], &[4]).traps(TrapKind::CallDepth, 0, 4),
        program("recursion as deep as may be", "count 0;", &[SUM], &[4]).returns(10).spends(100, 5),
        program("blocks of all functions count", "count 0;", &[SUM], &[4]).starves(0, 2).spends(9, 5),
        program("a call that returns", "count 0;", &[outer, divides], &[2]).returns(6),
        program("a call that traps", "count 0;", &[outer, divides], &[0]).traps(TrapKind::DivisionByZero, 1, 0),
        program("nothing is done behind a call that traps", "count 1; var @g0, align 8, zerofill 8;", &[writes_behind, divides], &[0])
            .traps(TrapKind::DivisionByZero, 1, 0),
        program("functions that returned are not active", "count 0;", &[again, successor], &[1]).returns(4).spends(9, 2),
        indirect("call by address", address(1)).returns(6),
        indirect("call of another by address", address(2)).returns(0xffff_fffb),
        indirect("call with another signature", address(3)).traps(TrapKind::BadSignature, 0, 0),
        indirect("call with other parameters", address(5)).traps(TrapKind::BadSignature, 0, 0),
        indirect("call of an intrinsic by address", address(6)).traps(TrapKind::BadFunction, 0, 0),
        indirect("call between functions", address(1) + 1).traps(TrapKind::BadFunction, 0, 0),
        indirect("call of null", 0).traps(TrapKind::BadFunction, 0, 0),
        indirect("another signature is seen before the depth", address(3)).traps(TrapKind::BadSignature, 0, 0).spends(9, 1),
        indirect("the depth counts for calls by address", address(1)).traps(TrapKind::CallDepth, 0, 0).spends(9, 1),
        indirect("intrinsics are no calls", address(4)).returns(2).spends(9, 2),
    ]);
}

/// A constant of 4 bytes at the base; 16 bytes after it 8 variable ones, the address of the constant plus 2 and of function 0.
const GLOBALS: &str = "count 2; var @g0, align 8, initializers 3 { { 1, 2, 3, 4, 5, 6, 7, 136 } reloc @g1 + 2; reloc @f0; } \
                       const @g1, align 1, { 9, 8, 7, 6 }";
const CONSTANT: u32 = Layout::BASE;
const VARIABLE: u32 = Layout::BASE + 16;

#[test]
fn memory() {
    let load = |ty: &str, align: u32| (format!("{ty} (i32)"), format!("%v0 = load {ty}* %p0, align {align}; ret {ty} %v0;"));
    let store = |ty: &str| (format!("void (i32, {ty})"), format!("store {ty} %p1, {ty}* %p0, align 1; ret void;"));
    let run = |name: &str, (ty, body): &(String, String), arguments: &[Bits]| program(name, GLOBALS, &[(ty, body)], arguments);
    // LLVM 14 to 16 load lane 2 of the mask as the third byte.
    let lane = (
        "i32 (i32)".to_owned(),
        "constants { i32: %c0 = i32 2; } %v0 = load i8* %p0, align 1; %v1 = bitcast i8 %v0 to <8 x i1>; \
         %v2 = extractelement <8 x i1> %v1, i32 %c0; %v3 = zext i1 %v2 to i32; ret i32 %v3;"
            .to_owned(),
    );
    let end = Bits::from(VARIABLE + 16 + STACK);
    let (variable, constant) = (Bits::from(VARIABLE), Bits::from(CONSTANT));
    check(&[
        run("load i16", &load("i16", 1), &[variable + 6]).returns(0x8807),
        run("load i64", &load("i64", 1), &[variable]).returns(0x8807_0605_0403_0201),
        run("load double", &load("double", 8), &[variable]).returns(0x8807_0605_0403_0201),
        run("load float, misaligned", &load("float", 4), &[variable + 1]).returns(0x0504_0302).undefined(),
        run("load lanes", &load("<8 x i16>", 2), &[variable])
            .returns(Bits::from(Layout::FUNCTIONS) << 96 | Bits::from(CONSTANT + 2) << 64 | 0x8807_0605_0403_0201),
        run("lane of a mask in memory", &lane, &[variable + 5]).returns(1),
        run("load of a constant", &load("i32", 1), &[constant]).returns(0x0607_0809),
        run("load below memory", &load("i8", 1), &[constant - 1]).traps(TrapKind::Memory, 0, 0),
        run("load of null", &load("i32", 1), &[0]).traps(TrapKind::Memory, 0, 0),
        run("load of the last byte", &load("i8", 1), &[end - 1]),
        run("load of the last double", &load("double", 1), &[end - 8]),
        run("load across the end", &load("i64", 1), &[end - 7]).traps(TrapKind::Memory, 0, 0),
        run("load that wraps around", &load("i32", 1), &[0xffff_fffe]).traps(TrapKind::Memory, 0, 0),
        run("store", &store("i32"), &[variable + 3, 0xa1b2_c3d4]).writes(VARIABLE + 3, &[0xd4, 0xc3, 0xb2, 0xa1]),
        run("store lanes", &store("<16 x i8>"), &[end - 16, 1 << 120 | 0x77])
            .writes(end as u32 - 16, &[&[0x77][..], &[0; 14], &[1]].concat()),
        run("store to a constant", &store("i8"), &[constant + 3, 1]).traps(TrapKind::Memory, 0, 0),
        run("store across the end", &store("i16"), &[end - 1, 0x101]).traps(TrapKind::Memory, 0, 0),
        run("a NaN keeps its bits", &store("float"), &[variable, 0x7f80_0001]).writes(VARIABLE, &[1, 0, 0x80, 0x7f]),
    ]);
}

#[test]
fn blocks_of_memory() {
    let copy = |kind: &str| {
        let body = "constants { i32: %c0 = i32 1; i1: %c1 = i1 0; } call void @llvm.KIND.p0i8.p0i8.i32(i32 %p0, i32 %p1, i32 %p2, i32 %c0, i1 %c1); \
                    ret void;";
        ("void (i32, i32, i32)", body.replace("KIND", kind))
    };
    let fill = (
        "void (i32, i8, i32)",
        "constants { i32: %c0 = i32 1; i1: %c1 = i1 -1; } call void @llvm.memset.p0i8.i32(i32 %p0, i8 %p1, i32 %p2, i32 %c0, i1 %c1); ret void;"
            .to_owned(),
    );
    let run =
        |name: &str, (ty, body): &(&str, String), arguments: [u32; 3]| program(name, GLOBALS, &[(ty, body)], &arguments.map(Bits::from));
    let end = VARIABLE + 16 + STACK;
    check(&[
        run("memcpy", &copy("memcpy"), [VARIABLE + 2, CONSTANT, 3]).writes(VARIABLE + 2, &[9, 8, 7]),
        run("memcpy that overlaps", &copy("memcpy"), [VARIABLE + 1, VARIABLE, 5]).writes(VARIABLE + 1, &[1, 2, 3, 4, 5]).undefined(),
        run("memmove", &copy("memmove"), [VARIABLE, VARIABLE + 1, 5]).writes(VARIABLE, &[2, 3, 4, 5, 6]),
        run("memcpy of nothing", &copy("memcpy"), [0, 0xffff_ffff, 0]),
        run("memcpy to a constant", &copy("memcpy"), [CONSTANT, VARIABLE, 1]).traps(TrapKind::Memory, 0, 0),
        run("memcpy from below", &copy("memcpy"), [VARIABLE, CONSTANT - 1, 2]).traps(TrapKind::Memory, 0, 0),
        run("memmove of too much", &copy("memmove"), [VARIABLE, CONSTANT, 0xffff_ffff]).traps(TrapKind::Memory, 0, 0),
        run("memset to the end", &fill, [end - 2, 0xab, 2]).writes(end - 2, &[0xab, 0xab]),
        run("memset across the end", &fill, [end - 2, 1, 3]).traps(TrapKind::Memory, 0, 0),
        run("memset of nothing", &fill, [CONSTANT, 1, 0]),
    ]);
}

#[test]
fn the_stack() {
    let take = |align: u32| ("i32 (i32)".to_owned(), format!("%v0 = alloca i8, i32 %p0, align {align}; ret i32 %v0;"));
    let run = |name: &str, (ty, body): &(String, String), size: u32| program(name, "count 0;", &[(ty, body)], &[size.into()]);
    let top = Layout::BASE + STACK;
    // Each callee allocates 16 bytes that its return frees.
    let gives_back = [
        (
            "i32 ()",
            "constants { i32: %c0 = i32 16; } %v0 = call i32 @f1(i32 %c0); %v1 = call i32 @f1(i32 %c0); %v2 = sub i32 %v0, %v1; ret i32 %v2;",
        ),
        ("i32 (i32)", "%v0 = alloca i8, i32 %p0, align 1; ret i32 %v0;"),
    ];
    let restores = (
        "i32 (i32)",
        "%v0 = call i32 @llvm.stacksave(); %v1 = alloca i8, i32 %p0, align 1; call void @llvm.stackrestore(i32 %v0); \
         %v2 = alloca i8, i32 %p0, align 1; %v3 = sub i32 %v1, %v2; ret i32 %v3;",
    );
    let sets = ("i32 (i32)", "call void @llvm.stackrestore(i32 %p0); %v0 = call i32 @llvm.stacksave(); ret i32 %v0;");
    check(&[
        run("alloca", &take(1), 3).returns((top - 3).into()),
        run("alloca without alignment", &take(0), 3).returns((top - 3).into()),
        run("alloca, aligned", &take(16), 17).returns((top - 32).into()),
        run("alloca of nothing", &take(8), 0).returns(top.into()),
        run("alloca of all", &take(4), STACK).returns(Layout::BASE.into()),
        run("alloca of too much", &take(1), STACK + 1).traps(TrapKind::StackOverflow, 0, 0),
        run("alloca of very much", &take(1), 0xffff_ffff).traps(TrapKind::StackOverflow, 0, 0),
        run("alignment beyond the stack", &take(1 << 20), 1).traps(TrapKind::StackOverflow, 0, 0),
        program("returning gives back", "count 0;", &gives_back, &[]),
        program("restoring gives back", "count 0;", &[restores], &[24]),
        program("restoring to the end", "count 0;", &[sets], &[Layout::BASE.into()]).returns(Layout::BASE.into()).undefined(),
        program("restoring below the end", "count 0;", &[sets], &[Bits::from(Layout::BASE) - 1]).traps(TrapKind::StackOverflow, 0, 0),
        program("restoring above the beginning", "count 0;", &[sets], &[Bits::from(top) + 1]).traps(TrapKind::StackOverflow, 0, 0),
    ]);
}

#[test]
fn atomics_and_counts() {
    let rmw = |operation: u32| {
        let body = format!(
            "constants {{ i32: %c0 = i32 {operation}; %c1 = i32 6; }} %v0 = trunc i32 %p1 to i16; \
             %v1 = call i16 @llvm.nacl.atomic.rmw.i16(i32 %c0, i32 %p0, i16 %v0, i32 %c1); %v2 = zext i16 %v1 to i32; ret i32 %v2;"
        );
        ("i32 (i32, i32)", body)
    };
    let swap = (
        "i64 (i32, i64, i64)",
        "constants { i32: %c0 = i32 6; } %v0 = call i64 @llvm.nacl.atomic.cmpxchg.i64(i32 %p0, i64 %p1, i64 %p2, i32 %c0, i32 %c0); ret i64 %v0;",
    );
    let plain = (
        "i32 (i32, i32)",
        "constants { i32: %c0 = i32 6; } call void @llvm.nacl.atomic.fence.all(); call void @llvm.nacl.atomic.fence(i32 %c0); \
         call void @llvm.nacl.atomic.store.i32(i32 %p1, i32 %p0, i32 %c0); \
         %v0 = call i32 @llvm.nacl.atomic.load.i32(i32 %p0, i32 %c0); ret i32 %v0;",
    );
    let free = (
        "i32 (i32)",
        "constants { i32: %c0 = i32 8; } %v0 = call i1 @llvm.nacl.atomic.is.lock.free(i32 %c0, i32 %p0); %v1 = zext i1 %v0 to i32; ret i32 %v1;",
    );
    let count = |name: &str, flag: i32| {
        let body = format!("constants {{ i1: %c0 = i1 {flag}; }} %v0 = call i64 @llvm.{name}.i64(i64 %p0, i1 %c0); ret i64 %v0;");
        ("i64 (i64)", body)
    };
    let run = |name: &str, (ty, body): &(&str, String), arguments: &[Bits]| program(name, GLOBALS, &[(ty, body)], arguments);
    let variable = Bits::from(VARIABLE);
    let old = 0x8807_0605_0403_0201;
    check(&[
        run("rmw add", &rmw(1), &[variable, 0xff]).returns(0x201).writes(VARIABLE, &[0, 3]),
        run("rmw sub", &rmw(2), &[variable, 2]).returns(0x201).writes(VARIABLE, &[0xff, 1]),
        run("rmw or", &rmw(3), &[variable, 0xf0]).returns(0x201).writes(VARIABLE, &[0xf1, 2]),
        run("rmw and", &rmw(4), &[variable, 0xff]).returns(0x201).writes(VARIABLE, &[1, 0]),
        run("rmw xor", &rmw(5), &[variable, 0x301]).returns(0x201).writes(VARIABLE, &[0, 1]),
        run("rmw exchange", &rmw(6), &[variable, 0xabcd]).returns(0x201).writes(VARIABLE, &[0xcd, 0xab]),
        run("rmw, misaligned", &rmw(1), &[1, 1]).traps(TrapKind::Misaligned, 0, 1),
        run("rmw of a constant", &rmw(1), &[CONSTANT.into(), 1]).traps(TrapKind::Memory, 0, 1),
        program("cmpxchg that fits", GLOBALS, &[swap], &[variable, old, 1]).returns(old).writes(VARIABLE, &[1, 0, 0, 0, 0, 0, 0, 0]),
        program("cmpxchg that does not fit", GLOBALS, &[swap], &[variable, old + 1, 1]).returns(old),
        program("cmpxchg, misaligned", GLOBALS, &[swap], &[variable + 4, old, 1]).traps(TrapKind::Misaligned, 0, 0),
        program("atomic store and load", GLOBALS, &[plain], &[variable, 0x55]).returns(0x55).writes(VARIABLE, &[0x55, 0, 0, 0]),
        program("lock free", GLOBALS, &[free], &[variable]).returns(1),
        run("ctlz of zero", &count("ctlz", 0), &[0]).returns(64),
        run("ctlz of zero, undefined", &count("ctlz", -1), &[0]).returns(64).undefined(),
        run("cttz of zero", &count("cttz", 0), &[0]).returns(64),
        run("cttz", &count("cttz", -1), &[0x50]).returns(4),
        run("ctlz", &count("ctlz", -1), &[1 << 40]).returns(23),
    ]);
}
