//! Every route of the product, and what every request passes through.

use axum::Router;
use axum::middleware;
use axum::routing::get;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use utoipa::openapi::content::Content;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::features::account::{
    forgot_password, google, login, reset_password, session, signup, verify_code,
};
use crate::features::achievement;
use crate::features::achievement::write;
use crate::features::audit;
use crate::features::blog;
use crate::features::booking::{
    agency_event, cancel, create, export as booking_export, history, list as booking_list,
    payment_intent, quote, read as booking_read, refund, resend, sandbox_confirm, status, verify,
    webhook,
};
use crate::features::branding;
use crate::features::custom_trek::{ask, manage as custom_trek_manage};
use crate::features::exchange_rate;
use crate::features::failed_mail;
use crate::features::health;
use crate::features::newsletter;
use crate::features::newsletter::manage as newsletter_manage;
use crate::features::overview;
use crate::features::profile::{
    code, delete, device, email, export, me, password as profile_password, payment, sign_in,
};
use crate::features::site_config;
use crate::features::trek::{
    create as trek_create, list, manage, map as trek_map, read as trek_read, remove, save, trending,
};
use crate::features::upload::{self, complete, delete as upload_delete, form, put, serve, sign};
use crate::http::extract::body_limit;
use crate::platform::app::App;
use crate::site::metrics;
use crate::site::page;

/// JSON bodies, unless a route says otherwise.
const BODY_LIMIT: usize = 1024 * 1024;
/// A trek of twenty routes with every day of each.
const TREK_LIMIT: usize = 2 * 1024 * 1024;
/// A picture and what a form puts around it.
const FORM_LIMIT: usize = upload::MAX_BYTES + 64 * 1024;
const BLOG_LIMIT: usize = 2 * 1024 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(title = "Chautari", description = "Treks, bookings and payments of a trekking agency."),
    modifiers(&Security)
)]
struct Document;

/// Calls that need a session name `session`: a bearer token in the Authorization header.
struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        document
            .components
            .get_or_insert_default()
            .add_security_scheme("session", SecurityScheme::Http(bearer));
    }
}

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        // accounts (document 1 §7)
        .routes(routes!(signup::signup))
        .routes(routes!(verify_code::verify_otp))
        .routes(routes!(login::login))
        .routes(routes!(session::verify_user))
        .routes(routes!(session::refresh))
        .routes(routes!(session::logout))
        .routes(routes!(forgot_password::forgot_password))
        .routes(routes!(reset_password::reset_password))
        .routes(routes!(google::begin_google_sign_in))
        .routes(routes!(google::finish_google_sign_in))
        // the account page (decisions §3)
        .routes(routes!(me::read_me, me::update_me, delete::delete_me))
        .routes(routes!(profile_password::change_password))
        .routes(routes!(device::list_sessions, device::end_other_sessions))
        .routes(routes!(device::end_session))
        .routes(routes!(sign_in::list_sign_ins, sign_in::unlink_sign_in))
        .routes(routes!(code::mail_verification_code))
        .routes(routes!(payment::list_payments))
        .routes(routes!(email::change_email))
        .routes(routes!(email::confirm_email))
        .routes(routes!(export::export_me))
        .routes(routes!(delete::mail_deletion_code))
        // treks (document 1 §7, document 2 §7)
        .routes(routes!(list::list_treks))
        .routes(routes!(trek_map::read_trek_map))
        .routes(
            routes!(trek_read::read_trek, save::save_trek, remove::delete_trek)
                .layer(body_limit(TREK_LIMIT)),
        )
        .routes(routes!(trek_create::create_trek).layer(body_limit(TREK_LIMIT)))
        .routes(routes!(manage::manage_treks))
        .routes(routes!(trek_create::duplicate_trek))
        .routes(routes!(remove::archive_trek))
        .routes(routes!(remove::restore_trek))
        .routes(routes!(trending::list_trending_treks))
        // bookings and payments (document 2 §7, decisions §3)
        .routes(routes!(create::create_booking, booking_list::list_bookings))
        .routes(routes!(booking_export::export_bookings))
        .routes(routes!(booking_export::export_guests))
        .routes(routes!(booking_export::export_payments))
        .routes(routes!(history::read_history))
        .routes(routes!(resend::resend_booking_mail))
        .routes(routes!(agency_event::list_agency_events))
        .routes(routes!(agency_event::mark_agency_events_seen))
        .routes(routes!(quote::quote_booking))
        .routes(routes!(verify::verify_payment))
        .routes(routes!(booking_read::list_my_bookings))
        .routes(routes!(booking_read::read_booking, status::move_booking))
        .routes(routes!(cancel::cancel_booking))
        .routes(routes!(cancel::read_cancellation))
        .routes(routes!(refund::refund_booking))
        .routes(routes!(payment_intent::open_payment_intent))
        .routes(routes!(sandbox_confirm::confirm_sandbox_payment))
        .routes(routes!(sandbox_confirm::authenticate_sandbox_payment))
        .routes(routes!(webhook::take_stripe_event))
        // pictures (document 2 §7, decisions §3)
        .routes(routes!(sign::sign_upload))
        .routes(routes!(put::put_upload).layer(body_limit(upload::MAX_BYTES)))
        .routes(routes!(complete::complete_upload))
        .routes(routes!(form::upload_single).layer(body_limit(FORM_LIMIT)))
        .routes(routes!(form::upload_multiple).layer(body_limit(upload::MAX_FORM_BYTES)))
        .routes(routes!(upload_delete::delete_upload))
        // articles and figures (document 1 §7)
        .routes(
            routes!(blog::read::list_blogs, blog::write::create_blog).layer(body_limit(BLOG_LIMIT)),
        )
        .routes(routes!(blog::manage::manage_blogs))
        .routes(
            routes!(
                blog::read::read_blog,
                blog::write::update_blog,
                blog::write::delete_blog
            )
            .layer(body_limit(BLOG_LIMIT)),
        )
        .routes(routes!(achievement::list_achievements))
        .routes(routes!(write::create_achievement))
        .routes(routes!(
            write::update_achievement,
            write::delete_achievement
        ))
        // The documents ask with the slash, people without.
        .route("/api/achievement", get(achievement::list_achievements))
        // newsletter (document 1 §7, decisions §3)
        .routes(routes!(newsletter::subscribe))
        .routes(routes!(newsletter::read_status))
        .routes(routes!(
            newsletter::unsubscribe,
            newsletter::show_unsubscribe_page
        ))
        .routes(routes!(newsletter_manage::list_subscribers))
        .routes(routes!(newsletter_manage::remove_subscriber))
        .routes(routes!(newsletter_manage::export_subscribers))
        // custom treks (decisions §3)
        .routes(routes!(
            ask::ask_for_custom_trek,
            custom_trek_manage::list_custom_treks
        ))
        .routes(routes!(
            custom_trek_manage::read_custom_trek,
            custom_trek_manage::update_custom_trek
        ))
        // the site (decisions §3)
        .routes(routes!(overview::read_overview))
        .routes(routes!(site_config::read_config))
        .routes(routes!(branding::serve::read_site_text))
        .routes(routes!(exchange_rate::read_exchange_rate))
        .routes(routes!(failed_mail::list_failed_mails))
        .routes(routes!(failed_mail::resend_mail))
        .routes(routes!(audit::list_audit_log))
        // operator
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
}

