//! Date and time of day in UTC.

use std::time::SystemTime;

/// Date in UTC, `YYYY-MM-DD`. `None` if the clock is before 1970.
#[must_use]
pub fn today() -> Option<String> {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    Some(date_of(seconds / 86_400))
}

/// Date and time in UTC for file names, `YYYY-MM-DD-HHMMSS`. `None` if the clock is before 1970.
#[must_use]
pub fn utc_timestamp() -> Option<String> {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    Some(timestamp_of(seconds))
}

fn timestamp_of(seconds: u64) -> String {
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{}-{hours:02}{minutes:02}{:02}", date_of(seconds / 86_400), seconds % 60)
}

/// Date `days` days after 1970-01-01, in the Gregorian calendar.
fn date_of(days: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut day) = (1970, days);
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_819, "2027-01-01"),
        ] {
            assert_eq!(date_of(days), date);
        }
        assert_eq!(timestamp_of(20_819 * 86_400 + 86_399), "2027-01-01-235959");
    }
}
