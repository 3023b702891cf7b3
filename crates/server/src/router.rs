//! All routes and the middleware around them.

mod description;

use std::sync::LazyLock;

use axum::Router;
use axum::http::Method;
use axum::middleware;
use axum::routing::{MethodFilter, MethodRouter, get};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

#[cfg(debug_assertions)]
use self::description::Described;
use crate::features::account::{
    forgot_password, google, login, reset_password, second_step as login_second_step, session,
    signup, verify_code,
};
use crate::features::achievement;
use crate::features::achievement::write;
use crate::features::api_key;
use crate::features::audit;
use crate::features::balance::list as balance_list;
use crate::features::balance::page as balance;
use crate::features::blog;
use crate::features::booking::invoice::{pdf as invoice_pdf, sales_register};
use crate::features::booking::payment::{
    intent as payment_intent, list as payments, lock_rate, payout, record as payment_record,
    reversal, sandbox_confirm, verify, webhook,
};
use crate::features::booking::refund::create as refund;
use crate::features::booking::{
    agency_event, cancel, cancellation, change, create, export as booking_export, history,
    list as booking_list, notes, quote, read as booking_read, resend, sent_mail, status,
};
use crate::features::branding;
use crate::features::campaign;
use crate::features::custom_trek::{ask, manage as custom_trek_manage};
use crate::features::departure::{
    calendar, closures, create as departure_create, guided, list as departure_list,
    manage as departure_manage, manifest, staff as departure_staff,
};
use crate::features::departure_change;
use crate::features::enquiry;
use crate::features::exchange_rate;
use crate::features::failed_mail;
use crate::features::guide::manage as guide_manage;
use crate::features::health;
use crate::features::newsletter;
use crate::features::newsletter::manage as newsletter_manage;
use crate::features::npr_rate;
use crate::features::octo;
use crate::features::overview;
use crate::features::profile::{
    code, delete, device, email, export, me, password as profile_password, payment, second_step,
    sign_in,
};
use crate::features::promotion::manage as promotion_manage;
use crate::features::proposal;
use crate::features::report::{
    accounts, balances as balances_report, payments as payments_report, vat as vat_report,
};
use crate::features::review;
use crate::features::settings;
use crate::features::site_config;
use crate::features::staff;
use crate::features::today;
use crate::features::travel_credit;
use crate::features::trek::{
    create as trek_create, list, manage, map as trek_map, read as trek_read, remove, save, trending,
};
use crate::features::upload::{self, complete, delete as upload_delete, form, put, serve, sign};
use crate::features::waitlist::{join, list as waitlist, offer};
use crate::http::boxed_handler::boxed;
use crate::http::extract::body_limit;
use crate::platform::app::App;
use crate::site::metrics;
use crate::site::page;

/// Maximum size of JSON bodies, unless a route sets another.
const MAX_BODY_BYTES: usize = 1024 * 1024;
/// Room for a trek of twenty routes with all their days.
const MAX_TREK_BYTES: usize = 2 * 1024 * 1024;
/// A picture and the multipart framing around it.
const MAX_FORM_BYTES: usize = upload::MAX_BYTES + 64 * 1024;
const MAX_BLOG_BYTES: usize = 2 * 1024 * 1024;

/// The calls of one path.
struct Calls {
    path: &'static str,
    handlers: MethodRouter<App>,
    #[cfg(debug_assertions)]
    described: Described,
}

impl Calls {
    fn with_body_limit(mut self, bytes: usize) -> Self {
        self.handlers = self.handlers.layer(body_limit(bytes));
        self
    }
}

/// The handlers of one path, each with its method and path.
macro_rules! calls {
    ($first:literal => $($others:tt)+) => {
        calls!(@path $first; $first => $($others)+)
    };
    (@path $path:literal; $($call:literal => $($segment:ident)::+),+ $(,)?) => {
        Calls {
            path: split($path).1,
            handlers: MethodRouter::new()$(.on(split($call).0, boxed($($segment)::+)))+,
            #[cfg(debug_assertions)]
            described: Described {
                calls: &[$($call),+],
                description: || {
                    #[derive(utoipa::OpenApi)]
                    #[openapi(paths($($($segment)::+),+))]
                    struct Described;
                    <Described as utoipa::OpenApi>::openapi()
                },
            },
        }
    };
}

