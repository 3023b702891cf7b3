//! Accepts a proposal with a booking, once. The booking is an ordinary private booking of the private trek of the
//! proposal, at its price.

use chrono::NaiveDate;
use domain::booking::Booking;
use domain::problem::Problem;
use domain::proposal::{Proposal, ProposalState};
use serde_json::json;
use store::{Connection, Tx, bookings, proposals};
use uuid::Uuid;

use super::link::{proposal_url, read};
use crate::features::booking::payment::close::close;
use crate::features::booking::request::{Asked, INVALID};
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;
use crate::platform::format::{count, day};
use crate::platform::kill_points::kill_point;

const UNKNOWN_LINK: &str = "This link is not valid.";
const ACCEPTED: &str = "This proposal was accepted already.";
const WITHDRAWN: &str = "This proposal was withdrawn.";
const SUPERSEDED: &str = "This proposal was replaced by a new version.";

/// A proposal that a booking is about to accept.
pub struct Accepting {
    pub proposal: Proposal,
    /// The booking that accepted it before and ended unpaid.
    previous: Option<Uuid>,
}

/// The proposal of a link. 404 for a draft, 410 once it was withdrawn or replaced.
pub(crate) async fn find(app: &App, token: &str) -> ApiResult<Proposal> {
    let unknown = || ApiError::not_found(UNKNOWN_LINK);
    let id = read(app, token).ok_or_else(unknown)?;
    let found = proposals::find(&app.db, id).await?.ok_or_else(unknown)?;
    match found.state {
        ProposalState::Draft => Err(unknown()),
        ProposalState::Withdrawn => Err(ApiError::gone(WITHDRAWN)),
        ProposalState::Superseded => Err(superseded(app, &app.db, &found).await?),
        ProposalState::Sent | ProposalState::Accepted | ProposalState::Expired => Ok(found),
    }
}

/// Contains the link of the version that can be read, if there is one.
async fn superseded(app: &App, db: &impl Connection, old: &Proposal) -> ApiResult<ApiError> {
    let versions = proposals::list_for_request(db, old.custom_trek_id).await?;
    let current = versions
        .iter()
        .find(|one| matches!(one.state, ProposalState::Sent | ProposalState::Accepted));
    let error = ApiError::gone(SUPERSEDED);
    Ok(match current {
        Some(current) => error.with_data(json!({ "url": proposal_url(app, current.id) })),
        None => error,
    })
}

/// The booking that accepted a proposal.
pub(crate) async fn find_booking(app: &App, proposal: &Proposal) -> ApiResult<Option<Booking>> {
    match proposal.booking_id {
        Some(id) => Ok(bookings::find(&app.db, id).await?),
        None => Ok(None),
    }
}

/// Whether a proposal can be accepted now: it is valid, and no booking accepted it, or only one that ended unpaid.
#[must_use]
pub fn can_be_accepted(app: &App, proposal: &Proposal, booking: Option<&Booking>) -> bool {
    let now = app.clock.now();
    proposal.ends_at > now
        && match proposal.state {
            ProposalState::Sent => true,
            ProposalState::Accepted => booking.is_some_and(Booking::ended_unpaid),
            _ => false,
        }
}

/// The proposal that the request of a booking accepts. The traveller's own unpaid booking that the request replaces is
/// closed first, so that no two bookings of it can be paid.
pub(crate) async fn find_open(
    app: &App,
    me: &SignedIn,
    token: &str,
    replaces: Option<&str>,
) -> ApiResult<Accepting> {
    let proposal = find(app, token).await?;
    let now = app.clock.now();
    if proposal.state == ProposalState::Sent && proposal.ends_at <= now {
        return Err(ended(&proposal));
    }
    let mut booking = find_booking(app, &proposal).await?;
    if let Some(earlier) = &booking
        && earlier.user_id == me.id
        && earlier.is_payable()
        && replaces.is_some_and(|id| id.trim() == earlier.id.to_string())
        && proposal.ends_at > now
    {
        booking = Some(close(app, earlier.clone()).await?);
    }
    match booking {
        None if proposal.state == ProposalState::Sent => Ok(Accepting {
            proposal,
            previous: None,
        }),
        Some(earlier) if earlier.ended_unpaid() && proposal.ends_at <= now => Err(ended(&proposal)),
        Some(earlier) if earlier.ended_unpaid() => Ok(Accepting {
            proposal,
            previous: Some(earlier.id),
        }),
        booking => Err(accepted(booking.as_ref(), me)),
    }
}

fn ended(proposal: &Proposal) -> ApiError {
    ApiError::gone(format!(
        "This proposal ended on {}. Write to us to renew it.",
        day(proposal.content.valid_until)
    ))
}

/// Names the booking to its owner only.
fn accepted(booking: Option<&Booking>, me: &SignedIn) -> ApiError {
    let error = ApiError::conflict(ACCEPTED);
    match booking.filter(|booking| booking.user_id == me.id) {
        Some(booking) => error.with_data(json!({ "bookingId": booking.id })),
        None => error,
    }
}

impl Accepting {
    /// The start of the booking. Its date and the number of its guests must be those of the proposal.
    pub fn check(&self, asked: &Asked) -> ApiResult<NaiveDate> {
        let content = &self.proposal.content;
        let mut problems = Vec::new();
        if asked
            .start_date
            .is_some_and(|start| start != content.start_date)
        {
            let message = format!("The proposal starts on {}", day(content.start_date));
            problems.push(Problem::new("bookingDetails.startDate", message));
        }
        if asked.party.size() != content.guests {
            let message = format!("The proposal is for {}", count(content.guests, "guest"));
            problems.push(Problem::new("bookingDetails.totalGuests", message));
        }
        match problems.is_empty() {
            true => Ok(content.start_date),
            false => Err(ApiError::invalid(INVALID, problems)),
        }
    }
}

/// Marks the proposal as accepted by a booking, in the transaction that stores the booking. Fails for all but one of
/// several concurrent bookings.
pub(crate) async fn accept(
    app: &App,
    tx: &Tx,
    booking: &Booking,
    accepting: &Accepting,
) -> ApiResult<()> {
    let (now, proposal) = (app.clock.now(), &accepting.proposal);
    if !proposals::accept(tx, proposal.id, booking.id, accepting.previous, now).await? {
        return Err(refusal(app, tx, proposal).await?);
    }
    // A booking that ended unpaid has stored the trek before.
    if store::treks::find(tx, proposal.id).await?.is_none() {
        store::treks::insert(tx, &proposal.private_trek(now)).await?;
    }
    kill_point("proposal-accepted");
    Ok(())
}

/// Why a proposal that could be accepted a moment ago cannot be accepted any more.
async fn refusal(app: &App, tx: &Tx, proposal: &Proposal) -> ApiResult<ApiError> {
    let current = proposals::find(tx, proposal.id).await?;
    let Some(current) = current else {
        return Ok(ApiError::not_found(UNKNOWN_LINK));
    };
    Ok(match current.state_at(app.clock.now()) {
        ProposalState::Superseded => superseded(app, tx, &current).await?,
        ProposalState::Withdrawn => ApiError::gone(WITHDRAWN),
        ProposalState::Expired => ended(&current),
        _ => ApiError::conflict(ACCEPTED),
    })
}
