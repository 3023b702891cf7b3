//! `GET /api/balances`: what customers still have to pay, for staff (operations §3).

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::Booking;
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use store::balance_reminders;
use store::bookings::{self, DueDays};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::days_ahead::{DAYS_AHEAD, last_day_ahead};
use super::link::can_be_paid_by_link;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, ServerError};
use crate::http::extract::Params;
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListBalances {
    /// due (within the next 14 days, or overdue) or overdue (the due date has passed). Absent: all.
    state: Option<String>,
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    All,
    Soon,
    Overdue,
}

impl Due {
    fn parse(text: &str) -> ApiResult<Self> {
        match text {
            "" => Ok(Self::All),
            "due" => Ok(Self::Soon),
            "overdue" => Ok(Self::Overdue),
            _ => {
                let problem = Problem::new("state", "state must be due or overdue");
                Err(ApiError::invalid("The query is not valid", vec![problem]))
            }
        }
    }

    fn days(self, today: NaiveDate) -> DueDays {
        let to = match self {
            Self::All => None,
            Self::Soon => Some(last_day_ahead(today)),
            Self::Overdue => today.pred_opt(),
        };
        DueDays { from: None, to }
    }
}

#[derive(Serialize, ToSchema)]
pub struct BalanceListAnswer {
    pub status: Success,
    pub data: BalanceList,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalanceList {
    /// By due date.
    pub balances: Vec<Balance>,
    /// On all pages.
    pub total: u64,
    pub counts: BalanceCounts,
    /// How many days before its due date a balance counts as due.
    pub days_ahead: u64,
}

/// The number of balances in each state.
#[derive(Serialize, ToSchema)]
pub struct BalanceCounts {
    pub due: u64,
    pub overdue: u64,
    pub all: u64,
}

/// What is left to pay of a booking, and when the next part of it is due.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    pub booking_id: Uuid,
    pub reference: String,
    pub customer_name: String,
    pub trek_name: String,
    pub start_date: NaiveDate,
    #[schema(value_type = f64)]
    pub total: Number,
    #[schema(value_type = f64)]
    pub paid: Number,
    #[schema(value_type = f64)]
    pub balance: Number,
    pub currency: String,
    /// On arrival: the first day.
    pub due_at: NaiveDate,
    pub is_due_on_arrival: bool,
    /// In the agency's time zone. Negative: the number of days for which it is overdue.
    pub days_until_due: i64,
    /// Whether it can be paid by its link until the last day.
    pub can_send_link: bool,
    /// When the customer was last reminded by email. Null: not yet.
    pub last_reminder_at: Option<DateTime<Utc>>,
}

/// Lists a page of the balances of confirmed and completed bookings, by due date.
#[utoipa::path(
    get, path = "/api/balances", tag = "bookings", security(("session" = [])), params(ListBalances),
    responses((status = 200, body = BalanceListAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn list_balances(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListBalances>,
) -> ApiResult<Json<BalanceListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let due = Due::parse(query.state.as_deref().unwrap_or_default().trim())?;
    let today = app.clock.today(app.config.timezone);
    let counts = BalanceCounts {
        due: bookings::count_due(&app.db, Due::Soon.days(today)).await?,
        overdue: bookings::count_due(&app.db, Due::Overdue.days(today)).await?,
        all: bookings::count_due(&app.db, Due::All.days(today)).await?,
    };
    let total = match due {
        Due::All => counts.all,
        Due::Soon => counts.due,
        Due::Overdue => counts.overdue,
    };
    let found = bookings::list_due(&app.db, due.days(today), (page.offset, page.limit)).await?;
    let ids: Vec<Uuid> = found.iter().map(|booking| booking.id).collect();
    let mut reminded: HashMap<Uuid, DateTime<Utc>> = HashMap::new();
    for reminder in balance_reminders::list_for_bookings(&app.db, &ids).await? {
        let last = reminded.entry(reminder.booking_id);
        let last = last.or_insert(reminder.sent_at);
        *last = reminder.sent_at.max(*last);
    }
    let shown = found.into_iter().filter_map(|booking| {
        let last_reminder_at = reminded.get(&booking.id).copied();
        Balance::of(&app, booking, last_reminder_at)
    });
    Ok(Json(BalanceListAnswer {
        status: Success::Success,
        data: BalanceList {
            balances: shown.collect(),
            total,
            counts,
            days_ahead: DAYS_AHEAD,
        },
    }))
}

impl Balance {
    /// `None`: the booking was paid a moment ago.
    fn of(app: &App, booking: Booking, last_reminder_at: Option<DateTime<Utc>>) -> Option<Self> {
        let today = app.clock.today(app.config.timezone);
        let (part, due_at) = (booking.next_due()?, booking.due_on()?);
        let currency = booking.quote.currency;
        Some(Self {
            booking_id: booking.id,
            can_send_link: can_be_paid_by_link(app, &booking),
            total: booking.quote.total.to_number(currency),
            paid: booking.paid_of_price().to_number(currency),
            balance: booking.balance().to_number(currency),
            currency: currency.code().to_owned(),
            reference: booking.reference,
            customer_name: booking.customer.name,
            trek_name: booking.trek.name,
            start_date: booking.start_date,
            due_at,
            is_due_on_arrival: part.due_on.is_none(),
            days_until_due: due_at.signed_duration_since(today).num_days(),
            last_reminder_at,
        })
    }
}
