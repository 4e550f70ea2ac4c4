//! Numbers of inline assembly, and the words in which LLVM 23 spells what they mean.

use irsmith_mir::OperandKind;

/// Returns whether words say what a number means. Words of an operand leave out the number of registers behind them, which are there.
pub(super) fn is_spelled(number: &OperandKind, words: &OperandKind) -> bool {
    match (number, words) {
        (OperandKind::Immediate(number), OperandKind::Assembly(words)) => flags_of(words).is_none_or(|flags| flags == *number),
        _ => false,
    }
}

/// Returns the number that the flags of inline assembly are (`InlineAsm::Extra_*`); `None` for the words of an operand.
fn flags_of(words: &str) -> Option<i64> {
    const FLAGS: [(&str, i64); 8] = [
        ("attdialect", 0),
        ("sideeffect", 1),
        ("alignstack", 2),
        ("inteldialect", 4),
        ("mayload", 8),
        ("maystore", 16),
        ("isconvergent", 32),
        ("unwind", 64),
    ];
    words.split(' ').map(|word| FLAGS.iter().find(|(name, _)| *name == word).map(|(_, flag)| *flag)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_number() {
        let is_spelled = |number, words: &str| is_spelled(&OperandKind::Immediate(number), &OperandKind::Assembly(words.into()));
        assert!(is_spelled(0, "attdialect") && is_spelled(9, "sideeffect mayload attdialect") && is_spelled(10, "regdef"));
        assert!(!is_spelled(1, "attdialect") && !is_spelled(9, "sideeffect attdialect") && !is_spelled(4, "attdialect"));
    }
}
