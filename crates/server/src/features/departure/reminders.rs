//! Guarantee or cancel: reminds the agency of departures that need a decision, some days before the decision date and
//! on it (operations §2). Each reminder is stored once, with its event and email in one transaction.

use std::collections::HashSet;

use chrono::{Days, NaiveDate};
use domain::departure::Departure;
use store::agency_events::Kind;
use store::{StoreResult, departure_reminders, departures};
use uuid::Uuid;

use crate::features::booking::agency_event;
use crate::platform::app::App;
use crate::platform::job_runner::JobError;

/// The periodic task.
pub async fn remind(app: &App) -> Result<(), JobError> {
    let today = app.clock.today(app.config.timezone);
    let reminder_days = &app.config.decide_reminder_days;
    let Some(most) = reminder_days.iter().max() else {
        return Ok(());
    };
    let last = today.checked_add_days(Days::new(u64::from(*most)));
    let last = last.unwrap_or(NaiveDate::MAX);
    let open = departures::list_to_decide(&app.db, today, last).await?;
    let ids: Vec<Uuid> = open.iter().map(|departure| departure.id).collect();
    let sent = departure_reminders::list_sent(&app.db, &ids).await?;
    let sent: HashSet<(Uuid, NaiveDate, u32)> = sent.into_iter().collect();
    for departure in &open {
        if let Some(decide_by) = departure.decide_by
            && let Some(days) = due_reminder(reminder_days, decide_by, today)
            && !sent.contains(&(departure.id, decide_by, days))
        {
            store_reminder(app, departure, decide_by, days).await?;
        }
    }
    app.wake_worker();
    Ok(())
}

/// The latest reminder whose day has come. Earlier ones that were not sent, because the departure is new or the server
/// was down, are left out.
fn due_reminder(reminder_days: &[u32], decide_by: NaiveDate, today: NaiveDate) -> Option<u32> {
    let left = (decide_by - today).num_days();
    let has_come = |days: &u32| left <= i64::from(*days);
    reminder_days.iter().copied().filter(has_come).min()
}

async fn store_reminder(
    app: &App,
    departure: &Departure,
    decide_by: NaiveDate,
    days: u32,
) -> StoreResult<()> {
    let now = app.clock.now();
    app.in_transaction("store_departure_reminder", async |tx| -> StoreResult<()> {
        if departure_reminders::record(&tx, departure.id, decide_by, days, now).await? {
            agency_event::add_for_departure(app, &tx, Kind::DepartureToDecide, departure.id)
                .await?;
        }
        Ok(())
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reminder_is_the_last_one_whose_day_has_come() {
        let day = |day| NaiveDate::from_ymd_opt(2027, 2, day).unwrap();
        let due = |today| due_reminder(&[14, 7, 0], day(20), day(today));
        assert_eq!(due(5), None);
        assert_eq!(due(6), Some(14));
        assert_eq!(due(12), Some(14));
        assert_eq!(due(13), Some(7));
        assert_eq!(due(19), Some(7));
        assert_eq!(due(20), Some(0));
        // The server was down on the last day.
        assert_eq!(due(25), Some(0));
        assert_eq!(due_reminder(&[], day(20), day(20)), None);
    }
}
