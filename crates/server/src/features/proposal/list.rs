//! `GET /api/proposals` and `GET /api/proposals/{id}`: proposals for staff.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::Booking;
use domain::custom_trek::CustomTrek;
use domain::problem::Problem;
use domain::proposal::{Proposal, ProposalState};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use store::proposals::{self, Filter};
use store::{bookings, custom_treks};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::wire::{self, ProposalBooking, StaffProposal, StaffProposalAnswer};
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, NotFound, ServerError};
use crate::http::extract::{Params, PathId};
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

pub const NOT_FOUND: &str = "Proposal not found.";

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ListProposals {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// draft, sent, accepted, expired, withdrawn or superseded; all if absent.
    state: Option<String>,
    /// The versions for this request only.
    custom_trek_id: Option<String>,
}

/// A line of the desk's list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedProposal {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub custom_trek_id: Uuid,
    pub number: u32,
    pub state: wire::ProposalState,
    pub title: String,
    /// The traveller.
    pub name: String,
    pub start_date: NaiveDate,
    pub guests: u32,
    #[schema(value_type = f64)]
    pub total: Number,
    pub currency: String,
    pub valid_until: NaiveDate,
    pub updated_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub booking: Option<ProposalBooking>,
}

#[derive(Serialize, ToSchema)]
pub struct ProposalListAnswer {
    pub status: Success,
    pub data: ProposalList,
}

#[derive(Serialize, ToSchema)]
pub struct ProposalList {
    pub proposals: Vec<ListedProposal>,
    /// On all pages.
    pub total: u64,
}

impl ListProposals {
    fn filter(&self) -> ApiResult<Filter> {
        let mut filter = Filter::default();
        if let Some(word) = self.state.as_deref().filter(|word| !word.is_empty()) {
            let state = ProposalState::parse(word);
            filter.state = Some(state.ok_or_else(|| {
                let names = ProposalState::ALL.map(ProposalState::as_str).join(", ");
                wrong("state", format!("state must be one of {names}"))
            })?);
        }
        if let Some(id) = &self.custom_trek_id {
            let id = Uuid::parse_str(id);
            filter.custom_trek_id =
                Some(id.map_err(|_| wrong("customTrekId", "customTrekId must be an id"))?);
        }
        Ok(filter)
    }
}

fn wrong(field: &str, message: impl Into<String>) -> ApiError {
    ApiError::invalid("The query is not valid", vec![Problem::new(field, message)])
}

/// Lists proposals, newest first.
#[utoipa::path(
    get, path = "/api/proposals", tag = "proposals", security(("session" = [])), params(ListProposals),
    responses((status = 200, body = ProposalListAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn list_proposals(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListProposals>,
) -> ApiResult<Json<ProposalListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let now = app.clock.now();
    let filter = query.filter()?;
    let (found, total) = proposals::list(&app.db, filter, now, page.offset, page.limit).await?;
    let asked: Vec<Uuid> = found.iter().map(|one| one.custom_trek_id).collect();
    let asked = custom_treks::find_many(&app.db, &asked).await?;
    let names: HashMap<Uuid, String> = asked
        .into_iter()
        .map(|asked| (asked.id, asked.wish.name))
        .collect();
    let booked: Vec<Uuid> = found.iter().filter_map(|one| one.booking_id).collect();
    let booked = bookings::find_in_order(&app.db, &booked).await?;
    let shown = |kept: Proposal| {
        let booking = booked.iter().find(|one| Some(one.id) == kept.booking_id);
        let currency = kept.content.currency;
        ListedProposal {
            id: kept.id,
            custom_trek_id: kept.custom_trek_id,
            number: kept.number,
            state: kept.state_at(now).into(),
            name: names.get(&kept.custom_trek_id).cloned().unwrap_or_default(),
            start_date: kept.content.start_date,
            guests: kept.content.guests,
            total: kept.content.total().unwrap_or_default().to_number(currency),
            currency: currency.code().to_owned(),
            valid_until: kept.content.valid_until,
            updated_at: kept.updated_at,
            booking: booking.map(Into::into),
            title: kept.content.title,
        }
    };
    Ok(Json(ProposalListAnswer {
        status: Success::Success,
        data: ProposalList {
            proposals: found.into_iter().map(shown).collect(),
            total,
        },
    }))
}

/// Returns one proposal with everything that the traveller reads.
#[utoipa::path(
    get, path = "/api/proposals/{id}", tag = "proposals", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = StaffProposalAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn read_proposal(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
) -> ApiResult<Json<StaffProposalAnswer>> {
    let found = proposals::find(&app.db, id.or_not_found(NOT_FOUND)?).await?;
    let found = found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    Ok(Json(shown(&app, &found).await?))
}

/// A stored proposal as staff read it.
pub(crate) async fn shown(app: &App, proposal: &Proposal) -> ApiResult<StaffProposalAnswer> {
    let asked: Option<CustomTrek> = custom_treks::find(&app.db, proposal.custom_trek_id).await?;
    let asked = asked.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let booking: Option<Booking> = match proposal.booking_id {
        Some(id) => bookings::find(&app.db, id).await?,
        None => None,
    };
    Ok(StaffProposal::new(app, proposal, &asked, booking.as_ref()).into())
}
