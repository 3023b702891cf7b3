//! The newsletter: subscribe, read the status, unsubscribe, and the welcome mail (document 1 §4 and §7, decisions §10
//! "Newsletter"). No response reveals to a stranger who is subscribed.

pub mod manage;

use axum::Json;
use axum::extract::State;
use axum::response::Redirect;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::account::Email;
use domain::newsletter::Subscriber;
use domain::problem::Problem;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use store::jobs::{self, ClaimedJob, Job};
use store::subscribers;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::features::account::wire::MessageAnswer;
use crate::http::auth::Visitor;
use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, TooManyRequests};
use crate::http::extract::{Body, Params};
use crate::http::rate_limit::{self, Limit};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::job_runner::JobError;
use crate::platform::mails::{Envelope, MailTemplate, NewsletterWelcomeMail, Sender};

const NO_EMAIL: &str = "Please enter your email address";
const SUBSCRIBED: &str = "Thank you for subscribing to our newsletter.";
const UNSUBSCRIBED: &str = "You have been unsubscribed.";
const BAD_LINK: &str = "This unsubscribe link is not valid.";

#[derive(Deserialize, ToSchema)]
pub struct SubscribeRequest {
    #[serde(default)]
    #[schema(required)]
    pub email: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StatusQuery {
    #[serde(default)]
    #[param(required)]
    email: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinkQuery {
    #[serde(default)]
    #[param(required)]
    token: String,
}

#[derive(Serialize, ToSchema)]
pub struct NewsletterStatusAnswer {
    pub status: Success,
    pub data: NewsletterStatus,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsletterStatus {
    pub is_subscribed: bool,
}

fn read_email(text: &str) -> ApiResult<Email> {
    let problem = match text.trim() {
        "" => NO_EMAIL.to_owned(),
        text => match Email::parse(text) {
            Ok(email) => return Ok(email),
            Err(error) => error.to_string(),
        },
    };
    let field = Problem::new("email", problem.clone());
    Err(ApiError::invalid(problem, vec![field]))
}

/// Subscribes an address and sends a welcome mail. An address that is subscribed already gets the same response and no
/// second mail.
#[utoipa::path(
    post, path = "/api/newsletter/subscribe", tag = "newsletter", request_body = SubscribeRequest,
    responses((status = 200, body = MessageAnswer), BadRequest, TooManyRequests),
)]
pub(crate) async fn subscribe(
    State(app): State<App>,
    client: ClientAddress,
    Body(ask): Body<SubscribeRequest>,
) -> ApiResult<Json<MessageAnswer>> {
    let email = read_email(&ask.email)?;
    let counted = [(Limit::SubscriptionsOfClient, client.0.as_str())];
    rate_limit::count(&app, &counted).await?;
    app.in_transaction("subscribe", async |tx| -> ApiResult<()> {
        add(&app, &tx, &email).await?;
        Ok(())
    })
    .await?;
    app.wake_worker();
    Ok(message(SUBSCRIBED))
}

/// Subscribes an address. A new one gets a welcome mail.
pub(crate) async fn add(app: &App, tx: &store::Tx, email: &Email) -> ApiResult<()> {
    let subscriber = Subscriber {
        id: app.clock.new_id(),
        email: email.clone(),
        created_at: app.clock.now(),
    };
    if subscribers::add(tx, &subscriber).await? && may_mail(app, tx, email).await? {
        let job = Job::MailNewsletterWelcome {
            subscriber_id: subscriber.id,
        };
        jobs::add(tx, app.clock.new_id(), &job, subscriber.created_at).await?;
    }
    Ok(())
}

/// Whether the address may get another mail today. Limits repeated subscriptions, also those by strangers.
async fn may_mail(app: &App, tx: &store::Tx, email: &Email) -> ApiResult<bool> {
    let counted = (Limit::NewsletterMails, email.key());
    Ok(rate_limit::count_in(app, tx, counted).await?.is_none())
}

/// Returns whether an address is subscribed: the truth to its owner and to administrators, false to others.
#[utoipa::path(
    get, path = "/api/newsletter/status", tag = "newsletter", params(StatusQuery),
    responses((status = 200, body = NewsletterStatusAnswer), BadRequest),
)]
pub(crate) async fn read_status(
    State(app): State<App>,
    visitor: Visitor,
    Params(query): Params<StatusQuery>,
) -> ApiResult<Json<NewsletterStatusAnswer>> {
    let email = read_email(&query.email)?;
    let may_know = visitor
        .0
        .as_ref()
        .is_some_and(|person| person.is_staff() || person.account.email == email);
    Ok(Json(NewsletterStatusAnswer {
        status: Success::Success,
        data: NewsletterStatus {
            is_subscribed: may_know && subscribers::is_subscribed(&app.db, &email).await?,
        },
    }))
}

