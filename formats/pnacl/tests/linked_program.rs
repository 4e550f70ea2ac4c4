//! The runtime as part of a program does what the runtime of a host does.

use irsmith_pnacl::interpret::{Budget, End, Machine, Options, Program, Sizes, TrapKind, Unobserved};
use irsmith_pnacl::runtime::{HEAP, LinkError, LinkedProgram, Runtime, Streams};
use irsmith_pnacl::text::assemble;
use irsmith_pnacl::{Limits, Module};
use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        programs_print_what_they_print,
    ],
}

/// How a program ended, with its output and its errors.
type Ran = (End, Vec<u8>, Vec<u8>);

/// Runs a program that has the runtime in it.
fn linked(module: &Module, arguments: &[&[u8]], environment: &[&[u8]], heap: u32) -> Ran {
    let built = LinkedProgram::new(module, arguments, environment, heap).unwrap();
    let program = Program::new(&built.module, &Options::default()).unwrap();
    let mut machine = Machine::new(&program);
    let execution = machine.call(built.start, &[0], &Budget::default());
    let written = built.written(program.layout(), machine.memory());
    let end = match (execution.end, written.status) {
        (End::Trap(trap), Some(status)) if trap.kind == TrapKind::Abort => End::Exit(status),
        (end, _) => end,
    };
    (end, written.output.to_vec(), written.errors.to_vec())
}

/// Runs a program with a host.
fn hosted(module: &Module, arguments: &[&[u8]], environment: &[&[u8]], heap: u32) -> Ran {
    let options = Options { sizes: Sizes { heap, ..Sizes::default() }, ..Options::default() };
    let program = Program::new(module, &options).unwrap();
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut runtime = Runtime::new(Streams::to(&mut output, &mut errors));
    let mut machine = Machine::new(&program);
    let block = runtime.prepare(&mut machine, arguments, environment).unwrap();
    let start = program.entry().unwrap();
    let execution = machine.call_with(start, &[block.into()], &Budget::default(), &mut runtime, &mut Unobserved);
    drop(runtime);
    (execution.end, output, errors)
}

fn module(text: &str) -> Module {
    Module::read(&assemble(text).unwrap_or_else(|error| panic!("{error}\n{text}")), &Limits::default()).unwrap()
}

/// A program that asks for all interfaces, makes calls, and writes all that they leave. `calls` are lines whose values follow `%v8`, after
/// the address of the table of each interface in `%c1` to `%c4`: of basic functions, of descriptors, of memory, and of the thread pointer.
fn program(constants: &[i64], calls: &str) -> Module {
    let names = ["nacl-irt-basic-0.1", "nacl-irt-fdio-0.1", "nacl-irt-memory-0.2", "nacl-irt-tls-0.1"];
    let mut bytes = Vec::new();
    for name in names {
        let end = bytes.len() + 32;
        bytes.extend(name.bytes());
        bytes.resize(end, 0);
    }
    let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let constants: String = constants.iter().zip(12..).map(|(value, index)| format!("%c{index} = i32 {value};\n")).collect();
    module(&format!(
        "module {{ version 1;
        types {{ count 5; @t0 = i32; @t1 = void; @t2 = void (i32); @t3 = i32 (); @t4 = i64; }}
        define external void @f0(i32);
        declare external i32 @f1();
        globals {{ count 2; const @g0, align 1, {{{}}} var @g1, align 16, zerofill 1024; }}
        valuesymtab {{ @f0 : \"_start\"; @f1 : \"llvm.nacl.read.tp\"; }}
        function void @f0(i32 %p0) {{ blocks 1; constants {{ i32: %c0 = i32 36; %c1 = i32 0; %c2 = i32 32; %c3 = i32 64; %c4 = i32 96;
        %c5 = i32 4; %c6 = i32 8; %c7 = i32 128; %c8 = i32 1; %c9 = i32 12; %c10 = i32 16; %c11 = i32 20; {constants} }}
        // Two arguments and one entry of the environment: the address of the query function is in the tenth word.
        %v0 = add i32 %p0, %c0; %v1 = load i32* %v0, align 1;
        %v2 = add i32 @g0, %c1; %v3 = call i32 %v1(i32 %v2, i32 @g1, i32 %c2);
        {calls}
        ret void; }} }}",
        bytes.join(", ")
    ))
}

