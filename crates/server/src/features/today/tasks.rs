//! `GET /api/today`: what is to be done, the most urgent first (operations §6).

use axum::Json;
use axum::extract::State;
use chrono::{NaiveDate, TimeDelta};
use domain::booking::Booking;
use domain::custom_trek::{CustomTrek, CustomTrekStatus};
use domain::departure::Departure;
use domain::enquiry::Enquiry;
use domain::proposal::Proposal;
use domain::review::{Review, ReviewState};
use store::bookings::DueDays;
use store::departures::Guidance;
use store::jobs::FailedJob;
use store::refunds::Refund;
use store::{
    bookings, custom_treks, departures, enquiries, guides, jobs, proposals, refunds, reviews,
    seats, treks,
};
use uuid::Uuid;

use super::wire::{Task, TaskGroup, TaskKind, Today, TodayAnswer};
use crate::features::balance::days_ahead::last_day_ahead;
use crate::http::auth::Staff;
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, ServerError};
use crate::http::response::Success;
use crate::platform::app::App;

/// The tasks listed of each kind. The count has all of them.
const LISTED: u64 = 5;
/// How long before its end a proposal is listed.
const PROPOSAL_END: TimeDelta = TimeDelta::days(3);

/// Lists what is to be done.
#[utoipa::path(
    get, path = "/api/today", tag = "site", security(("session" = [])),
    responses((status = 200, body = TodayAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn read_today(
    State(app): State<App>,
    _staff: Staff,
) -> ApiResult<Json<TodayAnswer>> {
    let today = app.clock.today(app.config.timezone);
    let ahead = (today, last_day_ahead(today));
    let overdue = DueDays {
        from: None,
        to: today.pred_opt(),
    };
    let due = DueDays {
        from: Some(ahead.0),
        to: Some(ahead.1),
    };
    let groups = vec![
        balances(&app, TaskKind::OverdueBalance, overdue).await?,
        failed_mails(&app).await?,
        decisions(&app, ahead).await?,
        departing(&app, TaskKind::MissingGuide, ahead).await?,
        owed_refunds(&app).await?,
        bank_transfers(&app).await?,
        custom_trek_requests(&app).await?,
        waiting_enquiries(&app).await?,
        waiting_reviews(&app).await?,
        ending_proposals(&app).await?,
        balances(&app, TaskKind::DueBalance, due).await?,
        departing(&app, TaskKind::Departing, ahead).await?,
    ];
    Ok(Json(TodayAnswer {
        status: Success::Success,
        data: Today {
            date: today,
            groups,
        },
    }))
}

async fn balances(app: &App, kind: TaskKind, days: DueDays) -> ApiResult<TaskGroup> {
    let first = bookings::list_due(&app.db, days, (0, LISTED)).await?;
    let task = |booking: &Booking| {
        Task {
            date: booking.due_on(),
            ..task_of_booking(booking)
        }
        .with_amount(booking.balance(), booking.quote.currency)
    };
    Ok(TaskGroup {
        kind,
        count: bookings::count_due(&app.db, days).await?,
        tasks: first.iter().map(task).collect(),
    })
}

async fn failed_mails(app: &App) -> ApiResult<TaskGroup> {
    let (failed, count) = jobs::failed_mails(&app.db, 0, LISTED).await?;
    let task = |mail: FailedJob| Task {
        id: mail.id,
        subject: mail.job.kind(),
        name: mail.mail_to,
        ..Task::default()
    };
    Ok(TaskGroup {
        kind: TaskKind::FailedMail,
        count,
        tasks: failed.into_iter().map(task).collect(),
    })
}

async fn decisions(app: &App, (today, last): (NaiveDate, NaiveDate)) -> ApiResult<TaskGroup> {
    let mut open = departures::list_to_decide(&app.db, today, last).await?;
    let count = open.len() as u64;
    open.truncate(LISTED as usize);
    let tasks = departure_tasks(app, open).await?;
    let tasks = tasks.into_iter().map(|(departure, task)| Task {
        date: departure.decide_by,
        minimum: Some(departure.minimum),
        ..task
    });
    Ok(TaskGroup {
        kind: TaskKind::Decision,
        count,
        tasks: tasks.collect(),
    })
}

async fn departing(
    app: &App,
    kind: TaskKind,
    ahead: (NaiveDate, NaiveDate),
) -> ApiResult<TaskGroup> {
    let guidance = match kind {
        TaskKind::MissingGuide => Guidance::Missing,
        _ => Guidance::Any,
    };
    let (found, count) = departures::list_leaving(&app.db, ahead, guidance, LISTED).await?;
    let tasks = departure_tasks(app, found).await?;
    Ok(TaskGroup {
        kind,
        count,
        tasks: tasks.into_iter().map(|(_, task)| task).collect(),
    })
}

async fn departure_tasks(app: &App, found: Vec<Departure>) -> ApiResult<Vec<(Departure, Task)>> {
    let ids: Vec<Uuid> = found.iter().map(|departure| departure.id).collect();
    let trek_ids: Vec<Uuid> = found.iter().map(|departure| departure.trek_id).collect();
    let names = treks::names(&app.db, &trek_ids).await?;
    let sold = seats::count_taken_by_departure(&app.db, &ids).await?;
    let mut guides = guides::of_departures(&app.db, &ids).await?;
    let task = |departure: Departure| {
        let led = guides.remove(&departure.id).unwrap_or_default();
        let task = Task {
            id: departure.id,
            subject: names.get(&departure.trek_id).cloned().unwrap_or_default(),
            date: Some(departure.start_date),
            guests: Some(sold.get(&departure.id).copied().unwrap_or_default()),
            guides: led.into_iter().map(|guide| guide.name).collect(),
            ..Task::default()
        };
        (departure, task)
    };
    Ok(found.into_iter().map(task).collect())
}

async fn owed_refunds(app: &App) -> ApiResult<TaskGroup> {
    let (owed, count) = refunds::list_owed(&app.db, LISTED).await?;
    let ids: Vec<Uuid> = owed.iter().map(|refund| refund.booking_id).collect();
    let of_refunds = bookings::find_in_order(&app.db, &ids).await?;
    let task = |refund: &Refund| {
        let booking = of_refunds.iter().find(|one| one.id == refund.booking_id);
        let task = booking.map(task_of_booking).unwrap_or_default();
        task.with_amount(refund.amount, refund.currency)
    };
    Ok(TaskGroup {
        kind: TaskKind::OwedRefund,
        count,
        tasks: owed.iter().map(task).collect(),
    })
}

async fn bank_transfers(app: &App) -> ApiResult<TaskGroup> {
    let (waiting, count) = bookings::list_bank_transfers(&app.db, LISTED).await?;
    let task = |booking: &Booking| {
        task_of_booking(booking).with_amount(booking.amount_to_confirm(), booking.quote.currency)
    };
    Ok(TaskGroup {
        kind: TaskKind::BankTransfer,
        count,
        tasks: waiting.iter().map(task).collect(),
    })
}

fn task_of_booking(booking: &Booking) -> Task {
    Task {
        id: booking.id,
        name: Some(booking.customer.name.clone()),
        subject: booking.trek.name.clone(),
        date: Some(booking.start_date),
        ..Task::default()
    }
}

async fn custom_trek_requests(app: &App) -> ApiResult<TaskGroup> {
    let new = Some(CustomTrekStatus::New);
    let (requests, count) = custom_treks::list(&app.db, new, "", 0, LISTED).await?;
    let task = |request: CustomTrek| Task {
        id: request.id,
        name: Some(request.wish.name),
        subject: request.wish.destination,
        date: request.wish.start_date,
        guests: Some(request.wish.guests),
        ..Task::default()
    };
    Ok(TaskGroup {
        kind: TaskKind::CustomTrek,
        count,
        tasks: requests.into_iter().map(task).collect(),
    })
}

async fn waiting_enquiries(app: &App) -> ApiResult<TaskGroup> {
    let (waiting, count) = enquiries::list_waiting(&app.db, LISTED).await?;
    let zone = app.config.timezone;
    let task = |enquiry: Enquiry| Task {
        id: enquiry.id,
        name: Some(enquiry.name),
        subject: enquiry.trek_name,
        date: Some(enquiry.last_message_at.with_timezone(&zone).date_naive()),
        ..Task::default()
    };
    Ok(TaskGroup {
        kind: TaskKind::Enquiry,
        count,
        tasks: waiting.into_iter().map(task).collect(),
    })
}

async fn waiting_reviews(app: &App) -> ApiResult<TaskGroup> {
    let waiting = Some(ReviewState::Waiting);
    let (found, count) = reviews::page(&app.db, None, waiting, (0, LISTED)).await?;
    let trek_ids: Vec<Uuid> = found.iter().map(|review| review.trek_id).collect();
    let names = treks::names(&app.db, &trek_ids).await?;
    let zone = app.config.timezone;
    let task = |review: Review| Task {
        id: review.id,
        name: Some(review.written.name),
        subject: names.get(&review.trek_id).cloned().unwrap_or_default(),
        date: Some(review.created_at.with_timezone(&zone).date_naive()),
        ..Task::default()
    };
    Ok(TaskGroup {
        kind: TaskKind::Review,
        count,
        tasks: found.into_iter().map(task).collect(),
    })
}

async fn ending_proposals(app: &App) -> ApiResult<TaskGroup> {
    let now = app.clock.now();
    let until = now + PROPOSAL_END;
    let (ending, count) = proposals::list_ending(&app.db, now, until, LISTED).await?;
    let task = |proposal: Proposal| {
        let content = proposal.content;
        Task {
            id: proposal.id,
            date: Some(content.valid_until),
            guests: Some(content.guests),
            subject: content.title.clone(),
            ..Task::default()
        }
        .with_amount(content.total().unwrap_or_default(), content.currency)
    };
    Ok(TaskGroup {
        kind: TaskKind::Proposal,
        count,
        tasks: ending.into_iter().map(task).collect(),
    })
}
