//! A question to an llc: a function that contains one word.

use irsmith_mir::CalibratedWord;

/// A question: whether the program reads a word.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The word.
    pub(super) word: CalibratedWord,
    /// Whether the tables of the release have the word.
    pub(super) is_of_release: bool,
    /// The lines of the function's document after its name.
    pub(super) text: String,
    /// Whether the text refers to the module of [`module`].
    pub(super) has_module: bool,
}

impl Question {
    /// Makes one of a line of a body.
    pub(super) fn of_line(word: CalibratedWord, is_of_release: bool, line: &str) -> Self {
        Self::of_document(word, is_of_release, format!("body: |\n  bb.0:\n    {line}\n"))
    }

    /// Makes one of the lines after the name.
    pub(super) fn of_document(word: CalibratedWord, is_of_release: bool, text: String) -> Self {
        Self { word, is_of_release, text, has_module: false }
    }

    /// Returns the document of a function with this number.
    pub(super) fn document(&self, number: usize) -> String {
        // A function of the module names itself as `@q`.
        format!("---\nname: q{number}\n{}...\n", self.text.replace("(@q,", &format!("(@q{number},")))
    }
}

/// Returns the module to which the functions with these numbers refer: a global `g`, a file of
/// debug information as node 9, and in each function an argument `p` and a block `x`.
pub(super) fn module(numbers: impl Iterator<Item = usize>) -> String {
    let define = |number| format!("  define void @q{number}(ptr %p) {{\n  entry:\n    br label %x\n  x:\n    ret void\n  }}\n");
    let functions: String = numbers.map(define).collect();
    let file = "  !files = !{!9}\n  !9 = !DIFile(filename: \"a\", directory: \"b\")\n";
    format!("--- |\n  @g = external global i32\n{functions}{file}...\n")
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The program reads the word.
    Reads,
    /// The program does not know the word.
    Missing,
    /// The program knows the word, but not in this form.
    Refuses,
}
