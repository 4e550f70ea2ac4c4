//! Debug states: scopes, inlining and variables, on a hand-made function and on real modules.

use irsmith_debuginfo::interpret::state::{BindingKind, LEVELS, Level, Line, Origin, ProblemKind, Site, State, States, chain};
use irsmith_debuginfo::tables::Extra;
use irsmith_debuginfo::{CoreInstruction, DebugInstruction, Id, Ids, Info, Instruction, Limits, Module, grammar, text};
use irsmith_testdata::{Data, read};
use spirv::Op;

irsmith_testdata::data_tests! {
    own: [real_modules_say_the_same_in_two_dialects, broken_modules_have_states_too],
    outside: [real_modules_say_the_same_in_two_dialects, broken_modules_have_states_too],
}

/// Makes a module whose ids begin after `base`. Names of the ids follow.
struct Maker {
    base: u32,
    module: Module,
}

const FILE: u32 = 1;
const UNIT: u32 = 2;
const OUTER: u32 = 3;
const INNER: u32 = 4;
const NONE: u32 = 5;
const CALL: u32 = 6;
const CALL_OF_CALL: u32 = 7;
const X: u32 = 8;
const EMPTY: u32 = 9;
const LOW_HALF: u32 = 10;
const HIGH_HALF: u32 = 11;
const NO_BITS: u32 = 13;
const X_INLINED: u32 = 12;
const PLACE: u32 = 20;
const FIRST: u32 = 21;
const SECOND: u32 = 22;

impl Maker {
    fn new(base: u32) -> Self {
        let mut maker = Self { base, module: Module::default() };
        let id = |number: u32| Id(base + number);
        let text =
            |number: u32, text: &str| CoreInstruction::new(Op::String, [base + number].into_iter().chain(grammar::string_words(text)));
        maker.module.instructions.push(Instruction::Core(text(FILE, "a.cl")));
        maker.module.instructions.push(Instruction::Core(text(30, "x")));
        let block = |line, parent| Info::LexicalBlock { source: id(FILE), line, column: 1, parent: id(parent), name: None };
        maker.debug(UNIT, Info::CompilationUnit { source: id(FILE), version: 1, dwarf_version: 4, language: Extra(None) });
        maker.debug(OUTER, block(1, UNIT));
        maker.debug(INNER, block(2, OUTER));
        maker.debug(NONE, Info::InfoNone {});
        maker.debug(CALL_OF_CALL, Info::InlinedAt { line: 70, scope: id(OUTER), inlined: Some(id(NONE)) });
        maker.debug(CALL, Info::InlinedAt { line: 60, scope: id(INNER), inlined: Some(id(CALL_OF_CALL)) });
        let variable = Info::LocalVariable {
            name: id(30),
            ty: id(NONE),
            source: id(FILE),
            line: 3,
            column: 4,
            parent: id(INNER),
            flags: Extra(None),
            argument: None,
        };
        maker.debug(X, variable);
        maker.debug(X_INLINED, Info::InlinedVariable { variable: id(X), inlined: id(CALL) });
        maker.debug(EMPTY, Info::Expression { operations: Ids::new() });
        for (expression, offset, size) in [(LOW_HALF, 0, 16), (HIGH_HALF, 16, 16), (NO_BITS, 0, 0)] {
            let operands = [offset, size].into_iter().collect();
            maker.debug(expression + 30, Info::Operation { operation: irsmith_debuginfo::tables::Op::Fragment.into(), operands });
            maker.debug(expression, Info::Expression { operations: [id(expression + 30)].into_iter().collect() });
        }
        maker
    }

    fn debug(&mut self, result: u32, info: Info) -> usize {
        let result = Id(self.base + result);
        self.module.instructions.push(Instruction::Debug(DebugInstruction { result_type: Id(0), result, set: Id(0), info }));
        self.module.instructions.len() - 1
    }

    fn core(&mut self, op: Op, words: &[u32]) -> usize {
        let words = words.iter().map(|word| self.base + word);
        self.module.instructions.push(Instruction::Core(CoreInstruction::new(op, words)));
        self.module.instructions.len() - 1
    }

