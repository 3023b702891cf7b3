//! The job that mails a traveller the link with the choices. It may run twice: the email follows from the change, which
//! does not alter.

use domain::departure_change::{CREDIT_MONTHS, ChangeKind, DepartureChange, WhenSilent};
use store::jobs::ClaimedJob;
use store::{bookings, departure_changes};
use uuid::Uuid;

use super::target::{can_accept, find_target, new_dates};
use crate::features::booking::mail::{my_bookings, send};
use crate::features::departure::choice_link::page_of;
use crate::platform::app::App;
use crate::platform::format::day;
use crate::platform::job_runner::JobError;
use crate::platform::mails::departure_change::DepartureChangeMail;

pub(crate) async fn mail_traveller(
    app: &App,
    job: &ClaimedJob,
    choice_id: Uuid,
) -> Result<(), JobError> {
    let Some(choice) = departure_changes::find_choice(&app.db, choice_id).await? else {
        return Ok(());
    };
    // The booking was cancelled or moved again before the email was sent: there is nothing to choose.
    if choice.answered_at.is_some() {
        return Ok(());
    }
    let Some(change) = departure_changes::find(&app.db, choice.change_id).await? else {
        return Ok(());
    };
    let Some(booking) = bookings::find(&app.db, choice.booking_id).await? else {
        return Ok(());
    };
    let target = find_target(&app.db, &change).await?;
    let target = target.as_ref();
    let can_accept = can_accept(app, (&change, target), choice_id, &booking).await?;
    let new_dates = new_dates(&change, target);
    let new_dates = new_dates.map(|(start, end)| format!("{} to {}", day(start), day(end)));
    let mail = DepartureChangeMail {
        name: booking.customer.name.clone(),
        headline: headline(change.kind).to_owned(),
        opening: opening(change.kind, &day(booking.start_date)),
        trek: booking.trek.name.clone(),
        reference: booking.reference.clone(),
        dates: format!("{} to {}", day(booking.start_date), day(booking.end_date)),
        new_dates: new_dates.unwrap_or_default(),
        reason: change.reason.clone(),
        options: options(can_accept),
        silence: silence(&change),
        link: page_of(app, choice_id),
        my_bookings: my_bookings(app),
    };
    send(app, job, &booking, &mail).await
}

fn headline(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Move => "New dates for your trek",
        ChangeKind::Cancel => "Your departure is cancelled",
    }
}

fn opening(kind: ChangeKind, start: &str) -> String {
    match kind {
        ChangeKind::Move => format!("We had to move your departure of {start} to other dates."),
        ChangeKind::Cancel => format!("We had to cancel your departure of {start}. We are sorry."),
    }
}

fn options(can_accept: bool) -> Vec<String> {
    let mut options = Vec::new();
    if can_accept {
        options.push("accept the new dates: your seats are kept for you".to_owned());
    }
    options.push("walk with another departure, if one has enough seats".to_owned());
    options.push(format!(
        "keep the amount you paid as a travel credit for {CREDIT_MONTHS} months"
    ));
    options.push("get back everything you paid".to_owned());
    options
}

fn silence(change: &DepartureChange) -> String {
    let answer_by = day(change.answer_by);
    match change.when_silent {
        WhenSilent::Accept => {
            format!(
                "Please choose by {answer_by}. If we don't hear from you by then, you walk on the new dates."
            )
        }
        WhenSilent::Refund => {
            format!(
                "Please choose by {answer_by}. If we don't hear from you by then, we refund everything you paid."
            )
        }
    }
}
