//! The keys of functions: which are read, which are rejected with which message, and how they are written.

use irsmith_mir::tables::{Absent, FUNCTION, Item, Key, Map, Value, Version, When, Written};
use irsmith_mir::{EmbeddedIr, File, Function, Limits, StackObject, Style, VirtualRegister, Yaml};

fn read(text: &str) -> Result<File, Vec<String>> {
    File::read(text.as_bytes(), &Limits::default()).map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

/// Returns the function of a text that has one.
fn function(keys: &str) -> Function {
    let mut file = read(&format!("---\nname: f\n{keys}...\n")).unwrap_or_else(|errors| panic!("{keys}: {errors:?}"));
    assert_eq!(file.functions.len(), 1);
    file.functions.remove(0)
}

/// Reads the text that a file is written as, in both styles.
fn check(file: &File) {
    for style in [Style::Full, Style::Simplified] {
        let text = file.write_in(style);
        let again = read(&text).unwrap_or_else(|errors| panic!("{errors:?} in\n{text}"));
        assert_eq!(again, *file, "{text}");
        assert_eq!(again.write_in(style), text);
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    for text in ["name: f\nalignment: 4\n", "# a comment\nname: f\nalignment: 4\n", "# a comment\n---\nname: f\nalignment: 4\n"] {
        assert_eq!(read(&format!("\u{feff}{text}")), read(text), "{text}");
        assert!(read(text).is_ok());
    }
}

/// A function with every key, as llc 19 prints it.
const FULL: &str = include_str!("data/full.mir");

#[test]
fn every_key_is_written_as_llc_writes_it() {
    let file = read(FULL).expect("it is a file");
    assert_eq!(file.write(), FULL);
    check(&file);
}

#[test]
fn the_example_has_every_key() {
    fn keys(map: &'static Map, out: &mut Vec<&'static Key>) {
        for key in map.keys.iter().filter(|key| key.since <= Version::TABLES) {
            out.push(key);
            if let Value::Map(map) | Value::List(Item::Map(map)) = key.value {
                keys(map, out);
            }
        }
    }
    let mut all = Vec::new();
    keys(FUNCTION, &mut all);
    for key in all {
        let is_there = FULL.contains(&format!("{}:", key.name));
        assert!(is_there, "the example lacks '{}'", key.name);
    }
}

/// Returns the spelling of an absent key's value, if some value means the same.
fn absent(key: &Key) -> Option<String> {
    match (key.absent, key.value) {
        (Absent::Bool(value), _) => Some(value.to_string()),
        (Absent::Number(number), _) => Some(number.to_string()),
        (Absent::Word(word), _) => Some(word.to_owned()),
        (Absent::Empty, Value::Text(_)) => Some("''".to_owned()),
        (Absent::Empty, Value::List(_)) => Some("[]".to_owned()),
        (Absent::Empty, Value::Map(_) | Value::TargetMap) => None,
        (Absent::Empty, _) => Some("''".to_owned()),
        (Absent::Refused | Absent::Distinct, _) => None,
    }
}

#[test]
fn an_absent_key_is_the_same_as_its_default() {
    for (before, map) in [("", FUNCTION), ("frameInfo:\n  ", map_of("frameInfo"))] {
        for key in map.keys {
            let Some(value) = absent(key).filter(|_| key.written != Written::IfPresent && key.since <= Version::TABLES) else { continue };
            assert_eq!(function(&format!("{before}{}: {value}\n", key.name)), function(""), "{}: {value}", key.name);
        }
    }
    for (list, required) in [("fixedStack", "id: 0"), ("stack", "id: 0, size: 8"), ("registers", "id: 0, class: _"), ("liveins", "reg: $a")]
    {
        let entry = |more: &str| function(&format!("{list}:\n  - {{ {required}{more} }}\n"));
        for key in map_of(list).keys {
            // An object whose alignment is unknown is distinguished from one of alignment 1; llc treats both the same.
            let Some(value) = absent(key).filter(|_| key.name != "alignment") else { continue };
            assert_eq!(entry(&format!(", {}: {value}", key.name)), entry(""), "{}: {value}", key.name);
        }
    }
}

/// Returns the rows below a key of a function.
fn map_of(key: &str) -> &'static Map {
    match FUNCTION.key(key).expect("it is a key").1.value {
        Value::Map(map) | Value::List(Item::Map(map)) => map,
        _ => panic!("{key} has no rows"),
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    const WRONG: &[(&str, &[&str])] = &[
        (
            "nme: f\nalignment: 3\n",
            &[
                "2:1: unknown key 'nme' of a function; similar ones: name",
                "2:1: a function needs the key 'name'",
                "3:12: 'alignment' is 0 or a power of two below 2^64",
            ],
        ),
        ("name: f\nname: g\n", &["3:1: key 'name' is given twice"]),
        ("name: f\nlegalized: maybe\nselected: 1\n", &["3:12: 'legalized' is 'true' or 'false'", "4:11: 'selected' is 'true' or 'false'"]),
        (
            "name: f\nregisters:\n  - { class: _ }\n  - { id: 0, clas: _ }\n",
            &[
                "4:5: a register needs the key 'id'",
                "5:14: unknown key 'clas' of a register; similar ones: class, flags",
                "5:5: a register needs the key 'class'",
            ],
        ),
        (
            "name: f\nliveins:\n  - { reg: eax, virtual-reg: $a }\n",
            &["4:12: 'reg' is a physical register, such as '$eax'", "4:30: 'virtual-reg' is a virtual register, such as '%0'"],
        ),
        ("name: f\ncalleeSavedRegisters: [ '$rbx', '%0' ]\n", &["3:33: 'calleeSavedRegisters' is a physical register, such as '$eax'"]),
        ("name: f\nfixedStack:\n  - { id: 0, type: spill-slot, isAliased: true }\n", &["4:32: an object of this type has no 'isAliased'"]),
        (
            "name: f\nstack:\n  - { id: 0, type: variable-sized, size: 1 }\n  - { id: 1 }\n",
            &["4:36: an object of this type has no 'size'", "5:5: a stack object needs the key 'size'"],
        ),
        (
            "name: f\nstack:\n  - { id: 0, size: 1, stack-id: other }\n",
            &["4:33: 'stack-id' is one of default, sgpr-spill, scalable-vector, scalable-predicate-vector, wasm-local, noalloc"],
        ),
        ("name: f\nframeInfo:\n  savePoint: bb.0\n", &["4:14: 'savePoint' is a block, such as '%bb.0', or a sequence of points"]),
        ("name: f\nframeInfo: [ a ]\n", &["3:12: expected a mapping"]),
        ("name: f\nregisters: 5\n", &["3:12: expected a sequence"]),
        ("name: f\nbody: text\n", &["3:7: 'body' is text behind '|'"]),
        ("name: f\nbody: |5x\n", &["3:9: expected the end of the line, or an indentation and '-' or '+', behind '|'"]),
        ("name: f\n alignment: 1\n", &["3:2: the line is indented unlike the ones that it follows"]),
        ("name: f\n  g\n", &["3:3: the line is indented unlike the ones that it follows"]),
        ("name: 'f\n'\n", &["2:7: the line ends before the closing '"]),
        ("name: \"\\q\"\n", &["2:9: no such escape in double quotes"]),
        ("name: f g: h\n", &["2:10: expected the end of the line behind the value"]),
        ("name: @f\n", &["2:7: a value that begins with '@' has to be quoted"]),
        ("name: f\nliveins: [ a\n", &["4:1: expected ',' or ']' behind the value"]),
        ("name: f\nmachineFunctionInfo: { a: 1, a: 2 }\n", &["3:30: key 'a' is given twice"]),
    ];
    for (text, expected) in WRONG {
        // The second document shows that reading continues.
        let errors = read(&format!("---\n{text}...\n---\nname: g\nregister: []\n...\n")).expect_err(text);
        let (last, found) = errors.split_last().expect("there is one");
        assert_eq!(found, *expected, "{text}");
        assert!(last.ends_with("unknown key 'register' of a function; similar ones: registers"), "{last}");
    }
}

#[test]
fn names_are_quoted_as_llvm_quotes_them() {
    const SPELLED: &[(&str, &str)] = &[
        ("f", "f"),
        ("a b", "a b"),
        ("a.b-c_d^e,f", "a.b-c_d^e,f"),
        ("", "''"),
        (" a", "' a'"),
        ("a ", "'a '"),
        ("it's", "'it''s'"),
        ("true", "'true'"),
        ("False", "'False'"),
        ("yes", "yes"),
        ("null", "'null'"),
        ("~", "'~'"),
        ("nil", "nil"),
        ("1", "'1'"),
        ("-1", "'-1'"),
        ("+1", "'+1'"),
        ("1e5", "'1e5'"),
        ("1.", "'1.'"),
        (".5", "'.5'"),
        ("1.5e-3", "'1.5e-3'"),
        ("e5", "e5"),
        ("1e", "1e"),
        ("0x1F", "'0x1F'"),
        ("0o17", "'0o17'"),
        ("0o8", "0o8"),
        ("0x", "0x"),
        (".inf", "'.inf'"),
        (".nan", "'.nan'"),
        ("1.2.3", "1.2.3"),
        (".", "."),
        ("$eax", "'$eax'"),
        ("%0", "'%0'"),
        ("a:b", "'a:b'"),
        ("a#b", "'a#b'"),
        ("a/b", "'a/b'"),
        ("-", "'-'"),
        ("a\tb", "a\tb"),
        ("a\nb", "\"a\\nb\""),
        ("\"\n", "\"\\\"\\n\""),
        ("é", "\"é\""),
        ("a\x01", "\"a\\x01\""),
        ("\u{85}", "\"\\N\""),
    ];
    for (name, spelled) in SPELLED {
        let file = File { ir: None, functions: vec![Function { name: (*name).to_owned(), ..Function::default() }] };
        assert!(file.write().starts_with(&format!("---\nname:            {spelled}\n")), "{}", file.write());
        check(&file);
    }
}

/// Within braces a comma ends an unquoted name: llc 19 writes `{ id: 0, name: x,15, ...` and cannot read it.
#[test]
fn commas_within_braces_and_brackets_are_quoted() {
    let object = StackObject { name: "x,15".into(), ..StackObject::default() };
    let list = Yaml::Sequence { flow: true, items: vec![Yaml::Scalar("a,b".into()), Yaml::Scalar("c".into())] };
    let info = Yaml::Mapping { flow: false, entries: vec![("k".into(), list), ("m".into(), Yaml::Scalar("a,b".into()))] };
    let function = Function { name: "f,0".into(), stack: vec![object], info: Some(info), ..Function::default() };
    let file = File { ir: None, functions: vec![function] };
    let text = file.write();
    for part in ["name:            f,0\n", "{ id: 0, name: 'x,15', type:", "[ 'a,b', c ]", "m:               a,b\n"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    check(&file);
}

#[test]
fn modules_keep_their_text() {
    for text in [
        "",
        "a\n",
        "  a\nb\n",
        "\n a\n",
        "a\n\n\nb\n",
        "a",
        "a\n\n",
        "\n",
        "\n\n",
        " \na\n",
        "a\n \n",
        "\ta\n",
        "--- |\n...\n",
        "# a\n",
        "é\n",
    ] {
        check(&File { ir: Some(EmbeddedIr { text: text.to_owned() }), functions: vec![Function::default()] });
    }
    assert_eq!(read("--- |2\n  a\n   b\n...\n").unwrap().ir.unwrap().text, "a\n b\n");
    assert_eq!(read("--- |\n\ta\n...\n").unwrap().ir.unwrap().text, "\ta\n");
    assert_eq!(read("---\n|\r\n    a\r\n   # not text\r\n").unwrap().ir.unwrap().text, "a\n");
}

#[test]
fn what_a_target_keeps_stays_as_it_is() {
    let scalar = |text: &str| Yaml::Scalar(text.to_owned());
    let list = |flow: bool, items: Vec<Yaml>| Yaml::Sequence { flow, items };
    let map = |flow: bool, entries: Vec<(&str, Yaml)>| Yaml::Mapping {
        flow,
        entries: entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
    };
    let long = || (0..30).map(|number| scalar(&format!("$register{number}"))).collect();
    for info in [
        map(false, vec![]),
        map(true, vec![]),
        map(
            false,
            vec![("a", scalar("-1")), ("'$b'", scalar("")), ("c", Yaml::Empty), ("d", list(false, vec![])), ("e", list(true, vec![]))],
        ),
        map(false, vec![("a", map(false, vec![("b", map(true, vec![("c", scalar("$d")), ("e", list(true, long()))]))]))]),
        map(
            false,
            vec![(
                "a",
                list(
                    false,
                    vec![
                        scalar("x"),
                        map(false, vec![("b", scalar("1")), ("c", Yaml::Empty)]),
                        list(false, vec![scalar("y"), Yaml::Empty]),
                    ],
                ),
            )],
        ),
        scalar("text"),
        Yaml::Empty,
    ] {
        check(&File { ir: None, functions: vec![Function { info: Some(info), ..Function::default() }] });
    }
}

#[test]
fn long_lines_break_where_llc_breaks_them() {
    let register = |name: &str| VirtualRegister { id: 0, class: name.into(), ..VirtualRegister::default() };
    let written = |class: usize| {
        let function = Function { registers: vec![register(&"c".repeat(class))], ..Function::default() };
        let text = File { ir: None, functions: vec![function] }.write();
        text.lines().find(|line| line.starts_with("  - ")).expect("it has one").to_owned()
    };
    // After the comma the line has 71 columns in one case and 70 in the other.
    assert!(written(49).ends_with(", ") && written(49).len() == 71, "{:?}", written(49));
    assert!(written(48).ends_with("preferred-register: '' }"), "{:?}", written(48));
}

#[test]
fn other_spellings_are_read() {
    let expected = function("registers:\n  - { id: 0, class: gr32 }\n  - { id: 16, class: _ }\nframeInfo: { hasCalls: true }\n");
    for text in [
        "registers: [ { id: 0, class: 'gr32' }, {id: 0x10, class: \"_\", }, ] # why\nframeInfo:\n    hasCalls:    yes\n",
        "registers:\n- id: 0\n  class: gr32\n-\n  id: 16\n\n  # why\n  class: _\nframeInfo:\n  \"hasCalls\" : TRUE",
        "registers: [ { id: 0,\n class: gr32 },\n{ id: 16,\tclass: _ } ]\r\nframeInfo:\r\n  hasCalls: on\r\n",
    ] {
        assert_eq!(function(&format!("{text}\n")), expected, "{text}");
    }
    assert_eq!(read("name: f\n").unwrap().functions[0].name, "f", "a document needs no marker");
    assert_eq!(read("\u{feff}---\nname: f").unwrap().functions[0].name, "f", "a byte order mark is no text");
    assert_eq!(function("calleeSavedRegisters: []\n").callee_saved, Some(Vec::new()));
    assert_eq!(function("registers: ~\nstack:\n"), function(""));
    assert!(matches!(FUNCTION.key("body").unwrap().1.when, When::Always));
}

#[test]
fn a_module_ends_where_its_indentation_does() {
    let function = "name: f\nbody: |\n  bb.0:\n    RET64\n";
    let module = "--- |\n\n  define void @f() { ret void }\n\n";
    let read = |text: &str| File::read(text.as_bytes(), &Limits::default());
    let whole = read(&format!("{module}...\n---\n{function}...\n")).unwrap();
    assert!(whole.ir.is_some() && whole.functions.len() == 1);
    for end in ["", "# a comment\n", "---\n", "# a comment\n---\n", "\n...\n---\n"] {
        let file = read(&format!("{module}{end}{function}")).unwrap_or_else(|errors| panic!("{end:?}: {errors:?}"));
        assert_eq!(file, whole, "{end:?}");
        assert_eq!(read(&file.write()).unwrap(), file);
    }
    let two = read(&format!("{module}{function}---\nname: g\n")).unwrap();
    assert_eq!(two.functions.len(), 2);
    // Only a line without any indentation ends the module, and the text on that line is a separate document.
    for (text, error) in [
        (format!("--- |\n    define void @f() {{ ret void }}\n  {function}"), "3:3: "),
        (format!("{module}nothing\n---\n{function}"), "5:1: "),
        (format!("{module}nme: f\n"), "5:1: unknown key 'nme'"),
        (format!("---\n{function}...\n--- |\n  ; module\nname: g\n"), "7:5: "),
    ] {
        let errors = read(&text).unwrap_err();
        assert!(errors[0].to_string().starts_with(error), "{text}: {errors:?}");
    }
}

/// Keys that one program alone has are carried by the dialect of that program, in every mapping, and written again in its place.
#[test]
fn keys_without_a_row_are_carried() {
    use irsmith_mir::tables::{Version, WordKind};
    use irsmith_mir::{CalibratedWord, Calibration, Dialect, Style};
    let text = "---\nname:            f\nframeInfo:\n  stackSize:       8\n  ownFrame:        { a: 1 }\nstack:\n  - { id: 0, size: 4, ownObject: [ 1, 2 ] }\n\
                jumpTable:\n  kind:            inline\n  ownTable:        5\n  entries:\n    - id:              0\n      blocks:          [ '%bb.0' ]\n      \
                ownEntry:        x\nownKey:          5\nbody:             |\n  bb.0:\n    RET64\n\n...\n";
    let words = ["function.ownKey", "frame.ownFrame", "stack object.ownObject", "jump table.ownTable", "jump table entry.ownEntry"];
    let unknown = words.into_iter().map(|word| CalibratedWord::new(WordKind::Key, word)).collect();
    let dialect = Dialect::of_program(Version::TABLES, Calibration { unknown, ..Calibration::default() });
    let (file, _) = File::read_in(text.as_bytes(), &Limits::default(), dialect).expect("the program has these keys");
    let mut keys = file.functions[0].every_unknown_key();
    keys.sort();
    assert_eq!(keys, ["ownEntry", "ownFrame", "ownKey", "ownObject", "ownTable"]);
    let written = file.write_in(Style::Simplified);
    for line in [
        "  ownFrame:        { a: 1 }\n",
        "ownObject: [ 1, 2 ] }\n",
        "  ownTable:        5\n",
        "      ownEntry:        x\n",
        "ownKey:          5\n",
    ] {
        assert!(written.contains(line), "{line:?} {written}");
    }
    assert_eq!(File::read_in(written.as_bytes(), &Limits::default(), dialect).unwrap().0, file);
    assert_eq!(File::read(text.as_bytes(), &Limits::default()).unwrap_err().len(), 5);
}
