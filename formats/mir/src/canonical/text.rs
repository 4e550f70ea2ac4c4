//! Steps for text that llc printed.

/// A step: the text that it removes, and why two prints of the same functions differ in it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// A short name.
    pub name: &'static str,
    /// The reason why the difference does not matter.
    pub reason: &'static str,
    /// The function of the step.
    pub apply: fn(&str) -> String,
}

/// All steps, in the order in which [`text`] applies them.
pub const STEPS: &[Step] = &[
    Step { name: "module name", reason: "llc names the module after the file that it was given", apply: without_module_name },
    Step {
        name: "target features",
        reason: "llc appends those of -mattr to each function's attributes in every run",
        apply: without_target_features,
    },
    Step { name: "addresses", reason: "llc prints where metadata without a number lies in its memory", apply: without_addresses },
    Step { name: "folds", reason: "where llc folds a mapping depends on how long the addresses in it were", apply: without_folds },
    Step {
        name: "metadata order",
        reason: "llc lists the nodes of a function in an order that varies from run to run",
        apply: with_sorted_metadata,
    },
];

/// Returns a text after all steps.
pub fn text(text: &str) -> String {
    STEPS.iter().fold(text.to_owned(), |text, step| (step.apply)(&text))
}

/// Removes the comment with the name of the module, and the name of its source.
fn without_module_name(text: &str) -> String {
    let is_name = |line: &&str| line.starts_with("  ; ModuleID = ") || line.starts_with("  source_filename = ");
    text.split_inclusive('\n').filter(|line| !is_name(line)).collect()
}

/// Empties the attribute `"target-features"`.
fn without_target_features(text: &str) -> String {
    replaced(text, "\"target-features\"=\"", |rest| rest.find('"').unwrap_or(0), "")
}

/// Empties `<0x...>`.
fn without_addresses(text: &str) -> String {
    replaced(text, "<0x", |rest| rest.bytes().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(rest.len()), "")
}

/// Puts each mapping with an address in it on one line: `- { key: value, ... }`.
fn without_folds(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let mut mapping = line.to_owned();
        if line.trim_start().starts_with("- { ") {
            while !mapping.ends_with(" }\n") {
                let Some(next) = lines.clone().next().filter(|next| next.starts_with("      ")) else { break };
                mapping.push_str(next);
                lines.next();
            }
        }
        if mapping.contains("'<0x") {
            let parts: Vec<&str> =
                mapping.lines().enumerate().map(|(at, part)| if at == 0 { part.trim_end() } else { part.trim() }).collect();
            mapping = parts.join(" ") + "\n";
        }
        out.push_str(&mapping);
    }
    out
}

/// Sorts the entries of `machineMetadataNodes`.
fn with_sorted_metadata(text: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let lists: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| line.starts_with("machineMetadataNodes:")).map(|(place, _)| place + 1).collect();
    for start in lists {
        let entries = lines[start..].iter().take_while(|line| line.starts_with("  - ")).count();
        lines[start..start + entries].sort_unstable();
    }
    lines.concat()
}

/// Removes the comments `/* ... */` of bodies, with the blank before them: llc explains operands in them, and readers skip them.
pub fn without_comments(text: &str) -> String {
    let mut in_function = false;
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        in_function |= line == "---\n";
        if in_function && line.contains("/*") { without_comments_of_line(line, &mut out) } else { out.push_str(line) }
    }
    out
}

fn without_comments_of_line(line: &str, out: &mut String) {
    let (mut rest, mut is_quoted) = (line, false);
    while let Some(next) = rest.chars().next() {
        is_quoted ^= next == '"';
        match rest.strip_prefix(" /*").filter(|_| !is_quoted).and_then(|comment| comment.split_once("*/")) {
            Some((_, behind)) => rest = behind,
            None => {
                out.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
    }
}

/// Replaces the text after each `before`, as far as `length` determines.
fn replaced(text: &str, before: &str, length: impl Fn(&str) -> usize, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split(before);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str(before);
        out.push_str(by);
        out.push_str(&part[length(part)..]);
    }
    out
}
