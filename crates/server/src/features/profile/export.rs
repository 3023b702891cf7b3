//! `GET /api/users/me/export`: all stored data of a user, as a file (decisions §3).

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse, Response};
use domain::account::Email;
use store::one_time_codes::{self, Kind};
use store::{identities, subscribers};

use super::wire::{ExportAnswer, ExportedSession, SignIn};
use super::{device, payment};
use crate::features::booking::wire::Booking;
use crate::features::custom_trek::wire::CustomTrek;
use crate::features::enquiry::wire::SharedEnquiry;
use crate::features::review::wire::ExportedReview;
use crate::features::waitlist::wire::WaitlistEntry;
use crate::http::auth::SignedIn;
use crate::http::error::ApiResult;
use crate::http::error_responses::SignInErrors;
use crate::http::response::Success;
use crate::platform::app::App;

/// Returns all stored data of the user as a download, without the hashes of passwords and tokens.
#[utoipa::path(
    get, path = "/api/users/me/export", tag = "account", security(("session" = [])),
    responses((status = 200, body = ExportAnswer, headers(("content-disposition" = String))), SignInErrors),
)]
pub(crate) async fn export_me(State(app): State<App>, me: SignedIn) -> ApiResult<Response> {
    let now = app.clock.now();
    let email = &me.account.email;
    let places = device::places(&app, &me).await?;
    let sessions = places.into_iter().map(|place| ExportedSession {
        session: device::to_wire(&place, me.session_id),
        user_agent: place.user_agent,
    });
    let sign_ins = identities::list_for_account(&app.db, me.id).await?;
    let change = one_time_codes::find_newest(&app.db, me.id, Kind::ChangeEmail).await?;
    let step = store::second_steps::find_confirmed(&app.db, me.id).await?;
    let newsletter = subscribers::find_by_email(&app.db, email).await?;
    let custom_treks = store::custom_treks::list_for_email(&app.db, email).await?;
    let enquiries = enquiries_of(&app, email).await?;
    let bookings = store::bookings::list_for_user(&app.db, me.id).await?;
    let entries = store::waitlist::list_for_user(&app.db, me.id).await?;
    let booking_ids: Vec<_> = bookings.iter().map(|booking| booking.id).collect();
    let reviews = store::reviews::list_for_bookings(&app.db, &booking_ids).await?;
    let payments = payment::paid(&bookings);
    let bookings = bookings
        .into_iter()
        .map(|booking| Booking::new(&app, &me, booking))
        .collect();
    let export = ExportAnswer {
        status: Success::Success,
        exported_at: now,
        signed_up_at: me.account.created_at,
        sessions: sessions.collect(),
        sign_ins: sign_ins.into_iter().map(SignIn::from).collect(),
        new_email: change.and_then(|code| Some(code.purpose.email()?.as_str().to_owned())),
        second_step_since: step.and_then(|step| step.confirmed_at),
        newsletter_since: newsletter.map(|subscriber| subscriber.created_at),
        custom_treks: custom_treks
            .into_iter()
            .map(CustomTrek::for_traveller)
            .collect(),
        enquiries,
        waitlist_entries: entries
            .iter()
            .map(|entry| WaitlistEntry::new(entry, &[], now))
            .collect(),
        reviews: reviews.into_iter().map(ExportedReview::from).collect(),
        payments,
        bookings,
        user: me.account.into(),
    };
    let day = now.with_timezone(&app.config.timezone).format("%Y-%m-%d");
    let named = format!("attachment; filename=\"account-{day}.json\"");
    Ok(([(CONTENT_DISPOSITION, named)], Json(export)).into_response())
}

async fn enquiries_of(app: &App, email: &Email) -> ApiResult<Vec<SharedEnquiry>> {
    let mut found = Vec::new();
    for enquiry in store::enquiries::list_for_email(&app.db, email).await? {
        let messages = store::enquiries::list_messages(&app.db, enquiry.id).await?;
        found.push(SharedEnquiry::new(enquiry, messages));
    }
    Ok(found)
}