    fn scope(&mut self, scope: u32, inlined_at: Option<u32>) -> usize {
        let info = Info::Scope { scope: Id(self.base + scope), inlined_at: inlined_at.map(|id| Id(self.base + id)) };
        self.debug(90, info)
    }

    fn value(&mut self, local: u32, value: u32, expression: u32) -> usize {
        self.part(local, value, expression, &[])
    }

    fn part(&mut self, local: u32, value: u32, expression: u32, indexes: &[u32]) -> usize {
        let id = |number: u32| Id(self.base + number);
        let indexes = indexes.iter().copied().map(id).collect();
        let info = Info::Value { local: id(local), value: id(value), expression: id(expression), indexes };
        self.debug(91, info)
    }

    fn declare(&mut self, local: u32, variable: u32) -> usize {
        let id = |number: u32| Id(self.base + number);
        let info = Info::Declare { local: id(local), variable: id(variable), expression: id(EMPTY) };
        self.debug(92, info)
    }
}

fn bound(state: &State) -> Vec<(BindingKind, u32)> {
    state.bindings().map(|binding| (binding.kind, binding.operand.map_or(0, |id| id.0))).collect()
}

#[test]
fn a_scope_holds_to_the_end_of_its_block() {
    let mut maker = Maker::new(0);
    maker.core(Op::Function, &[80, 81, 82, 83]);
    let label = maker.core(Op::Label, &[84]);
    maker.scope(OUTER, None);
    let covered = maker.core(Op::Nop, &[]);
    maker.scope(INNER, Some(CALL));
    let inlined = maker.core(Op::Nop, &[]);
    let none = maker.debug(93, Info::NoScope {});
    let uncovered = maker.core(Op::Nop, &[]);
    maker.scope(OUTER, None);
    let branch = maker.core(Op::Branch, &[85]);
    let next = maker.core(Op::Label, &[85]);
    maker.core(Op::Return, &[]);
    let end = maker.core(Op::FunctionEnd, &[]);

    let states = States::new(&maker.module);
    assert_eq!((states.functions.len(), states.problems.len()), (1, 0));
    let function = &states.functions[0];
    assert_eq!(function.instructions.end, end + 1);
    let scope = |at: usize| function.at(at).scope.map(|active| (active.scope.0, active.inlined_at.map(|id| id.0)));
    assert_eq!(scope(label), None);
    assert_eq!(scope(covered), Some((OUTER, None)));
    assert_eq!(scope(inlined), Some((INNER, Some(CALL))));
    assert_eq!((scope(none), scope(uncovered)), (None, None));
    assert_eq!(scope(branch), Some((OUTER, None)));
    assert_eq!((scope(next), scope(end)), (None, None));
    // The outermost level is the last.
    let levels = chain(&maker.module, Some(Id(CALL)));
    assert_eq!(levels, [Level { line: 60, scope: Id(INNER) }, Level { line: 70, scope: Id(OUTER) }]);
    // Walking gives the same as querying each position.
    let mut visited = 0;
    function.walk(|at, state| {
        visited += 1;
        assert_eq!(*state, function.at(at));
    });
    assert_eq!(visited, function.instructions.len());
}

