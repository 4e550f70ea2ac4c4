//! Implementations that are linked in: Rust code of other people, plugged in by a trait. It is asked what a program of the family `command`
//! is asked, without a process.

use super::class::class;
use super::entry::{ConfigurationError, FORMATS, check_name, names};
use super::family::Role;
use super::{Answer, Crash, Trouble, library_version};
use std::panic::{RefUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Why an implementation does not do what it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// The implementation rejects the file, with this message, which goes into signatures without its numbers.
    Refuses(String),
    /// The implementation does not support something that the format has, which is no fault: a skip reason in kebab case.
    Unsupported(&'static str),
}

/// What is known of an implementation that is linked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The name in signatures: letters, digits, `-`, `_` and `.`; no program and no other one may have it.
    pub name: &'static str,
    /// The version, for findings.
    pub version: &'static str,
    /// The format of its files: `pnacl`, `debuginfo` or `mir`.
    pub format: &'static str,
    /// What it can do: all but [`Role::Execute`], for which there is [`Engine`](crate::Engine). For [`Role::Write`] it must also read.
    pub roles: &'static [Role],
}

/// An implementation of a format, linked into this process: a decoder, a validator, a rewriter. [`plug_in`] makes it take part.
///
/// There is a method for each role. The oracles call only those of the roles that the implementation has; the others need no body. Files are
/// any bytes: a panic is a failure, which names the implementation.
pub trait Linked: Sync + RefUnwindSafe {
    /// Says what it is, always the same.
    fn about(&self) -> About;

    /// Checks that a file is valid. For [`Role::Validate`].
    ///
    /// # Errors
    /// Returns an error if it is not.
    fn validate(&self, _file: &[u8]) -> Result<(), Objection> {
        Err(NO_METHOD)
    }

    /// Reads a file. For [`Role::Read`]; what can rewrite a file can read it.
    ///
    /// # Errors
    /// Returns an error if it is not readable.
    fn read(&self, file: &[u8]) -> Result<(), Objection> {
        self.rewrite(file).map(drop)
    }

    /// Reads a file and writes what it has read. For [`Role::Write`].
    ///
    /// # Errors
    /// Returns an error if the file is not readable or cannot be written.
    fn rewrite(&self, _file: &[u8]) -> Result<Vec<u8>, Objection> {
        Err(NO_METHOD)
    }

    /// Reads a valid file and writes a changed one that is valid. For [`Role::Transform`].
    ///
    /// # Errors
    /// Returns an error if it changes no such file.
    fn transform(&self, _file: &[u8]) -> Result<Vec<u8>, Objection> {
        Err(NO_METHOD)
    }
}

/// The objection of an implementation that has a role and no method for it.
const NO_METHOD: Objection = Objection::Unsupported("role-without-a-method");

/// The roles that an implementation may have.
const LINKED_ROLES: [Role; 4] = [Role::Read, Role::Write, Role::Validate, Role::Transform];

/// What the protocol of commands and the trait can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    Validate,
    Read,
    Rewrite,
    Transform,
    Execute,
}

impl Request {
    /// Returns the word of the protocol.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Validate => "validate",
            Self::Read => "read",
            Self::Rewrite => "rewrite",
            Self::Transform => "transform",
            Self::Execute => "execute",
        }
    }

    /// Returns the roles that an implementation must have for it.
    pub(crate) const fn roles(self) -> &'static [Role] {
        match self {
            Self::Validate => &[Role::Validate],
            Self::Read => &[Role::Read],
            Self::Rewrite => &[Role::Read, Role::Write],
            Self::Transform => &[Role::Transform],
            Self::Execute => &[Role::Execute],
        }
    }
}

/// What is plugged in, for the rest of the process.
static PLUGGED_IN: Mutex<Vec<&'static dyn Linked>> = Mutex::new(Vec::new());

/// Makes an implementation take part in the oracles of its format for the rest of the process: the targets `pnacl_command`,
/// `debuginfo_command` and `mir_command` judge it.
///
/// # Errors
/// Returns an error if its name is no name or is taken, or if its format or a role is not one that it may have.
pub fn plug_in(implementation: impl Linked + 'static) -> Result<(), ConfigurationError> {
    let About { name, format, roles, .. } = implementation.about();
    let error = |cause: String| Err(ConfigurationError::new(format_args!("the linked implementation {name}"), cause));
    if let Err(cause) = check_name(name) {
        return error(cause);
    }
    if !FORMATS.contains(&format) {
        return error(format!("there is no format {format:?}; there is {}", FORMATS.join(", ")));
    }
    if roles.is_empty() || roles.iter().any(|role| !LINKED_ROLES.contains(role)) {
        return error(format!("its roles are [{}]; it may {}", names(roles), names(&LINKED_ROLES)));
    }
    let mut all = PLUGGED_IN.lock().unwrap_or_else(PoisonError::into_inner);
    if super::implementation(name).is_some() || all.iter().any(|other| other.about().name == name) || library_version(name).is_some() {
        return error("the name is taken".into());
    }
    all.push(Box::leak(Box::new(implementation)));
    Ok(())
}

