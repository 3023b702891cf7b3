//! `POST /api/proposals`: staff begin an answer to a custom trek request, or a new version of it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::custom_trek::CustomTrek;
use domain::problem::Problem;
use domain::proposal::{Proposal, ProposalContent, ProposalState};
use domain::trek::{Route, Trek};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::proposals;
use store::{StoreError, custom_treks};
use utoipa::ToSchema;
use uuid::Uuid;

use super::copy::{from_route, from_version, from_wish};
use super::link::end_of;
use super::list::shown;
use super::manage::entry;
use super::wire::StaffProposalAnswer;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, ServerError};
use crate::http::extract::Body;
use crate::platform::app::App;

const INVALID: &str = "Invalid proposal. Please check your input.";
const HAS_DRAFT: &str = "This request has a draft already. Open it, or withdraw it first.";

#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewProposal {
    #[serde(default)]
    #[schema(required)]
    pub custom_trek_id: String,
    /// The trek to copy days, price and terms from. Absent: the version before, or the request alone.
    pub trek_id: Option<String>,
    /// The route to copy. Absent: the first one that travellers see.
    pub route_id: Option<String>,
}

/// Begins a draft. 409 with `data.proposalId` if the request has one already.
#[utoipa::path(
    post, path = "/api/proposals", tag = "proposals", security(("session" = [])), request_body = NewProposal,
    responses((status = 201, body = StaffProposalAnswer), BodyErrors, AdminErrors, Conflict, ServerError),
)]
pub(crate) async fn create_proposal(
    State(app): State<App>,
    Staff(me): Staff,
    Body(ask): Body<NewProposal>,
) -> ApiResult<(StatusCode, Json<StaffProposalAnswer>)> {
    let unknown = || invalid("customTrekId", "Custom trek not found.");
    let id = Uuid::parse_str(ask.custom_trek_id.trim()).map_err(|_| unknown())?;
    let copied = find_copied(&app, &ask).await?;
    let now = app.clock.now();
    let made = app
        .in_transaction("create_proposal", async |tx| -> ApiResult<_> {
            // Versions of one request are numbered one after the other.
            let asked = custom_treks::find_for_update(&tx, id).await?;
            let asked = asked.ok_or_else(unknown)?;
            let versions = proposals::list_for_request(&tx, id).await?;
            let draft = versions
                .iter()
                .find(|version| version.state == ProposalState::Draft);
            if let Some(draft) = draft {
                let data = json!({ "proposalId": draft.id });
                return Err(ApiError::conflict(HAS_DRAFT).with_data(data));
            }
            let content = begin(&app, &asked, copied.as_ref(), versions.first());
            let made = Proposal {
                id: app.clock.new_id(),
                custom_trek_id: id,
                number: versions.first().map_or(1, |newest| newest.number + 1),
                state: ProposalState::Draft,
                version: 1,
                ends_at: end_of(&app, content.valid_until),
                remind_at: None,
                content,
                booking_id: None,
                created_at: now,
                updated_at: now,
                sent_at: None,
            };
            match proposals::insert(&tx, &made).await {
                Err(StoreError::Taken(_)) => return Err(ApiError::conflict(HAS_DRAFT)),
                done => done?,
            }
            let line = entry(&app, &me, "create", &made, Vec::new());
            store::audit::add(&tx, &line).await?;
            Ok(made)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(shown(&app, &made).await?)))
}

fn begin(
    app: &App,
    asked: &CustomTrek,
    copied: Option<&(Trek, Route)>,
    newest: Option<&Proposal>,
) -> ProposalContent {
    let today = app.clock.today(app.config.timezone);
    match (copied, newest) {
        (Some((trek, route)), _) => from_route(trek, route, &asked.wish, today),
        (None, Some(newest)) => from_version(&newest.content, today),
        (None, None) => from_wish(&asked.wish, today, app.config.currency),
    }
}

async fn find_copied(app: &App, ask: &NewProposal) -> ApiResult<Option<(Trek, Route)>> {
    let Some(id) = ask.trek_id.as_deref().map(str::trim) else {
        return Ok(None);
    };
    let trek = match Uuid::parse_str(id) {
        Ok(id) => store::treks::find(&app.db, id).await?,
        Err(_) => None,
    };
    let trek = trek.ok_or_else(|| invalid("trekId", "Trek not found."))?;
    let route = match ask.route_id.as_deref().map(str::trim) {
        Some(id) => trek.routes.iter().find(|route| route.id.to_string() == id),
        None => trek.visible_routes().next().or(trek.routes.first()),
    };
    let route = route.cloned();
    let route = route.ok_or_else(|| invalid("routeId", "This route is not part of the trek"))?;
    Ok(Some((trek, route)))
}

fn invalid(field: &str, message: &str) -> ApiError {
    ApiError::invalid(INVALID, vec![Problem::new(field, message)])
}
