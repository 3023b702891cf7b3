//! `GET /api/bookings/{id}/history`: notes, status changes, payments and emails of a booking.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, PaymentStatus};
use serde::Serialize;
use serde_json::Number;
use store::jobs::{self, OpenMail};
use store::ledger::{Actor, Kind, Line};
use store::refunds::State as RefundState;
use store::{accounts, audit as log, booking_mails, booking_notes, ledger, refunds};
use utoipa::ToSchema;
use uuid::Uuid;

use super::audit_entry;
use super::notes::Note;
use super::read::found;
use super::refund::wire::BookedRefund;
use crate::features::audit::{AuditChange, AuditEntry};
use crate::http::auth::Staff;
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, NotFound, ServerError};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;

const MAX_ENTRIES: u64 = 1000;

#[derive(Serialize, ToSchema)]
pub struct BookingHistoryAnswer {
    pub status: Success,
    pub data: BookingHistory,
}

/// Each list is sorted oldest first.
#[derive(Serialize, ToSchema)]
pub struct BookingHistory {
    pub notes: Vec<Note>,
    pub payments: Vec<PaymentLine>,
    pub refunds: Vec<BookedRefund>,
    pub mails: Vec<BookingMail>,
    pub history: Vec<BookingStep>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentLineKind {
    Capture,
    Refund,
    Manual,
    /// A payment with a travel credit.
    Credit,
    /// A payment by other means that was recorded by mistake.
    Reversal,
}

/// A line of the ledger.
#[derive(Serialize, ToSchema)]
pub struct PaymentLine {
    pub kind: PaymentLineKind,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    pub reason: String,
    /// Who caused it. Absent if the system did, or if the account was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub by: Option<String>,
    pub at: DateTime<Utc>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BookingMailState {
    Sent,
    Waiting,
    Failed,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingMail {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The kind of the email, for example `mailBookingConfirmed`.
    pub kind: String,
    /// Present: the content is kept, so that it can be read and sent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub subject: Option<String>,
    pub to: String,
    pub state: BookingMailState,
    pub at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub last_error: Option<String>,
}

/// A status change or an action of an administrator.
#[derive(Serialize, ToSchema)]
pub struct BookingStep {
    #[serde(rename = "_id")]
    pub id: String,
    pub at: DateTime<Utc>,
    pub who: BookingStepWho,
    /// A verb such as `create`, `move`, `change dates` or `refund`.
    pub action: String,
    pub changes: Vec<AuditChange>,
}

#[derive(Serialize, ToSchema)]
pub struct BookingStepWho {
    pub id: String,
    pub name: String,
}

/// Returns the history of a booking: notes, status changes, payments, emails.
#[utoipa::path(
    get, path = "/api/bookings/{id}/history", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = BookingHistoryAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn read_history(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
) -> ApiResult<Json<BookingHistoryAnswer>> {
    let booking = found(&app, id).await?;
    let mut payments = Vec::new();
    for line in ledger::list_for_booking(&app.db, booking.id).await? {
        payments.push(payment_line(&app, line).await?);
    }
    let asked = refunds::list_for_booking(&app.db, booking.id).await?;
    let refund_ids: Vec<Uuid> = asked.iter().map(|refund| refund.id).collect();
    let mails = mails(&app, &booking, &refund_ids).await?;
    let notes = booking_notes::list(&app.db, booking.id).await?;
    let kept = asked
        .iter()
        .filter(|refund| refund.state != RefundState::Failed);
    Ok(Json(BookingHistoryAnswer {
        status: Success::Success,
        data: BookingHistory {
            notes: notes.into_iter().map(Note::from).collect(),
            payments,
            refunds: kept.map(BookedRefund::from).collect(),
            mails,
            history: steps(&app, &booking).await?,
        },
    }))
}

/// Merges the status changes of the booking with its entries in the audit log.
async fn steps(app: &App, booking: &Booking) -> ApiResult<Vec<BookingStep>> {
    let id = booking.id.to_string();
    let step = |number: usize, at, who: (&str, &str), action: &str, changes| BookingStep {
        id: format!("{id}-{number}"),
        at,
        who: BookingStepWho {
            id: who.0.to_owned(),
            name: who.1.to_owned(),
        },
        action: action.to_owned(),
        changes,
    };
    let traveller = booking.user_id.to_string();
    let who = (traveller.as_str(), booking.customer.name.as_str());
    let mut steps = vec![step(0, booking.created_at, who, "create", Vec::new())];
    let mut before = (BookingStatus::Pending, PaymentStatus::Pending);
    for (index, moved) in booking.status_changes.iter().enumerate() {
        let after = (moved.status, moved.payment_status);
        let fields = [
            ("status", before.0.as_str(), after.0.as_str()),
            ("payment.status", before.1.as_str(), after.1.as_str()),
        ];
        let changed = fields.into_iter().filter(|(_, old, new)| old != new);
        let changes = changed.map(|(field, old, new)| AuditChange {
            field: field.to_owned(),
            before: old.into(),
            after: new.into(),
        });
        let system = ("", &*app.config.name);
        steps.push(step(index + 1, moved.at, system, "move", changes.collect()));
        before = after;
    }
    // The audit log has the changes by staff.
    let moves = booking.earlier_dates.iter().enumerate();
    for (index, earlier) in moves.filter(|(_, earlier)| earlier.guests.is_none()) {
        let after = booking.earlier_dates.get(index + 1);
        let (start, end) = after.map_or((booking.start_date, booking.end_date), |after| {
            (after.start_date, after.end_date)
        });
        let dates = [
            ("startDate", earlier.start_date, start),
            ("endDate", earlier.end_date, end),
        ];
        let changes = dates.map(|(field, before, after)| AuditChange {
            field: field.to_owned(),
            before: before.to_string().into(),
            after: after.to_string().into(),
        });
        let number = booking.status_changes.len() + index + 1;
        let system = ("", &*app.config.name);
        steps.push(step(
            number,
            earlier.at,
            system,
            "change dates",
            changes.into(),
        ));
    }
    let entries = log::list_of(&app.db, audit_entry::SUBJECT, &id, MAX_ENTRIES).await?;
    if entries.iter().any(|entry| entry.action == "create") {
        // Staff booked for the traveller.
        steps.remove(0);
    }
    steps.extend(
        entries
            .into_iter()
            .map(AuditEntry::from)
            .map(|entry| BookingStep {
                id: entry.id.to_string(),
                at: entry.at,
                who: BookingStepWho {
                    id: entry.who.id.to_string(),
                    name: entry.who.name,
                },
                action: entry.action,
                changes: entry.changes,
            }),
    );
    steps.sort_by_key(|step| step.at);
    Ok(steps)
}

async fn payment_line(app: &App, line: Line) -> ApiResult<PaymentLine> {
    let by = match line.actor {
        Actor::System => None,
        Actor::Account(id) => accounts::find(&app.db, id)
            .await?
            .map(|account| account.name),
    };
    Ok(PaymentLine {
        kind: match line.kind {
            Kind::Capture => PaymentLineKind::Capture,
            Kind::Refund => PaymentLineKind::Refund,
            Kind::Manual => PaymentLineKind::Manual,
            Kind::Credit => PaymentLineKind::Credit,
            Kind::Reversal | Kind::CreditReversal => PaymentLineKind::Reversal,
        },
        amount: line.amount.to_number(line.currency),
        currency: line.currency.code().to_owned(),
        reason: line.reason,
        by,
        at: line.at,
    })
}

/// Emails that were sent, are queued, or were given up.
async fn mails(app: &App, booking: &Booking, refund_ids: &[Uuid]) -> ApiResult<Vec<BookingMail>> {
    let to = &booking.customer.email;
    let sent = booking_mails::list_for_booking(&app.db, booking.id).await?;
    let mut mails: Vec<BookingMail> = sent
        .into_iter()
        .map(|mail| BookingMail {
            id: mail.id,
            kind: mail.kind,
            subject: mail.subject,
            to: to.clone(),
            state: BookingMailState::Sent,
            at: mail.sent_at,
            last_error: None,
        })
        .collect();
    let about: Vec<Uuid> = std::iter::once(booking.id)
        .chain(refund_ids.iter().copied())
        .collect();
    for open in jobs::open_mails_about(&app.db, &about).await? {
        // An email that was sent but whose job is not deleted yet is listed once.
        if mails.iter().all(|mail| mail.id != open.id) {
            mails.push(not_sent(open, to));
        }
    }
    mails.sort_by_key(|mail| (mail.at, mail.id));
    Ok(mails)
}

fn not_sent(open: OpenMail, to: &str) -> BookingMail {
    let state = match open.given_up_at {
        Some(_) => BookingMailState::Failed,
        None => BookingMailState::Waiting,
    };
    BookingMail {
        id: open.id,
        kind: open.kind,
        subject: None,
        to: to.to_owned(),
        state,
        at: open.given_up_at.unwrap_or(open.created_at),
        last_error: open.last_error,
    }
}
