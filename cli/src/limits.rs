//! `--limit`: limits on reading files, set by the user.

use clap::Args;
use irsmith_fuzz::{Format, did_you_mean};
use irsmith_oracles::LimitSettings;

use crate::Error;

/// The option of every verb that reads files.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Limits {
    /// Change a limit on reading files, such as bytes=200M: K, M and G mean 2^10, 2^20 and 2^30. The limits are bytes, records, operands,
    /// implicit-operands and nesting of PNaCl, bytes of SPIR-V, bytes, nesting and errors of Machine IR.
    #[arg(long = "limit", value_name = "NAME=NUMBER", value_delimiter = ',', value_parser = setting)]
    settings: Vec<(&'static str, usize)>,
}

impl Limits {
    /// Returns the limits that were set.
    pub(crate) fn settings(&self) -> LimitSettings {
        let mut settings = LimitSettings::default();
        self.settings.iter().for_each(|(name, value)| settings.set(name, *value));
        settings
    }

    /// Returns the limits that were set, for files of one format.
    ///
    /// # Errors
    /// When the format's reader has no limit of that name.
    pub(crate) fn of(&self, format: Format) -> Result<LimitSettings, Error> {
        let settings = self.settings();
        match settings.foreign_to(format.name()) {
            None => Ok(settings),
            Some(name) => Err(Error::NoLimit {
                name: name.to_owned(),
                format: format.name(),
                known: LimitSettings::names_of(format.name()).join(", "),
            }),
        }
    }
}

/// Parses a name and a number with an optional suffix.
fn setting(text: &str) -> Result<(&'static str, usize), String> {
    let known = || LimitSettings::names().collect::<Vec<_>>().join(", ");
    let (name, number) = text.split_once('=').ok_or_else(|| format!("a name, = and a number; names are {}", known()))?;
    let found = LimitSettings::names().find(|known| *known == name);
    let found =
        found.ok_or_else(|| format!("unknown limit {name:?}{}; there is {}", did_you_mean(name, LimitSettings::names()), known()))?;
    let size = size(number).ok_or_else(|| format!("{number:?} is no number above 0, such as 5000, 64K, 200M or 1G"))?;
    Ok((found, size))
}

/// Parses `5000`, `64K`, `200M`, `1G`.
fn size(text: &str) -> Option<usize> {
    let (digits, shift) = match text.as_bytes().last()? {
        b'K' | b'k' => (&text[..text.len() - 1], 10),
        b'M' | b'm' => (&text[..text.len() - 1], 20),
        b'G' | b'g' => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: usize = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok()? } else { return None };
    number.checked_mul(1 << shift).filter(|size| *size > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_suffixes() {
        assert_eq!(["5000", "64K", "200m", "1G"].map(size), [Some(5000), Some(64 << 10), Some(200 << 20), Some(1 << 30)]);
        assert!(
            ["", "0", "K", "-1", "+1", "1.5M", "1T", "M5", "99999999999999999999", "99999999999G"].map(size).iter().all(Option::is_none)
        );
        assert_eq!(setting("bytes=1K"), Ok(("bytes", 1024)));
        assert_eq!(setting("bites=1").unwrap_err().split(';').next(), Some("unknown limit \"bites\" (did you mean bytes?)"));
        assert!(setting("bytes").is_err() && setting("bytes=lots").is_err());
    }
}