/// The method and the path of a call.
fn split(call: &'static str) -> (MethodFilter, &'static str) {
    let (method, path) = call.split_once(' ').expect("a method and a path");
    let method = Method::from_bytes(method.as_bytes()).expect("a method");
    (
        MethodFilter::try_from(method).expect("a known method"),
        path,
    )
}

fn api() -> Vec<Calls> {
    vec![
        // accounts (document 1 §7)
        calls!("POST /api/auth/signup" => signup::signup),
        calls!("POST /api/auth/verifyOTP" => verify_code::verify_otp),
        calls!("POST /api/auth/login" => login::login),
        calls!("POST /api/auth/second-step" => login_second_step::finish_second_step),
        calls!("GET /api/auth/verifyUser" => session::verify_user),
        calls!("POST /api/auth/refresh" => session::refresh),
        calls!("POST /api/auth/logout" => session::logout),
        calls!("POST /api/auth/forgotPassword" => forgot_password::forgot_password),
        calls!("POST /api/auth/resetPassword" => reset_password::reset_password),
        calls!("GET /api/auth/google" => google::begin_google_sign_in),
        calls!("GET /api/auth/google/callback" => google::finish_google_sign_in),
        // the account page (decisions §3)
        calls!(
            "GET /api/users/me" => me::read_me,
            "PATCH /api/users/me" => me::update_me,
            "DELETE /api/users/me" => delete::delete_me,
        ),
        calls!("POST /api/users/me/password" => profile_password::change_password),
        calls!(
            "GET /api/users/me/sessions" => device::list_sessions,
            "DELETE /api/users/me/sessions" => device::end_other_sessions,
        ),
        calls!("DELETE /api/users/me/sessions/{id}" => device::end_session),
        calls!(
            "GET /api/users/me/sign-ins" => sign_in::list_sign_ins,
            "DELETE /api/users/me/sign-ins" => sign_in::unlink_sign_in,
        ),
        calls!("POST /api/users/me/verification-code" => code::mail_verification_code),
        calls!(
            "GET /api/users/me/totp" => second_step::read_second_step,
            "POST /api/users/me/totp" => second_step::set_up_second_step,
            "DELETE /api/users/me/totp" => second_step::remove_second_step,
        ),
        calls!("POST /api/users/me/totp/confirm" => second_step::confirm_second_step),
        calls!("POST /api/users/me/totp/recovery-codes" => second_step::replace_recovery_codes),
        calls!("GET /api/users/me/payments" => payment::list_payments),
        calls!("POST /api/users/me/email" => email::change_email),
        calls!("POST /api/users/me/email/confirm" => email::confirm_email),
        calls!("GET /api/users/me/export" => export::export_me),
        calls!("POST /api/users/me/deletion-code" => delete::mail_deletion_code),
        // treks (document 1 §7, document 2 §7)
        calls!("GET /api/treks/getall" => list::list_treks),
        calls!("GET /api/treks/map" => trek_map::read_trek_map),
        calls!(
            "GET /api/treks/{id}" => trek_read::read_trek,
            "PUT /api/treks/{id}" => save::save_trek,
            "DELETE /api/treks/{id}" => remove::delete_trek,
        )
        .with_body_limit(MAX_TREK_BYTES),
        calls!("POST /api/treks" => trek_create::create_trek).with_body_limit(MAX_TREK_BYTES),
        calls!("GET /api/treks/manage" => manage::manage_treks),
        calls!("POST /api/treks/{id}/duplicate" => trek_create::duplicate_trek),
        calls!("POST /api/treks/{id}/archive" => remove::archive_trek),
        calls!("POST /api/treks/{id}/restore" => remove::restore_trek),
        calls!("GET /api/bookings/get-trending-treks" => trending::list_trending_treks),
        // departures (operations §2)
        calls!("GET /api/treks/{id}/departures" => departure_list::list_trek_departures),
        calls!(
            "GET /api/treks/{id}/closures" => closures::list_closures,
            "PUT /api/treks/{id}/closures" => closures::replace_closures,
        ),
        calls!(
            "GET /api/departures" => departure_list::list_departures,
            "POST /api/departures" => departure_create::create_departure,
        ),
        calls!("POST /api/departures/series" => departure_create::create_series),
        calls!("GET /api/calendar" => calendar::read_calendar),
        calls!("GET /api/departures/{id}/bookings" => departure_staff::list_departure_bookings),
        calls!(
            "GET /api/departures/{id}" => departure_list::read_departure,
            "PATCH /api/departures/{id}" => departure_manage::update_departure,
        ),
        calls!(
            "GET /api/departures/{id}/waitlist" => waitlist::list_waitlist,
            "POST /api/departures/{id}/waitlist" => join::join_waitlist,
            "DELETE /api/departures/{id}/waitlist" => join::leave_waitlist,
        ),
        calls!("GET /api/users/me/waitlist" => waitlist::list_own_waitlist),
        calls!("GET /api/offers/{token}" => offer::read_offer),
        calls!("GET /api/departures/{id}/manifest" => manifest::read_manifest),
        calls!("GET /api/departures/{id}/manifest.csv" => manifest::export_manifest),
        calls!("GET /api/users/me/departures" => guided::list_my_departures),
        calls!(
            "GET /api/guides" => guide_manage::list_guides,
            "POST /api/guides" => guide_manage::create_guide,
        ),
        calls!("PATCH /api/guides/{id}" => guide_manage::update_guide),
        calls!("POST /api/departures/{id}/cancel" => departure_change::begin::cancel_departure),
        calls!("POST /api/departures/{id}/move" => departure_change::begin::move_departure),
        calls!("GET /api/departures/{id}/changes" => departure_change::list::list_departure_changes),
        calls!(
            "GET /api/choices/{token}" => departure_change::choose::read_choices,
            "POST /api/choices/{token}" => departure_change::choose::choose,
        ),
        // resellers (operations §2); their own calls are OCTO's
        calls!(
            "GET /api/api-keys" => api_key::list_api_keys,
            "POST /api/api-keys" => api_key::create_api_key,
        ),
        calls!("DELETE /api/api-keys/{id}" => api_key::revoke_api_key),
        // the settings (operations §6)
        calls!("GET /api/settings" => settings::list::list_settings),
        calls!("PATCH /api/settings" => settings::change::change_settings),
        calls!("GET /api/settings/{name}/history" => settings::history::read_setting_history),
        calls!("POST /api/settings/test-mail" => settings::test_mail::send_test_mail),
        // the staff of the agency (operations §6)
        calls!("GET /api/staff" => staff::list::list_staff),
        calls!("PATCH /api/staff/{id}" => staff::role::change_role),
        calls!("POST /api/staff/invitations" => staff::invite::create_invitation),
        calls!("DELETE /api/staff/invitations/{id}" => staff::invite::withdraw_invitation),
        calls!("POST /api/staff/invitations/{id}/resend" => staff::invite::resend_invitation),
        calls!("GET /api/invitations/{token}" => staff::accept::read_invitation),
        calls!("POST /api/invitations/{token}/accept" => staff::accept::accept_invitation),
        // promotion codes (operations §6)
        calls!(
            "GET /api/promotions" => promotion_manage::list_promotions,
            "POST /api/promotions" => promotion_manage::create_promotion,
        ),
        calls!("PATCH /api/promotions/{id}" => promotion_manage::update_promotion),
        calls!("GET /api/promotions/{id}/uses" => promotion_manage::list_promotion_uses),
        // reviews (operations §6)
        calls!("GET /api/reviews" => review::manage::list_reviews),
        calls!("POST /api/reviews/{id}/approve" => review::manage::approve_review),
        calls!("POST /api/reviews/{id}/reject" => review::manage::reject_review),
        calls!("POST /api/reviews/{id}/answer" => review::manage::answer_review),
        calls!(
            "GET /api/review/{token}" => review::write::read_review,
            "PUT /api/review/{token}" => review::write::write_review,
        ),
        calls!("GET /api/treks/{id}/reviews" => review::shown::list_trek_reviews),
        // bookings and payments (document 2 §7, decisions §3)
        calls!(
            "POST /api/bookings" => create::create_booking,
            "GET /api/bookings" => booking_list::list_bookings,
        ),
        calls!("GET /api/bookings/export" => booking_export::export_bookings),
        calls!("GET /api/bookings/guests/export" => booking_export::export_guests),
        calls!("GET /api/bookings/payments/export" => booking_export::export_payments),
        calls!("GET /api/bookings/{id}/history" => history::read_history),
        calls!("GET /api/bookings/{id}/invoice.pdf" => invoice_pdf::read_invoice),
        calls!("GET /api/reports/payments" => payments_report::report_payments),
        calls!("GET /api/reports/payments.csv" => payments_report::export_payments_report),
        calls!("GET /api/reports/balances" => balances_report::report_balances),
        calls!("GET /api/reports/balances.csv" => balances_report::export_balances_report),
        calls!("GET /api/reports/vat" => vat_report::report_vat),
        calls!("GET /api/reports/vat.csv" => vat_report::export_vat_report),
        calls!("GET /api/reports/accounts.zip" => accounts::export_accounts),
        calls!("GET /api/reports/sales-register.csv" => sales_register::export_sales_register),
        calls!("POST /api/bookings/{id}/resend-mail" => resend::resend_booking_mail),
        calls!("GET /api/agency-events" => agency_event::list_agency_events),
        calls!("POST /api/agency-events/seen" => agency_event::mark_agency_events_seen),
        calls!("POST /api/bookings/quote" => quote::quote_booking),
        calls!("POST /api/bookings/verify-payment" => verify::verify_payment),
        calls!("GET /api/bookings/my-bookings" => booking_read::list_my_bookings),
        calls!(
            "GET /api/bookings/{id}" => booking_read::read_booking,
            "PATCH /api/bookings/{id}" => status::move_booking,
        ),
        calls!("GET /api/bookings/tags" => notes::list_tags),
        calls!("POST /api/bookings/{id}/notes" => notes::add_note),
        calls!("DELETE /api/bookings/{id}/notes/{noteId}" => notes::delete_note),
        calls!("PUT /api/bookings/{id}/tags" => notes::set_tags),
        calls!("GET /api/bookings/{id}/mails/{mailId}" => sent_mail::read_sent_mail),
        calls!("POST /api/bookings/{id}/mails/{mailId}/resend" => resend::resend_sent_mail),
        calls!("POST /api/bookings/{id}/change" => change::apply::change_booking),
        calls!("POST /api/bookings/{id}/change/preview" => change::preview::preview_change),
        calls!("POST /api/bookings/{id}/cancel" => cancel::cancel_booking),
        calls!("GET /api/bookings/{id}/cancellation" => cancellation::read_cancellation),
        calls!("POST /api/bookings/{id}/refund" => refund::refund_booking),
        calls!(
            "GET /api/bookings/{id}/payments" => payments::list_booking_payments,
            "POST /api/bookings/{id}/payments" => payment_record::record_payment,
        ),
        calls!("POST /api/bookings/{id}/payments/{paymentId}/reverse" => reversal::reverse_payment),
        calls!("PUT /api/bookings/{id}/rate" => lock_rate::lock_booking_rate),
        calls!("POST /api/bookings/{id}/payouts" => payout::record_payout),
        // the balance of a confirmed booking (operations §3)
        calls!("POST /api/bookings/{id}/balance-link" => balance::create_balance_link),
        calls!("GET /api/balance/{token}" => balance::read_balance),
        calls!("POST /api/balance/{token}/payment-intent" => balance::open_balance_payment),
        calls!("POST /api/balance/{token}/verify" => balance::verify_balance_payment),
        calls!("GET /api/balances" => balance_list::list_balances),
        calls!("POST /api/bookings/{id}/payment-intent" => payment_intent::open_payment_intent),
        calls!("POST /api/payments/sandbox/{paymentIntentId}/confirm" => sandbox_confirm::confirm_sandbox_payment),
        calls!("POST /api/payments/sandbox/{paymentIntentId}/authenticate" => sandbox_confirm::authenticate_sandbox_payment),
        calls!("POST /api/payments/stripe/webhook" => webhook::take_stripe_event),
        // pictures (document 2 §7, decisions §3)
        calls!("POST /api/upload/sign" => sign::sign_upload),
        calls!("PUT /api/upload/put" => put::put_upload).with_body_limit(upload::MAX_BYTES),
        calls!("POST /api/upload/complete" => complete::complete_upload),
        calls!("POST /api/upload/single" => form::upload_single).with_body_limit(MAX_FORM_BYTES),
        calls!("POST /api/upload/multiple" => form::upload_multiple)
            .with_body_limit(upload::MAX_FORM_BYTES),
        calls!("DELETE /api/upload/delete" => upload_delete::delete_upload),
        // articles and figures (document 1 §7)
        calls!(
            "GET /api/blogs" => blog::read::list_blogs,
            "POST /api/blogs" => blog::write::create_blog,
        )
        .with_body_limit(MAX_BLOG_BYTES),
        calls!("GET /api/blogs/manage" => blog::manage::manage_blogs),
        calls!(
            "GET /api/blogs/{id}" => blog::read::read_blog,
            "PUT /api/blogs/{id}" => blog::write::update_blog,
            "DELETE /api/blogs/{id}" => blog::write::delete_blog,
        )
        .with_body_limit(MAX_BLOG_BYTES),
        calls!("GET /api/achievement/" => achievement::list_achievements),
        calls!("POST /api/achievement" => write::create_achievement),
        calls!(
            "PUT /api/achievement/{id}" => write::update_achievement,
            "DELETE /api/achievement/{id}" => write::delete_achievement,
        ),
        // newsletter (document 1 §7, decisions §3)
        calls!("POST /api/newsletter/subscribe" => newsletter::subscribe),
        calls!("GET /api/newsletter/status" => newsletter::read_status),
        calls!(
            "POST /api/newsletter/unsubscribe" => newsletter::unsubscribe,
            "GET /api/newsletter/unsubscribe" => newsletter::show_unsubscribe_page,
        ),
        calls!("GET /api/newsletter/subscribers" => newsletter_manage::list_subscribers),
        calls!("DELETE /api/newsletter/subscribers/{id}" => newsletter_manage::remove_subscriber),
        calls!("GET /api/newsletter/subscribers/export" => newsletter_manage::export_subscribers),
        // custom treks (decisions §3)
        calls!(
            "POST /api/custom-treks" => ask::ask_for_custom_trek,
            "GET /api/custom-treks" => custom_trek_manage::list_custom_treks,
        ),
        calls!(
            "GET /api/custom-treks/{id}" => custom_trek_manage::read_custom_trek,
            "PATCH /api/custom-treks/{id}" => custom_trek_manage::update_custom_trek,
        ),
        // enquiries (operations §6)
        calls!(
            "POST /api/enquiries" => enquiry::ask::create_enquiry,
            "GET /api/enquiries" => enquiry::manage::list_enquiries,
        ),
        calls!(
            "GET /api/enquiries/{id}" => enquiry::manage::read_enquiry,
            "PATCH /api/enquiries/{id}" => enquiry::manage::update_enquiry,
        ),
        calls!("POST /api/enquiries/{id}/answers" => enquiry::manage::answer_enquiry),
        calls!(
            "GET /api/enquiry/{token}" => enquiry::thread::read_shared_enquiry,
            "POST /api/enquiry/{token}" => enquiry::thread::write_message,
        ),
        calls!(
            "GET /api/saved-replies" => enquiry::saved_reply::list_saved_replies,
            "POST /api/saved-replies" => enquiry::saved_reply::create_saved_reply,
        ),
        calls!(
            "PATCH /api/saved-replies/{id}" => enquiry::saved_reply::update_saved_reply,
            "DELETE /api/saved-replies/{id}" => enquiry::saved_reply::delete_saved_reply,
        ),
        // proposals (operations §6)
        calls!(
            "GET /api/proposals" => proposal::list::list_proposals,
            "POST /api/proposals" => proposal::create::create_proposal,
        ),
        calls!(
            "GET /api/proposals/{id}" => proposal::list::read_proposal,
            "PATCH /api/proposals/{id}" => proposal::manage::update_proposal,
        ),
        calls!("POST /api/proposals/{id}/send" => proposal::manage::send_proposal),
        calls!("POST /api/proposals/{id}/withdraw" => proposal::manage::withdraw_proposal),
        calls!("GET /api/proposal/{token}" => proposal::page::read_by_link),
        // emails to many recipients (operations §6)
        calls!(
            "GET /api/campaigns" => campaign::manage::list_campaigns,
            "POST /api/campaigns" => campaign::manage::create_campaign,
        ),
        calls!(
            "GET /api/campaigns/{id}" => campaign::manage::read_campaign,
            "PATCH /api/campaigns/{id}" => campaign::manage::update_campaign,
            "DELETE /api/campaigns/{id}" => campaign::manage::delete_campaign,
        ),
        calls!("GET /api/campaigns/{id}/preview" => campaign::preview::preview_campaign),
        calls!("GET /api/campaigns/{id}/recipients" => campaign::manage::list_recipients),
        calls!("POST /api/campaigns/{id}/test" => campaign::send::test_campaign),
        calls!("POST /api/campaigns/{id}/send" => campaign::send::send_campaign),
        calls!("POST /api/campaigns/{id}/retry" => campaign::send::retry_campaign),
        // the site (decisions §3)
        calls!("GET /api/overview" => overview::read_overview),
        calls!("GET /api/today" => today::tasks::read_today),
        calls!("GET /api/today/months" => today::months::list_months),
        calls!("GET /api/today/months.csv" => today::months::export_months),
        calls!("GET /api/config" => site_config::read_config),
        calls!("GET /api/site/texts/{name}" => branding::serve::read_site_text),
        calls!("GET /api/exchange-rate" => exchange_rate::read_exchange_rate),
        calls!("GET /api/travel-credits" => travel_credit::list_travel_credits),
        calls!("GET /api/travel-credits/my-credits" => travel_credit::list_my_credits),
        calls!(
            "GET /api/rates/npr" => npr_rate::read_npr_rate,
            "PUT /api/rates/npr" => npr_rate::set_npr_rate,
        ),
        calls!("GET /api/mails/failed" => failed_mail::list_failed_mails),
        calls!("POST /api/mails/{id}/resend" => failed_mail::resend_mail),
        calls!("GET /api/audit" => audit::list_audit_log),
        // operator
        calls!("GET /healthz" => health::healthz),
        calls!("GET /readyz" => health::readyz),
    ]
}

