//! `PATCH /api/proposals/{id}`, `POST /api/proposals/{id}/send` and `/withdraw`: staff write a proposal, send it and take
//! it back.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use domain::booking::BookingStatus;
use domain::custom_trek::CustomTrekStatus;
use domain::proposal::{Proposal, ProposalState};
use serde::Deserialize;
use serde_json::json;
use store::audit::{Change, Entry};
use store::jobs::{self, Job};
use store::{Tx, bookings, custom_treks, proposals};
use utoipa::ToSchema;
use uuid::Uuid;

use super::document::ProposalDocument;
use super::link::end_of;
use super::list::{NOT_FOUND, shown};
use super::wire::StaffProposalAnswer;
use crate::features::audit;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, ServerError};
use crate::http::extract::{Body, PathId};
use crate::platform::app::App;

/// How long before the end the traveller is reminded.
const REMINDER: TimeDelta = TimeDelta::days(2);
/// A reminder sooner than this after the proposal itself is left out.
const MIN_REMINDER_DELAY: TimeDelta = TimeDelta::days(1);
const INVALID: &str = "Invalid proposal. Please check your input.";
const STALE: &str = "Somebody else changed this proposal. Reload it and try again.";
const NOT_A_DRAFT: &str = "Only a draft can be changed. Begin a new version.";
const OVER: &str = "This proposal was accepted, replaced or withdrawn.";
const ACCEPTED: &str = "The traveller accepted an earlier version and has a booking.";

#[derive(Deserialize, ToSchema)]
pub struct ProposalChange {
    /// The version that this change replaces.
    pub version: i64,
    pub content: ProposalDocument,
}

#[derive(Deserialize, ToSchema)]
pub struct ProposalStep {
    /// The version that staff saw.
    pub version: i64,
}

