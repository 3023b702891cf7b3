//! JSON type of the cancellation policy: until when a cancellation refunds how much.

use chrono::NaiveDate;
use domain::booking::{Booking, RefundPolicy};
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;

use crate::platform::app::App;

/// The last day on which a cancellation refunds this share of the amount paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CancellationDeadline {
    pub until: NaiveDate,
    /// Days before the start.
    pub days: u32,
    #[schema(value_type = f64)]
    pub percent: Number,
}

/// The policy that a booking was made with. A later change of the setting does not change it.
#[must_use]
pub fn policy_of<'a>(app: &'a App, booking: &'a Booking) -> &'a RefundPolicy {
    let stored = booking.cancellation_policy.as_ref();
    stored.unwrap_or(&app.config.cancellation_policy)
}

/// Until when a cancellation of a booking that starts on a day refunds how much.
#[must_use]
pub fn deadlines(policy: &RefundPolicy, start: NaiveDate) -> Vec<CancellationDeadline> {
    let deadlines = policy.deadlines(start).into_iter();
    deadlines
        .map(|(until, step)| CancellationDeadline {
            until,
            days: step.days,
            percent: step.percent.to_number(),
        })
        .collect()
}