#[test]
fn variables_live_where_the_last_declaration_or_value_says() {
    use BindingKind::{Declare, Value};
    let mut maker = Maker::new(0);
    maker.core(Op::Function, &[80, 81, 82, 83]);
    maker.core(Op::Label, &[84]);
    let declared = maker.declare(X, PLACE);
    let low = maker.value(X, FIRST, LOW_HALF);
    let high = maker.value(X, SECOND, HIGH_HALF);
    let again = maker.value(X, SECOND, LOW_HALF);
    let no_bits = maker.value(X, FIRST, NO_BITS);
    let whole = maker.value(X, FIRST, EMPTY);
    let unknown = maker.value(X, NONE, EMPTY);
    maker.scope(INNER, Some(CALL));
    let inlined = maker.value(X, SECOND, EMPTY);
    let explicit = maker.value(X_INLINED, FIRST, EMPTY);
    let nothing = maker.value(NONE, FIRST, EMPTY);
    maker.core(Op::Branch, &[85]);
    let next = maker.core(Op::Label, &[85]);
    let moved = maker.declare(X, SECOND);
    maker.core(Op::Return, &[]);
    maker.core(Op::FunctionEnd, &[]);
    maker.core(Op::Function, &[86, 81, 82, 83]);
    let other = maker.core(Op::FunctionEnd, &[]);

    let states = States::new(&maker.module);
    assert_eq!(states.problems, []);
    let at = |position: usize| bound(&states.functions[0].at(position));
    assert_eq!(at(declared), [(Declare, PLACE)]);
    assert_eq!(at(low), [(Declare, PLACE), (Value, FIRST)]);
    assert_eq!(at(high), [(Declare, PLACE), (Value, FIRST), (Value, SECOND)]);
    assert_eq!(at(again), [(Declare, PLACE), (Value, SECOND), (Value, SECOND)]);
    assert_eq!(at(no_bits), at(again));
    assert_eq!(at(whole), [(Value, FIRST)]);
    assert_eq!(at(unknown), [(Value, 0)]);
    // The variable of the inlined call is a different one, named by the active scope or by itself.
    assert_eq!(at(inlined), [(Value, 0), (Value, SECOND)]);
    assert_eq!(at(explicit), [(Value, 0), (Value, FIRST)]);
    assert_eq!(at(nothing), at(explicit));
    assert_eq!(at(next), [(Declare, PLACE)]);
    assert_eq!(at(moved), [(Declare, SECOND)]);
    assert_eq!(bound(&states.functions[1].at(other)), []);
}

/// Values are numbered by the order of their DebugValues.
#[test]
fn indexes_select_parts_of_the_variable() {
    // 100 and 101 are the same number, of two types; 103 is no constant.
    const ZERO: u32 = 100;
    const ZERO_AGAIN: u32 = 101;
    const ONE: u32 = 102;
    const COMPUTED: u32 = 103;
    /// The values that are still valid at the last of these, each with an expression and indexes; 0 is the declaration.
    fn valid(parts: &[(u32, &[u32])]) -> Vec<u32> {
        let mut maker = Maker::new(0);
        for (id, number) in [(ZERO, 0), (ZERO_AGAIN, 0), (ONE, 1)] {
            maker.core(Op::Constant, &[if id == ZERO_AGAIN { 191 } else { 190 }, id, number]);
        }
        maker.core(Op::Function, &[80, 81, 82, 83]);
        maker.core(Op::Label, &[84]);
        maker.declare(X, 900);
        let last = parts.iter().zip(1..).map(|(&(expression, indexes), value)| maker.part(X, 900 + value, expression, indexes)).last();
        let states = States::new(&maker.module);
        let state = states.functions[0].at(last.unwrap());
        let mut valid: Vec<u32> = state.bindings().map(|binding| binding.operand.unwrap().0 % 900).collect();
        valid.sort_unstable();
        valid
    }
    // Members have values beside each other, and do not hide the whole variable's declaration.
    assert_eq!(valid(&[(EMPTY, &[ZERO]), (EMPTY, &[ONE])]), [0, 1, 2]);
    assert_eq!(valid(&[(EMPTY, &[ZERO]), (EMPTY, &[ONE]), (EMPTY, &[ZERO_AGAIN])]), [0, 2, 3]);
    assert_eq!(valid(&[(EMPTY, &[ZERO, ZERO]), (EMPTY, &[ZERO, ONE]), (EMPTY, &[ONE])]), [0, 1, 2, 3]);
    // A part contains its parts.
    assert_eq!(valid(&[(EMPTY, &[ZERO, ZERO]), (EMPTY, &[ZERO, ONE]), (EMPTY, &[ONE]), (EMPTY, &[ZERO])]), [0, 3, 4]);
    assert_eq!(valid(&[(EMPTY, &[ZERO]), (EMPTY, &[ONE]), (EMPTY, &[ZERO, ONE, ONE])]), [0, 2, 3]);
    assert_eq!(valid(&[(EMPTY, &[ZERO]), (EMPTY, &[ONE]), (EMPTY, &[])]), [3]);
    assert_eq!(valid(&[(EMPTY, &[]), (EMPTY, &[ONE, ZERO])]), [0, 2]);
    // Bits are those of the part; where parts of it are among them is unknown.
    assert_eq!(valid(&[(LOW_HALF, &[ONE]), (HIGH_HALF, &[ONE]), (LOW_HALF, &[ZERO])]), [0, 1, 2, 3]);
    assert_eq!(valid(&[(LOW_HALF, &[ONE]), (HIGH_HALF, &[ONE]), (LOW_HALF, &[ONE])]), [0, 2, 3]);
    assert_eq!(valid(&[(LOW_HALF, &[ONE]), (HIGH_HALF, &[ONE]), (LOW_HALF, &[ZERO]), (EMPTY, &[ONE, ONE])]), [0, 3, 4]);
    assert_eq!(valid(&[(EMPTY, &[ONE, ONE]), (EMPTY, &[ZERO]), (HIGH_HALF, &[ONE])]), [0, 2, 3]);
    // A computed index may select any element.
    assert_eq!(valid(&[(EMPTY, &[ZERO, ONE]), (EMPTY, &[ONE]), (EMPTY, &[ZERO, COMPUTED])]), [0, 2, 3]);
    assert_eq!(valid(&[(EMPTY, &[ZERO, COMPUTED]), (EMPTY, &[ONE]), (EMPTY, &[ZERO, ONE])]), [0, 2, 3]);
    assert_eq!(valid(&[(LOW_HALF, &[COMPUTED]), (HIGH_HALF, &[COMPUTED])]), [0, 2]);
    assert_eq!(valid(&[(EMPTY, &[COMPUTED])]), [0, 1]);
}

