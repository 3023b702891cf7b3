//! JSON type of the cancellation policy: until when a cancellation refunds how much.

use chrono::NaiveDate;
use domain::booking::RefundPolicy;
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;

/// The last day on which a cancellation refunds this share of the amount paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CancellationDeadline {
    pub until: NaiveDate,
    /// Days before the start.
    pub days: u32,
    #[schema(value_type = f64)]
    pub percent: Number,
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