/// Ends the subscription that the link of a mail was signed for. The link is the permission and works repeatedly. Mail
/// programs send a form with it (RFC 8058), which is ignored.
#[utoipa::path(
    post, path = "/api/newsletter/unsubscribe", tag = "newsletter", params(LinkQuery),
    responses((status = 200, body = MessageAnswer), BadRequest),
)]
pub(crate) async fn unsubscribe(
    State(app): State<App>,
    Params(query): Params<LinkQuery>,
) -> ApiResult<Json<MessageAnswer>> {
    let email = read_token(&app, &query.token).ok_or_else(|| ApiError::bad_request(BAD_LINK))?;
    subscribers::remove(&app.db, &email).await?;
    Ok(message(UNSUBSCRIBED))
}

/// For mail programs that open the one-click URL: redirects to the page with the button. Opening it does not
/// unsubscribe, because mail scanners open every link.
#[utoipa::path(
    get, path = "/api/newsletter/unsubscribe", tag = "newsletter", params(LinkQuery),
    responses((status = 303, description = "The page with the button"), BadRequest),
)]
pub(crate) async fn show_unsubscribe_page(
    State(app): State<App>,
    Params(query): Params<LinkQuery>,
) -> ApiResult<Redirect> {
    read_token(&app, &query.token).ok_or_else(|| ApiError::bad_request(BAD_LINK))?;
    Ok(Redirect::to(&page_of(&query.token)))
}

fn page_of(token: &str) -> String {
    format!("/newsletter/unsubscribe?token={token}")
}

fn message(text: &str) -> Json<MessageAnswer> {
    Json(MessageAnswer {
        status: Success::Success,
        message: text.to_owned(),
    })
}

/// The page with the unsubscribe button, for the text of an email.
#[must_use]
pub fn unsubscribe_page(app: &App, email: &Email) -> String {
    let token = sign(app, email);
    format!("{}{}", app.config.public_url, page_of(&token))
}

/// The address that mail programs call when their unsubscribe button is pressed (RFC 8058).
#[must_use]
pub fn one_click_url(app: &App, email: &Email) -> String {
    let token = sign(app, email);
    format!(
        "{}/api/newsletter/unsubscribe?token={token}",
        app.config.public_url
    )
}

/// The address and its signature. The token contains the address instead of the subscriber's id, so that the link of an
/// old mail still works after a new subscription.
fn sign(app: &App, email: &Email) -> String {
    let signature = mac_of(app, email).finalize().into_bytes();
    let address = URL_SAFE_NO_PAD.encode(email.key());
    format!("{address}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// The address of a token that this server signed.
fn read_token(app: &App, token: &str) -> Option<Email> {
    let (address, signature) = token.split_once('.')?;
    let address = String::from_utf8(URL_SAFE_NO_PAD.decode(address).ok()?).ok()?;
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    let email = Email::parse(&address).ok()?;
    // Compares in constant time.
    mac_of(app, &email).verify_slice(&signature).ok()?;
    Some(email)
}

fn mac_of(app: &App, email: &Email) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&app.secrets.unsubscribe_key())
        .expect("HMAC takes keys of any length");
    mac.update(email.key().as_bytes());
    mac
}

/// Job that sends the welcome mail, unless the address has been unsubscribed in the meantime.
pub(crate) async fn mail_welcome(app: &App, job: &ClaimedJob, id: Uuid) -> Result<(), JobError> {
    let Some(subscriber) = subscribers::find(&app.db, id).await? else {
        return Ok(());
    };
    let letter = NewsletterWelcomeMail {
        unsubscribe_page: unsubscribe_page(app, &subscriber.email),
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: "",
        to_address: subscriber.email.as_str(),
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.unsubscribe_url = Some(one_click_url(app, &subscriber.email));
    Ok(app.send_mail(mail).await?)
}
