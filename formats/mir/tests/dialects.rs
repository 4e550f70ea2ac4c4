//! Files written for older releases.

use irsmith_mir::tables::Version;
use irsmith_mir::{Dialect, File, Limits, Style};

fn read(text: &str) -> File {
    File::read(text.as_bytes(), &Limits::default()).unwrap()
}

const TEXT: &str = "---
name: f
debugInstrRef: true
frameInfo:
  isCalleeSavedInfoValid: true
machineFunctionInfo:
  amxProgModel: None
body: |
  bb.0:
    $eax = MOV32ri 1
    RET64 $eax
...
";

#[test]
fn keys_that_a_release_does_not_read_are_left_out_and_reported_where_they_say_something() {
    let file = read(TEXT);
    for (name, out, lost) in [
        ("llvm-19", &[][..], &[][..]),
        ("llvm-16", &["isCalleeSavedInfoValid", "amxProgModel"], &["isCalleeSavedInfoValid"]),
        (
            "llvm-14",
            &["isCalleeSavedInfoValid", "amxProgModel", "debugInstrRef", "functionContext"],
            &["debugInstrRef", "isCalleeSavedInfoValid"],
        ),
    ] {
        for style in [Style::Full, Style::Simplified] {
            let (text, losses) = file.write_for(style, name.parse().unwrap());
            assert!(out.iter().all(|key| !text.contains(key)), "{name}: {text}");
            assert!(losses.iter().all(|loss| loss.is_left_out && loss.function == "f"), "{losses:?}");
            let mut words: Vec<&str> = losses.iter().map(|loss| loss.word.as_str()).collect();
            words.sort_unstable();
            assert_eq!(words, lost, "{name}");
            let again = read(&text);
            assert_eq!(again.functions[0].blocks, file.functions[0].blocks);
        }
    }
    assert_eq!(file.write_for(Style::Full, Dialect::DEFAULT).0, file.write());
}

#[test]
fn words_that_a_release_does_not_know_are_reported() {
    let text = TEXT.replace("$eax = MOV32ri 1", "%0:_(s32) = nneg G_ZEXT %1:_(s16), pcsections !0");
    let words = |name: &str| {
        let (text, losses) = read(&text).write_for(Style::Simplified, name.parse().unwrap());
        let kept: Vec<String> = losses.iter().filter(|loss| !loss.is_left_out).map(|loss| loss.word.clone()).collect();
        assert!(kept.iter().all(|word| text.contains(word.as_str())));
        kept
    };
    assert_eq!(words("llvm-19"), [""; 0]);
    assert_eq!(words("llvm-16"), ["nneg"]);
    assert_eq!(words("llvm-14"), ["nneg", "pcsections"]);
}

#[test]
fn names_of_ir_blocks_are_left_out_for_a_release_that_reads_their_numbers_only() {
    let text = TEXT.replace("$eax = MOV32ri 1", "$eax = MOV32ri blockaddress(@g, %ir-block.x)");
    for (attribute, lost) in [("%ir-block.\"a b\"", &["ir-block"][..]), ("%ir-block.0", &[])] {
        let text = text.replacen("bb.0:", &format!("bb.0 ({attribute}, landing-pad):"), 1);
        let (of_14, losses) = read(&text).write_for(Style::Simplified, Dialect::of_release(Version(14)));
        let words: Vec<&str> = losses.iter().filter(|loss| loss.word.contains("block")).map(|loss| loss.word.as_str()).collect();
        assert_eq!(words, lost, "{attribute}");
        let label = if lost.is_empty() { format!("bb.0 ({attribute}, landing-pad):") } else { "bb.0 (landing-pad):".to_owned() };
        assert!(of_14.contains(&label) && of_14.contains("blockaddress(@g, %ir-block.x)"), "{of_14}");
        let (of_16, _) = read(&text).write_for(Style::Simplified, Dialect::of_release(Version(16)));
        assert!(of_16.contains(&format!("bb.0 ({attribute}, landing-pad):")), "{of_16}");
    }
}
