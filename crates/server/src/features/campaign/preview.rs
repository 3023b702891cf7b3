//! `GET /api/campaigns/{id}/preview`, and the text of a campaign's email.

use axum::Json;
use axum::extract::State;
use domain::account::Email;
use domain::campaign::{Audience, Campaign, paragraphs};
use store::StoreResult;

use super::audience::{departure_label, recipients};
use super::manage::{NOT_FOUND, find};
use super::wire::{CampaignPreview, CampaignPreviewAnswer};
use crate::features::newsletter;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, NotFound, ServerError};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::mails::campaign::CampaignMail;
use crate::platform::mails::{MailTemplate, Sender};

/// Returns the email as it would be sent to the caller, and the number of its recipients.
#[utoipa::path(
    get, path = "/api/campaigns/{id}/preview", tag = "campaigns", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = CampaignPreviewAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn preview_campaign(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
) -> ApiResult<Json<CampaignPreviewAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let (campaign, recipients) = app
        .in_transaction("preview_campaign", async |tx| -> ApiResult<_> {
            let campaign = find(&tx, id).await?;
            let recipients = recipients(&app, &tx, &campaign).await?.len() as u64;
            Ok((campaign, recipients))
        })
        .await?;
    let letter = letter(&app, &campaign, &me.account.name, &me.account.email).await?;
    let from = Sender::from(&app.config);
    Ok(Json(CampaignPreviewAnswer {
        status: Success::Success,
        data: CampaignPreview {
            subject: campaign.subject,
            html: letter.html(&from).map_err(ApiError::internal)?,
            text: letter.text(&from).map_err(ApiError::internal)?,
            recipients,
        },
    }))
}

/// The email to one person. `name` is empty for a subscriber, whose name is not known.
pub(crate) async fn letter(
    app: &App,
    campaign: &Campaign,
    name: &str,
    email: &Email,
) -> StoreResult<CampaignMail> {
    let (name, departure, unsubscribe_page) = match campaign.audience {
        Audience::Departure(id) => {
            let departure = departure_label(&app.db, id).await?;
            (name, departure.unwrap_or_default(), String::new())
        }
        Audience::Subscribers => ("", String::new(), newsletter::unsubscribe_page(app, email)),
    };
    Ok(CampaignMail {
        subject: campaign.subject.clone(),
        name: name.to_owned(),
        paragraphs: paragraphs(&campaign.body),
        departure,
        unsubscribe_page,
    })
}
