//! Travel credits: staff list all of them, travellers their open ones (operations §2).

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::Booking;
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use store::bookings;
use store::travel_credits::{self, CreditState, TravelCredit};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, ServerError, SignInErrors};
use crate::http::extract::Params;
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListTravelCredits {
    /// `open`, `used` or `expired`. Absent: all.
    state: Option<String>,
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct TravelCreditListAnswer {
    pub status: Success,
    pub data: TravelCreditList,
}

#[derive(Serialize, ToSchema)]
pub struct TravelCreditList {
    pub credits: Vec<ListedCredit>,
    pub total: u64,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListedCreditState {
    Open,
    Used,
    Expired,
}

/// The booking that uses a travel credit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsedBy {
    pub booking_id: Uuid,
    pub reference: String,
}

/// An amount paid for a booking, kept for a later one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedCredit {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// For example `TC-2026-00042`.
    pub number: String,
    pub state: ListedCreditState,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    /// The last day on which it can be used.
    pub expires_on: NaiveDate,
    pub created_at: DateTime<Utc>,
    /// The booking whose amount it keeps.
    pub booking_id: Uuid,
    pub reference: String,
    /// The traveller's name. Empty after the account was deleted.
    pub name: String,
    /// While the credit is open: the unpaid booking that has reserved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub used_by: Option<UsedBy>,
}

/// Lists the travel credits of all travellers, newest first.
#[utoipa::path(
    get, path = "/api/travel-credits", tag = "bookings", security(("session" = [])),
    params(ListTravelCredits),
    responses((status = 200, body = TravelCreditListAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn list_travel_credits(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListTravelCredits>,
) -> ApiResult<Json<TravelCreditListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let state = read_state(query.state.as_deref())?;
    let today = app.clock.today(app.config.timezone);
    let (credits, total) =
        travel_credits::page(&app.db, state, today, (page.offset, page.limit)).await?;
    answer(&app, credits, total).await
}

/// Lists the open travel credits of the caller, the one that expires first at the beginning.
#[utoipa::path(
    get, path = "/api/travel-credits/my-credits", tag = "bookings", security(("session" = [])),
    responses((status = 200, body = TravelCreditListAnswer), SignInErrors, ServerError),
)]
pub(crate) async fn list_my_credits(
    State(app): State<App>,
    me: SignedIn,
) -> ApiResult<Json<TravelCreditListAnswer>> {
    let today = app.clock.today(app.config.timezone);
    let credits = travel_credits::list_open(&app.db, me.id, today).await?;
    let total = u64::try_from(credits.len()).unwrap_or_default();
    answer(&app, credits, total).await
}

fn read_state(word: Option<&str>) -> ApiResult<Option<CreditState>> {
    Ok(Some(match word {
        None => return Ok(None),
        Some("open") => CreditState::Open,
        Some("used") => CreditState::Used,
        Some("expired") => CreditState::Expired,
        Some(_) => {
            let problem = Problem::new("state", "state must be open, used or expired");
            return Err(ApiError::invalid("The query is not valid", vec![problem]));
        }
    }))
}

async fn answer(
    app: &App,
    credits: Vec<TravelCredit>,
    total: u64,
) -> ApiResult<Json<TravelCreditListAnswer>> {
    let today = app.clock.today(app.config.timezone);
    let ids = credits.iter();
    let ids: Vec<Uuid> = ids
        .flat_map(|credit| [Some(credit.booking_id), credit.used_by_booking])
        .flatten()
        .collect();
    let found = bookings::find_in_order(&app.db, &ids).await?;
    let bookings: HashMap<Uuid, Booking> = found.into_iter().map(|one| (one.id, one)).collect();
    let listed = |credit: &TravelCredit| {
        let origin = bookings.get(&credit.booking_id);
        let user = credit.used_by_booking.and_then(|id| bookings.get(&id));
        ListedCredit {
            id: credit.id,
            number: credit.number.clone(),
            state: match credit.state(today) {
                CreditState::Open => ListedCreditState::Open,
                CreditState::Used => ListedCreditState::Used,
                CreditState::Expired => ListedCreditState::Expired,
            },
            amount: credit.amount.to_number(credit.currency),
            currency: credit.currency.code().to_owned(),
            expires_on: credit.expires_on,
            created_at: credit.created_at,
            booking_id: credit.booking_id,
            reference: origin.map_or_else(String::new, |origin| origin.reference.clone()),
            name: origin.map_or_else(String::new, |origin| origin.customer.name.clone()),
            used_by: user.map(|booking| UsedBy {
                booking_id: booking.id,
                reference: booking.reference.clone(),
            }),
        }
    };
    let credits = credits.iter().map(listed).collect();
    Ok(Json(TravelCreditListAnswer {
        status: Success::Success,
        data: TravelCreditList { credits, total },
    }))
}