#[test]
fn what_cannot_be_is_refused() {
    let mut maker = Maker::new(0);
    let level = |number: u32| Info::InlinedAt { line: 1, scope: Id(OUTER), inlined: Some(Id(number)) };
    maker.debug(100, level(101));
    maker.debug(101, level(100));
    for number in 0..=LEVELS as u32 {
        maker.debug(200 + number, level(if number == 0 { NONE } else { 199 + number }));
    }
    maker.core(Op::Function, &[80, 81, 82, 83]);
    maker.scope(OUTER, None);
    let cycle = maker.scope(OUTER, Some(100));
    let kind = maker.scope(OUTER, Some(OUTER));
    let deep = maker.scope(OUTER, Some(200 + LEVELS as u32));
    let variable = maker.value(OUTER, FIRST, EMPTY);
    maker.scope(OUTER, Some(199 + LEVELS as u32));
    let last = maker.core(Op::Nop, &[]);

    let states = States::new(&maker.module);
    let problems: Vec<_> = states.problems.iter().map(|problem| (problem.at, problem.kind)).collect();
    assert_eq!(
        problems,
        [
            (cycle, ProblemKind::TooManyLevels(Id(100))),
            (kind, ProblemKind::NotInlinedAt(Id(OUTER))),
            (deep, ProblemKind::TooManyLevels(Id(200))),
            (variable, ProblemKind::NotLocalVariable(Id(OUTER))),
        ]
    );
    assert_eq!(states.functions[0].at(variable).scope, None);
    assert!(states.functions[0].at(last).scope.is_some());
    assert_eq!(states.functions[0].instructions.end, maker.module.instructions.len());
    // A cyclic scope has a name nevertheless.
    maker.debug(60, Info::LexicalBlock { source: Id(FILE), line: 9, column: 9, parent: Id(60), name: None });
    maker.scope(60, None);
    maker.core(Op::Nop, &[]);
    let canonical = States::new(&maker.module).canonical(&maker.module, |_| true);
    assert!(canonical.functions[0].last().unwrap().contains("..."), "{canonical:?}");
}

fn sample(base: u32, unrelated: bool) -> (Module, Vec<usize>) {
    let mut maker = Maker::new(base);
    let mut added = Vec::new();
    maker.core(Op::Function, &[80, 81, 82, 83]);
    maker.core(Op::Label, &[84]);
    maker.declare(X, PLACE);
    maker.core(Op::Nop, &[]);
    if unrelated {
        added.push(maker.core(Op::Undef, &[80, 99]));
    }
    maker.scope(INNER, Some(CALL));
    if unrelated {
        added.push(maker.core(Op::Undef, &[80, 98]));
    }
    maker.value(X, FIRST, LOW_HALF);
    maker.core(Op::Return, &[]);
    maker.core(Op::FunctionEnd, &[]);
    (maker.module, added)
}

