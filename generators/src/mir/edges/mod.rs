//! Files at the bounds of the validator's rules: on one side of a bound a rule is broken, and on the other none is. They are the data in
//! `edges.txt`, whose first lines describe them; they were written from the rules, and share no code with the validator.

use std::sync::LazyLock;

/// A file at a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Ids of the rules that it breaks: all of them.
    pub rules: Vec<&'static str>,
    /// The index of the instruction in the only block at which the first rule is broken; `None` for the keys of the function.
    pub instruction: Option<usize>,
    /// The target, as a triple.
    pub triple: &'static str,
    /// The file.
    pub text: String,
}

static EDGES: LazyLock<Vec<Edge>> = LazyLock::new(|| {
    let lines = include_str!("edges.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| edge(line).unwrap_or_else(|| panic!("edges.txt: not a target, rules and lines: {line}"))).collect()
});

/// Returns every file at a bound.
pub fn edges() -> &'static [Edge] {
    &EDGES
}

fn edge(line: &'static str) -> Option<Edge> {
    let (head, text) = line.split_once(" | ")?;
    let mut words = head.split(' ');
    let (triple, last) = match words.next()? {
        "x86" => ("x86_64-linux-gnu", "RET64"),
        "aarch64" => ("aarch64-linux-gnu", "RET_ReallyLR"),
        _ => return None,
    };
    let mut rules = words.next()?;
    let is_of_keys = rules == "KEYS";
    if is_of_keys {
        rules = words.next()?;
    }
    let rules = rules.split(',').filter(|rule| *rule != "-").collect();
    if is_of_keys {
        let keys = text.replace('⏎', "\n");
        let text = format!("---\nname: f\n{keys}\nbody: |\n  bb.0:\n    {last}\n...\n");
        return Some(Edge { rules, instruction: None, triple, text });
    }
    let lines: Vec<&str> = text.split(" / ").collect();
    let body: String = lines.iter().map(|line| format!("    {}\n", line.trim_start_matches('^'))).collect();
    Some(Edge {
        rules,
        instruction: lines.iter().position(|line| line.starts_with('^')),
        triple,
        text: format!("---\nname: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n{body}    {last}\n...\n"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::validate::RULES;

    #[test]
    fn every_edge_reads_and_names_rules() {
        assert!(edges().len() > 100);
        for edge in edges() {
            assert!(irsmith_mir::File::read(edge.text.as_bytes(), &irsmith_mir::Limits::default()).is_ok(), "{}", edge.text);
            assert!(edge.rules.iter().all(|rule| RULES.iter().any(|known| known.id == *rule)), "{:?}", edge.rules);
            assert_eq!(edge.rules.is_empty() || !edge.text.contains("tracksRegLiveness"), edge.instruction.is_none(), "{}", edge.text);
        }
        // Each broken rule has a neighbour that breaks none.
        let broken = edges().iter().filter(|edge| !edge.rules.is_empty()).count();
        assert!(broken > 50 && edges().len() - broken > 30, "{broken} of {}", edges().len());
    }
}
