//! Reminds customers of their balance by email, some days before it is due and after (operations §3). Each reminder is
//! stored once, with the job of its email in one transaction.

use std::collections::HashSet;

use chrono::NaiveDate;
use domain::balance_reminder::due_reminder;
use domain::booking::Booking;
use store::balance_reminders::{self, Reminder};
use store::jobs::{self, Job};
use store::{StoreResult, bookings};
use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::job_runner::JobError;

const BATCH_SIZE: u64 = 500;

/// The periodic task.
pub async fn remind(app: &App) -> Result<(), JobError> {
    if app.config.balance_reminders.is_empty() {
        return Ok(());
    }
    let mut after = Uuid::nil();
    loop {
        let part = bookings::list_with_balance_after(&app.db, after, BATCH_SIZE).await?;
        let Some(last) = part.last() else { break };
        after = last.id;
        remind_customers(app, &part).await?;
    }
    app.wake_worker();
    Ok(())
}

async fn remind_customers(app: &App, part: &[Booking]) -> StoreResult<()> {
    let today = app.clock.today(app.config.timezone);
    let due: Vec<(&Booking, NaiveDate, i32)> = part
        .iter()
        .filter_map(|booking| {
            let (due_on, days) = due_for(app, booking, today)?;
            Some((booking, due_on, days))
        })
        .collect();
    let ids: Vec<Uuid> = due.iter().map(|(booking, ..)| booking.id).collect();
    let sent = balance_reminders::list_for_bookings(&app.db, &ids).await?;
    let sent: HashSet<(Uuid, NaiveDate, i32)> = sent
        .iter()
        .map(|it| (it.booking_id, it.due_on, it.days_before))
        .collect();
    for (booking, due_on, days) in due {
        if !sent.contains(&(booking.id, due_on, days)) {
            store_reminder(app, booking.id, due_on, days).await?;
        }
    }
    Ok(())
}

/// The due date and the reminder of it that is due today. `None` also for a booking whose customer gets no email.
fn due_for(app: &App, booking: &Booking, today: NaiveDate) -> Option<(NaiveDate, i32)> {
    booking.mail_address()?;
    let due_on = booking.due_on()?;
    let told_on = booking.dates_told_at().with_timezone(&app.config.timezone);
    let reminder_days = &app.config.balance_reminders;
    let days = due_reminder(reminder_days, due_on, told_on.date_naive(), today)?;
    Some((due_on, days))
}

async fn store_reminder(
    app: &App,
    booking_id: Uuid,
    due_on: NaiveDate,
    days_before: i32,
) -> StoreResult<()> {
    let now = app.clock.now();
    app.in_transaction("store_balance_reminder", async |tx| -> StoreResult<()> {
        let reminder = Reminder {
            booking_id,
            due_on,
            days_before,
            sent_at: now,
        };
        // Another server may have been first.
        if balance_reminders::record(&tx, &reminder).await? {
            let mail = Job::MailBalanceReminder {
                booking_id,
                due_on,
                days_before,
            };
            jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
        }
        Ok(())
    })
    .await
}