#[test]
fn the_runtime_in_a_program_is_that_of_a_host() {
    // The functions of an interface, by the address of its table and the place of the function.
    let query = |name: u32, table: u32, at: u32| {
        format!(
            "%v{at} = add i32 @g0, %c{name}; %v{} = add i32 @g1, %c{table}; %v{} = call i32 %v1(i32 %v{at}, i32 %v{}, i32 %c2);\n",
            at + 1,
            at + 2,
            at + 1
        )
    };
    let text = [
        query(2, 2, 4),
        query(3, 3, 7),
        query(4, 4, 10),
        // write(1, @g0, 128, @g1 + 128), write(2, @g1, 16, @g1 + 132), write(3, ..).
        "%v13 = add i32 @g1, %c12; %v14 = load i32* %v13, align 1; %v15 = add i32 @g1, %c7;
         %v16 = call i32 %v14(i32 %c8, i32 @g0, i32 %c7, i32 %v15);
         %v17 = call i32 %v14(i32 %c13, i32 @g0, i32 %c10, i32 %v15);
         %v18 = call i32 %v14(i32 %c14, i32 @g0, i32 %c10, i32 %v15); store i32 %v18, i32* @g1, align 1;\n"
            .to_owned(),
        // tls_init(@g1), then the intrinsic, gettod, clock, sysconf, fstat, sysbrk, mmap, nanosleep, close, dup, seek.
        "%v19 = add i32 @g1, %c4; %v20 = load i32* %v19, align 1; %v21 = call i32 %v20(i32 @g1); %v22 = call i32 @f1();
         %v23 = sub i32 %v22, @g1; %v24 = add i32 @g1, %c15; store i32 %v23, i32* %v24, align 1;
         %v25 = add i32 @g1, %c5; %v26 = load i32* %v25, align 1; %v27 = add i32 @g1, %c16; %v28 = call i32 %v26(i32 %v27);
         %v29 = add i32 @g1, %c6; %v30 = load i32* %v29, align 1; %v31 = add i32 @g1, %c17; %v32 = call i32 %v30(i32 %v31);
         %v33 = add i32 @g1, %c11; %v34 = load i32* %v33, align 1; %v35 = add i32 @g1, %c18; %v36 = call i32 %v34(i32 %c13, i32 %v35);
         %v37 = add i32 @g1, %c19; %v38 = load i32* %v37, align 1; %v39 = add i32 @g1, %c20; %v40 = call i32 %v38(i32 %c8, i32 %v39);
         %v41 = call i32 %v1(i32 %v39, i32 @g1, i32 %c2); %v42 = add i32 @g1, %c21; store i32 %v41, i32* %v42, align 1;
         %v43 = add i32 @g1, %c7; %v44 = call i32 %v14(i32 %c8, i32 %v43, i32 %c20, i32 %v43);\n"
            .to_owned(),
        // exit(7)
        "%v45 = load i32* @g1, align 1; %v46 = add i32 %v2, %c1; %v47 = call i32 %v1(i32 %v46, i32 @g1, i32 %c2);
         %v48 = load i32* @g1, align 1; call void %v48(i32 %c22);\n"
            .to_owned(),
    ]
    .concat();
    // The place of `write`; 2 and 3; where results are; `fstat`; where a stat is, and a result behind it; 7.
    let constants = [48, 2, 3, 132, 136, 152, 160, 56, 256, 400, 7];
    let module = program(&constants, &text);
    let (arguments, environment): (&[&[u8]], &[&[u8]]) = (&[b"name", b"argument"], &[b"A=b"]);
    let ran = linked(&module, arguments, environment, HEAP);
    assert_eq!(ran, hosted(&module, arguments, environment, HEAP));
    assert_eq!(ran.0, End::Exit(7));
    assert_eq!((ran.1.len(), &ran.1[..18], &*ran.2), (128 + 256, &b"nacl-irt-basic-0.1"[..], &b"nacl-irt-basic-0"[..]));
}

