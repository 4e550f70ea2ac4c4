//! Why the YAML of a file cannot be read.

/// One variant for each rule of the container that a file can break so that it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerError {
    /// The file is larger than [`crate::Limits::bytes`].
    #[error("the file has {bytes} bytes, the limit is {limit}")]
    FileTooLarge {
        /// Size of the file.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// Bytes that are no UTF-8.
    #[error("the file is not UTF-8 from here on")]
    NotUtf8,
    /// A character that YAML allows nowhere.
    #[error("the control character {0:?} may not stand in YAML")]
    ControlCharacter(char),
    /// A tab where the indentation counts.
    #[error("a tab may not indent")]
    Tab,
    /// `&name`.
    #[error("anchors are not read: expected the value itself")]
    Anchor,
    /// `*name`.
    #[error("aliases are not read: expected the value itself")]
    Alias,
    /// `!name`; a metadata node needs quotes.
    #[error("tags are not read: a value that begins with '!' has to be quoted")]
    Tag,
    /// `%NAME` before a document.
    #[error("directives are not read")]
    Directive,
    /// `>`.
    #[error("folded text is not read: expected '|'")]
    Folded,
    /// A character that no unquoted value may begin with.
    #[error("a value that begins with {0:?} has to be quoted")]
    Reserved(char),
    /// Mappings and sequences inside one another, deeper than [`crate::Limits::nesting`].
    #[error("values nest deeper than {0}")]
    Nesting(usize),
    /// Something else should stand there.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A key alone, without its colon.
    #[error("expected ':' behind the key")]
    Colon,
    /// A line that belongs to nothing above it.
    #[error("the line is indented unlike the ones that it follows")]
    Indentation,
    /// A quoted value whose quote does not close on its line.
    #[error("the line ends before the closing {0}")]
    OpenQuote(char),
    /// A backslash in double quotes and no escape that YAML knows.
    #[error("no such escape in double quotes")]
    Escape,
    /// What stands behind `|` is not understood.
    #[error("expected the end of the line, or an indentation and '-' or '+', behind '|'")]
    LiteralHeader,
    /// A second IR module, or one behind a function.
    #[error("only the first document can be an IR module")]
    SecondModule,
    /// A document that is neither an IR module nor a function.
    #[error("expected the keys of a function, or '|' and an IR module")]
    NoFunction,
    /// A key that the mapping does not have.
    #[error("unknown key '{key}' of {}{}", one(.map), similar(.near))]
    UnknownKey {
        /// As it is spelled, or its beginning.
        key: String,
        /// What the mapping describes.
        map: &'static str,
        /// Keys that it has, of similar names.
        near: Vec<&'static str>,
    },
    /// A key of a later release than the model follows.
    #[error("key '{key}' is known since LLVM {since}, later than what is read")]
    LaterKey {
        /// The key.
        key: &'static str,
        /// The first release that has it.
        since: u8,
    },
    /// A key that stands twice in one mapping.
    #[error("key '{0}' is given twice")]
    DuplicateKey(String),
    /// A key that has to be there.
    #[error("{} needs the key '{key}'", one(.map))]
    MissingKey {
        /// The key.
        key: &'static str,
        /// What the mapping describes.
        map: &'static str,
    },
    /// A key that does not go with the `type` of the object.
    #[error("an object of this type has no '{0}'")]
    KeyOfOtherType(&'static str),
    /// A value of a type or a range that the key does not have.
    #[error("'{key}' is {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// What it has to be.
        expected: String,
    },
}

/// What a mapping describes, with its article.
fn one(map: &str) -> String {
    let article = if map.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {map}")
}

fn similar(names: &[&'static str]) -> String {
    if names.is_empty() { String::new() } else { format!("; similar ones: {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_are_those_of_their_words() {
        let words = |map| {
            let unknown = ContainerError::UnknownKey { key: "i".to_owned(), map, near: Vec::new() };
            [ContainerError::MissingKey { key: "id", map }, unknown].map(|error| error.to_string())
        };
        assert_eq!(words("entry value"), ["an entry value needs the key 'id'", "unknown key 'i' of an entry value"]);
        assert_eq!(words("register"), ["a register needs the key 'id'", "unknown key 'i' of a register"]);
    }
}
