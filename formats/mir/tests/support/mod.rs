//! Finds the bodies of `.mir` files without reading their YAML.

use std::path::Path;

/// A body and the number of its first line, from 1.
pub(crate) struct Body {
    pub(crate) first_line: u32,
    pub(crate) text: String,
}

/// Returns the bodies of a file, in order.
pub(crate) fn bodies(text: &str) -> Vec<Body> {
    let mut bodies = Vec::new();
    let mut lines = (1..).zip(text.lines()).peekable();
    while let Some((number, line)) = lines.next() {
        if !line.starts_with("body:") || !line.trim_end().ends_with('|') {
            continue;
        }
        let mut text = String::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| line.is_empty() || line.starts_with([' ', '\t'])) {
            text.push_str(line);
            text.push('\n');
        }
        bodies.push(Body { first_line: number + 1, text });
    }
    bodies
}

pub(crate) fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("the files have names")
}

pub(crate) fn read(path: &Path) -> String {
    String::from_utf8(irsmith_testdata::read(path)).expect("the files are text")
}
