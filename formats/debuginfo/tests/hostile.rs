//! Modules designed to make the validator run for long, recurse deeply or exhaust memory. Each is bounded: a test that hangs or overflows
//! its stack fails.

use irsmith_debuginfo::validate::{self, MAX_VIOLATIONS, MAX_WARNINGS};
use irsmith_debuginfo::{
    CoreInstruction, DebugInstruction, Enumerator, Flags, Header, Id, Ids, Info, Instruction, Limits, Module, Stream, grammar,
};
use spirv::Op;

const VOID: Id = Id(1);
const SET: Id = Id(2);
/// The first id that the helpers below do not use.
const FIRST: u32 = 10;
const MANY: u32 = 200_000;

fn module(infos: impl IntoIterator<Item = Info>) -> Module {
    let import = [SET.0].into_iter().chain(grammar::string_words("DebugInfo"));
    let mut instructions = vec![
        Instruction::Core(CoreInstruction::new(Op::ExtInstImport, import)),
        Instruction::Core(CoreInstruction::new(Op::MemoryModel, [0, 1])),
        Instruction::Core(CoreInstruction::new(Op::TypeVoid, [VOID.0])),
    ];
    let debug = |(at, info)| Instruction::Debug(DebugInstruction { result_type: VOID, result: Id(FIRST + at), set: SET, info });
    instructions.extend((0..).zip(infos).map(debug));
    let header = Header { bound: FIRST + instructions.len() as u32, ..Header::default() };
    Module { header, instructions }
}

fn has(module: &Module, rule: &str) -> bool {
    let violations = validate::validate(module);
    assert!(violations.len() <= MAX_VIOLATIONS);
    assert!(!validate::is_valid(module));
    violations.iter().any(|violation| violation.rule.id == rule)
}

fn block(parent: u32) -> Info {
    Info::LexicalBlock { source: Id(0), line: 0, column: 0, parent: Id(parent), name: None }
}

fn composite(members: impl IntoIterator<Item = u32>) -> Info {
    Info::TypeComposite {
        name: Id(0),
        tag: Default::default(),
        source: Id(0),
        line: 0,
        column: 0,
        parent: Id(0),
        linkage_name: Default::default(),
        size: Id(0),
        flags: Flags(0),
        members: members.into_iter().map(Id).collect(),
    }
}

fn member(ty: u32) -> Info {
    let ids = [Id(0); 4];
    let [name, source, offset, size] = ids;
    Info::TypeMember { name, ty: Id(ty), source, line: 0, column: 0, parent: Id(0), offset, size, flags: Flags(0), value: None }
}

#[test]
fn a_long_ring_of_parents_is_seen_once_and_ends() {
    // Each is in the next, and the last in the first. Most violations are of order, so the cycle must be small to be reported.
    assert!(has(&module((0..100).map(|at| block(FIRST + (at + 1) % 100))), "parent-cycle"));
    assert!(has(&module((0..MANY).map(|at| block(FIRST + (at + 1) % MANY))), "id-zero"));
}

#[test]
fn deep_containment_needs_no_stack() {
    // A composite, its member, that member's composite and so on, and the last member contains the first composite.
    let ring = |count: u32| {
        module((0..count).map(move |at| {
            let next = FIRST + (at + 1) % count;
            if at % 2 == 0 { composite([next]) } else { member(next) }
        }))
    };
    let small: Vec<&str> = validate::validate(&ring(100)).iter().map(|violation| violation.rule.id).collect();
    assert!(small.contains(&"type-contained"), "{small:?}");
    assert!(has(&ring(MANY), "id-zero"));
}

#[test]
fn headers_may_lie_about_the_bound() {
    let mut lying = module([Info::InfoNone {}]);
    lying.header.bound = u32::MAX;
    assert!(has(&lying, "bound-limit"));
    // An id far above all others needs no more memory than others.
    lying.instructions.push(Instruction::Core(CoreInstruction::new(Op::TypeInt, [u32::MAX - 1, 32, 0])));
    assert!(has(&lying, "bound-limit"));
    lying.header.bound = 0;
    assert!(has(&lying, "id-bound"));
}

#[test]
fn many_violations_leave_room_for_errors() {
    let operation = || Info::Operation { operation: irsmith_debuginfo::tables::Op::Fbreg.into(), operands: [0].into_iter().collect() };
    let mut suspicious = module((0..MANY).map(|_| operation()));
    assert!(validate::is_valid(&suspicious));
    assert_eq!(validate::validate(&suspicious).len(), MAX_WARNINGS);
    suspicious.instructions.push(Instruction::Core(CoreInstruction::new(Op::Capability, [6])));
    assert!(has(&suspicious, "section-order"));
}

#[test]
fn wide_instructions_are_walked_once() {
    let ids: Ids = (0..60_000).map(|_| Id(FIRST)).collect();
    let enumerators = vec![Enumerator { value: Id(FIRST), name: Id(FIRST) }; 30_000];
    let [name, underlying, source, parent, size] = [Id(FIRST); 5];
    let wide = Info::TypeEnum { name, underlying, source, line: 0, column: 0, parent, size, flags: Flags(0), enumerators };
    assert!(has(
        &module([
            Info::InfoNone {},
            wide,
            Info::Expression { operations: ids.clone() },
            Info::TypeTemplate { target: Id(FIRST), parameters: ids }
        ]),
        "operand-enumerator"
    ));
}

#[test]
fn files_of_many_small_instructions_take_time_linear_in_their_size() {
    let started = std::time::Instant::now();
    // OpNop, OpString without words and imports of sets: the first two are wrong everywhere, the last needs tables by set.
    let mut import = vec![(2 + grammar::string_words("DebugInfo").len() as u32) << 16 | Op::ExtInstImport as u32, 0];
    import.extend(grammar::string_words("DebugInfo"));
    for pattern in [vec![1 << 16], vec![1 << 16 | Op::String as u32], import] {
        let mut words = vec![0x0723_0203, 0x1_0000, 0, u32::MAX, 0];
        let mut at = 0;
        while words.len() + pattern.len() <= 2 << 20 {
            words.extend(&pattern);
            if pattern.len() > 1 {
                at += 1;
                let place = words.len() - pattern.len() + 1;
                words[place] = at;
            }
        }
        let bytes = Stream::from_words(Default::default(), words).unwrap().write();
        let violations = validate::validate_file(&bytes, &Limits::default()).unwrap();
        assert!(!violations.is_empty() && violations.len() <= MAX_VIOLATIONS);
    }
    // About a second; a search through the sets for each import took three minutes.
    assert!(started.elapsed() < std::time::Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn any_bytes_are_judged_or_refused() {
    let bytes = module([Info::InfoNone {}, block(FIRST), composite([FIRST, FIRST + 1]), member(FIRST)]).write().unwrap();
    for at in 0..bytes.len() {
        for value in [0, 1, 0x7F, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] = value;
            let _ = validate::validate_file(&changed, &Limits::default());
            let _ = validate::validate_file(&changed[..at], &Limits::default());
        }
    }
}
