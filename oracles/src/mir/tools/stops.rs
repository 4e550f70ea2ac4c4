//! Classifies output of llc that no reader can read, or that is read differently, for signatures: so that the ledger expects exactly this.

use irsmith_mir::tables::BLOCK_ATTRIBUTES;
use irsmith_mir::validate::{Detail, Violation};
use irsmith_mir::{Error, ErrorKind, Function, Instruction, RegisterQualifier};

/// The position at which a reader stops.
struct Stop<'a> {
    /// The text that it reads.
    text: &'a str,
    /// The line before the position, and after it.
    before: &'a str,
    behind: &'a str,
}

/// A name for output of llc at which a reader stops, and the check whether it is there.
type NamedStop = (&'static str, fn(&Stop<'_>) -> bool);

const NAMED_STOPS: &[NamedStop] = &[
    ("address", |stop| stop.behind.trim_start_matches('\'').starts_with("<0x")),
    ("symbol", is_at_symbol),
    ("label", |stop| is_odd_label(&[stop.before, stop.behind].concat())),
    ("name-comma", has_comma),
    ("tied-type", |stop| stop.behind.starts_with('(') && is_tied(stop.before)),
    ("memory-size", |stop| stop.before.ends_with('(') && stop.behind.starts_with('s')),
    ("stack-object", |stop| ends_in_stack_object(stop.before) || has_odd_stack_object(stop)),
];

/// Returns whether a symbol begins or ends there: one with `>` in its name ends within it.
fn is_at_symbol(stop: &Stop<'_>) -> bool {
    let within = stop.before.rsplit_once("<mcsymbol ").is_some_and(|(_, name)| name.trim_end().ends_with('>'));
    within || stop.behind.starts_with("<mcsymbol")
}

/// Returns whether a text ends with the name of a stack object, or the first part of one.
fn ends_in_stack_object(text: &str) -> bool {
    text.trim_end().rsplit(' ').next().is_some_and(|word| word.starts_with("%stack."))
}

/// Returns whether a stack object before or around the stop has a name that is quoted in the key `stack`: part of the name is read as the
/// start of a comment, of a bundle or of a quoted value.
fn has_odd_stack_object(stop: &Stop<'_>) -> bool {
    let line = [stop.before, stop.behind].concat();
    let entries = stop.text.lines().take_while(|line| !line.starts_with("body:")).filter(|line| line.starts_with("  - { id: "));
    let quoted = entries.filter_map(|entry| entry.split_once(", name: '")?.1.split_once("',"));
    let mut names = quoted.map(|(name, _)| format!(".{}", name.replace("''", "'")));
    names.any(|name| line.find(&name).is_some_and(|at| at <= stop.before.len() && line[..at].contains("%stack.")))
}

/// Returns whether the name of a stack object has a brace, which opens a bundle that nothing closes; the reader stops far after it.
fn opens_bundle(text: &str) -> bool {
    let mut objects = text.lines().filter_map(|line| line.split_once("%stack.")).map(|(_, name)| name);
    objects.any(|name| name.split(' ').next().is_some_and(|name| name.contains('{')))
}

/// Returns the kind of an error in a print, for signatures: the rule, and the known output of llc there, or the key.
pub(super) fn around(text: &str, error: &Error) -> String {
    let line = text.lines().nth((error.at.line as usize).saturating_sub(1)).unwrap_or_default();
    let (before, behind) = (error.at.column as usize).checked_sub(1).and_then(|at| line.split_at_checked(at)).unwrap_or((line, ""));
    let stop = Stop { text, before, behind };
    let is_opened = error.kind == ErrorKind::OpenBundle && opens_bundle(text);
    let stop_name = NAMED_STOPS.iter().find(|(_, is_there)| is_there(&stop)).map(|(name, _)| *name);
    let stop_name = if is_opened { Some("stack-object") } else { stop_name };
    let key = || if line.starts_with(' ') { "body" } else { line.split(':').next().unwrap_or_default() };
    format!("{} {}", error.kind.rule().id, stop_name.unwrap_or_else(key))
}