/// Instructions of a program, whose results are numbered.
struct Lines {
    text: String,
    next: u32,
}

impl Lines {
    /// Adds an instruction; returns its result.
    fn value(&mut self, instruction: &str) -> String {
        let name = format!("%v{}", self.next);
        self.text += &format!("{name} = {instruction};\n");
        self.next += 1;
        name
    }

    /// Returns the address in the variable of the program, so many bytes, a constant, behind its start.
    fn place(&mut self, offset: &str) -> String {
        self.value(&format!("add i32 @g1, {offset}"))
    }

    fn load(&mut self, address: &str) -> String {
        self.value(&format!("load i32* {address}, align 1"))
    }

    fn store(&mut self, value: &str, address: &str) {
        self.text += &format!("store i32 {value}, i32* {address}, align 1;\n");
    }
}

/// Addresses are others, so the program writes what it computes of them: sysbrk up, down and up again, mmap, munmap, and their errors.
#[test]
fn memory_of_the_runtime_in_a_program_is_that_of_a_host() {
    // Those of every program, then its own.
    let all: [i64; 32] = [
        36,
        0,
        32,
        64,
        96,
        4,
        8,
        128,
        1,
        12,
        16,
        20,
        4096,
        110_000,
        34,
        50,
        2,
        0xffff,
        0x7fff_ffff,
        -16,
        72,
        68,
        48,
        200,
        204,
        208,
        212,
        216,
        220,
        224,
        228,
        232,
    ];
    let c = |value: i64| format!("%c{}", all.iter().position(|known| *known == value).unwrap());
    let mut lines = Lines { text: String::new(), next: 4 };
    for interface in [32, 64] {
        let (name, table) = (lines.value(&format!("add i32 @g0, {}", c(interface))), lines.place(&c(interface)));
        lines.value(&format!("call i32 %v1(i32 {name}, i32 {table}, i32 {})", c(32)));
    }
    let [sysbrk, mmap, munmap, write] = [64, 68, 72, 48].map(|offset| {
        let place = lines.place(&c(offset));
        lines.load(&place)
    });
    let slot = lines.place(&c(128));
    let set_break = |lines: &mut Lines, to: &str| {
        lines.store(to, &slot);
        lines.value(&format!("call i32 {sysbrk}(i32 {slot})"));
        lines.load(&slot)
    };
    let offset = lines.value(&format!("zext i32 {} to i64", c(0)));
    let map = |lines: &mut Lines, length: i64, flags: i64| {
        let (length, flags, any) = (c(length), c(flags), c(-16));
        lines.value(&format!("call i32 {mmap}(i32 {slot}, i32 {length}, i32 {any}, i32 {flags}, i32 {any}, i64 {offset})"))
    };

    let mut results = Vec::new();
    let start = set_break(&mut lines, &c(0));
    let wanted = lines.value(&format!("add i32 {start}, {}", c(4096)));
    let grown = set_break(&mut lines, &wanted);
    results.push(lines.value(&format!("sub i32 {grown}, {start}")));
    lines.store(&c(1), &start);
    set_break(&mut lines, &start);
    set_break(&mut lines, &wanted);
    results.push(lines.load(&start));
    let unmoved = set_break(&mut lines, &c(-16));
    results.push(lines.value(&format!("sub i32 {unmoved}, {wanted}")));
    map(&mut lines, 110_000, 34);
    let page = lines.load(&slot);
    results.push(lines.value(&format!("and i32 {page}, {}", c(0xffff))));
    lines.store(&c(1), &page);
    lines.value(&format!("call i32 {munmap}(i32 {page}, i32 {})", c(110_000)));
    map(&mut lines, 110_000, 34);
    let again = lines.load(&slot);
    let (moved, content) = (lines.value(&format!("sub i32 {again}, {page}")), lines.load(&again));
    results.push(lines.value(&format!("or i32 {moved}, {content}")));
    results.extend([(0x7fff_ffff, 34), (110_000, 50), (110_000, 2)].map(|(length, flags)| map(&mut lines, length, flags)));

    for (result, offset) in results.iter().zip((200..).step_by(4)) {
        let place = lines.place(&c(offset));
        lines.store(result, &place);
    }
    let place = lines.place(&c(200));
    lines.value(&format!("call i32 {write}(i32 {}, i32 {place}, i32 {}, i32 {slot})", c(1), c(32)));
    let module = program(&all[12..], &lines.text);
    let (arguments, environment): (&[&[u8]], &[&[u8]]) = (&[b"name", b"argument"], &[b"A=b"]);
    let ran = linked(&module, arguments, environment, HEAP);
    assert_eq!(ran, hosted(&module, arguments, environment, HEAP));
    let words: Vec<u32> = ran.1.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    // The last are: no memory, an invalid argument, a bad descriptor.
    assert_eq!(words, [4096, 0, 0, 0, 0, 12, 22, 9]);
}