/// The whole program as one service.
pub fn router(app: App) -> Router {
    let compressed = CompressionLayer::new().compress_when(
        SizeAbove::new(1024)
            .and(NotForContentType::IMAGES)
            .and(NotForContentType::new("font/")),
    );
    let (mut routes, _) = api().split_for_parts();
    // With an address of their own the metrics are nowhere else.
    if app.config.metrics_listen.is_none() {
        routes = routes.route("/metrics", get(metrics::serve_to_loopback));
    }
    routes
        .method_not_allowed_fallback(crate::http::middleware::method_not_allowed)
        .route("/sitemap.xml", get(page::sitemap::sitemap))
        .route("/uploads/{*path}", get(serve::serve_picture))
        .route("/site/{*path}", get(branding::serve::serve_image))
        .route("/robots.txt", get(page::sitemap::robots))
        .route("/site.webmanifest", get(page::manifest::manifest))
        .fallback(page::serve)
        .layer(body_limit(BODY_LIMIT))
        .layer(compressed)
        .layer(middleware::from_fn_with_state(
            app.clone(),
            crate::http::middleware::frame,
        ))
        .layer(middleware::from_fn_with_state(app.clone(), metrics::count))
        .with_state(app)
}

/// Every call that reads JSON refuses another content type (`extract::Body`).
fn add_unsupported_media_type(document: &mut utoipa::openapi::OpenApi) {
    let failure = RefOr::Ref(Ref::from_schema_name("Failure"));
    let response = ResponseBuilder::new()
        .content("application/json", Content::new(Some(failure)))
        .build();
    for item in document.paths.paths.values_mut() {
        let calls = [
            &mut item.post,
            &mut item.put,
            &mut item.patch,
            &mut item.delete,
        ];
        for call in calls.into_iter().filter_map(Option::as_mut) {
            let reads_json = call.request_body.as_ref().is_some_and(|body| {
                matches!(body, RefOr::T(body) if body.content.contains_key("application/json"))
            });
            let responses = &mut call.responses.responses;
            if reads_json && !responses.contains_key("415") {
                responses.insert("415".to_owned(), RefOr::T(response.clone()));
            }
        }
    }
}

/// The OpenAPI document of every route above, the same bytes for the same program.
///
/// # Panics
/// Never: the document is made of text and numbers.
#[must_use]
pub fn openapi() -> String {
    let mut document = api().into_openapi();
    // The version of a build says nothing about the contract, and would make the file stale.
    "1".clone_into(&mut document.info.version);
    document.info.license = None;
    add_unsupported_media_type(&mut document);
    document
        .to_pretty_json()
        .expect("an OpenAPI document is JSON")
        + "\n"
}
