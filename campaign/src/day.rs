//! The current UTC day, for the date of a finding: the only use of a clock that reaches files.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// Returns today's UTC day as `2025-12-31`.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / SECONDS_PER_DAY)
}

/// Returns the date that is `days` after 1970-01-01, in the proleptic Gregorian calendar.
fn date(days: u64) -> String {
    let mut left = days;
    let mut year = 1970;
    while left >= year_length(year) {
        left -= year_length(year);
        year += 1;
    }
    let february = year_length(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

fn year_length(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    365 + u64::from(leap)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn known_days() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(19_722), "2023-12-31");
        assert_eq!(date(19_782), "2024-02-29");
        assert_eq!(date(19_783), "2024-03-01");
    }
}