/// The calls of the API. Tests build many apps in one process.
static CALLS: LazyLock<Router<App>> = LazyLock::new(|| {
    let add = |router: Router<App>, calls: Calls| router.route(calls.path, calls.handlers);
    let alias = get(achievement::list_achievements);
    // The documents call it with a trailing slash.
    let router = Router::new().route("/api/achievement", alias);
    api().into_iter().fold(router, add)
});

/// The whole application as one service.
pub fn router(app: App) -> Router {
    let compressed = CompressionLayer::new().compress_when(
        SizeAbove::new(1024)
            .and(NotForContentType::IMAGES)
            .and(NotForContentType::new("font/")),
    );
    let mut routes = CALLS.clone().nest("/octo", octo::router());
    // With a listener of their own, metrics are not served here.
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
        // The first is the outermost. All are one layer, because each layer of a router costs every request an allocation
        // and a copy of the handler.
        .layer((
            middleware::from_fn_with_state(app.clone(), metrics::count),
            middleware::from_fn_with_state(app.clone(), crate::http::middleware::frame),
            middleware::from_fn_with_state(app.clone(), crate::http::admission::admit),
            compressed,
            body_limit(MAX_BODY_BYTES),
        ))
        .with_state(app)
}

/// The OpenAPI document of all calls. Its bytes are the same for the same program.
#[must_use]
pub fn openapi() -> String {
    #[cfg(debug_assertions)]
    return description::document(api().into_iter().map(|calls| calls.described));
    #[cfg(not(debug_assertions))]
    description::committed()
}
