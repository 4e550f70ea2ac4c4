//! Tables of the rows of generators and of the rules of validators.

use irsmith_generators::{Row, RowTag};
use irsmith_rules::Rule;

use super::markdown::{code, plain, table};

/// Formats one line per family of rows: there are more rows than anyone would read.
pub(super) fn families<T: RowTag + std::fmt::Debug>(rows: &[Row<T>]) -> String {
    let lines = rows.chunk_by(|a, b| a.tags == b.tags && first_word(a) == first_word(b)).map(|family| {
        let tags = family[0].tags.iter().map(|tag| format!("{tag:?}").to_lowercase()).collect::<Vec<_>>().join(", ");
        let example = &family[family.len() / 2];
        [plain(&common_words(family)), family.len().to_string(), tags, code(&example.name)]
    });
    table(["rows of", "number", "subject", "example"], lines)
}

/// Formats one line per rule.
pub(super) fn rule_table(rules: &[Rule]) -> String {
    let rows = rules.iter().map(|rule| [code(rule.id), rule.severity.name().to_owned(), plain(rule.text), plain(&rule.source.to_string())]);
    table(["rule", "severity", "requirement", "source"], rows)
}

fn first_word<T: RowTag>(row: &Row<T>) -> &str {
    row.name.split(' ').next().unwrap_or_default()
}

/// Returns the words with which the names of all rows of a family begin.
fn common_words<T: RowTag>(family: &[Row<T>]) -> String {
    let mut words: Vec<&str> = family[0].name.split(' ').collect();
    for row in family {
        let same = words.iter().zip(row.name.split(' ')).take_while(|(a, b)| *a == b).count();
        words.truncate(same);
    }
    words.join(" ")
}
