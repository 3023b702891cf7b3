//! What a changed departure needs besides the answers of its travellers: its unpaid bookings end, a booking whose
//! payment came all the same gets its choice, and silence is answered. Safe to run at any time, any number of times.

use domain::booking::BookingStatus;
use domain::departure_change::{AnsweredBy, Choice, DepartureChange, DepartureChoice, WhenSilent};
use store::departure_changes::{self, Answer};
use store::{Connection, StoreError, bookings, departures, seats};
use uuid::Uuid;

use super::end::Outcome;
use super::end::{close_if_ended, end_part_paid};
use super::follow::follow;
use super::record::add_choice;
use super::target::find_target;
use crate::features::booking::payment::close::close_for_departure;
use crate::http::error::ApiError;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::job_runner::JobError;

/// The periodic task.
pub async fn carry_on_all(app: &App) -> Result<(), JobError> {
    for change in departure_changes::list_unfinished(&app.db).await? {
        carry_on(app, change.id).await?;
    }
    Ok(())
}

/// Does for one change what is possible now.
pub(crate) async fn carry_on(app: &App, change_id: Uuid) -> Result<(), JobError> {
    let change = departure_changes::find(&app.db, change_id).await?;
    let Some(change) = change.filter(|change| change.finished_at.is_none()) else {
        return Ok(());
    };
    end_unpaid(app, &change).await?;
    add_missing_choices(app, &change).await?;
    close_ended(app, &change).await?;
    let today = app.clock.today(app.config.timezone);
    if today > change.answer_by {
        answer_for_the_silent(app, &change).await?;
    }
    finish(app, &change).await
}

/// Cancels the payments of unpaid bookings, then the bookings. One that is being paid stays for the next run. What was paid
/// in part goes back.
async fn end_unpaid(app: &App, change: &DepartureChange) -> Result<(), JobError> {
    let pending = BookingStatus::Pending;
    for id in bookings::list_ids_of_departure(&app.db, change.departure_id, pending).await? {
        let Some(booking) = bookings::find(&app.db, id).await? else {
            continue;
        };
        let ended = match booking.paid().is_zero() {
            true => close_for_departure(app, booking).await.map(|_| ()),
            false => end_part_paid(app, change, id).await.map_err(Into::into),
        };
        if let Err(error) = ended {
            tracing::warn!(booking = %id, error = error_chain(&error), "an unpaid booking of a changed departure could not be ended; it will be retried");
        }
    }
    Ok(())
}

/// Confirmed bookings of the departure that have no choice: they were paid while the departure was changed.
async fn add_missing_choices(app: &App, change: &DepartureChange) -> Result<(), JobError> {
    for id in bookings_without_choice(&app.db, change).await? {
        app.in_transaction("add_missing_choice", async |tx| -> Result<(), JobError> {
            let booking = bookings::find_for_update(&tx, id).await?;
            let Some(booking) = booking.filter(|booking| {
                booking.status == BookingStatus::Confirmed
                    && booking.departure() == change.departure_id
            }) else {
                return Ok(());
            };
            let target = find_target(&tx, change).await?;
            let pools: Vec<Uuid> = target.iter().map(|target| target.pool_id).collect();
            seats::lock_pools(&tx, &[], &pools, app.clock.now()).await?;
            add_choice(app, &tx, change, target.as_ref(), &booking)
                .await
                .map_err(|error: ApiError| JobError::other(error.into_cause()))?;
            Ok(())
        })
        .await?;
        app.wake_worker();
    }
    Ok(())
}

async fn bookings_without_choice(
    db: &impl Connection,
    change: &DepartureChange,
) -> Result<Vec<Uuid>, StoreError> {
    let choices = departure_changes::list_choices(db, &[change.id]).await?;
    let confirmed = BookingStatus::Confirmed;
    let mut ids = bookings::list_ids_of_departure(db, change.departure_id, confirmed).await?;
    ids.retain(|id| choices.iter().all(|choice| choice.booking_id != *id));
    Ok(ids)
}

/// Closes the choices of bookings that were cancelled in the moment in which their departure was changed.
async fn close_ended(app: &App, change: &DepartureChange) -> Result<(), JobError> {
    let choices = departure_changes::list_choices(&app.db, &[change.id]).await?;
    for open in choices.iter().filter(|choice| choice.answered_at.is_none()) {
        let booking = bookings::find(&app.db, open.booking_id).await?;
        if booking.is_none_or(|booking| booking.status != BookingStatus::Confirmed) {
            close_if_ended(app, open).await?;
        }
    }
    Ok(())
}

async fn answer_for_the_silent(app: &App, change: &DepartureChange) -> Result<(), JobError> {
    let choices = departure_changes::list_choices(&app.db, &[change.id]).await?;
    for open in choices.iter().filter(|choice| choice.answered_at.is_none()) {
        if let Err(error) = answer_silence(app, change, open).await {
            tracing::error!(booking = %open.booking_id, error = error_chain(&error), "a booking could not follow the change of its departure; it will be retried");
        }
    }
    Ok(())
}

/// Who was to accept by silence and has no seats there is refunded.
async fn answer_silence(
    app: &App,
    change: &DepartureChange,
    open: &DepartureChoice,
) -> Result<(), StoreError> {
    let answer = |choice| Answer {
        choice,
        departure_id: None,
        by: AnsweredBy::Silence,
    };
    if change.when_silent == WhenSilent::Accept {
        match follow(app, change, open, answer(Choice::Accept)).await? {
            Outcome::Done | Outcome::Gone => return Ok(()),
            Outcome::NotPossible | Outcome::TooFew { .. } => {}
        }
    }
    follow(app, change, open, answer(Choice::Refund)).await?;
    Ok(())
}

/// Marks the change as finished, once no booking of the departure waits for anything.
pub(super) async fn finish(app: &App, change: &DepartureChange) -> Result<(), JobError> {
    let now = app.clock.now();
    app.in_transaction("finish_change", async |tx| -> Result<(), JobError> {
        let Some(source) = departures::find(&tx, change.departure_id).await? else {
            return Ok(());
        };
        // A payment that is confirmed at the same time locks the seats, too, and then finds either.
        seats::lock_pools(&tx, &[], &[source.pool_id], now).await?;
        let pending = BookingStatus::Pending;
        let unpaid = bookings::list_ids_of_departure(&tx, source.id, pending).await?;
        if unpaid.is_empty() && bookings_without_choice(&tx, change).await?.is_empty() {
            departure_changes::finish(&tx, change.id, now).await?;
        }
        Ok(())
    })
    .await
}
