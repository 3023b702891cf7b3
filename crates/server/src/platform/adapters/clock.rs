//! What time it is, and ids that sort by it. The only place that reads the system clock.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Duration, NaiveDate, SubsecRound, Utc};
use chrono_tz::Tz;
use uuid::{ContextV7, Timestamp, Uuid};

/// The clock of an [`crate::platform::app::App`]. No setting, flag or path of the program makes it
/// anything but `System`: `Fixed` is for tests that build the app themselves.
#[derive(Clone, Debug)]
pub enum Clock {
    System,
    Fixed(FixedClock),
}

/// A clock that stands still until it is moved; clones show the same time.
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

/// Counts within a millisecond, so that ids made in one keep their order.
static ID_ORDER: Mutex<ContextV7> = Mutex::new(ContextV7::new());

impl Clock {
    /// Now, in whole microseconds: PostgreSQL keeps no more, and a moment must
    /// read back from the store as it was written.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        let now = match self {
            #[expect(clippy::disallowed_methods, reason = "this is the clock port")]
            Self::System => Utc::now(),
            Self::Fixed(clock) => clock.read(),
        };
        now.trunc_subsecs(6)
    }

    /// The day it is in the agency's time zone.
    #[must_use]
    pub fn today(&self, timezone: Tz) -> NaiveDate {
        self.now().with_timezone(&timezone).date_naive()
    }

    /// A fresh UUIDv7: ids in order are in order of creation.
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
