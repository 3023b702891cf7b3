//! The clock, and ids that sort by time. Nothing else reads the system clock.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Duration, NaiveDate, SubsecRound, Utc};
use chrono_tz::Tz;
use uuid::{ContextV7, Timestamp, Uuid};

/// The clock of an [`crate::platform::app::App`]. The program always uses `System`; `Fixed` is only for tests that
/// build the app themselves.
#[derive(Clone, Debug)]
pub enum Clock {
    System,
    Fixed(FixedClock),
}

/// A clock that changes only when a test sets it. Clones share one time.
#[derive(Clone, Debug)]
pub struct FixedClock(Arc<Mutex<DateTime<Utc>>>);

impl FixedClock {
    #[must_use]
    pub fn at(moment: DateTime<Utc>) -> Self {
        Self(Arc::new(Mutex::new(moment)))
    }

    pub fn set(&self, moment: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = moment;
    }

    pub fn advance(&self, by: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }

    fn read(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How far the system clock is moved: `CHAUTARI_DAYS_AHEAD` of a browser test, in which weeks pass between two starts
/// of the server. Release builds do not read it.
#[cfg(debug_assertions)]
fn ahead() -> Duration {
    static AHEAD: std::sync::LazyLock<Duration> = std::sync::LazyLock::new(|| {
        let days = std::env::var("CHAUTARI_DAYS_AHEAD").ok();
        Duration::days(days.and_then(|days| days.parse().ok()).unwrap_or(0))
    });
    *AHEAD
}

#[cfg(not(debug_assertions))]
const fn ahead() -> Duration {
    Duration::zero()
}

/// Counts within a millisecond, so that ids created within the same millisecond keep their order.
static ID_ORDER: Mutex<ContextV7> = Mutex::new(ContextV7::new());

impl Clock {
    /// The current time in whole microseconds. PostgreSQL stores no more, and a time must be equal after it was
    /// stored and read.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        let now = match self {
            #[expect(clippy::disallowed_methods, reason = "this is the clock port")]
            Self::System => Utc::now() + ahead(),
            Self::Fixed(clock) => clock.read(),
        };
        now.trunc_subsecs(6)
    }

    /// Today's date in the agency's time zone.
    #[must_use]
    pub fn today(&self, timezone: Tz) -> NaiveDate {
        self.now().with_timezone(&timezone).date_naive()
    }

    /// A new UUIDv7. Ids sort by time of creation.
    #[must_use]
    pub fn new_id(&self) -> Uuid {
        let now = self.now();
        let seconds = u64::try_from(now.timestamp()).unwrap_or_default();
        Uuid::new_v7(Timestamp::from_unix(
            &ID_ORDER,
            seconds,
            now.timestamp_subsec_nanos(),
        ))
    }
}