/// Returns whether the line is a label of a block whose name, or that of its IR block, has characters that need quotes.
fn is_odd_label(line: &str) -> bool {
    let Some(label) = line.strip_prefix("  bb.") else { return false };
    let label = label.trim_start_matches(|character: char| character.is_ascii_digit());
    let (label, is_named) = label.strip_prefix('.').map_or((label, false), |name| (name.trim_start_matches(is_in_name), true));
    let Some(attributes) = label.strip_prefix(" (") else { return is_named && label != ":" };
    let attributes = attributes.strip_suffix("):").map(|attributes| attributes.split(", "));
    let is_plain = |attribute: &str| {
        let (word, value) = attribute.split_once(' ').unwrap_or((attribute, ""));
        let (word, block) = if word.starts_with(IR_BLOCK) { ("", attribute) } else { (word, value) };
        (word.is_empty() || BLOCK_ATTRIBUTES.contains(&word)) && block.strip_prefix(IR_BLOCK).is_none_or(is_plain_name)
    };
    let has_name = is_named || line.contains(IR_BLOCK);
    has_name && !attributes.is_some_and(|mut attributes| attributes.all(is_plain))
}

/// The prefix of names of IR blocks.
const IR_BLOCK: &str = "%ir-block.";

/// Returns whether the name of an IR block needs no quotes: a name that begins with a digit is a number.
fn is_plain_name(name: &str) -> bool {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    !name.is_empty() && name.chars().all(is_in_name) && (is_number || !name.starts_with(|first: char| first.is_ascii_digit()))
}

/// Returns whether a name without quotes may contain a character.
const fn is_in_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.' | '$')
}

/// Returns whether the stop is in a name of an entry of `stack` that has a comma and no quotes: after the name llc prints `type`, on the
/// next line if this one is full.
fn has_comma(stop: &Stop<'_>) -> bool {
    let name = stop.before.split_once("  - { id: ").and_then(|(_, entry)| entry.split_once(", name: "));
    name.is_some_and(|(_, name)| !name.starts_with('\'') && !name.contains(", type: ") && name.contains(','))
        && (stop.behind.contains(", type: ") || stop.behind.trim_end().ends_with(','))
}