/// Returns what is plugged in for a format.
pub fn linked(format: &str) -> Vec<&'static dyn Linked> {
    let all = PLUGGED_IN.lock().unwrap_or_else(PoisonError::into_inner);
    all.iter().copied().filter(|linked| linked.about().format == format).collect()
}

/// Returns the version of what is plugged in under a name.
pub fn linked_version(name: &str) -> Option<&'static str> {
    let all = PLUGGED_IN.lock().unwrap_or_else(PoisonError::into_inner);
    all.iter().map(|linked| linked.about()).find(|about| about.name == name).map(|about| about.version)
}

/// Makes a request.
///
/// # Errors
/// Returns an error if the implementation panics, or does not support something of the file.
pub(crate) fn ask_linked(linked: &'static dyn Linked, request: Request, file: &[u8]) -> Result<Answer, Trouble> {
    let answered = catch_unwind(|| match request {
        Request::Validate => linked.validate(file).map(|()| Vec::new()),
        Request::Read => linked.read(file).map(|()| Vec::new()),
        Request::Rewrite => linked.rewrite(file),
        Request::Transform => linked.transform(file),
        Request::Execute => Err(NO_METHOD),
    });
    match answered {
        Ok(Ok(written)) => Ok(Answer::Accepts(written)),
        Ok(Err(Objection::Refuses(message))) => Ok(Answer::Refuses(message)),
        Ok(Err(Objection::Unsupported(reason))) => Err(Trouble::NotAsked(reason)),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
            let message = text.unwrap_or("a panic without a message").to_owned();
            Err(Trouble::Crashes(Crash { element: format!("panic: {}", class(&message)), site: None, message }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Named(&'static str, &'static str, &'static [Role]);

    impl Linked for Named {
        fn about(&self) -> About {
            About { name: self.0, version: "7.1", format: self.1, roles: self.2 }
        }

        fn read(&self, file: &[u8]) -> Result<(), Objection> {
            assert!(!file.is_empty(), "no file of {} bytes", 7);
            if file.len() < 2 { Err(Objection::Refuses("too short".into())) } else { Ok(()) }
        }
    }

    #[test]
    fn what_cannot_take_part_is_reported() {
        let reported = |name, format, roles| plug_in(Named(name, format, roles)).unwrap_err().to_string();
        for (named, cause) in [
            (reported("a+b", "pnacl", &[Role::Read]), "is no name"),
            (reported("a", "elf", &[Role::Read]), "there is no format \"elf\""),
            (reported("a", "pnacl", &[]), "its roles are []; it may read"),
            (reported("a", "pnacl", &[Role::Execute]), "its roles are [execute]"),
            (reported("lli", "pnacl", &[Role::Read]), "the name is taken"),
            (reported("wasmi", "pnacl", &[Role::Read]), "the name is taken"),
        ] {
            assert!(named.starts_with("the linked implementation ") && named.contains(cause), "{named}");
        }
        plug_in(Named("once", "mir", &[Role::Read])).unwrap();
        assert!(reported("once", "mir", &[Role::Read]).contains("the name is taken"));
        assert!(linked("mir").iter().any(|linked| linked.about().name == "once") && linked("pnacl").is_empty());
        assert_eq!((linked_version("once"), linked_version("twice")), (Some("7.1"), None));
    }

    #[test]
    fn answers_are_those_of_the_methods_and_a_panic_is_a_crash() {
        static READER: Named = Named("reader", "pnacl", &[Role::Read]);
        let ask = |request, file: &'static [u8]| ask_linked(&READER, request, file);
        assert!(matches!(ask(Request::Read, b"ab"), Ok(Answer::Accepts(written)) if written.is_empty()));
        assert!(matches!(ask(Request::Read, b"a"), Ok(Answer::Refuses(message)) if message == "too short"));
        assert!(matches!(ask(Request::Rewrite, b"ab"), Err(Trouble::NotAsked("role-without-a-method"))));
        let Err(Trouble::Crashes(crash)) = ask(Request::Read, b"") else { panic!("no crash") };
        assert_eq!((crash.element.as_str(), crash.message.as_str()), ("panic: no file of # bytes", "no file of 7 bytes"));
    }
}