/// A host has no such limit: a write beyond 1 MiB writes nothing, and says that there is no space.
#[test]
fn what_does_not_fit_is_not_written() {
    let mut lines = Lines { text: String::new(), next: 4 };
    // The descriptors, and `write` among them.
    let (name, table) = (lines.value("add i32 @g0, %c2"), lines.place("%c2"));
    lines.value(&format!("call i32 %v1(i32 {name}, i32 {table}, i32 %c2)"));
    let place = lines.place("%c12");
    let write = lines.load(&place);
    let (result, slot) = (lines.place("%c9"), lines.place("%c7"));
    for count in ["%c13", "%c14", "%c8"] {
        let error = lines.value(&format!("call i32 {write}(i32 %c8, i32 @g0, i32 {count}, i32 {slot})"));
        lines.store(&error, &result);
        lines.value(&format!("call i32 {write}(i32 %c15, i32 {result}, i32 %c5, i32 {slot})"));
    }
    let module = program(&[48, (1 << 20) + 1, 1 << 20, 2], &lines.text);
    // The constant is shorter than what is written, and the heap is behind it.
    let (end, output, errors) = linked(&module, &[b"name", b"argument"], &[b"A=b"], HEAP);
    let words: Vec<u32> = errors.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    assert_eq!((end, output.len(), words), (End::Return(0), 1 << 20, vec![28, 0, 28]));
}

#[test]
fn programs_without_a_start_are_refused() {
    let text = "module { version 1; types { count 2; @t0 = void; @t1 = void (); } define external void @f0(); \
                valuesymtab { @f0 : \"_start\"; } function void @f0() { blocks 1; ret void; } }";
    assert_eq!(LinkedProgram::new(&module(text), &[], &[], HEAP).unwrap_err(), LinkError::NoStart);
    assert_eq!(LinkedProgram::new(&Module::default(), &[], &[], HEAP).unwrap_err(), LinkError::NoStart);
}

#[test]
fn a_program_that_traps_has_no_status() {
    let text = "module { version 1; types { count 3; @t0 = void; @t1 = i32; @t2 = void (i32); } define external void @f0(i32); \
                valuesymtab { @f0 : \"_start\"; } function void @f0(i32 %p0) { blocks 1; constants { i32: %c0 = i32 0; } \
                %v0 = udiv i32 %p0, %c0; ret void; } }";
    let ran = linked(&module(text), &[], &[], HEAP);
    assert!(matches!(ran.0, End::Trap(trap) if trap.kind == TrapKind::DivisionByZero), "{ran:?}");
}

fn programs_print_what_they_print(data: &Data) {
    for (name, argument) in [("puts", ""), ("nbody", "1000"), ("fannkuchredux", "7"), ("mandelbrot", "20")] {
        let bytes = irsmith_testdata::read(&data.path(&format!("pnacl/real/{name}.pexe")));
        let expected = irsmith_testdata::read(&data.path(&format!("pnacl/stdout/{name}.txt")));
        let module = Module::read(&bytes, &Limits::default()).unwrap();
        let arguments: Vec<&[u8]> = [name, argument].into_iter().filter(|text| !text.is_empty()).map(str::as_bytes).collect();
        let ran = linked(&module, &arguments, &[], HEAP);
        assert_eq!(ran.0, End::Exit(0), "{name}");
        assert!(ran.1 == expected && ran.2.is_empty(), "{name}: {}", String::from_utf8_lossy(&ran.1));
    }
}
