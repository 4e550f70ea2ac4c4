//! The documents of the project and the code in them.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A Markdown file.
pub(crate) struct Document {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The folder of the book's chapters.
pub(crate) fn chapters() -> PathBuf {
    root().join("docs/src")
}

/// Every Markdown file at the root and in the book, in order.
pub(crate) fn documents() -> Vec<Document> {
    let mut paths: Vec<PathBuf> = [root(), &chapters(), &chapters().join("generated")].into_iter().flat_map(markdown_in).collect();
    paths.sort();
    let read = |path: PathBuf| Document { text: fs::read_to_string(&path).unwrap(), path };
    paths.into_iter().map(read).collect()
}

pub(crate) fn markdown_in(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

impl Document {
    /// The file's name, for messages.
    pub(crate) fn name(&self) -> String {
        self.path.strip_prefix(root()).unwrap().display().to_string()
    }

    /// The lines outside fenced code.
    pub(crate) fn prose(&self) -> String {
        self.split_fences().0
    }

    /// The lines of fenced code, and the code between backticks elsewhere.
    pub(crate) fn code(&self) -> Vec<String> {
        let (prose, mut code) = self.split_fences();
        // A piece at an odd place stands between two backticks.
        code.extend(prose.split('`').skip(1).step_by(2).map(|piece| piece.replace('\n', " ")));
        code
    }

    fn split_fences(&self) -> (String, Vec<String>) {
        let (mut prose, mut code, mut fenced) = (String::new(), Vec::new(), false);
        for line in self.text.lines() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            } else if fenced {
                code.push(line.to_owned());
            } else {
                prose.push_str(line);
                prose.push('\n');
            }
        }
        assert!(!fenced, "{}: code that does not end", self.name());
        (prose, code)
    }
}
