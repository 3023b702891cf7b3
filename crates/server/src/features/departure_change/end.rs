//! A booking ends because the agency moved or cancelled its departure: refunded in full, or kept as a travel credit.

use chrono::Months;
use domain::booking::{Booking, BookingStatus};
use domain::departure_change::{
    AnsweredBy, CREDIT_MONTHS, Choice, DepartureChange, DepartureChoice,
};
use store::agency_events::Kind;
use store::departure_changes::{self, Answer};
use store::jobs::{self, Job};
use store::ledger::Actor;
use store::refunds::Cause;
use store::{StoreError, Tx, bookings, seats};
use uuid::Uuid;

use crate::features::booking::agency_event;
use crate::features::booking::cancellation::reason_of;
use crate::features::booking::payment::capture::series;
use crate::features::booking::payment::credit_record::give_credit;
use crate::features::booking::payment::order::end_after_commit;
use crate::features::booking::refund::split::{Reason, store_refunds};
use crate::features::booking::refund::steps::try_finish;
use crate::platform::app::App;

/// The outcome of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// It was answered before, or the booking has ended.
    Gone,
    /// The booking cannot follow this answer.
    NotPossible,
    /// The departure has only this number of free seats.
    TooFew {
        left: u32,
    },
}

/// Who caused a movement of money.
pub(super) fn actor(booking: &Booking, by: AnsweredBy) -> Actor {
    match by {
        AnsweredBy::Traveller => Actor::Account(booking.user_id),
        AnsweredBy::Silence => Actor::System,
    }
}

/// Cancels the booking in the transaction of its answer, with everything that was paid.
pub(super) async fn end(
    app: &App,
    tx: &Tx,
    (change, choice_id): (&DepartureChange, Uuid),
    booking: &Booking,
    answer: Answer,
    refund_ids: &mut Vec<Uuid>,
) -> Result<Outcome, StoreError> {
    let now = app.clock.now();
    seats::lock_pools(tx, &[booking.id, choice_id], &[], now).await?;
    if !departure_changes::answer(tx, choice_id, answer, now).await? {
        return Ok(Outcome::Gone);
    }
    seats::release(tx, choice_id, now).await?;
    let back = booking.refundable();
    let was_cancelled = match answer.choice {
        Choice::Credit => bookings::cancel_for_credit(tx, booking.id, now).await?,
        _ => bookings::cancel(tx, booking.id, back, now).await?,
    };
    if !was_cancelled {
        return Ok(Outcome::NotPossible);
    }
    tell_cancelled(app, tx, booking.id).await?;
    if answer.choice == Choice::Credit {
        let today = app.clock.today(app.config.timezone);
        let expires_on = today.checked_add_months(Months::new(CREDIT_MONTHS));
        give_credit(app, tx, booking.id, Some(expires_on.unwrap_or(today))).await?;
    } else if !back.is_zero() {
        let by = actor(booking, answer.by);
        *refund_ids = give_back(app, tx, change, booking, by).await?;
    }
    Ok(Outcome::Done)
}

/// Cancels a booking that waits for its payment and was paid in part, and refunds everything. Only confirmed
/// bookings get a choice.
pub(super) async fn end_part_paid(
    app: &App,
    change: &DepartureChange,
    id: Uuid,
) -> Result<(), StoreError> {
    let now = app.clock.now();
    let refund_ids = app
        .in_transaction("end_part_paid", async |tx| -> Result<_, StoreError> {
            let booking = bookings::find_for_update(&tx, id).await?;
            let booking = booking.filter(|booking| {
                booking.is_payable()
                    && booking.departure() == change.departure_id
                    && !booking.paid().is_zero()
            });
            let Some(booking) = booking else {
                return Ok(Vec::new());
            };
            if !bookings::cancel(&tx, id, booking.refundable(), now).await? {
                return Ok(Vec::new());
            }
            end_after_commit(app, &tx, id, booking.payment.intent_id.clone()).await?;
            tell_cancelled(app, &tx, id).await?;
            give_back(app, &tx, change, &booking, Actor::System).await
        })
        .await?;
    app.wake_worker();
    try_finish(app, &refund_ids).await;
    Ok(())
}

async fn tell_cancelled(app: &App, tx: &Tx, booking_id: Uuid) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mail = Job::MailBookingCancelled { booking_id };
    jobs::add(tx, app.clock.new_id(), &mail, now).await?;
    agency_event::add(app, tx, Kind::BookingCancelled, booking_id).await?;
    bookings::assign_credit_note_number(tx, booking_id, &series(app, now), now).await?;
    Ok(())
}

/// Promises everything that is refundable of a cancelled booking, as it was before.
async fn give_back(
    app: &App,
    tx: &Tx,
    change: &DepartureChange,
    booking: &Booking,
    actor: Actor,
) -> Result<Vec<Uuid>, StoreError> {
    let reason = Reason {
        text: reason_of(change),
        actor,
        cause: Cause::Cancelled,
    };
    store_refunds(app, tx, booking, booking.refundable(), &reason).await
}

/// Closes the choice of a booking that has ended, and frees the seats that are held for it.
pub(crate) async fn close_if_ended(app: &App, choice: &DepartureChoice) -> Result<(), StoreError> {
    let now = app.clock.now();
    app.in_transaction("close_choice", async |tx| -> Result<(), StoreError> {
        let booking = bookings::find_for_update(&tx, choice.booking_id).await?;
        if booking.is_none_or(|booking| booking.status != BookingStatus::Confirmed) {
            seats::release(&tx, choice.id, now).await?;
            departure_changes::close_choice(&tx, choice.id, now).await?;
        }
        Ok(())
    })
    .await
}
