//! Errors in the YAML of a file.

/// One variant for each rule of the container that an unreadable file can break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerError {
    /// The file is larger than [`crate::Limits::bytes`].
    #[error("the file has {bytes} bytes, the limit is {limit}")]
    FileTooLarge {
        /// The size of the file.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// Bytes that are not UTF-8.
    #[error("the file is not UTF-8 from here on")]
    NotUtf8,
    /// A character that YAML does not allow anywhere.
    #[error("the control character {0:?} may not stand in YAML")]
    ControlCharacter(char),
    /// A tab in indentation.
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
    /// A character with which an unquoted value may not begin.
    #[error("a value that begins with {0:?} has to be quoted")]
    Reserved(char),
    /// Mappings and sequences that are nested deeper than [`crate::Limits::nesting`].
    #[error("values nest deeper than {0}")]
    Nesting(usize),
    /// Something other than the expected token.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A key without its colon.
    #[error("expected ':' behind the key")]
    Colon,
    /// A line whose indentation matches no line above it.
    #[error("the line is indented unlike the ones that it follows")]
    Indentation,
    /// A quoted value without a closing quote on its line.
    #[error("the line ends before the closing {0}")]
    OpenQuote(char),
    /// A backslash in double quotes that begins no escape of YAML.
    #[error("no such escape in double quotes")]
    Escape,
    /// An invalid header after `|`.
    #[error("expected the end of the line, or an indentation and '-' or '+', behind '|'")]
    LiteralHeader,
    /// A second IR module, or one after a function.
    #[error("only the first document can be an IR module")]
    SecondModule,
    /// A document that is neither an IR module nor a function.
    #[error("expected the keys of a function, or '|' and an IR module")]
    NoFunction,
    /// A key that the mapping does not have.
    #[error("unknown key '{key}' of {}{}", one(.map), similar(.near))]
    UnknownKey {
        /// The spelling, or its beginning.
        key: String,
        /// The name of the mapping.
        map: &'static str,
        /// Keys of the mapping with similar names.
        near: Vec<&'static str>,
    },
    /// A key that is repeated in one mapping.
    #[error("key '{0}' is given twice")]
    DuplicateKey(String),
    /// A missing required key.
    #[error("{} needs the key '{key}'", one(.map))]
    MissingKey {
        /// The key.
        key: &'static str,
        /// The name of the mapping.
        map: &'static str,
    },
    /// A key that is not allowed for the `type` of the object.
    #[error("an object of this type has no '{0}'")]
    KeyOfOtherType(&'static str),
    /// A value whose type or range does not fit the key.
    #[error("'{key}' is {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// A description of the expected value.
        expected: String,
    },
}

/// Returns the name of a mapping with its article.
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