#[test]
fn the_canonical_form_has_no_ids() {
    let canonical =
        |(module, added): &(Module, Vec<usize>)| States::new(module).canonical(module, |position| !added.contains(&position)).functions;
    let lines = canonical(&sample(0, false));
    let x = "DebugCompilationUnit in \"a.cl\" 1 4 / DebugLexicalBlock in \"a.cl\" 1 1 / DebugLexicalBlock in \"a.cl\" 2 1 / \
             DebugLocalVariable \"x\" in \"a.cl\" 3 4";
    assert_eq!(lines[0][0], format!("2 declare [{x}] = nothing #0"));
    assert!(lines[0][1].starts_with("3 scope [") && lines[0][1].contains("] inlined at line 60 of ["), "{lines:?}");
    assert!(lines[0][2].ends_with(" = nothing #1; Fragment(9) [0, 16]"), "{lines:?}");
    assert_eq!(lines[0].len(), 5, "{lines:?}");
    assert_eq!(canonical(&sample(1000, false)), lines);
    assert_eq!(canonical(&sample(7, true)), lines);
    // And it detects changes.
    let mut other = sample(0, false);
    for instruction in &mut other.0.instructions {
        if let Instruction::Debug(DebugInstruction { info: Info::Operation { operands, .. }, .. }) = instruction {
            operands[1] += 1;
        }
    }
    assert_ne!(canonical(&other), lines);
}

/// Each part of what a state says is changed, one after the other: the canonical form always changes too.
#[test]
fn the_canonical_form_shows_each_part() {
    const CONSTANT: u32 = 190;
    let module = |width: u32, signed: u32, bits: u32, local: u32, inlined_at: u32, scope: u32, expression: u32| {
        let mut maker = Maker::new(0);
        maker.core(Op::TypeInt, &[191, width, signed]);
        maker.core(Op::Constant, &[191, CONSTANT, bits]);
        maker.core(Op::Function, &[80, 81, 82, 83]);
        maker.core(Op::Label, &[84]);
        maker.scope(scope, Some(inlined_at));
        maker.value(local, CONSTANT, expression);
        maker.core(Op::Nop, &[]);
        maker.core(Op::Return, &[]);
        maker.core(Op::FunctionEnd, &[]);
        maker.module
    };
    let of = |module: &Module| States::new(module).canonical(module, |_| true);
    let before = of(&module(32, 0, 5, X, CALL, INNER, LOW_HALF));
    let others = [
        module(64, 0, 5, X, CALL, INNER, LOW_HALF),
        module(32, 1, 5, X, CALL, INNER, LOW_HALF),
        module(32, 0, 6, X, CALL, INNER, LOW_HALF),
        module(32, 0, 5, X, CALL_OF_CALL, INNER, LOW_HALF),
        module(32, 0, 5, X, CALL, OUTER, LOW_HALF),
        module(32, 0, 5, X, CALL, INNER, HIGH_HALF),
        module(32, 0, 5, X, CALL, INNER, EMPTY),
    ];
    for (at, other) in others.iter().enumerate() {
        assert_ne!(of(other), before, "change {at}");
    }
    // Numbers and names of the instructions that a state names.
    let mut shown = 0;
    let original = module(32, 0, 5, X, CALL, INNER, LOW_HALF);
    for (at, instruction) in original.instructions.iter().enumerate() {
        let mut other = original.clone();
        match (instruction, &mut other.instructions[at]) {
            (Instruction::Debug(_), Instruction::Debug(debug)) => match &mut debug.info {
                Info::LexicalBlock { line, .. } | Info::InlinedAt { line, .. } | Info::LocalVariable { line, .. } => *line += 1,
                _ => continue,
            },
            (Instruction::Core(core), Instruction::Core(other)) if core.is(Op::String) => other.words[1] ^= 0x80,
            _ => continue,
        }
        assert_ne!(of(&other), before, "instruction {at}: {instruction:?}");
        shown += 1;
    }
    assert_eq!(shown, 7, "two blocks, two calls, a variable, two strings");
}

