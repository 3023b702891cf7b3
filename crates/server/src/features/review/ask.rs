//! Asks customers for a review some days after the last day of their trip, once (operations §6). The request is stored
//! with the job of its email in one transaction.

use domain::booking::Booking;
use domain::review::{can_review, is_asked, starts_of_asked};
use store::jobs::{self, ClaimedJob, Job};
use store::{StoreResult, bookings, reviews};
use uuid::Uuid;

use super::link::review_url;
use crate::features::booking::mail::{my_bookings, send};
use crate::platform::app::App;
use crate::platform::format::day;
use crate::platform::job_runner::JobError;
use crate::platform::mails::review_request::ReviewRequestMail;

const BATCH_SIZE: u64 = 500;

/// The periodic task.
pub async fn ask(app: &App) -> Result<(), JobError> {
    let Some(days_after) = app.config.review_request_days else {
        return Ok(());
    };
    let today = app.clock.today(app.config.timezone);
    let starts = starts_of_asked(days_after, today);
    let mut after = Uuid::nil();
    loop {
        let part = bookings::list_to_ask_for_review(&app.db, starts, after, BATCH_SIZE).await?;
        let Some(last) = part.last() else { break };
        after = last.id;
        for booking in &part {
            if is_asked(booking, days_after, today) {
                store_request(app, booking).await?;
            }
        }
    }
    app.wake_worker();
    Ok(())
}

async fn store_request(app: &App, booking: &Booking) -> StoreResult<()> {
    let now = app.clock.now();
    app.in_transaction("ask_for_review", async |tx| -> StoreResult<()> {
        // Another server may have been first.
        if reviews::record_request(&tx, booking.id, now).await? {
            let mail = Job::MailReviewRequest {
                booking_id: booking.id,
            };
            jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
        }
        Ok(())
    })
    .await
}

/// The job. It sends nothing if the booking was cancelled or has its review by then.
pub(crate) async fn mail_request(
    app: &App,
    job: &ClaimedJob,
    booking_id: Uuid,
) -> Result<(), JobError> {
    let Some(booking) = bookings::find(&app.db, booking_id).await? else {
        return Ok(());
    };
    let today = app.clock.today(app.config.timezone);
    let written = reviews::find_for_booking(&app.db, booking_id).await?;
    if !can_review(&booking, today) || written.is_some() {
        return Ok(());
    }
    let letter = ReviewRequestMail {
        name: booking.customer.name.clone(),
        trek: booking.trek.name.clone(),
        start: day(booking.start_date),
        end: day(booking.end_date),
        link: review_url(app, booking.id),
        my_bookings: my_bookings(app),
    };
    send(app, job, &booking, &letter).await
}
