//! `GET /api/proposal/{token}`: a proposal by its link, without sign-in.

use axum::Json;
use axum::extract::{Path, State};

use super::accept::{can_be_accepted, find, find_booking};
use super::wire::{OneProposal, Proposal, ProposalAnswer};
use crate::http::auth::Visitor;
use crate::http::error::ApiResult;
use crate::http::error_responses::{Gone, NotFound, StoreErrors};
use crate::http::response::Success;
use crate::platform::app::App;

/// Returns a proposal for its link. 410 once it was withdrawn or replaced by a new version, whose link is in `data.url`.
#[utoipa::path(
    get, path = "/api/proposal/{token}", tag = "proposals",
    params(("token" = String, Path)),
    responses((status = 200, body = ProposalAnswer), NotFound, Gone, StoreErrors),
)]
pub(crate) async fn read_by_link(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> ApiResult<Json<ProposalAnswer>> {
    let proposal = find(&app, &token).await?;
    let booking = find_booking(&app, &proposal).await?;
    let is_open = can_be_accepted(&app, &proposal, booking.as_ref());
    let booking = booking.filter(|booking| {
        let reader = visitor.0.as_ref();
        reader.is_some_and(|reader| reader.id == booking.user_id || reader.is_staff())
    });
    Ok(Json(ProposalAnswer {
        status: Success::Success,
        data: OneProposal {
            proposal: Proposal::new(&app, &proposal, is_open, booking.as_ref()),
        },
    }))
}
