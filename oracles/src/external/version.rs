//! The versions of linked crates. Programs print their own versions: [`super::Implementation::version`].

use super::LIBRARIES;

/// Returns the version of the crate that signatures call `name`; `None` if it is not an external crate.
pub fn library_version(name: &str) -> Option<&'static str> {
    LIBRARIES.iter().find(|library| library.is_called(name)).map(|library| library.version)
}

#[cfg(test)]
mod tests {
    use super::super::implementations;
    use super::*;

    #[test]
    fn crates_and_installed_programs_have_versions() {
        for library in LIBRARIES {
            assert_eq!(library_version(library.name), Some(library.version));
        }
        assert_eq!(library_version("cranelift-speed"), library_version("cranelift-codegen"));
        assert_eq!(library_version("cranes"), None);
        for tool in implementations() {
            let version = tool.version();
            assert_eq!(version.is_some(), tool.find().is_some(), "{}", tool.name);
            assert!(version.is_none_or(|version| version.contains(|c: char| c.is_ascii_digit())), "{}", tool.name);
        }
    }
}
