//! The balances of all bookings, derived when they are asked for and stored nowhere (operations §3).

use chrono::{Days, NaiveDate};
use domain::booking::Booking;
use domain::money::{Currency, Money};
use store::{Connection, StoreResult, bookings};
use uuid::Uuid;

const BATCH_SIZE: u64 = 500;
/// How far ahead the desk lists what is due: balances, departures and decisions.
pub const DAYS_AHEAD: u64 = 14;

#[must_use]
pub fn last_day_ahead(today: NaiveDate) -> NaiveDate {
    let last = today.checked_add_days(Days::new(DAYS_AHEAD));
    last.unwrap_or(NaiveDate::MAX)
}

/// What is known of a balance without its booking: a list of all of them must not fill the memory.
#[derive(Debug, Clone)]
pub struct OpenBalance {
    pub booking_id: Uuid,
    pub trek_id: Uuid,
    pub trek: String,
    pub balance: Money,
    pub currency: Currency,
    pub due_on: NaiveDate,
}

impl OpenBalance {
    fn of(booking: Booking) -> Option<Self> {
        Some(Self {
            due_on: booking.due_on()?,
            booking_id: booking.id,
            balance: booking.balance(),
            currency: booking.quote.currency,
            trek_id: booking.trek.id,
            trek: booking.trek.name,
        })
    }

    /// Whether the due date has passed.
    #[must_use]
    pub fn is_overdue(&self, today: NaiveDate) -> bool {
        self.due_on < today
    }
}

/// The balances of all bookings, by due date and id.
pub async fn list_open_balances(db: &impl Connection) -> StoreResult<Vec<OpenBalance>> {
    let mut balances = Vec::new();
    let mut after = Uuid::nil();
    loop {
        let part = bookings::list_with_balance_after(db, after, BATCH_SIZE).await?;
        let Some(last) = part.last() else { break };
        after = last.id;
        balances.extend(part.into_iter().filter_map(OpenBalance::of));
    }
    balances.sort_by_key(|balance| (balance.due_on, balance.booking_id));
    Ok(balances)
}
