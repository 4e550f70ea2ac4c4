//! Metadata nodes.

/// A metadata node, `!0 = distinct !DISubprogram(...)` or `!1 = !{...}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrNode {
    /// Its number.
    pub number: u32,
    /// The class of a specialized node, such as `DISubprogram`; nothing of one that is a list.
    pub class: Box<str>,
}

impl IrNode {
    /// The node of a line, from behind its `!`.
    pub(super) fn of(text: &str) -> Option<Self> {
        let (number, rest) = text.split_once([' ', '='])?;
        let node = rest.trim_start_matches([' ', '=']);
        let node = node.strip_prefix("distinct").map_or(node, str::trim_start);
        let class = node.strip_prefix('!').and_then(|node| node.split('(').next()).filter(|class| !class.starts_with('{'));
        Some(Self { number: number.parse().ok()?, class: class.unwrap_or_default().trim_end().into() })
    }
}
