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

/// Returns every Markdown file at the root and in the book, in order.
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
    /// Returns the file's name, for messages.
    pub(crate) fn name(&self) -> String {
        self.path.strip_prefix(root()).unwrap().display().to_string()
    }

    /// Returns the lines outside fenced code.
    pub(crate) fn prose(&self) -> String {
        self.pieces().into_iter().filter(|piece| piece.language.is_none()).map(|piece| piece.text).collect()
    }

    /// Returns the texts of fenced code in a language.
    pub(crate) fn blocks(&self, language: &str) -> Vec<String> {
        self.pieces().into_iter().filter(|piece| piece.language == Some(language)).map(|piece| piece.text).collect()
    }

    /// Returns the lines of fenced code, and the code between backticks elsewhere.
    pub(crate) fn code(&self) -> Vec<String> {
        let fenced = self.pieces().into_iter().filter(|piece| piece.language.is_some());
        let mut code: Vec<String> = fenced.flat_map(|piece| piece.text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
        // Pieces with an odd index are between two backticks.
        code.extend(self.prose().split('`').skip(1).step_by(2).map(|piece| piece.replace('\n', " ")));
        code
    }

    /// Splits the document into alternating prose and fenced code.
    fn pieces(&self) -> Vec<Piece<'_>> {
        let mut pieces = vec![Piece::default()];
        for line in self.text.lines() {
            let last = pieces.last_mut().unwrap();
            match (line.strip_prefix("```"), last.language) {
                (Some(language), None) => pieces.push(Piece { language: Some(language), text: String::new() }),
                (Some(_), Some(_)) => pieces.push(Piece::default()),
                (None, _) => last.text += &format!("{line}\n"),
            }
        }
        assert!(pieces.last().unwrap().language.is_none(), "{}: code that does not end", self.name());
        pieces
    }
}

/// A piece of prose, or of fenced code with its language.
#[derive(Default)]
struct Piece<'a> {
    language: Option<&'a str>,
    text: String,
}
