//! The command line of llc in a comment of a file, as in LLVM's own tests: `# RUN: llc -mtriple=riscv64 -run-pass=none %s`.

/// Options that name the target. If both are present, `-march` decides the architecture in llc.
const TARGET: [&str; 2] = ["march", "mtriple"];

/// The options in the first `RUN` line that calls llc, with its continuation lines (`\` at the end).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunLine {
    /// Each option without its dashes, and its value if there is one: after `=`, or the next word that is not an option.
    options: Vec<(String, Option<String>)>,
}

impl RunLine {
    /// Returns the command line in a text; `None` if no `RUN` line calls llc.
    pub fn of(text: &str) -> Option<Self> {
        // Most texts have none: searching for the word is faster than reading line by line.
        let mut lines = text.split("RUN:").skip(1).map(|rest| rest.lines().next().unwrap_or_default().trim_end());
        while let Some(line) = lines.next() {
            let mut command = line.to_owned();
            while command.ends_with('\\') {
                command.pop();
                command.extend([" ", lines.next().unwrap_or_default()]);
            }
            if let Some(call) = llc_call(&command) {
                return Some(Self { options: options(call) });
            }
        }
        None
    }

    /// Returns the value of the last option of this name, without dashes.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values().filter(|(option, _)| *option == name).last().map(|(_, value)| value)
    }

    /// Returns the options with values, and the values, in their order.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_deref()?)))
    }

    /// Returns the architecture that `-march` names, or else the triple that `-mtriple` names.
    pub fn triple(&self) -> Option<&str> {
        TARGET.iter().find_map(|name| self.value(name))
    }

    /// Returns whether a processor or its features are named.
    pub fn names_processor(&self) -> bool {
        ["mcpu", "mattr"].iter().any(|name| self.value(name).is_some())
    }

    /// Returns a text with an option of llc before the options of its `RUN` line, or in a new `RUN` line at the start if there is none.
    pub fn with_option(text: &str, option: &str) -> String {
        let calls = text.split("RUN:").skip(1).filter_map(|rest| rest.lines().next()).find_map(llc_call);
        let Some(word) = calls.and_then(|call| call.split_whitespace().find(|word| *word == "llc")) else {
            return format!("# RUN: llc {option} %s\n{text}");
        };
        // The word is a part of the text.
        let (before, behind) = text.split_at(word.as_ptr() as usize - text.as_ptr() as usize + word.len());
        format!("{before} {option}{behind}")
    }
}

/// Returns the part of a command line, between pipes, that calls llc.
fn llc_call(command: &str) -> Option<&str> {
    command.split('|').find(|part| part.split_whitespace().any(|word| word == "llc"))
}

fn options(call: &str) -> Vec<(String, Option<String>)> {
    let mut words = call.split_whitespace().map(|word| word.trim_matches(['"', '\''])).peekable();
    let mut options = Vec::new();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix('-').map(|option| option.trim_start_matches('-')) else { continue };
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, words.next_if(|next| !next.starts_with('-') || *next == "-" || has_signs(option))),
        };
        options.push((name.to_owned(), value.map(str::to_owned)));
    }
    options
}

/// Returns whether the values of an option may begin with a dash: features do, `-mattr -avx`.
fn has_signs(option: &str) -> bool {
    option == "mattr"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_call_of_llc_counts_with_its_continuations() {
        let text =
            "# RUN: opt -mtriple=x86_64 %s\n# RUN: cat %s | not llc -O0 -mtriple riscv64 \\\n# RUN:   -mattr=+v -o - | llc -march=arm\n";
        let line = RunLine::of(text).unwrap();
        assert_eq!((line.triple(), line.value("mattr"), line.value("O0")), (Some("riscv64"), Some("+v"), None));
        assert_eq!(line.values().count(), 3, "{line:?}");
        assert_eq!(RunLine::of("# RUN: opt -mtriple=x86_64 %s\n"), None);
        assert_eq!(RunLine::of("# RUN: llc -march=amdgcn %s").unwrap().triple(), Some("amdgcn"));
        assert_eq!(RunLine::of("# RUN: llc -mattr -avx,-bmi %s \\").unwrap().value("mattr"), Some("-avx,-bmi"));
    }

    #[test]
    fn options_are_put_where_they_are_looked_for() {
        for (text, expected) in [
            ("name: f\n", "# RUN: llc -x=1 %s\nname: f\n"),
            ("# RUN: opt %s\n# RUN: llc %s | x\n", "# RUN: opt %s\n# RUN: llc -x=1 %s | x\n"),
        ] {
            let changed = RunLine::with_option(text, "-x=1");
            assert_eq!(changed, expected);
            assert_eq!(RunLine::of(&changed).unwrap().value("x"), Some("1"));
        }
    }
}