/// The same programs in two dialects, converted by other means.
fn real_modules_say_the_same_in_two_dialects(data: &Data) {
    let mut changes = 0;
    for path in data.files("debuginfo/debuginfo", "spv") {
        let module = Module::read(&read(&path), &Limits::default()).unwrap();
        let states = States::new(&module);
        assert_eq!(states.problems, [], "{}", path.display());
        changes += states.functions.iter().map(|function| function.changes.len()).sum::<usize>();
        let other = path.to_string_lossy().replace("debuginfo/debuginfo", "debuginfo/opencl-100");
        let other = Module::read(&read(other.as_ref()), &Limits::default()).unwrap();
        let ours = states.canonical(&module, |_| true);
        let theirs = States::new(&other).canonical(&other, |_| true);
        assert_eq!(ours, theirs, "{}", path.display());
    }
    assert!(changes >= data.choose(30, 100), "{changes} changes");
}

/// Whatever the words say, there is a state.
fn broken_modules_have_states_too(data: &Data) {
    let (mut number, mut read_back) = (1_u64, 0);
    for path in data.files("debuginfo/debuginfo", "spv") {
        let bytes = read(&path);
        let words = bytes.len() as u64 / 4;
        for _ in 0..100 {
            let mut broken = bytes.clone();
            for _ in 0..3 {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (at, value) = ((number >> 33) % words, (number >> 20) as u32 % 150);
                broken[at as usize * 4..][..4].copy_from_slice(&value.to_le_bytes());
            }
            let Ok(module) = Module::read(&broken, &Limits::default()) else { continue };
            let states = States::new(&module);
            states.canonical(&module, |_| true);
            for function in &states.functions {
                assert!(function.instructions.end <= module.instructions.len());
                assert!(function.changes.is_sorted_by_key(|change| change.0));
            }
            read_back += 1;
        }
    }
    assert!(read_back >= data.choose(100, 300), "{read_back} broken modules could be read");
}

#[test]
fn origins_have_scope_inlining_and_line() {
    let text = "
        %1 = OpExtInstImport \"DebugInfo\"
        %2 = OpString \"a.cl\"
        %3 = OpTypeVoid
        %4 = OpTypeBool
        %5 = OpUndef %4
        %6 = OpTypeFunction %3
        %7 = OpExtInst %3 %1 DebugInfoNone
        %8 = OpExtInst %3 %1 DebugLexicalBlock %2 1 1 %7
        %9 = OpExtInst %3 %1 DebugLexicalBlock %2 2 1 %8
        %10 = OpExtInst %3 %1 DebugInlinedAt 20 %8
        %20 = OpFunction %3 None %6
        %21 = OpLabel
        OpLine %2 30 5
        %22 = OpExtInst %3 %1 DebugScope %9 %10
        %23 = OpLogicalNot %4 %5
        OpNoLine
        OpBranch %24
        %24 = OpLabel
        OpReturn
        OpFunctionEnd
    ";
    let module = Module::from_stream(&text::assemble(text).unwrap());
    let origins = States::new(&module).origins(&module);
    let of = |op: Op| {
        let is = |at: usize| module.instructions[at].core().is_some_and(|core| core.is(op));
        origins.iter().find(|origin| is(origin.0)).map(|origin| &origin.1).unwrap()
    };
    let (outer, inner) = ("DebugLexicalBlock in \"a.cl\" 1 1", "DebugLexicalBlock in \"a.cl\" 2 1");
    let not = of(Op::LogicalNot);
    assert_eq!(not.scope.as_deref(), Some(&*format!("DebugInfoNone / {outer} / {inner}")));
    assert_eq!(*not.inlined, [Site { line: 20, scope: format!("DebugInfoNone / {outer}").into() }]);
    assert_eq!(not.line, Some(Line { file: "a.cl".into(), line: 30, column: 5 }));
    assert_eq!(*of(Op::Branch), Origin { line: None, ..not.clone() }, "a line ends at OpNoLine");
    assert_eq!(*of(Op::Return), Origin::default(), "scopes and lines end with their block");
    assert!(origins.iter().all(|origin| !module.instructions[origin.0].core().is_some_and(|core| core.is(Op::Line))));
}