/// Changes a draft. Absent fields keep their values.
#[utoipa::path(
    patch, path = "/api/proposals/{id}", tag = "proposals", security(("session" = [])),
    params(("id" = String, Path)), request_body = ProposalChange,
    responses((status = 200, body = StaffProposalAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn update_proposal(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<ProposalChange>,
) -> ApiResult<Json<StaffProposalAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let changed = app
        .in_transaction("update_proposal", async |tx| -> ApiResult<_> {
            let stored = find(&tx, id, ask.version).await?;
            if stored.state != ProposalState::Draft {
                return Err(ApiError::conflict(NOT_A_DRAFT));
            }
            let content = ask.content.clone().apply(&stored.content);
            let content = content.map_err(|problems| ApiError::invalid(INVALID, problems))?;
            let changed = Proposal {
                ends_at: end_of(&app, content.valid_until),
                content,
                ..stored.clone()
            };
            if changed == stored {
                return Ok(stored);
            }
            let problems = changed.check(app.clock.today(app.config.timezone));
            if !problems.is_empty() {
                return Err(ApiError::invalid(INVALID, problems));
            }
            let changes = audit::changes(&stored.content, &changed.content);
            let changed = store_step(&app, &tx, changed).await?;
            let line = entry(&app, &me, "update", &changed, changes);
            store::audit::add(&tx, &line).await?;
            Ok(changed)
        })
        .await?;
    Ok(Json(shown(&app, &changed).await?))
}

/// Sends a draft to the traveller. It replaces the version that was sent before.
#[utoipa::path(
    post, path = "/api/proposals/{id}/send", tag = "proposals", security(("session" = [])),
    params(("id" = String, Path)), request_body = ProposalStep,
    responses((status = 200, body = StaffProposalAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn send_proposal(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<ProposalStep>,
) -> ApiResult<Json<StaffProposalAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let sent = app
        .in_transaction("send_proposal", async |tx| -> ApiResult<_> {
            let stored = find(&tx, id, ask.version).await?;
            if stored.state != ProposalState::Draft {
                return Err(ApiError::conflict(OVER));
            }
            let today = app.clock.today(app.config.timezone);
            let mut problems = stored.check(today);
            problems.extend(stored.content.check_ready(today));
            if !problems.is_empty() {
                return Err(ApiError::invalid(INVALID, problems));
            }
            let now = app.clock.now();
            let request_id = stored.custom_trek_id;
            let asked = custom_treks::find_for_update(&tx, request_id).await?;
            let mut asked = asked.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
            proposals::supersede(&tx, request_id, now).await?;
            let versions = proposals::list_for_request(&tx, request_id).await?;
            for version in &versions {
                if is_booked(&tx, version).await? {
                    return Err(ApiError::conflict(ACCEPTED));
                }
            }
            let ends_at = end_of(&app, stored.content.valid_until);
            let sent = Proposal {
                state: ProposalState::Sent,
                ends_at,
                remind_at: reminder(ends_at, now),
                sent_at: Some(now),
                ..stored
            };
            let sent = store_step(&app, &tx, sent).await?;
            if asked.status == CustomTrekStatus::New {
                asked.status = CustomTrekStatus::Answered;
                asked.updated_at = now;
                custom_treks::update(&tx, &asked).await?;
            }
            let mail = Job::MailProposal {
                proposal_id: sent.id,
                is_reminder: false,
            };
            jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
            let line = entry(&app, &me, "send", &sent, Vec::new());
            store::audit::add(&tx, &line).await?;
            Ok(sent)
        })
        .await?;
    app.wake_worker();
    Ok(Json(shown(&app, &sent).await?))
}

/// Takes a draft, or a proposal that was sent and has no booking, back. Its link says so from then on, and the traveller
/// gets an email if it could still be accepted.
#[utoipa::path(
    post, path = "/api/proposals/{id}/withdraw", tag = "proposals", security(("session" = [])),
    params(("id" = String, Path)), request_body = ProposalStep,
    responses((status = 200, body = StaffProposalAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn withdraw_proposal(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<ProposalStep>,
) -> ApiResult<Json<StaffProposalAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let withdrawn = app
        .in_transaction("withdraw_proposal", async |tx| -> ApiResult<_> {
            let stored = find(&tx, id, ask.version).await?;
            let can_be_withdrawn = match stored.state {
                ProposalState::Draft | ProposalState::Sent => true,
                ProposalState::Accepted => !is_booked(&tx, &stored).await?,
                _ => false,
            };
            if !can_be_withdrawn {
                return Err(ApiError::conflict(OVER));
            }
            let now = app.clock.now();
            let was_open = stored.state != ProposalState::Draft && now < stored.ends_at;
            let withdrawn = Proposal {
                state: ProposalState::Withdrawn,
                ..stored
            };
            let withdrawn = store_step(&app, &tx, withdrawn).await?;
            if was_open {
                let mail = Job::MailProposalWithdrawn {
                    proposal_id: withdrawn.id,
                };
                jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
            }
            let line = entry(&app, &me, "withdraw", &withdrawn, Vec::new());
            store::audit::add(&tx, &line).await?;
            Ok(withdrawn)
        })
        .await?;
    app.wake_worker();
    Ok(Json(shown(&app, &withdrawn).await?))
}

/// When to remind of the end. `None` if that is too soon after the proposal itself.
fn reminder(ends_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    Some(ends_at - REMINDER).filter(|at| *at - now >= MIN_REMINDER_DELAY)
}

/// Finds the version that staff saw.
async fn find(tx: &Tx, id: Uuid, version: i64) -> ApiResult<Proposal> {
    let stored = proposals::find(tx, id).await?;
    let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    if stored.version != version {
        return Err(ApiError::conflict(STALE).with_current_version(stored.version));
    }
    Ok(stored)
}

/// Stores a proposal as its next version.
async fn store_step(app: &App, tx: &Tx, changed: Proposal) -> ApiResult<Proposal> {
    let replaces = changed.version;
    let next = Proposal {
        version: replaces + 1,
        updated_at: app.clock.now(),
        ..changed
    };
    match proposals::update(tx, &next, replaces).await? {
        true => Ok(next),
        false => Err(ApiError::conflict(STALE).with_current_version(replaces + 1)),
    }
}

/// Whether a booking that is not cancelled accepted it.
async fn is_booked(tx: &Tx, proposal: &Proposal) -> ApiResult<bool> {
    let booking = match proposal.booking_id {
        Some(id) => bookings::find(tx, id).await?,
        None => None,
    };
    Ok(booking.is_some_and(|booking| booking.status != BookingStatus::Cancelled))
}

/// An entry in the audit log. It names the title, not the person.
pub(super) fn entry(
    app: &App,
    who: &SignedIn,
    action: &str,
    proposal: &Proposal,
    mut changes: Vec<Change>,
) -> Entry {
    if changes.is_empty() {
        changes = audit::changes(&json!({}), &json!({"number": proposal.number}));
    }
    let name = &*proposal.content.title;
    audit::note(
        app,
        who,
        action,
        ("proposal", proposal.id.to_string(), name),
        changes,
    )
}