/// Returns whether a text ends with the mark of a tied operand.
fn is_tied(text: &str) -> bool {
    let number = text.strip_suffix(')').and_then(|text| text.rsplit_once("(tied-def "));
    number.is_some_and(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A name for llc's output for a function in which a rule is newly broken, and the check whether it is there: by the text, the function
/// read from it and the violation.
type Loss = (&'static str, &'static str, fn(&str, &Function, &Violation) -> bool);

/// The rules, each with what llc may have dropped.
const LOSSES: &[Loss] = &[
    ("virtual-untyped", "second-result", |_, function, violation| is_second_result(function, violation)),
    ("object-undefined", "constant", |_, _, violation| violation.message.starts_with("there is no %const.")),
    ("object-name", "stack-object", is_cut_object),
];

/// Returns the kind of an error in a readable print, for signatures: the rule, and what llc has dropped if it is a known loss.
pub(super) fn of_violation(text: &str, function: &Function, violation: &Violation) -> String {
    let rule = violation.rule.id;
    let loss = LOSSES.iter().find(|(known, _, is_there)| *known == rule && is_there(text, function, violation));
    loss.map_or_else(|| rule.to_owned(), |(_, name, _)| format!("{rule} {name}"))
}

/// Returns whether a violation is of the name of an existing stack object that has characters that no name has.
fn is_cut_object(text: &str, function: &Function, violation: &Violation) -> bool {
    let mut objects = function.stack.iter().filter(|object| !object.name.chars().all(is_in_name));
    objects.any(|object| {
        let spelled = format!("%stack.{}.{}", object.id, object.name);
        violation.message.starts_with(&format!("%stack.{} is called ", object.id))
            && (text.contains(&spelled) || [&function.frame.stack_protector, &function.frame.function_context].contains(&&spelled))
    })
}

/// Returns whether a violation is of a result after one that has a type.
fn is_second_result(function: &Function, violation: &Violation) -> bool {
    let Detail::Operand { site, operand } = &violation.place.part.detail else { return false };
    let line: Option<&Instruction> = function.blocks.get(site.block.index).and_then(|block| block.instructions.get(site.index));
    let results = line.and_then(|line| line.results.get(..=*operand));
    results.is_some_and(|results| results.iter().any(|result| matches!(result.qualifier, RegisterQualifier::Type(_))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::case::TEXT_LIMITS;
    use irsmith_mir::File;

    #[test]
    fn labels_are_odd_for_their_names_alone() {
        for odd in [
            "a b:",
            ";x:",
            "\"q\":",
            "a:b:",
            "a: ; b:",
            "é:",
            "a(b:",
            "a (b):",
            "a (b (landing-pad):",
            "a, b:",
            "a (%ir-block.c d):",
            "a: bb.1:",
        ] {
            assert!(is_odd_label(&format!("  bb.7.{odd}")), "{odd}");
        }
        for plain in [".a-b$_.7:", ".a (landing-pad, align x):", ".a (%ir-block.b, bb_id 1 2):", ":", "x:", " (foo):", " (landing-pad) x:"]
        {
            assert!(!is_odd_label(&format!("  bb.7{plain}")), "{plain}");
        }
        assert!(is_odd_label("  bb.7 (ir-block-address-taken %ir-block.a,b):") && is_odd_label("  bb.7 (%ir-block.):"));
        assert!(is_odd_label("  bb.7.1b (%ir-block.1b, align 2):") && !is_odd_label("  bb.7.1b (%ir-block.17, align x):"));
        assert!(!is_odd_label("  bb.7 (ir-block-address-taken %ir-block.a, align 4):") && !is_odd_label("    RET64 a b"));
    }

    #[test]
    fn what_is_not_read_is_classified() {
        for (line, class) in [
            ("    GC_LABEL <mcsymbol a b>", "body-syntax symbol"),
            ("    EH_LABEL <mcsymbol >>", "body-syntax symbol"),
            ("    EH_LABEL <mcsymbol x>  >", "body-syntax symbol"),
            ("    EH_LABEL <mcsymbol x>, %0 %1", "body-syntax body"),
            ("    RET64 heap-alloc-marker <0x55d207fec110>", "body-syntax address"),
            ("  bb.1.a b (landing-pad):", "body-syntax label"),
            ("    LIFETIME_START %stack.0.x+^=6", "body-syntax stack-object"),
            ("    %0:_(s8) = G_LOAD %1 :: (load (s8) from %stack.0.x;1 + 8, align 8)", "body-syntax stack-object"),
            ("    LIFETIME_END %stack.0.x ,`&1", "body-syntax stack-object"),
            ("    LIFETIME_END %stack.0.x  ,{1", "body-syntax stack-object"),
            ("    LIFETIME_END %stack.0.y  ,{1", "body-syntax body"),
            ("    LIFETIME_END %stack.0.x{;1", "bundle-open stack-object"),
            ("    LIFETIME_END %stack.0.x {", "bundle-open ..."),
            ("    %0:_(s8) = G_LOAD %1 :: (load (s264968))", "type-range memory-size"),
            ("    INLINEASM &\"\", 0, 2147483657, %0(tied-def 3)(s32)", "body-syntax tied-type"),
            ("    INLINEASM &\"\", 0, 2147483657, %0(tied-def 3) %1", "body-syntax body"),
        ] {
            let names = ["x;1", "x ,`&1", "x  ,{1"].map(|name| format!("  - {{ id: 0, name: '{name}', size: 1 }}\n"));
            let text = format!("---\nname: f\nstack:\n{}body: |\n  bb.0:\n{line}\n...\n", names.concat());
            let errors = File::read(text.as_bytes(), &TEXT_LIMITS).unwrap_err();
            assert_eq!(around(&text, &errors[0]), class, "{line}");
        }
    }
}
